//! A server of the Product Data Pool API, from its own catalogue or as a gateway
//! to another service.
//!
//! One binary, `product-pool-server`, and one SQLite file. [`cli`] is the entry
//! point. The crate [`product_pool_store`] has the catalogue, which its import and
//! [`seed`] fill; `http` answers requests, `gateway` answers them from an upstream,
//! `page` draws cards for people, `assets` serves the package's files, and `ops` has
//! the log, probes and metrics.
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
mod gateway;
mod http;
mod keys;
mod nearest;
mod network;
mod ops;
mod page;
pub mod seed;
mod serve;

pub use http::Mount;

/// Bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}
