//! The card: a product's information as a shopper sees it.
//!
//! `panels` has a file for each panel. They show what [`label`](crate::label) has worked out and
//! decide nothing of their own. Text reaches the page only as text, and nothing
//! here listens to events: what can be clicked carries an attribute
//! `data-action`, and the host (the custom element, or a Yew application)
//! listens on the element around the card. So a card can live inside a page that
//! is itself a Yew application, and on a server.
//!
//! ```
//! use product_pool::card::{CardProps, Record, State, Variant, draw};
//! use product_pool::messages::Messages;
//! use product_pool::model::Product;
//!
//! let body = r#"{"data": {"general": {"product_name": "Tomato soup"},
//!     "components": [{"allergens": {"contains_celery": {"description": "Yes"}}}]}}"#;
//! let product = Product::from_json(body)?;
//! let mut props = CardProps::new(State::Ready(Record::new(product)), Messages::english());
//! props.variant = Variant::Summary;
//! props.avoid = Some("celery".to_owned());
//! let card = draw(&props);
//! assert_eq!(card.name(), "article");
//! # #[cfg(not(target_arch = "wasm32"))]
//! assert!(product_pool::card::to_html(&card).contains("Tomato soup"));
//! # Ok::<(), product_pool::model::DecodeError>(())
//! ```
//!
//! - [`draw`] makes the tree of a card in one of its states: loading, failed, or
//!   with a record; [`draw_panel`] that of a single panel.
//! - `fragment` (not on WebAssembly) puts a card into an element with its styles, for a page
//!   of any server; `stylesheet` is its style sheet, and `to_html` prints a tree.
//! - [`verdicts`] and [`avoidable`] have what a browser needs to answer a reader without telling the
//!   server what that one avoids.
//! - `Drawing` (feature `dom`, on WebAssembly) brings a tree into the page.
//!
//! The module `yew` (feature `yew`) has the card as a Yew component.

mod app;
pub(crate) mod bound;
mod failure;
#[cfg(not(target_arch = "wasm32"))]
mod fragment;
mod panel;
mod panels;
pub(crate) mod phrases;
mod record;
pub(crate) mod render;
#[cfg(any(feature = "yew", not(target_arch = "wasm32")))]
pub(crate) mod styles;
mod verdicts;
mod view;

pub use crate::model::table::UnknownName;
pub use app::{CardProps, PanelProps, State, answer, draw, draw_panel};
pub use failure::Failure;
#[cfg(not(target_arch = "wasm32"))]
pub use fragment::{Styles, fragment, fragment_in, stylesheet};
pub use panel::{Density, Panel, Theme, Variant};
pub use record::Record;
#[cfg(all(feature = "dom", target_arch = "wasm32"))]
pub use render::dom::Drawing;
#[cfg(not(target_arch = "wasm32"))]
pub use render::to_html;
pub use render::tree::{Element, Node, el};
pub use verdicts::{Verdicts, avoidable, verdicts};
