//! The middleware that observes each request: its id, its line in the access log, and metrics.

use std::sync::Arc;
use std::time::Instant;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, Uri, Version, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use percent_encoding::{CONTROLS, utf8_percent_encode};
use tower::Layer as _;
use tracing::{Instrument, Span};

use super::log::ACCESS;
use super::options::AccessLog;
use super::{Ops, probes, route};
use product_pool_gateway::client_address;
use product_pool_http::layers::head_method;
use product_pool_http::layers::request_id::{REQUEST_ID, RequestId};
use product_pool_http::network::Network;
use product_pool_http::{CacheOutcome, HttpService, Peer};

/// The longest part of a path that the log shows, in bytes.
const MAX_LENGTH: usize = 200;

/// Adds the middleware to a service.
pub(crate) fn with_access_log<S: HttpService>(service: S, ops: &Arc<Ops>) -> impl HttpService {
    middleware::from_fn_with_state(ops.clone(), log).layer(service)
}

async fn log(State(ops): State<Arc<Ops>>, request: Request, next: Next) -> Response {
    let id = RequestId::from_headers(request.headers());
    // The `error` level is always enabled, so every line has the request's id.
    let span = tracing::error_span!(target: ACCESS, "request", request_id = %id);
    // HTTP/2 has its own way to close a connection.
    let is_http1 = request.version() <= Version::HTTP_11;
    let (method, uri) = (head_method::method(&request), request.uri());
    let mut in_flight = InFlight::begin(ops.clone(), method, uri, span.clone());
    if ops.access == AccessLog::Full {
        in_flight.client = Some(client(&request, &ops.trusted));
    }
    let work = id.clone().scope(next.run(request)).instrument(span);
    let mut response = work.await;
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, id.header());
    if is_http1 && ops.is_draining() {
        // Makes the client open a new connection, which reaches the successor of this process.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    in_flight.finish(&response);
    response
}

/// A request without a response yet.
struct InFlight {
    ops: Arc<Ops>,
    started: Instant,
    method: &'static str,
    route: &'static str,
    path: String,
    /// The client, if the access log includes it.
    client: Option<(String, String)>,
    span: Span,
    is_recorded: bool,
}

impl InFlight {
    fn begin(ops: Arc<Ops>, method: &Method, uri: &Uri, span: Span) -> InFlight {
        ops.metrics.request_started();
        InFlight {
            started: Instant::now(),
            method: route::method(method),
            route: route::route(uri.path()),
            path: match ops.access {
                AccessLog::Off => String::new(),
                AccessLog::Basic | AccessLog::Full => sanitized(uri.path()),
            },
            client: None,
            ops,
            span,
            is_recorded: false,
        }
    }

    fn finish(mut self, response: &Response) {
        self.is_recorded = true;
        let outcome = response.extensions().get::<CacheOutcome>();
        self.record(
            Some(response.status().as_u16()),
            length(response),
            outcome.copied(),
        );
    }

    fn record(&self, status: Option<u16>, bytes: u64, outcome: Option<CacheOutcome>) {
        let took = self.started.elapsed();
        self.ops
            .metrics
            .request_ended(self.route, self.method, status, took);
        // Probes arrive every second and would only fill the log.
        if self.ops.access == AccessLog::Off || probes::PATHS.contains(&self.route) {
            return;
        }
        // The status that other servers log for a client that disconnected.
        let status = status.unwrap_or(499);
        let (method, route, path) = (self.method, self.route, self.path.as_str());
        let duration_ms = took.as_micros() as f64 / 1000.0;
        let cache = outcome.map_or("-", |CacheOutcome(word)| word);
        let (client, agent) = self.client.as_ref().map(|(a, b)| (&**a, &**b)).unzip();
        let _entered = self.span.enter();
        tracing::info!(
            target: ACCESS,
            client,
            method,
            route,
            path,
            status,
            bytes,
            duration_ms,
            cache,
            agent,
            "answered"
        );
    }
}

/// The client of a request: its address and user agent.
fn client(request: &Request, trusted: &[Network]) -> (String, String) {
    let headers = request.headers();
    let peer = request.extensions().get::<Peer>();
    let client = peer.map(|peer| client_address(peer.0, headers, trusted).to_string());
    let agent = headers.get(header::USER_AGENT);
    let agent = agent.map(|agent| sanitized(&String::from_utf8_lossy(agent.as_bytes())));
    (client.unwrap_or_default(), agent.unwrap_or_default())
}

impl Drop for InFlight {
    /// Records that the client disconnected before the response.
    fn drop(&mut self) {
        if !self.is_recorded {
            self.record(None, 0, None);
        }
    }
}

/// The length of a response's body. A file is streamed, so only its header has the length. 0
/// where the length is not known in advance.
fn length(response: &Response) -> u64 {
    let stated = || {
        let length = response.headers().get(header::CONTENT_LENGTH)?;
        length.to_str().ok()?.parse().ok()
    };
    let exact = response.body().size_hint().exact();
    exact.or_else(stated).unwrap_or_default()
}

/// A path or a user agent as the log shows it: truncated, without a query, and without
/// characters that have a meaning to programs that read the log.
fn sanitized(path: &str) -> String {
    let mut shown = utf8_percent_encode(path, CONTROLS).to_string();
    if shown.len() > MAX_LENGTH {
        shown.truncate(MAX_LENGTH);
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_sanitized_for_the_log() {
        assert_eq!(sanitized("/v2/products/a"), "/v2/products/a");
        assert_eq!(
            sanitized("/\u{1b}[31m\n\u{202e}é"),
            "/%1B[31m%0A%E2%80%AE%C3%A9"
        );
        let long = sanitized(&format!("/{}", "é".repeat(500)));
        assert!(long.is_ascii() && long.len() == MAX_LENGTH + 3, "{long}");
    }
}
