//! The panels that are lists of plain facts: additives, handling, origin,
//! packaging, logistics, supplier and details.

use crate::card::render::tree::{Element, el, el_class, heading};
use crate::card::view::View;
use crate::label::{Fact, FactValue, sections};
use crate::model::table::Topic;

/// All facts on a topic, those of the component that was scanned first; `None`
/// where there are none.
pub(super) fn facts(view: &View<'_>, topic: Topic) -> Option<Element> {
    let found = sections(view.data(), topic);
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

fn list(facts: &[Fact<'_>], view: &View<'_>) -> Element {
    let mut list = el_class("dl", "facts");
    for fact in facts {
        let value = value(fact, view);
        let pair = el("div")
            .owned_attr("data-field", fact.path.clone())
            .child(el("dt").owned_text(view.messages.named("field", fact.field)))
            .child(value);
        list = list.child(pair);
    }
    list
}

fn value(fact: &Fact<'_>, view: &View<'_>) -> Element {
    let said = el("dd");
    match &fact.value {
        // A bare answer in the reader's language: elsewhere "No" may be a yes.
        FactValue::Text { text } if text.eq_ignore_ascii_case("yes") => {
            said.text(view.message("claim.yes"))
        }
        FactValue::Text { text } if text.eq_ignore_ascii_case("no") => {
            said.text(view.message("claim.no"))
        }
        FactValue::Text { text } => {
            said.runs(&crate::label::rich_text(&dated(fact.field, text, view)))
        }
        FactValue::Quantity { value, units } => {
            said.owned_text(view.figure(value, units.as_deref()))
        }
        FactValue::Several { texts } => said.owned_text(view.messages.list(texts)),
        FactValue::Rows { rows } => {
            let mut drawn = said;
            for row in rows {
                drawn = drawn.child(list(row, view));
            }
            drawn
        }
    }
}

/// A time in the reader's form; any other text as it is.
fn dated(field: &str, text: &str, view: &View<'_>) -> String {
    if field.ends_with("_at") {
        view.messages.date(text)
    } else {
        text.to_owned()
    }
}
