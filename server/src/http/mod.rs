//! The API over HTTP.

mod activity;
pub(crate) mod answer;
pub(crate) mod app;
pub(crate) mod auth;
mod connection;
mod crowd;
mod cursor;
pub(crate) mod file;
mod handles;
pub(crate) mod head;
mod images;
mod limits;
pub(crate) mod listen;
mod makers;
mod oversized;
mod packed;
pub(crate) mod params;
mod places;
pub(crate) mod problem;
pub(crate) mod products;
pub(crate) mod security;
pub(crate) mod shape;
pub(crate) mod static_files;
mod tls;
mod validity;

pub(crate) use app::{App, router};
pub(crate) use crowd::Crowd;
pub(crate) use cursor::Cursors;
pub(crate) use head::headed;
pub(crate) use limits::LimitArgs;
pub(crate) use listen::{Listening, bind};
pub(crate) use packed::packed;
pub use static_files::Mount;
pub(crate) use tls::TlsArgs;
