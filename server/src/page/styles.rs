//! The style sheets of pages: each under an address that never means another
//! text, and under a plain one for whoever writes it by hand.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::http::answer::{self, FOR_EVER};
use crate::http::problem::Problem;
use crate::http::security::Kind;

/// The card's styles: what all elements begin with, and its own.
const OF_CARD: &str = concat!(
    include_str!("../../../pkg/styles/base.css"),
    include_str!("../../../pkg/styles/card.css"),
    include_str!("../../../pkg/styles/allergens.css"),
    include_str!("../../../pkg/styles/panels.css"),
);

/// What a page has beside its card.
const OF_PAGE: &str = "body { margin: 0 auto; max-width: 60rem; padding: 1rem; \
    font-family: system-ui, sans-serif; }\n@media print { body { padding: 0; } }\n";

// The paths of the sheets.
pub(super) const CARD: &str = "/assets/card.css";
pub(super) const PAGE: &str = "/assets/page.css";
pub(super) const LASTING: &str = "/assets/styles/{hash}/{name}";

/// How long what changes with the server is kept.
const FOR_NOW: &str = "public, max-age=300";

/// A style sheet.
#[derive(Debug)]
pub(super) struct Sheet {
    text: String,
    tag: String,
    /// Its address, of which its content is part.
    pub(super) address: String,
}

/// The card's, which stands in its shadow tree.
pub(super) static CARD_SHEET: LazyLock<Sheet> =
    LazyLock::new(|| Sheet::new("card.css", OF_CARD.into()));
/// The page's own.
pub(super) static PAGE_SHEET: LazyLock<Sheet> =
    LazyLock::new(|| Sheet::new("page.css", OF_PAGE.into()));

impl Sheet {
    fn new(name: &str, text: String) -> Sheet {
        let tag = answer::tag(text.as_bytes());
        let address = format!("/assets/styles/{}/{name}", hash_in(&tag));
        Sheet { text, tag, address }
    }

    fn hash(&self) -> &str {
        hash_in(&self.tag)
    }

    /// The sheet. Under a name that another sheet had it is this one all the
    /// same: a page that some cache has kept is better shown in today's styles
    /// than in none.
    fn answer(&self, hash: Option<&str>, headers: &HeaderMap) -> Response {
        let control = match hash {
            Some(it) if it == self.hash() => FOR_EVER,
            Some(_) => "no-cache",
            None => FOR_NOW,
        };
        if answer::is_known(headers, &self.tag) {
            return Kind::Asset.mark(answer::not_modified(&self.tag, control));
        }
        let mime = "text/css; charset=utf-8";
        let mut response = answer::body(StatusCode::OK, mime, self.text.clone());
        answer::cache(&mut response, &self.tag, control);
        Kind::Asset.mark(response)
    }
}

/// A tag as part of an address.
fn hash_in(tag: &str) -> &str {
    tag.trim_matches('"').get(..16).unwrap_or_default()
}

/// Both sheets under their addresses.
pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let plain = |sheet: &'static Sheet| {
        get(move |headers: HeaderMap| async move { sheet.answer(None, &headers) })
    };
    Router::new()
        .route(CARD, plain(&CARD_SHEET))
        .route(PAGE, plain(&PAGE_SHEET))
        .route(LASTING, get(lasting))
}

async fn lasting(
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

    #[test]
    fn only_the_sheets_own_name_lasts() {
        let control = |hash: Option<&str>| {
            let response = CARD_SHEET.answer(hash, &HeaderMap::new());
            response.headers()["cache-control"].clone()
        };
        assert_eq!(control(Some(CARD_SHEET.hash())), FOR_EVER);
        assert_eq!(control(Some("0123456789abcdef")), "no-cache");
        assert_eq!(control(None), FOR_NOW);
        assert_ne!(CARD_SHEET.hash(), PAGE_SHEET.hash());
    }
}
