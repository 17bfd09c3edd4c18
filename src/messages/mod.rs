//! The words of the card, by key.
//!
//! Names of allergens and nutrients are keyed by the service's names for them
//! (`allergen.milk`, `nutrient.sat_fat`), so a language is one list of pairs
//! and the tables stay the only place that says which there are.

mod en_gb;

/// The words of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Messages {
    pairs: &'static [(&'static str, &'static str)],
}

impl Messages {
    /// British English, which every other language falls back to.
    pub const EN_GB: Messages = Messages {
        pairs: en_gb::PAIRS,
    };

    /// The message of a key; the key itself where there is none, so that a gap
    /// is seen and nothing is hidden.
    pub fn get<'k>(&self, key: &'k str) -> &'k str {
        self.pairs
            .iter()
            .find_map(|(known, text)| (*known == key).then_some(*text))
            .unwrap_or(key)
    }

    /// The message of a family's member: `named("allergen", "milk")`.
    pub fn named(&self, family: &str, name: &str) -> String {
        let key = format!("{family}.{name}");
        self.get(&key).to_owned()
    }

    /// A message with `{name}` in it replaced.
    pub fn with(&self, key: &str, name: &str, value: &str) -> String {
        self.get(key).replace(&format!("{{{name}}}"), value)
    }
}

#[cfg(test)]
mod tests {
    use super::Messages;
    use crate::label::Status;
    use crate::model::{Allergen, Micronutrient, Nutrient};

    #[test]
    fn every_name_in_the_tables_has_words() {
        let families = [
            (
                "allergen",
                Allergen::ALL.iter().map(|it| it.wire()).collect::<Vec<_>>(),
            ),
            (
                "nutrient",
                Nutrient::ALL.iter().map(|it| it.wire()).collect(),
            ),
            (
                "nutrient",
                Micronutrient::ALL.iter().map(|it| it.wire()).collect(),
            ),
            (
                "status",
                [
                    Status::NotPresent,
                    Status::NotStated,
                    Status::MayContain,
                    Status::Contains,
                ]
                .map(Status::key)
                .to_vec(),
            ),
        ];
        for (family, names) in families {
            for name in names {
                let text = Messages::EN_GB.named(family, name);
                assert_ne!(text, format!("{family}.{name}"), "no message");
            }
        }
    }

    #[test]
    fn no_key_stands_twice() {
        let mut keys: Vec<_> = Messages::EN_GB.pairs.iter().map(|(key, _)| key).collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn no_word_promises_safety() {
        for (key, text) in Messages::EN_GB.pairs {
            assert!(
                !text.to_lowercase().split(' ').any(|word| word == "safe"),
                "{key}: {text}"
            );
        }
    }
}
