//! The messages of all languages: the law's phrases, typography, and whether
//! code and messages have the same keys.

mod law;
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
