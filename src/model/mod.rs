//! The wire: the field table, the reader, and the records as they came.
//!
//! A record is kept as the tree of JSON values it was sent as ([`Value`]), so
//! nothing a supplier sent is lost; the table ([`table`]) says what each field
//! is meant to be; views read it with types; [`faults`] tells where the two
//! part. Nothing here knows the network or the page.

mod faults;
mod page;
mod parse;
mod product;
pub mod table;
mod value;
pub mod view;

pub use faults::{Expected, Fault, faults};
pub use page::{ImagePage, ListedProduct, Listing, ProductPage, entry_from_json};
pub use parse::{MAX_DEPTH, ParseError};
pub use product::{DecodeError, FeatureImage, Product};
pub use table::{Allergen, Micronutrient, Nutrient};
pub(crate) use value::write_text;
pub use value::{Number, Object, Value};
