//! Regression tests for shoppers' lists, claims and broken records.

use crate::support::{check, no, product, read, report, yes};
use product_pool::label::{
    Claim, ClaimFact, Lexicon, Status, accreditations, allergen_report, avoid_list,
    avoid_list_with, free_from, suitability,
};
use product_pool::model::{Allergen, Product};
use serde_json::{Value, json};

#[test]
fn an_umbrella_word_answers_for_all_it_covers() {
    use Allergen::*;
    for (text, expected) in [
        ("nuts", &[Peanuts, TreeNuts][..]),
        ("shellfish", &[Crustacea, Molluscs]),
        ("coeliac", &[Cereal]),
        ("gluten", &[Cereal]),
        ("lactose", &[Milk]),
        ("brazil", &[Brazil]),
        ("monkey nuts", &[Peanuts]),
        ("E220", &[SulphurDioxide]),
    ] {
        let avoid = avoid_list(text);
        let mut found = avoid.allergens;
        found.sort_by_key(|allergen| allergen.wire_name() != "peanuts");
        assert!(
            expected.iter().all(|allergen| found.contains(allergen)),
            "{text}: {found:?}"
        );
        assert!(avoid.unknown.is_empty(), "{text}");
    }
}

#[test]
fn the_card_s_own_names_are_understood_in_every_language() {
    use product_pool::messages::Messages;
    let mut failed = Vec::new();
    for language in ["en-GB", "cy", "de", "es", "fr", "it", "nl", "pl"] {
        let messages = Messages::for_language(language).unwrap();
        for allergen in Allergen::ALL {
            let name = messages.named("allergen", allergen.wire_name());
            let avoid = avoid_list_with(&name, messages.lexicon());
            let is_understood = avoid.allergens.contains(allergen) && avoid.unknown.is_empty();
            if !is_understood {
                failed.push(format!("{language}: {name}: {avoid:?}"));
            }
        }
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
    for (language, word) in [("de", "Milch"), ("cy", "llaeth")] {
        let lexicon = Lexicon::for_language(language).unwrap();
        assert_eq!(avoid_list_with(word, &lexicon).allergens, [Allergen::Milk]);
    }
}

#[test]
fn whatever_is_not_understood_is_reported() {
    for text in [
        "🥕",
        "🥜",
        "?",
        "??",
        "!",
        "pollen",
        "42",
        "…",
        "-",
        "🥕🥕",
        "ミルク",
        "%",
        "x",
    ] {
        let avoid = avoid_list(text);
        assert!(avoid.allergens.is_empty(), "{text}");
        assert!(!avoid.unknown.is_empty(), "{text}: silence");
    }
    let mixed = avoid_list("milk 🥕 kryptonite");
    assert_eq!(mixed.allergens, [Allergen::Milk]);
    assert_eq!(mixed.unknown, ["🥕", "kryptonite"]);
    assert_eq!(avoid_list("milk, ??").unknown, ["??"]);
    let plain = avoid_list("milk, peanuts & eggs / fish - nuts; prawns");
    assert!(plain.unknown.is_empty(), "{:?}", plain.unknown);
}

#[test]
fn a_twenty_ppm_flag_of_no_makes_no_claim() {
    for (text, expected) in [
        ("No", Some(Claim::No)),
        ("-", None),
        ("Yes", Some(Claim::Yes)),
    ] {
        let report = report(&product(
            "allergens",
            "contains_cereal_gluten_20ppm",
            text,
            &no(),
        ));
        let gluten = &report.fact(Allergen::Cereal).unwrap().gluten;
        assert_eq!(
            gluten.first().map(|gluten| gluten.claim),
            expected,
            "{text}"
        );
    }
}

#[test]
fn a_named_ingredient_takes_the_tick_of_every_claim() {
    for flag in [no(), Value::Null] {
        let mut data = product(
            "ingredients",
            "plaintext_ingredients",
            "Sugar, milk powder",
            &flag,
        );
        let component = &mut data["components"][0];
        component["diets"]["vegan_suitable"] = yes();
        component["free_from"]["free_from_milk"] = json!("Yes");
        component["accreditations"]["acc_vegan"] = json!("Yes");
        let product = read(&data);
        let report = allergen_report(product.data());
        check(&report, Allergen::Milk, Status::NotStated, "milk powder");
        let of = |facts: Vec<ClaimFact>, key: &str| facts.into_iter().find(|fact| fact.key == key);
        for fact in [
            of(suitability(product.data(), &report), "vegan_suitable"),
            of(free_from(product.data(), &report), "free_from_milk"),
            of(accreditations(product.data(), &report), "acc_vegan"),
        ] {
            let fact = fact.unwrap();
            assert!(fact.is_contradicted(), "{}", fact.key);
        }
    }
}

#[test]
fn vegan_beside_may_contain_milk_keeps_its_tick_with_a_caution() {
    for flag in [no(), Value::Null] {
        let text = "May contain milk";
        let mut data = product("allergens", "allergen_statement_on_pack", text, &flag);
        data["components"][0]["diets"]["vegan_suitable"] = yes();
        let product = read(&data);
        let facts = suitability(product.data(), &allergen_report(product.data()));
        let vegan = facts
            .iter()
            .find(|fact| fact.key == "vegan_suitable")
            .unwrap();
        assert!(!vegan.is_contradicted());
        assert!(vegan.conflicts[0].is_caution);
        assert_eq!(vegan.conflicts[0].allergen, Allergen::Milk);
    }
}

#[test]
fn a_list_to_avoid_loses_none_of_its_entries() {
    use Allergen::*;
    for (text, expected) in [
        ("almond, nuts", &[Almond, TreeNuts, Peanuts][..]),
        ("nuts, almond", &[TreeNuts, Peanuts, Almond]),
        ("almond;nuts", &[Almond, TreeNuts, Peanuts]),
        ("cashew and nuts", &[Cashew, TreeNuts, Peanuts]),
        // Entries are parted by spaces: this may be one of them or two.
        ("almond nuts", &[Almond, TreeNuts, Peanuts]),
        ("walnut nuts milk", &[Walnut, TreeNuts, Peanuts, Milk]),
        ("almond_nuts", &[Almond]),
        ("almond-nuts", &[Almond]),
        ("brazil nuts", &[Brazil]),
        ("soya beans", &[Soybeans]),
    ] {
        let avoid = avoid_list(text);
        assert_eq!(avoid.allergens, expected, "{text:?}");
        assert!(avoid.unknown.is_empty(), "{text:?}: {:?}", avoid.unknown);
    }
    assert_eq!(
        avoid_list("brazil, nuts").allergens,
        [Brazil, TreeNuts, Peanuts]
    );
    for text in [
        "no",
        "gluten-free",
        "Milch",
        "l\u{e9}che",
        "none",
        "0",
        "\u{1f95c}milk\u{1f95c}x",
    ] {
        let avoid = avoid_list(text);
        assert!(!avoid.unknown.is_empty(), "{text:?}");
    }
}

#[test]
fn suitable_for_some_is_not_suitable_for_others() {
    for (text, vegan, vegetarian) in [
        ("Suitable for vegans", Claim::Yes, Claim::NotStated),
        ("Suitable for vegetarians", Claim::NotStated, Claim::Yes),
        (
            "Suitable for vegetarians and vegans.",
            Claim::Yes,
            Claim::Yes,
        ),
        ("Suitable for a vegan diet", Claim::Yes, Claim::NotStated),
        (
            "Suitable for vegetarians but not vegans",
            Claim::NotStated,
            Claim::NotStated,
        ),
        (
            "Suitable for vegans if cooked without egg",
            Claim::NotStated,
            Claim::NotStated,
        ),
        ("Suitable for freezing", Claim::NotStated, Claim::NotStated),
        ("Not suitable for vegans", Claim::No, Claim::No),
        ("Suitable", Claim::Yes, Claim::Yes),
    ] {
        let diets = json!({"vegan_suitable": {"description": text}, "vegetarian_suitable": {"description": text}});
        let json = json!({"data": {"components": [{"diets": diets}]}}).to_string();
        let product = Product::from_json(&json).unwrap();
        let facts = suitability(product.data(), &allergen_report(product.data()));
        let claim = |key: &str| facts.iter().find(|fact| fact.key == key).unwrap().claim;
        assert_eq!(
            (claim("vegan_suitable"), claim("vegetarian_suitable")),
            (vegan, vegetarian),
            "{text:?}"
        );
    }
}
