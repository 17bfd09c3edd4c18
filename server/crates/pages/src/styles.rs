//! The style sheets of pages. They are served in three ways: inline in the page, so that its
//! first paint needs no other response, where the Content-Security-Policy allows them by their
//! hash; for fragments, under a path that contains a hash of the content; and under a plain
//! path for links written by hand.

use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use product_pool::card::{Element, el, stylesheet};
use product_pool_http::Representation;
use product_pool_http::responses::answer::{IMMUTABLE, tagged};
use product_pool_http::responses::problem::Problem;
use product_pool_http::responses::security::Kind;

/// The page's styles beside those of its card.
const PAGE_STYLES: &str = "body { margin: 0 auto; max-width: 60rem; padding: 1rem; \
    font-family: system-ui, sans-serif; }\n@media print { body { padding: 0; } }\n";

// The paths of the sheets.
pub(super) const CARD: &str = "/assets/card.css";
pub(super) const PAGE: &str = "/assets/page.css";
pub(super) const VERSIONED: &str = "/assets/styles/{hash}/{name}";

/// The `Cache-Control` of a path whose content may change with the server's version.
const FIVE_MINUTES: &str = "public, max-age=300";

/// A style sheet.
#[derive(Debug)]
pub(super) struct Sheet {
    text: String,
    sheet: Representation,
    /// Its path, which contains a hash of its content.
    pub(super) address: String,
}

/// The card's style sheet, which is part of its shadow tree.
pub(super) static CARD_SHEET: LazyLock<Sheet> =
    LazyLock::new(|| Sheet::new("card.css", &stylesheet()));
/// The page's own style sheet.
pub(super) static PAGE_SHEET: LazyLock<Sheet> =
    LazyLock::new(|| Sheet::new("page.css", PAGE_STYLES));

impl Sheet {
    fn new(name: &str, text: &str) -> Sheet {
        // Normalised as in a browser's HTML parser, because the hash is computed over that
        // text.
        let text = text.replace("\r\n", "\n");
        let sheet = Representation::from(Bytes::from(text.clone()));
        let address = format!("/assets/styles/{}/{name}", hash_in(&sheet.tag));
        Sheet {
            text,
            sheet,
            address,
        }
    }

    fn hash(&self) -> &str {
        hash_in(&self.sheet.tag)
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
    fn answer(&self, hash: Option<&str>, headers: &HeaderMap) -> Response {
        let control = match hash {
            Some(hash) if hash == self.hash() => IMMUTABLE,
            Some(_) => "no-cache",
            None => FIVE_MINUTES,
        };
        let mime = HeaderValue::from_static("text/css; charset=utf-8");
        Kind::Asset.mark(tagged(headers, mime, control, self.sheet.clone()))
    }
}

/// The part of an entity tag that is used in a path.
fn hash_in(tag: &str) -> &str {
    tag.trim_matches('"').get(..16).unwrap_or_default()
}

/// The source expressions that the Content-Security-Policy of a page needs for its styles.
pub fn sources() -> [String; 2] {
    [&CARD_SHEET, &PAGE_SHEET].map(|sheet| sheet.source())
}

/// The routes of both sheets.
pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let plain = |sheet: &'static Sheet| {
        get(move |headers: HeaderMap| async move { sheet.answer(None, &headers) })
    };
    Router::new()
        .route(CARD, plain(&CARD_SHEET))
        .route(PAGE, plain(&PAGE_SHEET))
        .route(VERSIONED, get(versioned))
}

async fn versioned(
    Path((hash, name)): Path<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let sheet = match name.as_str() {
        "card.css" => &CARD_SHEET,
        "page.css" => &PAGE_SHEET,
        _ => return Problem::no_such_path(uri.path()).into_response(),
    };
    sheet.answer(Some(&hash), &headers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use product_pool::card::to_html;

    #[test]
    fn only_the_current_hash_is_cached_for_ever() {
        let control = |hash: Option<&str>| {
            let response = CARD_SHEET.answer(hash, &HeaderMap::new());
            response.headers()["cache-control"].clone()
        };
        assert_eq!(control(Some(CARD_SHEET.hash())), IMMUTABLE);
        assert_eq!(control(Some("0123456789abcdef")), "no-cache");
        assert_eq!(control(None), FIVE_MINUTES);
        assert_ne!(CARD_SHEET.hash(), PAGE_SHEET.hash());
    }

    #[test]
    fn a_style_element_contains_the_text_that_is_hashed() {
        let sheet = Sheet::new("a.css", "p { color: red; }\r\n");
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
