//! The parts of a list item that the index of GTINs needs.

use std::collections::BTreeSet;

use product_pool::gtin::Gtin;
use product_pool::model::{ListedProduct, Unit, Value};

use super::Product;
use crate::body::Body;
use crate::target::is_requestable;
use product_pool_store::record::raw_object::{for_each_element, pick};
use product_pool_store::record::timestamp::{Timestamp, UNKNOWN};

/// The maximum number of GTINs indexed for one product: more than any selection has.
const MAX_GTINS: usize = 1000;

/// A product of the list, and the item that shows it, in JSON.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) pool_id: String,
    /// What it says, seen in no round yet.
    pub(crate) product: Product,
    pub(crate) text: String,
}

/// The products of a page of the list, in its order, and how many items were skipped because no
/// product could be requested by them. `None` if it is no list.
pub(crate) fn items(page: &Body) -> Option<(Vec<Item>, usize)> {
    let (mut items, mut count) = (Vec::new(), 0);
    let is_list = for_each_element(page.get("data")?, |text| {
        items.extend(Item::read(text));
        count += 1;
    });
    let skipped = count - items.len();
    is_list.then_some((items, skipped))
}

/// The fields of a list item that are read.
const READ: [&[&str]; 6] = [
    &["pool_id"],
    &["version"],
    &["status"],
    &["changed_at"],
    &["traded_unit_gtin"],
    &["components", "internal_gtin"],
];

/// A GTIN as a number: its 14 digits.
pub(crate) fn gtin_number(gtin: &Gtin) -> Option<u64> {
    gtin.to_14().parse().ok()
}

/// A GTIN and the unit that has it as one number: twice the GTIN, and one more for a component.
pub(crate) fn code(gtin: u64, of_component: bool) -> u64 {
    2 * gtin + u64::from(of_component)
}

/// The GTIN of a [`code`], in 14 digits.
pub(in crate::replica) fn gtin_of(code: u64) -> String {
    format!("{:014}", code / 2)
}

impl Item {
    /// Reads a list item; `None` if it has no identifier by which the product could be
    /// requested.
    fn read(text: &str) -> Option<Item> {
        let product = ListedProduct::from(Value::parse(&pick(text, &READ)).ok()?);
        let item = product.data();
        let pool_id = item.pool_id().get().filter(|id| is_requestable(id))?;
        let changed = item.changed_at().get().and_then(Timestamp::parse);
        let gtins: BTreeSet<u64> = product
            .units()
            .take(MAX_GTINS)
            .filter_map(|(gtin, unit)| Some(code(gtin_number(&gtin)?, unit != Unit::Traded)))
            .collect();
        Some(Item {
            pool_id: pool_id.to_owned(),
            product: Product {
                version: item.version().get().unwrap_or_default().into(),
                published: item.status().get() == Some("published"),
                changed: changed.map_or(UNKNOWN, |timestamp| timestamp.start),
                seen: 0,
                gtins: gtins.into_iter().collect(),
            },
            text: text.to_owned(),
        })
    }
}
