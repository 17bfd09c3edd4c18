//! Errors from responses and failed attempts.

use super::error::{BoxError, Error, ErrorCode, Problem};
use super::retry::retry_after;
use super::time::milliseconds;
use super::transport::{TransportError, TransportResponse};
use crate::model::Value;
use std::time::Duration;

/// The maximum length of a service's text in an error, in characters.
const QUOTE: usize = 200;

/// The error of a call without a response.
#[cold]
pub(super) fn failed(failure: TransportError, timeout: Option<Duration>) -> Error {
    let (code, what) = (failure.code(), failure.what());
    match failure {
        TransportError::Timeout => Error::new(
            code,
            match timeout {
                Some(limit) => format!("no answer came within {} ms", milliseconds(limit)),
                None => what.to_owned(),
            },
        ),
        TransportError::Aborted => Error::aborted(),
        TransportError::Network(reason)
        | TransportError::NotSent(reason)
        | TransportError::InvalidResponse(reason) => {
            Error::new(code, sentence(what, &reason_of(&reason))).with_source(what, reason)
        }
    }
}

/// The text of a failure: its deepest cause is more specific than, for example, "error
/// sending request".
fn reason_of(error: &BoxError) -> String {
    let mut cause: &dyn std::error::Error = &**error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    quote(&cause.to_string())
}

/// An error about a response, with the id of the request, which the service or a gateway
/// assigned.
#[cold]
pub(super) fn error(answer: &TransportResponse, code: ErrorCode, message: String) -> Error {
    let id = answer.headers.get("x-request-id");
    let id = id.filter(|id| !id.is_empty()).map(|id| quote(&id));
    let mut error = Error::new(code, message);
    error.0.status = Some(answer.status);
    error.0.request_id = id;
    error.0.headers = answer.headers.clone();
    error
}

/// The error of a response whose status is not a success.
#[cold]
pub(super) fn refused(answer: &TransportResponse, with_token: bool, base_url: &str) -> Error {
    let text = answer.body.text();
    let body = answer.body.tree();
    if answer.status == 404 && !is_of_service(&body) {
        let kind = kind(answer, &text);
        let message = format!(
            "the answer with status 404 is {kind} and not the service's own: \
             the base URL \"{base_url}\" is probably wrong"
        );
        return error(answer, ErrorCode::InvalidResponse, message);
    }
    let problems = problems(&body);
    let detail = match detail(&body, &problems) {
        Some(detail) => quote(detail),
        None if text.trim().is_empty() => String::new(),
        None => format!("the answer is {}", kind(answer, &text)),
    };
    let code = ErrorCode::of_status(answer.status);
    let what = match code {
        ErrorCode::Unauthenticated if with_token => "the service does not accept the token",
        ErrorCode::Unauthenticated => "the service requires a token",
        ErrorCode::Forbidden => "the token does not allow this request",
        ErrorCode::NotFound => "the service found nothing",
        ErrorCode::InvalidRequest => "the service does not accept a parameter",
        ErrorCode::RateLimited => "too many requests",
        _ => "the service refused the request",
    };
    let mut message = sentence(&format!("{what} (status {})", answer.status), &detail);
    let wait = retry_after(&answer.headers);
    if let Some(wait) = wait {
        message += &format!("; it asks to wait {} s", wait.as_secs());
    }
    let mut error = error(answer, code, message);
    error.0.errors = problems;
    error.0.retry_after = wait;
    error
}

/// The error of a successful response whose body cannot be read.
#[cold]
pub(super) fn unreadable(answer: &TransportResponse, reason: &str) -> Error {
    let text = answer.body.text();
    let message = if looks_like_json(&text) {
        sentence("the answer cannot be read", reason)
    } else {
        let kind = kind(answer, &text);
        format!("the answer is {kind} where JSON was expected; is the base URL right?")
    };
    error(answer, ErrorCode::InvalidResponse, message)
}

/// Whether a body is an error of the service: it has a list `errors` or a text
/// `message`.
fn is_of_service(body: &Value) -> bool {
    matches!(body.get("errors"), Some(Value::List(_)))
        || body.get("message").and_then(Value::as_text).is_some()
}

fn looks_like_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with(['{', '['])
}

/// A description of the body. It is not quoted: error pages are long and
/// useless.
fn kind(answer: &TransportResponse, text: &str) -> String {
    let bytes = text.len();
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let kind = answer.headers.get("content-type").unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if text.is_empty() {
        return "empty".to_owned();
    }
    if text.starts_with('<') && !kind.ends_with("xml") {
        return format!("an HTML page of {bytes} bytes");
    }
    match kind {
        "" => format!("{bytes} bytes of an unknown kind"),
        kind => format!("{bytes} bytes of {}", quote(kind)),
    }
}

/// `errors` of a body. An entry that is not an object counts as its detail, and
/// a single entry as a list of one.
fn problems(body: &Value) -> Vec<Problem> {
    let entries = Value::elements(body.get("errors")).iter();
    let problems = entries.map(|entry| Problem {
        status: member(entry, "status"),
        code: member(entry, "code"),
        title: member(entry, "title"),
        detail: member(entry, "detail").or_else(|| entry.as_scalar().map(quote)),
    });
    problems
        .filter(|problem| *problem != Problem::default())
        .collect()
}

/// A member that says something.
fn member(entry: &Value, name: &str) -> Option<String> {
    let text = entry.get(name)?.as_scalar()?;
    (!text.is_empty()).then(|| quote(text))
}

/// The most specific text of an error response.
fn detail<'a>(body: &'a Value, problems: &'a [Problem]) -> Option<&'a str> {
    problems
        .iter()
        .find_map(|problem| problem.detail.as_deref().or(problem.title.as_deref()))
        .or_else(|| {
            ["message", "error"]
                .iter()
                .find_map(|name| body.get(name)?.as_text())
        })
        .filter(|text| !text.trim().is_empty())
}

/// A quoted text of the service, shortened and without control characters.
fn quote(text: &str) -> String {
    let mut out = String::new();
    for (count, character) in text.trim().chars().enumerate() {
        if count == QUOTE {
            out.push('…');
            break;
        }
        out.push(if character.is_control() {
            ' '
        } else {
            character
        });
    }
    out
}

fn sentence(what: &str, detail: &str) -> String {
    if detail.is_empty() {
        what.to_owned()
    } else {
        format!("{what}: {detail}")
    }
}
