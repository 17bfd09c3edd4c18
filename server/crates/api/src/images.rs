//! List Product Images, Get Product Feature Image, and the image files.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::Response;
use serde_json::Value;

use crate::products::no_product;
use crate::request::Call;
use crate::state::App;
use product_pool_http::Representation;
use product_pool_http::responses::answer::{self, IMMUTABLE};
use product_pool_http::responses::problem::{Problem, quoted};
use product_pool_http::responses::security::Kind;
use product_pool_store::images::{self, StoredImage};
use product_pool_store::{ImageQuery, ImageSort, products};

/// The number of images on a page.
const PER_PAGE: u32 = 100;

/// `GET /v2/images/{product}`
pub(crate) async fn list(call: Call) -> Result<Response, Problem> {
    let (pool_id, page) = (call.text(0).to_owned(), call.page(PER_PAGE));
    let query = ImageQuery {
        pool_id: pool_id.clone(),
        wholesaler: call.params.id("wholesaler"),
        only_wholesaler: call.params.id("filter[wholesaler]"),
        kind: call.params.id("filter[type]"),
        sort: match call.params.text("sort") {
            None | Some("0") => ImageSort::FeatureFirst,
            Some("1") => ImageSort::NewestFirst,
            Some("2") => ImageSort::OldestFirst,
            Some("3") => ImageSort::Type,
            Some(other) => return Err(Problem::parameter("sort", other, "0, 1, 2 or 3")),
        },
    };
    let read = move |c: &_| {
        let known = products::exists(c, &query.pool_id)?;
        let listed = images::list(c, &query, page.slice())?;
        Ok(known.then_some(listed))
    };
    let found = call.app.read(read).await?;
    let (total, listed) = found.ok_or_else(|| no_product(&pool_id))?;
    let listed = listed
        .into_iter()
        .map(|image| with_urls(image, &call.app.image_base));
    Ok(page.answer(&call.headers, (total, listed.collect())))
}

/// `GET /v2/images/{product}/feature`
pub(crate) async fn feature(call: Call) -> Result<Response, Problem> {
    let (pool_id, wholesaler) = (call.text(0).to_owned(), call.params.id("wholesaler"));
    let id = pool_id.clone();
    let read = move |c: &_| {
        let known = products::exists(c, &id)?;
        Ok((known, images::feature(c, &id, wholesaler)?))
    };
    let (known, image) = call.app.read(read).await?;
    match image {
        _ if !known => Err(no_product(&pool_id)),
        Some(image) => Ok(call.data(&with_urls(image, &call.app.image_base))),
        None => Err(Problem::not_found(
            "image_not_found",
            format!("the product {} has no feature image", quoted(&pool_id)),
        )),
    }
}

/// `GET /images/{name}`: a picture, without authentication.
pub(crate) async fn picture(
    State(app): State<Arc<App>>,
    path: Result<Path<String>, PathRejection>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let unknown = || Problem::no_such_path(uri.path());
    let Path(name) = path.map_err(|_| unknown())?;
    // The name contains a digest of the picture's bytes.
    let tag = format!("\"{name}\"");
    let found = app.read(move |c| images::picture(c, &name)).await?;
    let (mime, bytes) = found.ok_or_else(unknown)?;
    let mime = HeaderValue::from_str(&mime).map_err(|_| Problem::internal())?;
    let body = bytes.into();
    let picture = Representation { tag, body };
    let response = answer::tagged(&headers, mime, IMMUTABLE, picture);
    Ok(Kind::Asset.mark(response))
}

/// The image with the addresses of its pictures. One without pictures in this catalogue is served
/// unchanged, with its own addresses.
fn with_urls((record, local): StoredImage, base: &str) -> String {
    if !local {
        return record;
    }
    let Ok(mut image) = serde_json::from_str::<Value>(&record) else {
        return record;
    };
    for name in ["url_original", "url", "url_medium", "url_large"] {
        if let Some(Value::String(picture)) = image.get_mut(name) {
            picture.insert_str(0, &format!("{base}/images/"));
        }
    }
    image.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_below_the_base_and_large_may_be_missing() {
        let record = r#"{"id":"1","width":1.0,"url_original":"o.png","url":"s.png","url_medium":"m.png","url_large":null}"#;
        assert_eq!(
            with_urls((record.to_owned(), true), "http://h"),
            r#"{"id":"1","width":1.0,"url_original":"http://h/images/o.png","url":"http://h/images/s.png","url_medium":"http://h/images/m.png","url_large":null}"#
        );
        assert_eq!(with_urls((record.to_owned(), false), "http://h"), record);
    }
}
