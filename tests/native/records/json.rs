//! The JSON parser compared with serde_json, and on hostile text.

use product_pool::model::{MAX_DEPTH, Product, Value, faults, table};
use proptest::prelude::*;

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        (-1e9f64..1e9).prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Into::into),
            prop::collection::vec((any::<String>(), inner), 0..8)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn reads_and_writes_what_another_reader_does(value in json()) {
        let text = value.to_string();
        let ours = Value::parse(&text).unwrap().to_json();
        prop_assert_eq!(ours, text);
    }

    #[test]
    fn agrees_with_another_reader_on_what_is_json(text in r#"[\[\]{}",:0-9eE+\-. a-c\\utfnrlse\x00-\x1f]{0,24}"#) {
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        // The other reader alone refuses numbers too large for it, and lone surrogates.
        let lenient = theirs.as_ref().is_err_and(|error| {
            let error = error.to_string();
            error.contains("out of range") || error.contains("surrogate") || error.contains("hex escape")
        });
        if !lenient {
            prop_assert_eq!(Value::parse(&text).is_ok(), theirs.is_ok(), "{:?}", text);
        }
    }

    #[test]
    fn never_panics(text in any::<String>()) {
        let _ = Value::parse(&text);
        let _ = Product::from_json(&text);
    }

    #[test]
    fn any_data_decodes_and_nothing_is_lost(data in json()) {
        let text = serde_json::json!({"data": {"general": data, "components": [data, {"allergens": data}]}}).to_string();
        let product = Product::from_json(&text).unwrap();
        prop_assert_eq!(product.to_json(), text);
        let _ = product.faults();
        let _ = product_pool::label::allergen_report(product.data());
        for component in product.data().components().iter() {
            let _ = product_pool::label::nutrition_table(component);
            let _ = product_pool::label::ingredient_list(component);
        }
    }
}

#[test]
fn numbers_and_order_and_repeated_members_survive() {
    let text = r#"{"z":1.50,"a":1e400,"a":12345678901234567890,"m":-0.0}"#;
    assert_eq!(Value::parse(text).unwrap().to_json(), text);
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    let deep = "[".repeat(1_000_000);
    assert!(
        Value::parse(&deep)
            .unwrap_err()
            .to_string()
            .contains("nested")
    );
    let allowed = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
    assert!(Value::parse(&allowed).is_ok());
}

#[test]
fn only_the_frame_can_fail() {
    for (text, reason) in [
        ("", "not JSON"),
        ("<html>", "not JSON"),
        ("{\"data\":{}", "not JSON"),
        ("[]", "array"),
        ("{}", "no member"),
        (r#"{"data":null}"#, "null"),
        (r#"{"data":[]}"#, "array"),
    ] {
        let error = Product::from_json(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert!(Product::from_json("\u{feff}{\"data\":{}}").is_ok());
}

#[test]
fn faults_name_path_expectation_and_finding() {
    let data = r#"{"pool_id":7,"components":[{"allergens":{"contains_milk":"Yes","contains_eggs":{"value":1.5}}},3],
        "general":{"product_name":null,"label_name":null},"surprise":[1]}"#;
    let found: Vec<String> = faults(&Value::parse(data).unwrap(), &table::PRODUCT)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        found,
        [
            "pool_id: expected string, found 7",
            "components[0].allergens.contains_milk: expected object, found \"Yes\"",
            "components[0].allergens.contains_eggs.value: expected integer, found 1.5",
            "components[1]: expected object, found 3",
            "general.product_name: expected not null, found null",
            "surprise: expected no field of this name, found [1]",
        ]
    );
}
