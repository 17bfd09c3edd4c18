//! The responses of List Products, Get Product and Get Product by GTIN.

use serde_json::{Value, json};

use crate::support::{Catalogue, Server, ids, percent_encode, product};

/// Four products, such that every filter separates some of them.
fn products() -> Vec<Value> {
    let named = |id, name, more: Value| {
        let mut changes = json!({"general": {"manufacturer_product_name": name}});
        for (key, value) in more.as_object().unwrap() {
            match (key.as_str(), value) {
                ("general", Value::Object(general)) => {
                    changes["general"]
                        .as_object_mut()
                        .unwrap()
                        .extend(general.clone());
                }
                _ => changes[key] = value.clone(),
            }
        }
        product(id, changes)
    };
    vec![
        named(
            "a",
            "Oat Drink",
            json!({"changed_at": "2024-10-11 23:59:59"}),
        ),
        named(
            "b",
            "émincé",
            json!({"changed_at": "2024-10-12 00:00:00", "status": "archived",
            "general": {"manufacturer": 99, "brand": 70, "label": 5}}),
        ),
        named(
            "c",
            "Bread",
            json!({"changed_at": "2024-10-12 12:30:00",
            "general": {"manufacturer_product_code": "A/1 & B"}}),
        ),
        named("d", "bread", json!({"changed_at": "2024-10-13 00:00:00"})),
    ]
}

fn server() -> (Catalogue, Server) {
    let catalogue = Catalogue::with(&products());
    let server = catalogue.serve();
    (catalogue, server)
}

#[test]
fn a_list_item_is_made_from_the_product() {
    let (_catalogue, server) = server();
    let list = server.json("/v2/products?limit=1");
    assert_eq!(
        list["data"][0],
        json!({
            "pool_id": "d", "status": "published", "version": "1",
            "changed_at": "2024-10-13 00:00:00", "latest_version": "1",
            "latest_at": "2024-10-13 00:00:00", "schema": "food", "schema_name": "Food",
            "manufacturer_product_name": "bread", "product_name": "Whole Milk 2 l",
            "standardised_name": "Milk", "manufacturer_product_code": "!@£ppp",
            "traded_unit_gtin": "9520000000016", "manufacturer_version_number": "4",
            "manufacturer": 12, "manufacturer_name": "Meadow Dairies", "brand": 7,
            "brand_name": "Meadow", "label": 0, "label_name": null, "label_code": null,
            "components": [{"component_uuid": "u-1", "component_name": "Milk",
                "internal_gtin": "9520000000023", "manufacturers_component_code": "c1"}],
            "parent_id": null, "change_type": "1", "change_reason": null,
            "reviewed_at": "2024-07-02 14:25:26"
        })
    );
}

#[test]
fn sorts_and_filters_work_as_documented() {
    let (_catalogue, server) = server();
    for (query, expected) in [
        ("", "d c b a"),
        ("sort=-changed_at", "d c b a"),
        ("sort=changed_at", "a b c d"),
        ("sort=manufacturer_product_name", "c d b a"),
        ("sort=-manufacturer_product_name", "a b d c"),
        ("filter[manufacturer]=99", "b"),
        ("filter%5Bmanufacturer%5D=12&sort=changed_at", "a c d"),
        ("filter[brand]=70", "b"),
        ("filter[label]=5", "b"),
        ("filter[label]=0", "d c a"),
        ("filter[manufacturer]=12&filter[brand]=70", ""),
        ("filter[manufacturer_product_code]=A%2F1+%26%20B", "c"),
        ("filter[manufacturer_product_code]=a%2F1+%26%20b", ""),
        ("filter[changed_at]=eq:2024-10-12", "c b"),
        ("filter[changed_at]=gt:2024-10-12", "d c b"),
        ("filter[changed_at]=gt:2024-10-12T00:00", "d c b"),
        ("filter[changed_at]=gt:2024-10-12T00:00:00", "d c"),
        ("filter[changed_at]=eq:2024-10-12T12:30", "c"),
        ("filter[changed_at]=gt:2024-10-12+12:31", "d"),
        ("filter[changed_at]=lt:2024-10-12+12:31", "c b a"),
        ("filter[changed_at]=lt:9999-12-31", "d c b a"),
        ("filter[changed_at]=gt:9999-12-31T23:59:59Z", ""),
        ("filter[changed_at]=lt:2024-10-12", "a"),
        ("filter[changed_at]=eq:2024-10-12T12:30:00", "c"),
        ("filter[changed_at]=eq:2024-10-12+12:30:00", "c"),
        ("filter[changed_at]=gt:2024-10-12T13:29:59%2B01:00", "d c"),
        ("filter[changed_at]=gt:2024-10-12T12:30:00Z", "d"),
        ("filter[changed_at]=lt:2024-10-12%2012:30:00", "b a"),
        ("filter[status]=archived", "b"),
        ("filter[status]=published", "d c a"),
        ("filter[status]=archived,published", "d c b a"),
        (
            "filter[status]=published&filter[changed_at]=gt:2024-10-12",
            "d c",
        ),
        ("limit=2", "d c"),
        ("limit=501", "d c b a"),
        ("limit=2147483647", "d c b a"),
        ("limit=2147483648", "d c b a"),
        ("limit=99999999999999999999999999", "d c b a"),
        ("limit=0002", "d c"),
        ("filter[status]=published,+archived", "d c b a"),
        ("filter[status]=%20archived%20", "b"),
    ] {
        let list = server.json(&format!("/v2/products?{query}"));
        assert_eq!(ids(&list).join(" "), expected, "{query}");
        if expected.is_empty() {
            assert_eq!(list, json!({"next": null, "previous": null, "data": []}));
        }
    }
}

