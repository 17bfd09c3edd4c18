//! The front-of-pack lights, in words first and colour second.

use super::markup::{Element, classed, el, muted};
use super::view::View;
use crate::label::traffic_lights;
use crate::model::table::Column;
use crate::words::join;

/// The lights of every component that has any.
pub(super) fn lights(view: &View<'_>) -> Option<Element> {
    view.by_component(&|_, component| {
        let lights = traffic_lights(component)?;
        let mut list = classed("ul", "lights").set("part", "light-list");
        for light in &lights.lights {
            let key = light.level.key();
            let figure = component.nutrient(light.nutrient, Column::Per100);
            let mut drawn = el("li")
                .set("data-nutrient", light.nutrient.wire())
                .set("data-level", key)
                .child(
                    classed("span", "name")
                        .said(view.messages.named("nutrient", light.nutrient.wire())),
                )
                .child(classed("strong", "level").said(view.messages.named("level", key)));
            if let Some(value) = figure.value() {
                let unit = figure.units().unwrap_or(light.nutrient.unit());
                let text = join(&[&view.messages.figure(value), "\u{a0}", unit]);
                drawn = drawn.child(classed("span", "figure").said(text));
            }
            if light.by_portion {
                drawn = drawn.child(classed("span", "muted").text(view.say("lights.by-portion")));
            }
            list = list.child(drawn);
        }
        let basis = view.say(if lights.drink {
            "nutrition.per-100-ml"
        } else {
            "nutrition.per-100-g"
        });
        Some(
            el("div")
                .child(list)
                .child(muted(&view.messages.with("lights.note", "basis", basis))),
        )
    })
}
