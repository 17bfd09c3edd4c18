//! The catalogue: one SQLite file with products, images, manufacturers and tokens.
//!
//! Records are stored unchanged, beside the columns by which lists filter and sort ([`record`]
//! reads those). One process at a time writes ([`Writer`]). Any number read ([`Pool`]), and
//! they see only committed transactions. [`import`] reads records from files.

pub mod catalogs;
mod error;
pub mod images;
pub mod import;
pub mod manufacturers;
pub mod permissions;
mod pool;
pub mod products;
pub mod query;
pub mod record;
mod schema;
pub mod search;
pub mod sql;
mod tokens;
mod writer;

pub use catalogs::{CatalogOrder, CatalogProduct, CatalogQuery};
pub use error::StoreError;
pub use images::{Image, ImageQuery, ImageSort};
pub use pool::Pool;
pub use products::Found;
pub use query::{ChangedFilter, Cursor, ListQuery, Position, SortField, SortKey, Status};
pub use record::columns::{MAX_ID, Refusal};
pub use schema::{LIST_INDEXES, SCHEMA, configure, cursor_key, open};
pub use sql::Slice;
pub use tokens::{
    Account, DEMO_TOKEN, ListedToken, account_of, hash as token_hash, is_demo,
    record_use as record_token_use, token_name, tokens,
};
pub use writer::Writer;
