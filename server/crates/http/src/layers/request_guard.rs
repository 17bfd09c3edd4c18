//! A layer that rejects malformed requests before they are routed.
//!
//! No operation has a body. If a request has one, or states its length in two ways, a proxy in
//! front of this server may see its end elsewhere than the server does, and the bytes after it
//! would become another client's request (request smuggling). So it is rejected, and the
//! connection is closed.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use tower::Layer as _;

use crate::responses::problem::Problem;
use crate::service::HttpService;

/// Rejects malformed requests to a service.
pub fn with_request_guard<S: HttpService>(service: S) -> impl HttpService {
    middleware::from_fn(reject_malformed).layer(service)
}

async fn reject_malformed(request: Request, next: Next) -> Response {
    let body = has_body(request.headers());
    let is_bodyless = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    let mut response = match one_host(request.version(), request.headers()) {
        false => Problem::malformed(
            "invalid_host",
            "a request names exactly one host, in one Host header",
        )
        .into_response(),
        true if body && is_bodyless => {
            Problem::malformed("unexpected_body", "requests to this server have no body")
                .into_response()
        }
        true => next.run(request).await,
    };
    if body {
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Whether a request has a body.
fn has_body(headers: &HeaderMap) -> bool {
    let mut lengths = headers.get_all(header::CONTENT_LENGTH).iter();
    headers.contains_key(header::TRANSFER_ENCODING) || lengths.any(|length| length != "0")
}

/// Whether there is exactly one `Host`, as RFC 9112 (3.2) demands; before HTTP/1.1 there may
/// be none.
fn one_host(version: Version, headers: &HeaderMap) -> bool {
    match headers.get_all(header::HOST).iter().count() {
        0 => version < Version::HTTP_11,
        count => count == 1,
    }
}

impl Problem {
    /// A malformed request, whatever its path.
    pub fn malformed(code: &'static str, detail: &str) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, code, "Invalid request", detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::http::Response;
    use tower::ServiceExt;

    async fn sent(method: &str, version: Version, headers: &[(&str, &str)]) -> Response<Body> {
        let service = with_request_guard(Router::new().fallback(async || "well"));
        let mut request = axum::http::Request::builder()
            .method(method)
            .version(version);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        service.oneshot(request).await.unwrap()
    }

    #[tokio::test]
    async fn bodies_and_hosts_are_checked() {
        let (old, new) = (Version::HTTP_10, Version::HTTP_11);
        let host = ("host", "a");
        for (method, version, headers, status, closes) in [
            ("GET", new, &[host][..], 200, false),
            ("GET", old, &[], 200, false),
            ("GET", new, &[], 400, false),
            ("GET", new, &[host, ("host", "a")], 400, false),
            ("GET", old, &[host, ("host", "b")], 400, false),
            ("GET", new, &[host, ("content-length", "0")], 200, false),
            ("GET", new, &[host, ("content-length", "1")], 400, true),
            ("HEAD", new, &[host, ("content-length", "00")], 400, true),
            (
                "OPTIONS",
                new,
                &[host, ("transfer-encoding", "x")],
                400,
                true,
            ),
            ("POST", new, &[host, ("content-length", "0")], 200, false),
            ("POST", new, &[host, ("content-length", "7")], 200, true),
            ("POST", new, &[("content-length", "7")], 400, true),
        ] {
            let response = sent(method, version, headers).await;
            assert_eq!(response.status(), status, "{method} {headers:?}");
            let closed = response.headers().get("connection");
            assert_eq!(closed.is_some(), closes, "{method} {headers:?}");
        }
    }
}
