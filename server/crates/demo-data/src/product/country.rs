//! Countries of origin.

use crate::data::read;
use crate::product::section::reference;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The reference to a country, with its ISO 3166-1 number as the id.
pub(crate) fn country(name: &str) -> Value {
    static COUNTRIES: LazyLock<BTreeMap<&str, u32>> =
        LazyLock::new(|| read(include_str!("../../data/countries.json")));
    reference(COUNTRIES.get(name).copied().unwrap_or_default(), name)
}
