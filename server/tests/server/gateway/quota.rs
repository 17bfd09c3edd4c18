//! Upstreams that announce how many requests they still allow. Days of that are simulated in the
//! gateway's own tests.

use std::sync::atomic::{AtomicU64, Ordering};

use super::upstream::{Upstream, ok, reply};
use super::{cache_status, fetch, gateway, product};

const OPS: &str = "--ops-listen";
const ANY_PORT: &str = "127.0.0.1:0";
const SPENT: [(&str, &str); 2] = [("x-quota-limit", "100"), ("x-quota-remaining", "0")];

#[test]
fn a_spent_quota_serves_what_is_there_and_asks_no_more() {
    let upstream = Upstream::new(|request| ok(&product(request.name()), &SPENT));
    let gateway = gateway(
        &upstream.host,
        &["--fresh", "0", "--stale", "0", OPS, ANY_PORT],
    );
    assert_eq!(gateway.probe("/readyz").json()["status"], "ready");
    assert_eq!(fetch(&gateway, "/v2/products/a").status, 200);
    for _ in 0..3 {
        let cached = fetch(&gateway, "/v2/products/a");
        assert_eq!(
            (cached.status, &*cache_status(&cached)),
            (200, "hit; detail=upstream-quota")
        );
        assert!(cached.header("age").is_some());
        assert!(cached.header("x-product-pool-stale").is_some());
        let missing = fetch(&gateway, "/v2/products/b");
        assert_eq!(
            (missing.status, &*missing.problem()),
            (503, "upstream_quota_spent")
        );
        let wait: u64 = missing.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");
    }
    assert_eq!(upstream.count(), 1);
    let ready = gateway.probe("/readyz");
    assert_eq!(
        (ready.status, &ready.json()["status"]),
        (200, &"degraded".into())
    );
    assert_eq!(ready.json()["quota"]["remaining"], 0);
    let metrics = gateway.probe("/metrics").text();
    assert!(
        metrics.contains("product_pool_upstream_quota{of=\"remaining\"} 0"),
        "{metrics}"
    );
    let (_, log) = gateway.stop("-TERM");
    assert_eq!(log.matches("quota of 100 requests").count(), 1, "{log}");
}

/// A pool that has every product but those with `unknown` in their name, and counts its quota.
fn counting_pool(quota: u64) -> Upstream {
    let used = AtomicU64::new(0);
    Upstream::new(move |request| {
        let left = quota.saturating_sub(1 + used.fetch_add(1, Ordering::SeqCst));
        let (quota, left) = (quota.to_string(), left.to_string());
        let announced = [("x-quota-limit", &*quota), ("x-quota-remaining", &left)];
        match request.target.contains("unknown") {
            true => reply(
                404,
                &announced,
                br#"{"errors":[{"code":"product_not_found"}]}"#,
            ),
            false => ok(&product(request.name()), &announced),
        }
    })
}

#[test]
fn one_client_does_not_spend_the_quota_of_all() {
    let upstream = counting_pool(200);
    let gateway = gateway(&upstream.host, &["--trusted-proxy", "127.0.0.1"]);
    let fetch_as =
        |client: &str, target: &str| gateway.request("GET", target, &[("x-forwarded-for", client)]);
    assert_eq!(fetch_as("203.0.113.5", "/v2/products/known").status, 200);
    let statuses: Vec<u16> = (0..200)
        .map(|number| {
            let target = format!("/v2/products/unknown-{number}");
            fetch_as("203.0.113.5", &target).status
        })
        .collect();
    assert!(statuses[..20].iter().all(|status| *status == 404));
    assert!(
        statuses[60..].iter().all(|status| *status == 429),
        "{statuses:?}"
    );
    let refused = fetch_as("203.0.113.5", "/v2/products/unknown");
    assert_eq!(refused.problem(), "too_many_requests");
    assert!(refused.header("retry-after").is_some());
    assert_eq!(cache_status(&refused), "fwd=uri-miss; detail=client-share");
    // What is there costs nothing, and others have their own shares.
    assert_eq!(fetch_as("203.0.113.5", "/v2/products/known").status, 200);
    for number in 0..20 {
        let other = format!("203.0.113.{}", 10 + number % 4);
        let target = format!("/v2/products/{number}");
        assert_eq!(fetch_as(&other, &target).status, 200, "{number}");
    }
    // A server of the operator's own is not one client.
    for number in 0..60 {
        let own = gateway.request("GET", &format!("/v2/products/own-{number}"), &[]);
        assert_eq!(own.status, 200, "{number}");
    }
}

#[test]
fn a_429_of_a_spent_quota_opens_no_breaker() {
    let body = br#"{"message":"Quota exceeded."}"#;
    let upstream = Upstream::new(|_| reply(429, &SPENT, body));
    let gateway = gateway(&upstream.host, &[OPS, ANY_PORT]);
    let refused = fetch(&gateway, "/v2/products/a");
    assert_eq!(
        (refused.status, &*refused.problem()),
        (503, "upstream_quota_spent")
    );
    assert_eq!(gateway.probe("/readyz").json()["breaker"], "closed");
}

#[test]
fn a_rejected_token_degrades_the_gateway() {
    let upstream = Upstream::new(|_| reply(401, &[], br#"{"message":"Unauthenticated."}"#));
    let gateway = gateway(&upstream.host, &[OPS, ANY_PORT]);
    assert_eq!(fetch(&gateway, "/v2/products/a").status, 502);
    let ready = gateway.probe("/readyz").json();
    assert_eq!(
        (&ready["status"], &ready["token_accepted"]),
        (&"degraded".into(), &false.into())
    );
    upstream.respond_with(|request| ok(&product(request.name()), &[]));
    assert_eq!(fetch(&gateway, "/v2/products/b").status, 200);
    assert_eq!(gateway.probe("/readyz").json()["status"], "ready");
}

#[test]
fn a_proxy_that_is_not_trusted_is_named_once() {
    let upstream = Upstream::new(|request| ok(&product(request.name()), &[]));
    let gateway = gateway(&upstream.host, &[]);
    for client in ["203.0.113.5", "203.0.113.6"] {
        gateway.request("GET", "/v2/products/a", &[("x-forwarded-for", client)]);
    }
    let (_, log) = gateway.stop("-TERM");
    assert_eq!(log.matches("--trusted-proxy 127.0.0.1").count(), 1, "{log}");
}
