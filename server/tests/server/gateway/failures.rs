//! An upstream that fails in every possible way: no wrong response, no crash, and stale
//! data is marked as stale.

use std::io::Write;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use super::breaker::{PROBE, breaker_state, probes};
use super::upstream::{Gate, RecordedRequest, Upstream, ok, reply};
use super::{
    TOKEN, cache_status, complete_upstream, fetch, fetch_until, gateway, gateway_with_options,
    gateway_with_token, product,
};
use crate::operation::OPS;
use crate::support::{Response, Server, wait_until};

const A: &str = "/v2/products/a";
const ONLY_IF_ERROR: [&str; 8] = [
    "--fresh",
    "0",
    "--stale",
    "0",
    "--stale-if-error",
    "3600",
    "--upstream-limit",
    "1048576",
];

type Failure = (&'static str, usize, fn(&RecordedRequest) -> Vec<u8>);

/// The kinds of failure, each with how often a request is sent: once more if the connection is
/// closed before a response.
const FAILURES: [Failure; 25] = [
    ("an empty response", 2, |_| Vec::new()),
    ("no HTTP", 1, |_| b"SSH-2.0-OpenSSH_9.2\r\n".to_vec()),
    ("a page", 1, |_| {
        reply(200, &[("content-type", "text/html")], b"<html>data</html>")
    }),
    ("a page that says 404", 1, |_| {
        reply(404, &[], b"<html>not found</html>")
    }),
    ("a firewall's refusal", 1, |_| {
        reply(403, &[], b"<html>blocked</html>")
    }),
    ("an empty body", 1, |_| reply(200, &[], b"")),
    ("other JSON", 1, |_| {
        reply(200, &[], br#"{"message":"hello"}"#)
    }),
    ("not UTF-8", 1, |_| reply(200, &[], b"{\"data\":\"\xff\"}")),
    ("JSON cut off", 1, |request| {
        let body = product(request.name()).to_string();
        reply(200, &[], &body.as_bytes()[..body.len() - 3])
    }),
    ("less than Content-Length", 1, |request| {
        let mut bytes = ok(&product(request.name()), &[]);
        bytes.truncate(bytes.len() - 3);
        bytes
    }),
    ("a chunk cut off", 1, |_| {
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{\"data\":".to_vec()
    }),
    ("no gzip", 1, |request| {
        ok(&product(request.name()), &[("content-encoding", "gzip")])
    }),
    ("a gzip bomb", 1, |_| {
        reply(200, &[("content-encoding", "gzip")], &BOMB)
    }),
    ("another product", 1, |_| ok(&product("another"), &[])),
    ("an empty record", 1, |_| ok(&json!({"data": {}}), &[])),
    ("a record without its identifier", 1, |request| {
        let mut record = product(request.name());
        record["data"]["pool_id"] = json!(null);
        ok(&record, &[])
    }),
    ("lengths that contradict each other", 1, |request| {
        ok(&product(request.name()), &[("content-length", "7")])
    }),
    ("an endless head", 1, |_| {
        let line = "x-more: and more\r\n".repeat(100_000);
        format!("HTTP/1.1 200 OK\r\n{line}").into_bytes()
    }),
    ("only 1xx responses", 2, |_| {
        b"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(10_000)
    }),
    ("a body after a body", 1, |request| {
        let body = product(request.name()).to_string();
        reply(200, &[], format!("{body}{body}").as_bytes())
    }),
    ("a redirect", 1, |_| {
        reply(302, &[("location", "http://127.0.0.1:9/")], b"")
    }),
    ("304 without a condition", 1, |request| {
        // Only requests without a tag, because a 304 would be a valid response to one with a
        // tag.
        assert_eq!(request.header("if-none-match"), None);
        reply(304, &[], b"")
    }),
    ("500", 1, |_| reply(500, &[], br#"{"data":{}}"#)),
    ("an unknown token", 1, |_| {
        reply(401, &[], br#"{"message":"Unauthenticated."}"#)
    }),
    ("50 MB without a length", 1, |_| {
        let mut bytes = b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{\"data\":\"".to_vec();
        bytes.resize(50 << 20, b'x');
        bytes
    }),
];

/// A decompression bomb.
static BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut compressed = GzEncoder::new(Vec::new(), Compression::best());
    compressed.write_all(br#"{"data":{"pool_id":""#).unwrap();
    for _ in 0..64 {
        compressed.write_all(&[b'x'; 1 << 20]).unwrap();
    }
    compressed.write_all(br#""}}"#).unwrap();
    compressed.finish().unwrap()
});

fn recover(upstream: &Upstream) {
    upstream.respond_with(|request| ok(&product(request.name()), &[]));
}

/// Asserts the response of a gateway that has no stored response.
fn assert_upstream_error(response: &Response, status: u16, failure: &str) {
    assert_eq!(response.status, status, "{failure}: {}", response.text());
    assert!(response.problem().starts_with("upstream_"), "{failure}");
    assert_eq!(
        response.header("cache-control"),
        Some("no-store"),
        "{failure}"
    );
    assert!(response.header("cache-status").is_some(), "{failure}");
}

#[test]
fn no_upstream_failure_passes_as_a_response() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &ONLY_IF_ERROR);
    // Another target for each kind of failure, because failures are not retried at once.
    let old = |number: usize| format!("/v2/products/old-{number}");
    let expected: Vec<_> = (0..FAILURES.len())
        .map(|number| fetch(&gateway, &old(number)))
        .collect();
    assert!(expected.iter().all(|expected| expected.status == 200));
    for (number, (failure, requests, script)) in FAILURES.into_iter().enumerate() {
        upstream.respond_with(script);
        let count = upstream.count();
        let new = fetch(&gateway, &format!("/v2/products/new-{number}"));
        assert_upstream_error(&new, 502, failure);
        let (old, expected) = (fetch(&gateway, &old(number)), &expected[number]);
        assert_eq!(upstream.count(), count + 2 * requests, "{failure}");
        assert_eq!((old.status, &old.body), (200, &expected.body), "{failure}");
        assert!(
            cache_status(&old).starts_with("hit; detail=upstream-"),
            "{failure}"
        );
        let header = old.header("cache-status").unwrap();
        let ttl = header
            .split("; ")
            .find_map(|part| part.strip_prefix("ttl="));
        assert!(ttl.unwrap().parse::<i64>().unwrap() <= 0, "{header}");
        assert!(old.header("age").is_some());
        assert!(old.header("x-product-pool-stale").is_some(), "{failure}");
        // Successes in between, so that the breaker does not open.
        recover(&upstream);
        for number in [number, number + 100] {
            let next = fetch(&gateway, &format!("/v2/products/next-{number}"));
            assert_eq!(next.status, 200, "{failure}");
        }
    }
}

#[test]
fn a_slow_or_busy_upstream_is_distinguished_from_a_broken_one() {
    let upstream = complete_upstream();
    let options = [&ONLY_IF_ERROR[..], &["--upstream-timeout", "1"]].concat();
    let gateway = gateway(&upstream.host, &options);
    // Within the second that the upstream has.
    let in_time = |response: &Response| response.status == 200;
    fetch_until(&gateway, A, in_time);
    let gate = Gate::default();
    let closed = gate.clone();
    upstream.respond_with(move |_| {
        closed.wait();
        Vec::new()
    });
    assert_upstream_error(&fetch(&gateway, "/v2/products/b"), 504, "slow");
    assert_eq!(
        cache_status(&fetch(&gateway, A)),
        "hit; detail=upstream-timeout"
    );
    // Slow in the middle of a response.
    let closed = gate.clone();
    upstream.respond_with(move |request| {
        if request.name() == "c" {
            closed.wait();
        }
        let mut bytes = ok(&product(request.name()), &[]);
        bytes.truncate(bytes.len() - 3);
        bytes
    });
    assert_upstream_error(&fetch(&gateway, "/v2/products/c"), 504, "slow");
    gate.open();
    recover(&upstream);
    fetch_until(&gateway, "/v2/products/d", in_time);
    for status in [429, 503] {
        let upstream = complete_upstream();
        let gateway = super::gateway(&upstream.host, &ONLY_IF_ERROR);
        let original = fetch(&gateway, A);
        upstream.respond_with(move |_| reply(status, &[("retry-after", "120")], b""));
        let busy = fetch(&gateway, "/v2/products/b");
        assert_upstream_error(&busy, 503, "busy");
        assert_eq!(busy.header("retry-after"), Some("120"));
        // The upstream's `Retry-After` is respected.
        recover(&upstream);
        let count = upstream.count();
        let busy = fetch(&gateway, "/v2/products/c");
        assert_upstream_error(&busy, 503, "busy");
        let wait: u64 = busy.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=120).contains(&wait));
        let old = fetch(&gateway, A);
        assert_eq!((old.status, &old.body), (200, &original.body));
        assert_eq!(cache_status(&old), "hit; detail=upstream-busy");
        assert_eq!(upstream.count(), count);
    }
}

#[test]
fn cached_responses_are_served_if_the_upstream_is_unreachable() {
    let upstream = complete_upstream();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let options = [&ONLY_IF_ERROR[..], &["--cache", file.to_str().unwrap()]].concat();
    let first = gateway(&upstream.host, &options);
    let expected = fetch(&first, A);
    assert_eq!(first.stop("-TERM").0, Some(0));
    upstream.respond_with(|_| Vec::new());
    let second = gateway(&upstream.host, &options);
    for _ in 0..20 {
        let old = fetch(&second, A);
        assert_eq!((old.status, &old.body), (200, &expected.body));
    }
    let unreachable = gateway("127.0.0.1:9", &["--stale-if-error", "3600"]);
    assert_upstream_error(&fetch(&unreachable, A), 502, "unreachable");
}

/// The number of products that all clients request in [`request_products`].
const PRODUCTS: usize = 23;

/// A script for an upstream in which every fifth response is a failure, of a kind after the
/// other; the breaker's probes succeed unless `probes_fail` is set.
fn intermittent(probes_fail: bool) -> impl Fn(&RecordedRequest) -> Vec<u8> {
    let count = AtomicUsize::new(0);
    move |request| {
        if request.target == PROBE && !probes_fail {
            return ok(&json!({"data": []}), &[]);
        }
        let number = count.fetch_add(1, Ordering::SeqCst);
        let failure = FAILURES[number / 5 % (FAILURES.len() - 1)];
        match number % 5 {
            3 if failure.0 != "304 without a condition" => failure.2(request),
            _ => with_etag(request),
        }
    }
}

fn with_etag(request: &RecordedRequest) -> Vec<u8> {
    let etag = format!("\"{}\"", request.name());
    ok(&product(request.name()), &[("etag", &etag)])
}

/// Four clients request the same products again and again, whose names begin with `prefix`. Every
/// response must be the product's own or a problem, and `check` gets each.
fn request_products(gateway: &Server, prefix: &str, check: impl Fn(&Response) + Sync) {
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let check = &check;
            scope.spawn(move || {
                for number in 0..50 {
                    let name = format!("{prefix}{}", (number * 7 + thread) % PRODUCTS);
                    let response = fetch(gateway, &format!("/v2/products/{name}"));
                    match response.status {
                        200 => {
                            // Without the field that is withheld by default.
                            let expected = json!({"pool_id": name, "other": {"more": 1}});
                            assert_eq!(response.json()["data"], expected);
                        }
                        status => assert_upstream_error(&response, status, &name),
                    }
                    check(&response);
                }
            });
        }
    });
}

