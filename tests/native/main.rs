//! Native tests of everything that needs no browser.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

mod allergens;
mod catalogue;
mod gtin;
mod hostile;
mod json;
mod nutrition;
mod table;
mod text;
