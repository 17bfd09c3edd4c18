//! Responses that could not be revalidated are marked, with the time of the last check.

use super::upstream::{Upstream, ok, reply};
use super::{
    cache_status, complete_upstream, fetch, fetch_until, gateway, gateway_with_options, product,
};
use crate::support::Response;
use product_pool::messages::Messages;

const A: &str = "/v2/products/a";
const MARK: &str = "x-product-pool-stale";

/// Whether the text is a time such as `2026-01-31T12:00:00Z`, and not in the future.
fn is_past_timestamp(text: &str) -> bool {
    let connection = rusqlite::Connection::open_in_memory().unwrap();
    let sql =
        "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', ?1) = ?1 AND julianday(?1) <= julianday('now')";
    connection
        .query_row(sql, [text], |row| row.get::<_, Option<bool>>(0))
        .unwrap()
        == Some(true)
}

fn is_marked_stale(response: &Response) -> bool {
    let mark = response.header(MARK);
    assert!(mark.is_none_or(is_past_timestamp), "{mark:?}");
    mark.is_some()
}

#[test]
fn a_response_that_could_not_be_revalidated_is_marked_stale() {
    let upstream = complete_upstream();
    let shop = "https://shop.example";
    let options = ["--fresh", "0", "--stale", "0", "--allow-origin", shop];
    let gateway = gateway(&upstream.host, &options);
    let first = fetch(&gateway, A);
    assert!(!is_marked_stale(&first));
    upstream.respond_with(|_| reply(500, &[], b""));
    let old = gateway.request("GET", A, &[("origin", shop)]);
    assert!(old.status == 200 && is_marked_stale(&old));
    let exposed = old.header("access-control-expose-headers").unwrap();
    assert!(exposed.contains(MARK), "{exposed}");
    // A 304 has the mark too.
    let tag = first.header("etag").unwrap();
    let known = gateway.request("GET", A, &[("if-none-match", tag)]);
    assert!(known.status == 304 && is_marked_stale(&known));
    // The breaker opens after some failures, and the mark stays.
    for _ in 0..10 {
        assert!(is_marked_stale(&fetch(&gateway, A)));
    }
    upstream.respond_with(|request| ok(&product(request.name()), &[]));
    fetch_until(&gateway, A, |response| !is_marked_stale(response));
    // An error response has no time of a last check.
    upstream.respond_with(|_| reply(500, &[], b""));
    let none = fetch(&gateway, "/v2/products/b");
    assert!(none.status == 502 && !is_marked_stale(&none));
}

#[test]
fn revalidation_in_the_background_marks_a_response_only_if_it_fails() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &["--fresh", "0", "--stale", "3600"]);
    fetch(&gateway, A);
    let old = fetch(&gateway, A);
    assert_eq!(cache_status(&old), "hit; detail=revalidating");
    assert!(!is_marked_stale(&old), "it is being checked");
    upstream.respond_with(|_| reply(500, &[], b""));
    fetch_until(&gateway, A, is_marked_stale);
    upstream.respond_with(|request| ok(&product(request.name()), &[]));
    fetch_until(&gateway, A, |response| !is_marked_stale(response));
}

#[test]
fn a_chained_gateway_passes_on_the_stale_header() {
    let upstream = complete_upstream();
    let inner = gateway(&upstream.host, &["--fresh", "0", "--stale", "0"]);
    let options = [
        "--upstream-token-file",
        "none",
        "--fresh",
        "0",
        "--stale",
        "0",
    ];
    let outer = gateway_with_options(&inner.host, &options);
    assert!(!is_marked_stale(&fetch(&outer, A)));
    upstream.respond_with(|_| reply(500, &[], b""));
    assert!(is_marked_stale(&fetch(&outer, A)));
    upstream.respond_with(|request| ok(&product(request.name()), &[]));
    fetch_until(&outer, A, |response| !is_marked_stale(response));
}

