//! The phrases that food law fixes, as `tests/fixtures/law-phrases.txt` has them.
//! A change there needs a look at the law, not only at the language.

use super::{Texts, english, languages};
use std::collections::BTreeMap;

const PHRASES: &str = include_str!("../../fixtures/law-phrases.txt");

/// Families of messages whose every member is a phrase of the law.
const FAMILIES: [&str; 4] = ["allergen.", "level.", "of-which.", "status."];

/// The frozen phrases by key and language.
fn phrases() -> BTreeMap<&'static str, BTreeMap<&'static str, String>> {
    let mut phrases: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
    let mut key = "";
    for line in PHRASES.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(phrase) => {
                let (language, text) = phrase.split_once(' ').unwrap();
                let text = text.trim_start().replace('~', "\u{a0}");
                let known = phrases.entry(key).or_default().insert(language, text);
                assert_eq!(known, None, "{key} twice in {language}");
            }
            None => key = line,
        }
    }
    phrases
}

#[test]
fn phrases_of_the_law_are_as_frozen() {
    let phrases = phrases();
    let languages: BTreeMap<&str, Texts> = languages().collect();
    assert!(phrases.len() > 80, "{} phrases", phrases.len());
    let mut changed = Vec::new();
    for (key, frozen) in &phrases {
        assert!(frozen.keys().eq(languages.keys()), "{key}: {frozen:?}");
        for (language, text) in frozen {
            let found = languages[language].get(*key);
            if found != Some(text) {
                changed.push(format!("{language} {key}: {text:?} is now {found:?}"));
            }
        }
    }
    assert!(changed.is_empty(), "\n{}", changed.join("\n"));
}

#[test]
fn every_member_of_the_law_s_families_is_frozen() {
    let phrases = phrases();
    for key in english().keys() {
        if FAMILIES.iter().any(|family| key.starts_with(family)) {
            assert!(phrases.contains_key(key.as_str()), "{key} is not frozen");
        }
    }
}
