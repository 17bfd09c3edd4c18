//! Images: owners, types, order and URLs.

use serde_json::{Value, json};

use crate::support::{Catalogue, Server, product};

fn image(id: &str, kind: i64, created: &str, more: Value) -> Value {
    let mut line = json!({"pool_id": "a", "image": {
        "id": id, "owner_id": 12, "owner_type": "Brand owner", "description": id,
        "type": {"id": kind, "name": "t", "description": "d"}, "width": 1200, "height": 1200,
        "created_at": format!("{created}.000000Z"), "status": "published", "mime": "image/png",
        "url_original": format!("https://cdn.example/{id}.png"), "url_large": null
    }});
    for (name, value) in more.as_object().unwrap() {
        line[name] = value.clone();
    }
    line
}

fn server() -> (Catalogue, Server) {
    let catalogue = Catalogue::with(&[
        product("a", json!({})),
        product("bare", json!({})),
        image("back", 2, "2024-03-01T00:00:00", json!({})),
        image("front", 1, "2024-02-01T00:00:00", json!({"feature": true})),
        image("case", 3, "2024-01-01T00:00:00", json!({})),
        image(
            "sale",
            1,
            "2024-05-01T00:00:00",
            json!({"wholesaler": 501, "feature": true}),
        ),
        image(
            "shelf",
            2,
            "2024-04-01T00:00:00",
            json!({"wholesaler": 502}),
        ),
    ]);
    let server = catalogue.serve();
    (catalogue, server)
}

fn ids(list: &Value) -> String {
    let data = list["data"].as_array().unwrap();
    data.iter()
        .map(|image| image["id"].as_str().unwrap())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn parameters_filter_and_sort() {
    let (_catalogue, server) = server();
    for (query, expected) in [
        ("", "front back case"),
        ("?sort=0", "front back case"),
        ("?sort=1", "back front case"),
        ("?sort=2", "case front back"),
        ("?sort=3", "front back case"),
        ("?wholesaler=501", "front sale back case"),
        ("?wholesaler=502&sort=2", "case front back shelf"),
        ("?wholesaler=999", "front back case"),
        ("?filter[wholesaler]=501", "sale"),
        ("?filter[wholesaler]=999", ""),
        ("?wholesaler=501&filter[wholesaler]=501", "sale"),
        ("?wholesaler=501&filter[wholesaler]=502", ""),
        ("?filter[type]=1", "front"),
        ("?filter[type]=1&wholesaler=501&sort=1", "sale front"),
        ("?filter%5Btype%5D=9", ""),
        ("?page=2", ""),
    ] {
        let list = server.json(&format!("/v2/images/a{query}"));
        assert_eq!(ids(&list), expected, "{query}");
    }
    assert_eq!(
        server.get("/v2/images/bare").text(),
        r#"{"page":1,"per page":100,"pages":0,"total":0,"data":[]}"#
    );
}

#[test]
fn an_imported_image_keeps_its_own_urls() {
    let (_catalogue, server) = server();
    let list = server.json("/v2/images/a?filter[type]=3");
    assert_eq!(
        list["data"][0],
        image("case", 3, "2024-01-01T00:00:00", json!({}))["image"]
    );
}

#[test]
fn the_feature_image_is_that_of_the_brand_owner() {
    let (catalogue, server) = server();
    let feature = |target: &str| server.json(target)["data"]["id"].clone();
    assert_eq!(feature("/v2/images/a/feature"), "front");
    assert_eq!(feature("/v2/images/a/feature?wholesaler=501"), "front");
    // Without one, the wholesaler's feature image, for requests that include that wholesaler's
    // images.
    catalogue.import(&[image("front", 1, "2024-02-01T00:00:00", json!({}))]);
    assert_eq!(server.get("/v2/images/a/feature").status, 404);
    assert_eq!(
        server.get("/v2/images/a/feature?wholesaler=502").status,
        404
    );
    assert_eq!(feature("/v2/images/a/feature?wholesaler=501"), "sale");
}

#[test]
fn long_lists_have_pages() {
    let mut records = vec![product("a", json!({}))];
    records
        .extend((0..205).map(|n| image(&format!("i{n:03}"), 1, "2024-01-01T00:00:00", json!({}))));
    let catalogue = Catalogue::with(&records);
    let server = catalogue.serve();
    let mut seen = Vec::new();
    for (page, length) in [(1, 100), (2, 100), (3, 5)] {
        let list = server.json(&format!("/v2/images/a?page={page}"));
        assert_eq!(list["data"].as_array().unwrap().len(), length);
        assert_eq!(
            (&list["page"], &list["pages"], &list["total"]),
            (&json!(page), &json!(3), &json!(205))
        );
        seen.push(ids(&list));
    }
    let expected: Vec<String> = (0..205).map(|n| format!("i{n:03}")).collect();
    assert_eq!(seen.join(" "), expected.join(" "));
}