#[test]
fn a_list_is_counted_on_demand() {
    let (_catalogue, server) = server();
    assert_eq!(server.json("/v2/products").get("count"), None);
    assert_eq!(server.json("/v2/products?count=0").get("count"), None);
    assert_eq!(server.json("/v2/products?count=1&limit=1")["count"], 4);
    assert_eq!(
        server.json("/v2/products?count=1&filter[status]=archived")["count"],
        1
    );
    assert_eq!(
        server.json("/v2/products?count=1&filter[brand]=1")["count"],
        0
    );
}

#[test]
fn a_limit_is_capped_and_has_a_default() {
    let many: Vec<Value> = (0..510)
        .map(|n| product(&format!("p{n}"), json!({})))
        .collect();
    let catalogue = Catalogue::with(&many);
    let server = catalogue.serve();
    for (query, expected) in [
        ("", 100),
        ("?limit=500", 500),
        ("?limit=509", 500),
        ("?limit=1", 1),
    ] {
        let list = server.json(&format!("/v2/products{query}"));
        assert_eq!(ids(&list).len(), expected, "{query}");
        assert!(list["next"].is_string() && list["previous"].is_null());
    }
}

/// The record between `{"data":` and `}`.
fn data(server: &Server, target: &str) -> String {
    let text = server.get(target).text();
    let inner = text
        .strip_prefix("{\"data\":")
        .and_then(|text| text.strip_suffix('}'));
    inner
        .unwrap_or_else(|| panic!("{target}: {text}"))
        .to_owned()
}

#[test]
fn a_product_is_served_byte_for_byte() {
    let catalogue = Catalogue::absent();
    // Digits, escapes, order, spacing, an unknown field, a number beyond 64 bits.
    let record = r#"{ "version":"1", "pool_id" :"x","weird\u0020key":[1.50,1e3,123456789012345678901234567890], "latest_version":"1","n":null }"#;
    assert!(catalogue.import_text(record, &[]).status.success());
    let server = catalogue.serve();
    assert_eq!(data(&server, "/v2/products/x"), record);
    assert_eq!(data(&server, "/v2/products/x?output=raw"), record);
    assert_eq!(data(&server, "/v2/products/x?version=1"), record);
}

#[test]
fn versions_are_stored_and_distinguished() {
    let version = |version: &str, changed: &str, name: &str| {
        product(
            "x",
            json!({"version": version, "latest_version": version, "changed_at": changed,
            "general": {"manufacturer_product_name": name}}),
        )
    };
    // Not in order, and one is above 9.
    let catalogue = Catalogue::with(&[
        version("9", "2024-01-09 00:00:00", "nine"),
        version("10", "2024-01-10 00:00:00", "ten"),
        version("2", "2024-01-02 00:00:00", "two"),
    ]);
    let server = catalogue.serve();
    let list = server.json("/v2/products?count=1");
    assert_eq!(list["count"], 1);
    let item = &list["data"][0];
    assert_eq!(
        (&item["version"], &item["latest_version"]),
        (&json!("10"), &json!("10"))
    );
    assert_eq!(
        (&item["changed_at"], &item["latest_at"]),
        (&json!("2024-01-10 00:00:00"), &json!("2024-01-10 00:00:00"))
    );
    assert_eq!(item["manufacturer_product_name"], "ten");
    let fetch_names = |target: &str| {
        let data = server.json(target);
        let field = |path: &str| {
            data["data"]
                .pointer(path)
                .unwrap()
                .as_str()
                .unwrap()
                .to_owned()
        };
        (
            field("/general/manufacturer_product_name"),
            field("/version"),
            field("/latest_version"),
        )
    };
    let expected =
        |name: &str, version: &str, latest: &str| (name.into(), version.into(), latest.into());
    assert_eq!(fetch_names("/v2/products/x"), expected("ten", "10", "10"));
    assert_eq!(
        fetch_names("/v2/products/x?version=2"),
        expected("two", "2", "10")
    );
    assert_eq!(
        fetch_names("/v2/products/x?version=9&output=raw"),
        expected("nine", "9", "9")
    );
    let missing = server.get("/v2/products/x?version=3");
    assert_eq!(
        (missing.status, missing.problem().as_str()),
        (404, "version_not_found")
    );
    // Importing an old version again replaces that version only.
    catalogue.import(&[version("9", "2025-01-01 00:00:00", "nine again")]);
    assert_eq!(fetch_names("/v2/products/x?version=9").0, "nine again");
    assert_eq!(
        server.json("/v2/products")["data"][0]["manufacturer_product_name"],
        "ten"
    );
    // Importing the newest version again updates the lists.
    catalogue.import(&[version("10", "2024-01-01 00:00:00", "ten again")]);
    let list = server.json("/v2/products?filter[changed_at]=eq:2024-01-01");
    assert_eq!(list["data"][0]["manufacturer_product_name"], "ten again");
}

