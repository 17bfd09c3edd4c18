//! A gateway in front of the server: responses pass unchanged, and changes are noticed.

use serde_json::json;

use super::{cache_status, fetch, fetch_until, gateway_with_token};
use crate::support::{Catalogue, product};

/// The current time in the format of records.
fn now() -> String {
    let connection = rusqlite::Connection::open_in_memory().unwrap();
    connection
        .query_row("SELECT datetime('now')", [], |row| row.get(0))
        .unwrap()
}

#[test]
fn responses_are_passed_byte_for_byte() {
    let catalogue = Catalogue::seeded(&["--products", "50"]);
    let server = catalogue.serve();
    let options = ["--hide", "none", "--fresh", "0", "--stale", "0"];
    let gateway = gateway_with_token(&server.host, &server.token, &options);
    let list = server.json("/v2/products?limit=40");
    let mut targets: Vec<String> = vec![
        "/v2/products?limit=40&count=1".to_owned(),
        "/v2/products?filter[status]=archived&sort=manufacturer_product_name".to_owned(),
        "/v2/products?filter[changed_at]=gt:2024-01-01%2000:00:00".to_owned(),
        format!(
            "/v2/products?limit=40&cursor={}",
            list["next"].as_str().unwrap()
        ),
        "/v2/manufacturers".to_owned(),
        "/v2/manufacturers?page=2".to_owned(),
        "/v2/manufacturers/999999".to_owned(),
        "/v2/products/nobody".to_owned(),
        "/v2/products/gtin/00000000000017".to_owned(),
    ];
    let manufacturers = server.json("/v2/manufacturers");
    let manufacturer = &manufacturers["data"][0]["id"];
    targets.push(format!("/v2/manufacturers/{manufacturer}"));
    targets.push(format!("/v2/manufacturers/{manufacturer}/brands"));
    let brands = server.json(&format!("/v2/manufacturers/{manufacturer}/brands"));
    if let Some(brand) = brands["data"][0]["id"].as_u64() {
        targets.push(format!("/v2/manufacturers/{manufacturer}/brands/{brand}"));
    }
    for item in list["data"].as_array().unwrap() {
        let id = item["pool_id"].as_str().unwrap();
        targets.push(format!("/v2/products/{id}"));
        targets.push(format!("/v2/products/{id}?version=1&output=flat"));
        targets.push(format!("/v2/images/{id}?sort=1"));
        targets.push(format!("/v2/images/{id}/feature"));
        if let Some(gtin) = item["traded_unit_gtin"].as_str() {
            targets.push(format!("/v2/products/gtin/{gtin}"));
        }
    }
    for target in &targets {
        let original = server.get(target);
        for expected in [original.status, 304] {
            let passed = fetch(&gateway, target);
            assert_eq!(
                (passed.status, &passed.body),
                (original.status, &original.body),
                "{target}"
            );
            if original.status == 200 {
                assert!(
                    cache_status(&passed).contains(&format!("fwd-status={expected}")),
                    "{target}"
                );
            }
        }
    }
    assert!(targets.len() > 100);
}

#[test]
fn changed_products_are_requested_again() {
    let other = |id: &str| product(id, json!({"outer": {"traded_unit_gtin": "9520000000023"}}));
    let catalogue = Catalogue::with(&[product("a", json!({})), other("b")]);
    let server = catalogue.serve();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let options = [
        "--fresh",
        "86400",
        "--missing",
        "86400",
        "--follow",
        "1",
        "--cache",
        file.to_str().unwrap(),
    ];
    let gateway = gateway_with_token(&server.host, &server.token, &options);
    let about_a = [
        "/v2/products/a",
        "/v2/products/gtin/9520000000016",
        "/v2/products?limit=2",
        "/v2/images/a",
    ];
    for target in about_a
        .iter()
        .chain(&["/v2/products/b", "/v2/products/gtin/9520000000030"])
    {
        fetch(&gateway, target);
        assert_eq!(cache_status(&fetch(&gateway, target)), "hit", "{target}");
    }
    let changed = json!({"version": "2", "changed_at": now()});
    let new = json!({"changed_at": now(), "outer": {"traded_unit_gtin": "9520000000030"}});
    catalogue.import(&[product("a", changed), product("c", new)]);
    for target in about_a.iter().chain(&["/v2/products/gtin/9520000000030"]) {
        // Repeats until the change was noticed.
        let expected = server.get(target).body;
        fetch_until(&gateway, target, |response| response.body == expected);
    }
    assert_eq!(
        fetch(&gateway, "/v2/products/a").json()["data"]["version"],
        "2"
    );
    assert_eq!(
        cache_status(&fetch(&gateway, "/v2/products/b")),
        "hit",
        "the other products stay cached"
    );
    // Changes while the gateway is down are noticed after it restarts.
    assert_eq!(gateway.stop("-TERM").0, Some(0));
    catalogue.import(&[product("a", json!({"version": "3", "changed_at": now()}))]);
    let back = gateway_with_token(&server.host, &server.token, &options);
    fetch_until(&back, "/v2/products/a", |response| {
        response.json()["data"]["version"] == "3"
    });
    assert_eq!(
        cache_status(&fetch(&back, "/v2/products/b")),
        "hit",
        "still cached"
    );
}

#[test]
fn pages_hide_fields_and_are_rate_limited() {
    let with_comments = json!({
        "outer": {"traded_unit_gtin": "9520123456788"},
        "other": {"manufacturer_comments": "bought cheaply"},
    });
    let catalogue = Catalogue::with(&[product("a", with_comments)]);
    let server = catalogue.serve();
    let options = ["--pages", "--rate", "1", "--burst", "5"];
    let gateway = gateway_with_token(&server.host, &server.token, &options);
    let page = fetch(&gateway, "/p/9520123456788");
    assert_eq!(page.status, 200, "{}", page.text());
    assert!(page.text().contains("Whole Milk 2 l"));
    assert!(!page.text().contains("cheaply") && !page.text().contains(&server.token));
    // A page counts as a request of its client like any other.
    let statuses: Vec<u16> = (0..100)
        .map(|_| fetch(&gateway, "/p/9520123456788").status)
        .collect();
    assert!(statuses.contains(&429), "{statuses:?}");
}
