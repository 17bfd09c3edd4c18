//! Pages for people: the card in the first HTML, whole pages, and the way from a
//! GS1 Digital Link to them.
//!
//! A page asks the API of its own server, by a request that never leaves the
//! process. So it is the same over a catalogue and over a gateway, and holds
//! whatever those hold: caching, withheld fields, limits.

mod answer;
mod ask;
mod hints;
mod link;
mod reader;
mod render;
mod routes;
mod styles;

use std::sync::Arc;

use axum::http::HeaderValue;

pub(crate) use ask::Inside;
pub(crate) use routes::{PATHS, router};

use crate::assets::Release;

/// How pages are made.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    /// Where the pages stand for the world, without a slash at the end; `None`
    /// for wherever the request went.
    pub(crate) base: Option<String>,
    /// What addresses begin with then: `http` or `https`.
    pub(crate) scheme: &'static str,
    /// The address of the element's script; `None` for that of the release.
    pub(crate) script: Option<String>,
    /// The package's files; without them and without a script, pages have none.
    pub(crate) release: Option<Arc<Release>>,
    /// The origins whose pages may fetch cards; `*` for all.
    pub(crate) origins: Vec<HeaderValue>,
}
