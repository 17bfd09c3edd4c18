//! What changed between two versions: nothing that differs is left out, and
//! what matters most stands first.

use product_pool::label::{
    Direction, Match, PieceKind, ProductDiff, Status, Subject, Trend, diff_products,
};
use product_pool::model::{Allergen, Product};
use serde_json::{Value, json};

pub(crate) fn product(data: &Value) -> Product {
    Product::from_json(&json!({ "data": data }).to_string()).unwrap()
}

pub(crate) fn diff(before: &Value, after: &Value) -> ProductDiff {
    diff_products(product(before).data(), product(after).data())
}

/// Records with one component each.
pub(crate) fn components(before: &Value, after: &Value) -> ProductDiff {
    diff(
        &json!({"components": [before]}),
        &json!({"components": [after]}),
    )
}

pub(crate) fn flag(description: &str) -> Value {
    json!({"value": 1, "description": description})
}

#[test]
fn every_way_of_a_status_has_its_direction() {
    let statuses = ["No", "", "May contain", "Yes"];
    let expected = [
        // From "No", from nothing, from "May contain", from "Yes".
        [
            None,
            Some("became-unstated"),
            Some("became-positive"),
            Some("became-positive"),
        ],
        [
            Some("became-absent"),
            None,
            Some("became-positive"),
            Some("became-positive"),
        ],
        [
            Some("became-absent"),
            Some("became-unstated"),
            None,
            Some("raised"),
        ],
        [
            Some("became-absent"),
            Some("became-unstated"),
            Some("lowered"),
            None,
        ],
    ];
    for (before, row) in statuses.iter().zip(expected) {
        for (after, expected) in statuses.iter().zip(row) {
            let of = |text: &str| json!({"allergens": {"contains_milk": flag(text)}});
            let found = components(&of(before), &of(after));
            let found = found.allergens.first().map(|change| change.direction.key());
            assert_eq!(found, expected, "{before} to {after}");
        }
    }
}

#[test]
fn the_gravest_change_of_an_allergen_stands_first() {
    let found = components(
        &json!({"allergens": {
            "contains_celery_celeriac": flag("Yes"), "contains_fish": flag("Yes"),
            "contains_eggs": flag("May contain"), "contains_milk": flag("No"),
            "contains_mustard": flag("No"), "contains_lupin": flag("Yes"),
        }}),
        &json!({"allergens": {
            "contains_celery_celeriac": flag("No"), "contains_fish": flag("May contain"),
            "contains_eggs": flag("Yes"), "contains_milk": flag("Yes"),
            "contains_mustard": null, "contains_lupin": null,
        }}),
    );
    let order: Vec<Allergen> = found
        .allergens
        .iter()
        .map(|change| change.allergen)
        .collect();
    assert_eq!(
        order,
        [
            Allergen::Milk,
            Allergen::Eggs,
            Allergen::Lupin,
            Allergen::Mustard,
            Allergen::Fish,
            Allergen::CeleryCeleriac,
        ]
    );
}

#[test]
fn a_member_changes_its_group_too() {
    let found = components(
        &json!({"allergens": {"contains_tree_nuts": flag("Yes"), "contains_almond_nuts": flag("Yes")}}),
        &json!({"allergens": {"contains_tree_nuts": flag("Yes"), "contains_almond_nuts": flag("Yes"), "contains_cashew_nuts": flag("May contain")}}),
    );
    assert_eq!(found.allergens.len(), 1);
    assert_eq!(found.allergens[0].allergen, Allergen::Cashew);
    assert_eq!(found.allergens[0].before, Status::NotStated);
    let found = components(
        &json!({"allergens": {"contains_cereal": flag("No")}}),
        &json!({"allergens": {"contains_cereal": flag("No"), "contains_rye": flag("Yes")}}),
    );
    let cereal = found
        .allergens
        .iter()
        .find(|change| change.allergen == Allergen::Cereal);
    let cereal = cereal.unwrap();
    assert_eq!(
        (cereal.before, cereal.after),
        (Status::DeclaredNotPresent, Status::Contains)
    );
    assert_eq!(
        (cereal.conflict_before, cereal.conflict_after),
        (false, true)
    );
}

#[test]
fn a_change_that_leaves_the_status_is_reported() {
    let of = |first: &str, second: &str| {
        let one = |id: &str, text: &str| {
            json!({"general": {"component_uuid": id, "component_name": id},
                   "allergens": {"contains_milk": flag(text)}})
        };
        json!({"components": [one("a", first), one("b", second)]})
    };
    let found = diff(&of("Yes", "No"), &of("Yes", "May contain"));
    assert_eq!(found.allergens.len(), 1);
    let change = &found.allergens[0];
    assert_eq!(change.direction, Direction::Within);
    let components: Vec<_> = change
        .components
        .iter()
        .map(|part| (part.component, part.before, part.after))
        .collect();
    assert_eq!(
        components,
        [(
            1,
            Some(Status::DeclaredNotPresent),
            Some(Status::MayContain)
        )]
    );
}

