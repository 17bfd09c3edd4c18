//! Responses for people: cacheable pages and cards, and those that explain why there is no
//! product.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use product_pool::card::Failure;
use product_pool::gtin::Gtin;

use crate::document;
use crate::internal_api::Fetched;
use crate::page_request::{Locale, PageRequest};
use crate::record_address::pool_id;
use crate::render::{self, CardContext};
use product_pool_http::Representation;
use product_pool_http::responses::answer::{CACHE_TAG, JSON, STALE, SURROGATE_KEY, body, tagged};
use product_pool_http::responses::cache_tags::Tags;
use product_pool_http::responses::problem::Problem;
use product_pool_http::responses::security::Kind;
use product_pool_http::shares::{RETRY_AFTER, Refused};
use product_pool_store::record::gtins::gtins_in;

pub(super) const HTML: &str = "text/html; charset=utf-8";

/// The directives for shared caches that serve several sites: RFC 9213.
const CDN_CACHE_CONTROL: HeaderName = HeaderName::from_static("cdn-cache-control");

/// The `Cache-Control` of pages over a catalogue: fresh for a minute, and usable a day longer
/// while they are revalidated or cannot be.
pub(super) const CONTROL: &str =
    "public, max-age=60, stale-while-revalidate=86400, stale-if-error=86400";

/// The reason why there is no product to show.
pub(super) enum PageError {
    /// The API's response, which is not a record.
    Api(Box<Response>),
    /// An error in the request or in the record.
    Here(StatusCode, Failure),
    /// An invalid setting of a fragment.
    Settings(Problem),
}

impl From<Refused> for PageError {
    fn from(refused: Refused) -> PageError {
        match refused {
            Refused::All => PageError::Here(StatusCode::SERVICE_UNAVAILABLE, Failure::Network),
            Refused::Share => {
                let detail = "this client has as many cards drawn as it may; try again later";
                let problem = Problem::too_many(detail, RETRY_AFTER);
                PageError::Api(Box::new(problem))
            }
        }
    }
}

impl PageError {
    /// The refusal of a text that is not a GTIN.
    pub(super) fn gtin(code: StatusCode) -> PageError {
        PageError::Here(code, Failure::BadGtin)
    }

    /// The refusal of a record that cannot be drawn.
    pub(super) fn record() -> PageError {
        PageError::Here(StatusCode::BAD_GATEWAY, Failure::Other)
    }

    /// Changes "not found" into "bad GTIN" if the GTIN's check digit is wrong.
    pub(super) fn by(self, gtin: &Gtin) -> PageError {
        match self {
            PageError::Api(response)
                if response.status() == StatusCode::NOT_FOUND && gtin.check().is_err() =>
            {
                PageError::gtin(StatusCode::NOT_FOUND)
            }
            other => other,
        }
    }

    /// The status of the response, and the failure that its card shows.
    fn outcome(&self) -> (StatusCode, Failure) {
        let response = match self {
            PageError::Here(code, failure) => return (*code, *failure),
            PageError::Settings(problem) => return (problem.status, Failure::Other),
            PageError::Api(response) => response,
        };
        match response.status() {
            code @ (StatusCode::NOT_FOUND | StatusCode::GONE) => (code, Failure::NotFound),
            // The path contains something that cannot be a product's identifier.
            StatusCode::BAD_REQUEST => (StatusCode::NOT_FOUND, Failure::NotFound),
            // Withdrawn, so whoever has kept a card of it must not show that any more.
            StatusCode::PAYMENT_REQUIRED
            | StatusCode::FORBIDDEN
            | StatusCode::UNAVAILABLE_FOR_LEGAL_REASONS => {
                (StatusCode::GONE, Failure::Unauthenticated)
            }
            code @ (StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT) => {
                (code, Failure::Network)
            }
            code @ (StatusCode::TOO_MANY_REQUESTS | StatusCode::INTERNAL_SERVER_ERROR) => {
                (code, Failure::Other)
            }
            _ => (StatusCode::SERVICE_UNAVAILABLE, Failure::Network),
        }
    }

