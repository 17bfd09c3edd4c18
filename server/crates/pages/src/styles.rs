//! The style sheets of pages: inline in the page, so that its first paint needs no other response,
//! where the Content-Security-Policy allows them by their hash. For fragments the card's is served
//! under a path that contains a hash of its content.

use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use axum::routing::get;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use product_pool::card::{Element, el, stylesheet};
use product_pool_http::Representation;
use product_pool_http::responses::answer::{IMMUTABLE, tagged};
use product_pool_http::responses::security::Kind;

/// The page's styles beside those of its card.
const PAGE_STYLES: &str = "body { margin: 0 auto; max-width: 60rem; padding: 1rem; \
    font-family: system-ui, sans-serif; }\n@media print { body { padding: 0; } }\n";

/// The path of the card's sheet.
pub(super) const PATH: &str = "/assets/styles/{hash}/card.css";

/// A style sheet.
#[derive(Debug)]
pub(super) struct Sheet {
    text: String,
    sheet: Representation,
}

/// The card's style sheet, which is part of its shadow tree.
pub(super) static CARD_SHEET: LazyLock<Sheet> = LazyLock::new(|| Sheet::new(&stylesheet()));
/// The page's own style sheet.
pub(super) static PAGE_SHEET: LazyLock<Sheet> = LazyLock::new(|| Sheet::new(PAGE_STYLES));

impl Sheet {
    fn new(text: &str) -> Sheet {
        // Normalised as in a browser's HTML parser, because the hash is computed over that
        // text.
        let text = text.replace("\r\n", "\n");
        let sheet = Representation::from(Bytes::from(text.clone()));
        Sheet { text, sheet }
    }

    /// The part of its entity tag that is used in its path.
    fn hash(&self) -> &str {
        self.sheet
            .tag
            .trim_matches('"')
            .get(..16)
            .unwrap_or_default()
    }

    /// Its path, which contains a hash of its content.
    pub(super) fn address(&self) -> String {
        PATH.replace("{hash}", self.hash())
    }

    /// The sheet as a style element.
    pub(super) fn element(&self) -> Element {
        el("style").text(&self.text)
    }

    /// The source expression with which a Content-Security-Policy allows that element.
    fn source(&self) -> String {
        let hash = Sha256::digest(self.text.as_bytes());
        format!("'sha256-{}'", BASE64_STANDARD.encode(hash))
    }

    /// The response with the sheet. The path of an older version gets the current sheet too: a
    /// cached page is better shown in today's styles than in none.
    fn answer(&self, hash: &str, headers: &HeaderMap) -> Response {
        let control = match hash == self.hash() {
            true => IMMUTABLE,
            false => "no-cache",
        };
        let mime = HeaderValue::from_static("text/css; charset=utf-8");
        Kind::Asset.mark(tagged(headers, mime, control, self.sheet.clone()))
    }
}

/// The source expressions that the Content-Security-Policy of a page needs for its styles.
pub fn sources() -> [String; 2] {
    [&CARD_SHEET, &PAGE_SHEET].map(|sheet| sheet.source())
}

/// The route of the card's sheet.
pub(super) fn route<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let answer =
        async |Path(hash): Path<String>, headers: HeaderMap| CARD_SHEET.answer(&hash, &headers);
    Router::new().route(PATH, get(answer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use product_pool::card::to_html;

    #[test]
    fn only_the_current_hash_is_cached_for_ever() {
        let control = |hash: &str| {
            let response = CARD_SHEET.answer(hash, &HeaderMap::new());
            response.headers()["cache-control"].clone()
        };
        assert_eq!(control(CARD_SHEET.hash()), IMMUTABLE);
        assert_eq!(control("0123456789abcdef"), "no-cache");
        assert_ne!(CARD_SHEET.hash(), PAGE_SHEET.hash());
    }

    #[test]
    fn a_style_element_contains_the_text_that_is_hashed() {
        let sheet = Sheet::new("p { color: red; }\r\n");
        assert_eq!(
            to_html(&sheet.element()),
            "<style>p { color: red; }\n</style>"
        );
        // printf 'p { color: red; }\n' | openssl dgst -sha256 -binary | base64
        assert_eq!(
            sheet.source(),
            "'sha256-48sSy1L+0pGBMr3XQog56zBcXid1hhmpAwenUuKoe5w='"
        );
        for sheet in [&CARD_SHEET, &PAGE_SHEET] {
            // These would end the style element early or be changed by the parser.
            assert!(!sheet.text.contains("</") && !sheet.text.contains(['\r', '\0']));
        }
    }
}
