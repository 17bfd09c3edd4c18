//! The tree of elements that a card is, and the ways to show it: in the page,
//! as HTML text, as a Yew view.

#[cfg(all(feature = "dom", target_arch = "wasm32"))]
pub(crate) mod dom;
#[cfg(not(target_arch = "wasm32"))]
mod html;
pub(crate) mod tree;
#[cfg(feature = "card")]
mod yew;

#[cfg(not(target_arch = "wasm32"))]
pub use html::to_html;
