//! The catalogue: one SQLite file with products, images, makers and tokens.
//!
//! Records stand in it as they came, beside the columns that lists filter and
//! sort by. One process at a time writes ([`Writer`]); any number read
//! (`Pool`) and see the last finished write, never half of one.

mod error;
pub(crate) mod images;
pub(crate) mod makers;
pub(crate) mod mirror;
mod pool;
pub(crate) mod products;
pub(crate) mod query;
mod schema;
mod tokens;
mod writer;

pub use error::StoreError;
pub(crate) use images::{Image, ImageQuery, ImageSort, Pictures};
pub(crate) use makers::{Brand, Manufacturer};
pub(crate) use pool::Pool;
pub(crate) use products::Found;
pub(crate) use query::{ChangedFilter, Cursor, ListQuery, Place, SortField, SortKey, Status};
pub(crate) use schema::{cursor_key, noted, open, open_any};
pub use tokens::{DEMO_TOKEN, TokenName};
pub(crate) use tokens::{hash as token_hash, is_demo, knows, new_token, tokens};
pub use writer::Writer;
