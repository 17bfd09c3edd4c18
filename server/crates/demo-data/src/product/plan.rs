//! The plan of a product, from which its record is made.

use crate::FIRST;
use crate::fault::Fault;
use crate::foods::{Article, Food, articles, food};
use crate::lists::lists;
use crate::manufacturers::{Brand, Manufacturer, manufacturers_of};
use crate::product::format::Format;
use crate::product::timestamp::{DAY, Timestamp};
use crate::random::{Purpose, Random};
use serde::Deserialize;

/// How completely a supplier filled in a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum Level {
    /// All fields, including all 26 allergens.
    #[default]
    Complete,
    /// Some allergens and sections are missing.
    Partial,
    /// Little more than the names.
    Sparse,
}

/// One component of a product: a food, and its content in grams or millilitres.
pub(crate) type Part = (&'static Food, u32);

/// The plan of a product.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    pub(crate) index: u64,
    pub(crate) article: &'static Article,
    pub(crate) manufacturer: &'static Manufacturer,
    /// The brand; for an unbranded product one without an id, of the manufacturer's name.
    pub(crate) brand: Brand,
    /// A word before the food's name; may be empty.
    pub(crate) range: &'static str,
    /// The content of a unit, as a percentage of the base food's.
    pub(crate) size: u32,
    pub(crate) level: Level,
    /// Whether it is no longer sold.
    pub(crate) is_archived: bool,
    /// The index of the product that replaces it.
    pub(crate) replaced_by: Option<u64>,
    /// The index of the product that it replaces.
    pub(crate) replaces: Option<u64>,
    pub(crate) versions: u32,
    /// The time of the newest version.
    pub(crate) changed: Timestamp,
    pub(crate) fault: Option<Fault>,
}

const SIZES: &[u32] = &[100, 100, 100, 50, 200];

/// The start of the catalogue's period: 2023-01-02.
pub(crate) const EPOCH: Timestamp = Timestamp(19_359 * DAY);
/// The number of days over which changes are spread.
const SPAN: u32 = 1_000;

impl Plan {
    /// Plans a product of the seed. `last` is the index of the last product.
    pub(crate) fn draw(seed: u64, index: u64, last: u64) -> Plan {
        let plan = Self::fresh(seed, index);
        let before = Self::fresh(seed, index - 1);
        if before.replaced_by == Some(index) {
            // The successor is the same food from the same manufacturer.
            return Plan {
                article: before.article,
                manufacturer: before.manufacturer,
                brand: before.brand,
                range: before.range,
                is_archived: false,
                replaces: Some(index - 1),
                changed: Timestamp(before.changed.0 + DAY),
                ..plan
            };
        }
        Plan {
            replaced_by: plan.replaced_by.filter(|next| *next <= last),
            ..plan
        }
    }

    fn fresh(seed: u64, index: u64) -> Plan {
        let mut random = Random::of(seed, index, Purpose::Plan);
        let is_hexadecimal = Format::of(index) == Format::Hexadecimal;
        let fault = Fault::planted(seed, index);
        let fits = |article: &&Article| fault.is_none() || Fault::can_be_planted(article);
        let articles: Vec<_> = articles().iter().filter(fits).collect();
        let article = random.pick(&articles);
        let manufacturers: Vec<_> = manufacturers_of(article.category).collect();
        let manufacturer = random.pick(&manufacturers);
        let brand = random.pick(&manufacturer.brands);
        let is_unbranded = is_hexadecimal && random.percent(20);
        let is_foreign = is_hexadecimal && random.percent(15);
        let ranges = if is_foreign {
            &lists().foreign_ranges
        } else {
            &lists().ranges
        };
        let level = match random.below(100) {
            _ if fault.is_some() => Level::Complete,
            0..6 => Level::Sparse,
            6..22 => Level::Partial,
            _ => Level::Complete,
        };
        // Only products with an even index are replaced, so there are no chains. A fault fits
        // some foods only, and a successor has the food of its predecessor.
        let can_be_replaced = index.is_multiple_of(2) && Fault::planted(seed, index + 1).is_none();
        let is_replaced = can_be_replaced && random.percent(4);
        // A supplier's bulk update touches many products in one second.
        let changed = if random.percent(30) {
            i64::from(random.below(SPAN / 7)) * 7 * DAY + 2 * 3600
        } else {
            i64::from(random.below(SPAN)) * DAY + 7 * 3600 + i64::from(random.below(11 * 3600))
        };
        Plan {
            seed,
            index,
            article,
            manufacturer,
            brand: if is_unbranded {
                Brand {
                    id: 0,
                    name: manufacturer.name,
                    ..brand
                }
            } else {
                brand
            },
            range: random.pick(ranges),
            size: random.pick(SIZES),
            level,
            is_archived: is_replaced || random.percent(4),
            replaced_by: is_replaced.then_some(index + 1),
            replaces: None,
            versions: if random.percent(25) {
                2 + random.below(4)
            } else {
                1
            },
            changed: Timestamp(EPOCH.0 + 400 * DAY + changed),
            fault,
        }
    }

    /// Whether the product is part of the showcase, whose products have only the properties
    /// given there.
    pub(crate) fn is_showcase(&self) -> bool {
        self.index < FIRST
    }

    /// Whether its earlier versions have the earlier recipes of its foods: complete records without
    /// a planted fault, so that nothing else of them is different.
    pub(crate) fn has_history(&self) -> bool {
        self.level == Level::Complete && self.fault.is_none()
    }

    /// The format of its records.
    pub(crate) fn format(&self) -> Format {
        Format::of(self.index)
    }

    /// Whether the supplier states that there is no outer case. Records with a planted fault
    /// have all units.
    pub(crate) fn has_no_case(&self) -> bool {
        self.lacks_unit(7)
    }

    /// Whether the supplier states that there is no consumer unit.
    pub(crate) fn has_no_unit(&self) -> bool {
        self.lacks_unit(23)
    }

    /// Whether the product is one of every fiftieth of the second format, selected by the
    /// remainder, that lack a unit.
    fn lacks_unit(&self, remainder: u64) -> bool {
        self.format() == Format::Hexadecimal && self.fault.is_none() && self.index % 50 == remainder
    }

    /// The components of the product.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let components = self.article.components.iter();
        let sized = |content: u32| (content * self.size / 100).max(1);
        components
            .filter_map(|(name, content)| Some((food(name)?, sized(*content))))
            .collect()
    }
}