    /// Formats the refusal for the element: as `drawn`, if there is no such product, and otherwise
    /// as a problem.
    pub(super) fn data(self, drawn: impl FnOnce(Failure) -> String) -> Response {
        let (status, failure) = self.outcome();
        let is_gone = matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE);
        if is_gone && failure != Failure::Unauthenticated {
            let mut response = body(status, JSON, drawn(failure));
            let control = HeaderValue::from_static("no-store");
            response
                .headers_mut()
                .insert(header::CACHE_CONTROL, control);
            return response;
        }
        match self {
            PageError::Api(response) => *response,
            PageError::Settings(problem) => problem.into_response(),
            PageError::Here(..) => {
                let detail = format!("no card can be drawn: {}", failure.key());
                Problem::new(status, "not_drawn", "Not drawn", detail).into_response()
            }
        }
    }

    /// Formats the refusal for people: as a page, or as a card in a frame.
    pub(super) fn answer(self, context: Option<&CardContext<'_>>, locale: Locale) -> Response {
        let (code, failure) = self.outcome();
        let (problem, after) = match &self {
            PageError::Settings(problem) => (Some(problem), None),
            PageError::Api(response) => {
                (None, response.headers().get(header::RETRY_AFTER).cloned())
            }
            // As a problem has it.
            PageError::Here(StatusCode::SERVICE_UNAVAILABLE, _) => {
                (None, Some(HeaderValue::from_static("1")))
            }
            PageError::Here(..) => (None, None),
        };
        let messages = locale.messages();
        let (kind, text) = match context {
            Some(context) => {
                let text = render::failed_fragment(failure, context, messages, problem);
                (Kind::Fragment, text)
            }
            None => (Kind::Page, document::failure_page(failure, messages)),
        };
        let mut response = body(code, HTML, text);
        let headers = response.headers_mut();
        let control = HeaderValue::from_static("no-store");
        headers.insert(header::CACHE_CONTROL, control);
        if let Some(after) = after {
            headers.insert(header::RETRY_AFTER, after);
        }
        set_language(headers, locale);
        kind.mark(response)
    }
}

/// Sets the caching headers of a response that shows a record. Those of a gateway's response
/// are copied, which may be old already. A catalogue's responses are private, for clients with
/// its token, which says nothing about public pages.
fn set_cache_headers(headers: &mut HeaderMap, record: &Fetched) {
    let control = record.headers.get(header::CACHE_CONTROL);
    if let Some(control) = control.filter(|value| !value.as_bytes().starts_with(b"private")) {
        headers.insert(header::CACHE_CONTROL, control.clone());
    }
    spare_browsers(headers);
    for name in [header::AGE, STALE, SURROGATE_KEY, CACHE_TAG] {
        if let Some(value) = record.headers.get(&name) {
            headers.insert(name, value.clone());
        }
    }
    if !headers.contains_key(SURROGATE_KEY) {
        let text = record.text();
        Tags::of_record(pool_id(text).as_deref(), gtins_in(text)).insert(headers);
    }
}

/// Leaves `stale-while-revalidate` to shared caches, which a purge reaches: a browser would show a
/// recalled product's card once more.
fn spare_browsers(headers: &mut HeaderMap) {
    let Some(control) = headers.get(header::CACHE_CONTROL).cloned() else {
        return;
    };
    let directives = control.to_str().unwrap_or_default().split(", ");
    let (stale, own): (Vec<&str>, Vec<&str>) =
        directives.partition(|directive| directive.starts_with("stale-while-revalidate"));
    if !stale.is_empty()
        && let Ok(own) = HeaderValue::try_from(own.join(", "))
    {
        headers.insert(header::CACHE_CONTROL, own);
        headers.insert(CDN_CACHE_CONTROL, control);
    }
}

/// Sets the language of a response, and `Vary` if the request's headers determined it.
fn set_language(headers: &mut HeaderMap, locale: Locale) {
    let language = HeaderValue::from_static(locale.language);
    headers.insert(header::CONTENT_LANGUAGE, language);
    if locale.negotiated {
        let vary = HeaderValue::from_static("Accept-Language");
        headers.insert(header::VARY, vary);
    }
}

/// A response that shows a record, with its caching headers; 304 if the client has
/// it already.
pub(super) fn cacheable(
    kind: Kind,
    mime: &'static str,
    representation: Representation,
    locale: Locale,
    record: &Fetched,
    request: &PageRequest,
) -> Response {
    let mime = HeaderValue::from_static(mime);
    let mut response = tagged(&request.headers, mime, CONTROL, representation);
    let headers = response.headers_mut();
    set_cache_headers(headers, record);
    set_language(headers, locale);
    kind.mark(response)
}