#[test]
fn other_output_forms_have_the_same_values() {
    let (_catalogue, server) = server();
    let flat = server.json("/v2/products/c?output=flat");
    assert_eq!(
        flat["data"]["components[0].allergens.contains_milk.description"],
        "Yes"
    );
    assert_eq!(flat["data"]["general.manufacturer"], 12);
    assert_eq!(flat["data"]["replaced_by"], json!([]));
    let ungrouped = server.json("/v2/products/c?output=ungroup");
    assert_eq!(ungrouped["data"]["manufacturer_product_name"], "Bread");
    assert_eq!(ungrouped["data"]["traded_unit_gtin"], "9520000000016");
    assert_eq!(
        ungrouped["data"]["components"][0]["contains_milk"]["value"],
        1
    );
    assert!(ungrouped["data"].get("general").is_none());
    let grouped = server.json("/v2/products/c");
    assert_eq!(
        grouped["data"]["general"]["manufacturer_product_name"],
        "Bread"
    );
}

#[test]
fn any_identifier_can_be_requested() {
    let names = [
        "../etc",
        "a/b",
        "gtin",
        "é ü",
        "a%2Fb",
        "x?y#z",
        "{product}",
        "+",
        "a\"b\\",
    ];
    let records: Vec<Value> = names.iter().map(|name| product(name, json!({}))).collect();
    let catalogue = Catalogue::with(&records);
    let server = catalogue.serve();
    for name in names {
        let found = server.json(&format!("/v2/products/{}", percent_encode(name)));
        assert_eq!(found["data"]["pool_id"], name);
    }
}

#[test]
fn a_gtin_resolves_in_every_length() {
    let gtin = |id: &str, gtin: Value, more: Value| {
        let mut changes = more;
        changes["outer"] = json!({"traded_unit_gtin": gtin});
        product(id, changes)
    };
    let catalogue = Catalogue::with(&[
        gtin("thirteen", json!("9520000000016"), json!({})),
        gtin("fourteen", json!("09520000000023"), json!({})),
        gtin("number", json!(9520000000030u64), json!({})),
        gtin("case", json!("19520000000013"), json!({})),
        gtin("eight", json!("95200002"), json!({})),
        gtin("mistyped", json!("9520000000048"), json!({})),
        gtin("nothing", json!("00000000000000"), json!({})),
        gtin("null", json!(null), json!({})),
        // Three products share a GTIN: the published one takes precedence, then the newest.
        gtin(
            "old",
            json!("9520000000054"),
            json!({"status": "archived", "changed_at": "2024-09-01 00:00:00"}),
        ),
        gtin(
            "new",
            json!("9520000000054"),
            json!({"changed_at": "2024-08-01 00:00:00"}),
        ),
        gtin(
            "older",
            json!("9520000000054"),
            json!({"changed_at": "2024-07-01 00:00:00"}),
        ),
    ]);
    let server = catalogue.serve();
    for (requested, id) in [
        ("9520000000016", "thirteen"),
        ("09520000000016", "thirteen"),
        ("9520000000023", "fourteen"),
        ("09520000000023", "fourteen"),
        ("9520000000030", "number"),
        ("19520000000013", "case"),
        ("95200002", "eight"),
        ("000095200002", "eight"),
        ("00000095200002", "eight"),
        ("9520000000048", "mistyped"),
        ("9520000000054", "new"),
    ] {
        let found = server.json(&format!("/v2/products/gtin/{requested}"));
        assert_eq!(found["data"]["pool_id"], id, "{requested}");
        let same = data(&server, &format!("/v2/products/{id}"));
        assert_eq!(
            data(&server, &format!("/v2/products/gtin/{requested}")),
            same
        );
    }
    for unknown in [
        "9520000000061",
        "00000000000000",
        "0000000000000",
        "9520000000012",
    ] {
        let response = server.get(&format!("/v2/products/gtin/{unknown}"));
        assert_eq!(
            (response.status, response.problem().as_str()),
            (404, "product_not_found")
        );
    }
}
