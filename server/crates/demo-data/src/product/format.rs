//! The two formats of records. Both are found in services of this kind, so a client must be
//! able to read both.

use crate::FIRST;
use crate::random::{Purpose, Random};
use serde::Deserialize;

/// The format of a record's identifiers, versions and codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Format {
    /// Identifiers of nine digits, whole version numbers, one specification type.
    Numbered,
    /// Identifiers of 32 hexadecimal digits, versions such as `1.0`, several
    /// specification types, and members that the service does not document.
    Hexadecimal,
}

impl Format {
    /// The format of a product's records. It depends on the index alone, since other products
    /// refer to this one by its identifier.
    pub(crate) fn of(index: u64) -> Format {
        if index >= FIRST && Random::of(0, index, Purpose::Format).percent(40) {
            Format::Hexadecimal
        } else {
            Format::Numbered
        }
    }

    /// The service's identifier of the product: a string, even if it looks like a number.
    pub(crate) fn pool_id(index: u64) -> String {
        match Format::of(index) {
            Format::Numbered => format!("{:09}", 10_000 + index),
            Format::Hexadecimal => {
                let mut random = Random::of(0, index, Purpose::Identifier);
                format!("{:016x}{:016x}", random.next(), random.next())
            }
        }
    }

    /// The version with that number, counted from 1, as text.
    pub(crate) fn version(self, number: u32) -> String {
        match self {
            Format::Numbered => number.to_string(),
            Format::Hexadecimal => format!("{}.{}", number.div_ceil(2), (number + 1) % 2),
        }
    }

    /// The specification type of a category of food: its code and its name.
    pub(crate) fn schema(self, category: &str) -> (&'static str, &'static str) {
        match (self, category) {
            (Format::Numbered, _) => ("food", "Food and Drink"),
            (Format::Hexadecimal, "Drink" | "Alcohol") => ("drinks", "Drinks"),
            (Format::Hexadecimal, "Pantry" | "Sauce") => ("generic", "Generic"),
            (Format::Hexadecimal, _) => ("food", "Food"),
        }
    }

    /// The code of the change in a product's first version.
    pub(crate) fn first_change(self) -> u32 {
        match self {
            Format::Numbered => 1,
            Format::Hexadecimal => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn identifiers_are_unique_and_of_both_forms() {
        let ids: HashSet<String> = (0..20_000).map(Format::pool_id).collect();
        assert_eq!(ids.len(), 20_000);
        let hexadecimal = ids.iter().filter(|id| id.len() == 32).count();
        assert!((7_000..9_000).contains(&hexadecimal), "{hexadecimal}");
        assert!(ids.iter().all(|id| id.len() == 9 || id.len() == 32));
        assert!((0..FIRST).all(|index| Format::of(index) == Format::Numbered));
    }

    #[test]
    fn versions_rise() {
        let texts = |format: Format| (1..=5).map(|nth| format.version(nth)).collect::<Vec<_>>();
        assert_eq!(texts(Format::Numbered), ["1", "2", "3", "4", "5"]);
        assert_eq!(
            texts(Format::Hexadecimal),
            ["1.0", "1.1", "2.0", "2.1", "3.0"]
        );
    }
}