#[test]
fn intermittent_failures_never_cause_a_wrong_response() {
    let upstream = Upstream::new(with_etag);
    let options = [&ONLY_IF_ERROR[..], &OPS].concat();
    let gateway = gateway(&upstream.host, &options);
    // Other products in each round: those that failed are not requested again at once.
    upstream.respond_with(intermittent(false));
    for round in 0..3 {
        request_products(&gateway, &format!("closed-{round}-"), |_| {});
    }
    assert!(upstream.count() >= 3 * PRODUCTS, "{}", upstream.count());
    assert_eq!(breaker_state(&gateway), "closed");
    // The breaker may open, and close again.
    upstream.respond_with(intermittent(true));
    for round in 0..2 {
        request_products(&gateway, &format!("perhaps-open-{round}-"), |_| {});
    }
    assert_eq!(gateway.stop("-TERM").0, Some(0));
}

#[test]
fn an_open_breaker_never_causes_a_wrong_response() {
    let is_stale = |response: &Response| response.header("x-product-pool-stale").is_some();
    let upstream = Upstream::new(with_etag);
    let options = [&ONLY_IF_ERROR[..], &OPS].concat();
    let gateway = gateway(&upstream.host, &options);
    request_products(&gateway, "p", |response| {
        assert_eq!((response.status, is_stale(response)), (200, false));
    });
    upstream.respond_with(|_| reply(500, &[], b""));
    for number in 0.. {
        if breaker_state(&gateway) == "open" {
            break;
        }
        let failed = fetch(&gateway, &format!("/v2/products/failing-{number}"));
        assert_upstream_error(&failed, failed.status, "before the breaker is open");
    }
    // Open, half open while a probe fails, and open again: the upstream gets nothing but probes,
    // each of them a list and the product that it had sent.
    let sent = || upstream.count() - 2 * probes(&upstream);
    let before = sent();
    for round in 0..3 {
        request_products(&gateway, "p", |stored| {
            assert_eq!((stored.status, is_stale(stored)), (200, true));
            let status = cache_status(stored);
            assert!(status.starts_with("hit; detail=upstream-"), "{status}");
        });
        let new = fetch(&gateway, &format!("/v2/products/new-{round}"));
        assert_upstream_error(&new, 503, "not stored");
        assert_eq!(new.problem(), "upstream_busy");
        assert!(new.header("retry-after").is_some());
    }
    assert_eq!(sent(), before);
    // Once it is closed, all responses are the upstream's again.
    upstream.respond_with(with_etag);
    fetch_until(&gateway, "/v2/products/new-0", |response| {
        response.status == 200
    });
    assert_eq!(breaker_state(&gateway), "closed");
    request_products(&gateway, "p", |response| {
        assert_eq!((response.status, is_stale(response)), (200, false));
    });
    assert_eq!(gateway.stop("-TERM").0, Some(0));
}

