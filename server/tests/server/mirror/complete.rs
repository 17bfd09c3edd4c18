//! The responses of a complete mirror.

use serde_json::{Value, json};

use super::{FaultProxy, MirrorFile, Snapshot, delete, seconds_ago, serve_offline};
use crate::gateway::{cache_status, fetch};
use crate::support::{Catalogue, ids, product};

/// A record of milk.
fn milk(id: &str, case: &str, unit: &str) -> Value {
    let mut milk = product(id, json!({"outer": {"traded_unit_gtin": case}}));
    milk["components"][0]["inner"]["internal_gtin"] = json!(unit);
    milk
}

#[test]
fn a_complete_mirror_serves_everything_without_the_upstream() {
    let catalogue = Catalogue::seeded(&["--products", "50"]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let mirror = mirror_file.serve_synced(&proxy, &["--hide", "none"]);
    let whole = Snapshot::take(&server, &["nobody".to_owned()]);
    assert!(whole.len() > 180);
    whole.assert_same(&mirror);
    let response = fetch(&mirror, "/v2/products?limit=3");
    assert_eq!(cache_status(&response), "hit; detail=mirror");
    assert!(response.header("age").is_some());
    assert!(
        response
            .header("cache-control")
            .unwrap()
            .starts_with("public, max-age=")
    );
    let tag = response.header("etag").unwrap();
    let known = mirror.request("GET", "/v2/products?limit=3", &[("if-none-match", tag)]);
    assert_eq!((known.status, known.body.len()), (304, 0));
    drop(mirror);
    let mirror = serve_offline(&mirror_file, &proxy, &["--hide", "none", "--fresh", "0"]);
    let old = fetch(&mirror, "/v2/products?limit=3");
    assert!(old.header("x-product-pool-stale").is_some());
    drop(mirror);
    let mirror = serve_offline(&mirror_file, &proxy, &["--hide", "none"]);
    let sent_before = proxy.upstream.count();
    // Products and records are exactly as on the upstream.
    for (target, expected) in whole
        .0
        .iter()
        .filter(|(_, expected)| expected.status == 200)
    {
        assert_eq!(fetch(&mirror, target).text(), expected.text(), "{target}");
    }
    // Pages are linked by the mirror's own cursors.
    let mut target = "/v2/products?limit=7&sort=manufacturer_product_name".to_owned();
    let expected = server.json(&target.replace("limit=7", "limit=500"));
    let mut walked = Vec::new();
    loop {
        let page = fetch(&mirror, &target).json();
        walked.extend(ids(&page));
        match page["next"].as_str() {
            Some(next) => {
                target =
                    format!("/v2/products?limit=7&sort=manufacturer_product_name&cursor={next}");
            }
            None => break,
        }
    }
    assert_eq!(walked, ids(&expected));
    let requests = proxy.upstream.requests()[sent_before..].to_vec();
    let is_feed =
        |target: &str| target.contains("filter%5Bstatus%5D") || target.contains("limit=500");
    for request in requests {
        assert!(
            is_feed(&request.target),
            "requested {} from the upstream",
            request.target
        );
    }
}

#[test]
fn products_resolve_by_gtin_of_case_and_unit() {
    let catalogue = Catalogue::with(&[
        milk("a", "9520000000016", "9520000000023"),
        // Its case has the GTIN of another product's unit: the case takes precedence.
        milk("b", "9520000000023", "95200002"),
        milk("c", "9520000000047", "9520000000030"),
    ]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    drop(mirror_file.serve(&proxy, &[]));
    let mirror = mirror_file.serve_synced(&proxy, &[]);
    let found = |gtin: &str| fetch(&mirror, &format!("/v2/products/gtin/{gtin}"));
    let id = |gtin: &str| found(gtin).json()["data"]["pool_id"].clone();
    for (gtin, pool_id) in [
        ("9520000000016", "a"),
        ("09520000000016", "a"),
        ("9520000000023", "b"),
        ("95200002", "b"),
        ("00000095200002", "b"),
        ("9520000000030", "c"),
    ] {
        assert_eq!(id(gtin), pool_id, "{gtin}");
        assert_eq!(cache_status(&found(gtin)), "hit; detail=mirror", "{gtin}");
    }
    let none = found("9520000000054");
    assert_eq!(
        (none.status, none.problem().as_str()),
        (404, "gtin_not_found")
    );
    assert_eq!(
        cache_status(&none),
        "hit; detail=mirror",
        "no request to the upstream"
    );
    // A changed unit is found by its new GTIN, and no longer by the old one.
    let mut changed = milk("c", "9520000000047", "9520000000061");
    changed["version"] = json!("2");
    changed["changed_at"] = json!(seconds_ago(0));
    catalogue.import(&[changed]);
    mirror_file.wait_until_synced(false);
    assert_eq!(id("9520000000061"), "c");
    assert_eq!(found("9520000000030").status, 404);
}

#[test]
fn a_mirror_hides_fields_too() {
    let record = json!({
        "general": {"manufacturer_product_code": "secret-code"},
        "other": {"manufacturer_comments": "bought cheaply", "more": 1.50},
        "outer": {"traded_unit_gtin": "9520123456788"},
    });
    let mut milk = product("a", record);
    milk["components"][0]["inner"]["internal_gtin"] = json!("9520000000028");
    let catalogue = Catalogue::with(&[milk]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let hide = "other.manufacturer_comments,general.manufacturer_product_code";
    let options = ["--hide", hide, "--pages"];
    let mirror = mirror_file.serve_synced(&proxy, &options);
    drop(mirror);
    let mirror = serve_offline(&mirror_file, &proxy, &options);
    for target in [
        "/v2/products",
        "/v2/products/a",
        "/v2/products/a?version=1",
        "/v2/products/gtin/9520123456788",
        "/v2/products/gtin/9520000000028",
        "/p/9520123456788",
        "/p/9520000000028",
    ] {
        let response = fetch(&mirror, target);
        assert_eq!(response.status, 200, "{target}: {}", response.text());
        let text = response.text();
        assert!(text.contains("Whole Milk"), "{target}");
        assert!(
            !text.contains("secret-code") && !text.contains("cheaply"),
            "{target}"
        );
    }
    // The field is not lost: a mirror that hides less shows it.
    drop(mirror);
    let open = serve_offline(&mirror_file, &proxy, &["--hide", "none"]);
    let text = fetch(&open, "/v2/products/a").text();
    assert!(text.contains("secret-code") && text.contains("cheaply"));
}

#[test]
fn changes_and_deletions_are_mirrored() {
    let catalogue = Catalogue::with(&[
        milk("a", "9520000000016", "9520000000023"),
        milk("b", "9520000000047", "9520000000030"),
        milk("c", "9520000000054", "9520000000061"),
    ]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let options = ["--mirror-reconcile", "1", "--hide", "none"];
    let mirror = mirror_file.serve(&proxy, &options);
    mirror_file.wait_until_synced(true);
    assert_eq!(ids(&fetch(&mirror, "/v2/products").json()).len(), 3);
    let mut changed = milk("a", "9520000000016", "9520000000023");
    changed["version"] = json!("2");
    changed["latest_version"] = json!("2");
    changed["changed_at"] = json!(seconds_ago(0));
    let mut archived = milk("b", "9520000000047", "9520000000030");
    archived["status"] = json!("archived");
    archived["changed_at"] = json!(seconds_ago(0));
    catalogue.import(&[changed, archived]);
    delete(&catalogue, "c");
    mirror_file.wait_until_synced(true);
    let whole = Snapshot::take(&server, &["c".to_owned()]);
    whole.assert_same(&mirror);
    drop(mirror);
    let mirror = serve_offline(&mirror_file, &proxy, &options);
    whole.assert_same(&mirror);
    let version = |target: &str| fetch(&mirror, target).json()["data"]["version"].clone();
    assert_eq!(version("/v2/products/a"), "2");
    let list = |query: &str| ids(&fetch(&mirror, &format!("/v2/products?{query}")).json());
    assert_eq!(list("filter[status]=archived"), ["b"]);
    assert_eq!(list("filter[status]=published"), ["a"]);
    for target in [
        "/v2/products/c",
        "/v2/products/gtin/9520000000054",
        "/v2/products/gtin/9520000000061",
    ] {
        assert_ne!(fetch(&mirror, target).status, 200, "{target}");
    }
    assert_eq!(fetch(&mirror, "/v2/products/c").status, 404);
    // The copy has the current version only.
    assert_eq!(version("/v2/products/a?version=2"), "2");
    for other in [1, 9] {
        let target = format!("/v2/products/a?version={other}");
        assert_ne!(fetch(&mirror, &target).status, 200, "{target}");
    }
}

#[test]
fn requests_that_a_mirror_cannot_serve_go_to_the_upstream() {
    let catalogue = Catalogue::with(&[milk("a", "9520000000016", "9520000000023")]);
    catalogue.import(&[product("a", json!({"version": "2", "latest_version": "2"}))]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let mirror = mirror_file.serve_synced(&proxy, &["--hide", "none"]);
    for target in [
        "/v2/products/a?version=1",
        "/v2/products/a?output=flat",
        "/v2/images/a?sort=1",
        "/v2/images/a?wholesaler=4",
    ] {
        let response = fetch(&mirror, target);
        assert_eq!(response.body, server.get(target).body, "{target}");
        assert!(
            cache_status(&response).starts_with("fwd=uri-miss"),
            "{target}: {}",
            cache_status(&response)
        );
    }
    let other = fetch(&mirror, "/v2/products?cursor=of-somebody-else");
    assert_eq!(
        (other.status, other.problem().as_str()),
        (400, "invalid_cursor")
    );
}
