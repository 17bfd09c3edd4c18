//! Countries of origin.

use crate::product::section::reference;
use serde_json::Value;

/// Names and ISO 3166-1 numbers, which serve as ids.
const COUNTRIES: &[(&str, u32)] = &[
    ("Australia", 36),
    ("Belgium", 56),
    ("Brazil", 76),
    ("Chile", 152),
    ("China", 156),
    ("Denmark", 208),
    ("France", 250),
    ("Germany", 276),
    ("Greece", 300),
    ("Iceland", 352),
    ("India", 356),
    ("Iran", 364),
    ("Ireland", 372),
    ("Italy", 380),
    ("Japan", 392),
    ("Kenya", 404),
    ("Lebanon", 422),
    ("Mauritius", 480),
    ("Mexico", 484),
    ("Netherlands", 528),
    ("Norway", 578),
    ("Poland", 616),
    ("Spain", 724),
    ("Sweden", 752),
    ("Switzerland", 756),
    ("Thailand", 764),
    ("Turkey", 792),
    ("United Kingdom", 826),
    ("United States", 840),
    ("Vietnam", 704),
];

/// The reference to a country.
pub(crate) fn country(name: &str) -> Value {
    let id = COUNTRIES
        .iter()
        .find(|(other, _)| *other == name)
        .map_or(0, |(_, id)| *id);
    reference(id, name)
}