#[test]
fn the_token_is_sent_only_to_the_upstream() {
    // An upstream that repeats all it receives in every part of its responses.
    let upstream = Upstream::new(|request| {
        let authorization = request.header("authorization").unwrap_or("none").to_owned();
        let token = authorization.trim_start_matches("Bearer ").to_owned();
        let body = json!({"data": {"pool_id": "a"}, "message": &authorization});
        match request.name() {
            "body" => ok(&body, &[]),
            "missing" => reply(404, &[], body.to_string().as_bytes()),
            "refused" => reply(400, &[], body.to_string().as_bytes()),
            "broken" => reply(
                500,
                &[("x-token", &authorization)],
                body.to_string().as_bytes(),
            ),
            "unknown" => reply(
                401,
                &[("www-authenticate", &authorization)],
                authorization.as_bytes(),
            ),
            "moved" => reply(301, &[("location", &format!("/{token}"))], b""),
            "headers" => ok(
                &product("headers"),
                &[
                    ("etag", &format!("\"{token}\"")),
                    ("last-modified", &token),
                    ("x-token", &authorization),
                    ("set-cookie", &format!("token={token}")),
                    ("cache-control", &format!("private=\"{token}\"")),
                ],
            ),
            name => ok(&product(name), &[]),
        }
    });
    let gateway = gateway(&upstream.host, &["--fresh", "0", "--stale", "0"]);
    let mut responses = String::new();
    for name in [
        "body", "fine", "missing", "fine", "refused", "headers", "broken", "fine", "unknown",
        "fine", "moved", "fine", "headers",
    ] {
        let headers = [
            ("authorization", "Bearer of-a-page"),
            ("cookie", "a=b"),
            ("x-api-key", "c"),
        ];
        let response = gateway.request("GET", &format!("/v2/products/{name}"), &headers);
        responses += &format!("{:?} {}\n", response.headers, response.text());
    }
    for target in ["/", "/v2/nothing", "/v2/products?x=1", "/v2/products/.."] {
        let response = fetch(&gateway, target);
        responses += &format!("{:?} {}\n", response.headers, response.text());
    }
    for method in ["OPTIONS", "TRACE", "POST"] {
        let response = gateway.request(method, "/v2/products/fine", &[("content-length", "0")]);
        responses += &format!("{:?} {}\n", response.headers, response.text());
    }
    let (code, log) = gateway.stop("-TERM");
    assert_eq!(code, Some(0));
    assert!(
        log.contains("/v2/products/unknown"),
        "the log is detailed: {log}"
    );
    assert!(!responses.contains(TOKEN), "{responses}");
    assert!(!log.contains(TOKEN), "{log}");
    for request in upstream.requests().iter() {
        let bearer = format!("Bearer {TOKEN}");
        assert_eq!(request.header("authorization"), Some(bearer.as_str()));
        assert_eq!(
            (request.header("cookie"), request.header("x-api-key")),
            (None, None)
        );
        assert!(!request.target.contains(TOKEN));
    }
}

