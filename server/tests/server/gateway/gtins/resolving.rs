//! Resolving a GTIN to a product.

use std::time::Duration;

use serde_json::json;

use super::pool::{Pool, fetch_by_gtin, item, resolve, wait_for_index, wait_until_resolved, with};
use crate::gateway::upstream::reply;
use crate::gateway::{fetch, fetch_until};
use crate::support::{run, stdout};

/// The current time in the format of records.
fn now() -> String {
    let connection = rusqlite::Connection::open_in_memory().unwrap();
    connection
        .query_row("SELECT datetime('now')", [], |row| row.get(0))
        .unwrap()
}

#[test]
fn the_gtin_of_a_unit_resolves_to_its_product() {
    let pool = Pool::with([
        item("crate", json!("19520000000013"), &[json!("9520000000016")]),
        item(
            "twin",
            json!(null),
            &[json!("9520000000023"), json!("9520000000030")],
        ),
    ]);
    let gateway = pool.gateway(&[]);
    wait_for_index(&gateway, "complete");
    let expected = fetch(&gateway, "/v2/products/crate");
    assert!(!expected.text().contains("cheaply"), "hidden");
    for gtin in ["9520000000016", "09520000000016"] {
        let unit = fetch_by_gtin(&gateway, gtin);
        assert_eq!((unit.status, &unit.body), (200, &expected.body), "{gtin}");
        assert_eq!(unit.header("content-location"), Some("/v2/products/crate"));
        assert_eq!(unit.header("etag"), expected.header("etag"));
    }
    let known = [("if-none-match", expected.header("etag").unwrap())];
    let unit = gateway.request("GET", "/v2/products/gtin/9520000000016", &known);
    assert_eq!((unit.status, unit.body.len()), (304, 0));
    let case = fetch_by_gtin(&gateway, "19520000000013");
    assert_eq!((case.status, &case.body), (200, &expected.body));
    assert_eq!(
        case.header("content-location"),
        None,
        "as the upstream sends it"
    );
    assert_eq!(resolve(&gateway, "9520000000030"), "twin");
    let unknown = fetch_by_gtin(&gateway, "9520000000047");
    assert_eq!(
        (unknown.status, unknown.problem().as_str()),
        (404, "gtin_not_found")
    );
    assert_eq!(unknown.header("cache-control"), Some("public, max-age=60"));
    // One request for the record and one for each GTIN, and then none for a while.
    for _ in 0..3 {
        assert_eq!(resolve(&gateway, "9520000000016"), "crate");
    }
    assert_eq!(
        pool.count_requests(|target| target == "/v2/products/crate"),
        1
    );
    assert_eq!(
        pool.count_requests(|target| target.ends_with("/gtin/9520000000016")),
        1
    );
}

/// The upstream does not look up the GTIN of a unit, but the gateway serves the product.
#[test]
fn a_purge_by_the_gtin_of_a_unit_reports_what_clients_get() {
    let pool = Pool::with([item(
        "crate",
        json!("19520000000013"),
        &[json!("9520000000016")],
    )]);
    let gateway = pool.gateway(&[]);
    wait_for_index(&gateway, "complete");
    let url = format!("http://{}", gateway.ops);
    let purge = || {
        let output = run(&["purge", "--gtin", "9520000000016", &url]);
        stdout(&output)
    };
    assert_eq!(resolve(&gateway, "9520000000016"), "crate");
    let report = purge();
    for path in ["/v2/products/crate", "/v2/products/gtin/09520000000016"] {
        assert!(report.contains(&format!("now 200: {path}\n")), "{report}");
    }
    pool.remove("crate");
    let report = purge();
    assert_eq!(report.matches("now 404: ").count(), 2, "{report}");
}

#[test]
fn cases_precede_published_products_and_then_newer_ones() {
    let unit = |id: &str, changed: &str, status: &str| {
        let members = json!({"changed_at": changed, "status": status});
        with(item(id, json!(null), &[json!("9520000000016")]), members)
    };
    let pool = Pool::with([
        unit("archived", "2024-09-09 10:00:00", "archived"),
        unit("new", "2024-08-08 10:00:00", "published"),
        unit("old", "2024-07-07 10:00:00", "published"),
    ]);
    let gateway = pool.gateway(&["--missing", "0", "--fresh", "0", "--stale", "0"]);
    wait_for_index(&gateway, "complete");
    for removed in ["new", "old", "archived"] {
        assert_eq!(resolve(&gateway, "9520000000016"), removed);
        // The index still has it, but the upstream's response counts.
        pool.remove(removed);
    }
    assert_eq!(resolve(&gateway, "9520000000016"), "gtin_not_found");
    pool.put(unit("new", "2024-08-08 10:00:00", "published"));
    assert_eq!(resolve(&gateway, "9520000000016"), "new");
    // Lists need not include the GTIN of a case.
    pool.put(item("case", json!("9520000000016"), &[]));
    assert_eq!(resolve(&gateway, "9520000000016"), "case");
}

