//! The API over HTTP.

mod answer;
mod app;
mod auth;
mod cursor;
mod images;
mod listen;
mod makers;
mod params;
mod problem;
mod products;
mod static_files;

pub(crate) use app::{App, router};
pub(crate) use cursor::Cursors;
pub(crate) use listen::{bind, serve, stop_signal};
pub use static_files::Mount;
