//! The responses that clients get: a cached entry, or a problem.

pub(crate) mod failure_cache;

use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::entry::{Entry, Times};
use crate::failure::Failure;
use product_pool_http::CacheOutcome;
use product_pool_http::responses::answer::{JSON, STALE, body, tagged};
use product_pool_http::responses::problem::{Problem, whole_seconds};

/// The header that says how the cache handled a request: RFC 9211.
pub(crate) const CACHE_STATUS: HeaderName = HeaderName::from_static("cache-status");

/// Why a stale entry is served: a newer one is being fetched.
pub(crate) const REVALIDATING: &str = "revalidating";

/// Why a stale entry is served: the quota is spent, or what is left of it is kept for what is not
/// there at all.
pub(crate) const QUOTA: &str = "upstream-quota";

/// Room for the headers of a response: more than any has.
const MAX_HEADERS: usize = 20;

/// Where a response is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The cache.
    Cache,
    /// The mirror.
    Mirror,
    /// A stale entry, and why it is served all the same.
    Stale(&'static str),
    /// The upstream, just now.
    Upstream {
        /// Whether there was an entry that was too old.
        stale: bool,
        /// The status of its response: 304 where the entry still holds.
        status: u16,
        stored: bool,
        /// Whether the same request was already under way.
        joined: bool,
    },
}

impl Source {
    /// The outcome for the access log and the metrics.
    fn outcome(&self, answer: u16) -> CacheOutcome {
        CacheOutcome(match self {
            Source::Cache if answer == 404 => "negative",
            Source::Cache => "hit",
            Source::Mirror => "mirror",
            Source::Stale(_) => "stale",
            Source::Upstream { joined: true, .. } => "coalesced",
            Source::Upstream { status: 304, .. } => "revalidated",
            Source::Upstream { .. } => "miss",
        })
    }

    fn status(&self, ttl: i64) -> String {
        match self {
            Source::Cache => format!("hit; ttl={ttl}"),
            Source::Mirror => format!("hit; ttl={ttl}; detail=mirror"),
            Source::Stale(why) => format!("hit; ttl={ttl}; detail={why}"),
            Source::Upstream {
                stale,
                status,
                stored,
                joined,
            } => {
                let why = if *stale { "stale" } else { "uri-miss" };
                let mut text = format!("fwd={why}; fwd-status={status}");
                for (is, word) in [(stored, "; stored"), (joined, "; collapsed")] {
                    if *is {
                        text += word;
                    }
                }
                text
            }
        }
    }
}

/// The response from an entry; 304 if the client has it already.
pub(crate) fn answer(
    request: &HeaderMap,
    entry: &Entry,
    from: &Source,
    times: &Times,
    now: Duration,
) -> Response {
    let mut response = match entry.status {
        200 => {
            let mime = HeaderValue::from_static(JSON);
            tagged(request, mime, "no-store", entry.representation())
        }
        status => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
            body(status, JSON, entry.body.clone())
        }
    };
    let headers = response.headers_mut();
    // One allocation for these headers and those that are added on the way out.
    headers.reserve(MAX_HEADERS);
    headers.insert(header::AGE, entry.age(now).as_secs().into());
    let failed = matches!(from, Source::Stale(why) if ![REVALIDATING, QUOTA].contains(why));
    if (failed || entry.unchecked)
        && let Some(value) = rfc3339(entry.at)
    {
        headers.insert(STALE, value);
    }
    let is_stored = !matches!(from, Source::Upstream { stored: false, .. });
    let control = match is_stored {
        true => entry.cache_control(times, now),
        false => "no-store".to_owned(),
    };
    if let Ok(control) = HeaderValue::try_from(control) {
        headers.insert(header::CACHE_CONTROL, control);
    }
    set_status(headers, &from.status(entry.ttl(times, now)));
    if is_stored {
        entry.tags.insert(headers);
    }
    response.extensions_mut().insert(from.outcome(entry.status));
    response
}

/// The response that passes on a 4xx of the upstream: it does not accept the request, or does
/// not serve the product.
pub(crate) fn refusal(status: u16, sent: Bytes) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    let mut response = if sent.is_empty() {
        let detail = "the upstream refused this request";
        Problem::new(status, "upstream_refused", "Refused", detail).into_response()
    } else {
        body(status, JSON, sent)
    };
    response.extensions_mut().insert(CacheOutcome("refused"));
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    set_status(
        headers,
        &format!("fwd=uri-miss; fwd-status={}", status.as_u16()),
    );
    response
}

