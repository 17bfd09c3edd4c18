//! Tests of the frozen records: the sound ones are sound, and together they have everything.

use super::*;
use product_pool::label::{Direction, Status, Subject, WarningKind, allergen_report};
use product_pool::label::{ProductDiff, diff_products, quality};
use product_pool::model::Product as Decoded;
use product_pool::model::table::{PRODUCT, Schema};
use product_pool::model::view::Shape;
use std::collections::BTreeSet;

/// Members that some faultless records have and the service does not document.
const UNDOCUMENTED: [&str; 2] = ["product_id", "updated_at"];

fn is_sound(entry: &&Entry) -> bool {
    entry.fault.is_none()
}

fn decoded(record: &Value) -> Decoded {
    Decoded::from_answer_or_data(&record.to_string()).unwrap()
}

#[test]
fn sound_records_contradict_neither_the_table_nor_themselves() {
    // A few products of each record.
    let shown = records::shown().len();
    for entry in catalogue()[shown..].iter().filter(is_sound).step_by(4) {
        for record in [&entry.versions[0], newest(entry)] {
            let (product, id) = (decoded(record), &record["general"]["product_name"]);
            let mut faults = product.faults();
            faults.retain(|fault| !UNDOCUMENTED.contains(&fault.path.as_str()));
            assert_eq!(faults, [], "{id}");
            let mut warnings = quality(product.data());
            // The legal factors for kJ and kcal differ, which shows in tiny servings.
            warnings.retain(|one| one.kind != WarningKind::KilojoulesAgainstKilocalories);
            assert!(warnings.is_empty(), "{id}: {warnings:?}");
            assert!(!allergen_report(product.data()).has_conflicts, "{id}");
            let text = record.to_string();
            assert!(
                !["{a", "{b", "{m", "{n"]
                    .iter()
                    .any(|word| text.contains(word)),
                "{text}"
            );
        }
    }
}

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
    for entry in catalogue().iter().skip(records::shown().len()) {
        cross_off(newest(entry), &PRODUCT, "", &mut missing);
    }
    assert_eq!(missing, BTreeSet::new());
}

#[test]
fn every_allergen_and_every_kind_of_record_is_there() {
    let mut seen = BTreeSet::new();
    for entry in catalogue().iter().skip(records::shown().len()) {
        let product = newest(entry);
        let general = &product["general"];
        let is_hexadecimal = product["pool_id"].as_str().unwrap().len() == 32;
        for (kind, holds) in [
            ("several components", product["components"][2].is_object()),
            ("hardly anything", product["logistics"].is_null()),
            (
                "parts of it",
                product["pallet"].is_null() && product["logistics"].is_object(),
            ),
            ("no brand", is_hexadecimal && general["brand"] == 0),
            (
                "no version of its own",
                is_hexadecimal && general["manufacturer_version_number"] == "",
            ),
            ("undocumented members", product["product_id"].is_u64()),
            (
                "a code of digits",
                general["manufacturer_product_code"]
                    .to_string()
                    .starts_with("\"0"),
            ),
            (
                "a code to encode",
                general["manufacturer_product_code"] == "50%+2",
            ),
            ("drinks", general["schema"] == "drinks"),
        ] {
            if holds {
                seen.insert(kind);
            }
        }
        for allergen in Allergen::ALL {
            let components = product["components"].as_array().unwrap();
            let flags = components
                .iter()
                .map(|one| &one["allergens"][allergen.flag_field()]);
            if flags.into_iter().any(|flag| flag["value"] == 3) {
                seen.insert(allergen.wire_name());
            }
        }
    }
    assert_eq!(seen.len(), 9 + Allergen::ALL.len(), "{seen:?}");
}

#[test]
fn allergens_come_and_go_and_are_worded_anew() {
    let mut diffs = Vec::new();
    for entry in catalogue().iter().filter(is_sound) {
        if let [.., before, after] = entry.versions.as_slice() {
            diffs.push(diff_products(decoded(before).data(), decoded(after).data()));
        }
    }
    let is_worded = |diff: &&ProductDiff| {
        let mut fields = diff.fields.iter();
        diff.allergens.is_empty() && fields.any(|change| change.subject == Subject::Allergens)
    };
    let changes = || diffs.iter().flat_map(|diff| &diff.allergens);
    let went = changes().filter(|change| change.before == Status::Contains);
    let found = [
        changes()
            .filter(|change| change.direction == Direction::BecamePositive)
            .count(),
        changes()
            .filter(|change| change.direction == Direction::Raised)
            .count(),
        went.filter(|change| change.direction == Direction::BecameAbsent)
            .count(),
        diffs.iter().filter(is_worded).count(),
    ];
    assert!(found.iter().all(|count| *count > 1), "{found:?}");
    // Most changes are of other kinds.
    let changed = diffs.iter().filter(|diff| !diff.allergens.is_empty());
    assert!(changed.count() * 2 < diffs.len());
}
