//! The catalogue: one SQLite file with products, images, makers and tokens, and the
//! gateway's copy of an upstream ([`mirror`]).
//!
//! Records are stored as they came, beside the columns that lists filter and
//! sort by ([`record`] reads those). One process at a time writes ([`Writer`]); any
//! number read ([`Pool`]) and see the last finished write, never half of one.
//! [`import`] brings records in from files.

pub mod catalogs;
mod error;
pub mod images;
pub mod import;
pub mod makers;
pub mod mirror;
pub mod permissions;
mod pool;
pub mod products;
pub mod query;
pub mod record;
mod schema;
mod tokens;
mod writer;

pub use catalogs::{CatalogOrder, CatalogProduct, CatalogQuery, Label};
pub use error::StoreError;
pub use images::{Image, ImageQuery, ImageSort, Pictures};
pub use makers::{Brand, Manufacturer};
pub use pool::Pool;
pub use products::Found;
pub use query::{ChangedFilter, Cursor, ListQuery, Place, SortField, SortKey, Status};
pub use record::facts::{MAX_ID, Refusal};
pub use schema::{cursor_key, noted, open, open_any};
pub use tokens::{
    Account, DEMO_TOKEN, ListedToken, TokenName, account_of, hash as token_hash, is_demo,
    new_token, tokens,
};
pub use writer::Writer;
