//! Compression of responses, for clients that accept it.
//!
//! Compressed, a product's record is a quarter as long, and a page a fifth. The files of a
//! release are compressed beforehand; responses that are compressed already are left as they
//! are.
//!
//! A response that can be compressed has a weak entity tag, which is the same in all codings
//! (RFC 9110, 8.8.1).

use axum::body::Body;
use axum::extract::Request;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use memchr::memmem;
use tower::{Layer as _, ServiceExt as _};
use tower_http::CompressionLevel;
use tower_http::compression::predicate::{Predicate, SizeAbove};
use tower_http::compression::{CompressionBody, CompressionLayer};

use crate::answer::{JSON, LINKSET, UnsentBody};
use crate::service::HttpService;

/// Shorter responses fit into one packet uncompressed.
const MIN_SIZE: u64 = 1024;

/// The compression level of brotli and gzip. Higher levels take much longer and save little.
const LEVEL: i32 = 4;

/// The media types that are compressed here; files are compressed beforehand or not at all.
const MEDIA_TYPES: [&str; 3] = [JSON, LINKSET, "text/html"];

/// The status of a response before the compression layer.
#[derive(Clone, Copy)]
struct OriginalStatus(StatusCode);

/// Compresses the responses of a service. Requests that accept no coding, such as those of a
/// proxy on its own behalf, bypass the compression layer: its bodies are large.
pub fn with_compression<S: HttpService>(service: S) -> impl HttpService {
    let plain = middleware::from_fn(prepare).layer(service);
    let compressing = CompressionLayer::new()
        .quality(CompressionLevel::Precise(LEVEL))
        .compress_when(is_compressible())
        .layer(plain.clone())
        .map_response(restore_status);
    let choose = move |request: Request, plain: Next| {
        let compressing = compressing.clone();
        async move {
            if request.headers().contains_key(header::ACCEPT_ENCODING) {
                compressing.oneshot(request).await
            } else {
                Ok(plain.run(request).await)
            }
        }
    };
    middleware::from_fn(choose).layer(plain)
}

/// Sets the headers of a response that can be compressed, whether it is or not. A 304 has the
/// same ones as the response that it stands for.
async fn prepare(request: Request, next: Next) -> Response {
    let known_tags = request.headers().get(header::IF_NONE_MATCH).cloned();
    let mut response = next.run(request).await;
    let status = response.status();
    let weak_tag = response.headers().get(header::ETAG).and_then(weak);
    let is_varying = match response.extensions().get::<UnsentBody>() {
        Some(unsent) => unsent.0 as u64 >= MIN_SIZE,
        // The length of an unsent file is unknown here, but the client has its tag.
        None if status == StatusCode::NOT_MODIFIED => is_among(weak_tag.as_ref(), known_tags),
        None => is_compressible().should_compress(&response),
    };
    if is_varying {
        let headers = response.headers_mut();
        vary(headers);
        if let Some(tag) = weak_tag {
            headers.insert(header::ETAG, tag);
        }
    }
    response.extensions_mut().insert(OriginalStatus(status));
    response
}

/// Restores the status that the compression layer replaces with 406 if the client refuses an
/// uncompressed response (`identity;q=0`): such a client is better served than refused, which
/// RFC 9110 (12.5.3) leaves to the server.
fn restore_status(mut response: Response<CompressionBody<Body>>) -> Response {
    if let Some(OriginalStatus(status)) = response.extensions_mut().remove() {
        *response.status_mut() = status;
    }
    response.map(Body::new)
}

/// Whether a response is compressed for a client that accepts it.
fn is_compressible() -> impl Predicate {
    SizeAbove::new(MIN_SIZE).and(is_plain_text)
}

/// Whether a response is a text, whole, and not compressed yet.
fn is_plain_text(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE);
    let media_type = media_type.and_then(|value| value.to_str().ok());
    let media_type = media_type.and_then(|value| value.split(';').next());
    media_type.is_some_and(|value| MEDIA_TYPES.contains(&value.trim_end()))
        && !headers.contains_key(header::CONTENT_ENCODING)
        && !headers.contains_key(header::CONTENT_RANGE)
}

