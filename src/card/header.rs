//! The head of the card: names, brand, numbers, feature image, and what must
//! be known before reading on.

use super::{PanelProps, heading};
use crate::label::product_name;
use crate::messages::Messages;
use crate::model::{FeatureImage, Product};
use std::rc::Rc;
use yew::prelude::*;

/// What the header is given.
#[derive(Clone, PartialEq, Properties, Debug)]
pub(super) struct HeaderProps {
    pub(super) panel: PanelProps,
    /// The feature image, once it is known.
    pub(super) image: Option<Rc<FeatureImage>>,
}

/// The head of the card.
#[component]
pub(super) fn Header(props: &HeaderProps) -> Html {
    let PanelProps {
        product,
        messages,
        level,
    } = &props.panel;
    let data = product.data();
    let general = data.general();
    let name = product_name(data).unwrap_or(messages.get("card.unnamed"));
    let maker = [
        general.brand_name().get(),
        general.manufacturer_name().get(),
    ];
    let mut makers: Vec<&str> = maker.into_iter().flatten().collect();
    makers.dedup();
    let units: Vec<&str> = data
        .components()
        .iter()
        .filter_map(|it| it.inner().internal_gtin().get())
        .collect();
    html! {
        <header class="head" data-panel="header" part="panel header">
            { picture(props.image.as_deref(), name, *messages) }
            <div class="names">
                if !makers.is_empty() { <p class="maker">{ makers.join(" · ") }</p> }
                { heading(level.saturating_sub(1), "name", html! { { name.to_owned() } }) }
                if let Some(text) = general.product_description().get() {
                    <p class="description">{ text.to_owned() }</p>
                }
                <dl class="numbers">
                    { number("card.case-gtin", data.outer().traded_unit_gtin().get(), *messages) }
                    { for units.iter().map(|gtin| number("card.unit-gtin", Some(gtin), *messages)) }
                    { number("card.code", general.manufacturer_product_code().get(), *messages) }
                </dl>
            </div>
            { notices(product, *messages) }
        </header>
    }
}

fn number(key: &'static str, value: Option<&str>, messages: Messages) -> Html {
    match value {
        Some(value) => html! {
            <div><dt>{ messages.get(key) }</dt><dd>{ value.to_owned() }</dd></div>
        },
        None => html! {},
    }
}

/// The feature image in a frame of fixed size, so that its coming moves nothing.
fn picture(image: Option<&FeatureImage>, name: &str, messages: Messages) -> Html {
    let image = image.map(FeatureImage::data);
    let small = image.and_then(|it| it.url().get()).and_then(web_address);
    let medium = image
        .and_then(|it| it.url_medium().get())
        .and_then(web_address);
    let content = match (image, small.or(medium)) {
        (Some(image), Some(address)) => {
            let alt = image.description().get().unwrap_or(name).to_owned();
            let set = match (small, medium) {
                (Some(small), Some(medium)) => Some(format!("{small} 1x, {medium} 2x")),
                _ => None,
            };
            html! { <img src={address.to_owned()} srcset={set} alt={alt} width="160" height="160" decoding="async" part="image"/> }
        }
        _ => html! { <span class="visually-hidden">{ messages.get("card.no-image") }</span> },
    };
    html! { <div class="picture">{ content }</div> }
}

/// An address that is fit for an image: over the web, and without the white
/// space and commas that would end it early in a `srcset`.
fn web_address(address: &str) -> Option<&str> {
    let lower = address.get(..8).unwrap_or(address).to_ascii_lowercase();
    let web = lower.starts_with("https://") || lower.starts_with("http://");
    let clean = !address.contains(|c: char| c.is_whitespace() || c.is_control() || c == ',');
    (web && clean).then_some(address)
}

fn notices(product: &Product, messages: Messages) -> Html {
    let data = product.data();
    let archived = data
        .status()
        .get()
        .is_some_and(|it| it.eq_ignore_ascii_case("archived"));
    let replaced = data.replaced_by().iter().next().is_some();
    let latest = data.latest_version().get();
    let old = latest.filter(|latest| data.version().get().is_some_and(|it| it != *latest));
    let notice = |name: &'static str, text: String| {
        html! { <p class="notice warn" data-notice={name}>{ text }</p> }
    };
    html! {
        <div class="notices">
        if archived { { notice("archived", messages.get("notice.archived").to_owned()) } }
        if replaced { { notice("replaced", messages.get("notice.replaced").to_owned()) } }
        if let Some(version) = old {
            { notice("old-version", messages.with("notice.old-version", "version", version)) }
        }
        </div>
    }
}
