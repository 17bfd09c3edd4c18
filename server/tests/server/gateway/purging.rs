//! Recalls: a purged product is removed from every cache and requested again.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::upstream::{Gate, Upstream, ok, reply};
use super::{cache_status, fetch, fetch_until, gateway};
use crate::mirror::{FaultProxy, MirrorFile};
use crate::operation::OPS;
use crate::support::{Catalogue, Response, Server, product, request, run, stderr, stdout};

const GTIN: &str = "09520000000016";
const UNIT: &str = "09520000000023";
const A: &str = "/v2/products/a";
/// Every target whose response shows the product `a`, once it was requested.
const SHOWING: [&str; 5] = [
    A,
    "/v2/products/gtin/9520000000016",
    "/v2/products/gtin/09520000000016",
    "/v2/images/a/feature",
    "/v2/products?limit=1",
];

fn record(pool_id: &str) -> Value {
    json!({"data": {
        "pool_id": pool_id,
        "outer": {"traded_unit_gtin": GTIN},
        "components": [{"inner": {"internal_gtin": "9520000 000023"}}],
    }})
}

/// An upstream that has the product.
fn upstream_with_product() -> Upstream {
    Upstream::new(|request| match request.target.as_str() {
        target if target.starts_with("/v2/products?") => ok(&json!({"data": []}), &[]),
        target if target.ends_with("/feature") => ok(&json!({"data": {"url": "x"}}), &[]),
        target if target.contains("/gtin/") => ok(&record("a"), &[]),
        _ => ok(&record(request.name()), &[]),
    })
}

/// Makes the upstream respond that the product does not exist.
fn recall(upstream: &Upstream) {
    upstream.respond_with(|_| reply(404, &[], br#"{"errors":[]}"#));
}

fn purge(server: &Server, body: &Value) -> Response {
    let names = [("gtin", "gtins"), ("product", "products")];
    let names = names.iter().flat_map(|(name, listed)| {
        let values = body[*listed].as_array().into_iter().flatten();
        values.map(move |value| format!("{name}={}", value.as_str().unwrap()))
    });
    let names: Vec<String> = names.collect();
    request(
        &server.ops,
        "DELETE",
        &format!("/purge?{}", names.join("&")),
        &[],
    )
}

#[test]
fn a_purge_removes_a_product_from_memory_and_disk() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache.db");
    let cache = ["--cache", cache.to_str().unwrap()];
    for body in [
        json!({"products": ["a"]}),
        json!({"gtins": [GTIN]}),
        // By the GTINs in the record, whatever was requested.
        json!({"gtins": [UNIT]}),
    ] {
        let upstream = upstream_with_product();
        let start = || gateway(&upstream.host, &[&OPS[..], &cache].concat());
        let server = start();
        for target in SHOWING.iter().chain([&"/v2/products/b"]) {
            assert_eq!(fetch(&server, target).status, 200);
            assert_eq!(cache_status(&fetch(&server, target)), "hit", "{target}");
        }
        recall(&upstream);
        let purged = purge(&server, &body);
        assert_eq!(purged.status, 200, "{}", purged.text());
        let report = purged.json();
        let products = report["products"].as_array().unwrap();
        assert!(products.contains(&json!("a")), "{report}");
        assert!(
            report["statuses"]
                .as_object()
                .unwrap()
                .values()
                .all(|status| *status == 404)
        );
        for target in SHOWING {
            let gone = fetch(&server, target);
            assert_eq!(gone.status, 404, "{body} {target}: {}", cache_status(&gone));
        }
        drop(server);
        // Another process does not find it either, even if the upstream fails.
        upstream.respond_with(|_| reply(500, &[], b""));
        let server = start();
        for target in SHOWING {
            assert!(fetch(&server, target).status >= 500, "{body} {target}");
        }
        drop(server);
        std::fs::remove_file(cache[1]).unwrap();
    }
}

#[test]
fn a_purge_keeps_other_products() {
    let upstream = Upstream::new(|request| ok(&super::product(request.name()), &[]));
    let server = gateway(&upstream.host, &OPS);
    for target in [A, "/v2/products/b"] {
        fetch(&server, target);
    }
    assert_eq!(purge(&server, &json!({"products": ["a"]})).status, 200);
    assert_eq!(upstream.count(), 3, "requested again");
    for target in [A, "/v2/products/b"] {
        assert_eq!(cache_status(&fetch(&server, target)), "hit");
    }
    assert_eq!(upstream.count(), 3);
}

#[test]
fn a_purged_product_is_not_served_while_the_upstream_fails() {
    let upstream = upstream_with_product();
    let options = ["--fresh", "0", "--pages"];
    let server = gateway(&upstream.host, &[&OPS[..], &options].concat());
    for target in [A, "/card/a"] {
        assert_eq!(fetch(&server, target).status, 200, "{target}");
    }
    upstream.respond_with(|_| reply(500, &[], b""));
    fetch_until(&server, A, |stale| {
        cache_status(stale).contains("detail=upstream")
    });
    let purged = purge(&server, &json!({"products": ["a"]}));
    assert_eq!(purged.status, 200);
    assert_eq!(purged.json()["statuses"], json!({A: 502}));
    for target in [A, "/card/a"] {
        assert!(fetch(&server, target).status >= 500, "{target}");
    }
}

#[test]
fn requests_in_flight_during_a_purge_are_neither_cached_nor_coalesced() {
    let gate = Gate::default();
    let (upstream, closed) = (upstream_with_product(), gate.clone());
    upstream.respond_with(move |_| {
        closed.wait();
        ok(&record("a"), &[])
    });
    let server = gateway(&upstream.host, &OPS);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| fetch(&server, A));
        upstream.wait_for_requests(1);
        recall(&upstream);
        let purged = purge(&server, &json!({"products": ["a"]}));
        assert_eq!(
            purged.json()["statuses"],
            json!({A: 404}),
            "requested again at once"
        );
        assert_eq!(fetch(&server, A).status, 404);
        gate.open();
        let late = waiting.join().unwrap();
        assert_eq!(
            late.status, 404,
            "the waiting client gets the current response"
        );
    });
    assert_eq!(fetch(&server, A).status, 404);
}

