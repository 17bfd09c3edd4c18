//! Tests that every field of the table has a value in some product.

use super::*;
use product_pool::label::{WarningKind, quality};
use product_pool::model::table::{PRODUCT, Schema};
use product_pool::model::view::Shape;
use std::collections::BTreeSet;

/// Removes the paths of the fields that have a value from `missing`.
fn cross_off(value: &Value, record: &'static Schema, path: &str, missing: &mut BTreeSet<String>) {
    for field in record.fields() {
        let value = &value[field.name];
        if !says_something(value) {
            continue;
        }
        let path = format!("{path}{}", field.name);
        missing.remove(&path);
        match (field.shape, value) {
            (Shape::Record(inner), _) => cross_off(value, inner, &format!("{path}."), missing),
            (Shape::List(Shape::Record(inner)), Value::Array(list)) => {
                for element in list {
                    cross_off(element, inner, &format!("{path}[]."), missing);
                }
            }
            _ => {}
        }
    }
}

/// Whether a value is more than a placeholder, which zero can be as well as a blank.
fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(_) => true,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !matches!(text.trim(), "" | "-"),
        Value::Array(list) => list.iter().any(says_something),
        Value::Object(members) => members.values().any(says_something),
    }
}

/// The paths of all fields of a record and of the records in it.
fn paths(record: &'static Schema, path: &str, into: &mut BTreeSet<String>) {
    for field in record.fields() {
        let path = format!("{path}{}", field.name);
        match field.shape {
            Shape::Record(inner) => paths(inner, &format!("{path}."), into),
            Shape::List(Shape::Record(inner)) => paths(inner, &format!("{path}[]."), into),
            _ => {}
        }
        into.insert(path);
    }
}

#[test]
fn every_field_of_the_table_is_filled_in_somewhere() {
    let mut missing = BTreeSet::new();
    paths(&PRODUCT, "", &mut missing);
    assert!(missing.len() > 600, "{}", missing.len());
    let shown = showcase::shown().len();
    for entry in entries(1, 2_000).skip(shown) {
        cross_off(newest(&entry), &PRODUCT, "", &mut missing);
    }
    assert_eq!(missing, BTreeSet::new());
}

#[test]
fn the_figures_of_sound_products_agree_with_each_other() {
    for entry in sound(catalogue()) {
        let text = newest(entry).to_string();
        let product = model::Product::from_answer_or_data(&text).unwrap();
        // The legal factors for kJ and kcal differ, which shows in tiny servings.
        let warnings: Vec<_> = quality(product.data())
            .into_iter()
            .filter(|warning| warning.kind != WarningKind::KilojoulesAgainstKilocalories)
            .collect();
        assert!(warnings.is_empty(), "{}: {warnings:?}", product.to_json());
    }
}
