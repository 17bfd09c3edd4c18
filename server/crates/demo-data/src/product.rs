//! A product: a frozen record with a number, a maker, a name and dates of its own.

use crate::FIRST;
use crate::gtins::renumbered;
use crate::manufacturers::{Brand, Manufacturer, manufacturers_of};
use crate::random::{Purpose, Random};
use crate::records::{Frozen, records};
use crate::timestamp::{DAY, Timestamp};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The number of products in a block. Every fault is planted in exactly one product of each.
pub const FAULT_BLOCK: u32 = 200;
/// The distance between two faults in a block.
const FAULT_STEP: u32 = 13;

/// The start of the catalogue's period: 2023-01-02.
const EPOCH: Timestamp = Timestamp(19_359 * DAY);
/// The number of days over which changes are spread.
const SPAN: u32 = 1_000;

/// Words before the name of a food.
#[rustfmt::skip]
const RANGES: &[&str] = &[
    "", "", "", "Classic", "Caterers'", "Traditional", "Premium", "Everyday", "Farmhouse",
    "Signature", "Kitchen", "Grünhof", "Mornello®", "Sélection Réserve",
];
/// Product codes that must be encoded in URLs.
#[rustfmt::skip]
const ODD_CODES: &[&str] = &[
    "!@£ppp", "A/B 12#7", "50%+2", "é-77?x=1&y", "<b>9</b>", "\"quoted\"", "..", "漢字-1",
];
/// The changes that lead to a new version: code and reason.
const CHANGES: &[(u32, &str)] = &[
    (2, "Recipe change: less salt"),
    (3, "New artwork"),
    (4, "Change of pack size"),
    (5, "Annual review"),
];

/// A product.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    pub(crate) seed: u64,
    pub(crate) index: u64,
    pub(crate) frozen: &'static Frozen,
    pub(crate) manufacturer: &'static Manufacturer,
    pub(crate) brand: &'static Brand,
    /// A word before the food's name; may be empty.
    pub(crate) range: &'static str,
    /// Whether it is no longer sold.
    is_archived: bool,
    /// The index of the product that replaces it.
    replaced_by: Option<u64>,
    /// The index of the product that it replaces.
    pub(crate) replaces: Option<u64>,
    versions: u32,
    /// The time of the newest version.
    pub(crate) changed: Timestamp,
}

impl Product {
    /// The product of the showcase that has that index; `None` if nobody makes it.
    pub(crate) fn shown(index: u64, frozen: &'static Frozen) -> Option<Product> {
        let manufacturer = manufacturers_of(frozen.category).next()?;
        Some(Product {
            seed: 0,
            index,
            frozen,
            manufacturer,
            brand: manufacturer.brands.first()?,
            range: "",
            is_archived: frozen.archived,
            replaced_by: frozen.replaced_by,
            replaces: frozen.replaces,
            versions: frozen.versions.len() as u32,
            // All change at the same second: ties are part of the showcase.
            changed: Timestamp(EPOCH.0 + 1_000 * DAY + 9 * 3600),
        })
    }

    /// The product of a seed that has that index. `last` is the index of the last product.
    pub(crate) fn draw(seed: u64, index: u64, last: u64) -> Product {
        let product = Self::alone(seed, index);
        let before = Self::alone(seed, index - 1);
        if before.replaced_by == Some(index) {
            // The successor is the same food from the same manufacturer.
            return Product {
                index,
                is_archived: false,
                replaced_by: None,
                replaces: Some(index - 1),
                versions: product.versions,
                changed: Timestamp(before.changed.0 + DAY),
                ..before
            };
        }
        Product {
            replaced_by: product.replaced_by.filter(|next| *next <= last),
            ..product
        }
    }

