//! The four operations on manufacturers and brands.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use product_pool::operations::{GET_BRAND, GET_MANUFACTURER, LIST_BRANDS, LIST_MANUFACTURERS};
use serde::Serialize;

use crate::state::App;
use product_pool_http::answer;
use product_pool_http::params::{Params, id};
use product_pool_http::problem::Problem;
use product_pool_store::makers;

/// The number of manufacturers or brands on a page.
const PER_PAGE: u32 = 50;

/// `GET /v2/manufacturers`
pub(crate) async fn manufacturers(
    State(app): State<Arc<App>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let page = Params::of(&uri, &LIST_MANUFACTURERS)?.page()?;
    let from = offset(page, PER_PAGE);
    let (total, listed) = app
        .read(move |c| makers::manufacturers(c, from, PER_PAGE))
        .await?;
    Ok(answer::numbered(
        &headers,
        page,
        PER_PAGE,
        total,
        &texts(&listed)?,
    ))
}

/// `GET /v2/manufacturers/{manufacturer}`
pub(crate) async fn manufacturer(
    State(app): State<Arc<App>>,
    path: Result<Path<String>, PathRejection>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Path(text) = path.map_err(|_| not_utf8())?;
    let manufacturer = id("manufacturer", &text)?;
    Params::of(&uri, &GET_MANUFACTURER)?;
    let found = app
        .read(move |c| makers::manufacturer(c, manufacturer))
        .await?;
    let found = found.ok_or_else(|| no_manufacturer(manufacturer))?;
    Ok(answer::data(&headers, &text_of(&found)?))
}

/// `GET /v2/manufacturers/{manufacturer}/brands`
pub(crate) async fn brands(
    State(app): State<Arc<App>>,
    path: Result<Path<String>, PathRejection>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Path(text) = path.map_err(|_| not_utf8())?;
    let manufacturer = id("manufacturer", &text)?;
    let page = Params::of(&uri, &LIST_BRANDS)?.page()?;
    let from = offset(page, PER_PAGE);
    let found = app
        .read(move |c| {
            let known = makers::manufacturer(c, manufacturer)?.is_some();
            let listed = makers::brands(c, manufacturer, from, PER_PAGE)?;
            Ok(known.then_some(listed))
        })
        .await?;
    let (total, listed) = found.ok_or_else(|| no_manufacturer(manufacturer))?;
    Ok(answer::numbered(
        &headers,
        page,
        PER_PAGE,
        total,
        &texts(&listed)?,
    ))
}

/// `GET /v2/manufacturers/{manufacturer}/brands/{brand}`
pub(crate) async fn brand(
    State(app): State<Arc<App>>,
    path: Result<Path<(String, String)>, PathRejection>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Path((manufacturer, brand)) = path.map_err(|_| not_utf8())?;
    let manufacturer = id("manufacturer", &manufacturer)?;
    let brand = id("brand", &brand)?;
    Params::of(&uri, &GET_BRAND)?;
    let found = app
        .read(move |c| makers::brand(c, manufacturer, brand))
        .await?;
    let found = found.ok_or_else(|| {
        let detail = format!("the manufacturer {manufacturer} has no brand {brand}");
        Problem::not_found("brand_not_found", detail)
    })?;
    Ok(answer::data(&headers, &text_of(&found)?))
}

/// The number of entries before a page.
pub(crate) fn offset(page: u32, per_page: u32) -> u64 {
    u64::from(page - 1) * u64::from(per_page)
}

fn no_manufacturer(id: i64) -> Problem {
    Problem::not_found(
        "manufacturer_not_found",
        format!("there is no manufacturer {id}"),
    )
}

pub(crate) fn not_utf8() -> Problem {
    Problem::path("the path is not UTF-8")
}

pub(crate) fn texts<T: Serialize>(values: &[T]) -> Result<Vec<String>, Problem> {
    values.iter().map(text_of).collect()
}

pub(crate) fn text_of<T: Serialize>(value: &T) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|_| Problem::internal())
}
