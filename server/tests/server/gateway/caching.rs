//! The cache: what is stored, for how long, and the headers that tell clients.

use serde_json::json;

use super::upstream::{Gate, Upstream, ok, reply};
use super::{cache_status, complete_upstream, fetch, fetch_until, gateway, product};

const A: &str = "/v2/products/a";
/// Options with which every response is revalidated while the upstream responds.
const ALWAYS_ASK: [&str; 4] = ["--fresh", "0", "--stale", "0"];

#[test]
fn equivalent_requests_share_a_cache_entry() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &["--fresh", "3600"]);
    let first = fetch(&gateway, "/v2/products?limit=7&count=0");
    assert_eq!(cache_status(&first), "fwd=uri-miss; fwd-status=200; stored");
    for same in [
        "/v2/products?limit=7",
        "/v2/products?count=0&limit=007&sort=-changed_at",
        "/v2/products?filter%5Bstatus%5D=archived,published&limit=7&",
    ] {
        let again = fetch(&gateway, same);
        assert_eq!(cache_status(&again), "hit", "{same}");
        assert_eq!(again.body, first.body);
        assert_eq!(again.header("etag"), first.header("etag"));
    }
    assert_eq!(upstream.count(), 1);
    fetch(&gateway, "/v2/products?limit=8");
    assert_eq!(upstream.count(), 2);
}

#[test]
fn responses_have_cache_control_and_age() {
    let upstream = Upstream::new(|request| ok(&product(request.name()), &[("age", "100")]));
    let options = ["--fresh", "3600", "--stale", "60", "--stale-if-error", "90"];
    let gateway = gateway(&upstream.host, &options);
    for _ in 0..2 {
        let response = fetch(&gateway, A);
        assert_eq!(
            response.header("cache-control"),
            Some("public, max-age=3600, stale-while-revalidate=60, stale-if-error=90")
        );
        let age: u64 = response.header("age").unwrap().parse().unwrap();
        assert!(
            age >= 100,
            "includes the time in the upstream's cache: {age}"
        );
        assert_eq!(response.header("content-type"), Some("application/json"));
    }
}

