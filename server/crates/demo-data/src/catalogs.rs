//! Wholesaler catalogs: the products of a wholesaler, under codes of its own.

use crate::images::WHOLESALERS;
use crate::product::Product;
use crate::random::{Purpose, Random};
use crate::timestamp::{DAY, Timestamp};
use serde_json::Value;

/// A wholesaler with a catalog.
#[derive(Debug)]
#[non_exhaustive]
pub struct Wholesaler {
    /// Its id.
    pub id: u32,
    /// Its labels: id, name and code.
    pub labels: &'static [(u32, &'static str, &'static str)],
    /// One in this many products is in its catalog.
    every: u64,
}

/// The wholesalers with a catalog, each with the labels of its account.
pub const CATALOGS: &[Wholesaler] = &[
    Wholesaler {
        id: WHOLESALERS[0],
        labels: &[
            (3001, "Ambry Own Label", "AOL"),
            (3002, "Ambry Kitchen", "AKI"),
        ],
        every: 7,
    },
    Wholesaler {
        id: WHOLESALERS[1],
        labels: &[(3101, "Larkfield Select", "LFS")],
        every: 9,
    },
];

/// A wholesaler's code for a version of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CatalogEntry {
    /// The id of the wholesaler.
    pub wholesaler: u32,
    /// The code, in any characters.
    pub code: String,
    /// The index of the version among those of the product. It need not be the newest.
    pub version: usize,
    /// The component to which the code belongs; `None` for the whole product.
    pub component: Option<String>,
    /// When the code was given, such as `2024-07-02 14:25:26`.
    pub cataloged_at: String,
    /// The newer version that the wholesaler has dismissed.
    pub dismissed: Option<String>,
}

/// The first product index that is in no catalog, so that catalogs stay small.
const END: u64 = 2_200;

/// The wholesalers' codes of a product.
pub(crate) fn catalog(product: &Product, versions: &[Value]) -> Vec<CatalogEntry> {
    let wholesalers = CATALOGS.iter().zip(0..);
    let has = |(wholesaler, place): &(&Wholesaler, u64)| {
        product.index < END && (product.index + place).is_multiple_of(wholesaler.every)
    };
    wholesalers
        .filter(has)
        .filter_map(|(wholesaler, _)| entry(product, versions, wholesaler))
        .collect()
}

fn entry(product: &Product, versions: &[Value], wholesaler: &Wholesaler) -> Option<CatalogEntry> {
    let seed = product.seed ^ u64::from(wholesaler.id);
    let mut random = Random::of(seed, product.index, Purpose::Catalog);
    let newest = versions.len().checked_sub(1)?;
    // Some catalogs still have the version before the newest; in some of these, the wholesaler
    // has dismissed the newest.
    let stays = newest > 0 && random.percent(30);
    let dismisses = stays && random.percent(50);
    let version = if stays { newest - 1 } else { newest };
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let component = &versions[version]["components"][0]["general"]["component_uuid"];
    let cataloged = Timestamp(product.changed.0 + i64::from(random.below(200)) * DAY + 9 * 3600);
    let names_component = !product.frozen.is_sparse() && random.percent(20);
    Some(CatalogEntry {
        wholesaler: wholesaler.id,
        code: if wholesaler.id == WHOLESALERS[0] {
            // Digits with leading zeros, as tills print them.
            format!("{:04}", product.index)
        } else {
            text_code(product, &mut random)
        },
        version,
        component: text(component).filter(|_| names_component),
        cataloged_at: cataloged.text(),
        dismissed: text(&versions[newest]["version"]).filter(|_| dismisses),
    })
}

/// Letters and digits, with other characters that people type into such a field.
fn text_code(product: &Product, random: &mut Random) -> String {
    let letters = product
        .frozen
        .article
        .chars()
        .filter(char::is_ascii_alphabetic);
    let name = letters.take(6).collect::<String>().to_uppercase();
    match random.below(5) {
        0 => format!("!@£{}{}", name.to_lowercase(), product.index),
        1 => format!("{name}/{}", product.index),
        2 => format!("{name} {}", product.index),
        _ => format!("{name}{}M", product.index),
    }
}
