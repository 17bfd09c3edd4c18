//! Whole HTML pages.

use product_pool::card::Failure;
use product_pool::messages::Messages;

use crate::render::{Drawn, escaped, failed_card};
use crate::styles::PAGE_SHEET;

/// The parts of a page's head that do not come from its product.
pub(super) struct Head<'a> {
    /// The canonical URL of the product's page, if known.
    pub(super) canonical: Option<&'a str>,
    /// The URL of the element's script.
    pub(super) script: Option<&'a str>,
}

/// Formats the page of a product.
pub(super) fn page(drawn: &Drawn, head: &Head<'_>, messages: &Messages) -> String {
    let title = escaped(&drawn.title);
    let description = escaped(&drawn.description);
    // The canonical URL comes only from the configuration: a host taken from the request could
    // be forged.
    let (canonical, url) = head
        .canonical
        .map(escaped)
        .map_or_else(Default::default, |it| {
            (
                format!("<link rel=\"canonical\" href=\"{it}\">\n"),
                format!("<meta property=\"og:url\" content=\"{it}\">\n"),
            )
        });
    let image = drawn.image.as_deref().map_or(String::new(), |image| {
        format!(
            "<meta property=\"og:image\" content=\"{}\">\n",
            escaped(image)
        )
    });
    let script = head.script;
    let head = format!(
        "<meta name=\"description\" content=\"{description}\">\n\
         {canonical}<meta property=\"og:type\" content=\"product\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n\
         {url}{image}"
    );
    // Search engines read the JSON-LD anywhere in the page, so the card comes first.
    let body = format!(
        "<main>{}</main>\n<script type=\"application/ld+json\">{}</script>",
        drawn.card, drawn.json_ld
    );
    document(&title, &head, &body, script, messages)
}

/// Formats the page that explains why there is no product.
pub(super) fn failure_page(failure: Failure, messages: &Messages) -> String {
    let key = format!("error.{}.title", failure.key());
    let title = escaped(messages.get(&key));
    let head = "<meta name=\"robots\" content=\"noindex\">\n";
    let body = format!("<main>{}</main>", failed_card(failure, messages));
    document(&title, head, &body, None, messages)
}

/// A document whose first paint needs no other response: the styles are inline. The script is
/// the last element, so that the browser requests it after it has read the card.
fn document(
    title: &str,
    head: &str,
    body: &str,
    script: Option<&str>,
    messages: &Messages,
) -> String {
    let script = script.map_or(String::new(), |script| {
        format!(
            "<script type=\"module\" src=\"{}\"></script>\n",
            escaped(script)
        )
    });
    format!(
        "<!doctype html>\n<html lang=\"{}\" dir=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n{}\n\
         {head}</head>\n<body>\n{body}\n{script}</body>\n</html>\n",
        escaped(messages.language()),
        messages.direction(),
        PAGE_SHEET.element(),
    )
}
