//! Compression of responses, for clients that accept it.
//!
//! Compressed, a product's record is a quarter as long, and a page a fifth. The files of a
//! release are compressed beforehand; responses that are compressed already are left as they
//! are.
//!
//! A response that can be compressed has a weak entity tag, which is the same in all codings
//! (RFC 9110, 8.8.1).

use std::convert::Infallible;
use std::future::ready;
use std::io::Write as _;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use brotli::BrotliCompress;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use memchr::memmem;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};

use crate::responses::answer::{Representation, TaggedBody, is_compressible};
use crate::responses::problem::Problem;
use crate::responses::representations::{MAX_SIZE, Representations};
use crate::service::HttpService;

/// Shorter responses fit into one packet uncompressed.
const MIN_SIZE: u64 = 1024;

/// The compression level of brotli and gzip. Higher levels take much longer and save little.
const LEVEL: i32 = 4;

/// The quality of brotli for what is kept. It is compressed once, so it may take twice as long to be
/// 7 % smaller.
const QUALITY: i32 = 5;

/// The window of brotli for what is kept, as a power of two. With its default of 4 MB, making the
/// tables takes three quarters of the time for a record.
const WINDOW: i32 = 18;

/// The codings that clients may choose, the preferred one last.
const CODINGS: [&str; 3] = ["identity", GZIP, BROTLI];
const GZIP: &str = "gzip";
const BROTLI: &str = "br";

/// Compresses the responses of a service. A body with a tag is compressed once for each coding,
/// and kept among the representations.
pub fn with_compression<S: HttpService>(
    service: S,
    representations: Representations,
) -> impl HttpService {
    middleware::from_fn_with_state(representations, respond).layer(service)
}

/// Sets the headers of a response that can be compressed, whether it is or not, and compresses
/// it if the client accepts that. A 304 has the same headers as the response that it stands for.
async fn respond(
    State(representations): State<Representations>,
    request: Request,
    next: Next,
) -> Response {
    let coding = preferred(request.headers());
    let known_tags = request.headers().get(header::IF_NONE_MATCH).cloned();
    let mut response = next.run(request).await;
    let tag = response.headers().get(header::ETAG).cloned();
    let tagged = response.extensions().get::<TaggedBody>().copied();
    let weak_tag = tag.as_ref().and_then(weak);
    let is_unsent = response.status() == StatusCode::NOT_MODIFIED;
    let is_varying = match tagged {
        Some(TaggedBody(length)) => length as u64 >= MIN_SIZE,
        // The length of an unsent file is unknown here, but the client has its tag.
        None if is_unsent => is_among(weak_tag.as_ref(), known_tags),
        None => is_compressed().should_compress(&response),
    };
    if !is_varying {
        return response;
    }
    let headers = response.headers_mut();
    vary(headers);
    if let Some(tag) = weak_tag {
        headers.insert(header::ETAG, tag);
    }
    let Some(coding) = coding.filter(|_| !is_unsent) else {
        return response;
    };
    match (tagged, tag.as_ref().and_then(|tag| tag.to_str().ok())) {
        (Some(TaggedBody(length)), Some(tag)) if length <= MAX_SIZE => {
            keep(&representations, tag, coding, response).await
        }
        _ => stream(coding, response).await,
    }
}

/// The coding that a client prefers; `None` if it should get the body as it is. A client that
/// refuses that (`identity;q=0`) is better served than refused, which RFC 9110 (12.5.3) leaves to
/// the server.
fn preferred(headers: &HeaderMap) -> Option<&'static str> {
    preferred_coding(headers, |_| true)
}

/// The coding that a client prefers among those that there are, as [`with_compression`] does.
pub fn preferred_coding(
    headers: &HeaderMap,
    is_there: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let accepted = accepted.filter_map(|value| value.to_str().ok());
    let weighed = accepted
        .flat_map(|value| value.split(','))
        .filter_map(|part| {
            let (name, quality) = part.split_once(';').unwrap_or((part, "q=1"));
            let quality = quality.trim().strip_prefix(['q', 'Q'])?.strip_prefix('=')?;
            let quality: f32 = quality.parse().ok()?;
            let is_named = |coding: &&str| coding.eq_ignore_ascii_case(name.trim());
            let coding = CODINGS.iter().position(is_named)?;
            let is_there = coding == 0 || is_there(CODINGS[coding]);
            (is_there && quality > 0.0 && quality <= 1.0).then_some((quality, coding))
        });
    let (_, coding) = weighed.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
    (coding > 0).then(|| CODINGS[coding])
}