#[test]
fn words_of_ingredients_go_and_come_with_their_emphasis() {
    let of = |html: &str| json!({"ingredients": {"formatted_ingredients": html}});
    let found = components(
        &of("Water, wheat flour (<b>WHEAT</b>), salt 1.5%, milk."),
        &of("Water, oat flour (<b>OATS</b>), salt 1.6%, <b>milk</b>."),
    );
    let pieces: Vec<(PieceKind, &str, bool)> = found.ingredients[0]
        .pieces
        .iter()
        .map(|piece| (piece.kind, piece.text.as_str(), piece.emphasised))
        .collect();
    use PieceKind::{Added, Removed, Same};
    assert_eq!(
        pieces,
        [
            (Same, "Water, ", false),
            (Removed, "wheat ", false),
            (Added, "oat ", false),
            (Same, "flour (", false),
            (Removed, "WHEAT", true),
            (Added, "OATS", true),
            (Same, "), salt ", false),
            (Removed, "1.5", false),
            (Added, "1.6", false),
            (Same, "%, ", false),
            (Removed, "milk", false),
            (Added, "milk", true),
            (Same, ".", false),
        ]
    );
}

#[test]
fn a_long_list_that_is_all_new_does_not_hold_up_the_page() {
    let text = |word: &str| {
        (0..40_000)
            .map(|n| format!("{word}{n}, "))
            .collect::<String>()
    };
    let of = |word: &str| json!({"ingredients": {"plaintext_ingredients": text(word)}});
    let found = components(&of("a"), &of("b"));
    let kinds: Vec<PieceKind> = found.ingredients[0]
        .pieces
        .iter()
        .map(|piece| piece.kind)
        .collect();
    assert!(
        kinds.starts_with(&[PieceKind::Removed, PieceKind::Added]),
        "{kinds:?}"
    );
}

#[test]
fn figures_are_reported_as_declared() {
    let of = |fat: Value, salt: Value, basis: &str| {
        json!({"nutrients": {
            "nutrition_units": {"id": 1, "description": basis},
            "fat_100": {"value": fat, "units": "g"}, "salt_serving": salt, "iron_100": "14",
        }})
    };
    let found = components(
        &of(json!(3.5), json!(null), "per 100g"),
        &of(json!(10), json!("<0.01"), "per 100ml"),
    );
    let change = &found.nutrition[0];
    assert!(change.basis.is_some());
    let figures: Vec<_> = change
        .figures
        .iter()
        .map(|figure| {
            let value = |side: &Option<_>| {
                side.as_ref()
                    .map(|amount: &product_pool::label::Amount| amount.value.clone())
            };
            (
                figure.nutrient,
                value(&figure.before),
                value(&figure.after),
                figure.trend,
            )
        })
        .collect();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        figures,
        [
            ("fat", text("3.5"), text("10"), Trend::More),
            ("salt", None, text("<0.01"), Trend::Given),
        ]
    );
    assert!(
        found.fields.iter().all(|change| change.covered),
        "{:?}",
        found.fields
    );
}

#[test]
fn components_are_known_again() {
    let one = |uuid: &str, gtin: &str, name: &str| json!({"general": {"component_uuid": uuid, "component_name": name}, "inner": {"internal_gtin": gtin}});
    let before = json!({"components": [
        one("a", "", "Soup"), one("", "9520123456788", "Bread"), one("", "", "Butter"), one("", "", ""),
        one("gone", "", "Salt"),
    ]});
    let after = json!({"components": [
        one("", "", "butter"), one("x", "09520123456788", "Roll"), one("a", "", "Broth"), one("", "", ""),
        one("y", "", "New"), one("z", "", "Newer"),
    ]});
    let pairs: Vec<_> = diff(&before, &after)
        .components
        .into_iter()
        .map(|pair| (pair.before, pair.after, pair.matched))
        .collect();
    assert_eq!(
        pairs,
        [
            (Some(2), Some(0), Some(Match::Name)),
            (Some(1), Some(1), Some(Match::Gtin)),
            (Some(0), Some(2), Some(Match::Uuid)),
            (Some(3), Some(3), Some(Match::Place)),
            (Some(4), Some(4), Some(Match::Place)),
            (None, Some(5), None),
        ]
    );
}

