//! Drawn cards: trees as JSON, from which the element builds a card.

use serde_json::{Value, json};

use crate::gateway::upstream::{Upstream, reply};
use crate::gateway::{fetch, gateway};
use crate::html_pages::{GTIN, open, serve};

/// The query of a card in that language and variant.
pub(crate) fn query(lang: &str, variant: &str) -> String {
    format!("lang={lang}&variant={variant}&panels=&heading-level=&density=comfortable")
}

fn drawn(query: &str) -> String {
    format!("/drawn/gtin/0{GTIN}?{query}")
}

/// The tree as a browser would show it, of texts and elements without void ones.
fn html(node: &Value) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    if let Some(text) = node.as_str() {
        return escape(text);
    }
    let [name, attributes, children @ ..] = node.as_array().unwrap().as_slice() else {
        panic!("{node}");
    };
    let (name, attributes) = (name.as_str().unwrap(), attributes.as_object().unwrap());
    let mut names: Vec<&String> = attributes.keys().collect();
    names.sort();
    let attributes: String = names
        .iter()
        .map(|name| format!(" {name}={}", escape(attributes[*name].as_str().unwrap())))
        .collect();
    let children: String = children.iter().map(html).collect();
    format!("<{name}{attributes}>{children}</{name}>")
}

#[test]
fn a_drawn_card_names_its_product_and_its_settings() {
    let unit = json!({
        "inner": {"internal_gtin": "9520000000554", "inner_quantity": "6"},
        "allergens": {"contains_milk": {"value": 1, "description": "Yes"}},
    });
    let changes = json!({
        "replaced_by": ["b"],
        "general": {"product_name": "</script><b>Oats"},
        "components": [unit],
    });
    let (_catalogue, server) = serve(changes, &[]);
    let target = drawn(&query("de", "summary"));
    let response = open(&server, &target);
    assert_eq!(response.status, 200, "{}", response.text());
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.header("content-language"), Some("de"));
    let drawn = response.json();
    assert_eq!(drawn["format"], 6);
    assert_eq!(drawn["path"], target);
    let product = json!({
        "pool_id": "a",
        "replaced_by": ["b"],
        "general": {"product_name": "</script><b>Oats"},
        "outer": {"traded_unit_gtin": GTIN},
        "components": [{"inner": {"internal_gtin": "9520000000554"}}],
    });
    assert_eq!(drawn["product"], product);
    let card = html(&drawn["card"]);
    assert!(card.starts_with("<article "), "{card}");
    assert!(card.contains("&lt;/script>&lt;b>Oats"), "{card}");
    assert!(!card.contains("<b>"), "{card}");
    // For readers of German cards, with the words in which the API and English names are written.
    let words = &drawn["avoid"]["words"];
    assert_eq!(words["milk"], json!(["milch", "milk"]));
    assert_eq!(
        words["soybeans"].as_array().unwrap().last(),
        Some(&json!("soybeans"))
    );
    let verdict = html(&drawn["avoid"]["verdict"]);
    let milk = "<li data-allergen=milk data-answer=contains data-plain=>";
    assert!(verdict.contains(milk), "{verdict}");
    // The head is about the answers that the element keeps.
    let head = &drawn["avoid"]["head"];
    assert_eq!(head["contains"], "Enthält {names}");
    assert_eq!(head["not-stated"], "{names}: nicht angegeben");
    assert_eq!(head["check"], "Etikett prüfen: {names}");
    assert_eq!(
        (&head["comma"], &head["and"]),
        (&json!(", "), &json!(" und "))
    );
    assert_eq!(drawn["avoid"]["names"]["milk"], "Milch");
    let target = format!("/drawn/a?{}", query("en-GB", "badges"));
    let by_id = open(&server, &target).json();
    assert_eq!(
        (&by_id["path"], &by_id["product"]),
        (&json!(target), &product)
    );
}

