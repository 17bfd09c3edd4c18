//! Answers that are no success, all of one shape.
//!
//! `{"errors": [{"status", "code", "title", "detail"}]}`, each a text; only 401
//! has the service's own `{"message"}`.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::answer::{JSON, body};
use product_pool_store::StoreError;

/// Why a request was not answered as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    /// One word for programs.
    pub(crate) code: &'static str,
    /// The kind of problem, for people.
    pub(crate) title: &'static str,
    /// This one problem, for people.
    pub(crate) detail: String,
}

/// How much of what was sent is repeated in an answer.
const QUOTED: usize = 80;

impl Problem {
    /// A parameter of the query or the path that cannot be meant.
    pub(crate) fn parameter(name: &str, value: &str, expected: &str) -> Problem {
        Problem {
            status: StatusCode::BAD_REQUEST,
            code: "invalid_parameter",
            title: "Invalid parameter",
            detail: format!("{name} should be {expected}, not {}", quoted(value)),
        }
    }

    /// A query that is no query of this operation.
    pub(crate) fn query(code: &'static str, detail: String) -> Problem {
        Problem {
            status: StatusCode::BAD_REQUEST,
            code,
            title: "Invalid query",
            detail,
        }
    }

    /// A path that cannot be meant.
    pub(crate) fn path(detail: &str) -> Problem {
        Problem {
            status: StatusCode::BAD_REQUEST,
            code: "invalid_path",
            title: "Invalid path",
            detail: detail.to_owned(),
        }
    }

    /// A cursor that this query has not given out.
    pub(crate) fn cursor(detail: &str) -> Problem {
        Problem {
            status: StatusCode::BAD_REQUEST,
            code: "invalid_cursor",
            title: "Invalid cursor",
            detail: detail.to_owned(),
        }
    }

    /// Something asked for that is not there.
    pub(crate) fn not_found(code: &'static str, detail: String) -> Problem {
        Problem {
            status: StatusCode::NOT_FOUND,
            code,
            title: "Not found",
            detail,
        }
    }

    /// An address that nothing has.
    pub(crate) fn no_such_path(path: &str) -> Problem {
        Problem::not_found("not_found", format!("nothing is at {}", quoted(path)))
    }

    /// A method other than GET and HEAD.
    pub(crate) fn method() -> Problem {
        Problem {
            status: StatusCode::METHOD_NOT_ALLOWED,
            code: "method_not_allowed",
            title: "Method not allowed",
            detail: "only GET and HEAD are allowed".to_owned(),
        }
    }

    /// An address that is longer than any that can be meant.
    pub(crate) fn uri_too_long(limit: usize) -> Problem {
        Problem {
            status: StatusCode::URI_TOO_LONG,
            code: "uri_too_long",
            title: "Address too long",
            detail: format!("the address may be {limit} bytes long"),
        }
    }

    /// A request with more headers, or longer ones, than are accepted.
    pub(crate) fn head_too_large(limit: u32) -> Problem {
        Problem {
            status: StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            code: "headers_too_large",
            title: "Request headers too large",
            detail: format!(
                "the request line and headers may have {limit} bytes and 100 headers in all"
            ),
        }
    }

    /// A failure here, of which the caller learns no more than that.
    pub(crate) fn internal() -> Problem {
        Problem {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            code: "internal_error",
            title: "Internal error",
            detail: "the server failed; its log says more".to_owned(),
        }
    }
}

/// A text as an answer repeats it: short, and in quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(QUOTED).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        if matches!(error, StoreError::Busy) {
            tracing::warn!("the catalogue is busy");
            return Problem {
                status: StatusCode::SERVICE_UNAVAILABLE,
                code: "busy",
                title: "Busy",
                detail: "the catalogue is busy; try again".to_owned(),
            };
        }
        tracing::error!("{error}");
        Problem::internal()
    }
}

impl Problem {
    /// The body of the answer.
    pub(crate) fn body(&self) -> String {
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
        let mut response = body(self.status, JSON, self.body());
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        match self.status {
            StatusCode::METHOD_NOT_ALLOWED => {
                headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
            }
            StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            _ => {}
        }
        response
    }
}