#[test]
fn order_alone_is_a_change_of_components_and_none_of_fields() {
    let one = |id: &str| json!({"general": {"component_uuid": id}});
    let found = diff(
        &json!({"components": [one("a"), one("b")]}),
        &json!({"components": [one("b"), one("a")]}),
    );
    assert_eq!(found.fields, []);
    assert!(!found.same);
}

#[test]
fn fields_come_by_subject_and_none_is_lost() {
    let before = json!({
        "version": "1", "brand_new": {"deep": [1, {"x": "old"}]},
        "general": {"product_name": "Soup", "brand": 0},
        "outer": {"traded_unit_gtin": "1", "inner_packs_in_case": "2"},
        "waste_outer": {"outer_packaging": [{"packaging_weight": 1}, {"packaging_weight": 2}]},
        "components": [{
            "handling": {"storage_instructions": "Keep cool"},
            "allergens": {"allergen_statement_on_pack": "May contain nuts"},
            "ingredients": {"contains_palm_oil": {"value": 0, "description": "No"}},
            "origin": {"country_of_origin": [{"id": 1, "description": "Italy"}]},
        }],
    });
    let after = json!({
        "version": "2", "brand_new": {"deep": [1, {"x": "new"}]},
        "general": {"product_name": "Soup", "brand": "0"},
        "outer": {"traded_unit_gtin": "2", "inner_packs_in_case": "3"},
        "waste_outer": {"outer_packaging": [{"packaging_weight": 3}, {"packaging_weight": 1}, {"packaging_weight": 2}]},
        "components": [{
            "handling": null,
            "allergens": {},
            "ingredients": {"contains_palm_oil": {"value": 1, "description": "Yes"}},
            "origin": {"country_of_origin": [{"id": 1, "description": "Italy"}, {"id": 2, "description": "Spain"}]},
            "secret": true,
        }],
    });
    let found = diff(&before, &after);
    let paths: Vec<_> = found
        .fields
        .iter()
        .map(|change| {
            let place = change.after.as_ref().or(change.before.as_ref()).unwrap();
            (change.subject, place.path.as_str(), change.known)
        })
        .collect();
    assert_eq!(
        paths,
        [
            (
                Subject::Allergens,
                "components[0].allergens.allergen_statement_on_pack",
                true
            ),
            (
                Subject::Ingredients,
                "components[0].ingredients.contains_palm_oil",
                true
            ),
            (Subject::Identity, "general.brand", true),
            (Subject::Identity, "outer.traded_unit_gtin", true),
            (Subject::Handling, "components[0].handling", true),
            (
                Subject::Origin,
                "components[0].origin.country_of_origin[1]",
                true
            ),
            (Subject::Logistics, "outer.inner_packs_in_case", true),
            (Subject::Packaging, "waste_outer.outer_packaging[0]", true),
            (Subject::Other, "brand_new.deep[1].x", false),
            (Subject::Other, "components[0].secret", false),
            (Subject::Record, "version", true),
        ]
    );
    let palm_oil = &found.fields[1];
    assert_eq!(
        palm_oil.before.as_ref().unwrap().value.to_json(),
        r#"{"value":0,"description":"No"}"#
    );
}

#[test]
fn a_repeated_member_of_a_hostile_record_is_compared_too() {
    let read = |text: &str| Product::from_json(text).unwrap();
    let before = read(r#"{"data": {"status": "hidden", "status": "published"}}"#);
    let after = read(r#"{"data": {"status": "published"}}"#);
    let found = diff_products(before.data(), after.data());
    assert_eq!(found.fields.len(), 1);
    assert_eq!(
        found.fields[0].before.as_ref().unwrap().value.to_json(),
        "\"hidden\""
    );
}

#[test]
fn the_same_list_in_another_form_is_reported_and_another_text_is_not() {
    let of = |formatted: &str, plain: &str| json!({"ingredients": {"formatted_ingredients": formatted, "plaintext_ingredients": plain}});
    let found = components(
        &of("Salt, <b>milk</b>", "Salt, milk"),
        &of("<b>Milk</b>", "Milk"),
    );
    assert!(
        found.fields.iter().all(|change| change.covered),
        "{:?}",
        found.fields
    );
    let found = components(
        &of("Salt, <b>milk</b>", "Salt, milk"),
        &of("<b>Milk</b>", "Milk, nuts"),
    );
    let covered: Vec<_> = found
        .fields
        .iter()
        .map(|change| (change.field.as_str(), change.covered))
        .collect();
    assert_eq!(
        covered,
        [
            ("formatted_ingredients", true),
            ("plaintext_ingredients", false)
        ]
    );
}
