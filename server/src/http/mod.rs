//! The API over HTTP.

mod app;
mod cursor;
mod images;
mod makers;
pub(crate) mod products;

pub(crate) use app::{App, PICTURE, router};
pub(crate) use cursor::Cursors;