    /// The product without regard to the one before it.
    fn alone(seed: u64, index: u64) -> Product {
        static SOUND: LazyLock<Vec<&Frozen>> = LazyLock::new(|| {
            let is_sound = |one: &&Frozen| one.fault.is_none() && !one.only_shown;
            records().iter().filter(is_sound).collect()
        });
        let mut random = Random::of(seed, index, Purpose::Product);
        let frozen = planted(seed, index).unwrap_or_else(|| random.pick(&SOUND));
        let manufacturers: Vec<_> = manufacturers_of(frozen.category).collect();
        let manufacturer = random.pick(&manufacturers);
        // Only products with an even index are replaced, so there are no chains, and none whose
        // successor has a fault of its own.
        let can_be_replaced = index.is_multiple_of(2) && planted(seed, index + 1).is_none();
        let is_replaced = can_be_replaced && random.percent(4);
        // A supplier's bulk update touches many products in one second.
        let changed = if random.percent(30) {
            i64::from(random.below(SPAN / 7)) * 7 * DAY + 2 * 3600
        } else {
            i64::from(random.below(SPAN)) * DAY + 7 * 3600 + i64::from(random.below(11 * 3600))
        };
        Product {
            seed,
            index,
            frozen,
            manufacturer,
            brand: &manufacturer.brands[random.place(&manufacturer.brands)],
            range: random.pick(RANGES),
            is_archived: is_replaced || random.percent(4),
            replaced_by: is_replaced.then_some(index + 1),
            replaces: None,
            versions: if random.percent(25) {
                2 + random.below(4)
            } else {
                1
            },
            changed: Timestamp(EPOCH.0 + 400 * DAY + changed),
        }
    }

    /// Whether the product is part of the showcase, which is the same in every catalogue.
    pub(crate) fn is_showcase(&self) -> bool {
        self.index < FIRST
    }

    /// The name of its brand; an unbranded product has that of its manufacturer.
    pub(crate) fn brand_name(&self) -> &'static str {
        if self.frozen.versions[0]["general"]["brand"] == 0 {
            self.manufacturer.name
        } else {
            self.brand.name
        }
    }

    /// The records of all versions, oldest first.
    pub(crate) fn records(&self) -> Vec<Value> {
        (1..=self.versions)
            .map(|version| self.record(version))
            .collect()
    }

    fn record(&self, version: u32) -> Value {
        let age = self.versions - version;
        let frozen = &self.frozen.versions;
        let mut record = frozen[(age as usize).min(frozen.len() - 1)].clone();
        let mut random = Random::of(self.seed, self.index, Purpose::Record);
        // Versions are a fixed number of days apart, which depends on the product.
        let step = 20 + (self.index % 31) as i64;
        let changed = Timestamp(self.changed.0 - i64::from(age) * step * DAY);
        self.date(&mut record, version, changed);
        self.name(&mut record, version, changed, &mut random);
        if !self.is_showcase() && self.frozen.fault.is_none() {
            vary_flags(&mut record, &mut random);
        }
        record
    }

    /// Sets what there is of a product and its version outside of the sections.
    fn date(&self, record: &mut Value, version: u32, changed: Timestamp) {
        let is_hexadecimal = self.frozen.hexadecimal;
        let is_newest = version == self.versions;
        // Before the change in the second format, after it in the first.
        let reviewed = if is_hexadecimal {
            changed.0 - (1 + self.index as i64 % 40) * DAY
        } else {
            changed.0 + 3 * 3600
        };
        let (code, reason) = match version {
            1 => (if is_hexadecimal { 3 } else { 1 }, Value::Null),
            _ if is_newest && record["change_reason"].is_string() => {
                (2, record["change_reason"].take())
            }
            _ => {
                let (code, reason) =
                    CHANGES[(self.index as usize + version as usize) % CHANGES.len()];
                (code, reason.into())
            }
        };
        let is_archived = is_newest && self.is_archived;
        let successor = self.replaced_by.filter(|_| is_newest);
        let successor = successor.map(|index| json!({"pool_id": self.pool_id(index)}));
        record["pool_id"] = self.pool_id(self.index).into();
        record["status"] = if is_archived { "archived" } else { "published" }.into();
        record["version"] = self.version(version).into();
        record["changed_at"] = changed.text().into();
        record["latest_version"] = self.version(self.versions).into();
        record["change_reason"] = reason;
        // One of the planted faults is that it is a text.
        if record["change_type"].is_number() {
            record["change_type"] = code.into();
        }
        record["reviewed_at"] = Timestamp(reviewed).text().into();
        record["parent_id"] = self.replaces.map(|index| self.pool_id(index)).into();
        record["replaced_by"] = Vec::from_iter(successor).into();
        if is_hexadecimal && self.index.is_multiple_of(3) {
            // Found in services of this kind, although none documents them.
            record["product_id"] = (400_000 + self.index).into();
            record["updated_at"] = Timestamp(changed.0 + DAY).text().into();
        }
    }

    /// Sets the names, numbers and texts in the sections.
    fn name(&self, record: &mut Value, version: u32, changed: Timestamp, random: &mut Random) {
        let article = self.frozen.article;
        let general = &mut record["general"];
        general["manufacturer"] = self.manufacturer.id.into();
        if general["brand"].is_number() && general["brand"] != 0 {
            general["brand"] = self.brand.id.into();
        }
        let components = record["components"].as_array_mut();
        for (place, component) in (0..).zip(components.into_iter().flatten()) {
            let number = self.index * 100 + place;
            component["general"]["component_uuid"] =
                format!("00000000-0000-4000-8000-{number:012x}").into();
        }
        let name = format!("{} {article}", self.range);
        let words = [
            ("{article}", article.to_owned()),
            ("{food}", article.to_lowercase()),
            ("{name}", name.trim_start().to_owned()),
            ("{brand}", self.brand_name().to_owned()),
            ("{brand_id}", self.brand.id.to_string()),
            ("{manufacturer}", self.manufacturer.name.to_owned()),
            ("{address}", self.manufacturer.address.to_owned()),
            ("{mark}", format!("{:03}", self.manufacturer.id % 1000)),
            ("{number}", format!("{:06}", self.index)),
            ("{code}", self.code(random)),
            ("{day}", changed.day()),
            ("{version}", version.to_string()),
        ];
        fill("", record, self.index, &words);
    }

    /// The manufacturer's code of the product.
    fn code(&self, random: &mut Random) -> String {
        if !self.is_showcase() && random.percent(3) {
            return random.pick(ODD_CODES).to_owned();
        }
        if self.frozen.hexadecimal && self.index.is_multiple_of(5) {
            // Digits with leading zeros.
            return format!("{:04}", self.index % 1000);
        }
        let brand = self.brand_name().get(..2).unwrap_or("P").to_uppercase();
        format!("{brand}{:05}", self.index)
    }

    /// The service's identifier of a product in the same format: a string, even if it looks like a
    /// number.
    fn pool_id(&self, index: u64) -> String {
        if self.frozen.hexadecimal {
            let mut random = Random::of(0, index, Purpose::Identifier);
            format!("{:016x}{:016x}", random.next(), random.next())
        } else {
            format!("{:09}", 10_000 + index)
        }
    }

    /// The version with that number, counted from 1, as text.
    fn version(&self, number: u32) -> String {
        if self.frozen.hexadecimal {
            format!("{}.{}", number.div_ceil(2), (number + 1) % 2)
        } else {
            number.to_string()
        }
    }
}

