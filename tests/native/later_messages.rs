//! The first drawing of a card needs no message that a page loads later.

use product_pool::card::{
    CardProps, Density, LaterWords, Panel, Record, State, draw, is_later, to_html,
};
use product_pool::messages::{LANGUAGES, Messages};
use product_pool::model::{Product, Value};
use serde_json::{Map, json};

/// A language as a page has it at first: without the later messages.
fn first(whole: &Messages, text: &str) -> Messages {
    let mut messages: Map<String, serde_json::Value> = serde_json::from_str(text).unwrap();
    messages.retain(|key, _| !is_later(key));
    Messages::from_json(whole.language(), &json!(messages).to_string())
        .unwrap()
        .reading(whole.lexicon().clone())
}

fn drawn(
    product: &Product,
    messages: &Messages,
    later_words: LaterWords,
    panels: Option<&str>,
) -> String {
    let record = Record::new(product.clone());
    let mut props = CardProps::new(State::Ready(record), messages.clone());
    props.avoid = Some(String::from("milk, gluten, nuts, fish, colour"));
    props.successor = Some(String::from("/successor"));
    props.panels = panels.map(Panel::chosen);
    props.density = match panels {
        Some(_) => Density::Compact,
        None => Density::Comfortable,
    };
    props.later_words = later_words;
    to_html(&draw(&props))
}

/// The closed folds of a card, except those whose words are among the first messages.
fn folds_without_words(card: &str) -> usize {
    const WITH_WORDS: [&str; 3] = ["sources", "component", "micronutrients"];
    let tags = card.split("<details").skip(1);
    let tags = tags.map(|rest| rest.split('>').next().unwrap());
    tags.filter(|tag| !tag.contains(" open"))
        .filter(|tag| {
            let (_, value) = tag.split_once("data-toggle=\"").expect("a name");
            !WITH_WORDS.contains(&value.split('"').next().unwrap())
        })
        .count()
}

/// What stands where a card begins to differ.
fn part(card: &str, expected: &str) -> String {
    let same = card
        .chars()
        .zip(expected.chars())
        .take_while(|(a, b)| a == b);
    let from = same.count();
    card.chars()
        .skip(from.saturating_sub(40))
        .take(80)
        .collect()
}

#[test]
fn a_card_without_the_later_words_shows_no_keys() {
    let languages: Vec<_> = LANGUAGES
        .iter()
        .map(|(language, text)| {
            let whole = Messages::of(language).unwrap();
            let first = first(&whole, text);
            (whole, first)
        })
        .collect();
    let all = Panel::ALL
        .iter()
        .map(|panel| panel.key())
        .collect::<Vec<_>>();
    let all = all.join(" ");
    let mut longer = 0;
    // The first products are those of the showcase. Which words are later is the same in every
    // language, so each product is drawn in one of them.
    for (number, entry) in product_pool_catalogue::entries(7, 60).enumerate() {
        let (whole, first) = &languages[number % languages.len()];
        for version in &entry.versions {
            let body = json!({ "data": version }).to_string();
            let product = Product::from_json(&body).unwrap();
            for (panels, words) in [
                (None, LaterWords::Loading),
                (Some(all.as_str()), LaterWords::Loading),
                (None, LaterWords::Failed),
            ] {
                let card = drawn(&product, first, words, panels);
                let expected = drawn(&product, whole, words, panels);
                assert!(
                    card == expected,
                    "{} {number}: {}",
                    whole.language(),
                    part(&card, &expected)
                );
                let sentence = whole.get("error.fold");
                let said = card.matches(sentence).count();
                if words == LaterWords::Loading {
                    assert_eq!(said, 0);
                } else {
                    assert_eq!(said, folds_without_words(&card), "{number}");
                }
                if panels.is_none() {
                    let filled = drawn(&product, whole, LaterWords::Loaded, None);
                    longer += usize::from(filled.len() > card.len());
                    assert!(!filled.contains(sentence));
                }
            }
        }
    }
    assert!(longer > 50, "{longer} cards have folded content");
}

#[test]
fn what_a_shopper_must_know_comes_first() {
    let english = Value::parse(LANGUAGES[0].1).unwrap();
    let keys: Vec<&str> = english.as_object().unwrap().iter().map(|it| it.0).collect();
    for key in &keys {
        let family = key.split('.').next().unwrap();
        let needed = [
            "allergen",
            "allergens",
            "card",
            "claim",
            "error",
            "notice",
            "panel",
            "status",
            "verdict",
        ];
        assert!(!needed.contains(&family) || !is_later(key), "{key}");
    }
    let later = keys.iter().filter(|key| is_later(key)).count();
    assert!(later > 150, "{later}");
    assert!(is_later("diff.same") && is_later("matrix.failed"));
    // Shown where the law wants it, or in an open panel.
    for field in [
        "storage_instructions",
        "net_drained_weight",
        "free_from_milk",
        "vegan_suitable",
    ] {
        assert!(!is_later(&format!("field.{field}")), "{field}");
    }
}
