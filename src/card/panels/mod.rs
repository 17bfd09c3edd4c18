//! The panels of a card, a file each.

mod allergens;
mod claims;
mod definitions;
mod facts;
pub(super) mod foot;
pub(super) mod gallery;
pub(super) mod head;
mod header;
mod ingredients;
mod key_facts;
mod lights;
pub(super) mod notices;
mod nutrition;
pub(super) mod verdict;

use super::panel::{Density, Panel, Variant};
use super::render::tree::{Element, el, el_class, heading, slot};
use super::view::View;
use crate::model::table::Topic;
use facts::facts;

/// A panel, with the slots before and after it; `None` where the record has
/// nothing for it.
pub(super) fn panel(view: &View<'_>, panel: Panel) -> Option<Vec<Element>> {
    let content = match panel {
        Panel::Summary => return Some(head(view, None)),
        Panel::Gallery => gallery::gallery(view)?,
        Panel::Allergens => allergens::allergens(view),
        Panel::Ingredients => ingredients::ingredients(view),
        Panel::Nutrition => nutrition::nutrition(view),
        Panel::Lights => lights::lights(view)?,
        Panel::Diets => claims::diets(view)?,
        Panel::Accreditations => claims::certificates(view)?,
        Panel::Additives => facts(view, Topic::Additives)?,
        Panel::Handling => {
            el("div").child(facts::open(view, Topic::Handling, "facts", &|_, _| false)?)
        }
        Panel::Origin => facts(view, Topic::Origin)?,
        Panel::Packaging => facts(view, Topic::Packaging)?,
        Panel::Logistics => facts(view, Topic::Logistics)?,
        Panel::Supplier => facts(view, Topic::Supplier)?,
        Panel::Details => facts(view, Topic::Details)?,
    };
    Some(between_slots(panel, section(view, panel, content)))
}

/// A panel under its heading, which folds it if it can be folded.
pub(super) fn section(view: &View<'_>, panel: Panel, content: Element) -> Element {
    let name = panel.key();
    let key = format!("panel.{name}");
    // In the fold of a summary a strip speaks for itself.
    let is_bare = panel == Panel::Lights && view.variant == Variant::Summary;
    let class = if is_bare { "visually-hidden" } else { "title" };
    let title = heading(view.level, class, view.message(&key));
    let section = el_class("section", "panel")
        .attr("data-panel", name)
        .owned_attr("part", format!("panel {name}"));
    let below = key_facts::below(panel, view);
    let section = if panel.folds() && !is_bare {
        let fold = el("details")
            .attr("data-toggle", name)
            .attr_if("data-printed", "", panel.is_open(Density::Comfortable))
            .attr_if("open", "", panel.is_open(view.density))
            .child(el("summary").attr("part", "fold").child(title))
            .child(content);
        section.child(fold)
    } else {
        section.child(title).child(content)
    };
    section.child_opt(below)
}

/// The head of the card, with the verdict if that stands in it.
pub(super) fn head(view: &View<'_>, verdict: Option<Element>) -> Vec<Element> {
    let mut head = between_slots(Panel::Summary, header::header(view, verdict));
    if view.variant == Variant::Summary {
        head.insert(0, header::rest(view));
    }
    head
}

fn between_slots(panel: Panel, section: Element) -> Vec<Element> {
    let place = |side: &str| slot(format!("{side}-{}", panel.key()));
    vec![place("before"), section, place("after")]
}
