//! Tests of the planted faults: the effect and the number of each, and that all are listed.

use super::*;
use product_pool::label::{Lexicon, WarningKind, named_allergens, quality, rich_text};
use product_pool::model::Product as Decoded;
use product_pool::model::table::FreeFromClaim;
use std::collections::BTreeSet;

/// The faults in `FAULTS.md`.
fn listed() -> BTreeSet<&'static str> {
    let lines = include_str!("../../FAULTS.md").lines();
    lines
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect()
}

#[test]
fn every_listed_fault_is_in_one_product_of_each_block() {
    let shown = records::shown().len();
    let products = shown as u32 + 3 * FAULT_BLOCK;
    let entries: Vec<_> = entries(5, products).skip(shown).collect();
    for block in entries.chunks(FAULT_BLOCK as usize) {
        let mut planted: Vec<_> = block.iter().filter_map(|entry| entry.fault).collect();
        planted.sort_unstable();
        assert_eq!(planted, Vec::from_iter(listed()));
    }
    let share = 100.0 / f64::from(FAULT_BLOCK) * listed().len() as f64;
    let list = include_str!("../../FAULTS.md");
    assert!(list.contains(&format!("{share} % of a catalogue")));
}

#[test]
fn faulty_records_are_faulty_in_the_promised_way() {
    for entry in catalogue() {
        if let Some(fault) = entry.fault {
            for record in &entry.versions {
                assert!(is_faulty(record, fault), "{fault}");
            }
        }
    }
}

/// Whether a record has a fault.
fn is_faulty(record: &Value, fault: &str) -> bool {
    let product = Decoded::from_answer_or_data(&record.to_string()).unwrap();
    let departs = |path: &str| product.faults().iter().any(|fault| fault.path == path);
    let warns = |kind, path: &str| {
        let mut warnings = quality(product.data()).into_iter();
        warnings.any(|warning| warning.kind == kind && warning.figures[0].path == path)
    };
    let component = &record["components"][0];
    let allergens = &component["allergens"];
    let says = |allergen: Allergen, description: &str| {
        allergens[allergen.flag_field()]["description"] == description
    };
    let html = component["ingredients"]["formatted_ingredients"].as_str();
    let html = html.unwrap_or_default();
    let case = record["outer"]["traded_unit_gtin"].as_str().unwrap();
    let unit = component["inner"]["internal_gtin"].as_str().unwrap();
    match fault {
        "group-below-member" => {
            says(Allergen::TreeNuts, "No")
                && allergens[Allergen::Hazelnut.flag_field()]["value"] == 3
        }
        "flag-against-ingredients" => {
            let mut runs = rich_text(html).into_iter().filter(|run| run.emphasised);
            let denied = |text: &str| {
                let named = named_allergens(text, &Lexicon::english());
                named.into_iter().any(|allergen| says(allergen, "No"))
            };
            runs.any(|run| denied(&run.text))
        }
        "claim-against-flag" => FreeFromClaim::ALL.iter().any(|claim| {
            let excluded = claim
                .excludes
                .is_some_and(|allergen| allergens[allergen.flag_field()]["value"] == 3);
            excluded && component["free_from"][claim.field] == "Yes"
        }),
        "unknown-description" => says(Allergen::SesameSeeds, "Refer to supplier"),
        "flag-as-text" => departs("components[0].allergens.contains_milk"),
        "numbers-as-text" => {
            departs("components[0].nutrients.fat_100.value") && departs("general.brand")
        }
        "wrong-shapes" => {
            departs("components[0].origin.country_of_origin")
                && departs("components[0].handling.storage_instructions")
        }
        "unknown-fields" => {
            departs("internal_note") && departs("components[0].allergens.contains_insects")
        }
        "hostile-html" => html.contains("<script>") && html.contains("onerror="),
        "salt-not-sodium" => warns(
            WarningKind::SaltAgainstSodium,
            "components[0].nutrients.salt_100",
        ),
        "saturates-above-fat" => warns(
            WarningKind::SaturatesOverFat,
            "components[0].nutrients.sat_fat_100",
        ),
        "bad-check-digit" => Gtin::parse(unit).is_err() && Gtin::parse_lenient(unit).is_ok(),
        "case-check-digit" => Gtin::parse(case).is_err() && Gtin::parse_lenient(case).is_ok(),
        "spaced-gtin" => [case, unit]
            .iter()
            .all(|gtin| gtin.contains(' ') && Gtin::parse(&gtin.replace(' ', "")).is_ok()),
        "lost-zero" => case.len() == 11 && Gtin::parse(&format!("0{case}")).is_ok(),
        other => panic!("{other} is not listed"),
    }
}
