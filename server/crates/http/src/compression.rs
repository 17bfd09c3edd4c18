//! Compression of responses, for clients that accept it.
//!
//! Compressed, a product's record is a quarter as long, and a page a fifth. The files of a
//! release are compressed beforehand; responses that are compressed already are left as they
//! are.
//!
//! A strong entity tag identifies bytes, so a response has a different tag in each coding:
//! `"x"`, `"x-br"`, `"x-gzip"`. A conditional request with any of them gets a 304 under the
//! tag that it sent.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use tower::{Layer as _, ServiceExt as _};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};

use crate::answer::{JSON, LINKSET, UnsentBody};

/// Shorter responses fit into one packet uncompressed.
const LEAST: u64 = 1024;

/// The compression level of brotli and gzip. Higher levels take much longer and save little.
const EFFORT: i32 = 4;

/// The content codings, as headers and tags name them.
const CODINGS: [&str; 2] = ["br", "gzip"];

/// The media types that are compressed here; files are compressed beforehand or not at all.
const KINDS: [&str; 3] = [JSON, LINKSET, "text/html"];

/// Marks a response that the service did not compress itself.
#[derive(Clone, Copy)]
struct Plain;

/// Compresses the responses of a service.
pub fn compressed(service: Router) -> Router {
    let compression = CompressionLayer::new()
        .quality(CompressionLevel::Precise(EFFORT))
        .compress_when(worth_it());
    let packed = service
        .clone()
        .layer(middleware::map_response(note))
        .layer(compression)
        .layer(middleware::from_fn(tagged));
    // The layer wraps the whole router, before routing: each of the two services routes by
    // itself.
    let either = middleware::from_fn_with_state(packed, chosen).layer(service);
    Router::new().fallback_service(either)
}

/// Bypasses the compression layers for requests that accept no coding and have no tag, such as
/// those of a proxy on its own behalf, to save their cost.
async fn chosen(State(packed): State<Router>, mut request: Request, next: Next) -> Response {
    allow_identity(request.headers_mut());
    let headers = request.headers();
    let is_plain = !headers.contains_key(header::ACCEPT_ENCODING)
        && !headers.contains_key(header::IF_NONE_MATCH);
    if !is_plain {
        return match packed.oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
    }
    let mut response = next.run(request).await;
    let coded = [header::CONTENT_ENCODING, header::CONTENT_RANGE];
    let is_coded = coded
        .iter()
        .any(|name| response.headers().contains_key(name));
    if !is_coded && worth_it().should_compress(&response) {
        vary(response.headers_mut());
    }
    response
}

/// Whether a response would be compressed for a client that accepts it.
fn worth_it() -> impl Predicate {
    SizeAbove::new(LEAST).and(is_ours)
}

fn is_ours(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    KINDS.contains(&kind.trim_end())
}

async fn note(mut response: Response) -> Response {
    if !response.headers().contains_key(header::CONTENT_ENCODING) {
        response.extensions_mut().insert(Plain);
    }
    response
}

/// Removes the codings that refuse an uncompressed response (`identity;q=0`, `*;q=0`): a
/// client that accepts only some codings is better served than refused, which RFC 9110
/// (12.5.3) leaves to the server.
fn allow_identity(headers: &mut HeaderMap) {
    let is_refusal = |coding: &&str| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let name = name.trim();
        let weight = weight.trim().to_ascii_lowercase();
        let weight = weight.strip_prefix("q=").map(str::trim_end);
        let is_zero = weight.is_some_and(|it| it.parse() == Ok(0.0_f32));
        is_zero && (name == "*" || name.eq_ignore_ascii_case("identity"))
    };
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let accepted: Vec<_> = accepted.filter_map(|value| value.to_str().ok()).collect();
    let codings = || accepted.iter().flat_map(|value| value.split(','));
    if !codings().any(|coding| is_refusal(&coding)) {
        return;
    }
    let allowed: Vec<_> = codings().filter(|coding| !is_refusal(coding)).collect();
    let allowed = HeaderValue::from_str(&allowed.join(","));
    headers.remove(header::ACCEPT_ENCODING);
    if let Ok(allowed) = allowed
        && !allowed.is_empty()
    {
        headers.insert(header::ACCEPT_ENCODING, allowed);
    }
}

