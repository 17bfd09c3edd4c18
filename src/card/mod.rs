//! The card: a product's information as a shopper sees it.
//!
//! Yew views, one file a panel. They show what [`label`](crate::label) has
//! worked out and decide nothing of their own. Text reaches the page only as
//! text nodes, and nothing here listens to events: what can be clicked carries
//! an attribute `data-action`, and the host (the custom element, or a Yew
//! application) listens on the element around the card. So the card can live
//! inside a page that is itself a Yew application, and on a server.
//!
//! - [`Card`] shows one state of a product: loading, failed, or a record.
//! - [`PanelView`] shows a single panel, for a page with a layout of its own.
//! - `FetchingCard` (feature `client`) loads its product itself.

mod allergens;
mod app;
#[cfg(all(feature = "client", target_arch = "wasm32"))]
mod fetching;
mod gallery;
mod header;
mod ingredients;
mod markup;
#[cfg(all(feature = "module", target_arch = "wasm32"))]
mod mount;
mod notices;
mod nutrition;
mod panel;
mod view;

pub use app::{Card, CardProps, Failure, PanelProps, PanelView, State};
#[cfg(all(feature = "client", target_arch = "wasm32"))]
pub use fetching::{CardEvent, FetchingCard, FetchingCardProps, Listener, Source};
pub use panel::{Density, Panel};
pub use view::Record;
