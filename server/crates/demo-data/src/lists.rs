//! The lists in `data/lists.json`: those of the service, and the words that products vary in.

use crate::data::read;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// All lists. The ids belong to the fictitious service and only need to be consistent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lists {
    #[serde(borrow)]
    pub(crate) categories: BTreeMap<&'static str, Category>,
    /// The packs of consumer units.
    pub(crate) packs: BTreeMap<&'static str, Pack>,
    /// Countries with their ISO 3166-1 numbers.
    pub(crate) countries: BTreeMap<&'static str, u32>,
    /// Words before the name of a food.
    pub(crate) ranges: Vec<&'static str>,
    /// Such words with letters beyond ASCII.
    pub(crate) foreign_ranges: Vec<&'static str>,
    /// Product codes that must be encoded in URLs.
    pub(crate) odd_codes: Vec<String>,
    /// The ends of marketing descriptions.
    pub(crate) praise: Vec<&'static str>,
    /// The changes that lead to a new version: code and reason.
    pub(crate) changes: Vec<(u32, &'static str)>,
}

/// A category of foods.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Category {
    pub(crate) id: u32,
    pub(crate) text: &'static str,
}

/// A pack of a consumer unit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pack {
    pub(crate) id: u32,
    pub(crate) material_id: u32,
    pub(crate) material: &'static str,
    /// The word for the material in the fields for weights.
    pub(crate) weighed_as: &'static str,
    /// Its weight in grams for 100 g of content.
    pub(crate) weight: f64,
}

pub(crate) fn lists() -> &'static Lists {
    static LISTS: LazyLock<Lists> = LazyLock::new(|| read(include_str!("../data/lists.json")));
    &LISTS
}