/// The response where the upstream gives none, with `Retry-After` if the wait is known.
pub(crate) fn failure_response(failure: &Failure, wait: Option<Duration>) -> Response {
    let (status, code, detail, _) = describe(failure);
    let problem = Problem::new(status, code, "No response from the upstream", detail);
    let forwarded = match failure {
        Failure::Status(status) => format!("fwd-status={status}"),
        Failure::Token => "fwd-status=401".to_owned(),
        Failure::NotTheApi => "fwd-status=404".to_owned(),
        _ => format!("detail={}", stale_reason(failure)),
    };
    no_response(problem, &forwarded, wait.or(failure.retry_after()))
}

/// A response that says why there is none of the upstream, and how long to wait, if that is known.
/// `forwarded` is for `Cache-Status`: what became of the request.
pub(crate) fn no_response(problem: Problem, forwarded: &str, wait: Option<Duration>) -> Response {
    let mut response = problem.into_response();
    response.extensions_mut().insert(CacheOutcome("failed"));
    let headers = response.headers_mut();
    if let Some(wait) = wait {
        headers.insert(header::RETRY_AFTER, whole_seconds(wait));
    }
    set_status(headers, &format!("fwd=uri-miss; {forwarded}"));
    response
}

/// The response where there is no list: the upstream fails, and the mirror is not complete
/// yet.
pub(crate) fn list_unavailable(failure: &Failure) -> Response {
    let detail = "the upstream fails, and the mirror is not complete yet";
    let status = StatusCode::SERVICE_UNAVAILABLE;
    let problem = Problem::new(status, "mirror_incomplete", "No list yet", detail);
    let forwarded = format!("detail={}", stale_reason(failure));
    no_response(problem, &forwarded, failure.retry_after())
}

/// Sets `Cache-Status`, which says how the cache handled a request.
fn set_status(headers: &mut HeaderMap, text: &str) {
    if let Ok(value) = HeaderValue::from_str(&format!("product-pool; {text}")) {
        headers.insert(CACHE_STATUS, value);
    }
}

/// A failure as a word for `Cache-Status`.
pub(crate) fn stale_reason(failure: &Failure) -> &'static str {
    describe(failure).3
}

/// What clients learn about a failure: the status, code and detail of the problem, and the word
/// for `Cache-Status`.
fn describe(failure: &Failure) -> (StatusCode, &'static str, &'static str, &'static str) {
    match failure {
        Failure::Share(_) => (
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_requests",
            "this client has used its share of what the upstream can do; try again later",
            "client-share",
        ),
        Failure::Timeout => (
            StatusCode::GATEWAY_TIMEOUT,
            "upstream_timeout",
            "the upstream took too long",
            "upstream-timeout",
        ),
        Failure::Busy(_)
        | Failure::Unavailable(_)
        | Failure::Elsewhere(_)
        | Failure::BreakerOpen(_)
        | Failure::QueueFull
        | Failure::NoRoom => (
            StatusCode::SERVICE_UNAVAILABLE,
            "upstream_busy",
            "the upstream gets no requests at the moment; try again",
            "upstream-busy",
        ),
        Failure::QuotaSpent(_) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "upstream_quota_spent",
            "the quota of requests to the upstream is spent; try again later",
            QUOTA,
        ),
        Failure::Token => (
            StatusCode::BAD_GATEWAY,
            "upstream_refused",
            "the upstream does not accept this gateway's token",
            "upstream-refused",
        ),
        Failure::NotTheApi => (
            StatusCode::BAD_GATEWAY,
            "upstream_not_the_api",
            "there is no API at the upstream's address; see the gateway's log",
            "upstream-failed",
        ),
        // RFC 5842, 7.2: the upstream is this gateway, or leads to it.
        Failure::Status(508) => (
            StatusCode::LOOP_DETECTED,
            "upstream_loop",
            "the upstream leads back to a gateway that was asked before; see the gateway's log",
            "upstream-failed",
        ),
        Failure::Unreachable(_) | Failure::Status(_) | Failure::Invalid(_) => (
            StatusCode::BAD_GATEWAY,
            "upstream_failed",
            "the upstream failed; see the gateway's log",
            "upstream-failed",
        ),
    }
}

/// The response to a client that exceeds its rate limit.
pub(crate) fn rate_limited(wait: Duration) -> Response {
    let detail = "this client exceeded its rate limit; try again later";
    Problem::too_many(detail, wait)
}

fn rfc3339(at: Duration) -> Option<HeaderValue> {
    let seconds = i64::try_from(at.as_secs()).ok()?;
    let timestamp = jiff::Timestamp::from_second(seconds).ok()?;
    HeaderValue::from_str(&timestamp.to_string()).ok()
}
