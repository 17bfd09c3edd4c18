//! A card as HTML that stands by itself in any page.

use super::app::{CardProps, draw};
use super::panel::Theme;
use super::render::tree::{Element, el};
use super::styles::SHEETS;

/// The way in which a fragment has its styles.
///
/// ```
/// use product_pool::card::{CardProps, State, Styles, Theme, fragment, to_html};
/// use product_pool::messages::Messages;
///
/// let card = |styles| {
///     let props = CardProps::new(State::Loading, Messages::english());
///     to_html(&fragment(props, Theme::Auto, styles))
/// };
/// assert!(card(Styles::Linked("/card.css")).contains(r#"href="/card.css""#));
/// // Without a second request, where the page's policy allows it.
/// assert!(card(Styles::Inline).contains("<style>"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Styles<'a> {
    /// In a `<style>` element, which a Content-Security-Policy must allow by the hash of
    /// [`stylesheet`].
    Inline,
    /// By a link to this address, where the server has [`stylesheet`].
    Linked(&'a str),
}

/// The style sheet of a card's [`fragment`].
///
/// ```
/// // What a server sends as `text/css`, under a name that changes with it.
/// let styles = product_pool::card::stylesheet();
/// assert!(styles.contains(".card"));
/// ```
pub fn stylesheet() -> String {
    SHEETS.concat()
}

/// A card as HTML for a page of any server: the element with its styles, as a shadow tree that
/// browsers attach without a script. The children of the element are the content of the card's
/// slots.
///
/// ```
/// use product_pool::card::{CardProps, Record, State, Styles, Theme, el, fragment, to_html};
/// use product_pool::messages::Messages;
/// use product_pool::model::Product;
///
/// let product = Product::from_json(r#"{"data": {"general": {"product_name": "Soup"}}}"#)?;
/// let props = CardProps::new(State::Ready(Record::new(product)), Messages::english());
/// let card = fragment(props, Theme::Auto, Styles::Linked("/card.css"));
/// let card = card.child(el("p").attr("slot", "actions").text("In stock"));
/// let html = to_html(&card);
/// assert!(html.starts_with(r#"<product-pool-card><template shadowrootmode="open"><link"#));
/// assert!(html.ends_with(r#"<p slot="actions">In stock</p></product-pool-card>"#));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
///
/// Panels open and close without a script too. In a page that loads the script of the custom
/// element, give the element the attribute `gtin` or `product-id`, so that it can take over.
pub fn fragment(props: CardProps, theme: Theme, styles: Styles<'_>) -> Element {
    fragment_in(el("div").attr("class", "served"), props, theme, styles)
}

/// As [`fragment`], with the card in this element, such as one with attributes that a script of
/// the page reads.
///
/// ```
/// use product_pool::card::{CardProps, State, Styles, Theme, el, fragment_in, to_html};
/// use product_pool::messages::Messages;
///
/// let props = CardProps::new(State::Loading, Messages::english());
/// let container = el("div").attr("data-from", "shelf");
/// let card = fragment_in(container, props, Theme::Dark, Styles::Linked("/card.css"));
/// let html = to_html(&card);
/// assert!(html.contains(r#"<div class="shell" data-theme="dark"><div data-from="shelf">"#));
/// ```
pub fn fragment_in(
    container: Element,
    mut props: CardProps,
    theme: Theme,
    styles: Styles<'_>,
) -> Element {
    props.in_shadow_tree = true;
    let styles = match styles {
        Styles::Inline => el("style").owned_text(stylesheet()),
        Styles::Linked(address) => el("link")
            .attr("rel", "stylesheet")
            .owned_attr("href", address.to_owned()),
    };
    let shell = el("div")
        .attr("class", "shell")
        .attr_if("data-theme", theme.key(), theme != Theme::Auto)
        .child(container.child(draw(&props)));
    let tree = el("template")
        .attr("shadowrootmode", "open")
        .child(styles)
        .child(shell);
    el("product-pool-card").child(tree)
}