/// The weak form of a strong entity tag.
fn weak(tag: &HeaderValue) -> Option<HeaderValue> {
    let is_strong = tag.as_bytes().starts_with(b"\"");
    let weak = HeaderValue::from_bytes(&[b"W/", tag.as_bytes()].concat()).ok();
    weak.filter(|_| is_strong)
}

/// Whether an `If-None-Match` has this tag.
fn is_among(tag: Option<&HeaderValue>, known_tags: Option<HeaderValue>) -> bool {
    tag.zip(known_tags)
        .is_some_and(|(tag, known)| memmem::find(known.as_bytes(), tag.as_bytes()).is_some())
}

/// Adds `Vary: accept-encoding`: the response depends on the codings that a client accepts.
fn vary(headers: &mut HeaderMap) {
    let on = HeaderValue::from_name(header::ACCEPT_ENCODING);
    if !headers
        .get_all(header::VARY)
        .iter()
        .any(|value| value == on)
    {
        headers.append(header::VARY, on);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::answer;
    use axum::Router;
    use axum::body::to_bytes;
    use axum::extract::Path;
    use axum::routing::get;

    const LONG: usize = 5_000;

    fn service() -> impl HttpService {
        let record = |headers: HeaderMap| async move {
            answer::json(&headers, format!("[{}0]", "0,".repeat(LONG)))
        };
        let short = |headers: HeaderMap| async move { answer::json(&headers, "[]".to_owned()) };
        let named =
            |Path(name): Path<String>| async move { ([(header::CONTENT_TYPE, JSON)], name) };
        let picture = || async { ([(header::CONTENT_TYPE, "image/webp")], vec![0_u8; LONG]) };
        let compressed = || async {
            (
                [
                    (header::CONTENT_ENCODING, "br"),
                    (header::CONTENT_TYPE, "text/html"),
                    (header::ETAG, "\"file\""),
                ],
                vec![0_u8; LONG],
            )
        };
        with_compression(
            Router::new()
                .route("/record", get(record))
                .route("/named/{name}", get(named))
                .route("/short", get(short))
                .route("/picture", get(picture))
                .route("/compressed", get(compressed)),
        )
    }

    async fn get_response(
        path: &str,
        headers: &[(header::HeaderName, &str)],
    ) -> (StatusCode, HeaderMap, usize) {
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        let response = service()
            .oneshot(request.body(Body::empty()).unwrap())
            .await
            .unwrap();
        let (parts, body) = response.into_parts();
        let length = to_bytes(body, usize::MAX).await.unwrap().len();
        (parts.status, parts.headers, length)
    }

    fn of<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> &'a str {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }

    #[tokio::test]
    async fn responses_are_compressed_for_clients_that_accept_it() {
        let (_, headers, whole) = get_response("/record", &[]).await;
        assert_eq!(of(&headers, &header::CONTENT_ENCODING), "");
        assert_eq!(of(&headers, &header::VARY), "accept-encoding");
        let tag = of(&headers, &header::ETAG).to_owned();
        assert!(tag.starts_with("W/\""), "{tag}");
        for (accepted, coding) in [("gzip, deflate, br", "br"), ("gzip", "gzip")] {
            let (status, headers, length) =
                get_response("/record", &[(header::ACCEPT_ENCODING, accepted)]).await;
            assert_eq!(status, StatusCode::OK);
            assert_eq!(of(&headers, &header::CONTENT_ENCODING), coding);
            assert_eq!(of(&headers, &header::ETAG), tag);
            assert_eq!(of(&headers, &header::VARY), "accept-encoding");
            assert!(length * 10 < whole, "{length} of {whole}");
        }
    }

    #[tokio::test]
    async fn a_known_tag_gets_a_304_in_every_coding() {
        let (_, headers, _) = get_response("/record", &[]).await;
        let tag = of(&headers, &header::ETAG).to_owned();
        let strong = tag.trim_start_matches("W/").to_owned();
        let listed = format!("\"other\", {tag}");
        for known in [&tag, &strong, &listed] {
            for coding in ["br", "gzip", "identity", "identity;q=0"] {
                let sent = [
                    (header::IF_NONE_MATCH, known.as_str()),
                    (header::ACCEPT_ENCODING, coding),
                ];
                let (status, headers, length) = get_response("/record", &sent).await;
                assert_eq!((status, length), (StatusCode::NOT_MODIFIED, 0), "{known}");
                assert_eq!(of(&headers, &header::ETAG), tag, "{known}");
                assert_eq!(of(&headers, &header::VARY), "accept-encoding");
            }
        }
        // A short body is not compressed, so its 304 has no `Vary` either.
        let (_, headers, _) = get_response("/short", &[]).await;
        let tag = of(&headers, &header::ETAG);
        assert!(tag.starts_with('"'), "{tag}");
        assert_eq!(of(&headers, &header::VARY), "");
        let (status, headers, _) = get_response("/short", &[(header::IF_NONE_MATCH, tag)]).await;
        assert_eq!(status, StatusCode::NOT_MODIFIED);
        assert_eq!(of(&headers, &header::ETAG), tag);
        assert_eq!(of(&headers, &header::VARY), "");
        for other in ["\"other\"", "W/\"other\"", "W/", "\""] {
            let (status, ..) = get_response("/record", &[(header::IF_NONE_MATCH, other)]).await;
            assert_eq!(status, StatusCode::OK, "{other}");
        }
    }

    #[tokio::test]
    async fn a_client_may_send_more_tags_than_there_can_be_headers() {
        let tags: Vec<String> = (0..40_000).map(|tag| format!("W/\"{tag}\"")).collect();
        let known = tags.join(",");
        let (status, ..) = get_response("/record", &[(header::IF_NONE_MATCH, &known)]).await;
        assert_eq!(status, StatusCode::OK);
    }

    #[tokio::test]
    async fn a_response_is_never_refused_for_its_coding() {
        for (accepted, coding) in [
            ("identity;q=0", ""),
            ("*;q=0", ""),
            ("identity; Q=0.000, *;q=0", ""),
            ("deflate, identity;q=0", ""),
            ("gzip, identity;q=0", "gzip"),
            ("*;q=0,br", "br"),
            ("br;q=0, gzip;q=0.5, *;q=0", "gzip"),
            ("gzip;q=0, br;q=0, identity;q=0", ""),
            ("identity;q=0.1, gzip", "gzip"),
            ("identity;q=", ""),
            ("*;q=0;q=1, , ;", ""),
        ] {
            for path in ["/record", "/short", "/picture"] {
                let (status, headers, _) =
                    get_response(path, &[(header::ACCEPT_ENCODING, accepted)]).await;
                assert_eq!(status, StatusCode::OK, "{path} {accepted}");
                let expected = if path == "/record" { coding } else { "" };
                assert_eq!(
                    of(&headers, &header::CONTENT_ENCODING),
                    expected,
                    "{accepted}"
                );
            }
        }
    }

    #[tokio::test]
    async fn path_parameters_are_extracted_once() {
        for accepted in ["", "br"] {
            let headers = [(header::ACCEPT_ENCODING, accepted)];
            let headers = if accepted.is_empty() {
                &[]
            } else {
                &headers[..]
            };
            let (status, _, length) = get_response("/named/oats", headers).await;
            assert_eq!((status, length), (StatusCode::OK, 4), "{accepted}");
        }
    }

    #[tokio::test]
    async fn short_compressed_and_binary_responses_are_unchanged() {
        let accepted = [(header::ACCEPT_ENCODING, "br, gzip")];
        for path in ["/short", "/picture"] {
            let (_, headers, _) = get_response(path, &accepted).await;
            assert_eq!(of(&headers, &header::CONTENT_ENCODING), "", "{path}");
            assert!(!of(&headers, &header::ETAG).starts_with("W/"), "{path}");
        }
        let (_, headers, length) = get_response("/compressed", &accepted).await;
        assert_eq!(of(&headers, &header::ETAG), "\"file\"");
        assert_eq!(length, LONG);
    }
}
