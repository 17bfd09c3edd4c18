//! A server of the Product Data Pool API, either from its own catalogue or as a gateway to
//! another service.
//!
//! One binary, `product-pool-server`, and one SQLite file. [`cli`] is the entry
//! point; `config` reads its options, `serve` starts the server, `ops` has the log,
//! probes and metrics, and [`seed`] makes a demonstration catalogue. The rest is in
//! crates:
//! - [`product_pool_store`]: the catalogue, and the import of records;
//! - [`product_pool_http`]: connections, TLS, limits and responses;
//! - [`product_pool_api`]: the operations over a catalogue;
//! - [`product_pool_gateway`]: the same operations from an upstream;
//! - [`product_pool_pages`]: cards as HTML, and the package's files.
//!
//! Invariants:
//! - a record is stored unchanged and read tolerantly; nothing a supplier wrote is lost or
//!   corrected;
//! - a catalogue changes in one transaction, or not at all;
//! - a token's value is written neither to the log nor to the disk;
//! - no request causes a panic.

#[cfg(not(unix))]
compile_error!("this server runs on Unix systems only, such as Linux and macOS");

mod check;
pub mod cli;
mod config;
mod constants;
mod ops;
mod options;
pub mod seed;
mod serve;
mod terminal;
mod usage;

pub use product_pool_http::Mount;
