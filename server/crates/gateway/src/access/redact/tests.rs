//! Tests of withheld fields.

use super::*;
use proptest::prelude::*;

fn hidden(text: &str) -> Hidden {
    text.parse().unwrap()
}

fn redact(paths: &str, returns: Returns, text: &str) -> Option<String> {
    hidden(paths).redact(returns, &Body::from(text.to_owned()))
}

#[test]
fn hidden_fields_are_removed_and_other_bytes_kept() {
    let answer = r#"{"data": {"pool_id": "a", "weight": 1.50e0, "other": {"manufacturer_comments": "cheap", "x": "é\/"},
        "components": [{"additives": {"a": 1}, "general": { "b" : 2 }}, {"additives": null}, 7]}}"#;
    let shown = redact(
        "other.manufacturer_comments,components.additives",
        Returns::Product,
        answer,
    )
    .unwrap();
    assert_eq!(
        shown,
        r#"{"data":{"pool_id":"a","weight":1.50e0,"other":{"x":"é\/"},"components":[{"general":{ "b" : 2 }}, {}, 7]}}"#
    );
    for (paths, returns) in [
        ("other.price", Returns::Product),
        ("other.manufacturer_comments.deeper", Returns::Product),
        ("none", Returns::Product),
        ("other", Returns::ImagePage),
        ("other", Returns::Listing),
    ] {
        assert_eq!(redact(paths, returns, answer), None, "{paths}");
    }
}

#[test]
fn escaped_and_repeated_names_are_removed() {
    for answer in [
        r#"{"data":{"o\u0074her":{"a":1,"b":2}}}"#,
        r#"{"data":{"other":{"a":0,"\u0061":1,"b":2}}}"#,
        r#"{"data":{"other":{"a":0},"other":{"b":2,"a":1}}}"#,
        r#"{"data":[{"other":[[{"a":1}],{"b":2}]}]}"#,
    ] {
        let shown = redact("other.a", Returns::Product, answer).unwrap();
        let value: serde_json::Value = serde_json::from_str(&shown).unwrap();
        assert!(!value.to_string().contains(r#""a""#), "{shown}");
        assert!(value.to_string().contains(r#""b":2"#), "{shown}");
    }
}

#[test]
fn deep_arrays_hide_nothing() {
    let (open, close) = ("[".repeat(200_000), "]".repeat(200_000));
    let buried = format!(r#"{{"data":{{"other":{open}{{"a":1}}{close},"b":{open}{close}}}}}"#);
    let shown = redact("other.a", Returns::Product, &buried).unwrap();
    assert!(!shown.contains(r#""a""#));
    assert!(shown.ends_with(&format!(r#""b":{open}{close}}}}}"#)));
}

#[test]
fn objects_with_unreadable_names_are_withheld() {
    // A lone surrogate in a name keeps the object from being parsed.
    let answer = r#"{"data":{"pool_id":"p","other":{"a":1,"\ud800":2},"b":{"\ud800":3}}}"#;
    let shown = redact("other.a", Returns::Product, answer).unwrap();
    assert_eq!(
        shown,
        r#"{"data":{"pool_id":"p","other":null,"b":{"\ud800":3}}}"#
    );
    let answer = r#"{"data":{"other":{"a":1},"\udfff":2}}"#;
    let shown = redact("other.a", Returns::Product, answer).unwrap();
    assert_eq!(shown, r#"{"data":null}"#);
}

#[test]
fn lists_omit_hidden_sections() {
    let answer = r#"{"data":[{"pool_id":"a","brand":7,"product_name":"N","traded_unit_gtin":"1","components":[{"internal_gtin":"1","component_uuid":"u"}]}]}"#;
    for (sections, left) in [
        (
            "general",
            r#"{"pool_id":"a","traded_unit_gtin":"1","components":[{"internal_gtin":"1","component_uuid":"u"}]}"#,
        ),
        (
            "outer,components.inner",
            r#"{"pool_id":"a","brand":7,"product_name":"N","components":[{"component_uuid":"u"}]}"#,
        ),
        (
            "components",
            r#"{"pool_id":"a","brand":7,"product_name":"N","traded_unit_gtin":"1"}"#,
        ),
    ] {
        let shown = redact(sections, Returns::ProductPage, answer).unwrap();
        assert_eq!(shown, format!(r#"{{"data":[{left}]}}"#), "{sections}");
    }
}

#[test]
fn lists_omit_hidden_fields() {
    // An upstream may list a field that is documented for full products only.
    let answer = r#"{"next":null,"data":[{"pool_id":"a","brand_name":"B","manufacturer_comments":"M","components":[{"internal_gtin":"1","component_uuid":"u"}]}]}"#;
    let shown = redact(
        "general.brand_name,other.manufacturer_comments,components.inner.internal_gtin",
        Returns::ProductPage,
        answer,
    )
    .unwrap();
    assert_eq!(
        shown,
        r#"{"next":null,"data":[{"pool_id":"a","components":[{"component_uuid":"u"}]}]}"#
    );
}

#[test]
fn paths_are_checked_and_displayed() {
    for text in ["a.b,c", "components.additives", DEFAULT] {
        assert_eq!(hidden(text).to_string(), text);
    }
    assert!(hidden("none").is_empty());
    for text in ["", "a..b", ".a", "a,", "a b", "a[0]"] {
        assert!(text.parse::<Hidden>().is_err(), "{text}");
    }
}

#[test]
fn undocumented_fields_are_refused() {
    for text in [
        "none",
        DEFAULT,
        "other",
        "components",
        "general.manufacturer_product_code, components.additives",
        "components.inner.internal_gtin",
        "components.allergens.contains_milk.value",
        "pool_id",
    ] {
        assert_eq!(parse_documented(text), text.parse(), "{text}");
    }
    for (text, why) in [
        (
            "other.manufacturer_coments",
            "name 1 is not a field of a product; did you mean other.manufacturer_comments?",
        ),
        (
            "other, components.aditives",
            "name 2 is not a field of a product; did you mean components.additives?",
        ),
        (
            "allergens.contains_milk",
            "name 1 is not a field of a product; did you mean components.allergens.contains_milk?",
        ),
        ("zzz", "name 1 is not a field of a product"),
        (
            "pool_id.x",
            "name 1 is not a field of a product; did you mean pool_id?",
        ),
    ] {
        assert_eq!(parse_documented(text), Err(why.to_owned()));
    }
}

proptest! {
    #[test]
    fn any_text_is_handled(text in "[\\[\\]{}:,\"ab0 ]{0,60}") {
        let _ = redact("a,b.a", Returns::Product, &text);
    }
}
