//! The product that a record is about, and the record's address in the API.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use product_pool::gtin::Gtin;
use product_pool::model::Product;
use serde::Deserialize;

/// The identifier of the product that a response is about. A record that is shown again is not
/// read as a whole for it.
pub(super) fn pool_id(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Response {
        data: Record,
    }
    #[derive(Deserialize)]
    struct Record {
        pool_id: String,
    }
    let response: Response = serde_json::from_str(text).ok()?;
    Some(response.data.pool_id)
}

/// The GTIN of a record's traded unit.
pub(super) fn outer_gtin(product: &Product) -> Option<Gtin> {
    let text = product.data().outer().traded_unit_gtin().get()?;
    Gtin::parse_lenient(text).ok()
}

/// The path of a product's record: by the given GTIN if the API finds the record by it,
/// otherwise by identifier.
pub(super) fn record_link(gtin: &Gtin, product: Option<&Product>) -> String {
    let others = product.filter(|product| outer_gtin(product) != Some(*gtin));
    let by_id = others.and_then(|product| product.data().pool_id().get().map(record_path));
    by_id.unwrap_or_else(|| format!("/v2/products/gtin/{}", gtin.to_14()))
}

/// The path of a record by its identifier.
pub(super) fn record_path(id: &str) -> String {
    format!("/v2/products/{}", segment(id))
}

/// Encodes a text as a path segment.
pub(super) fn segment(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
