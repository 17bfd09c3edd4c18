//! Wholesaler catalogs and labels of a seeded catalogue.

use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::{Value, json};

use crate::gateway::{cache_status, fetch, gateway_with_token};
use crate::support::{Catalogue, Server, percent_encode, run, stdout};

/// A seeded catalogue, with a server for each of its two wholesalers.
struct Seeded {
    catalogue: Catalogue,
    first: Server,
    second: Server,
}

/// With 600 products, each wholesaler has several pages of 40.
fn seeded() -> Seeded {
    let catalogue = Catalogue::seeded(&["--demo", "--products", "600"]);
    let mut first = Server::start(&catalogue.db, &[]);
    first.token = "demo".to_owned();
    let mut second = Server::start(&catalogue.db, &[]);
    second.token = catalogue.wholesaler_token("second", 502);
    Seeded {
        catalogue,
        first,
        second,
    }
}

/// All items of a list, in pages of 40.
fn fetch_all(server: &Server, target: &str) -> Vec<Value> {
    let mut items = Vec::new();
    for page in 1.. {
        let separator = if target.contains('?') { '&' } else { '?' };
        let body = server.json(&format!("{target}{separator}limit=40&page={page}"));
        assert_eq!(body["page"], page);
        assert_eq!(body["per page"], 40);
        let data = body["data"].as_array().unwrap();
        items.extend(data.iter().cloned());
        if page >= body["pages"].as_i64().unwrap() {
            assert_eq!(body["total"], items.len());
            break;
        }
        assert_eq!(data.len(), 40);
    }
    items
}

fn text<'a>(item: &'a Value, field: &str) -> &'a str {
    item[field].as_str().unwrap_or_default()
}

fn codes(items: &[Value]) -> Vec<&str> {
    items
        .iter()
        .map(|item| text(item, "product_code"))
        .collect()
}

#[test]
fn a_catalog_can_be_sorted_and_filtered() {
    let Seeded { first, .. } = seeded();
    let whole = fetch_all(&first, "/v2/catalogs/501");
    assert!((81..=300).contains(&whole.len()), "{}", whole.len());
    assert_eq!(
        codes(&whole).iter().collect::<HashSet<_>>().len(),
        whole.len()
    );
    let order = |column: &'static str| {
        move |a: &Value, b: &Value| -> Ordering {
            let key = |item: &Value| {
                (
                    text(item, column).to_lowercase(),
                    text(item, "product_code").to_owned(),
                )
            };
            key(a).cmp(&key(b))
        }
    };
    for column in ["changed_at", "cataloged_at", "product_code"] {
        let mut expected = whole.clone();
        expected.sort_by(order(column));
        let ascending = fetch_all(&first, &format!("/v2/catalogs/501?sort={column}"));
        assert_eq!(codes(&ascending), codes(&expected), "{column}");
        expected.reverse();
        let descending = fetch_all(&first, &format!("/v2/catalogs/501?sort=-{column}"));
        assert_eq!(codes(&descending), codes(&expected), "-{column}");
    }
    assert_eq!(
        codes(&whole),
        codes(&fetch_all(&first, "/v2/catalogs/501?sort=-changed_at"))
    );
    let mut by_name = fetch_all(&first, "/v2/catalogs/501?sort=-manufacturer_product_name");
    by_name.reverse();
    let ascending = fetch_all(&first, "/v2/catalogs/501?sort=manufacturer_product_name");
    assert_eq!(codes(&by_name), codes(&ascending));
    assert_ne!(codes(&ascending), codes(&whole));

    for (filter, field) in [
        ("filter[manufacturer]", "manufacturer"),
        ("filter[brand]", "brand"),
        ("filter[label]", "label"),
    ] {
        let value = whole
            .iter()
            .map(|item| &item[field])
            .find(|id| **id != 0 && !id.is_null());
        let value = value.unwrap();
        let target = format!("/v2/catalogs/501?{}={value}", percent_encode(filter));
        let expected: Vec<Value> = whole
            .iter()
            .filter(|item| item[field] == *value)
            .cloned()
            .collect();
        assert_eq!(
            codes(&fetch_all(&first, &target)),
            codes(&expected),
            "{filter}"
        );
    }
    let day = &text(&whole[whole.len() / 2], "changed_at")[..10];
    let changed = |comparison: &str| {
        fetch_all(
            &first,
            &format!(
                "/v2/catalogs/501?{}={comparison}:{day}",
                percent_encode("filter[changed_at]")
            ),
        )
    };
    let expected = |keep: &dyn Fn(&str) -> bool| -> Vec<Value> {
        let items = whole
            .iter()
            .filter(|item| keep(&text(item, "changed_at")[..10]));
        items.cloned().collect()
    };
    assert_eq!(codes(&changed("eq")), codes(&expected(&|at| at == day)));
    assert_eq!(codes(&changed("gt")), codes(&expected(&|at| at >= day)));
    assert_eq!(codes(&changed("lt")), codes(&expected(&|at| at < day)));
    let day = &text(&whole[whole.len() / 2], "cataloged_at")[..10];
    let target = format!(
        "/v2/catalogs/501?{}=gt:{day}",
        percent_encode("filter[cataloged_at]")
    );
    let is_since = |item: &&Value| {
        &text(item, "cataloged_at")[..10] >= day || &text(item, "changed_at")[..10] >= day
    };
    let expected: Vec<Value> = whole.iter().filter(is_since).cloned().collect();
    assert!(expected.len() < whole.len());
    assert_eq!(codes(&fetch_all(&first, &target)), codes(&expected));
    let beyond = first.json("/v2/catalogs/501?page=9999");
    assert_eq!(beyond["data"], json!([]));
}

