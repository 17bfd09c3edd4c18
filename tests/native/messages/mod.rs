//! The messages of all languages: the law's phrases, typography, and whether
//! code and messages have the same keys.

mod dates;
mod law;
mod pseudo;
mod typography;
mod used;

use product_pool::messages::LANGUAGES;
use std::collections::BTreeMap;

/// The messages of a language by key.
type Texts = BTreeMap<String, String>;

/// Every language with its messages, English first.
fn languages() -> impl Iterator<Item = (&'static str, Texts)> {
    LANGUAGES
        .iter()
        .map(|(language, text)| (*language, serde_json::from_str(text).unwrap()))
}

fn english() -> Texts {
    languages().next().unwrap().1
}

#[test]
fn an_allergen_that_is_declared_as_not_present_is_so_in_one_phrase() {
    for (language, texts) in languages() {
        let phrase = &texts["verdict.declared-not-present"];
        assert_eq!(
            texts["status.declared-not-present"].to_lowercase(),
            phrase.to_lowercase(),
            "{language}"
        );
        for key in [
            "allergens.conflict.ingredients",
            "allergens.conflict.member",
            "allergens.conflict.name",
            "allergens.conflict.risk-source",
            "allergens.conflict.statement",
            "verdict.unread",
        ] {
            let text = &texts[key];
            assert!(text.starts_with(phrase.as_str()), "{language}: {text}");
        }
    }
}
