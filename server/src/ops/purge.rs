//! `POST /purge`, which removes a recalled product from a gateway, and the command that sends
//! this request.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest as _, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use product_pool::gtin::Gtin;
use reqwest::{Client, Method};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use super::Ops;
use super::source::Source;
use product_pool_gateway::{Purged, Recall, root_cause};
use product_pool_http::responses::answer::{JSON, SURROGATE_KEY, body};
use product_pool_http::responses::problem::Problem;
use product_pool_store::record::columns::MAX_ID;

/// The path of the endpoint.
pub(super) const PURGE: &str = "/purge";

/// The largest number of products and GTINs in one request.
const MAX_NAMES: usize = 100;
/// How long a client may take to send a request's body.
const BODY_TIMEOUT: Duration = Duration::from_secs(5);
/// The purges that may run at once. Each may wait for the upstream, and the other connections are
/// for probes.
static PURGES: Semaphore = Semaphore::const_new(16);
/// The time limit of a purge: longer than the gateway waits for its file and for the upstream.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The body of a purge request: what to purge.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
struct PurgeRequest {
    products: Vec<String>,
    gtins: Vec<String>,
}

impl PurgeRequest {
    /// Validates the request.
    ///
    /// # Errors
    /// In one line: what is wrong with the request.
    fn validate(self) -> Result<Recall, String> {
        let count = self.products.len() + self.gtins.len();
        if !(1..=MAX_NAMES).contains(&count) {
            return Err(format!(
                "a request names 1 to {MAX_NAMES} products and GTINs, not {count}"
            ));
        }
        let is_id = |id: &String| (1..=MAX_ID).contains(&id.len());
        if !self.products.iter().all(is_id) {
            return Err(format!("a product's identifier has 1 to {MAX_ID} bytes"));
        }
        let gtins = self.gtins.iter().map(|text| {
            let invalid = |error| format!("{text:?} is not a GTIN: {error}");
            Gtin::parse_lenient(text).map_err(invalid)
        });
        Ok(Recall {
            gtins: gtins.collect::<Result<_, _>>()?,
            products: BTreeSet::from_iter(self.products),
        })
    }
}

/// Handles `POST /purge`: purges what the body names.
pub(super) async fn purge(
    State(ops): State<Arc<Ops>>,
    request: Request,
) -> Result<Response, Problem> {
    // Browsers send this header with each `POST`, also to a host name that a page has pointed
    // at this machine.
    if request.headers().contains_key(header::ORIGIN) {
        let detail = "pages in a browser cannot purge";
        return Err(refused(StatusCode::FORBIDDEN, detail));
    }
    // A form in a browser cannot send this media type.
    let kind = request.headers().get(header::CONTENT_TYPE);
    if !kind.is_some_and(|kind| kind.as_bytes().starts_with(JSON.as_bytes())) {
        let detail = "the body should be JSON, with the header content-type: application/json";
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail));
    }
    let sent = tokio::time::timeout(BODY_TIMEOUT, Bytes::from_request(request, &())).await;
    let late = |_| refused(StatusCode::REQUEST_TIMEOUT, "the body took too long");
    let sent = sent.map_err(late)?;
    let sent = sent.map_err(|fault| refused(fault.status(), &fault.body_text()))?;
    let request_body =
        serde_json::from_slice::<PurgeRequest>(&sent).map_err(|error| error.to_string());
    let recall = request_body.and_then(PurgeRequest::validate);
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
    let members = serde_json::json!({
        "products": purged.products,
        "tags": purged.tags,
        "statuses": purged.statuses,
        "fault": purged.fault,
    });
    let response = body(status, JSON, members.to_string());
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
    /// The address of the gateway's probes, as in `--ops-listen`.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:9090")]
    url: String,
}

/// The response body of [`purge`].
#[derive(Default, Deserialize)]
#[serde(default)]
struct PurgeResponse {
    tags: Vec<String>,
    statuses: std::collections::BTreeMap<String, u16>,
    fault: Option<String>,
    errors: Vec<ErrorDetail>,
}

#[derive(Deserialize)]
struct ErrorDetail {
    detail: String,
}

/// Purges a gateway and the caches in front of it; returns a report in lines.
///
/// # Errors
/// In one line: the gateway, or one of the caches in front of it, could not be purged.
#[tokio::main(flavor = "current_thread")]
pub(crate) async fn send_purge(args: PurgeArgs) -> Result<String, String> {
    product_pool_http::install_crypto();
    let client = Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(TIMEOUT)
        .build()
        .map_err(|error| format!("cannot send: {error}"))?;
    let request_body = PurgeRequest {
        products: args.product,
        gtins: args.gtin,
    };
    let request_body = serde_json::to_vec(&request_body).unwrap_or_default();
    let url = format!("{}{PURGE}", args.url.trim_end_matches('/'));
    let request = client
        .post(url)
        .header(header::CONTENT_TYPE, JSON)
        .body(request_body);
    let failed =
        |error: &reqwest::Error| format!("cannot reach the gateway: {}", root_cause(error));
    let response = request.send().await.map_err(|error| failed(&error))?;
    let status = response.status().as_u16();
    let text = response.bytes().await.map_err(|error| failed(&error))?;
    let purged: PurgeResponse = serde_json::from_slice(&text).unwrap_or_default();
    if purged.tags.is_empty() {
        let detail = purged.errors.into_iter().next().map(|error| error.detail);
        let detail =
            detail.unwrap_or_else(|| "there is no purge endpoint at this address".to_owned());
        return Err(format!("not purged ({status}): {detail}"));
    }
    let tags = purged.tags.join(" ");
    let mut lines = vec![format!("purged: {tags}")];
    for (path, status) in purged.statuses {
        lines.push(format!("now {status}: {path}"));
    }
    let mut fault = purged.fault;
    for varnish in args.varnish {
        match ban(&client, &varnish, &tags).await {
            Ok(()) => lines.push(format!("purged: {varnish}")),
            Err(why) => fault = Some(format!("{varnish} was not purged: {why}")),
        }
    }
    match fault {
        None => Ok(lines.join("\n")),
        Some(fault) => {
            crate::terminal::print_line(&lines.join("\n"));
            Err(fault)
        }
    }
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
