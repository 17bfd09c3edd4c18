//! Native tests of everything that needs no browser.
#![allow(clippy::unwrap_used)]

mod card;
mod label;
mod messages;
mod records;
mod repository;
mod support;

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
