//! Tests of the planted faults: the effect and the number of each, and that all are reported.

use super::*;
use crate::flags;
use product_pool::label::{Lexicon, named_allergens, rich_text};

#[test]
fn faulty_records_are_faulty_in_the_promised_way() {
    let entries = catalogue();
    let of = |fault| {
        entries
            .iter()
            .filter(move |entry| entry.faults.contains(&fault))
    };
    let paths = |fault| -> HashSet<String> {
        let mut paths = HashSet::new();
        for entry in of(fault) {
            let value = model::Value::parse(&newest(entry).to_string()).unwrap();
            let found = model::faults(&value, &table::PRODUCT);
            assert!(!found.is_empty(), "{}", fault.key());
            paths.extend(found.into_iter().map(|fault| fault.path));
        }
        paths
    };
    assert!(paths(Fault::FlagAsText).contains("components[0].allergens.contains_milk"));
    assert!(paths(Fault::NumbersAsText).contains("components[0].nutrients.fat_100.value"));
    assert!(paths(Fault::WrongShapes).contains("components[0].origin.country_of_origin"));
    let unknown = paths(Fault::UnknownFields);
    assert!(
        unknown.contains("internal_note")
            && unknown.contains("components[0].allergens.contains_insects")
    );
    for entry in entries {
        let component = &newest(entry)["components"][0];
        let case = newest(entry)["outer"]["traded_unit_gtin"].as_str().unwrap();
        let allergens = &component["allergens"];
        let description =
            |allergen: Allergen| allergens[allergen.flag_field()]["description"].as_str();
        for fault in &entry.faults {
            match fault {
                Fault::GroupBelowMember => {
                    assert_eq!(
                        (
                            description(Allergen::TreeNuts),
                            description(Allergen::Hazelnut)
                        ),
                        (Some("No"), Some("Yes"))
                    );
                }
                Fault::FlagAgainstIngredients => {
                    let text = component["ingredients"]["formatted_ingredients"]
                        .as_str()
                        .unwrap();
                    let runs = rich_text(text);
                    let denied = runs
                        .iter()
                        .filter(|run| run.emphasised)
                        .flat_map(|run| named_allergens(&run.text, &Lexicon::english()))
                        .any(|allergen| description(allergen) == Some("No"));
                    assert!(denied, "{text}");
                }
                Fault::ClaimAgainstFlag => {
                    let gainsaid = table::FreeFromClaim::ALL.iter().any(|claim| {
                        claim.excludes.is_some_and(|allergen| {
                            allergens[allergen.flag_field()]["value"] == flags::YES
                        }) && component["free_from"][claim.field] == "Yes"
                    });
                    assert!(gainsaid);
                }
                Fault::UnknownDescription => {
                    assert_eq!(
                        description(Allergen::SesameSeeds),
                        Some("Refer to supplier")
                    );
                }
                Fault::HostileHtml => {
                    let html = component["ingredients"]["formatted_ingredients"]
                        .as_str()
                        .unwrap();
                    assert!(html.contains("<script>") && html.contains("onerror="));
                }
                Fault::SaltNotSodium => {
                    let salt = number(component, Nutrient::Salt).unwrap();
                    let sodium = number(component, Nutrient::Sodium).unwrap();
                    assert!(
                        sodium > 0.0 && (salt * 1000.0 - sodium).abs() < 0.01,
                        "{salt} {sodium}"
                    );
                }
                Fault::SaturatesAboveFat => {
                    assert!(
                        number(component, Nutrient::Saturates) > number(component, Nutrient::Fat)
                    );
                }
                Fault::BadCheckDigit => {
                    assert!(
                        Gtin::parse(component["inner"]["internal_gtin"].as_str().unwrap()).is_err()
                    );
                }
                Fault::CaseCheckDigit => {
                    assert!(Gtin::parse(case).is_err() && Gtin::parse_lenient(case).is_ok());
                }
                Fault::SpacedGtin => {
                    let unit = component["inner"]["internal_gtin"].as_str().unwrap();
                    for gtin in [case, unit] {
                        assert!(gtin.trim() == gtin && gtin.contains(' '), "{gtin:?}");
                        let digits: String = gtin.split(' ').collect();
                        assert!(Gtin::parse(&digits).is_ok(), "{gtin:?}");
                    }
                }
                Fault::LostZero => {
                    assert_eq!(case.len(), 11);
                    assert!(Gtin::parse(&format!("0{case}")).is_ok(), "{case}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn the_share_of_faults_is_the_promised_one() {
    let block = FAULT_BLOCK as usize;
    let shown = showcase::shown().len() as u32;
    // Whole blocks after the showcase, each with every fault once.
    let entries: Vec<_> = entries(5, shown + 3 * FAULT_BLOCK)
        .skip(shown as usize)
        .collect();
    assert_eq!(entries.len(), 3 * block);
    for part in entries.chunks(block) {
        let mut planted: Vec<_> = part
            .iter()
            .flat_map(|entry| entry.faults.iter().copied())
            .collect();
        planted.sort();
        assert_eq!(planted, Fault::ALL);
    }
}

#[test]
fn the_list_of_faults_is_complete() {
    let list = include_str!("../../FAULTS.md");
    let share = 100.0 / f64::from(FAULT_BLOCK);
    for fault in Fault::ALL {
        let line = format!("| `{}` | {} | {share} % |", fault.key(), fault.doc());
        assert!(list.contains(&line), "FAULTS.md lacks {line}");
    }
    assert_eq!(
        list.lines().filter(|line| line.starts_with("| `")).count(),
        Fault::ALL.len()
    );
    assert!(list.contains(&format!(
        "{} % of a catalogue",
        share * Fault::ALL.len() as f64
    )));
}
