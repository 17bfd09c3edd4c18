//! The list of the showcase: products that show every state, the same in every catalogue. It is
//! `www/showcase.json`; the first records of `data/records.json` are the products, in the same order.

use crate::records::read;
use serde::Deserialize;
use std::sync::LazyLock;

/// One entry of the list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Showcase {
    /// The GTIN to look up; in the state `bad-gtin` it is not valid.
    pub gtin: &'static str,
    /// The entry's short name.
    pub key: &'static str,
    /// The title for pages.
    pub title: &'static str,
    /// A description of what it shows, in a sentence.
    pub shows: &'static str,
    /// The state, if the entry is not a product of the catalogue: `not-found`, `bad-gtin`,
    /// `unauthenticated`.
    pub state: Option<&'static str>,
}

/// All entries, in the order of the list.
pub fn showcase() -> impl Iterator<Item = &'static Showcase> {
    static LIST: LazyLock<Vec<Showcase>> =
        LazyLock::new(|| read(include_str!("../../../../www/showcase.json")));
    LIST.iter()
}
