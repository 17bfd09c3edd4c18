//! The languages of cards, each read when it is first needed.

use std::collections::{BTreeMap, HashMap};
use std::sync::{LazyLock, OnceLock};

use product_pool::card::avoidable;
use product_pool::messages::{LANGUAGES, Messages};
use product_pool::model::Allergen;

/// A language, as it was read.
pub(super) struct Language {
    pub(super) messages: Messages,
    /// The words for each set of allergens that a reader may avoid, by their names with spaces
    /// between.
    pub(super) avoidable: BTreeMap<String, Vec<String>>,
}

impl Language {
    fn read(tag: &str) -> Language {
        let messages = Messages::for_language(tag).unwrap_or_else(Messages::english);
        let mut words: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (word, allergens) in avoidable(&messages) {
            let names: Vec<&str> = allergens.into_iter().map(Allergen::wire_name).collect();
            words.entry(names.join(" ")).or_default().push(word);
        }
        Language {
            messages,
            avoidable: words,
        }
    }

    /// The language that is available under this tag.
    pub(super) fn of(tag: &'static str) -> &'static Language {
        type Languages = HashMap<&'static str, OnceLock<Language>>;
        static READ: LazyLock<Languages> = LazyLock::new(|| {
            let tags = LANGUAGES.iter().map(|(tag, _)| *tag);
            tags.map(|tag| (tag, OnceLock::new())).collect()
        });
        READ[tag].get_or_init(|| Language::read(tag))
    }
}
