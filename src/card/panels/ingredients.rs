//! The list of ingredients, allergens emphasised.

use crate::card::render::tree::{Element, el, el_class, muted};
use crate::card::view::View;
use crate::label::ingredient_list;

/// The ingredients of every component; says so where there are none.
pub(super) fn ingredients(view: &View<'_>) -> Element {
    let none = || muted(view.message("ingredients.none"));
    let drawn = view.by_component(&|_, component| {
        let list = ingredient_list(component);
        let part = el("div");
        let part = if list.runs.is_empty() {
            part.child(none())
        } else {
            part.child(
                el_class("p", "ingredients")
                    .attr("part", "ingredient-list")
                    .runs(&list.runs),
            )
        };
        Some(if list.statements.is_empty() {
            part
        } else {
            part.child(el_class("p", "muted").runs(&list.statements))
        })
    });
    el("div").child(drawn.unwrap_or_else(none))
}