#[test]
fn a_changed_token_file_is_reloaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "the-first-token-of-two\n").unwrap();
    let upstream = Upstream::new(|request| match request.header("authorization") {
        Some("Bearer the-second-token-of-two") => ok(&product(request.name()), &[]),
        _ => reply(401, &[], br#"{"message":"Unauthenticated."}"#),
    });
    let options = ["--upstream-token-file", file.to_str().unwrap()];
    let gateway = gateway_with_options(&upstream.host, &options);
    assert_upstream_error(&fetch(&gateway, A), 502, "the first token");
    assert_eq!(fetch(&gateway, A).problem(), "upstream_refused");
    std::fs::write(&file, "the-second-token-of-two\n").unwrap();
    assert_eq!(fetch(&gateway, A).status, 200);
    // An entry stored under the second token is not served under the third without a request.
    fetch(&gateway, A);
    let cached = fetch(&gateway, A);
    assert_eq!(cache_status(&cached), "hit");
    std::fs::write(&file, "the-third-token-of-three\n").unwrap();
    upstream.respond_with(|request| match request.header("authorization") {
        Some("Bearer the-third-token-of-three") => reply(403, &[], br#"{"errors":[]}"#),
        _ => reply(401, &[], br#"{"message":"Unauthenticated."}"#),
    });
    assert_eq!(fetch(&gateway, "/v2/products/b").status, 403);
    assert_eq!(fetch(&gateway, A).status, 403);
    let unchangeable = gateway_with_token(&upstream.host, "the-first-token-of-two", &[]);
    assert_upstream_error(&fetch(&unchangeable, A), 502, "a token that cannot change");
}

#[test]
fn a_404_that_is_not_of_the_api_is_a_fault_of_the_configuration() {
    let code = |response: &Response| response.json()["errors"][0]["code"].clone();
    let unknown: &[u8] = br#"{"errors":[{"status":"404","code":"not_found"}]}"#;
    let foreign: [&[u8]; 3] = [b"<h1>Not found</h1>", br#"{"error":"Not found"}"#, unknown];
    for body in foreign {
        let upstream = Upstream::new(move |_| reply(404, &[], body));
        let gateway = gateway(&upstream.host, &[]);
        for target in [A, "/v2/products/gtin/9520000000004", "/v2/products"] {
            let response = fetch(&gateway, target);
            let found = (response.status, code(&response));
            assert_eq!(found, (502, "upstream_not_the_api".into()), "{target}");
        }
        let (_, log) = gateway.stop("-TERM");
        let line = "the upstream has no API at its address, for its 404 is not one of the API: \
                    check --upstream, which is the address before /v2 (/v2/products/a)";
        assert!(log.contains(line), "{log}");
    }
    // A pool may have that code for a product: then it has others.
    let upstream = Upstream::new(move |request| match request.name() {
        "missing" => reply(404, &[], unknown),
        name if name.starts_with("products") => ok(&json!({"data": []}), &[]),
        name => ok(&product(name), &[]),
    });
    let gateway = gateway(&upstream.host, &["--missing", "0"]);
    for _ in 0..2 {
        assert_eq!(fetch(&gateway, "/v2/products/missing").status, 404);
    }
    // The first of them, the list, the second.
    assert_eq!(upstream.count(), 3);
}

#[test]
fn what_an_upstream_gateway_has_is_served_while_its_pool_is_down() {
    let pool = complete_upstream();
    let inner = gateway(&pool.host, &["--stale", "0", "--ops-listen", "127.0.0.1:0"]);
    assert_eq!(fetch(&inner, A).status, 200);
    pool.respond_with(|_| reply(503, &[("retry-after", "120")], b""));
    let missing = |server: &Server| {
        (0..12).for_each(|number| {
            let status = fetch(server, &format!("/v2/products/missing-{number}")).status;
            assert!(status >= 500, "{number}: {status}");
        });
    };
    missing(&inner);
    wait_until("an open breaker", || {
        inner.probe("/readyz").json()["breaker"] == "open"
    });
    // It starts only now, and its first answers are refusals.
    let front = gateway(&inner.host, &["--ops-listen", "127.0.0.1:0"]);
    missing(&front);
    assert_eq!(fetch(&front, A).status, 200);
    assert_eq!(front.probe("/readyz").json()["breaker"], "closed");
}

#[test]
fn a_first_refusal_of_one_record_keeps_no_other_from_being_asked_for() {
    let busy = || reply(503, &[("retry-after", "120")], b"");
    let upstream = Upstream::new(move |request| match request.name() {
        "a" => ok(&product("a"), &[]),
        _ => busy(),
    });
    let gateway = gateway(&upstream.host, &[]);
    assert_eq!(fetch(&gateway, "/v2/products/b").status, 503);
    assert_eq!(fetch(&gateway, A).status, 200);
}

#[test]
fn a_response_has_the_shape_that_was_asked_for() {
    let record = json!({"data": {"pool_id": "a", "name": "x"}});
    let list = json!({"data": [], "next": null});
    let (one, many) = (record.clone(), list.clone());
    let upstream = Upstream::new(move |request| match request.target.as_str() {
        "/v2/products/a" | "/v2/images/a/feature" => ok(&many, &[]),
        _ => ok(&one, &[]),
    });
    let server = gateway(&upstream.host, &[]);
    for target in [
        "/v2/products",
        "/v2/images/a",
        "/v2/images/a/feature",
        "/v2/catalogs/1",
        "/v2/manufacturers",
        A,
    ] {
        for _ in 0..2 {
            let response = fetch(&server, target);
            assert_eq!(response.status, 502, "{target}: {}", response.text());
        }
    }
    // A mirror asks for a product's images by itself.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mirror.db");
    let item = json!({"pool_id": "a", "changed_at": "2026-01-01T00:00:00Z"});
    let listed = json!({"data": [item], "next": null});
    upstream.respond_with(move |request| match request.target.as_str() {
        target if target.starts_with("/v2/products?") => ok(&listed, &[]),
        _ => ok(&record, &[]),
    });
    let options = ["--mirror", file.to_str().unwrap(), "--follow", "1"];
    let mirror = gateway(&upstream.host, &options);
    super::fetch_until(&mirror, A, |response| response.status == 200);
    wait_until("a request for its images", || {
        let requests = upstream.requests();
        requests
            .iter()
            .any(|request| request.target.starts_with("/v2/images/a"))
    });
    assert_eq!(fetch(&mirror, "/v2/images/a").status, 502);
}
