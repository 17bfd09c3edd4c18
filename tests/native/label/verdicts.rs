//! The verdicts of a card that a server draws for a browser which does not tell it what its reader
//! avoids.

use crate::support::{no, product, yes};
use product_pool::card::{
    CardProps, Element, Node, Record, State, Variant, avoidable, draw, to_html, verdicts,
};
use product_pool::label::avoid_list_with;
use product_pool::messages::{LANGUAGES, Messages};
use product_pool::model::{Allergen, Product};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Records whose verdicts are of each kind, with contradictions and a word that is not understood.
fn records() -> Vec<Value> {
    let with = |section: &str, field: &str, text: &str| {
        let mut record = product(section, field, text, &no());
        let flags = &mut record["components"][0]["allergens"];
        flags["contains_fish"] = yes();
        flags["contains_tree_nuts"] = json!({"description": "May Contain"});
        flags["contains_tree_nuts_risk_source"] = json!("Shared line");
        record
    };
    vec![
        with("general", "product_description", "A pie."),
        with("ingredients", "ingredients", "Butter, eggs, haddock"),
        with("ingredients", "ingredients", "Water, <b>Zorblax</b>"),
        json!({"components": []}),
    ]
}

fn props(record: &Value, language: &str) -> CardProps {
    let product = Product::from_json(&json!({ "data": record }).to_string()).unwrap();
    let messages = Messages::for_language(language).unwrap();
    CardProps::new(State::Ready(Record::new(product)), messages)
}

/// The elements of a tree that have an attribute of that value.
fn having<'a>(element: &'a Element, name: &str, value: &str) -> Vec<&'a Element> {
    let attributes = element.attributes().iter();
    let mut found: Vec<&Element> = attributes
        .filter(|(known, text)| *known == name && text == value)
        .map(|_| element)
        .collect();
    for child in element.child_nodes() {
        if let Node::Element(child) = child {
            found.extend(having(child, name, value));
        }
    }
    found
}

/// The value of an attribute.
fn value<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    let mut attributes = element.attributes().iter();
    attributes.find_map(|(known, value)| (*known == name).then_some(&**value))
}

const ORDER: [&str; 4] = [
    "declared-not-present",
    "not-stated",
    "may-contain",
    "contains",
];

#[test]
fn a_verdict_is_made_of_the_answers_for_each_allergen() {
    for (record, language) in records().iter().zip(["en-GB", "de", "pl", "fr"]) {
        let mut props = props(record, language);
        let all = verdicts(&props).unwrap();
        for allergen in Allergen::ALL {
            props.avoid = Some(allergen.wire_name().to_owned());
            let card = draw(&props);
            let [verdict] = having(&card, "part", "verdict")[..] else {
                panic!("{allergen:?}");
            };
            for answer in having(verdict, "data-allergen", allergen.wire_name()) {
                assert_eq!(
                    having(&all.verdict, "data-allergen", allergen.wire_name()),
                    [answer],
                    "in {language}"
                );
                let own = value(answer, "data-answer").unwrap();
                let rank = |key| ORDER.iter().position(|known| *known == key);
                let worst = ORDER[rank(own).max(rank(all.least)).unwrap()];
                // Another allergen that the word stands for may be worse.
                let shown = value(verdict, "data-answer").unwrap();
                assert!(rank(shown) >= rank(worst), "{allergen:?} in {language}");
            }
            let foot = having(&card, "part", "changed");
            assert_eq!(foot, all.foot.iter().collect::<Vec<_>>(), "{allergen:?}");
        }
    }
}

#[test]
fn a_word_that_a_manufacturer_emphasises_is_never_outweighed() {
    let emphasised = props(&records()[2], "en-GB");
    assert_eq!(verdicts(&emphasised).unwrap().least, "not-stated");
    let plain = props(&records()[0], "en-GB");
    assert_eq!(verdicts(&plain).unwrap().least, "declared-not-present");
}

#[test]
fn words_in_a_row_mean_what_each_means() {
    for (language, _) in LANGUAGES {
        let messages = Messages::for_language(language).unwrap();
        let lexicon = messages.lexicon();
        let words = avoidable(&messages);
        assert!(words.len() >= 50, "{language}: {}", words.len());
        for (at, (first, allergens)) in words.iter().enumerate() {
            for (second, more) in words.iter().skip(at) {
                let pair = match at % 2 {
                    0 => [first.as_str(), second],
                    _ => [second.as_str(), first],
                };
                let read = |separator: &str| -> BTreeSet<Allergen> {
                    let avoid = avoid_list_with(&pair.join(separator), lexicon);
                    assert_eq!(avoid.unknown, Vec::<String>::new(), "{pair:?}: {language}");
                    avoid.allergens.into_iter().collect()
                };
                let expected: BTreeSet<_> = allergens.iter().chain(more).copied().collect();
                assert_eq!(read(", "), expected, "{pair:?}: {language}");
                // Without a comma, "pysgnau macadamia" is read out of "pysgnau macadamia_nuts".
                let mut meant = read(" ");
                if pair[1].contains("_nut") {
                    meant.remove(&Allergen::TreeNuts);
                }
                assert!(meant.is_subset(&expected), "{pair:?}: {language}");
            }
        }
    }
}

#[test]
fn the_advice_to_check_the_label_is_given_once() {
    let mut props = props(&records()[0], "en-GB");
    for variant in [Variant::Full, Variant::Summary, Variant::Badges] {
        props.variant = variant;
        let all = verdicts(&props).unwrap();
        let advice = props.messages.get("card.check-label");
        let foot = all.foot.as_ref().map(to_html).unwrap_or_default();
        assert!(!foot.contains(advice), "{foot}");
        assert_eq!(to_html(&all.verdict).matches(advice).count(), 1);
    }
}
