//! Pages for people: the card in the first HTML, whole pages, and the way from a
//! GS1 Digital Link to them.
//!
//! A page asks the API of its own server, by a request that never leaves the
//! process. So it is the same over a catalogue and over a gateway, and holds
//! whatever those hold: caching, withheld fields, limits.

mod answer;
mod ask;
pub mod assets;
mod document;
mod link;
mod reader;
mod render;
mod routes;
mod settings;
mod styles;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::http::HeaderValue;

pub use routes::{PATHS, router};
pub use styles::sources as style_sources;

use crate::assets::Release;

/// How pages are made.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The public address of the pages, without a slash at the end.
    pub base: Option<String>,
    /// Where the server listens: image addresses of the catalogue point there
    /// unless another address was configured.
    pub host: Option<HeaderValue>,
    /// The address of the element's script; `None` for that of the release.
    pub script: Option<String>,
    /// The package's files; without them and without a script, pages have none.
    pub release: Option<Arc<Release>>,
    /// The origins whose pages may fetch cards; `*` for all.
    pub origins: Vec<HeaderValue>,
}

impl Options {
    /// The options of a server that listens on `address`.
    pub fn at(mut self, address: SocketAddr) -> Options {
        // A server that listens on every address is found under this one at least.
        let host = match address.ip().is_unspecified() {
            true => format!("localhost:{}", address.port()),
            false => address.to_string(),
        };
        self.host = HeaderValue::try_from(host).ok();
        self
    }

    /// What is missing in them.
    pub fn warning(&self) -> Option<String> {
        let text = "--pages without --base-url: pages have no canonical address, and cards \
                    in pages of other sites have no styles; --base-url is the public address, \
                    such as https://shop.example.com";
        self.base.is_none().then(|| text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_where_the_server_listens() {
        for (address, host) in [
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("[::1]:8080", "[::1]:8080"),
            ("0.0.0.0:80", "localhost:80"),
            ("[::]:80", "localhost:80"),
        ] {
            let options = address.parse().map(|it| Options::default().at(it));
            let found = options.ok().and_then(|options| options.host);
            assert_eq!(found, Some(HeaderValue::from_static(host)), "{address}");
        }
    }
}
