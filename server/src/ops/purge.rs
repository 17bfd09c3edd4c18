//! `DELETE /purge`, which removes a recalled product from a gateway, and the command that sends
//! this request.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use product_pool::gtin::Gtin;
use reqwest::{Client, Method};
use serde::Deserialize;
use tokio::sync::Semaphore;

use super::Ops;
use super::source::Source;
use product_pool_gateway::{Purged, Recall, root_cause};
use product_pool_http::params::decoded;
use product_pool_http::responses::answer::{JSON, SURROGATE_KEY, body};
use product_pool_http::responses::problem::Problem;
use product_pool_store::record::columns::MAX_ID;

/// The path of the endpoint.
pub(super) const PURGE: &str = "/purge";

/// The largest number of products and GTINs in one request.
const MAX_NAMES: usize = 100;
/// The purges that may run at once. Each may wait for the upstream, and the other connections are
/// for probes.
static PURGES: Semaphore = Semaphore::const_new(16);
/// The time limit of a purge: longer than the gateway waits for its file and for the upstream.
const TIMEOUT: Duration = Duration::from_secs(60);

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

/// Removes products from a server's caches.
#[derive(clap::Args, Debug)]
pub(crate) struct PurgeArgs {
    /// A GTIN of the product: of its case or of a unit. Repeatable.
    #[arg(long, value_name = "GTIN", required_unless_present = "product")]
    gtin: Vec<String>,
    /// The product's identifier in the pool. Repeatable.
    #[arg(long, value_name = "ID")]
    product: Vec<String>,
    /// A Varnish in front of the gateway, configured as in the recipe, which is purged
    /// after it. Repeatable.
    #[arg(long, value_name = "URL")]
    varnish: Vec<String>,
    /// The addresses of the gateways' probes, as in `--ops-listen`: each of them is purged.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:9090")]
    urls: Vec<String>,
}

/// The response body of [`purge`].
#[derive(Default, Deserialize)]
#[serde(default)]
struct PurgeResponse {
    tags: Vec<String>,
    statuses: BTreeMap<String, u16>,
    fault: Option<String>,
    errors: Vec<ErrorDetail>,
}

#[derive(Deserialize)]
struct ErrorDetail {
    detail: String,
}

/// Purges gateways and the caches in front of them; returns a report in lines.
///
/// # Errors
/// In one line: one of them could not be purged. All others are.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn send_purge(args: &PurgeArgs) -> Result<String, String> {
    product_pool_http::install_crypto();
    let client = Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(TIMEOUT)
        .build()
        .map_err(|error| format!("cannot send: {error}"))?;
    let gtins = args.gtin.iter().map(|gtin| ("gtin", gtin));
    let products = args.product.iter().map(|id| ("product", id));
    let names = gtins.chain(products).map(|(name, value)| {
        let value = utf8_percent_encode(value, NON_ALPHANUMERIC);
        format!("{name}={value}")
    });
    let names = names.collect::<Vec<String>>().join("&");
    let (mut lines, mut faults, mut all_tags) = (Vec::new(), Vec::new(), BTreeSet::new());
    let several = args.urls.len() > 1;
    for url in &args.urls {
        let of = match several {
            true => format!("{url}: "),
            false => String::new(),
        };
        let purged = match delete(&client, url, &names).await {
            Ok(purged) => purged,
            Err(why) => {
                faults.push(format!("{of}{why}"));
                continue;
            }
        };
        lines.push(format!("{of}purged: {}", purged.tags.join(" ")));
        for (path, status) in purged.statuses {
            lines.push(format!("{of}now {status}: {path}"));
        }
        faults.extend(purged.fault.map(|fault| format!("{of}{fault}")));
        all_tags.extend(purged.tags);
    }
    let tags = all_tags.into_iter().collect::<Vec<String>>().join(" ");
    for varnish in args.varnish.iter().filter(|_| !tags.is_empty()) {
        match ban(&client, varnish, &tags).await {
            Ok(()) => lines.push(format!("purged: {varnish}")),
            Err(why) => faults.push(format!("{varnish} was not purged: {why}")),
        }
    }
    if faults.is_empty() {
        return Ok(lines.join("\n"));
    }
    if !lines.is_empty() {
        crate::terminal::print_line(&lines.join("\n"));
    }
    Err(faults.join("; "))
}

/// Purges one gateway.
async fn delete(client: &Client, url: &str, names: &str) -> Result<PurgeResponse, String> {
    let base = url.trim_end_matches('/');
    let request = client.delete(format!("{base}{PURGE}?{names}"));
    let failed =
        |error: &reqwest::Error| format!("cannot reach the gateway: {}", root_cause(error));
    let response = request.send().await.map_err(|error| failed(&error))?;
    let status = response.status().as_u16();
    let text = response.bytes().await.map_err(|error| failed(&error))?;
    let purged: PurgeResponse = serde_json::from_slice(&text).unwrap_or_default();
    if !purged.tags.is_empty() {
        return Ok(purged);
    }
    let detail = purged.errors.into_iter().next().map(|error| error.detail);
    let detail = detail.unwrap_or_else(|| "there is no purge endpoint at this address".to_owned());
    Err(format!("not purged ({status}): {detail}"))
}

/// Purges a Varnish of the responses with these cache tags.
async fn ban(client: &Client, varnish: &str, tags: &str) -> Result<(), String> {
    let method = Method::from_bytes(b"BAN").map_err(|error| error.to_string())?;
    let request = client.request(method, varnish).header(SURROGATE_KEY, tags);
    match request.send().await.map(|response| response.status()) {
        Ok(StatusCode::OK) => Ok(()),
        Ok(status) => Err(format!("status {}", status.as_u16())),
        Err(error) => Err(root_cause(&error)),
    }
}
