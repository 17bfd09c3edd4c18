//! The service's records: the field table, the JSON reader, and the records as they
//! were sent.
//!
//! A record is kept as the tree of JSON values it was sent as ([`Value`]), so
//! nothing a supplier sent is lost; the table ([`table`]) says what each field
//! is meant to be; views read it with types; [`faults`] reports where the two
//! differ. Nothing here uses the network or the DOM.
//!
//! # Through serde
//! Values implement `Serialize` and `Deserialize`, and so do the products, images,
//! list items and pages made of them.
//! Everything goes through [`Value`], so a product is written as the body it
//! came as, and reading applies the same checks as `from_json`. Through a text
//! format such as JSON, members keep their order and repeated members stay; through a
//! binary one, such as that of Yew's `use_prepared_state!`, it is a string of JSON.
//!
//! What serde's data model cannot carry:
//!
//! - The digits of a number. It has numbers, not their text, so `1.50` is
//!   written as `1.5`. A number that neither a 64-bit integer nor a double holds
//!   exactly is written as a string of its digits, never rounded; the typed
//!   views read it alike. `serde_json` reads doubles exactly only with its feature
//!   `float_roundtrip`, and hands on all digits with `arbitrary_precision`.
//! - Repeated members, through a type that is a map, such as `serde_json::Value`.
//!
//! Where every digit must survive, write the text itself:
//!
//! ```
//! use product_pool::model::Product;
//! use serde_json::value::RawValue;
//!
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Entry {
//!     gtin: String,
//!     product: Box<RawValue>,
//! }
//!
//! let body = r#"{"data":{"general":{"net_weight":1.50}}}"#;
//! let product = Product::from_json(body)?;
//! let entry = Entry {
//!     gtin: "9520000002008".to_owned(),
//!     product: RawValue::from_string(product.to_json())?,
//! };
//! let json = serde_json::to_string(&entry)?;
//! let read: Entry = serde_json::from_str(&json)?;
//! assert_eq!(Product::from_json(read.product.get())?, product);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod construct;
mod faults;
mod ids;
pub(crate) mod normalize;
mod page;
mod parse;
mod product;
mod serde;
pub mod table;
mod unit;
mod value;

/// Typed, tolerant readings of single values.
///
/// A view never fails: what cannot be read as its type reads as absent. A record's
/// `get` gives a value as it was sent, and its accessors in the form of the table
/// ([`Product`]). Whether a value departs from its type is the business of [`faults`].
///
/// ```
/// use product_pool::model::Product;
/// use product_pool::model::view::Quantity;
///
/// let product = Product::from_json(
///     r#"{"data": {"outer": {"outer_case_gross_weight": {"value": 6.40, "units": "kg"}}}}"#,
/// )?;
/// let weight: Quantity<'_> = product.data().outer().outer_case_gross_weight();
/// assert_eq!((weight.value(), weight.units()), (Some("6.40"), Some("kg")));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub mod view {
    pub use super::table::view::{
        Any, Coded, Integer, IntegerQuantity, List, Numeric, Quantity, Reference, Shape, Text, View,
    };
}

pub use faults::{Expected, Fault, faults};
pub use ids::{BrandId, LabelId, ManufacturerId, WholesalerId};
pub use page::{
    Brand, CatalogPage, CatalogProduct, ImagePage, Label, ListedImage, ListedProduct, Manufacturer,
    Page, PageItem, ProductPage,
};
pub use parse::{MAX_DEPTH, ParseError};
pub use product::{DecodeError, FeatureImage, Product};
pub use table::{Allergen, Micronutrient, Nutrient};
pub use unit::Unit;
pub use value::{Number, Object, Value};
