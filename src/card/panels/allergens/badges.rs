//! The badges after "Check the label" that are not about a group alone: contradictions,
//! the supplier's statements, emphasised words.

use super::lines::is_disputed;
use super::statements::{is_accounted_for, title};
use crate::card::phrases::emphasised_words;
use crate::card::render::tree::{Element, el, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::AllergenFact;

/// The sentence about whatever else is to be checked on the label.
pub(super) fn remarks(view: &View<'_>) -> Vec<Element> {
    let report = &view.report;
    let mut texts: Vec<(&'static str, String)> = Vec::new();
    let mut add = |kind, text: String| {
        if !texts.iter().any(|(_, known)| *known == text) {
            texts.push((kind, text));
        }
    };
    for fact in &report.groups {
        // The badge of a disputed group has the sign itself.
        if is_contradicted(fact) && !is_disputed(fact) {
            let name = view.messages.allergen(fact.allergen);
            add("conflict", name);
        }
    }
    let mut open = report
        .statements
        .iter()
        .filter(|statement| !is_accounted_for(statement));
    let is_quoted = open.clone().any(|statement| statement.warns);
    for statement in open.by_ref() {
        add("statement", title(statement, view));
    }
    // Other warnings are in the list of ingredients.
    if report.warns && !is_quoted {
        let place = view.message("allergens.source.ingredients");
        add("unread", place.to_owned());
    }
    if let Some(words) = emphasised_words(report, view.messages) {
        add("emphasised", words);
    }
    let remarks = texts.into_iter().map(|(kind, text)| {
        el("li")
            .attr("data-status", "not-stated")
            .attr("data-notice", kind)
            .child(sign("⚠"))
            .child(el("span").owned_text(text))
    });
    remarks.collect_vec()
}

/// Whether anything contradicts a group or one of its members.
fn is_contradicted(group: &AllergenFact) -> bool {
    let mut facts = group.members.iter().chain([group]);
    facts.any(|fact| !fact.conflicts.is_empty())
}