#[test]
fn every_product_code_resolves_to_its_version_of_the_product() {
    let Seeded { first, second, .. } = seeded();
    let (mut older, mut dismissed, mut odd) = (0, 0, 0);
    for (server, wholesaler) in [(&first, 501), (&second, 502)] {
        for item in fetch_all(server, &format!("/v2/catalogs/{wholesaler}")) {
            let code = text(&item, "product_code");
            odd += u32::from(!code.chars().all(|c| c.is_ascii_alphanumeric()));
            let target = format!("/v2/catalogs/{wholesaler}/{}", percent_encode(code));
            let product = &server.json(&target)["data"];
            assert_eq!(product["pool_id"], item["pool_id"], "{code}");
            assert_eq!(product["version"], item["version"], "{code}");
            assert_eq!(product["latest_version"], item["latest_version"], "{code}");
            assert_eq!(product["changed_at"], item["changed_at"], "{code}");
            if item["version"] != item["latest_version"] {
                older += 1;
            }
            if !item["version_dismissed"].is_null() {
                assert_eq!(item["version_dismissed"], item["latest_version"]);
                dismissed += 1;
            }
            if let Some(uuid) = item["component_uuid"].as_str() {
                let components = product["components"].as_array().unwrap();
                assert!(
                    components
                        .iter()
                        .any(|component| component["general"]["component_uuid"] == uuid)
                );
            }
        }
    }
    assert!(
        older >= 3 && dismissed >= 1 && odd > 20,
        "{older} {dismissed} {odd}"
    );
    let missing = second.get("/v2/catalogs/502/no%2Fsuch%20code");
    assert_eq!(
        (missing.status, missing.problem().as_str()),
        (404, "product_not_found")
    );
}

#[test]
fn a_token_reads_only_the_catalog_and_labels_of_its_wholesaler() {
    let Seeded {
        catalogue,
        first,
        second,
    } = seeded();
    let mut without_wholesaler = Server::start(&catalogue.db, &[]);
    without_wholesaler.token = catalogue.token("shop");
    assert_eq!(without_wholesaler.get("/v2/products?limit=1").status, 200);
    for (server, target) in [
        (&first, "/v2/catalogs/502"),
        (&first, "/v2/catalogs/502/a"),
        (&first, "/v2/catalogs/0"),
        (&second, "/v2/catalogs/501"),
        (&second, "/v2/catalogs/501/0200?x=1"),
        (&without_wholesaler, "/v2/catalogs/501"),
        (&without_wholesaler, "/v2/catalogs/999/a"),
    ] {
        let refused = server.get(target);
        assert_eq!(refused.status, 403, "{target}");
        assert_eq!(refused.problem(), "forbidden", "{target}");
        assert_eq!(
            refused.header("cache-control"),
            Some("no-store"),
            "{target}"
        );
    }
    let names = |server: &Server| -> Vec<String> {
        let labels = server.json("/v2/labels");
        let data = labels["data"].as_array().unwrap();
        assert_eq!(labels["total"], data.len());
        for label in data {
            let one = server.json(&format!("/v2/labels/{}", label["id"]));
            assert_eq!(one["data"], *label);
        }
        data.iter()
            .map(|label| text(label, "name").to_owned())
            .collect()
    };
    assert_eq!(names(&first), ["Ambry Own Label", "Ambry Kitchen"]);
    assert_eq!(names(&second), ["Larkfield Select"]);
    assert!(names(&without_wholesaler).is_empty());
    for (server, target) in [
        (&first, "/v2/labels/3101"),
        (&second, "/v2/labels/3001"),
        (&without_wholesaler, "/v2/labels/3001"),
    ] {
        assert_eq!(server.get(target).problem(), "label_not_found", "{target}");
    }
    let list = run(&["token", "list", "--db", catalogue.db()]);
    let list = stdout(&list);
    assert!(list.contains("second  (wholesaler 502)"), "{list}");
    assert!(list.lines().any(|line| line.ends_with("  shop")), "{list}");
}

#[test]
fn a_gateway_serves_the_catalog_of_its_token_as_private() {
    let Seeded { first, .. } = seeded();
    let gateway = gateway_with_token(&first.host, "demo", &[]);
    let list = fetch(&gateway, "/v2/catalogs/501?sort=product_code");
    assert_eq!(
        list.json(),
        first.json("/v2/catalogs/501?sort=product_code")
    );
    let control = list.header("cache-control").unwrap();
    assert!(control.starts_with("private, max-age="), "{control}");
    assert_eq!(list.header("vary"), Some("authorization"));
    // The first product of the showcase, which has a field to hide.
    let code = text(&list.json()["data"][0], "product_code").to_owned();
    let target = format!("/v2/catalogs/501/{}", percent_encode(&code));
    let mut expected = first.json(&target);
    let other = expected["data"]["other"].as_object_mut().unwrap();
    assert!(other.remove("manufacturer_comments").is_some());
    assert_eq!(
        fetch(&gateway, &target).json(),
        expected,
        "apart from hidden fields"
    );
    assert_eq!(cache_status(&fetch(&gateway, &target)), "hit");
    let labels = fetch(&gateway, "/v2/labels");
    assert_eq!(labels.json(), first.json("/v2/labels"));
    let refused = fetch(&gateway, "/v2/catalogs/502");
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (403, "forbidden")
    );
    let missing = fetch(&gateway, "/v2/catalogs/501/a%2Fb%20%21%40%C2%A3");
    assert_eq!(
        (missing.status, missing.problem().as_str()),
        (404, "product_not_found")
    );
}
