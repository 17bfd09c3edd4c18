//! Panels of products with several components: what they have in common is said once,
//! and the nutrition of each is folded.

use super::{card, nutrients, panel, props, text, unfolded};
use crate::support::printed;
use product_pool::card::{CardProps, Density, Panel, State, draw};
use product_pool::gtin::Gtin;
use serde_json::{Value, json};

#[test]
fn a_kit_has_a_strip_for_each_component() {
    let data = json!({"components": [
        {"general": {"component_name": "Pasta"}, "nutrients": nutrients()},
        {"general": {"component_name": "Pesto"}, "nutrients": nutrients()},
    ]});
    let strip = text(&panel(&card(&data), "lights"));
    assert_eq!(strip.matches("per serving (30 g)").count(), 2);
    let levels = "|Levels follow UK front-of-pack criteria.";
    assert_eq!(strip.matches(levels).count(), 1);
    assert!(strip.ends_with(levels), "{strip}");
    assert!(strip.find("Pasta").unwrap() < strip.find("Pesto").unwrap());
}

#[test]
fn a_kit_says_once_what_its_components_have_in_common() {
    let part = |name: &str, storage: &str| {
        json!({
            "general": {"component_name": name},
            "handling": {"storage_instructions": storage, "directions_for_use": "Heat."},
            "ingredients": {"contains_palm_oil": {"description": "Yes"}},
        })
    };
    let data = json!({"components": [part("Pasta", "Keep dry."), part("Pesto", "Keep cool.")]});
    let card = card(&data);
    let handling = text(&panel(&card, "handling"));
    assert_eq!(
        handling,
        "Storage and use|Directions for use|Heat.|Storage (Pasta)|Keep dry.|Storage (Pesto)|Keep cool."
    );
    let ingredients = text(&panel(&card, "ingredients"));
    assert!(ingredients.ends_with("|Contains palm oil"), "{ingredients}");
}

