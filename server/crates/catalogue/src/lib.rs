//! A catalogue of made-up products: deterministic, plausible, and in a known
//! share faulty.
//!
//! From a hand-made table of base foods come full products with all sections
//! of the service, in several versions, of several makers, with images drawn
//! here. The same seed gives the same catalogue on every machine. All GTINs
//! are on prefixes that are issued to nobody (952 for demonstrations; 04, for use
//! within a company, in one planted fault), and all makers, brands and places
//! are invented.
//!
//! ```
//! let entry = product_pool_catalogue::entries(1, 1000).last();
//! let product = entry.and_then(|entry| entry.versions.last().cloned());
//! assert!(product.is_some_and(|product| product["general"]["brand_name"].is_string()));
//! ```
//!
//! [`entries`] is lazy and keeps nothing, so a catalogue of any size takes the
//! same memory. The first products are those of the [`showcase`]. What may be
//! wrong with a product is told by [`Fault`], and listed in `FAULTS.md`.

mod catalogs;
mod fault;
mod flags;
mod foods;
mod images;
mod makers;
mod picture;
mod product;
mod random;
mod showcase;

pub use catalogs::{CATALOGS, CatalogEntry, Wholesaler};
pub use fault::{FAULT_BLOCK, Fault};
pub use images::{ImageEntry, WHOLESALERS};
pub use makers::{Brand, Manufacturer, manufacturers};
pub use picture::{Picture, Size};
pub use showcase::{Showcase, showcase};

use product::Plan;
use serde_json::Value;

/// The generator's version. A catalogue made by another version may differ in
/// every record, so one that is kept should be made anew.
pub const VERSION: &str = "3";

/// The index of the first product that depends on the seed. Those below are
/// the showcase's.
pub(crate) const FIRST: u64 = 200;

/// One product with all that belongs to it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// All versions of the product, oldest first: what stands under `data`.
    pub versions: Vec<Value>,
    /// The codes that wholesalers gave to it.
    pub catalog: Vec<CatalogEntry>,
    /// Its images, in the order they are listed.
    pub images: Vec<ImageEntry>,
    /// What was planted in it.
    pub faults: Vec<Fault>,
}

/// A catalogue of that many products, the showcase among them and first.
///
/// GTINs are unique up to nine million products.
pub fn entries(seed: u64, products: u32) -> impl Iterator<Item = Entry> {
    let shown = (showcase::product_keys().len() as u64).min(u64::from(products));
    let last = FIRST + u64::from(products) - shown;
    let showcase = (0..shown).filter_map(|index| {
        let (plan, versions) = showcase::product(index)?;
        Some(entry(&plan, versions))
    });
    showcase.chain((FIRST..last).map(move |index| {
        let plan = Plan::draw(seed, index, FIRST, last - 1);
        entry(&plan, product::versions(&plan))
    }))
}

fn entry(plan: &Plan, versions: Vec<Value>) -> Entry {
    Entry {
        catalog: catalogs::catalog(plan, &versions),
        versions,
        images: images::images(plan),
        faults: plan.fault.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests;
