//! The plan of a product, from which its record is made.

use crate::FIRST;
use crate::fault::Fault;
use crate::foods::{Category, Food, Kit, Pack, Storage, food, foods, kits};
use crate::manufacturers::{Brand, Manufacturer, manufacturers_of};
use crate::product::format::Format;
use crate::product::timestamp::{DAY, Timestamp};
use crate::random::{Purpose, Random};
use std::sync::LazyLock;

/// How completely a supplier filled in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// All fields, including all 26 allergens.
    Complete,
    /// Some allergens and sections are missing.
    Partial,
    /// Little more than the names.
    Sparse,
}

/// The content of a case.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content {
    /// One food.
    One(&'static Food),
    /// Several foods.
    Several(&'static Kit),
}

/// One component of a product: a food, and its content in grams or millilitres.
pub(crate) type Part = (&'static Food, u32);

/// The status of a product, and its successor if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    /// Sold.
    Published,
    /// No longer sold.
    Archived,
    /// No longer sold: the product with this index replaces it.
    ReplacedBy(u64),
}

/// The plan of a product.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    pub(crate) index: u64,
    pub(crate) content: Content,
    pub(crate) manufacturer: &'static Manufacturer,
    pub(crate) brand: &'static Brand,
    /// Whether it is sold under the manufacturer's name instead of a brand.
    pub(crate) is_unbranded: bool,
    /// A word before the food's name; may be empty.
    pub(crate) range: &'static str,
    /// The content of a unit, as a percentage of the base food's.
    pub(crate) size: u32,
    pub(crate) level: Level,
    pub(crate) life: Life,
    /// The index of the product that it replaces.
    pub(crate) replaces: Option<u64>,
    pub(crate) versions: u32,
    /// The time of the newest version.
    pub(crate) changed: Timestamp,
    pub(crate) fault: Option<Fault>,
}

const RANGES: &[&str] = &[
    "",
    "",
    "Classic",
    "Caterers'",
    "Traditional",
    "Premium",
    "Everyday",
    "Farmhouse",
    "Signature",
    "Kitchen",
];
/// Names with non-ASCII letters.
const FOREIGN_RANGES: &[&str] = &["Grünhof", "Mornello®", "Crème Sélection"];
const SIZES: &[u32] = &[100, 100, 100, 50, 200];

/// The start of the catalogue's period: 2023-01-02.
pub(crate) const EPOCH: Timestamp = Timestamp(19_359 * DAY);
/// The number of days over which changes are spread.
const SPAN: u32 = 1_000;

impl Plan {
    /// Plans a product of the seed.
    ///
    /// `last` is the index of the last product: a product is replaced only by one after it.
    pub(crate) fn draw(seed: u64, index: u64, first: u64, last: u64) -> Plan {
        if index > first
            && let Some(before) = Self::replaced(seed, index - 1, last)
        {
            // The successor is the same food from the same manufacturer.
            let mut plan = Self::fresh(seed, index);
            plan.content = before.content;
            plan.manufacturer = before.manufacturer;
            plan.brand = before.brand;
            plan.is_unbranded = before.is_unbranded;
            plan.range = before.range;
            plan.replaces = Some(index - 1);
            plan.life = Life::Published;
            plan.changed = Timestamp(before.changed.0 + DAY);
            return plan;
        }
        let mut plan = Self::fresh(seed, index);
        if plan.life == Life::ReplacedBy(index + 1) && index >= last {
            plan.life = Life::Archived;
        }
        plan
    }

    /// The plan of a product that the next one replaces; `None` for any other product.
    fn replaced(seed: u64, index: u64, last: u64) -> Option<Plan> {
        // Only every second product can be replaced, so there are no chains of replacements,
        // which would have to be followed to their beginning.
        if index % 2 == 1 || index >= last {
            return None;
        }
        let plan = Self::fresh(seed, index);
        (plan.life == Life::ReplacedBy(index + 1)).then_some(plan)
    }

