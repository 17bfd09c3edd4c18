//! Recalls: a purged product is removed from every cache and requested again.

use serde_json::{Value, json};

use super::upstream::{Gate, Upstream, ok, reply};
use super::{ask, ask_until, dealt, gateway};
use crate::mirror::{Copy, Door};
use crate::operation::OPS;
use crate::support::{
    Catalogue, Response, Server, product, request_with_body, run, stderr, stdout,
};

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
fn stocked() -> Upstream {
    Upstream::new(|asked| match asked.target.as_str() {
        target if target.starts_with("/v2/products?") => ok(&json!({"data": []}), &[]),
        target if target.ends_with("/feature") => ok(&json!({"data": {"url": "x"}}), &[]),
        target if target.contains("/gtin/") => ok(&record("a"), &[]),
        _ => ok(&record(asked.name()), &[]),
    })
}

/// Makes the upstream respond that the product does not exist.
fn recalled(upstream: &Upstream) {
    upstream.now(|_| reply(404, &[], br#"{"errors":[]}"#));
}

fn purge(server: &Server, body: &Value) -> Response {
    let kind = ("content-type", "application/json");
    request_with_body(&server.ops, "POST", "/purge", &[kind], &body.to_string())
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
        let upstream = stocked();
        let start = || gateway(&upstream.host, &[&OPS[..], &cache].concat());
        let server = start();
        for target in SHOWING.iter().chain([&"/v2/products/b"]) {
            assert_eq!(ask(&server, target).status, 200);
            assert_eq!(dealt(&ask(&server, target)), "hit", "{target}");
        }
        recalled(&upstream);
        let purged = purge(&server, &body);
        assert_eq!(purged.status, 200, "{}", purged.text());
        let told = purged.json();
        let products = told["products"].as_array().unwrap();
        assert!(products.contains(&json!("a")), "{told}");
        assert!(
            told["now"]
                .as_object()
                .unwrap()
                .values()
                .all(|it| *it == 404)
        );
        for target in SHOWING {
            let gone = ask(&server, target);
            assert_eq!(gone.status, 404, "{body} {target}: {}", dealt(&gone));
        }
        drop(server);
        // Another process does not find it either, even if the upstream fails.
        upstream.now(|_| reply(500, &[], b""));
        let server = start();
        for target in SHOWING {
            assert!(ask(&server, target).status >= 500, "{body} {target}");
        }
        drop(server);
        std::fs::remove_file(cache[1]).unwrap();
    }
}

#[test]
fn a_purge_keeps_other_products() {
    let upstream = Upstream::new(|asked| ok(&super::product(asked.name()), &[]));
    let server = gateway(&upstream.host, &OPS);
    for target in [A, "/v2/products/b"] {
        ask(&server, target);
    }
    assert_eq!(purge(&server, &json!({"products": ["a"]})).status, 200);
    assert_eq!(upstream.count(), 3, "asked for anew");
    for target in [A, "/v2/products/b"] {
        assert_eq!(dealt(&ask(&server, target)), "hit");
    }
    assert_eq!(upstream.count(), 3);
}

#[test]
fn a_purged_product_is_not_served_while_the_upstream_fails() {
    let upstream = stocked();
    let server = gateway(&upstream.host, &[&OPS[..], &["--fresh", "0"]].concat());
    ask(&server, A);
    upstream.now(|_| reply(500, &[], b""));
    ask_until(&server, A, |stale| dealt(stale).contains("detail=upstream"));
    let purged = purge(&server, &json!({"products": ["a"]}));
    assert_eq!(purged.status, 200);
    assert_eq!(purged.json()["now"], json!({A: 502}));
    assert!(ask(&server, A).status >= 500);
}

#[test]
fn requests_in_flight_during_a_purge_are_neither_cached_nor_coalesced() {
    let gate = Gate::default();
    let (upstream, behind) = (stocked(), gate.clone());
    upstream.now(move |_| {
        behind.pass();
        ok(&record("a"), &[])
    });
    let server = gateway(&upstream.host, &OPS);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| ask(&server, A));
        upstream.wait_for(1);
        recalled(&upstream);
        let purged = purge(&server, &json!({"products": ["a"]}));
        assert_eq!(purged.json()["now"], json!({A: 404}), "asked anew at once");
        assert_eq!(ask(&server, A).status, 404);
        gate.open();
        let late = waiting.join().unwrap();
        assert_eq!(
            late.status, 404,
            "who waited gets what the upstream says now"
        );
    });
    assert_eq!(ask(&server, A).status, 404);
}

