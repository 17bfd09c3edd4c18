//! Manufacturers and brands, derived from products.

use serde_json::{Value, json};

use crate::support::{Catalogue, product};

fn product_of(id: &str, manufacturer: Value, brand: Value, more: Value) -> Value {
    let mut changes = json!({"general": {"manufacturer": manufacturer, "brand": brand}});
    for (name, value) in more.as_object().unwrap() {
        changes["general"][name] = value.clone();
    }
    product(id, changes)
}

#[test]
fn manufacturers_are_derived_from_products() {
    let catalogue = Catalogue::with(&[
        product_of("a", json!(12), json!(7), json!({})),
        product_of("b", json!(12), json!(8), json!({"brand_name": "Other"})),
        product_of(
            "c",
            json!(5),
            json!(0),
            json!({"manufacturer_name": "Five", "manufacturer_address": null}),
        ),
        // An invalid manufacturer is ignored, and its product is stored all the same.
        product_of("d", json!("no number"), json!(9), json!({})),
        product_of("e", json!(0), json!(9), json!({})),
        product_of(
            "f",
            json!(6),
            json!({"id": 1}),
            json!({"manufacturer_name": 3}),
        ),
    ]);
    let server = catalogue.serve();
    assert_eq!(
        server.get("/v2/manufacturers").text(),
        concat!(
            r#"{"page":1,"per page":50,"pages":1,"total":3,"data":["#,
            r#"{"id":5,"name":"Five","address":null},"#,
            r#"{"id":6,"name":"","address":"1 Meadow Lane"},"#,
            r#"{"id":12,"name":"Meadow Dairies","address":"1 Meadow Lane"}]}"#
        )
    );
    assert_eq!(
        server.json("/v2/manufacturers/12"),
        json!({"data": {"id": 12, "name": "Meadow Dairies", "address": "1 Meadow Lane"}})
    );
    assert_eq!(
        server.json("/v2/manufacturers/12/brands"),
        json!({"page": 1, "per page": 50, "pages": 1, "total": 2, "data": [
            {"id": 7, "name": "Meadow", "manufacturer": 12},
            {"id": 8, "name": "Other", "manufacturer": 12},
        ]})
    );
    assert_eq!(
        server.json("/v2/manufacturers/12/brands/8"),
        json!({"data": {"id": 8, "name": "Other", "manufacturer": 12}})
    );
    assert_eq!(
        server.json("/v2/manufacturers/5/brands"),
        json!({"page": 1, "per page": 50, "pages": 0, "total": 0, "data": []})
    );
    assert_eq!(server.json("/v2/products?count=1")["count"], 6);
}

#[test]
fn a_manufacturer_is_renamed_only_by_a_newer_version() {
    let catalogue = Catalogue::with(&[product_of("a", json!(12), json!(7), json!({}))]);
    let server = catalogue.serve();
    let version_named = |version: &str, name: &str| {
        let mut record = product_of("a", json!(12), json!(7), json!({"manufacturer_name": name}));
        record["version"] = json!(version);
        record
    };
    catalogue.import(&[version_named("2", "New Name")]);
    assert_eq!(
        server.json("/v2/manufacturers/12")["data"]["name"],
        "New Name"
    );
    catalogue.import(&[version_named("1", "Old Name")]);
    assert_eq!(
        server.json("/v2/manufacturers/12")["data"]["name"],
        "New Name"
    );
}

#[test]
fn long_lists_have_pages() {
    let records: Vec<Value> = (1..=120)
        .map(|n| product_of(&format!("p{n}"), json!(n), json!(1), json!({})))
        .chain((1..=60).map(|n| product_of(&format!("b{n}"), json!(1), json!(n), json!({}))))
        .collect();
    let catalogue = Catalogue::with(&records);
    let server = catalogue.serve();
    for (target, total, pages) in [
        ("/v2/manufacturers", 120, 3),
        ("/v2/manufacturers/1/brands", 60, 2),
    ] {
        let mut seen = Vec::new();
        for page in 1..=pages {
            let list = server.json(&format!("{target}?page={page}"));
            assert_eq!(
                (&list["page"], &list["pages"]),
                (&json!(page), &json!(pages))
            );
            assert_eq!(
                (&list["total"], &list["per page"]),
                (&json!(total), &json!(50))
            );
            let data = list["data"].as_array().unwrap();
            seen.extend(data.iter().map(|maker| maker["id"].as_u64().unwrap()));
        }
        assert_eq!(seen, (1..=total).collect::<Vec<u64>>());
        for beyond in [pages + 1, 2_147_483_647] {
            let list = server.json(&format!("{target}?page={beyond}"));
            assert_eq!((&list["data"], &list["total"]), (&json!([]), &json!(total)));
        }
    }
}