/// The record with the fault that is planted in a product, if there is one. The positions of faults
/// within a block depend on the seed; their number does not.
fn planted(seed: u64, index: u64) -> Option<&'static Frozen> {
    static FAULTY: LazyLock<Vec<&Frozen>> = LazyLock::new(|| {
        let planted = |one: &&Frozen| one.fault.is_some() && one.key.is_none();
        records().iter().filter(planted).collect()
    });
    let block = index / u64::from(FAULT_BLOCK);
    let offset = Random::of(seed, block, Purpose::Faults).below(FAULT_BLOCK);
    let place = ((index % u64::from(FAULT_BLOCK)) as u32 + offset) % FAULT_BLOCK;
    let frozen = FAULTY.get((place / FAULT_STEP) as usize)?;
    place.is_multiple_of(FAULT_STEP).then_some(*frozen)
}

/// Sets the words and GTINs in all texts of a value, which is the member of that name.
fn fill(name: &str, value: &mut Value, index: u64, words: &[(&str, String)]) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                fill(name, value, index, words);
            }
        }
        Value::Array(values) => {
            for value in values {
                fill(name, value, index, words);
            }
        }
        Value::String(text) if name.ends_with("_gtin") => *text = renumbered(text, index),
        Value::String(text) if text.contains('{') => {
            for (word, meaning) in words {
                if text.contains(word) {
                    *text = text.replace(word, meaning);
                }
            }
        }
        _ => {}
    }
}

/// Words the flags as one of the suppliers, who write the same value in different ways.
fn vary_flags(record: &mut Value, random: &mut Random) {
    let yes = random.pick(&["Yes", "Yes", "Yes", "Contains", "YES"]);
    let may = random.pick(&["May Contain", "May Contain", "may contain", "May Contain "]);
    let components = record["components"].as_array_mut();
    for component in components.into_iter().flatten() {
        let flags = component.get_mut("allergens");
        for (_, flag) in flags.and_then(Value::as_object_mut).into_iter().flatten() {
            let description = flag["description"].as_str().unwrap_or_default();
            match description.trim().to_lowercase().as_str() {
                "yes" | "contains" => flag["description"] = yes.into(),
                "may contain" => flag["description"] = may.into(),
                _ => {}
            }
        }
    }
}
