//! The panels that are lists of plain facts: additives, handling, origin,
//! packaging, logistics, supplier and details.

use super::definitions::{Shared, definition, list};
use super::key_facts;
use crate::card::render::tree::{Element, el, el_class, heading};
use crate::card::view::View;
use crate::label::{FactValue, Section, sections};
use crate::model::table::Topic;

/// The facts on a topic that are not shown elsewhere on the card.
fn sections_of<'a>(view: &View<'a>, topic: Topic) -> Vec<Section<'a>> {
    let mut found = sections(view.data(), topic);
    for section in &mut found {
        section
            .facts
            .retain(|fact| !key_facts::is_shown(&fact.path, view));
    }
    found.retain(|section| !section.facts.is_empty());
    found
}

/// All facts on a topic, those of the component that was scanned first; `None`
/// where there are none.
pub(super) fn facts(view: &View<'_>, topic: Topic) -> Option<Element> {
    let found = sections_of(view, topic);
    let first = found.first()?;
    let several = found
        .iter()
        .any(|it| it.name != first.name || it.component != first.component);
    let (mut of_scanned, mut others) = (Vec::new(), Vec::new());
    for section in &found {
        let is_scanned = section.component.is_some() && section.component == view.scanned;
        let drawn = if is_scanned {
            &mut of_scanned
        } else {
            &mut others
        };
        if several {
            let key = format!("section.{}", section.name);
            let of = section.component.map(|index| view.of(index));
            // A section that has the panel to itself needs no title besides the
            // component's.
            let title = match view.messages.find(&key) {
                Some(title) => format!("{title}{}", of.as_deref().unwrap_or_default()),
                None => match section.component {
                    Some(index) if view.is_mixed() => view.names[index].clone(),
                    _ => String::new(),
                },
            };
            if !title.is_empty() {
                drawn.push(heading(view.level + 1, "subtitle", &title));
            }
        }
        drawn.push(list(&section.facts, view));
    }
    Some(el("div").children(of_scanned).children(others))
}

/// The facts on a topic as one list, for panels that stand open: without answers
/// of “No” that say nothing to a shopper, and with what several components have
/// in common once.
pub(super) fn open(view: &View<'_>, topic: Topic) -> Option<Element> {
    let found = sections_of(view, topic);
    let of = |section: &Section<'_>| section.component;
    let first = found
        .iter()
        .filter(|it| of(it).is_none() || of(it) == view.scanned);
    let others = found
        .iter()
        .filter(|it| of(it).is_some() && of(it) != view.scanned);
    let mut shared = Shared::default();
    for section in first.chain(others) {
        for fact in section.facts.iter().filter(|it| !is_no(&it.value)) {
            shared.add(fact, section.component);
        }
    }
    shared.draw("facts", view)
}

fn is_no(value: &FactValue<'_>) -> bool {
    matches!(value, FactValue::Text { text } if text.eq_ignore_ascii_case("no"))
}

/// The facts on a topic about one component, in running text, without those
/// whose text is already shown.
pub(super) fn of_component(
    view: &View<'_>,
    topic: Topic,
    component: usize,
    is_shown: impl Fn(&str) -> bool,
) -> Option<Element> {
    let mut drawn = el_class("dl", "facts running");
    let mut is_empty = true;
    for section in sections_of(view, topic) {
        if section.component != Some(component) {
            continue;
        }
        for fact in &section.facts {
            if is_no(&fact.value)
                || matches!(fact.value, FactValue::Text { text } if is_shown(text))
            {
                continue;
            }
            drawn = drawn.child(definition(fact, "", view));
            is_empty = false;
        }
    }
    (!is_empty).then_some(drawn)
}
