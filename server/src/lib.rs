//! A server of the Product Data Pool API, from its own catalogue or as a gateway
//! to another service.
//!
//! One binary, `product-pool-server`, and one SQLite file. [`cli`] is the entry
//! point. The crate [`product_pool_store`] has the catalogue, which its import and
//! [`seed`] fill, and [`product_pool_http`] the listener and its limits;
//! [`product_pool_api`] answers requests from the catalogue, [`product_pool_gateway`] answers them from
//! an upstream, `page` draws cards for people, `assets` serves the package's files, and `ops` has the log, probes
//! and metrics.
//!
//! What holds throughout:
//! - a record is stored as it came, and read tolerantly; nothing a supplier
//!   wrote is lost or mended;
//! - a catalogue changes in one transaction, or in one renaming, or not at all;
//! - a token's value reaches neither the log nor the disk;
//! - no request is answered by a panic.

mod assets;
mod check;
pub mod cli;
mod config;
mod ops;
mod page;
pub mod seed;
mod serve;

pub use product_pool_http::Mount;
