//! Dates in words: the same as the custom elements write, in each language.

use product_pool::messages::{LANGUAGES, Messages};

/// The elements' dates are held to the same: tests/node/dates.test.mjs.
const DATES: &str = include_str!("../../fixtures/dates.json");

#[test]
fn dates_are_those_of_the_elements() {
    let dates: Vec<[String; 3]> = serde_json::from_str(DATES).unwrap();
    for (language, _) in LANGUAGES {
        assert!(
            dates.iter().any(|[known, ..]| known == language),
            "{language}"
        );
    }
    for [language, text, written] in &dates {
        let messages = Messages::for_language(language).unwrap();
        assert_eq!(messages.date(text), *written, "{language} {text}");
    }
}

#[test]
fn languages_of_a_page_keep_digits() {
    let own = Messages::from_json("tlh", "{}").unwrap();
    assert_eq!(own.date("2024-07-02 14:25:26"), "2024-07-02");
}