#[test]
#[ignore = "takes seconds, and rarely fails where its neighbours pass"]
fn a_mirror_deletes_and_refetches_a_purged_product() {
    let other = json!({"outer": {"traded_unit_gtin": "9520000000030"}, "components": []});
    let catalogue = Catalogue::with(&[product("a", json!({})), product("b", other)]);
    let origin = catalogue.serve();
    let proxy = FaultProxy::new(&origin);
    let mirror_file = MirrorFile::new();
    let server = mirror_file.serve(&proxy, &OPS);
    mirror_file.wait_until_synced(false);
    assert_eq!(cache_status(&fetch(&server, A)), "hit; detail=mirror");
    let count_listed = |server: &Server| {
        let list = fetch(server, "/v2/products").json();
        list["data"].as_array().unwrap().len()
    };
    assert_eq!(count_listed(&server), 2);

    proxy.set_offline(true);
    assert_eq!(purge(&server, &json!({"gtins": [GTIN]})).status, 200);
    for target in [A, "/v2/products/gtin/9520000000016"] {
        assert!(fetch(&server, target).status >= 500, "{target}");
    }
    assert_eq!(
        count_listed(&server),
        1,
        "no list has it until the upstream responds"
    );
    assert_eq!(fetch(&server, "/v2/products/b").status, 200);

    proxy.set_offline(false);
    mirror_file.wait_until_synced(false);
    fetch_until(&server, A, |response| {
        cache_status(response) == "hit; detail=mirror"
    });
    assert_eq!(count_listed(&server), 2, "the product was not recalled");
}

#[test]
fn responses_have_cache_tags() {
    let upstream = upstream_with_product();
    let server = gateway(&upstream.host, &["--pages"]);
    let record = "product-a gtin-09520000000016 gtin-09520000000023";
    for (target, tags) in [
        (A, record),
        ("/v2/images/a/feature", "product-a"),
        ("/v2/products?limit=1", "products"),
        ("/card/a", record),
        ("/p/09520000000016", record),
    ] {
        for _ in 0..2 {
            let response = fetch(&server, target);
            assert_eq!(response.status, 200, "{target}");
            assert_eq!(response.header("surrogate-key"), Some(tags), "{target}");
            let listed = tags.replace(' ', ",");
            assert_eq!(response.header("cache-tag"), Some(&*listed), "{target}");
        }
    }
    recall(&upstream);
    let missing = fetch(&server, "/v2/products/gtin/09520000000030");
    assert_eq!(missing.header("surrogate-key"), Some("gtin-09520000000030"));
}

