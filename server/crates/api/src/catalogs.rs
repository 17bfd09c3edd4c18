//! The four operations on wholesaler catalogs and labels.
//!
//! The service's documentation does not describe them. This implementation follows the public
//! documentation of similar services; a token can read only its own wholesaler's catalog and
//! labels.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use product_pool::operations::{
    GET_CATALOG_PRODUCT, GET_LABEL, LIST_CATALOG_PRODUCTS, LIST_LABELS,
};

use crate::products::changed_filter;
use crate::request::{Arguments, NumberedPage};
use crate::state::App;
use product_pool_http::params::{Params, id};
use product_pool_http::responses::answer;
use product_pool_http::responses::problem::{Problem, quoted};
use product_pool_store::record::output::Output;
use product_pool_store::{Account, CatalogOrder, CatalogQuery, catalogs};

/// The number of products on a page if the query has no limit.
const DEFAULT_LIMIT: u32 = 100;

/// The number of labels on a page.
const PER_PAGE: u32 = 50;

type OptionalAccount = Option<Extension<Account>>;

/// `GET /v2/catalogs/{wholesaler}`
pub(crate) async fn products(
    State(app): State<Arc<App>>,
    Arguments(wholesaler): Arguments<String>,
    account: OptionalAccount,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let wholesaler = allowed(&wholesaler, account)?;
    let params = Params::of(&uri, &LIST_CATALOG_PRODUCTS)?;
    let query = catalog_query(wholesaler, &params)?;
    let limit = params.limit().unwrap_or(DEFAULT_LIMIT);
    let page = NumberedPage::of(&params, limit);
    let read = move |c: &_| catalogs::list(c, &query, page.slice());
    Ok(page.answer(&headers, app.read(read).await?))
}

/// `GET /v2/catalogs/{wholesaler}/{code}`
pub(crate) async fn product(
    State(app): State<Arc<App>>,
    Arguments((wholesaler, code)): Arguments<(String, String)>,
    account: OptionalAccount,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let wholesaler = allowed(&wholesaler, account)?;
    Params::of(&uri, &GET_CATALOG_PRODUCT)?;
    let shown = quoted(&code);
    let read = move |c: &_| catalogs::find(c, wholesaler, &code);
    let found = app.read(read).await?.ok_or_else(|| {
        let detail = format!("the wholesaler {wholesaler} has no product with the code {shown}");
        Problem::not_found("product_not_found", detail)
    })?;
    Ok(answer::data(
        &headers,
        &Output::Grouped.apply(&found.body, &found.latest),
    ))
}

/// `GET /v2/labels`
pub(crate) async fn labels(
    State(app): State<Arc<App>>,
    account: OptionalAccount,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let page = NumberedPage::of(&Params::of(&uri, &LIST_LABELS)?, PER_PAGE);
    let listed = match wholesaler_of(account) {
        Some(wholesaler) => {
            let read = move |c: &_| catalogs::labels(c, wholesaler, page.slice());
            app.read(read).await?
        }
        None => (0, Vec::new()),
    };
    Ok(page.answer(&headers, listed))
}

/// `GET /v2/labels/{label}`
pub(crate) async fn label(
    State(app): State<Arc<App>>,
    Arguments(label): Arguments<String>,
    account: OptionalAccount,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let label = id("label", &label)?;
    Params::of(&uri, &GET_LABEL)?;
    let found = match wholesaler_of(account) {
        Some(wholesaler) => {
            let read = move |c: &_| catalogs::label(c, wholesaler, label);
            app.read(read).await?
        }
        None => None,
    };
    let found = found.ok_or_else(|| {
        let detail = format!("this account has no label {label}");
        Problem::not_found("label_not_found", detail)
    })?;
    Ok(answer::data(&headers, &found))
}

/// The wholesaler of a path, if the account may read its catalog.
fn allowed(wholesaler: &str, account: OptionalAccount) -> Result<i64, Problem> {
    let wholesaler = id("wholesaler", wholesaler)?;
    if wholesaler_of(account) == Some(wholesaler) {
        return Ok(wholesaler);
    }
    let detail = format!("this token does not belong to the wholesaler {wholesaler}");
    Err(Problem::forbidden(detail))
}

fn wholesaler_of(account: OptionalAccount) -> Option<i64> {
    account?.wholesaler
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
