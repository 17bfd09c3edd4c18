//! The circuit breaker: broken records do not open it, and an upstream that fails as a whole
//! gets no more requests.

use std::net::TcpListener;
use std::time::Instant;

use super::upstream::{Gate, RecordedRequest, Upstream, ok, reply};
use super::{cache_status, complete_upstream, fetch, fetch_until, gateway, product};
use crate::support::{Response, Server};

const ONLY_IF_ERROR: [&str; 6] = ["--fresh", "0", "--stale", "0", "--stale-if-error", "3600"];
/// The request of the breaker's probe.
pub(super) const PROBE: &str = "/v2/products?limit=1";

/// A kind of broken record, and the status that a client gets.
type Failure = (&'static str, u16, fn(&RecordedRequest) -> Vec<u8>);

/// The number of requests to the upstream that match.
fn count_requests(upstream: &Upstream, matches: impl Fn(&RecordedRequest) -> bool) -> usize {
    upstream
        .requests()
        .iter()
        .filter(|request| matches(request))
        .count()
}

pub(super) fn probes(upstream: &Upstream) -> usize {
    count_requests(upstream, |request| request.target == PROBE)
}

pub(super) fn breaker_state(gateway: &Server) -> String {
    gateway.probe("/readyz").json()["breaker"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn fetch_product(gateway: &Server, name: &str) -> Response {
    fetch(gateway, &format!("/v2/products/{name}"))
}

/// An upstream on which some products are broken.
fn partly_broken_upstream(
    broken: impl Fn(&RecordedRequest) -> Option<Vec<u8>> + Send + Sync + 'static,
) -> Upstream {
    Upstream::new(move |request| {
        broken(request).unwrap_or_else(|| ok(&product(request.name()), &[]))
    })
}

/// How often a failure that is not retried for two seconds may have been requested since then.
fn rounds_since(begun: Instant) -> usize {
    1 + usize::try_from(begun.elapsed().as_secs()).unwrap() / 2
}

#[test]
fn broken_records_do_not_open_the_breaker() {
    let failures: [Failure; 6] = [
        ("500", 502, |_| reply(500, &[], b"")),
        ("another product", 502, |_| ok(&product("another"), &[])),
        ("a page", 502, |_| reply(200, &[], b"<html>")),
        ("cut off", 502, |_| {
            b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{".to_vec()
        }),
        ("an empty response", 502, |_| Vec::new()),
        ("busy", 503, |_| reply(503, &[("retry-after", "120")], b"")),
    ];
    for (failure, status, script) in failures {
        let upstream = partly_broken_upstream(move |request| {
            request
                .name()
                .starts_with("broken")
                .then(|| script(request))
        });
        let gateway = gateway(&upstream.host, &["--ops-listen", "127.0.0.1:0"]);
        let begun = Instant::now();
        for round in 0..60 {
            for n in 0..3 {
                let broken = fetch_product(&gateway, &format!("broken-{n}"));
                assert_eq!(broken.status, status, "{failure}");
                let wait: u64 = broken.header("retry-after").unwrap().parse().unwrap();
                assert!((1..=120).contains(&wait), "{failure}: {wait}");
            }
            let healthy = fetch_product(&gateway, &format!("well-{round}"));
            assert_eq!(healthy.status, 200, "{failure}: {}", healthy.text());
        }
        let sent = count_requests(&upstream, |request| request.name().starts_with("broken"));
        // Once for each product, and again every two seconds; a connection that ends without a
        // response is tried twice.
        let rounds = rounds_since(begun);
        let tries = if failure == "an empty response" { 2 } else { 1 };
        assert!(
            (3..=3 * rounds * tries).contains(&sent),
            "{failure}: {sent}"
        );
        assert_eq!(breaker_state(&gateway), "closed", "{failure}");
        let metrics = gateway.probe("/metrics").text();
        let name = "product_pool_upstream_requests_total{outcome=\"failure_cached\"} ";
        let cached = metrics.lines().find_map(|line| line.strip_prefix(name));
        let cached: usize = cached.unwrap().parse().unwrap();
        assert!(
            (180 - sent..=180 - 3).contains(&cached),
            "{failure}: {cached}"
        );
    }
}

#[test]
fn a_broken_record_is_served_from_the_cache() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &ONLY_IF_ERROR);
    let expected = fetch_product(&gateway, "a");
    upstream.respond_with(|_| reply(500, &[], b""));
    let (count, begun) = (upstream.count(), Instant::now());
    for _ in 0..20 {
        let stale = fetch_product(&gateway, "a");
        assert_eq!((stale.status, &stale.body), (200, &expected.body));
        assert_eq!(cache_status(&stale), "hit; detail=upstream-failed");
        assert!(stale.header("x-product-pool-stale").is_some());
    }
    let sent = upstream.count() - count;
    assert!(sent <= rounds_since(begun), "requested {sent} times");
    upstream.respond_with(|request| ok(&product(request.name()), &[]));
    fetch_until(&gateway, "/v2/products/a", |response| {
        !cache_status(response).contains("failed")
    });
}

#[test]
fn one_client_with_many_broken_records_does_not_affect_others() {
    // Every broken record is a different one, and broken records outnumber the others.
    let upstream = partly_broken_upstream(|request| {
        request
            .name()
            .starts_with("broken")
            .then(|| reply(500, &[], b""))
    });
    let gateway = gateway(&upstream.host, &["--ops-listen", "127.0.0.1:0"]);
    let begun = Instant::now();
    for n in 0..300 {
        assert_eq!(fetch_product(&gateway, &format!("broken-{n}")).status, 502);
        if n % 5 == 0 {
            assert_eq!(
                fetch_product(&gateway, &format!("well-{n}")).status,
                200,
                "{n}"
            );
        }
    }
    assert_eq!(breaker_state(&gateway), "closed");
    let sent = probes(&upstream);
    // A second passes after each.
    let seconds = usize::try_from(begun.elapsed().as_secs()).unwrap();
    assert!(
        (1..=1 + seconds).contains(&sent),
        "it was probed {sent} times in {seconds} s"
    );
    // A 404 counts as a success.
    upstream.respond_with(|_| reply(404, &[], br#"{"errors":[]}"#));
    for n in 0..300 {
        assert_eq!(fetch_product(&gateway, &format!("missing-{n}")).status, 404);
    }
    assert_eq!(probes(&upstream), sent, "no probes without failures");
}

#[test]
fn an_upstream_that_fails_completely_opens_the_breaker() {
    let upstream = complete_upstream();
    let options = [&ONLY_IF_ERROR[..], &["--ops-listen", "127.0.0.1:0"]].concat();
    let gateway = gateway(&upstream.host, &options);
    let fresh = fetch_product(&gateway, "a");
    upstream.respond_with(|_| reply(500, &[], b""));
    let before = upstream.count();
    let responses: Vec<_> = (0..50)
        .map(|n| fetch_product(&gateway, &n.to_string()))
        .collect();
    let statuses: Vec<_> = responses.iter().map(|response| response.status).collect();
    assert!(
        statuses.iter().all(|status| matches!(status, 502 | 503)),
        "{statuses:?}"
    );
    assert_eq!(statuses[..6], [502, 502, 502, 502, 502, 503]);
    assert!(
        responses
            .iter()
            .all(|response| response.header("retry-after").is_some())
    );
    // The requests that were sent, and the probes: a list, and the product that it had sent.
    let sent_by_probes = count_requests(&upstream, |request| request.name() == "a") - 1;
    assert_eq!(sent_by_probes, probes(&upstream));
    let sent = statuses.iter().filter(|status| **status == 502).count();
    assert_eq!(upstream.count() - before, sent + sent_by_probes * 2);
    let stale = fetch_product(&gateway, "a");
    assert_eq!((stale.status, &stale.body), (200, &fresh.body));
    assert_eq!(cache_status(&stale), "hit; detail=upstream-busy");
    // A probe notices that the upstream is back, and from then on all requests pass.
    upstream.respond_with(|request| ok(&product(request.name()), &[]));
    fetch_until(&gateway, "/v2/products/b", |response| {
        response.status == 200
    });
    assert_eq!(breaker_state(&gateway), "closed");
    assert_eq!(fetch_product(&gateway, "0").status, 200);
}

#[test]
fn an_unreachable_upstream_and_its_recovery_are_detected() {
    let host = {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap().to_string()
    };
    let gateway = gateway(&host, &["--ops-listen", "127.0.0.1:0"]);
    let statuses: Vec<_> = (0..6)
        .map(|n| fetch_product(&gateway, &n.to_string()).status)
        .collect();
    assert_eq!(statuses, [502, 502, 502, 502, 502, 503]);
    let listener = TcpListener::bind(&host).unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            std::thread::spawn(move || {
                let mut head = [0; 4096];
                let _ = std::io::Read::read(&mut stream, &mut head);
                let name = String::from_utf8_lossy(&head);
                let name = name.split(' ').nth(1).unwrap().rsplit('/').next().unwrap();
                let _ = std::io::Write::write_all(&mut stream, &ok(&product(name), &[]));
            });
        }
    });
    fetch_until(&gateway, "/v2/products/back", |response| {
        response.status == 200
    });
}

#[test]
fn an_upstream_that_hangs_opens_the_breaker() {
    let gate = Gate::default();
    let closed = gate.clone();
    let upstream = Upstream::new(move |request| {
        closed.wait();
        ok(&product(request.name()), &[])
    });
    let options = ["--upstream-timeout", "1", "--ops-listen", "127.0.0.1:0"];
    let gateway = gateway(&upstream.host, &options);
    std::thread::scope(|scope| {
        for n in 0..6 {
            let gateway = &gateway;
            scope.spawn(move || fetch_product(gateway, &n.to_string()));
        }
    });
    // Not 504: requests no longer wait for the upstream, which still hangs.
    assert_eq!(fetch_product(&gateway, "next").status, 503);
    gate.open();
    fetch_until(&gateway, "/v2/products/b", |response| {
        response.status == 200
    });
}

#[test]
fn failing_lists_do_not_affect_products() {
    let upstream = partly_broken_upstream(|request| {
        request
            .target
            .starts_with("/v2/products?")
            .then(|| reply(500, &[], b""))
    });
    let gateway = gateway(&upstream.host, &["--ops-listen", "127.0.0.1:0"]);
    assert_eq!(fetch_product(&gateway, "first").status, 200);
    for n in 2..40 {
        assert_eq!(
            fetch(&gateway, &format!("/v2/products?limit={n}")).status,
            502
        );
    }
    assert!(probes(&upstream) > 0);
    assert_eq!(breaker_state(&gateway), "closed");
    assert_eq!(fetch_product(&gateway, "last").status, 200);
}
