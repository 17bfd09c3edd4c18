//! Cursors: paging forwards and backwards during an import.

use serde_json::{Value, json};

use crate::support::{Catalogue, Server, ids, product};

/// Products, three of which share each second.
fn products_with_equal_times(range: std::ops::Range<u32>) -> Vec<Value> {
    range
        .map(|n| {
            let changed = format!("2024-07-02 14:{:02}:00", n / 3);
            let name = format!("Name {}", n % 4);
            product(
                &format!("p{n:03}"),
                json!({"changed_at": changed, "general": {"manufacturer_product_name": name}}),
            )
        })
        .collect()
}

fn page(server: &Server, query: &str, cursor: &Value) -> Value {
    match cursor.as_str() {
        Some(cursor) => server.json(&format!("/v2/products?{query}&cursor={cursor}")),
        None => server.json(&format!("/v2/products?{query}")),
    }
}

#[test]
fn every_order_can_be_paged_forwards_and_backwards() {
    let catalogue = Catalogue::with(&products_with_equal_times(0..50));
    let server = catalogue.serve();
    for sort in [
        "changed_at",
        "-changed_at",
        "manufacturer_product_name",
        "-manufacturer_product_name",
    ] {
        let whole = ids(&server.json(&format!("/v2/products?sort={sort}&limit=500")));
        assert_eq!(whole.len(), 50);
        let query = format!("sort={sort}&limit=7");
        let mut pages = vec![page(&server, &query, &Value::Null)];
        while pages[pages.len() - 1]["next"].is_string() {
            assert!(pages.len() < 20, "the pages have no end");
            let next = page(&server, &query, &pages[pages.len() - 1]["next"]);
            pages.push(next);
        }
        let paged: Vec<String> = pages.iter().flat_map(ids).collect();
        assert_eq!(paged, whole, "{sort}");
        assert_eq!(pages.len(), 8);
        // `previous` leads back through the same pages.
        let mut previous = pages.pop().unwrap();
        while let Some(expected) = pages.pop() {
            previous = page(&server, &query, &previous["previous"]);
            assert_eq!(ids(&previous), ids(&expected), "{sort}");
        }
        assert!(previous["previous"].is_null());
        // The first page, reached backwards, leads forwards again.
        let second = page(&server, &query, &previous["next"]);
        assert_eq!(ids(&second), whole[7..14]);
    }
}

#[test]
fn the_page_size_may_change_while_paging() {
    let catalogue = Catalogue::with(&products_with_equal_times(0..12));
    let server = catalogue.serve();
    let first = page(&server, "limit=3", &Value::Null);
    let next = page(&server, "limit=8", &first["next"]);
    assert_eq!(ids(&next).len(), 8);
    assert_eq!(next, page(&server, "limit=8", &first["next"]));
    // An equivalent query.
    let same = "limit=8&sort=-changed_at&filter[status]=archived,published&count=1";
    assert_eq!(ids(&next), ids(&page(&server, same, &first["next"])));
}

#[test]
fn imports_while_paging_neither_hide_nor_repeat_products() {
    let catalogue = Catalogue::with(&products_with_equal_times(0..30));
    let server = catalogue.serve();
    let before = ids(&server.json("/v2/products?limit=500"));
    let mut seen = Vec::new();
    let mut current = page(&server, "limit=4", &Value::Null);
    let mut next_number = 30;
    loop {
        seen.extend(ids(&current));
        assert!(seen.len() < 200, "the pages have no end");
        if !current["next"].is_string() {
            break;
        }
        // New products: some newer than all others, some at the seconds of old ones.
        catalogue.import(&products_with_equal_times(next_number..next_number + 3));
        let between = product(
            &format!("q{next_number}"),
            json!({"changed_at": "2024-07-02 14:05:00"}),
        );
        catalogue.import(&[between]);
        next_number += 3;
        current = page(&server, "limit=4", &current["next"]);
    }
    let old_seen: Vec<String> = seen
        .iter()
        .filter(|id| before.contains(id))
        .cloned()
        .collect();
    assert_eq!(old_seen, before);
    let mut unique = seen.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), seen.len());
}

#[test]
fn a_sync_by_changed_at_sees_every_change() {
    let catalogue = Catalogue::with(&products_with_equal_times(0..20));
    let server = catalogue.serve();
    let query = "sort=changed_at&limit=6";
    let mut current = page(&server, query, &Value::Null);
    // A product on an earlier page changes: it must appear again, in its new version.
    let change = json!({"version": "2", "changed_at": "2025-01-01 00:00:00"});
    catalogue.import(&[product("p000", change)]);
    let mut seen = ids(&current);
    while current["next"].is_string() {
        current = page(&server, query, &current["next"]);
        seen.extend(ids(&current));
        assert!(seen.len() < 100, "the pages have no end");
    }
    assert_eq!(seen.iter().filter(|id| *id == "p000").count(), 2);
    assert_eq!(seen.len(), 21);
    let later = server.json("/v2/products?filter[changed_at]=gt:2024-12-31");
    assert_eq!(
        (ids(&later), &later["data"][0]["version"]),
        (vec!["p000".to_owned()], &json!("2"))
    );
}

#[test]
fn a_cursor_is_valid_only_for_its_query_and_catalogue() {
    let catalogue = Catalogue::with(&products_with_equal_times(0..9));
    let server = catalogue.serve();
    let cursor = page(&server, "limit=2", &Value::Null)["next"]
        .as_str()
        .unwrap()
        .to_owned();
    for query in [
        "sort=changed_at",
        "sort=manufacturer_product_name",
        "filter[brand]=7",
        "filter[manufacturer]=12",
        "filter[label]=0",
        "filter[status]=published",
        "filter[changed_at]=gt:2020-01-01",
        "filter[manufacturer_product_code]=x",
    ] {
        let response = server.get(&format!("/v2/products?{query}&cursor={cursor}"));
        assert_eq!(
            (response.status, response.problem().as_str()),
            (400, "invalid_cursor"),
            "{query}"
        );
    }
    let other = Catalogue::with(&products_with_equal_times(0..9));
    let response = other.serve().get(&format!("/v2/products?cursor={cursor}"));
    assert_eq!(response.status, 400);
    // The cursor is valid after a restart of the server.
    drop(server);
    let mut again = Server::start(&catalogue.db, &[]);
    again.token = catalogue.token("again");
    assert_eq!(ids(&page(&again, "limit=2", &json!(cursor))).len(), 2);
}
