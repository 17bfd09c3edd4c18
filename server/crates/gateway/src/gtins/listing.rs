//! The parts of a list item that the index of GTINs needs.

use std::collections::BTreeSet;

use product_pool::gtin::Gtin;
use product_pool::model::{ListedProduct, Unit};

use crate::target::is_requestable;
use product_pool_store::mirror::Level;
use product_pool_store::record::timestamp::{Timestamp, UNKNOWN};

/// The maximum number of GTINs indexed for one product: more than any selection has.
const MAX_GTINS: usize = 1000;

/// A product of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listing {
    pub(super) pool_id: String,
    pub(super) published: bool,
    /// Microseconds since 1970, or [`UNKNOWN`].
    pub(super) changed: i64,
    /// The GTINs of its units, as numbers.
    pub(super) gtins: BTreeSet<(u64, Level)>,
}

/// A GTIN as a number: its 14 digits.
pub(crate) fn gtin_number(gtin: &Gtin) -> Option<u64> {
    gtin.to_14().parse().ok()
}

impl Listing {
    /// Reads a list item; `None` if it has no identifier by which the product could be
    /// requested.
    pub(super) fn of(product: &ListedProduct) -> Option<Listing> {
        let item = product.data();
        let pool_id = item.pool_id().get().filter(|id| is_requestable(id))?;
        let changed = item.changed_at().get().and_then(Timestamp::parse);
        let level = |unit| match unit {
            Unit::Traded => Level::Case,
            _ => Level::Component,
        };
        let gtins = product.units().take(MAX_GTINS);
        Some(Listing {
            pool_id: pool_id.to_owned(),
            published: item.status().get() == Some("published"),
            changed: changed.map_or(UNKNOWN, |timestamp| timestamp.start),
            gtins: gtins
                .filter_map(|(gtin, unit)| Some((gtin_number(&gtin)?, level(unit))))
                .collect(),
        })
    }
}
