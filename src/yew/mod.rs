//! The card, its panels and the views as components of [Yew](https://yew.rs), and hooks
//! that load products.
//!
//! ```
//! use product_pool::yew::ProductCard;
//! use yew::prelude::*;
//!
//! #[component]
//! fn App() -> Html {
//!     html! { <ProductCard gtin="09520000000004" base_url="https://shop.example/pool"/> }
//! }
//! ```
//!
//! - [`ProductCard`] requests a product and shows it, with styles; its properties have the
//!   names of the custom element's attributes, slots and events.
//! - [`PoolProvider`] shares one client, with a token and limits, among all components and hooks
//!   below, and says which language they speak.
//! - [`use_product`], [`use_images`], [`use_products`], [`use_manufacturers`], [`use_changes`],
//!   [`use_messages`] and [`use_pool`] are for components of your own; [`use_request`] and
//!   [`use_list`] request anything else of the client's, and [`use_product_suspense`] and
//!   [`use_request_suspense`] are for components in a `<Suspense>`.
//! - [`ProductPanel`] is a single panel of a product.
//! - [`AllergenMatrix`] compares products, [`ProductChanges`] two versions of one.
//! - [`stylesheet`] is for pages that a server renders.

#[cfg(target_arch = "wasm32")]
mod sheet;

mod browser;
mod card;
mod console;
mod drawn;
mod events;
mod hooks;
mod json_ld;
mod lists;
mod locale;
mod original;
mod outcome;
mod panels;
mod pool;
mod product;
mod props;
mod reader;
mod render;
mod renewal;
mod report;
mod request;
mod shadow;
mod styles;
mod views;
mod visibility;

pub use crate::card::Theme;
pub use card::{ProductCard, ProductCardProps};
pub use events::{CardFailure, PanelToggle, Replaced};
pub use json_ld::JsonLd;
pub use lists::{UseList, use_changes, use_list, use_manufacturers, use_products};
pub use locale::use_messages;
pub use panels::{ProductPanel, ProductPanelProps};
pub use pool::{Pool, PoolProvider, PoolProviderProps, use_pool};
pub use product::{
    IntoKey, LoadedImages, LoadedProduct, ProductKey, use_images, use_product, use_product_suspense,
};
pub use props::{AvoidList, Loading};
pub use request::{RequestState, UseRequest, use_request, use_request_suspense};
pub use shadow::Shadow;
pub use styles::{STYLE_ID, stylesheet};
pub use views::{AllergenMatrix, AllergenMatrixProps, ProductChanges, ProductChangesProps};
