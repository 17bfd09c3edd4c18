//! Trustworthy product information on any shop's pages.
pub mod gtin;
pub mod label;
pub mod model;

#[cfg(all(feature = "card", target_arch = "wasm32"))]
pub mod card;
#[cfg(feature = "client")]
pub mod client;
#[cfg(all(feature = "js", target_arch = "wasm32"))]
mod js;
pub mod messages;
