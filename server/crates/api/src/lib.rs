//! The operations of the Product Data Pool API over a catalogue: the routes of the table of
//! operations ([`router`]) and their handlers.

mod app;
mod catalogs;
mod cursor;
mod images;
mod manufacturers;
pub mod products;
mod request;
mod search;
mod state;

pub use app::{PICTURE, router};
pub use cursor::Cursors;
pub use search::{SEARCH, SearchRequest, search_route};
pub use state::App;
