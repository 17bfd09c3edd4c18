//! The head of the card: picture, name, brand, pack size and codes.

use super::gallery::media;
use crate::card::panel::{Panel, Variant};
use crate::card::render::tree::{Element, el, el_class, heading, slot, visually_hidden};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{
    NetQuantity, alcohol_by_volume, brand_name, has_text, net_quantities, product_name, sorted,
};
use crate::text::joined;

/// The head of the card, with the verdict directly below name and brand.
pub(super) fn header(view: &View<'_>, verdict: Option<Element>) -> Element {
    let data = view.data();
    let name = product_name(data).unwrap_or(view.message("card.unnamed"));
    let names = el_class("div", "names")
        .child(heading(view.level.saturating_sub(1), "name", name).attr("part", "name"))
        .child_opt(brand(view));
    let mut more = el_class("div", "more");
    if view.variant == Variant::Full {
        let description = data.general().product_description().get();
        if let Some(text) = description.filter(|text| adds_to(name, text)) {
            more = more.child(el_class("p", "description").text(text));
        }
        more = more.child_opt(codes(view));
    }
    el_class("header", "head")
        .attr("data-panel", Panel::Summary.key())
        .attr("part", "panel summary")
        .child(names)
        .child_opt(verdict)
        .child(media(view))
        .child(more.child(slot(String::from("actions"))))
}

/// The fold of a summary, by which its style sheet hides what a line of a list has no room for. That is
/// outside it, because some of it is only hidden below a verdict, which may be added later; and it follows
/// the fold, because WebKit overlooks that a fold is opened where a rule asks with `:has()`.
pub(super) fn rest(view: &View<'_>) -> Element {
    let title = visually_hidden(view.message("panel.details"));
    el_class("details", "rest").child(el("summary").attr("part", "fold").child(title))
}

/// Whether a description has a word that the name has not.
fn adds_to(name: &str, description: &str) -> bool {
    let (name, description) = (name.to_ascii_lowercase(), description.to_ascii_lowercase());
    let known = name.split_whitespace().collect_vec();
    let known = sorted(&known);
    let mut words = description.split_whitespace();
    words.any(|word| !has_text(&known, word))
}

/// Brand, net quantity and alcohol by volume: "Millbrook · 10 × 400 ml · alc. 4.5% vol".
fn brand(view: &View<'_>) -> Option<Element> {
    let data = view.data();
    let mut parts = Vec::new();
    if let Some(brand) = brand_name(data) {
        parts.push(el_class("span", "maker").text(brand));
    }
    let quantities = net_quantities(data);
    // One that is not that of the whole product has its component's name.
    let is_whole = quantities.len() == view.names.len();
    let quantities: Vec<String> = quantities
        .iter()
        .map(|quantity| {
            let text = net_quantity(view, quantity);
            if is_whole {
                text
            } else {
                text + &view.component_suffix(quantity.component)
            }
        })
        .collect_vec();
    if !quantities.is_empty() {
        let label = format!("{}{}", view.message("card.net-quantity"), view.colon());
        let quantity = el_class("span", "quantity")
            .attr("data-field", "net-quantity")
            .child(visually_hidden(&label))
            .owned_text(joined(&quantities, " + "));
        parts.push(quantity);
    }
    for component in data.components().iter() {
        if let Some(strength) = alcohol_by_volume(component) {
            let strength = view.messages.figure(&strength);
            let text = view.messages.format("card.alcohol", "strength", &strength);
            parts.push(el_class("span", "alcohol").owned_text(text));
        }
    }
    if parts.is_empty() {
        return None;
    }
    let mut line = el_class("p", "brand");
    for (index, part) in parts.into_iter().enumerate() {
        let separator = if index > 0 { " · " } else { "" };
        line = line.text(separator).child(part);
    }
    Some(line)
}

/// "10 × 400 g", "400 g (drained 240 g)".
fn net_quantity(view: &View<'_>, quantity: &NetQuantity<'_>) -> String {
    let sizes = quantity.weight.into_iter().chain(quantity.volume);
    let sizes = sizes.map(|size| view.messages.content(size.value, size.unit));
    let sizes: Vec<String> = sizes.collect_vec();
    let mut said = joined(&sizes, " / ");
    if let Some(pieces) = quantity.pieces {
        said += &view.messages.format("card.pieces", "count", pieces);
    } else if let Some(count) = quantity.count {
        said = if said.is_empty() {
            format!("{count} ×")
        } else {
            format!("{count}\u{a0}×\u{a0}{said}")
        };
    }
    if let Some(drained) = quantity.drained {
        let drained = view.messages.content(drained.value, drained.unit);
        let drained = view.messages.format("card.drained", "quantity", &drained);
        said = if said.is_empty() {
            drained
        } else {
            format!("{said} ({drained})")
        };
    }
    said
}

/// The codes that a trade buyer copies, in one quiet line.
fn codes(view: &View<'_>) -> Option<Element> {
    let data = view.data();
    let mut known = vec![("card.case-gtin", data.outer().traded_unit_gtin())];
    for component in data.components().iter() {
        known.push(("card.unit-gtin", component.inner().internal_gtin()));
    }
    known.push(("card.code", data.general().manufacturer_product_code()));
    let mut codes = Vec::new();
    for (key, code) in known {
        if let Some(code) = code.get() {
            let name = el("dt").text(view.message(key));
            codes.push(el("div").child(name).child(el("dd").text(code)));
        }
    }
    (!codes.is_empty()).then(|| el_class("dl", "codes").children(codes))
}
