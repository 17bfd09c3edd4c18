//! The panels that are lists of plain facts: additives, handling, origin,
//! packaging, logistics, supplier and details.

use super::definitions::{Shared, list};
use super::key_facts;
use crate::card::render::tree::{Element, el, heading};
use crate::card::view::View;
use crate::label::{FactValue, Section, has_text, sections, sorted};
use crate::model::table::Topic;

/// The facts on a topic that are not shown elsewhere on the card: those of the whole
/// product and of the component that was scanned come first.
fn sections_of<'a>(view: &View<'a>, topic: Topic) -> Vec<Section<'a>> {
    let mut found = Vec::new();
    let mut first = 0;
    let shown = key_facts::shown(view);
    let shown = sorted(&shown);
    for mut section in sections(view.data(), topic) {
        section.facts.retain(|fact| !has_text(&shown, &fact.path));
        if section.facts.is_empty() {
            continue;
        }
        if section.component.is_none() || section.component == view.scanned {
            found.insert(first, section);
            first += 1;
        } else {
            found.push(section);
        }
    }
    found
}

/// All facts on a topic; `None` where there are none.
pub(super) fn facts(view: &View<'_>, topic: Topic) -> Option<Element> {
    let found = sections_of(view, topic);
    let first = found.first()?;
    let several = found
        .iter()
        .any(|fact| fact.name != first.name || fact.component != first.component);
    let mut drawn = Vec::new();
    for section in &found {
        if several {
            let key = format!("section.{}", section.name);
            let of = section.component.map(|index| view.component_suffix(index));
            // A section that has the panel to itself needs no title but the
            // component's.
            let title = match view.messages.find(&key) {
                Some(title) => format!("{title}{}", of.as_deref().unwrap_or_default()),
                None if view.is_mixed() => {
                    let name = section.component.and_then(|index| view.names.get(index));
                    name.cloned().unwrap_or_default()
                }
                None => String::new(),
            };
            if !title.is_empty() {
                drawn.push(heading(view.level + 1, "subtitle", &title));
            }
        }
        drawn.push(list(&section.facts, view));
    }
    Some(el("div").children(drawn))
}

/// The facts on a topic as one list, for panels that stand open: without answers
/// of “No” that say nothing to a shopper and texts that are shown already, and with what
/// several components have in common once.
pub(super) fn open(
    view: &View<'_>,
    topic: Topic,
    class: &'static str,
    is_shown: &dyn Fn(usize, &str) -> bool,
) -> Option<Element> {
    let found = sections_of(view, topic);
    let mut shared = Shared::default();
    for section in &found {
        for fact in &section.facts {
            let is_shown = match (section.component, &fact.value) {
                (Some(index), FactValue::Text { text }) => is_shown(index, text),
                _ => false,
            };
            if !is_shown && !is_no(&fact.value) {
                shared.add(fact, section.component);
            }
        }
    }
    shared.draw(class, view)
}

fn is_no(value: &FactValue<'_>) -> bool {
    matches!(value, FactValue::Text { text } if text.eq_ignore_ascii_case("no"))
}
