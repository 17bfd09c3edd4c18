//! The tree of elements that a card is, and the ways to show it: in the page, and
//! as HTML text.

#[cfg(all(feature = "dom", target_arch = "wasm32"))]
pub(crate) mod dom;
#[cfg(not(target_arch = "wasm32"))]
mod html;
pub(crate) mod table;
pub(crate) mod tree;

#[cfg(not(target_arch = "wasm32"))]
pub use html::to_html;
