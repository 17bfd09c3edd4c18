//! Trustworthy product information on any shop's pages.
pub mod gtin;
pub mod model;

#[cfg(feature = "client")]
pub mod client;
pub mod label;

#[cfg(all(feature = "card", target_arch = "wasm32"))]
pub mod card;
#[cfg(all(feature = "js", target_arch = "wasm32"))]
mod js;
