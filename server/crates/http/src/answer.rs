//! Successful responses, and conditional requests.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// The media type of the API's responses.
pub const JSON: &str = "application/json";

/// The media type of a list of links (RFC 9264).
pub const LINKSET: &str = "application/linkset+json";

/// The header of a response that the upstream could not confirm: when the upstream last sent
/// it, as `2026-01-31T12:00:00Z`.
pub const STALE: HeaderName = HeaderName::from_static("x-product-pool-stale");

/// The cache-tag header of Fastly and of the recipe for Varnish: tags separated by spaces.
pub const SURROGATE_KEY: HeaderName = HeaderName::from_static("surrogate-key");
/// The cache-tag header of Cloudflare and Akamai: tags separated by commas.
pub const CACHE_TAG: HeaderName = HeaderName::from_static("cache-tag");

/// The `Cache-Control` of resources that never change under their name.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The length of the body that a 304 stands for, in bytes. It lets the 304 have the same
/// `Vary` as a response with the body.
#[derive(Clone, Copy, Debug)]
pub struct UnsentBody(pub usize);

/// A response with that status, media type and body.
pub fn body(status: StatusCode, mime: &'static str, bytes: impl Into<Body>) -> Response {
    let mut response = Response::new(bytes.into());
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    response
}

/// A JSON response of the API. Clients may cache it, but revalidate it each time: a product
/// may have changed, or a token been revoked.
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

/// A JSON response with the text under `{"data": …}`.
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

/// The strong entity tag of those bytes.
pub fn tag(bytes: &[u8]) -> String {
    format!("\"{}\"", HEXLOWER.encode(&Sha256::digest(bytes)[..16]))
}

/// Whether `If-None-Match` has this tag.
pub fn is_known(request: &HeaderMap, tag: &str) -> bool {
    request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

/// The 304 for a response with this tag.
pub fn not_modified(tag: &str, control: &'static str) -> Response {
    let mut response = StatusCode::NOT_MODIFIED.into_response();
    cache(&mut response, tag, control);
    response
}

/// Sets the `Cache-Control` and `ETag` of a response.
pub fn cache(response: &mut Response, tag: &str, control: &'static str) {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
}
