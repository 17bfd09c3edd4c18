//! The front-of-pack lights, in words first and colour second.

use crate::card::render::tree::{Element, el, el_class, muted};
use crate::card::view::View;
use crate::label::{Basis, traffic_lights};

/// The lights of every component that has any.
pub(super) fn lights(view: &View<'_>) -> Option<Element> {
    view.by_component(&|_, component| {
        let lights = traffic_lights(view.data(), component)?;
        let mut list = el_class("ul", "lights").attr("part", "light-list");
        for light in &lights.lights {
            let key = light.level.key();
            let figure = view.figure(&light.amount.value, light.amount.unit.as_deref());
            let mut drawn = el("li")
                .attr("data-nutrient", light.nutrient.wire_name())
                .attr("data-level", key)
                .child(
                    el_class("span", "name")
                        .owned_text(view.messages.named("nutrient", light.nutrient.wire_name())),
                )
                .child(el_class("strong", "level").owned_text(view.messages.named("level", key)))
                .child(el_class("span", "figure").owned_text(figure));
            if light.by_portion {
                let key = match light.amount.calculated_from {
                    Some(_) => "lights.by-portion-calculated",
                    None => "lights.by-portion",
                };
                let portion = lights.portion.as_deref().unwrap_or_default();
                let text = view.messages.with(key, "portion", portion);
                drawn = drawn.child(el_class("span", "muted").owned_text(text));
            }
            list = list.child(drawn);
        }
        let basis = view.message(match lights.basis {
            Basis::Millilitres => "nutrition.per-100-ml",
            _ => "nutrition.per-100-g",
        });
        Some(
            el("div")
                .child(list)
                .child(muted(&view.messages.with("lights.note", "basis", basis))),
        )
    })
}
