//! The four operations on wholesaler catalogs and labels.
//!
//! The service's documentation does not describe them. This implementation follows the public
//! documentation of similar services; a token can read only its own wholesaler's catalog and
//! labels.

use axum::response::Response;

use crate::products::changed_filter;
use crate::request::Call;
use product_pool_http::params::Params;
use product_pool_http::responses::problem::{Problem, quoted};
use product_pool_store::record::output::Output;
use product_pool_store::{CatalogOrder, CatalogQuery, catalogs};

/// The number of products on a page if the query has no limit.
const DEFAULT_LIMIT: u32 = 100;

/// The number of labels on a page.
const PER_PAGE: u32 = 50;

/// `GET /v2/catalogs/{wholesaler}`
pub(crate) async fn products(call: Call) -> Result<Response, Problem> {
    let query = catalog_query(call.id(0), &call.params)?;
    let page = call.page(call.params.limit().unwrap_or(DEFAULT_LIMIT));
    let read = move |c: &_| catalogs::list(c, &query, page.slice());
    Ok(page.answer(&call.headers, call.app.read(read).await?))
}

/// `GET /v2/catalogs/{wholesaler}/{code}`
pub(crate) async fn product(call: Call) -> Result<Response, Problem> {
    let (wholesaler, code) = (call.id(0), call.text(1).to_owned());
    let shown = quoted(&code);
    let read = move |c: &_| catalogs::find(c, wholesaler, &code);
    let found = call.app.read(read).await?.ok_or_else(|| {
        let detail = format!("the wholesaler {wholesaler} has no product with the code {shown}");
        Problem::not_found("product_not_found", detail)
    })?;
    Ok(call.data(&Output::Grouped.apply(&found.body, &found.latest)))
}

/// `GET /v2/labels`
pub(crate) async fn labels(call: Call) -> Result<Response, Problem> {
    let (wholesaler, page) = (call.account.wholesaler, call.page(PER_PAGE));
    let read = move |c: &_| catalogs::labels(c, wholesaler, page.slice());
    Ok(page.answer(&call.headers, call.app.read(read).await?))
}

/// `GET /v2/labels/{label}`
pub(crate) async fn label(call: Call) -> Result<Response, Problem> {
    let (wholesaler, label) = (call.account.wholesaler, call.id(0));
    let read = move |c: &_| catalogs::label(c, wholesaler, label);
    let found = call.app.read(read).await?;
    let found = found.ok_or_else(|| {
        let detail = format!("this account has no label {label}");
        Problem::not_found("label_not_found", detail)
    })?;
    Ok(call.data(&found))
}

fn catalog_query(wholesaler: i64, params: &Params) -> Result<CatalogQuery, Problem> {
    let sort = params.text("sort").unwrap_or("-changed_at");
    let order = match sort.strip_prefix('-').unwrap_or(sort) {
        "cataloged_at" => CatalogOrder::Cataloged,
        "manufacturer_product_name" => CatalogOrder::Name,
        "product_code" => CatalogOrder::Code,
        _ => CatalogOrder::Changed,
    };
    let time = |name: &str| {
        let text = params.text(name);
        text.map(|text| changed_filter(name, text)).transpose()
    };
    Ok(CatalogQuery {
        wholesaler,
        order,
        descending: sort.starts_with('-'),
        manufacturer: params.id("filter[manufacturer]"),
        brand: params.id("filter[brand]"),
        label: params.id("filter[label]"),
        changed: time("filter[changed_at]")?,
        cataloged: time("filter[cataloged_at]")?,
    })
}