#[test]
fn invalid_purge_requests_are_refused_and_purge_nothing() {
    let upstream = upstream_with_product();
    let server = gateway(&upstream.host, &OPS);
    fetch(&server, A);
    for (query, expected) in [
        ("", "not 0"),
        ("?gtin=12", "not a GTIN"),
        ("?product=", "identifier"),
        ("?products=a", "unknown parameter"),
        ("?product=%ff", "UTF-8"),
    ] {
        let refused = request(&server.ops, "DELETE", &format!("/purge{query}"), &[]);
        assert_eq!(refused.status, 400, "{query}: {}", refused.text());
        assert!(refused.text().contains(expected), "{}", refused.text());
    }
    // As a page of another origin could send it.
    for method in ["GET", "POST", "HEAD"] {
        let refused = request(&server.ops, method, "/purge?product=a", &[]);
        assert_eq!(refused.status, 405, "{method}");
    }
    let preflight = [
        ("origin", "http://a.example"),
        ("access-control-request-method", "DELETE"),
    ];
    let refused = request(&server.ops, "OPTIONS", "/purge?product=a", &preflight);
    assert_eq!(refused.header("access-control-allow-origin"), None);
    // As a page could send it to a name that it has pointed at this address.
    let from_page = [("origin", "http://rebound.example:9090")];
    let refused = request(&server.ops, "DELETE", "/purge?product=a", &from_page);
    assert_eq!(refused.status, 403);
    assert_eq!(
        server.request("DELETE", "/purge?product=a", &[]).status,
        404,
        "only on the operations address"
    );
    assert_eq!(cache_status(&fetch(&server, A)), "hit", "still cached");
}

/// The operations address has few connections, which health checks need.
#[test]
fn slow_purge_requests_do_not_block_probes() {
    let upstream = upstream_with_product();
    let server = gateway(&upstream.host, &OPS);
    let body = "DELETE /purge HTTP/1.1\r\nhost: a\r\ncontent-length: 20\r\n\r\n{";
    let head = "DELETE /purge HTTP/1.1\r\nhost";
    for (sent, count) in [(body, 100), (head, 100)] {
        let mut slow: Vec<TcpStream> = (0..count)
            .map(|_| {
                let mut stream = TcpStream::connect(&server.ops).unwrap();
                stream.write_all(sent.as_bytes()).unwrap();
                stream
            })
            .collect();
        assert_eq!(server.probe("/healthz").status, 200);
        // A recall is not kept out either.
        assert_eq!(purge(&server, &json!({"products": ["a"]})).status, 200);
        if sent == body {
            // No body is waited for.
            let mut response = String::new();
            slow[count - 1].read_to_string(&mut response).unwrap();
            assert!(response.starts_with("HTTP/1.1 400 "), "{response}");
        }
    }
}

/// A page in an operator's browser that points its own name at the operations address.
#[test]
fn only_private_names_reach_the_operations_address() {
    let upstream = upstream_with_product();
    let server = gateway(&upstream.host, &["--ops-listen", "localhost:0"]);
    fetch(&server, A);
    for (host, status) in [
        ("rebound.example:9090", 403),
        ("gateway:9090", 200),
        ("localhost:9090", 200),
        ("10.0.0.7:9090", 200),
    ] {
        for target in ["/metrics", "/readyz"] {
            let response = request(&server.ops, "GET", target, &[("host", host)]);
            assert_eq!(response.status, status, "{host} {target}");
        }
        // Public in any case; a load balancer may ask for the shop's name.
        let alive = request(&server.ops, "GET", "/healthz", &[("host", host)]);
        assert_eq!(alive.status, 200, "{host}");
    }
    let purge = "DELETE /purge?product=a HTTP/1.1\r\nhost: rebound.example\r\n\
                 connection: close\r\n\r\n";
    let mut stream = TcpStream::connect(&server.ops).unwrap();
    stream.write_all(purge.as_bytes()).unwrap();
    let mut refused = String::new();
    stream.read_to_string(&mut refused).unwrap();
    assert!(refused.starts_with("HTTP/1.1 403 "), "{refused}");
    assert!(refused.contains("the name in --ops-listen"), "{refused}");
    assert_eq!(cache_status(&fetch(&server, A)), "hit", "still cached");
}

