//! Key facts, outside of anything that folds: warnings below the allergens, the
//! others below the ingredients.

use super::definitions::Shared;
use crate::card::panel::Panel;
use crate::card::render::tree::{Element, el, el_class, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{Fact, KeyFact, KeyFactKind};

/// The panel below whose content a key fact stands.
fn home(kind: KeyFactKind) -> Panel {
    match kind {
        KeyFactKind::Warning => Panel::Allergens,
        _ => Panel::Ingredients,
    }
}

/// The paths of the facts that are shown as key facts on the same card.
pub(super) fn shown<'v>(view: &'v View<'_>) -> Vec<&'v str> {
    let facts = view.key_facts.iter();
    let shown = facts.filter(|key_fact| view.panels.contains(&home(key_fact.kind)));
    shown
        .map(|key_fact| key_fact.fact.path.as_str())
        .collect_vec()
}

/// The key facts that stand below the content of a panel.
pub(super) fn below(panel: Panel, view: &View<'_>) -> Option<Element> {
    let (mut said, mut values) = (Shared::default(), Shared::default());
    let here = view
        .key_facts
        .iter()
        .filter(|key_fact| home(key_fact.kind) == panel);
    // Those of the component that was scanned come before those of others.
    let (first, others): (Vec<&KeyFact<'_>>, Vec<_>) = here
        .partition(|key_fact| key_fact.component.is_none() || key_fact.component == view.scanned);
    for key_fact in first.into_iter().chain(others) {
        let facts = if key_fact.is_plain {
            &mut said
        } else {
            &mut values
        };
        facts.add(&key_fact.fact, key_fact.component);
    }
    let said = said.draw_each(el_class("ul", "said-facts"), view, &|fact, of| {
        sentence(fact, of, panel, view)
    });
    let values = values.draw("facts running", view);
    (said.is_some() || values.is_some()).then(|| {
        el_class("div", "key-facts")
            .attr("part", "key-facts")
            .child_opt(said)
            .child_opt(values)
    })
}

/// A plain answer as a sentence: "Contains palm oil".
fn sentence(fact: &Fact<'_>, of: &str, panel: Panel, view: &View<'_>) -> Element {
    let key = format!("fact.{}", fact.field);
    let text = match view.messages.find(&key) {
        Some(text) => text.to_owned(),
        None => view.messages.named("field", fact.field),
    };
    let warning = (panel == home(KeyFactKind::Warning)).then(|| sign("warning"));
    el("li")
        .owned_attr("data-field", fact.path.clone())
        .child_opt(warning)
        .owned_text(text + of)
}