/// The nodes of an element once its answer is too old, as the element makes them.
fn remade(nodes: &Value, before: &Value) -> Vec<Value> {
    let places = &before.as_array().unwrap()[2..];
    let nodes = nodes.as_array().unwrap().iter();
    let remake = |node: &Value| match (node.as_u64(), node.get("at")) {
        (Some(at), _) => places[usize::try_from(at).unwrap()].clone(),
        (None, Some(at)) => {
            let place = &places[usize::try_from(at.as_u64().unwrap()).unwrap()];
            let mut made = vec![place[0].clone(), node["attributes"].clone()];
            made.extend(remade(&node["nodes"], place));
            Value::Array(made)
        }
        (None, None) => node.clone(),
    };
    nodes.map(remake).collect()
}

#[test]
fn a_drawn_card_says_what_it_is_once_it_is_too_old() {
    let no = json!({"description": "No"});
    let changes = json!({
        "status": "archived",
        "components": [{
            "allergens": {"contains_milk": {"description": "Yes"}, "contains_eggs": no, "contains_lupin": no},
            "free_from": {"free_from_eggs": "Yes"},
        }],
    });
    let (_catalogue, server) = serve(changes, &["--allow-origin", "https://shop.example"]);
    for variant in ["full", "summary", "badges"] {
        let target = drawn(&query("en-GB", variant));
        let response = server.request("GET", &target, &[("origin", "https://shop.example")]);
        let exposed = response.header("access-control-expose-headers").unwrap();
        assert!(
            exposed.contains("age") && exposed.contains("date"),
            "{exposed}"
        );
        let drawn = response.json();
        let card = html(&drawn["card"]);
        let old: String = remade(&drawn["old"]["nodes"], &drawn["card"])
            .iter()
            .map(html)
            .collect();
        let notice = "Not checked with the supplier since {date}.";
        assert!(old.contains(notice) && !card.contains(notice), "{old}");
        for calm in [
            "class=line data-status=declared-not-present",
            "✓",
            "all-absent",
        ] {
            assert!(!old.contains(calm), "{variant}: {calm}");
        }
        // Nothing else differs.
        for same in [
            "archived",
            "data-allergen=milk data-status=contains",
            "Oats",
        ] {
            assert_eq!(
                old.matches(same).count(),
                card.matches(same).count(),
                "{same}"
            );
        }
        let avoid = &drawn["old"]["avoid"];
        assert_eq!(avoid["least"], "not-stated");
        let verdict: String = remade(&avoid["nodes"], &drawn["avoid"]["verdict"])
            .iter()
            .map(html)
            .collect();
        assert!(!verdict.contains("declared-not-present"), "{verdict}");
        assert!(verdict.contains("data-allergen=eggs data-answer=not-stated"));
        assert!(verdict.contains("data-allergen=milk data-answer=contains"));
        let length = |value: &Value| value.to_string().len();
        assert!(
            length(&drawn["old"]["nodes"]) * 3 < length(&drawn["card"]),
            "{variant}"
        );
    }
}

#[test]
fn shared_caches_may_revalidate_in_the_background_but_no_browser() {
    let (_catalogue, server) = serve(json!({}), &[]);
    for target in [
        drawn(&query("en-GB", "full")),
        format!("/p/{GTIN}"),
        "/card/a".to_owned(),
    ] {
        let response = open(&server, &target);
        let control = response.header("cache-control").unwrap();
        assert_eq!(
            control, "public, max-age=60, stale-if-error=86400",
            "{target}"
        );
        let shared = response.header("cdn-cache-control").unwrap();
        assert!(shared.contains("stale-while-revalidate=86400"), "{target}");
        assert_eq!(
            response.header("cache-tag"),
            open(&server, "/card/a").header("cache-tag")
        );
        let tag = response.header("etag").unwrap();
        let again = server.request("GET", &target, &[("If-None-Match", tag)]);
        assert_eq!(again.status, 304, "{target}");
    }
    // Its address alone decides what a drawn card is.
    let (german, plain) = (&[("Accept-Language", "de")], drawn(&query("en-GB", "full")));
    let response = server.request("GET", &plain, german);
    assert_eq!(response.header("content-language"), Some("en-GB"));
    let vary = response.header("vary").unwrap_or_default();
    assert!(!vary.contains("Accept-Language"), "{vary}");
}

