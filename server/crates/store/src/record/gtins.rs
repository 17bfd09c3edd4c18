//! The GTINs of a record's units.

use product_pool::gtin::Gtin;
use product_pool::model::Product;

use super::raw_object::pick;

/// The fields with the GTINs of a record's units, in the body of its response.
const GTINS: [&[&str]; 2] = [
    &["data", "outer", "traded_unit_gtin"],
    &["data", "components", "inner", "internal_gtin"],
];

/// The GTINs of the units of the record in a response, as 14 digits: that of the case first, and of
/// a thousand components at most.
///
/// ```
/// use product_pool_store::record::gtins::gtins_in;
/// let body = r#"{"data": {"outer": {"traded_unit_gtin": "9520000000016"}, "components": []}}"#;
/// assert_eq!(gtins_in(body), ["09520000000016"]);
/// ```
pub fn gtins_in(body: &str) -> Vec<String> {
    let Ok(product) = Product::from_json(&pick(body, &GTINS)) else {
        return Vec::new();
    };
    let data = product.data();
    let components = data.components().iter();
    let components = components.map(|component| component.inner().internal_gtin().get());
    let stored = std::iter::once(data.outer().traded_unit_gtin().get()).chain(components);
    let gtins = stored
        .flatten()
        .filter_map(|text| Gtin::parse_lenient(text).ok());
    gtins.map(|gtin| gtin.to_14()).collect()
}
