//! Which fields of a record are read for allergens: every one, or its reason not to be
//! stands here.

use crate::support::{check, flags, no, report};
use product_pool::label::Status;
use product_pool::model::Allergen;
use product_pool::model::table::{self, Field, PRODUCT, Schema};
use product_pool::model::view::Shape;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The fields that are not read, with the reason; `*` stands for any further letters.
const NOT_READ: &[(&str, &str)] = &[
    (
        "pool_id|version|latest_version|parent_id",
        "identifiers of the service",
    ),
    ("status|changed_at|reviewed_at", "the state of the record"),
    (
        "general.manufacturer_name|general.label_name|general.brand_name",
        "names of companies and brands",
    ),
    ("general.manufacturer_address", "an address"),
    (
        "general.label_code|general.schema|general.schema_name|general.manufacturer_product_code\
         |general.day_code|general.batch_code|general.manufacturer_version_number|general.effective_date",
        "codes and dates",
    ),
    (
        "general.product_type|general.product_category|general.storage_type",
        "an entry of one of the service's lists, for many foods at once: \"Dairy and eggs\"",
    ),
    ("general.marketing_description", "marketing"),
    (
        "outer.*|inner_pack.*|pallet.*|logistics.*|components[0].inner.*",
        "numbers, measures, durations",
    ),
    ("waste_*|components[0].waste_*", "packaging"),
    ("safety_outer.age_*", "ages"),
    ("components[0].general.component_uuid", "an identifier"),
    (
        "components[0].origin.country_of_origin|components[0].origin.primary_ingredient_origin",
        "countries, by the service's list",
    ),
    (
        "components[0].accreditations.acc_*",
        "a certificate's number, or yes",
    ),
    ("components[0].inner_other.*", "codes and marks"),
    (
        "components[0].ingredients.alcohol_strength_per_vol|components[0].ingredients.cbd_concentration",
        "figures",
    ),
    ("components[0].handling.*", "directions"),
    ("components[0].characteristics.*", "tests that are made"),
    (
        "components[0].hazard_controls.*",
        "foreign bodies, which are no ingredients: \"nut shells are sorted out\"",
    ),
    (
        "components[0].nutrients.serving_details",
        "serving suggestions",
    ),
    (
        "components[0].nutrients_prepared.prepared_product_*",
        "directions: \"made up with milk\"",
    ),
    (
        "components[0].nutrients.*|components[0].nutrients_prepared.*",
        "figures",
    ),
    (
        "components[0].allergens.contains_*_gluten_20ppm",
        "shown with the cereal and never merged with its status",
    ),
    ("components[0].allergens.contains_*", "flags"),
];

fn matches(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == path,
        Some((start, end)) => {
            path.len() >= start.len() + end.len() && path.starts_with(start) && path.ends_with(end)
        }
    }
}

/// The paths of all fields that can hold words.
fn worded(record: &'static Schema, at: &str, found: &mut Vec<(String, Shape)>) {
    for Field { name, shape, .. } in record.fields() {
        let path = if at.is_empty() {
            (*name).to_owned()
        } else {
            format!("{at}.{name}")
        };
        let is = |record: &Schema, others: &[&Schema]| {
            others.iter().any(|other| std::ptr::eq(*other, record))
        };
        match shape {
            Shape::Text => found.push((path, *shape)),
            Shape::Record(inner) | Shape::List(Shape::Record(inner))
                if is(inner, &[&table::CODED, &table::REFERENCE]) =>
            {
                found.push((path, *shape));
            }
            Shape::Record(inner)
                if is(
                    inner,
                    &[
                        &table::QUANTITY,
                        &table::INTEGER_QUANTITY,
                        &table::UNIT_WEIGHT,
                    ],
                ) => {}
            Shape::Record(inner) => worded(inner, &path, found),
            Shape::List(Shape::Record(inner)) => worded(inner, &format!("{path}[0]"), found),
            Shape::List(_) | Shape::Integer | Shape::Number | Shape::Any => {}
            other => panic!("{path}: {other:?}"),
        }
    }
}

/// A record whose flags all say no, with a text at a path.
fn with_text(path: &str, shape: Shape, text: &str) -> Value {
    let value = match shape {
        Shape::Record(_) => json!({"id": 1, "value": 1, "description": text}),
        Shape::List(_) => json!([{"id": 1, "description": text}]),
        _ => json!(text),
    };
    let mut data = json!({"components": [{"allergens": flags(&no())}]});
    let mut place = &mut data;
    for part in path.split('.') {
        place = match part.strip_suffix("[0]") {
            Some("components") => &mut place["components"][0],
            Some(list) => {
                place[list] = json!([{}]);
                &mut place[list][0]
            }
            None => &mut place[part],
        };
    }
    *place = value;
    data
}

#[test]
fn every_text_of_a_record_is_read_or_has_its_reason() {
    let mut fields = Vec::new();
    worded(&PRODUCT, "", &mut fields);
    assert!(fields.len() > 300, "{}", fields.len());
    let mut used = BTreeSet::new();
    let mut read = 0;
    for (path, shape) in fields {
        let pattern = NOT_READ
            .iter()
            .flat_map(|(patterns, _)| patterns.split('|'))
            .find(|pattern| matches(pattern, &path));
        let report = report(&with_text(&path, shape, "Contains mustard."));
        let is_read = report.status(Allergen::Mustard) == Status::Contains;
        // A flag and the field that explains its risk name an allergen by their own names.
        let has_rules =
            path.ends_with("_risk_source") || path == "components[0].allergens.contains_mustard";
        match pattern {
            _ if is_read => {
                read += 1;
                let is_broad = pattern.is_none_or(|pattern| pattern.contains('*'));
                assert!(is_broad, "{path} is read, in spite of a reason not to be");
            }
            Some(pattern) => {
                used.insert(pattern);
            }
            None if has_rules => {}
            None => panic!("{path} is not read for allergens, and NOT_READ has no reason"),
        }
    }
    assert!(read > 60, "{read}");
    for pattern in NOT_READ
        .iter()
        .flat_map(|(patterns, _)| patterns.split('|'))
    {
        assert!(
            used.contains(pattern),
            "{pattern} is no field that is not read"
        );
    }
}

#[test]
fn a_text_that_a_broken_record_repeats_is_read_every_time() {
    let flags = json!(flags(&no())).to_string();
    for body in [
        r#""general": {"product_name": "Milk bar"}, "general": {"product_name": "Bar"}, "components": [{"allergens": FLAGS}]"#,
        r#""general": {"product_name": "Milk bar", "product_name": "Bar"}, "components": [{"allergens": FLAGS}]"#,
        r#""components": [{"origin": {"place_of_provenance": "British milk", "place_of_provenance": "UK"}, "allergens": FLAGS}]"#,
        r#""components": [{"origin": {"place_of_provenance": "British milk"}, "origin": {}, "allergens": FLAGS}]"#,
        r#""components": [{"origin": {"place_of_provenance": "British milk"}}], "components": [{"allergens": FLAGS}]"#,
        r#""components": [{"origin": [{"place_of_provenance": ["UK", "British milk"]}], "allergens": FLAGS}]"#,
    ] {
        let text = format!(r#"{{"data": {{{}}}}}"#, body.replace("FLAGS", &flags));
        let product = product_pool::model::Product::from_json(&text).unwrap();
        let report = product_pool::label::allergen_report(product.data());
        check(&report, Allergen::Milk, Status::NotStated, body);
    }
}
