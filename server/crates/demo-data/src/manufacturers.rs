//! The manufacturers and their brands, all of them fictitious.

use crate::records::read;
use serde::Deserialize;
use std::sync::LazyLock;

/// A brand of one manufacturer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Brand {
    /// The service's id of the brand.
    pub id: u32,
    /// Its name.
    pub name: &'static str,
    /// The colours of its packs: ground, accent and ink, as `#rrggbb`.
    pub(crate) colours: [&'static str; 3],
}

/// A manufacturer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Manufacturer {
    /// The service's id of the manufacturer.
    pub id: u32,
    /// Its name.
    pub name: &'static str,
    /// Its address, in one line, at a fictitious place.
    pub address: &'static str,
    /// Its brands: at least one.
    pub brands: Vec<Brand>,
    /// The categories of its foods.
    pub(crate) makes: Vec<&'static str>,
}

/// All manufacturers, in the order of their ids.
pub fn manufacturers() -> &'static [Manufacturer] {
    static MANUFACTURERS: LazyLock<Vec<Manufacturer>> =
        LazyLock::new(|| read(include_str!("../data/manufacturers.json")));
    &MANUFACTURERS
}

/// The manufacturers of foods of a category.
pub(crate) fn manufacturers_of(
    category: &'static str,
) -> impl Iterator<Item = &'static Manufacturer> {
    let all = manufacturers().iter();
    all.filter(move |manufacturer| manufacturer.makes.contains(&category))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::records;
    use std::collections::HashSet;

    #[test]
    fn there_are_enough_and_ids_are_unique() {
        assert!(manufacturers().len() >= 8);
        let mut ids = HashSet::new();
        for manufacturer in manufacturers() {
            assert!(ids.insert(manufacturer.id), "{}", manufacturer.name);
            assert!(!manufacturer.brands.is_empty(), "{}", manufacturer.name);
            assert!(
                manufacturer.brands.iter().all(|brand| ids.insert(brand.id)),
                "{}",
                manufacturer.name
            );
        }
    }

    #[test]
    fn every_category_has_a_choice_of_makers_or_a_specialist() {
        for frozen in records() {
            assert!(
                manufacturers_of(frozen.category).next().is_some(),
                "{frozen:?}"
            );
        }
    }
}