/// Gives a response a different entity tag in each coding.
async fn tagged(mut request: Request, next: Next) -> Response {
    let asked = asked_for(request.headers());
    // In addition to the sent tags, because a tag of the service may also end in `-br` or
    // `-gzip`.
    let plain: Vec<String> = asked.iter().filter_map(|tag| plain(tag)).collect();
    if let Ok(plain) = HeaderValue::from_str(&plain.join(", "))
        && !plain.is_empty()
    {
        request.headers_mut().append(header::IF_NONE_MATCH, plain);
    }
    let mut response = next.run(request).await;
    let is_plain = response.extensions_mut().remove::<Plain>().is_some();
    let Some(tag) = text(response.headers(), &header::ETAG).filter(|_| is_plain) else {
        return response;
    };
    let tag = tag.to_owned();
    let own = if response.status() == StatusCode::NOT_MODIFIED {
        let unsent = response.extensions().get::<UnsentBody>();
        if unsent.is_some_and(|body| body.0 as u64 >= LEAST) {
            vary(response.headers_mut());
        }
        known_as(&tag, &asked)
    } else {
        let coding = text(response.headers(), &header::CONTENT_ENCODING);
        coding.map(|coding| coded(&tag, coding))
    };
    if let Some(own) = own.and_then(|own| HeaderValue::from_str(&own).ok()) {
        response.headers_mut().insert(header::ETAG, own);
    }
    response
}

fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// The entity tags in `If-None-Match`.
fn asked_for(headers: &HeaderMap) -> Vec<String> {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/").to_owned())
        .collect()
}

/// `"x-br"` for `"x"`.
fn coded(tag: &str, coding: &str) -> String {
    match tag.strip_suffix('"') {
        Some(open) => format!("{open}-{coding}\""),
        None => tag.to_owned(),
    }
}

/// `"x"` for `"x-br"`.
fn plain(tag: &str) -> Option<String> {
    let open = tag.strip_suffix('"')?;
    let mut opens = CODINGS
        .iter()
        .filter_map(|coding| open.strip_suffix(coding));
    let open = opens.next()?.strip_suffix('-')?;
    Some(format!("{open}\""))
}

/// The tag that the client sent for the response with this `tag`, if it is a different one.
fn known_as(tag: &str, asked: &[String]) -> Option<String> {
    if asked.iter().any(|known| known == tag) {
        return None;
    }
    let mut coded = CODINGS.iter().map(|coding| coded(tag, coding));
    coded.find(|coded| asked.contains(coded))
}