#[test]
fn what_cannot_be_drawn_is_refused_and_no_product_is_drawn_as_that() {
    let (_catalogue, server) = serve(json!({}), &["--allow-origin", "https://shop.example"]);
    let full = query("en-GB", "full");
    for (target, status, code) in [
        (drawn("variant=badges&lang=de"), 400, "invalid_query"),
        (drawn("avoid=milk"), 400, "invalid_query"),
        (drawn("x=1"), 400, "unknown_parameter"),
        (drawn(&query("pt-PT", "full")), 400, "invalid_query"),
    ] {
        let origin = [("Origin", "https://shop.example")];
        let response = server.request("GET", &target, &origin);
        assert_eq!(response.status, status, "{target}");
        assert_eq!(response.json()["errors"][0]["code"], code, "{target}");
        let allowed = response.header("access-control-allow-origin");
        assert_eq!(allowed, Some("https://shop.example"), "{target}");
    }
    for (product, failure) in [
        ("gtin/09520123456795", "not-found"),
        ("gtin/09520123456789", "bad-gtin"),
        ("gtin/x", "bad-gtin"),
        ("b", "not-found"),
    ] {
        let target = format!("/drawn/{product}?{full}");
        let response = server.request("GET", &target, &[("Origin", "https://shop.example")]);
        assert_eq!(response.status, 404, "{target}");
        for (name, value) in [
            ("access-control-allow-origin", "https://shop.example"),
            ("cache-control", "no-store"),
            ("content-type", "application/json"),
        ] {
            assert_eq!(response.header(name), Some(value), "{target}");
        }
        let drawn = response.json();
        assert_eq!(
            (&drawn["format"], &drawn["path"], &drawn["failure"]),
            (&json!(6), &json!(target), &json!(failure))
        );
        let card = html(&drawn["card"]);
        assert!(card.starts_with("<article "), "{card}");
        assert!(card.contains(&format!("data-state={failure}")), "{card}");
    }
}

#[test]
fn what_a_card_can_show_is_drawn_too() {
    for odd in [
        r#""general":{"product_name":"\ud83d"}"#.to_owned(),
        r#""other":{"weight":1e400}"#.to_owned(),
        format!(r#""other":{{"weight":1{}}}"#, "0".repeat(400)),
    ] {
        let body = format!(r#"{{"data":{{"pool_id":"a",{odd}}}}}"#);
        let upstream = Upstream::new(move |_| reply(200, &[], body.as_bytes()));
        let gateway = gateway(&upstream.host, &[]);
        let target = format!("/drawn/a?{}", query("en-GB", "full"));
        for target in ["/card/a", &target] {
            assert_eq!(fetch(&gateway, target).status, 200, "{target} {odd}");
        }
    }
}

#[test]
fn another_form_of_an_address_is_refused() {
    let (_catalogue, server) = serve(json!({}), &[]);
    let query = query("en-GB", "full");
    let hyphenated = format!("{}-{}", &GTIN[..4], &GTIN[4..]);
    for other in [&hyphenated, GTIN, &format!("%30{GTIN}")] {
        let refused = open(&server, &format!("/drawn/gtin/{other}?{query}"));
        assert_eq!((refused.status, &*refused.problem()), (400, "invalid_path"));
        let written = format!("write /drawn/gtin/0{GTIN}");
        assert!(refused.text().contains(&written), "{}", refused.text());
    }
    assert_eq!(open(&server, &drawn(&query)).status, 200);
}
