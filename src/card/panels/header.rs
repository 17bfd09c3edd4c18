//! The head of the card: names, brand, numbers and feature image.

use super::gallery::{frame, picture};
use crate::card::panel::Panel;
use crate::card::render::tree::{Element, el, el_class, heading, slot};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::product_name;

/// The head of the card.
pub(super) fn header(view: &View<'_>) -> Element {
    let data = view.data();
    let general = data.general();
    let name = product_name(data).unwrap_or(view.message("card.unnamed"));
    let maker = [
        general.brand_name().get(),
        general.manufacturer_name().get(),
    ];
    let mut makers: Vec<&str> = maker.into_iter().flatten().collect_vec();
    makers.dedup();
    let mut numbers = el_class("dl", "numbers");
    let mut number = |key: &str, value: Option<&str>| {
        if let Some(value) = value {
            let pair = el("div")
                .child(el("dt").text(view.message(key)))
                .child(el("dd").text(value));
            let list = std::mem::replace(&mut numbers, el("dl"));
            numbers = list.child(pair);
        }
    };
    number("card.case-gtin", data.outer().traded_unit_gtin().get());
    for component in data.components().iter() {
        number("card.unit-gtin", component.inner().internal_gtin().get());
    }
    number("card.code", general.manufacturer_product_code().get());
    let mut names = el_class("div", "names");
    if !makers.is_empty() {
        names = names.child(el_class("p", "maker").owned_text(makers.join(" · ")));
    }
    names = names.child(heading(view.level.saturating_sub(1), "name", name).attr("part", "name"));
    if let Some(text) = general.product_description().get() {
        names = names.child(el_class("p", "description").text(text));
    }
    let image = view.record.image.as_deref().map(|it| it.data());
    el_class("header", "head")
        .attr("data-panel", Panel::Summary.key())
        .attr("part", "panel summary")
        .child(frame(picture(image, name, 160), view))
        .child(names.child(numbers).child(slot(String::from("actions"))))
}
