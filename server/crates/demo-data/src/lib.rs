//! A deterministic generator of a catalogue of fictitious, plausible products, a known share
//! of which has faults.
//!
//! Products are variations of frozen records (`data/records.json`), with numbers, makers, names,
//! dates and wordings of flags of their own. They have all sections of the service, several
//! versions and pictures. The same seed gives the same catalogue on every machine. All GTINs are on prefixes that are not issued to
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
//! catalogue. The first products are those of the [`showcase`]. The possible faults are listed in
//! `FAULTS.md`.

mod catalogs;
mod gtins;
mod images;
mod manufacturers;
mod picture;
mod product;
mod random;
mod records;
mod showcase;
mod timestamp;

pub use catalogs::{CATALOGS, CatalogEntry, Wholesaler};
pub use images::{ImageEntry, WHOLESALERS};
pub use manufacturers::{Brand, Manufacturer, manufacturers};
pub use picture::{Picture, Size};
pub use product::FAULT_BLOCK;
pub use showcase::{Showcase, showcase};

use product::Product;
use serde_json::Value;

/// The generator's version. A catalogue from another version may differ in every record, so an
/// existing one should be replaced.
pub const VERSION: &str = "8";

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
    /// The short name of the fault in it, if there is one.
    pub fault: Option<&'static str>,
}

/// Makes a catalogue with this number of products, which starts with the showcase.
///
/// GTINs are unique up to ten million products.
pub fn entries(seed: u64, products: u32) -> impl Iterator<Item = Entry> {
    let shown = records::shown().take(products as usize);
    let last = FIRST + u64::from(products) - shown.len() as u64;
    let showcase = (0..)
        .zip(shown)
        .filter_map(|(index, frozen)| Product::shown(index, frozen));
    let others = (FIRST..last).map(move |index| Product::draw(seed, index, last - 1));
    showcase.chain(others).map(|product| entry(&product))
}

fn entry(product: &Product) -> Entry {
    let versions = product.records();
    Entry {
        catalog: catalogs::catalog(product, &versions),
        versions,
        images: images::images(product),
        fault: product.frozen.fault,
    }
}

#[cfg(test)]
mod tests;
