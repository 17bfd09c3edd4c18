//! Successful answers, and when to say that nothing changed.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// The media type of all answers of the API.
pub const JSON: &str = "application/json";

/// The media type of a list of links: RFC 9264.
pub const LINKSET: &str = "application/linkset+json";

/// When the upstream last said what is given out although it could not be asked
/// again, as `2026-01-31T12:00:00Z`.
pub const STALE: HeaderName = HeaderName::from_static("x-product-pool-stale");

/// The header of Fastly and of the recipe for Varnish: tags with spaces between.
pub const SURROGATE_KEY: HeaderName = HeaderName::from_static("surrogate-key");
/// The header of Cloudflare and Akamai: tags with commas between.
pub const CACHE_TAG: HeaderName = HeaderName::from_static("cache-tag");

/// How long what never changes under its name may be kept.
pub const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The length of the body that a 304 stands for, in bytes. By this it has the same `Vary`
/// as the body would have.
#[derive(Clone, Copy, Debug)]
pub struct UnsentBody(pub usize);

/// A response of that status, type and body.
pub fn body(status: StatusCode, mime: &'static str, bytes: impl Into<Body>) -> Response {
    let mut response = Response::new(bytes.into());
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    response
}

/// A JSON answer of the API. A client may keep it, but asks each time whether
/// it still holds: a product may have changed, a token been revoked.
pub fn json(request: &HeaderMap, text: String) -> Response {
    let tag = tag(text.as_bytes());
    if is_known(request, &tag) {
        let mut response = not_modified(&tag, "private, no-cache");
        response.extensions_mut().insert(UnsentBody(text.len()));
        return response;
    }
    let mut response = body(StatusCode::OK, JSON, text);
    cache(&mut response, &tag, "private, no-cache");
    response
}

/// The answer under `{"data": …}`.
pub fn data(request: &HeaderMap, text: &str) -> Response {
    json(request, format!("{{\"data\":{text}}}"))
}

/// A page of a numbered list: `{"page", "per page", "pages", "total", "data"}`.
pub fn numbered(
    request: &HeaderMap,
    page: u32,
    per_page: u32,
    total: u64,
    items: &[String],
) -> Response {
    let pages = total.div_ceil(u64::from(per_page));
    json(
        request,
        format!(
            "{{\"page\":{page},\"per page\":{per_page},\"pages\":{pages},\"total\":{total},\
             \"data\":[{}]}}",
            items.join(",")
        ),
    )
}

/// The tag of those bytes.
pub fn tag(bytes: &[u8]) -> String {
    format!("\"{}\"", HEXLOWER.encode(&Sha256::digest(bytes)[..16]))
}

/// Whether the request says that its sender has what bears this tag.
pub fn is_known(request: &HeaderMap, tag: &str) -> bool {
    request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

/// 304 for what bears this tag.
pub fn not_modified(tag: &str, control: &'static str) -> Response {
    let mut response = StatusCode::NOT_MODIFIED.into_response();
    cache(&mut response, tag, control);
    response
}

/// Says how long a response may be kept and by what it is known.
pub fn cache(response: &mut Response, tag: &str, control: &'static str) {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
}