#[test]
fn a_claim_of_some_components_names_them() {
    let part = |name: &str, vegan: Value, others: Value| {
        json!({"general": {"component_name": name}, "diets": {
            "vegan_suitable": {"description": vegan},
            "vegetarian_suitable": {"description": others},
            "kosher_suitable": {"description": others},
        }})
    };
    let data = json!({"components": [
        part("Pasta", json!("Yes"), json!("Yes")), part("Pesto", json!("No"), json!(null)),
    ]});
    let html = panel(&card(&data), "diets");
    let said = text(&html);
    assert!(!said.contains('✓'), "{said}");
    // A line for each set of components, so that a kit of many claims stays short.
    assert!(
        said.ends_with("|Not suitable for vegans (Pesto)|Pasta:|Suitable for vegetarians,|Kosher"),
        "{said}"
    );
    assert!(html.contains(r#"<li data-claim="not-stated" data-field="kosher_suitable">"#));
}

#[test]
fn a_claim_that_several_components_deny_names_them_once() {
    let part = |name: &str, vegan: &str| {
        json!({"general": {"component_name": name},
            "diets": {"vegan_suitable": {"description": vegan}}})
    };
    let denied = |last: &str| {
        let parts = [
            part("Pasta", "No"),
            part("Pesto", "No"),
            part("Salad", last),
        ];
        text(&panel(&card(&json!({"components": parts})), "diets"))
    };
    let some = "|Not suitable for vegans (Pasta, Pesto)";
    assert!(denied("Yes").ends_with(some), "{}", denied("Yes"));
    assert!(denied("No").ends_with("|Not suitable for vegans"));
}

/// A kit of two components with nutrition, with vitamins in the first.
fn kit() -> Value {
    let mut vitamins = nutrients();
    for nutrient in [
        "vitamin_a",
        "vitamin_d",
        "vitamin_e",
        "thiamin_b1",
        "riboflavin_b2",
        "niacin_b3",
    ] {
        vitamins[format!("{nutrient}_100")] = json!("1");
    }
    json!({"components": [
        {"general": {"component_name": "Pasta"}, "nutrients": vitamins,
            "inner": {"internal_gtin": "9520000002013"}},
        {"general": {"component_name": "Pesto"}, "nutrients": nutrients(),
            "inner": {"internal_gtin": "9520000002020"}},
    ]})
}

/// The folds of a kit's nutrition and whether they are open, in their order.
fn folds(shown: &CardProps) -> Vec<(String, bool)> {
    let html = panel(&printed(&draw(shown)), "nutrition");
    let folds = html.split("<details class=\"fold\"").skip(1);
    let fold = |piece: &str| {
        let (tag, rest) = piece.split_once('>').unwrap();
        let title = text(rest.split("</summary>").next().unwrap());
        (title, tag.contains(" open"))
    };
    folds.map(fold).collect()
}

#[test]
fn the_nutrition_of_components_is_folded_below_their_strips() {
    let named = |names: [(&str, bool); 3]| names.map(|(name, open)| (name.to_owned(), open));
    let vitamins = "Vitamins and minerals (7)";
    let mut shown = props(&kit());
    let closed = named([("Pasta", false), (vitamins, false), ("Pesto", false)]);
    assert_eq!(folds(&shown), closed);
    let nutrition = panel(&printed(&draw(&shown)), "nutrition");
    let note = "* Reference intake of an average adult (8400 kJ/2000 kcal)";
    assert!(
        text(&unfolded(&nutrition)).contains(note),
        "the strips' shares need it"
    );
    assert_eq!(text(&nutrition).matches(note).count(), 1);
    assert_eq!(nutrition.matches("data-printed").count(), 4);
    // Where no strip shows the figures, the tables do.
    let open = named([("Pasta", true), (vitamins, false), ("Pesto", true)]);
    shown.panels = Some(vec![Panel::Nutrition]);
    assert_eq!(folds(&shown), open);
    shown.panels = None;
    shown.density = Density::Compact;
    assert_eq!(folds(&shown), open);
}

#[test]
fn a_component_whose_energy_no_strip_shows_is_open() {
    let named = |pasta, pesto| {
        [("Pasta", pasta), ("Pesto", pesto)].map(|(name, open)| (name.to_owned(), open))
    };
    let with = |pesto: Value| {
        props(&json!({"components": [
            {"general": {"component_name": "Pasta"}, "nutrients": nutrients()},
            {"general": {"component_name": "Pesto"}, "nutrients": pesto},
        ]}))
    };
    assert_eq!(folds(&with(nutrients())), named(false, false));
    // No strip at all.
    let protein = json!({"protein_100": {"value": 5, "units": "g"}});
    assert_eq!(folds(&with(protein)), named(false, true));
    // A strip with lights alone; the energy is that of the food as prepared.
    let prepared = json!({
        "nutrition_units": {"description": "per 100g"},
        "salt_100": {"value": 1.6, "units": "g"},
        "cal_kj_prepared_100": {"value": 400, "units": "kJ"},
    });
    let shown = with(prepared);
    let card = printed(&draw(&shown));
    assert!(!text(&panel(&card, "lights")).contains("400"));
    assert!(text(&panel(&card, "nutrition")).contains("400"));
    assert_eq!(folds(&shown), named(false, true));
}

#[test]
fn what_contradicts_itself_in_a_fold_stands_outside_of_it() {
    let mut data = kit();
    data["components"][1]["nutrients"]["sat_fat_100"] = json!({"value": 20, "units": "g"});
    let nutrition = panel(&card(&data), "nutrition");
    assert!(unfolded(&nutrition).contains("More saturates than fat"));
}

#[test]
fn the_folds_of_the_scanned_component_are_open() {
    let opened = |gtin: &str| {
        let mut shown = props(&kit());
        if let State::Ready(record) = &mut shown.state {
            record.gtin = Gtin::parse_lenient(gtin).ok();
        }
        let folds = folds(&shown);
        let open = folds.into_iter().filter(|(_, open)| *open);
        open.map(|(name, _)| name).collect::<Vec<_>>()
    };
    let first = opened("9520000002013");
    assert_eq!(first, ["Pasta", "Vitamins and minerals (7)"]);
    assert_eq!(opened("9520000002020"), ["Pesto"]);
}
