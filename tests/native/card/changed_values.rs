//! What the view of changes says of fields: in words, under their names, and never the same twice.

use super::views::{comparison, flag, product};
use crate::support::printed;
use product_pool::messages::{LANGUAGES, Messages};
use serde_json::{Value, json};

#[test]
fn no_path_stands_outside_the_fold_of_a_documented_record() {
    let version = |stage: &str, flag_is: &str, figure: u32| {
        let reason = format!("Stage {stage}");
        product(&json!({
            "version": stage,
            "change_type": figure,
            "codes": [stage],
            "replaced_by": [stage, { "pool_id": stage }],
            "general": { "manufacturer": figure, "product_name": stage },
            "other": { "manufacturer_comments": stage },
            "components": [{
                "allergens": {
                    "contains_milk": flag(flag_is),
                    "contains_milk_risk_source": reason,
                    "allergen_statement_on_pack": reason,
                },
                "ingredients": { "ingredients_statements": reason, "contains_palm_oil": flag(flag_is) },
                "nutrients": { "fat_100": { "value": figure, "units": "g" } },
            }],
        }))
    };
    for (language, _) in LANGUAGES {
        let messages = Messages::for_language(language).unwrap();
        let drawn = comparison(&version("1", "No", 2), &version("2", "Yes", 3), &messages);
        let html = printed(&drawn);
        let (shown, fold) = html.split_once("<details").unwrap();
        assert!(!shown.contains("<code"), "{language}: {shown}");
        for path in [
            "change_type",
            "codes",
            "general.manufacturer<",
            "contains_milk_risk_source",
        ] {
            assert!(fold.contains(path), "{language}: {path}");
        }
        let reason = messages.get("allergens.source.risk-source");
        assert!(shown.contains(messages.get("allergen.milk")), "{shown}");
        assert!(shown.contains(reason), "{language}: {shown}");
    }
}

/// The sections above the fold on what differs between two records.
fn shown(before: &Value, after: &Value) -> String {
    let (before, after) = (product(before), product(after));
    let html = printed(&comparison(&before, &after, &Messages::english()));
    html.split("<details").next().unwrap().to_owned()
}

#[test]
fn what_replaces_a_product_is_named() {
    let before = json!({ "replaced_by": ["p-7"] });
    let after = json!({ "replaced_by": ["p-8", { "pool_id": "p-9", "id": 1 }, 7, { "id": 10 }] });
    let html = shown(&before, &after);
    assert_eq!(html.matches(">Replaced by</th>").count(), 4, "{html}");
    for id in ["p-7", "p-8", "p-9", "7", "10"] {
        assert!(html.contains(&format!(">{id}</")), "{id}: {html}");
    }
    assert!(!html.contains("<code"), "{html}");
}

#[test]
fn values_that_differ_never_look_the_same() {
    let quantity = |value: Value, units: &str| json!({ "value": value, "units": units });
    let case = |field: &str, value: Value| json!({ "outer": { field: value } });
    let weight = |value: Value, units| case("outer_case_gross_weight", quantity(value, units));
    let time = |text: &str| json!({ "changed_at": text });
    let fat = |value: Value, units: &str| json!({ "components": [{ "nutrients": { "fat_100": quantity(value, units) } }] });
    let palm = |id: u32| {
        let flag = json!({ "value": id, "description": "Yes" });
        json!({ "components": [{ "ingredients": { "contains_palm_oil": flag } }] })
    };
    for (before, after, cells) in [
        (
            weight(json!(12), "Each"),
            weight(json!(12), "EA"),
            ["12\u{a0}Each", "12\u{a0}EA"],
        ),
        (
            weight(json!(12), "g"),
            weight(json!("12"), "GRM"),
            ["12\u{a0}g", "12\u{a0}GRM"],
        ),
        (
            weight(json!(12), "Each"),
            weight(json!(13), "EA"),
            ["12", "13"],
        ),
        (
            fat(json!(2), "g"),
            fat(json!(2), "GRM"),
            ["2\u{a0}g", "2\u{a0}GRM"],
        ),
        (
            time("2026-03-02 10:00:00"),
            time("2026-03-02 10:00:30"),
            ["2026-03-02 10:00:00", "2026-03-02 10:00:30"],
        ),
        (palm(1), palm(0), ["{\"value\":1", "{\"value\":0"]),
    ] {
        let html = shown(&before, &after);
        for cell in cells {
            let escaped = cell.replace('"', "&quot;");
            let is_shown = [cell, &escaped]
                .iter()
                .any(|text| html.contains(&format!(">{text}")));
            assert!(is_shown, "{cell}: {html}");
        }
    }
}

/// Compares a product with the same in which one field of its component differs.
fn compared_with(section: &str, field: &str, value: &Value) -> String {
    let record = |fields: Value| {
        let mut component = json!({ "allergens": { "contains_celery_celeriac": flag("Yes") } });
        for (name, value) in fields.as_object().unwrap() {
            component[section][name] = value.clone();
        }
        product(&json!({ "components": [component] }))
    };
    let before = record(json!({}));
    let after = record(json!({ field: value }));
    printed(&comparison(&before, &after, &Messages::english()))
}

const SAME: &str = "Allergen declarations have not changed.";

#[test]
fn allergens_have_not_changed_if_only_other_fields_did() {
    for (section, field, value) in [
        ("ingredients", "contains_palm_oil", flag("Yes")),
        ("nutrients", "fat_100", json!({ "value": 2, "units": "g" })),
        ("general", "component_name", json!("Soup")),
        ("handling", "storage_instructions", json!("Keep cool.")),
    ] {
        let html = compared_with(section, field, &value);
        assert!(html.contains(SAME), "{field}: {html}");
    }
}

#[test]
fn allergens_may_have_changed_if_a_text_or_claim_about_them_did() {
    for (section, field, value) in [
        (
            "allergens",
            "allergen_statement_on_pack",
            json!("Made in a busy kitchen."),
        ),
        (
            "allergens",
            "additional_allergen_information",
            json!("Ask us."),
        ),
        ("allergens", "contains_milk_risk_source", json!("Butter")),
        ("allergens", "contains_oats_gluten_20ppm", json!("Yes")),
        ("allergens", "contains_kiwi", flag("Yes")),
        ("free_from", "free_from_milk", json!("Yes")),
        (
            "ingredients",
            "ingredients_statements",
            json!("In varying proportions."),
        ),
    ] {
        let html = compared_with(section, field, &value);
        assert!(!html.contains(SAME), "{field}: {html}");
        let first = html.split("</section>").next().unwrap();
        let words = value.as_str().unwrap_or("Yes");
        let is_shown = first.contains(&format!(">{words}</"));
        assert_eq!(
            is_shown,
            matches!(section, "allergens" | "free_from"),
            "{field}: {first}"
        );
    }
    // So may a health warning, which is a field of the whole product.
    let before = product(&json!({ "safety_outer": {} }));
    let after = product(&json!({ "safety_outer": { "product_health_warning": "Hot." } }));
    let html = printed(&comparison(&before, &after, &Messages::english()));
    assert!(!html.contains(SAME) && html.contains("Hot."), "{html}");
}
