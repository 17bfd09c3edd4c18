//! `DELETE /purge`, which removes a recalled product from a gateway.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use product_pool::gtin::Gtin;
use tokio::sync::Semaphore;

use super::Ops;
use super::source::Source;
use product_pool_gateway::{Purged, Recall};
use product_pool_http::params::decoded;
use product_pool_http::responses::answer::{JSON, body};
use product_pool_http::responses::problem::Problem;
use product_pool_store::record::columns::MAX_ID;

/// The path of the endpoint.
pub(super) const PURGE: &str = "/purge";

/// The largest number of products and GTINs in one request.
const MAX_NAMES: usize = 100;
/// The purges that may run at once. Each may wait for the upstream, and the other connections are
/// for probes.
static PURGES: Semaphore = Semaphore::const_new(16);

/// What a query names: `?gtin=09520000000004&product=000010253`.
///
/// # Errors
/// In one line: what is wrong with it.
fn named(query: &str) -> Result<Recall, String> {
    let names: Result<Vec<_>, Problem> = decoded(query).collect();
    let names = names.map_err(|problem| problem.detail)?;
    let count = names.len();
    if !(1..=MAX_NAMES).contains(&count) {
        return Err(format!(
            "a request names 1 to {MAX_NAMES} products and GTINs, not {count}"
        ));
    }
    let mut recall = Recall::default();
    for (name, value) in names {
        match name.as_str() {
            "gtin" => {
                let invalid = |error| format!("{value:?} is not a GTIN: {error}");
                recall
                    .gtins
                    .push(Gtin::parse_lenient(&value).map_err(invalid)?);
            }
            "product" if (1..=MAX_ID).contains(&value.len()) => {
                recall.products.insert(value);
            }
            "product" => return Err(format!("a product's identifier has 1 to {MAX_ID} bytes")),
            _ => return Err(format!("unknown parameter {name:?}; known: gtin, product")),
        }
    }
    Ok(recall)
}

/// Handles `DELETE /purge`: purges what the query names. A form in a browser cannot send this
/// method, and a script of another origin only with a permission that nothing here gives.
pub(super) async fn purge(
    State(ops): State<Arc<Ops>>,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    // Browsers send this header with such requests, also to a host name that a page has pointed
    // at this machine.
    if headers.contains_key(header::ORIGIN) {
        let detail = "pages in a browser cannot purge";
        return Err(refused(StatusCode::FORBIDDEN, detail));
    }
    let recall = named(uri.query().unwrap_or_default());
    let recall = recall.map_err(|why| refused(StatusCode::BAD_REQUEST, &why))?;
    let Ok(_purge) = PURGES.try_acquire() else {
        let detail = "too many purges are under way; try again";
        return Err(refused(StatusCode::SERVICE_UNAVAILABLE, detail));
    };
    match ops.source.get() {
        Some(Source::Gateway(gateway)) => Ok(response(&gateway.purge(&recall).await)),
        Some(Source::Catalogue(_)) => {
            let detail = "this server serves its own catalogue and has no cache";
            Err(refused(StatusCode::NOT_FOUND, detail))
        }
        None => {
            let detail = "the server is starting; try again";
            Err(refused(StatusCode::SERVICE_UNAVAILABLE, detail))
        }
    }
}

fn refused(status: StatusCode, detail: &str) -> Problem {
    Problem::new(status, "not_purged", "Not purged", detail)
}

fn response(purged: &Purged) -> Response {
    let status = match purged.fault {
        None => StatusCode::OK,
        Some(_) => StatusCode::SERVICE_UNAVAILABLE,
    };
    let members = serde_json::to_string(purged).unwrap_or_default();
    let response = body(status, JSON, members);
    ([(header::CACHE_CONTROL, "no-store")], response).into_response()
}