/// Adds `Vary: accept-encoding`: the response depends on the codings that a client accepts.
fn vary(headers: &mut HeaderMap) {
    let on = header::ACCEPT_ENCODING.as_str();
    let said = headers.get_all(header::VARY).iter();
    let is_said = said
        .filter_map(|value| value.to_str().ok())
        .any(|value| value.to_ascii_lowercase().contains(on));
    if !is_said {
        headers.append(
            header::VARY,
            HeaderValue::from_name(header::ACCEPT_ENCODING),
        );
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::answer;
    use axum::body::{Body, to_bytes};
    use axum::extract::Path;
    use axum::routing::get;

    const LONG: usize = 5_000;

    fn service() -> Router {
        let record = |headers: HeaderMap| async move {
            answer::json(&headers, format!("[{}0]", "0,".repeat(LONG)))
        };
        let short = |headers: HeaderMap| async move { answer::json(&headers, "[]".to_owned()) };
        let named =
            |Path(name): Path<String>| async move { ([(header::CONTENT_TYPE, JSON)], name) };
        let picture = || async { ([(header::CONTENT_TYPE, "image/webp")], vec![0_u8; LONG]) };
        let done = || async {
            (
                [
                    (header::CONTENT_ENCODING, "br"),
                    (header::CONTENT_TYPE, "text/html"),
                    (header::ETAG, "\"file\""),
                ],
                vec![0_u8; LONG],
            )
        };
        compressed(
            Router::new()
                .route("/record", get(record))
                .route("/named/{name}", get(named))
                .route("/short", get(short))
                .route("/picture", get(picture))
                .route("/done", get(done)),
        )
    }

    async fn ask(
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
        text(headers, name).unwrap_or_default()
    }

    #[tokio::test]
    async fn an_answer_is_compressed_for_who_takes_it_so() {
        let (_, headers, whole) = ask("/record", &[]).await;
        assert_eq!(of(&headers, &header::CONTENT_ENCODING), "");
        assert_eq!(of(&headers, &header::VARY), "accept-encoding");
        let tag = of(&headers, &header::ETAG).to_owned();
        for (takes, coding) in [("gzip, deflate, br", "br"), ("gzip", "gzip")] {
            let (status, headers, length) =
                ask("/record", &[(header::ACCEPT_ENCODING, takes)]).await;
            assert_eq!(status, StatusCode::OK);
            assert_eq!(of(&headers, &header::CONTENT_ENCODING), coding);
            assert_eq!(of(&headers, &header::ETAG), coded(&tag, coding));
            assert!(length * 10 < whole, "{length} of {whole}");
        }
    }

    #[tokio::test]
    async fn who_has_it_in_any_coding_is_told_so_under_that_tag() {
        let (_, headers, _) = ask("/record", &[]).await;
        let tag = of(&headers, &header::ETAG).to_owned();
        let weak = format!("W/{}", coded(&tag, "gzip"));
        for (known, told) in [
            (tag.clone(), tag.clone()),
            (coded(&tag, "br"), coded(&tag, "br")),
            (weak, coded(&tag, "gzip")),
            (
                format!("\"other\", {}", coded(&tag, "br")),
                coded(&tag, "br"),
            ),
        ] {
            let asked = [
                (header::IF_NONE_MATCH, known.as_str()),
                (header::ACCEPT_ENCODING, "br"),
            ];
            let (status, headers, length) = ask("/record", &asked).await;
            assert_eq!((status, length), (StatusCode::NOT_MODIFIED, 0), "{known}");
            assert_eq!(of(&headers, &header::ETAG), told, "{known}");
            assert_eq!(of(&headers, &header::VARY), "accept-encoding");
        }
        // A short body is not compressed, so its 304 has no `Vary` either.
        let (_, headers, _) = ask("/short", &[]).await;
        assert_eq!(of(&headers, &header::VARY), "");
        let short = [(header::IF_NONE_MATCH, of(&headers, &header::ETAG))];
        let (status, headers, _) = ask("/short", &short).await;
        assert_eq!(status, StatusCode::NOT_MODIFIED);
        assert_eq!(of(&headers, &header::VARY), "");
        for other in ["\"other-br\"", "\"-br\"", "-br", "\""] {
            let (status, ..) = ask("/record", &[(header::IF_NONE_MATCH, other)]).await;
            assert_eq!(status, StatusCode::OK, "{other}");
        }
    }

    #[tokio::test]
    async fn a_client_may_know_more_than_there_can_be_headers() {
        let tags: Vec<String> = (0..40_000).map(|tag| format!("\"{tag}-br\"")).collect();
        let asked = tags.join(",");
        let (status, ..) = ask("/record", &[(header::IF_NONE_MATCH, &asked)]).await;
        assert_eq!(status, StatusCode::OK);
    }

    #[tokio::test]
    async fn an_answer_may_always_be_sent_as_it_is() {
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
                let (status, headers, _) = ask(path, &[(header::ACCEPT_ENCODING, accepted)]).await;
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
    async fn a_path_has_its_parts_once() {
        for takes in ["", "br"] {
            let asked = [(header::ACCEPT_ENCODING, takes)];
            let asked = if takes.is_empty() { &[] } else { &asked[..] };
            let (status, _, length) = ask("/named/oats", asked).await;
            assert_eq!((status, length), (StatusCode::OK, 4), "{takes}");
        }
    }

    #[tokio::test]
    async fn what_is_short_or_a_picture_or_compressed_already_is_left_alone() {
        let takes = [(header::ACCEPT_ENCODING, "br, gzip")];
        for path in ["/short", "/picture"] {
            let (_, headers, _) = ask(path, &takes).await;
            assert_eq!(of(&headers, &header::CONTENT_ENCODING), "", "{path}");
            assert!(!of(&headers, &header::ETAG).contains("-br"), "{path}");
        }
        let (_, headers, length) = ask("/done", &takes).await;
        assert_eq!(of(&headers, &header::ETAG), "\"file\"");
        assert_eq!(length, LONG);
    }
}
