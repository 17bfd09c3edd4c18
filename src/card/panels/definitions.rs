//! Lists of facts: names with their values.

use crate::card::render::tree::{Element, el, el_class};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{Fact, FactValue, groups};

/// Facts as a list.
pub(super) fn list(facts: &[Fact<'_>], view: &View<'_>) -> Element {
    let definitions = facts.iter().map(|fact| definition(fact, "", view));
    el_class("dl", "facts").children(definitions.collect_vec())
}

/// A fact with its name; `of` says which component it is about.
pub(super) fn definition(fact: &Fact<'_>, of: &str, view: &View<'_>) -> Element {
    let name = view.messages.named("field", fact.field);
    el("div")
        .owned_attr("data-field", fact.path.clone())
        .child(el("dt").owned_text(name + of))
        .child(value(fact, view))
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
        FactValue::Text { text } => match view.messages.measured(text) {
            Some(quantity) => said.owned_text(quantity),
            None => said.runs(&crate::label::rich_text(&dated(fact.field, text, view))),
        },
        FactValue::Quantity { value, units } => {
            said.owned_text(view.figure(value, units.as_deref()))
        }
        FactValue::Several { texts } => said.owned_text(view.messages.list(texts)),
        FactValue::Rows { rows } => {
            let lists = rows.iter().map(|row| list(row, view));
            said.children(lists.collect_vec())
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

/// Facts in order, those that several components have in common once.
#[derive(Default)]
pub(super) struct Shared<'f, 'a> {
    facts: Vec<(&'f Fact<'a>, Option<usize>)>,
    /// What each of them says.
    said: Vec<String>,
}

impl<'f, 'a> Shared<'f, 'a> {
    pub(super) fn add(&mut self, fact: &'f Fact<'a>, component: Option<usize>) {
        let mut said = String::new();
        say(fact, &mut said);
        self.facts.push((fact, component));
        self.said.push(said);
    }

    /// Draws the facts, each with the text that names its components, if it is not all.
    pub(super) fn draw_each(
        &self,
        list: Element,
        view: &View<'_>,
        draw: &dyn Fn(&Fact<'_>, &str) -> Element,
    ) -> Option<Element> {
        let drawn = groups(&self.said).into_iter().filter_map(|same| {
            let (fact, _) = self.facts.get(*same.first()?)?;
            let of = same.iter().filter_map(|place| self.facts.get(*place)?.1);
            Some(draw(fact, &view.components_suffix(&of.collect_vec())))
        });
        (!self.facts.is_empty()).then(|| list.children(drawn.collect_vec()))
    }

    pub(super) fn draw(&self, class: &'static str, view: &View<'_>) -> Option<Element> {
        self.draw_each(el_class("dl", class), view, &|fact, of| {
            definition(fact, of, view)
        })
    }
}

/// Adds a fact as a text that is the same for equal facts alone.
fn say(fact: &Fact<'_>, said: &mut String) {
    let mut add = |text: &str| {
        said.push('\0');
        said.push_str(text);
    };
    add(fact.field);
    match &fact.value {
        FactValue::Text { text } => add(text),
        FactValue::Quantity { value, units } => {
            add(value);
            units.iter().for_each(|units| add(units));
        }
        FactValue::Several { texts } => texts.iter().for_each(|text| add(text)),
        FactValue::Rows { rows } => {
            for row in rows {
                said.push('\0');
                row.iter().for_each(|fact| say(fact, said));
            }
        }
    }
}