#[test]
fn a_mirror_deletes_and_refetches_a_purged_product() {
    let other = json!({"outer": {"traded_unit_gtin": "9520000000030"}, "components": []});
    let catalogue = Catalogue::of(&[product("a", json!({})), product("b", other)]);
    let origin = catalogue.serve();
    let door = Door::before(&origin);
    let copy = Copy::new();
    let server = copy.serve(&door, &OPS);
    copy.catch_up(false);
    assert_eq!(dealt(&ask(&server, A)), "hit; detail=mirror");
    let listed = |server: &Server| {
        let list = ask(server, "/v2/products").json();
        list["data"].as_array().unwrap().len()
    };
    assert_eq!(listed(&server), 2);

    door.close(true);
    assert_eq!(purge(&server, &json!({"gtins": [GTIN]})).status, 200);
    for target in [A, "/v2/products/gtin/9520000000016"] {
        assert!(ask(&server, target).status >= 500, "{target}");
    }
    assert_eq!(
        listed(&server),
        1,
        "no list shows it until the upstream has answered"
    );
    assert_eq!(ask(&server, "/v2/products/b").status, 200);

    door.close(false);
    copy.catch_up(false);
    ask_until(&server, A, |answer| dealt(answer) == "hit; detail=mirror");
    assert_eq!(listed(&server), 2, "it was no recall after all");
}

#[test]
fn responses_have_cache_tags() {
    let upstream = stocked();
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
            let answer = ask(&server, target);
            assert_eq!(answer.status, 200, "{target}");
            assert_eq!(answer.header("surrogate-key"), Some(tags), "{target}");
            let listed = tags.replace(' ', ",");
            assert_eq!(answer.header("cache-tag"), Some(&*listed), "{target}");
        }
    }
    recalled(&upstream);
    let missing = ask(&server, "/v2/products/gtin/09520000000030");
    assert_eq!(missing.header("surrogate-key"), Some("gtin-09520000000030"));
}

#[test]
fn invalid_purge_requests_are_refused_and_purge_nothing() {
    let upstream = stocked();
    let server = gateway(&upstream.host, &OPS);
    ask(&server, A);
    for (body, why) in [
        ("{}", "not 0"),
        (r#"{"gtins":["12"]}"#, "not a GTIN"),
        (r#"{"products":[""]}"#, "identifier"),
        (r#"{"product":["a"]}"#, "unknown field"),
        ("a", "expected"),
    ] {
        let kind = ("content-type", "application/json");
        let refused = request_with_body(&server.ops, "POST", "/purge", &[kind], body);
        assert_eq!(refused.status, 400, "{body}");
        assert!(refused.text().contains(why), "{}", refused.text());
    }
    // As a page of another origin could send it.
    for kind in ["text/plain", "application/x-www-form-urlencoded"] {
        let body = r#"{"products":["a"]}"#;
        let kind = ("content-type", kind);
        let refused = request_with_body(&server.ops, "POST", "/purge", &[kind], body);
        assert_eq!(refused.status, 415);
    }
    assert_eq!(
        server.request("POST", "/purge", &[]).status,
        404,
        "not for the world"
    );
    assert_eq!(dealt(&ask(&server, A)), "hit", "it is cached still");
}

#[test]
fn the_purge_command_reports_what_was_purged() {
    let upstream = stocked();
    let server = gateway(&upstream.host, &OPS);
    ask(&server, A);
    recalled(&upstream);
    let url = format!("http://{}/", server.ops);
    let output = run(&["purge", "--gtin", GTIN, "--product", "x", &url]);
    assert!(output.status.success(), "{}", stderr(&output));
    let said = stdout(&output);
    assert!(
        said.starts_with("purged: product-a product-x gtin-09520000000016 products\n"),
        "{said}"
    );
    assert!(said.contains("now 404: /v2/products/a\n"), "{said}");

    let away = run(&[
        "purge",
        "--product",
        "a",
        "--varnish",
        "http://127.0.0.1:9",
        &url,
    ]);
    assert!(!away.status.success());
    assert!(stdout(&away).starts_with("purged: product-a products\n"));
    assert!(
        stderr(&away).contains("http://127.0.0.1:9 was not purged"),
        "{}",
        stderr(&away)
    );

    let catalogue = Catalogue::of(&[product("a", json!({}))]);
    let server = Server::start(&catalogue.db, &OPS);
    let output = run(&["purge", "--product", "a", &format!("http://{}", server.ops)]);
    assert!(
        stderr(&output).contains("has no cache"),
        "{}",
        stderr(&output)
    );
}