#[test]
fn a_response_older_than_all_limits_is_marked_stale() {
    let huge = "9".repeat(40);
    for (age, expected) in [("86000", false), ("87000", true), (&*huge, true)] {
        let sent = age.to_owned();
        let upstream =
            Upstream::new(move |request| ok(&product(request.name()), &[("age", &sent)]));
        let gateway = gateway(&upstream.host, &[]);
        let response = fetch(&gateway, A);
        assert_eq!(
            (response.status, is_marked_stale(&response)),
            (200, expected),
            "{age}"
        );
        let seen: u64 = response.header("age").unwrap().parse().unwrap();
        assert!(seen >= 86_000, "{age}: {seen}");
        // It is not served if the upstream fails, either.
        upstream.respond_with(|_| reply(500, &[], b""));
        let later = fetch(&gateway, A);
        assert_eq!(later.status, if expected { 502 } else { 200 }, "{age}");
    }
}

#[test]
fn a_page_marks_a_card_that_could_not_be_revalidated() {
    let respond = |_: &super::upstream::RecordedRequest| {
        let outer = serde_json::json!({"traded_unit_gtin": "9520123456788"});
        let product = serde_json::json!({"pool_id": "a", "outer": outer});
        ok(&serde_json::json!({"data": product}), &[("age", "40000")])
    };
    let upstream = Upstream::new(respond);
    let options = ["--pages", "--fresh", "7", "--stale", "0"];
    let gateway = gateway(&upstream.host, &options);
    for target in ["/p/9520123456788", "/card/a"] {
        let api = match target {
            "/card/a" => A,
            _ => "/v2/products/gtin/9520123456788",
        };
        upstream.respond_with(respond);
        let checked = fetch(&gateway, target);
        assert_eq!(checked.status, 200);
        assert!(
            !is_marked_stale(&checked) && !checked.text().contains("Not checked with the supplier")
        );
        // A page may be cached as long as the response it is made of, including its age.
        let control = fetch(&gateway, api)
            .header("cache-control")
            .map(str::to_owned);
        assert_eq!(checked.header("cache-control"), control.as_deref());
        assert!(checked.header("age").unwrap().parse::<u32>().unwrap() >= 40_000);
        upstream.respond_with(|_| reply(500, &[], b""));
        let old = fetch(&gateway, target);
        assert!(old.status == 200 && is_marked_stale(&old), "{target}");
        let mark = old.header(MARK).unwrap();
        let text = old.text();
        let embedded = text.split("data-given=\"stale\"").nth(1).unwrap();
        let (_, embedded) = embedded.split_once('>').unwrap();
        assert!(
            embedded.starts_with(&format!("\"{mark}\"</script>")),
            "{text}"
        );
        let day = Messages::english().date(&mark[..10]);
        assert!(day.ends_with(&mark[..4]) && !day.contains('-'), "{day}");
        // In a fragment, `:2` is written so that no software of a page makes a smiley of it.
        let since = format!("since {day}, {} UTC.", mark[11..16].replace(':', "&#58;"));
        assert!(text.contains(&since), "{since}: {text}");
    }
    // Error pages must not be cached.
    let none = fetch(&gateway, "/card/b");
    assert_eq!(
        (none.status, none.header("cache-control")),
        (502, Some("no-store"))
    );
    // Nor may pages made of responses that the upstream marks `no-store`.
    upstream.respond_with(|request| ok(&product(request.name()), &[("cache-control", "no-store")]));
    let uncacheable = fetch(&gateway, "/card/c");
    assert_eq!(uncacheable.header("cache-control"), Some("no-store"));
}

#[test]
fn responses_for_one_token_are_not_served_for_another() {
    let upstream = Upstream::new(|request| {
        let token = request
            .header("authorization")
            .unwrap_or_default()
            .to_owned();
        let mut product = product(request.name());
        product["data"]["for"] = token.rsplit('-').next().unwrap().into();
        ok(&product, &[])
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let options = ["--fresh", "3600", "--cache", file.to_str().unwrap()];
    for (token, expected, status) in [
        (
            "the-token-of-one",
            "one",
            "fwd=uri-miss; fwd-status=200; stored",
        ),
        ("the-token-of-one", "one", "hit"),
        (
            "the-token-of-two",
            "two",
            "fwd=uri-miss; fwd-status=200; stored",
        ),
        ("the-token-of-two", "two", "hit"),
    ] {
        let gateway = super::gateway_with_token(&upstream.host, token, &options);
        let response = fetch(&gateway, A);
        assert_eq!(response.json()["data"]["for"], expected);
        assert_eq!(cache_status(&response), status);
        assert_eq!(gateway.stop("-TERM").0, Some(0));
    }
    let bytes = std::fs::read(&file).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains("the-token-of"));
}