    fn fresh(seed: u64, index: u64) -> Plan {
        let mut random = Random::of(seed, index, Purpose::Plan);
        let format = Format::of(index);
        let mut styled = Random::of(seed, index, Purpose::Format);
        let fault = Fault::planted(seed, index);
        let content = match fault {
            Some(_) => Content::One(random.pick(plantable())),
            None if random.percent(6) => Content::Several(&kits()[random.place(kits())]),
            None => Content::One(&foods()[random.place(foods())]),
        };
        let manufacturers: Vec<_> = manufacturers_of(content.category()).collect();
        let manufacturer = random.pick(&manufacturers);
        let level = match random.below(100) {
            _ if fault.is_some() => Level::Complete,
            0..6 => Level::Sparse,
            6..22 => Level::Partial,
            _ => Level::Complete,
        };
        let life = match random.below(100) {
            0..4 => Life::Archived,
            // A fault fits some foods only. A successor has the food of its predecessor, so it
            // has no fault.
            4..8 if index.is_multiple_of(2) && Fault::planted(seed, index + 1).is_none() => {
                Life::ReplacedBy(index + 1)
            }
            _ => Life::Published,
        };
        let versions = if random.percent(25) {
            2 + random.below(4)
        } else {
            1
        };
        // A supplier's bulk update touches many products in one second.
        let changed = if random.percent(30) {
            i64::from(random.below(SPAN / 7)) * 7 * DAY + 2 * 3600
        } else {
            i64::from(random.below(SPAN)) * DAY + 7 * 3600 + i64::from(random.below(11 * 3600))
        };
        Plan {
            seed,
            index,
            content,
            manufacturer,
            brand: &manufacturer.brands[random.place(&manufacturer.brands)],
            is_unbranded: format == Format::Hexadecimal && styled.percent(20),
            range: match random.pick(RANGES) {
                _ if format == Format::Hexadecimal && styled.percent(15) => {
                    styled.pick(FOREIGN_RANGES)
                }
                range => range,
            },
            size: random.pick(SIZES),
            level,
            life,
            replaces: None,
            versions,
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

    /// The id and name of the brand; for an unbranded product, no id and the manufacturer's name.
    pub(crate) fn brand(&self) -> (u32, &'static str) {
        if self.is_unbranded {
            (0, self.manufacturer.name)
        } else {
            (self.brand.id, self.brand.name)
        }
    }

    /// Whether the supplier states that there is no outer case. Records with a planted fault
    /// have all units.
    pub(crate) fn has_no_case(&self) -> bool {
        self.lacks_unit(7)
    }

    /// Whether the supplier states that there is no consumer unit.
    pub(crate) fn has_no_unit(&self) -> bool {
        self.lacks_unit(23) && matches!(self.content, Content::One(_))
    }

    /// Whether the product is one of every fiftieth of the second format, selected by the
    /// remainder, that lack a unit.
    fn lacks_unit(&self, remainder: u64) -> bool {
        self.format() == Format::Hexadecimal && self.fault.is_none() && self.index % 50 == remainder
    }

    /// The components of the product.
    pub(crate) fn parts(&self) -> Vec<Part> {
        match self.content {
            Content::One(food) => vec![(food, (food.content * self.size / 100).max(1))],
            Content::Several(kit) => kit
                .components
                .iter()
                .filter_map(|(name, content)| Some((food(name)?, *content)))
                .collect(),
        }
    }
}

impl Content {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Content::One(food) => food.name,
            Content::Several(kit) => kit.name,
        }
    }

    pub(crate) fn category(self) -> Category {
        match self {
            Content::One(food) => food.category,
            Content::Several(kit) => kit.category,
        }
    }

    pub(crate) fn storage(self) -> Storage {
        match self {
            Content::One(food) => food.storage,
            Content::Several(kit) => kit.storage,
        }
    }

    pub(crate) fn pack(self) -> Pack {
        match self {
            Content::One(food) => food.pack,
            Content::Several(kit) => kit.pack,
        }
    }

    /// The drawings of the pack and of the motif on it.
    pub(crate) fn picture(self) -> [&'static str; 2] {
        match self {
            Content::One(food) => food.picture,
            Content::Several(kit) => kit.picture,
        }
    }
}

/// The foods whose records can have every fault.
fn plantable() -> &'static [&'static Food] {
    static PLANTABLE: LazyLock<Vec<&'static Food>> = LazyLock::new(|| {
        let foods = foods().iter();
        foods.filter(|food| Fault::can_be_planted(food)).collect()
    });
    &PLANTABLE
}
