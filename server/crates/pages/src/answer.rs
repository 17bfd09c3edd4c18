//! Answers for people: pages and cards that caches may keep, and those that say
//! why there is no product.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use product_pool::card::Failure;
use product_pool::gtin::Gtin;

use crate::ask::status;
use crate::document;
use crate::reader::{Reader, Words};
use crate::render::{self, Frame};
use product_pool_http::answer::STALE;
use product_pool_http::answer::{CACHE_TAG, SURROGATE_KEY};
use product_pool_http::answer::{UnsentBody, body, is_known, tag};
use product_pool_http::problem::Problem;
use product_pool_http::security::Kind;

pub(super) const HTML: &str = "text/html; charset=utf-8";

/// Kept for a minute, and shown a day longer while it is fetched anew or cannot be:
/// what is made of a catalogue's answers.
const CONTROL: &str = "public, max-age=60, stale-while-revalidate=86400, stale-if-error=86400";

/// Why there is no product to show.
pub(super) enum Refused {
    /// What the API answered instead of a record.
    Api(Box<Response>),
    /// What is wrong with the request, or with the record.
    Here(StatusCode, Failure),
    /// What is wrong with the settings of a fragment.
    Settings(Problem),
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

    /// Blames a GTIN's check digit for that nothing was found, where that is wrong.
    pub(super) fn by(self, gtin: &Gtin) -> Refused {
        match self {
            Refused::Api(response)
                if response.status() == StatusCode::NOT_FOUND && gtin.check().is_err() =>
            {
                Refused::gtin(StatusCode::NOT_FOUND)
            }
            other => other,
        }
    }

    /// The status of the answer, and the failure that its card shows.
    fn outcome(&self) -> (StatusCode, Failure) {
        let response = match self {
            Refused::Here(code, failure) => return (*code, *failure),
            Refused::Settings(problem) => return (problem.status, Failure::Other),
            Refused::Api(response) => response,
        };
        match response.status() {
            code @ (StatusCode::NOT_FOUND | StatusCode::GONE) => (code, Failure::NotFound),
            // The path holds what cannot be the name of a product.
            StatusCode::BAD_REQUEST => (StatusCode::NOT_FOUND, Failure::NotFound),
            code @ (StatusCode::TOO_MANY_REQUESTS
            | StatusCode::BAD_GATEWAY
            | StatusCode::GATEWAY_TIMEOUT) => (code, Failure::Network),
            code @ StatusCode::INTERNAL_SERVER_ERROR => (code, Failure::Other),
            _ => (StatusCode::SERVICE_UNAVAILABLE, Failure::Network),
        }
    }

    /// The refusal in words for people: a page, or a card in a frame.
    pub(super) fn answer(self, frame: Option<&Frame<'_>>, words: &Words) -> Response {
        let (code, failure) = self.outcome();
        let (problem, after) = match &self {
            Refused::Settings(problem) => (Some(problem), None),
            Refused::Api(response) => (None, response.headers().get(header::RETRY_AFTER).cloned()),
            Refused::Here(..) => (None, None),
        };
        let (kind, text) = match frame {
            Some(frame) => {
                let text = render::failed_fragment(failure, frame, &words.messages, problem);
                (Kind::Fragment, text)
            }
            None => (Kind::Page, document::failure_page(failure, &words.messages)),
        };
        let mut response = body(code, HTML, text);
        let headers = response.headers_mut();
        let control = HeaderValue::from_static("no-store");
        headers.insert(header::CACHE_CONTROL, control);
        if let Some(after) = after {
            headers.insert(header::RETRY_AFTER, after);
        }
        mark_language(headers, words);
        kind.mark(response)
    }
}

/// Says how long caches may keep what was made of an answer of the API: as long as
/// a gateway's answer itself, which may be old already. A catalogue's are for those
/// with its token, and say nothing of what everybody may see.
fn keep(headers: &mut HeaderMap, given: &HeaderMap) {
    let control = given.get(header::CACHE_CONTROL);
    let control = control.filter(|it| !it.as_bytes().starts_with(b"private"));
    let control = control.cloned();
    headers.insert(
        header::CACHE_CONTROL,
        control.unwrap_or(HeaderValue::from_static(CONTROL)),
    );
    for name in [header::AGE, STALE, SURROGATE_KEY, CACHE_TAG] {
        if let Some(value) = given.get(&name) {
            headers.insert(name, value.clone());
        }
    }
}

/// Says which language an answer is in, and whether another reader's may differ.
fn mark_language(headers: &mut HeaderMap, words: &Words) {
    if let Ok(language) = HeaderValue::from_str(words.messages.language()) {
        headers.insert(header::CONTENT_LANGUAGE, language);
    }
    if words.by_reader {
        let vary = HeaderValue::from_static("Accept-Language");
        headers.insert(header::VARY, vary);
    }
}

/// An answer that caches may keep like that of the API with the headers `given`;
/// 304 for a client that has it already.
pub(super) fn kept(
    kind: Kind,
    mime: &'static str,
    text: String,
    words: &Words,
    given: &HeaderMap,
    reader: &Reader,
) -> Response {
    let tag = tag(text.as_bytes());
    let unsent = UnsentBody(text.len());
    let mut response = match is_known(&reader.headers, &tag) {
        true => status(StatusCode::NOT_MODIFIED),
        false => body(StatusCode::OK, mime, text),
    };
    if response.status() == StatusCode::NOT_MODIFIED {
        response.extensions_mut().insert(unsent);
    }
    let headers = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    keep(headers, given);
    mark_language(headers, words);
    kind.mark(response)
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
