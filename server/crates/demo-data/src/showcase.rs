//! The showcase: products that show every state, the same in every catalogue. Their list is
//! `www/showcase.json`; `data/showcase.json` says what each product is, in the same order, and
//! this module makes them.

use crate::data::read;
use crate::fault::Fault;
use crate::flags::{MAY_CONTAIN, flag};
use crate::foods::{STATEMENT, articles};
use crate::manufacturers::manufacturers_of;
use crate::product::{DAY, EPOCH, Level, Plan, Timestamp, versions};
use product_pool::model::Allergen;
use serde::Deserialize;
use serde_json::Value;
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

/// An entry that is a product. Its position is its index.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shown {
    pub(crate) key: &'static str,
    /// The name of a food or a kit.
    article: &'static str,
    #[serde(default)]
    level: Level,
    #[serde(default)]
    archived: bool,
    replaced_by: Option<u64>,
    replaces: Option<u64>,
    versions: Option<u32>,
    fault: Option<Fault>,
}

/// The products of the showcase.
pub(crate) fn shown() -> &'static [Shown] {
    static SHOWN: LazyLock<Vec<Shown>> =
        LazyLock::new(|| read(include_str!("../data/showcase.json")));
    &SHOWN
}

impl Shown {
    /// The plan and the versions of the product, which has that index; `None` if there is no
    /// such food.
    pub(crate) fn product(&self, index: u64) -> Option<(Plan, Vec<Value>)> {
        let article = articles().iter().find(|one| one.name == self.article)?;
        let manufacturer = manufacturers_of(article.category).next()?;
        let plan = Plan {
            seed: 0,
            index,
            article,
            manufacturer,
            brand: *manufacturer.brands.first()?,
            range: "",
            size: 100,
            level: self.level,
            is_archived: self.archived,
            replaced_by: self.replaced_by,
            replaces: self.replaces,
            versions: self.versions.unwrap_or(1),
            // All change at the same second: ties are part of the showcase.
            changed: Timestamp(EPOCH.0 + 1_000 * DAY + 9 * 3600),
            fault: self.fault,
        };
        let mut versions = versions(&plan);
        for record in &mut versions {
            twist(self.key, record);
        }
        Some((plan, versions))
    }
}

/// Changes a record in a way that no ordinary record has.
fn twist(key: &str, record: &mut Value) {
    let allergens = &mut record["components"][0]["allergens"];
    match key {
        "milk-not-stated" => {
            allergens[Allergen::Milk.flag_field()] = Value::Null;
            allergens[Allergen::Milk.risk_source_field()] = Value::Null;
            // Otherwise the statement on the pack would reveal the allergen.
            allergens["allergen_statement_on_pack"] = STATEMENT.into();
        }
        "may-contain" => {
            allergens[Allergen::CeleryCeleriac.flag_field()] = flag(MAY_CONTAIN, "May Contain");
        }
        "wrong-types" => {
            Fault::NumbersAsText.plant(record);
            Fault::FlagAsText.plant(record);
        }
        _ => {}
    }
}
