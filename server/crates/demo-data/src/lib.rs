//! A deterministic generator of a catalogue of fictitious, plausible products, a known share
//! of which has faults.
//!
//! Full products are made from a table of base foods: with all sections of the
//! service, in several versions, from several manufacturers, with pictures. The same seed
//! gives the same catalogue on every machine. All GTINs are on prefixes that are not issued to
//! anyone (952, for demonstrations, and in one planted fault 04, for use within a company),
//! and all manufacturers, brands and places are fictitious.
//!
//! ```
//! let entry = product_pool_demo_data::entries(1, 1000).last();
//! let product = entry.and_then(|entry| entry.versions.last().cloned());
//! assert!(product.is_some_and(|product| product["general"]["brand_name"].is_string()));
//! ```
//!
//! [`entries`] is lazy and stores nothing, so memory does not depend on the size of the
//! catalogue. The first products are those of the [`showcase`]. The possible faults are the
//! variants of [`Fault`], and are listed in `FAULTS.md`.

mod catalogs;
mod data;
mod fault;
mod flags;
mod foods;
mod images;
mod lists;
mod manufacturers;
mod picture;
mod product;
mod random;
mod showcase;

pub use catalogs::{CATALOGS, CatalogEntry, Wholesaler};
pub use fault::{FAULT_BLOCK, Fault};
pub use images::{ImageEntry, WHOLESALERS};
pub use manufacturers::{Brand, Manufacturer, manufacturers};
pub use picture::{Picture, Size};
pub use showcase::{Showcase, showcase};

use product::Plan;
use serde_json::Value;

/// The generator's version. A catalogue from another version may differ in every record, so an
/// existing one should be replaced.
pub const VERSION: &str = "7";

/// The index of the first product that depends on the seed. Lower indexes are for the
/// showcase.
pub(crate) const FIRST: u64 = 200;

/// A product with its versions, codes, images and faults.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// All versions of the product, oldest first, each as under `data` in a response.
    pub versions: Vec<Value>,
    /// The wholesalers' codes for the product.
    pub catalog: Vec<CatalogEntry>,
    /// Its images, in the order of the list.
    pub images: Vec<ImageEntry>,
    /// The planted faults.
    pub faults: Vec<Fault>,
}

/// Makes a catalogue with this number of products, which starts with the showcase.
///
/// GTINs are unique up to nine million products.
pub fn entries(seed: u64, products: u32) -> impl Iterator<Item = Entry> {
    let shown = showcase::shown().iter().take(products as usize);
    let last = FIRST + u64::from(products) - shown.len() as u64;
    let showcase = (0..).zip(shown).filter_map(|(index, shown)| {
        let (plan, versions) = shown.product(index)?;
        Some(entry(&plan, versions))
    });
    showcase.chain((FIRST..last).map(move |index| {
        let plan = Plan::draw(seed, index, last - 1);
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