#[test]
fn the_purge_command_reports_what_was_purged() {
    let upstream = upstream_with_product();
    let server = gateway(&upstream.host, &OPS);
    fetch(&server, A);
    recall(&upstream);
    let url = format!("http://{}/", server.ops);
    let output = run(&["purge", "--gtin", GTIN, "--product", "x", &url]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report = stdout(&output);
    assert!(
        report.starts_with("purged: product-a product-x gtin-09520000000016 products\n"),
        "{report}"
    );
    assert!(report.contains("now 404: /v2/products/a\n"), "{report}");

    let unreachable = run(&[
        "purge",
        "--product",
        "a",
        "--varnish",
        "http://127.0.0.1:9",
        &url,
    ]);
    assert!(!unreachable.status.success());
    assert!(stdout(&unreachable).starts_with("purged: product-a products\n"));
    assert!(
        stderr(&unreachable).contains("http://127.0.0.1:9 was not purged"),
        "{}",
        stderr(&unreachable)
    );

    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let server = Server::start(&catalogue.db, &OPS);
    let output = run(&["purge", "--product", "a", &format!("http://{}", server.ops)]);
    assert!(
        stderr(&output).contains("has no cache"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn one_command_purges_all_gateways_that_it_can_reach() {
    let upstream = upstream_with_product();
    let servers = [(); 2].map(|()| gateway(&upstream.host, &OPS));
    for server in &servers {
        assert_eq!(fetch(server, A).status, 200);
    }
    recall(&upstream);
    let [one, other] = servers
        .each_ref()
        .map(|server| format!("http://{}", server.ops));
    let nobody = format!("http://{}", super::recipe::free_address());
    let output = run(&["purge", "--product", "a", &one, &nobody, &other]);
    assert!(!output.status.success());
    let fault = stderr(&output);
    assert!(fault.contains(&nobody) && !fault.contains(&one), "{fault}");
    let report = stdout(&output);
    for (server, ops) in servers.iter().zip([one, other]) {
        assert!(report.contains(&format!("{ops}: purged: ")), "{report}");
        assert_eq!(fetch(server, A).status, 404);
    }
}

/// A pool with one product, whose name a test changes.
fn pool(name: &'static str) -> Upstream {
    let pool = Upstream::new(|_| Vec::new());
    rename(&pool, name);
    pool
}

fn rename(pool: &Upstream, name: &'static str) {
    pool.respond_with(move |request| {
        // A list has the GTIN at the top, a record in `outer`.
        let record = json!({"pool_id": "a", "name": name, "components": [], "traded_unit_gtin": GTIN,
            "other": {"manufacturer_comments": name},
            "outer": {"traded_unit_gtin": GTIN}, "changed_at": "2026-01-01T00:00:00Z"});
        match request.target.as_str() {
            target if target.starts_with("/v2/products?") => {
                ok(&json!({"data": [record], "next": null}), &[])
            }
            target if target.starts_with("/v2/images") => ok(&json!({"data": []}), &[]),
            _ => ok(&json!({"data": record}), &[]),
        }
    });
}

fn name_of(server: &Server) -> String {
    let record = fetch(server, A).json();
    record["data"]["name"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// All orders of three.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

#[test]
fn gateways_are_purged_from_the_pool_outwards_in_whatever_order_they_are_named() {
    let pool = pool("old");
    // The innermost shows what the others withhold, and so is sent what they are not.
    let inner = gateway(&pool.host, &[&OPS[..], &["--hide", "none"]].concat());
    let middle = gateway(&inner.host, &OPS);
    let front = gateway(&middle.host, &OPS);
    let servers = [&front, &middle, &inner];
    for order in ORDERS {
        rename(&pool, "old");
        let urls = order.map(|at| format!("http://{}", servers[at].ops));
        let [one, two, three] = urls.each_ref().map(String::as_str);
        let command = ["purge", "--product", "a", one, two, three];
        assert!(run(&command).status.success());
        for server in servers {
            assert_eq!(name_of(server), "old", "{order:?}");
        }
        rename(&pool, "new");
        let output = run(&command);
        assert!(output.status.success(), "{order:?}: {}", stderr(&output));
        for server in servers {
            assert_eq!(name_of(server), "new", "{order:?}: {}", stdout(&output));
        }
    }
}

#[test]
fn a_mirror_between_gateways_is_purged_before_those_that_ask_it() {
    let pool = pool("old");
    let inner = gateway(&pool.host, &OPS);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mirror.db");
    let copy = ["--mirror", file.to_str().unwrap(), "--follow", "1"];
    let mirror = gateway(&inner.host, &[&OPS[..], &copy].concat());
    fetch_until(&mirror, A, |response| {
        cache_status(response) == "hit; detail=mirror"
    });
    let front = gateway(&mirror.host, &OPS);
    assert_eq!(name_of(&front), "old");
    rename(&pool, "new");
    let urls = [&front, &mirror, &inner].map(|server| format!("http://{}", server.ops));
    let [one, two, three] = urls.each_ref().map(String::as_str);
    let output = run(&["purge", "--gtin", GTIN, one, two, three]);
    assert!(output.status.success(), "{}", stderr(&output));
    for server in [&front, &mirror, &inner] {
        assert_eq!(name_of(server), "new", "{}", stdout(&output));
    }
}

#[test]
fn a_purge_fails_unless_each_gateway_serves_what_the_pool_has() {
    let pool = pool("old");
    let inner = gateway(&pool.host, &OPS);
    let front = gateway(&inner.host, &OPS);
    let [inner_url, front_url] = [&inner, &front].map(|server| format!("http://{}", server.ops));
    assert_eq!(name_of(&front), "old");
    rename(&pool, "new");
    // One that is not named, between the pool and one that is.
    let output = run(&["purge", "--product", "a", &front_url]);
    assert!(!output.status.success());
    let fault = stderr(&output);
    assert!(fault.contains("it asks another gateway"), "{fault}");
    assert!(fault.contains("add its address"), "{fault}");
    // One that refuses: whoever answers there is no gateway.
    let refusing = Upstream::new(|_| reply(403, &[], br#"{"errors":[{"detail":"no entry"}]}"#));
    let refusing_url = format!("http://{}", refusing.host);
    let output = run(&[
        "purge",
        "--product",
        "a",
        &front_url,
        &refusing_url,
        &inner_url,
    ]);
    assert!(!output.status.success());
    let fault = stderr(&output);
    let expected = format!("{refusing_url}: not purged (403): no entry");
    assert!(fault.contains(&expected), "{fault}");
    // All others are purged.
    assert_eq!([name_of(&front), name_of(&inner)], ["new", "new"]);
    // While the pool fails, it is unknown what it has.
    pool.respond_with(|_| reply(500, &[], b""));
    let output = run(&["purge", "--product", "a", &front_url, &inner_url]);
    assert!(!output.status.success());
    let fault = stderr(&output);
    assert!(fault.contains("its upstream has not said yet"), "{fault}");
    for server in [&front, &inner] {
        assert!(fetch(server, A).status >= 500);
    }
}

#[test]
fn a_purged_mirror_asks_for_what_it_does_not_list() {
    let pool = pool("old");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mirror.db");
    let mirror = gateway(
        &pool.host,
        &[
            &OPS[..],
            &["--mirror", file.to_str().unwrap(), "--follow", "1"],
        ]
        .concat(),
    );
    fetch_until(&mirror, A, |response| {
        cache_status(response) == "hit; detail=mirror"
    });
    // The list does not have it yet.
    pool.respond_with(|request| match request.target.as_str() {
        target if target.starts_with("/v2/products?") => ok(&json!({"data": []}), &[]),
        _ => ok(&super::product(request.name()), &[]),
    });
    let url = format!("http://{}", mirror.ops);
    let output = run(&["purge", "--product", "b", &url]);
    assert!(!output.status.success());
    let fault = stderr(&output);
    assert!(fault.contains("does not list a product yet"), "{fault}");
}