#[test]
fn changed_gtins_resolve_after_one_poll() {
    let pool = Pool::with([item("a", json!(null), &[json!("9520000000016")])]);
    let options = ["--missing", "86400", "--fresh", "86400"];
    let gateway = pool.gateway(&options);
    wait_for_index(&gateway, "complete");
    assert_eq!(resolve(&gateway, "9520000000016"), "a");
    assert_eq!(resolve(&gateway, "9520000000023"), "gtin_not_found");
    // Even the version is unchanged.
    let changed = item("a", json!(null), &[json!("9520000000023")]);
    pool.put(with(changed, json!({"changed_at": now()})));
    wait_until_resolved(&gateway, "9520000000023", "a");
    wait_until_resolved(&gateway, "9520000000016", "gtin_not_found");
    let new = item("b", json!(null), &[json!("9520000000030")]);
    assert_eq!(resolve(&gateway, "9520000000030"), "gtin_not_found");
    pool.put(with(new, json!({"changed_at": now()})));
    wait_until_resolved(&gateway, "9520000000030", "b");
    // An archived product is found as on the upstream.
    let archived = item("b", json!(null), &[json!("9520000000030")]);
    let members = json!({"changed_at": now(), "status": "archived"});
    pool.put(with(archived, members));
    fetch_until(&gateway, "/v2/products/gtin/9520000000030", |response| {
        response.status == 200 && response.json()["data"]["status"] == "archived"
    });
}

#[test]
fn a_hidden_gtin_does_not_resolve() {
    let pool = Pool::with([item("a", json!(null), &[json!("9520000000016")])]);
    let options = ["--hide", "components.inner.internal_gtin"];
    let gateway = pool.gateway(&options);
    wait_for_index(&gateway, "complete");
    assert_eq!(resolve(&gateway, "9520000000016"), "gtin_not_found");
}

#[test]
fn cached_products_resolve_while_the_upstream_fails() {
    let pool = Pool::with([item("a", json!(null), &[json!("9520000000016")])]);
    let gateway = pool.gateway(&["--fresh", "0", "--stale", "0", "--missing", "0"]);
    wait_for_index(&gateway, "complete");
    assert_eq!(resolve(&gateway, "9520000000016"), "a");
    pool.upstream.respond_with(|_| reply(500, &[], b"{}"));
    let stale = fetch_by_gtin(&gateway, "9520000000016");
    assert_eq!(stale.status, 200, "{}", stale.text());
    assert!(stale.header("x-product-pool-stale").is_some());
    let other = fetch_by_gtin(&gateway, "9520000000023");
    assert!(matches!(other.status, 502 | 503), "{}", other.status);
}

#[test]
fn pages_resolve_gtins_of_units_too() {
    let pool = Pool::with([item(
        "crate",
        json!("19520000000013"),
        &[json!("9520123456788")],
    )]);
    let gateway = pool.gateway(&["--pages"]);
    wait_for_index(&gateway, "complete");
    for target in ["/p/9520123456788", "/card/gtin/9520123456788"] {
        let page = fetch(&gateway, target);
        assert_eq!(page.status, 200, "{target}");
        let text = page.text();
        assert!(
            text.contains("crate") && !text.contains("cheaply"),
            "{text}"
        );
    }
    let link = gateway.request("GET", "/01/09520123456788", &[("accept", "text/html")]);
    assert_eq!(link.status, 307, "{}", link.text());
    assert_eq!(fetch(&gateway, "/p/9520000000042").status, 404);
}

#[test]
fn gtins_of_units_require_a_key_too() {
    let pool = Pool::with([item("a", json!(null), &[json!("9520000000016")])]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys");
    let keys = file.to_str().unwrap();
    let output = crate::support::run(&["token", "add", "--db", keys, "shop"]);
    let key = crate::support::stdout(&output).trim().to_owned();
    let gateway = pool.gateway(&["--keys", keys]);
    wait_for_index(&gateway, "complete");
    let target = "/v2/products/gtin/9520000000016";
    assert_eq!(fetch(&gateway, target).status, 401);
    let bearer = format!("Bearer {key}");
    let admitted = gateway.request("GET", target, &[("authorization", &bearer)]);
    assert_eq!(admitted.status, 200);
    assert!(
        admitted
            .header("cache-control")
            .unwrap()
            .starts_with("private")
    );
}

#[test]
fn without_an_index_gtin_requests_go_to_the_upstream() {
    let pool = Pool::with([item("a", json!(null), &[json!("9520000000016")])]);
    let gateway = crate::gateway::gateway(&pool.upstream.host, &["--follow", "0"]);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(
        resolve(&gateway, "9520000000016"),
        "not_here",
        "the upstream's own response"
    );
    assert_eq!(pool.count_page_requests(), 0);
}
