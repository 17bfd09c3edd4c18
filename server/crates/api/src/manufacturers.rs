//! The four operations on manufacturers and brands.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use product_pool::operations::{GET_BRAND, GET_MANUFACTURER, LIST_BRANDS, LIST_MANUFACTURERS};

use crate::request::{Arguments, NumberedPage};
use crate::state::App;
use product_pool_http::params::{Params, id};
use product_pool_http::responses::answer;
use product_pool_http::responses::problem::Problem;
use product_pool_store::manufacturers;

/// The number of manufacturers or brands on a page.
const PER_PAGE: u32 = 50;

/// `GET /v2/manufacturers`
pub(crate) async fn manufacturers(
    State(app): State<Arc<App>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let page = NumberedPage::of(&Params::of(&uri, &LIST_MANUFACTURERS)?, PER_PAGE);
    let read = move |c: &_| manufacturers::manufacturers(c, page.slice());
    Ok(page.answer(&headers, app.read(read).await?))
}

/// `GET /v2/manufacturers/{manufacturer}`
pub(crate) async fn manufacturer(
    State(app): State<Arc<App>>,
    Arguments(manufacturer): Arguments<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let manufacturer = id("manufacturer", &manufacturer)?;
    Params::of(&uri, &GET_MANUFACTURER)?;
    let read = move |c: &_| manufacturers::manufacturer(c, manufacturer);
    let found = app.read(read).await?;
    let found = found.ok_or_else(|| no_manufacturer(manufacturer))?;
    Ok(answer::data(&headers, &found))
}

/// `GET /v2/manufacturers/{manufacturer}/brands`
pub(crate) async fn brands(
    State(app): State<Arc<App>>,
    Arguments(manufacturer): Arguments<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let manufacturer = id("manufacturer", &manufacturer)?;
    let page = NumberedPage::of(&Params::of(&uri, &LIST_BRANDS)?, PER_PAGE);
    let read = move |c: &_| {
        let known = manufacturers::manufacturer(c, manufacturer)?.is_some();
        let listed = manufacturers::brands(c, manufacturer, page.slice())?;
        Ok(known.then_some(listed))
    };
    let found = app.read(read).await?;
    let listed = found.ok_or_else(|| no_manufacturer(manufacturer))?;
    Ok(page.answer(&headers, listed))
}

/// `GET /v2/manufacturers/{manufacturer}/brands/{brand}`
pub(crate) async fn brand(
    State(app): State<Arc<App>>,
    Arguments((manufacturer, brand)): Arguments<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let manufacturer = id("manufacturer", &manufacturer)?;
    let brand = id("brand", &brand)?;
    Params::of(&uri, &GET_BRAND)?;
    let read = move |c: &_| manufacturers::brand(c, manufacturer, brand);
    let found = app.read(read).await?.ok_or_else(|| {
        let detail = format!("the manufacturer {manufacturer} has no brand {brand}");
        Problem::not_found("brand_not_found", detail)
    })?;
    Ok(answer::data(&headers, &found))
}

fn no_manufacturer(id: i64) -> Problem {
    let detail = format!("there is no manufacturer {id}");
    Problem::not_found("manufacturer_not_found", detail)
}