/// The response with its body in a coding, compressed unless that is kept already.
async fn keep(
    representations: &Representations,
    tag: &str,
    coding: &'static str,
    response: Response,
) -> Response {
    let (mut parts, body) = response.into_parts();
    // A body that is in memory as a whole is not copied.
    let Ok(body) = to_bytes(body, MAX_SIZE).await else {
        return Problem::internal().into_response();
    };
    let compressed = representations.get_or_make(&format!("{coding} {tag}"), || {
        Some(Representation {
            tag: tag.to_owned(),
            body: compress(coding, &body)?,
        })
    });
    let body = match compressed {
        Some(compressed) => {
            let coding = HeaderValue::from_static(coding);
            parts.headers.insert(header::CONTENT_ENCODING, coding);
            parts.headers.remove(header::CONTENT_LENGTH);
            compressed.body
        }
        None => body,
    };
    Response::from_parts(parts, Body::from(body))
}

/// The body that brotli has made this of; `None` if it has not.
pub fn decompressed(mut compressed: &[u8]) -> Option<Bytes> {
    let mut body = Vec::new();
    brotli::BrotliDecompress(&mut compressed, &mut body).ok()?;
    Some(body.into())
}

/// A body in a coding.
fn compress(coding: &str, mut body: &[u8]) -> Option<Bytes> {
    let mut compressed = Vec::new();
    if coding == BROTLI {
        let params = BrotliEncoderParams {
            quality: QUALITY,
            lgwin: WINDOW,
            ..BrotliEncoderParams::default()
        };
        BrotliCompress(&mut body, &mut compressed, &params).ok()?;
    } else {
        let level = Compression::new(LEVEL.unsigned_abs());
        let mut encoder = GzEncoder::new(&mut compressed, level);
        encoder.write_all(body).ok()?;
        encoder.finish().ok()?;
    }
    Some(compressed.into_boxed_slice().into())
}

/// The response with its body in a coding, compressed while it is sent.
async fn stream(coding: &'static str, response: Response) -> Response {
    let mut request = Request::new(Body::empty());
    let coding = HeaderValue::from_static(coding);
    request
        .headers_mut()
        .insert(header::ACCEPT_ENCODING, coding);
    let mut plain = Some(response);
    let plain = service_fn(move |_: Request| {
        let response = plain.take().unwrap_or_default();
        ready(Ok::<_, Infallible>(response))
    });
    let level = CompressionLevel::Precise(LEVEL);
    let layer = CompressionLayer::new()
        .quality(level)
        .compress_when(is_compressed());
    let Ok(response) = layer.layer(plain).oneshot(request).await;
    response.map(Body::new)
}

/// Whether a response is compressed for a client that accepts it.
fn is_compressed() -> impl Predicate {
    SizeAbove::new(MIN_SIZE).and(is_plain_text)
}

/// Whether a response is a text, whole, and not compressed yet.
fn is_plain_text(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .is_some_and(is_compressible)
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
mod tests {
    use super::*;
    use crate::responses::answer::{self, JSON};
    use axum::Router;
    use axum::extract::Path;
    use axum::routing::get;
    use std::io::Read as _;

    const LONG: usize = 5_000;

    fn text(zeros: usize) -> String {
        format!("[{}0]", "0,".repeat(zeros))
    }

    fn service() -> impl HttpService {
        let record = |headers: HeaderMap| async move { answer::json(&headers, text(LONG)) };
        let long = |headers: HeaderMap| async move { answer::json(&headers, text(MAX_SIZE)) };
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
        let service = Router::new()
            .route("/record", get(record))
            .route("/long", get(long))
            .route("/named/{name}", get(named))
            .route("/short", get(short))
            .route("/picture", get(picture))
            .route("/compressed", get(compressed));
        with_compression(service, Representations::new(1 << 20))
    }

    /// The bytes of a response to a client that accepts one coding.
    async fn encoded(service: &impl HttpService, path: &str, coding: &str) -> Bytes {
        let request = Request::builder()
            .uri(path)
            .header(header::ACCEPT_ENCODING, coding);
        let request = request.body(Body::empty()).unwrap();
        let response = service.clone().oneshot(request).await.unwrap();
        assert_eq!(of(response.headers(), &header::CONTENT_ENCODING), coding);
        to_bytes(response.into_body(), usize::MAX).await.unwrap()
    }

    fn decoded(coding: &str, body: &[u8]) -> String {
        let mut text = String::new();
        match coding {
            "br" => brotli::Decompressor::new(body, 4096).read_to_string(&mut text),
            _ => flate2::read::GzDecoder::new(body).read_to_string(&mut text),
        }
        .unwrap();
        text
    }

    #[tokio::test]
    async fn a_body_is_compressed_once_for_each_coding() {
        let service = service();
        for coding in ["br", "gzip"] {
            let first = encoded(&service, "/record", coding).await;
            let again = encoded(&service, "/record", coding).await;
            // The same bytes, not equal ones.
            assert_eq!(first.as_ptr(), again.as_ptr(), "{coding}");
            assert_eq!(decoded(coding, &first), text(LONG), "{coding}");
        }
    }

    #[tokio::test]
    async fn a_long_body_is_compressed_while_it_is_sent() {
        let service = service();
        for coding in ["br", "gzip"] {
            let body = encoded(&service, "/long", coding).await;
            assert_eq!(decoded(coding, &body), text(MAX_SIZE), "{coding}");
        }
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
