//! Error responses, all of one shape.
//!
//! `{"errors": [{"status", "code", "title", "detail"}]}`, each a string; only 401 has the
//! service's own `{"message"}`.

use std::any::Any;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde_json::json;

use crate::responses::answer::{JSON, body};

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The status of the response.
    pub status: StatusCode,
    /// A code for programs.
    pub code: &'static str,
    /// The kind of problem, for people.
    pub title: &'static str,
    /// This one problem, for people.
    pub detail: String,
}

/// `Retry-After` in whole seconds, at least one: after 0 a client would try again at once.
pub fn whole_seconds(time: Duration) -> HeaderValue {
    let whole = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    whole.max(1).into()
}

/// The maximum number of characters of a request that an error message quotes.
const QUOTED: usize = 80;

impl Problem {
    /// A problem of any kind.
    pub fn new(
        status: StatusCode,
        code: &'static str,
        title: &'static str,
        detail: impl Into<String>,
    ) -> Problem {
        Problem {
            status,
            code,
            title,
            detail: detail.into(),
        }
    }

    /// A request that is not valid, for one of several reasons.
    fn bad_request(code: &'static str, title: &'static str, detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, code, title, detail)
    }

    /// A parameter of the query or the path with an invalid value.
    pub fn parameter(name: &str, value: &str, expected: &str) -> Problem {
        let detail = format!("{name} should be {expected}, not {}", quoted(value));
        Problem::bad_request("invalid_parameter", "Invalid parameter", detail)
    }

    /// A query that is not valid for this operation.
    pub fn query(code: &'static str, detail: impl Into<String>) -> Problem {
        Problem::bad_request(code, "Invalid query", detail)
    }

    /// An invalid path.
    pub fn path(detail: &str) -> Problem {
        Problem::bad_request("invalid_path", "Invalid path", detail)
    }

    /// A cursor that does not belong to this query.
    pub fn cursor(detail: &str) -> Problem {
        Problem::bad_request("invalid_cursor", "Invalid cursor", detail)
    }

    /// A resource that the token does not allow.
    pub fn forbidden(detail: String) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "forbidden", "Forbidden", detail)
    }

    /// A resource that does not exist.
    pub fn not_found(code: &'static str, detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, code, "Not found", detail)
    }

    /// An address without a resource.
    pub fn no_such_path(path: &str) -> Problem {
        Problem::not_found("not_found", format!("there is nothing at {}", quoted(path)))
    }

    /// A method other than GET and HEAD.
    pub fn method() -> Problem {
        let (status, title) = (StatusCode::METHOD_NOT_ALLOWED, "Method not allowed");
        let detail = "only GET and HEAD are allowed";
        Problem::new(status, "method_not_allowed", title, detail)
    }

    /// The response to a client that exceeds what it may, and may try again after that time.
    pub fn too_many(detail: &str, wait: Duration) -> Response {
        let (status, title) = (StatusCode::TOO_MANY_REQUESTS, "Too many requests");
        let problem = Problem::new(status, "too_many_requests", title, detail);
        ([(header::RETRY_AFTER, whole_seconds(wait))], problem).into_response()
    }

    /// An address that is longer than any valid one.
    pub fn uri_too_long(limit: usize) -> Problem {
        let detail = format!("the address may be at most {limit} bytes long");
        let status = StatusCode::URI_TOO_LONG;
        Problem::new(status, "uri_too_long", "Address too long", detail)
    }

    /// A request with more headers, or longer ones, than are accepted.
    pub(crate) fn head_too_large(limit: u32) -> Problem {
        let detail =
            format!("the request line and headers may have at most {limit} bytes and 100 headers");
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        Problem::new(
            status,
            "headers_too_large",
            "Request headers too large",
            detail,
        )
    }

    /// The catalogue is in use by too many requests.
    pub fn busy() -> Problem {
        let detail = "the catalogue is busy; try again";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "Busy", detail)
    }

    /// An internal error, whose cause is not disclosed to the client.
    pub fn internal() -> Problem {
        let (status, title) = (StatusCode::INTERNAL_SERVER_ERROR, "Internal error");
        Problem::new(
            status,
            "internal_error",
            title,
            "the server failed; see its log",
        )
    }
}

/// A text as quoted in an error message: shortened, and in quotes.
pub fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(QUOTED).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}

/// The response to a request whose handler panicked.
// The layer hands the panic's value over, not a reference to it.
#[allow(clippy::needless_pass_by_value)]
pub fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("with an unknown payload");
    tracing::error!("panic: {text}");
    Problem::internal().into_response()
}

impl Problem {
    /// The body of the response.
    pub fn body(&self) -> String {
        let error = json!({
            "status": self.status.as_u16().to_string(),
            "code": self.code,
            "title": self.title,
            "detail": self.detail,
        });
        json!({ "errors": [error] }).to_string()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let also = match self.status {
            StatusCode::METHOD_NOT_ALLOWED => Some((header::ALLOW, "GET, HEAD")),
            StatusCode::SERVICE_UNAVAILABLE => Some((header::RETRY_AFTER, "1")),
            _ => None,
        };
        let headers = [(header::CACHE_CONTROL, "no-store")]
            .into_iter()
            .chain(also);
        let body = body(self.status, JSON, self.body());
        (AppendHeaders(headers), body).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_a_500_without_details() {
        let response = panicked(Box::new("the secret".to_owned()));
        assert_eq!(response.status(), 500);
        let body = axum::body::to_bytes(response.into_body(), 10_000)
            .await
            .unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        assert!(
            text.starts_with(r#"{"errors":[{"#) && !text.contains("secret"),
            "{text}"
        );
    }
}
