//! HTML for people: whole pages, server-rendered cards, and the GS1 Digital Link resolver that
//! redirects to them.
//!
//! A page sends its requests to its own server's API inside the process. So it works the same
//! over a catalogue and a gateway, and their caching, withheld fields and limits apply to it.

pub mod assets;
mod digital_link;
mod document;
mod drawings;
mod drawn_path;
mod entries;
mod freshness;
mod internal_api;
mod language;
mod page_request;
mod record_address;
pub mod releases;
mod render;
mod response;
mod routes;
mod settings;
mod shared_body;
mod styles;

use std::sync::Arc;

use product_pool_http::Origin;

pub use routes::{paths, router};
pub use styles::sources as style_sources;

use crate::assets::Release;

/// The options of pages.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The base URL of the pages, without a slash at the end.
    pub base: Option<String>,
    /// The URL of the element's script; `None` for that of the release.
    pub script: Option<String>,
    /// The package's files; if these and the script are missing, pages have no script.
    pub release: Option<Arc<Release>>,
    /// The origins whose pages may fetch cards; `*` for all.
    pub origins: Vec<Origin>,
}

impl Options {
    /// The URL of the element's script, if there is one.
    fn card_script(&self) -> Option<String> {
        let released = || Some(self.release.as_ref()?.card_script());
        self.script.clone().or_else(released)
    }

    /// A warning if a recommended option is missing.
    pub fn warning(&self) -> Option<String> {
        let text = "--pages without --base-url: pages have no canonical address, and cards as \
                    HTML and Digital Links are refused; set it to the public address, such as \
                    https://shop.example.com";
        self.base.is_none().then(|| text.to_owned())
    }
}
