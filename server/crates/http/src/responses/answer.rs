//! Successful responses, and conditional requests.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// The media type of the API's responses.
pub const JSON: &str = "application/json";

/// The media type of a list of links (RFC 9264).
pub const LINKSET: &str = "application/linkset+json";

/// The media types that are compressed; other files are compressed beforehand or not at all.
const MEDIA_TYPES: [&str; 4] = [JSON, LINKSET, "text/html", "text/css"];

/// The header of a response that the upstream could not confirm: when the upstream last sent
/// it, as `2026-01-31T12:00:00Z`.
pub const STALE: HeaderName = HeaderName::from_static("x-product-pool-stale");

/// The cache-tag header of Fastly and of the recipe for Varnish: tags separated by spaces.
pub const SURROGATE_KEY: HeaderName = HeaderName::from_static("surrogate-key");
/// The cache-tag header of Cloudflare and Akamai: tags separated by commas.
pub const CACHE_TAG: HeaderName = HeaderName::from_static("cache-tag");

/// The `Cache-Control` of resources that never change under their name.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Marks a response that can be compressed and whose entity tag is a hash of its body: the length
/// of the body in bytes, which a 304 does not have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TaggedBody(pub(crate) usize);

/// A body with its strong entity tag.
#[derive(Clone, Debug)]
pub struct Representation {
    /// A hash of the body, before it was compressed.
    pub tag: String,
    /// The body, compressed or not.
    pub body: Bytes,
}

impl From<Bytes> for Representation {
    fn from(body: Bytes) -> Representation {
        let tag = tag(&body);
        Representation { tag, body }
    }
}

/// A response with that status, media type and body.
pub fn body(status: StatusCode, mime: &'static str, bytes: impl Into<Body>) -> Response {
    let mut response = Response::new(bytes.into());
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    response
}

/// Whether responses of a media type are compressed.
pub(crate) fn is_compressible(mime: &HeaderValue) -> bool {
    let mime = mime.to_str().ok().and_then(|mime| mime.split(';').next());
    mime.is_some_and(|mime| MEDIA_TYPES.contains(&mime.trim_end()))
}

/// The response with a representation of that media type; 304 if the client has it.
pub fn tagged(
    request: &HeaderMap,
    mime: HeaderValue,
    control: &'static str,
    sent: Representation,
) -> Response {
    let length = sent.body.len();
    let is_known = is_known(request, &sent.tag);
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Response::new(Body::from(sent.body)),
    };
    if is_compressible(&mime) {
        response.extensions_mut().insert(TaggedBody(length));
    }
    let headers = response.headers_mut();
    if !is_known {
        headers.insert(header::CONTENT_TYPE, mime);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
    if let Ok(tag) = HeaderValue::try_from(sent.tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// A JSON response of the API. Clients may cache it, but revalidate it each time: a product
/// may have changed, or a token been revoked.
pub fn json(request: &HeaderMap, text: String) -> Response {
    let mime = HeaderValue::from_static(JSON);
    tagged(request, mime, "private, no-cache", Bytes::from(text).into())
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
fn is_known(request: &HeaderMap, tag: &str) -> bool {
    request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}
