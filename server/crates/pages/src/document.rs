//! Whole HTML pages.

use product_pool::card::{Element, Failure, el, to_html};
use product_pool::messages::Messages;

use crate::render::{RenderedCard, failed_card};
use crate::styles::PAGE_SHEET;

/// The parts of a page's head that do not come from its product.
pub(super) struct Head<'a> {
    /// The canonical URL of the product's page, if known.
    pub(super) canonical: Option<&'a str>,
    /// The URL of the element's script.
    pub(super) script: Option<&'a str>,
}

/// Formats the page of a product.
pub(super) fn page(card: RenderedCard, head: &Head<'_>, messages: &Messages) -> String {
    let mut metadata = vec![meta("name", "description", &card.description)];
    // The canonical URL comes only from the configuration: a host taken from the request could
    // be forged.
    metadata.extend(head.canonical.map(|url| {
        el("link")
            .attr("rel", "canonical")
            .owned_attr("href", url.to_owned())
    }));
    let image = card.image.as_deref();
    let properties = [
        ("og:type", Some("product")),
        ("og:title", Some(card.title.as_str())),
        ("og:description", Some(card.description.as_str())),
        ("og:url", head.canonical),
        ("og:image", image),
    ];
    metadata.extend(
        properties
            .into_iter()
            .filter_map(|(name, value)| Some(meta("property", name, value?))),
    );
    // Search engines read the JSON-LD anywhere in the page, so the card comes first.
    let mut body = vec![el("main").child(card.element)];
    body.extend(card.json_ld);
    // The script is the last element, so that the browser requests it after it has read the
    // card.
    body.extend(head.script.map(|address| {
        el("script")
            .attr("type", "module")
            .owned_attr("src", address.to_owned())
    }));
    document(&card.title, metadata, body, messages)
}

/// Formats the page that explains why there is no product.
pub(super) fn failure_page(failure: Failure, messages: &Messages) -> String {
    let key = format!("error.{}.title", failure.key());
    let metadata = vec![meta("name", "robots", "noindex")];
    let body = vec![el("main").child(failed_card(failure, messages))];
    document(messages.get(&key), metadata, body, messages)
}

/// A document whose first paint needs no other response: the styles are inline.
fn document(
    title: &str,
    metadata: Vec<Element>,
    body: Vec<Element>,
    messages: &Messages,
) -> String {
    let head = el("head")
        .child(el("meta").attr("charset", "utf-8"))
        .child(meta(
            "name",
            "viewport",
            "width=device-width, initial-scale=1",
        ))
        .child(meta("name", "color-scheme", "light dark"))
        .child(el("title").text(title))
        .child(PAGE_SHEET.element())
        .children(metadata);
    let html = el("html")
        .owned_attr("lang", messages.language().to_owned())
        .owned_attr("dir", messages.direction().to_owned())
        .child(head)
        .child(el("body").children(body));
    format!("<!doctype html>\n{}\n", to_html(&html))
}

/// A `meta` element; `kind` is the attribute with its name.
fn meta(kind: &'static str, name: &'static str, content: &str) -> Element {
    el("meta")
        .attr(kind, name)
        .owned_attr("content", content.to_owned())
}