#[test]
fn conditional_requests_get_304_if_nothing_changed() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &["--fresh", "3600"]);
    let first = fetch(&gateway, A);
    let tag = first.header("etag").unwrap().to_owned();
    assert!(tag.starts_with('"'), "a strong tag: {tag}");
    for tags in [tag.clone(), format!("\"x\", W/{tag}"), "*".to_owned()] {
        let again = gateway.request("GET", A, &[("if-none-match", &tags)]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{tags}");
        for name in ["etag", "cache-control", "age", "cache-status"] {
            assert!(again.header(name).is_some(), "{name}");
        }
    }
    let changed = gateway.request("GET", A, &[("if-none-match", "\"x\"")]);
    assert_eq!((changed.status, &changed.body), (200, &first.body));
    let head = gateway.request("HEAD", A, &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(
        head.header("content-length"),
        first.header("content-length")
    );
    assert_eq!(head.header("etag"), Some(tag.as_str()));
    // A range request gets the whole response, and reloading must not cause requests to the
    // upstream.
    for (name, value) in [("range", "bytes=0-3"), ("cache-control", "no-cache")] {
        let whole = gateway.request("GET", A, &[(name, value)]);
        assert_eq!((whole.status, &whole.body), (200, &first.body), "{name}");
    }
    assert_eq!(upstream.count(), 1);
}

#[test]
fn stale_entries_are_revalidated_with_their_tag() {
    let upstream = Upstream::new(|request| match request.header("if-none-match") {
        Some("W/\"one\"") => reply(304, &[("etag", "W/\"one\"")], b""),
        _ => ok(&product("a"), &[("etag", "W/\"one\"")]),
    });
    let gateway = gateway(&upstream.host, &ALWAYS_ASK);
    let first = fetch(&gateway, A);
    for _ in 0..2 {
        let again = fetch(&gateway, A);
        assert_eq!(cache_status(&again), "fwd=stale; fwd-status=304; stored");
        assert_eq!((again.status, &again.body), (200, &first.body));
    }
    upstream.respond_with(|_| ok(&json!({"data": {"pool_id": "a", "n": 2}}), &[]));
    let changed = fetch(&gateway, A);
    assert_eq!(cache_status(&changed), "fwd=stale; fwd-status=200; stored");
    assert_eq!(changed.text(), r#"{"data":{"pool_id":"a","n":2}}"#);
    // Once the entry has no tag, revalidation does not send the old one.
    fetch(&gateway, A);
    let requests = upstream.requests();
    let tags: Vec<_> = requests
        .iter()
        .map(|request| request.header("if-none-match"))
        .collect();
    let one = Some("W/\"one\"");
    assert_eq!(tags, [None, one, one, one, None]);
}

#[test]
fn stale_responses_are_served_while_revalidating() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &["--fresh", "0", "--stale", "3600"]);
    fetch(&gateway, A);
    let gate = Gate::default();
    let closed = gate.clone();
    upstream.respond_with(move |_| {
        closed.wait();
        ok(&json!({"data": {"pool_id": "a", "n": "new"}}), &[])
    });
    // The upstream does not respond, but clients get responses.
    for _ in 0..5 {
        let stale = fetch(&gateway, A);
        assert_eq!(cache_status(&stale), "hit; detail=revalidating");
        assert!(stale.text().contains(r#""pool_id":"a""#));
    }
    upstream.wait_for_requests(2);
    assert_eq!(upstream.count(), 2, "one request for all clients");
    gate.open();
    fetch_until(&gateway, A, |response| {
        response.text() == r#"{"data":{"pool_id":"a","n":"new"}}"#
    });
}

#[test]
fn a_404_is_cached_for_the_configured_time() {
    let missing = |_: &super::upstream::RecordedRequest| {
        reply(
            404,
            &[("cache-control", "no-store")],
            br#"{"errors":[{"code":"gone"}]}"#,
        )
    };
    let upstream = Upstream::new(missing);
    let caching = gateway(&upstream.host, &["--missing", "3600"]);
    let first = fetch(&caching, A);
    assert_eq!(first.status, 404);
    assert_eq!(first.text(), r#"{"errors":[{"code":"gone"}]}"#);
    assert_eq!(first.header("cache-control"), Some("public, max-age=3600"));
    let again = fetch(&caching, A);
    assert_eq!((again.status, cache_status(&again).as_str()), (404, "hit"));
    assert_eq!(again.body, first.body);
    assert_eq!(upstream.count(), 1);
    let not_caching = gateway(&upstream.host, &["--missing", "0"]);
    fetch(&not_caching, A);
    fetch(&not_caching, A);
    assert_eq!(upstream.count(), 3);
    // It is not served if the upstream fails, either.
    upstream.respond_with(|_| reply(500, &[], b""));
    assert_eq!(fetch(&not_caching, A).status, 502);
}

#[test]
fn an_error_status_of_the_upstream_evicts_the_cached_response() {
    let upstream = complete_upstream();
    let options = [&ALWAYS_ASK[..], &["--missing", "0"]].concat();
    let gateway = gateway(&upstream.host, &options);
    for (status, body) in [(404, r#"{"errors":[]}"#), (403, "{}"), (410, "")] {
        // Another target each time, because failures are not retried at once.
        let target = format!("/v2/products/{status}");
        upstream.respond_with(|request| ok(&product(request.name()), &[]));
        assert_eq!(fetch(&gateway, &target).status, 200);
        upstream.respond_with(move |_| reply(status, &[], body.as_bytes()));
        assert_eq!(fetch(&gateway, &target).status, status);
        // The old response is not served as stale any more.
        upstream.respond_with(|_| reply(500, &[], b""));
        assert_eq!(fetch(&gateway, &target).status, 502, "{status}");
    }
}

#[test]
fn client_errors_are_not_cached() {
    let upstream = Upstream::new(|_| reply(400, &[], br#"{"errors":[]}"#));
    let gateway = gateway(&upstream.host, &["--fresh", "3600", "--missing", "3600"]);
    for (count, status) in [(1, 400), (2, 403), (3, 422)] {
        upstream.respond_with(move |_| reply(status, &[], br#"{"errors":[]}"#));
        let response = fetch(&gateway, A);
        assert_eq!((response.status, upstream.count()), (status, count));
        assert_eq!(response.text(), r#"{"errors":[]}"#);
        assert_eq!(response.header("cache-control"), Some("no-store"));
    }
    upstream.respond_with(|_| reply(400, &[], b"<html>"));
    assert_eq!(fetch(&gateway, A).problem(), "upstream_refused");
    upstream.respond_with(|_| ok(&product("a"), &[("cache-control", "private, No-Store")]));
    for count in [5, 6] {
        let response = fetch(&gateway, A);
        assert_eq!((response.status, upstream.count()), (200, count));
        assert_eq!(cache_status(&response), "fwd=uri-miss; fwd-status=200");
        assert_eq!(response.header("cache-control"), Some("no-store"));
    }
}

#[test]
fn concurrent_identical_requests_are_coalesced() {
    let gate = Gate::default();
    let closed = gate.clone();
    let upstream = Upstream::new(move |request| {
        closed.wait();
        ok(&product(request.name()), &[])
    });
    let gateway = gateway(&upstream.host, &["--fresh", "3600"]);
    // The first client disconnects as soon as the upstream has received the request.
    let mut first = std::net::TcpStream::connect(&gateway.host).unwrap();
    let head = format!("GET {A} HTTP/1.1\r\nhost: {}\r\n\r\n", gateway.host);
    std::io::Write::write_all(&mut first, head.as_bytes()).unwrap();
    upstream.wait_for_requests(1);
    drop(first);
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..20)
            .map(|_| scope.spawn(|| fetch(&gateway, A)))
            .collect();
        gate.open();
        for client in clients {
            let response = client.join().unwrap();
            assert_eq!(response.status, 200, "{}", response.text());
            assert!(response.text().contains(r#""pool_id":"a""#));
        }
    });
    assert_eq!(upstream.count(), 1);
}

#[test]
fn a_restart_keeps_the_cache_unless_settings_changed() {
    let upstream = complete_upstream();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let file = file.to_str().unwrap();
    let options = ["--fresh", "3600", "--cache", file];
    let first = gateway(&upstream.host, &options);
    let before = fetch(&first, A);
    assert_eq!(first.stop("-TERM").0, Some(0));
    let second = gateway(&upstream.host, &options);
    let after = fetch(&second, A);
    assert_eq!(cache_status(&after), "hit");
    assert_eq!((after.body, upstream.count()), (before.body, 1));
    assert_eq!(second.stop("-TERM").0, Some(0));
    // A field that is hidden now must not be served from an entry stored before.
    let hiding = [&options[..], &["--hide", "other"]].concat();
    let third = gateway(&upstream.host, &hiding);
    assert_eq!(fetch(&third, A).text(), r#"{"data":{"pool_id":"a"}}"#);
    let bytes = std::fs::read(file).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(!text.contains(super::TOKEN) && !text.contains("bought cheaply"));
}
