//! Answers for people: pages that caches may keep, and pages that say why there
//! is none.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use product_pool::card::Failure;
use product_pool::messages::Messages;

use super::ask::status;
use super::reader::Reader;
use super::render;
use crate::gateway::STALE;
use crate::http::answer::body;
use crate::http::security::Kind;

const HTML: &str = "text/html; charset=utf-8";

/// Kept for a minute, and shown a day longer while it is fetched anew or cannot be:
/// what is made of a catalogue's answers.
const CONTROL: &str = "public, max-age=60, stale-while-revalidate=86400, stale-if-error=86400";

/// Why there is no page.
pub(super) enum Refused {
    /// What the API answered instead of a record.
    Api(Box<Response>),
    /// What is wrong with the question, or with the record.
    Here(StatusCode, Failure),
}

impl Refused {
    /// That no GTIN stands where one should.
    pub(super) fn gtin(code: StatusCode) -> Refused {
        Refused::Here(code, Failure::BadGtin)
    }

    /// That the record cannot be drawn.
    pub(super) fn record() -> Refused {
        Refused::Here(StatusCode::BAD_GATEWAY, Failure::Other)
    }

    /// The refusal in words for people.
    fn page(self, messages: &Messages) -> Response {
        let refused = match self {
            Refused::Api(refused) => refused,
            Refused::Here(code, failure) => return failed(code, failure, messages),
        };
        let (code, failure) = match refused.status() {
            StatusCode::NOT_FOUND => (StatusCode::NOT_FOUND, Failure::NotFound),
            StatusCode::BAD_REQUEST => (StatusCode::NOT_FOUND, Failure::BadGtin),
            _ => (StatusCode::SERVICE_UNAVAILABLE, Failure::Network),
        };
        let mut response = failed(code, failure, messages);
        if let Some(after) = refused.headers().get(header::RETRY_AFTER) {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, after.clone());
        }
        response
    }
}

/// The answer that `draw` makes of what was found, in the reader's language.
pub(super) fn answered<T>(
    reader: &Reader,
    found: Result<T, Refused>,
    draw: impl FnOnce(T, &Messages) -> Result<Response, Refused>,
) -> Response {
    let messages = reader.language();
    found
        .and_then(|found| draw(found, &messages))
        .unwrap_or_else(|refused| refused.page(&messages))
}

/// Says how long caches may keep what was made of an answer of the API: as long as
/// a gateway's answer itself, which may be old already. A catalogue's are for those
/// with its token, and say nothing of what everybody may see.
fn keep(headers: &mut HeaderMap, told: &HeaderMap) {
    let control = told.get(header::CACHE_CONTROL);
    let control = control.filter(|it| !it.as_bytes().starts_with(b"private"));
    let control = control.cloned();
    headers.insert(
        header::CACHE_CONTROL,
        control.unwrap_or(HeaderValue::from_static(CONTROL)),
    );
    for name in [header::AGE, STALE] {
        if let Some(value) = told.get(&name) {
            headers.insert(name, value.clone());
        }
    }
}

/// HTML that caches may keep like the answer of the API with the headers `told`.
pub(super) fn html(kind: Kind, text: String, messages: &Messages, told: &HeaderMap) -> Response {
    let mut response = body(StatusCode::OK, HTML, text);
    let headers = response.headers_mut();
    keep(headers, told);
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Language"));
    if let Ok(language) = HeaderValue::from_str(messages.language()) {
        headers.insert(header::CONTENT_LANGUAGE, language);
    }
    kind.mark(response)
}

/// A page that says what failed, for this once.
pub(super) fn failed(code: StatusCode, failure: Failure, messages: &Messages) -> Response {
    let mut response = body(code, HTML, render::failure_page(failure, messages));
    let control = HeaderValue::from_static("no-store");
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, control);
    Kind::Page.mark(response)
}

/// The way to another address, for as long as it is that one.
pub(super) fn redirect(to: &str) -> Response {
    let Ok(value) = HeaderValue::from_str(to) else {
        return status(StatusCode::BAD_REQUEST);
    };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::TEMPORARY_REDIRECT;
    response.headers_mut().insert(header::LOCATION, value);
    response
}
