//! Whole pages in HTML.

use product_pool::card::Failure;
use product_pool::messages::Messages;

use crate::render::{Drawn, escaped, failed_card};
use crate::styles::PAGE_SHEET;

/// What a page's head says beyond its product.
pub(super) struct Head<'a> {
    /// The address of the product's one page, where it is known.
    pub(super) canonical: Option<&'a str>,
    /// The address of the element's script.
    pub(super) script: Option<&'a str>,
}

/// A whole page.
pub(super) fn page(drawn: &Drawn, head: &Head<'_>, messages: &Messages) -> String {
    let title = escaped(&drawn.title);
    let description = escaped(&drawn.description);
    // Without an address that was configured there is none: whoever asks could
    // make it up.
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
    // Search engines read it anywhere, and the reader's card goes first.
    let body = format!(
        "<main>{}</main>\n<script type=\"application/ld+json\">{}</script>",
        drawn.card, drawn.json_ld
    );
    document(&title, &head, &body, script, messages)
}

/// A page that says why there is no product.
pub(super) fn failure_page(failure: Failure, messages: &Messages) -> String {
    let key = format!("error.{}.title", failure.key());
    let title = escaped(messages.get(&key));
    let head = "<meta name=\"robots\" content=\"noindex\">\n";
    let body = format!("<main>{}</main>", failed_card(failure, messages));
    document(&title, head, &body, None, messages)
}

/// A document whose first paint needs nothing else: the styles are in it. The script
/// is its last element, so that the browser requests it after it has read the card.
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
