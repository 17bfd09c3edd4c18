//! The badges that are not about a group alone: that nothing is stated, and after "Check the
//! label" contradictions, the supplier's warnings, emphasised words.

use super::statements::title;
use crate::card::phrases::{emphasised_words, mark};
use crate::card::render::tree::{Element, el, el_class};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::Status;

/// The badge for all groups where none is stated.
pub(super) fn none(view: &View<'_>) -> Element {
    let status = Status::NotStated;
    let badge = el_class("span", "line")
        .attr("data-status", status.key())
        .child(mark(status))
        .text(view.message("allergens.none"));
    el_class("p", "lines")
        .attr("data-notice", "no-allergens")
        .child(badge)
}

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
        // A disputed group is among those to be checked itself.
        if fact.has_conflicts() && !fact.is_disputed() {
            let name = view.messages.allergen(fact.allergen);
            add("conflict", name);
        }
    }
    let warnings = report.statements.iter();
    let mut warnings = warnings.filter(|statement| statement.warns).peekable();
    // Other warnings are in the list of ingredients.
    let is_in_ingredients = report.warns && warnings.peek().is_none();
    for statement in warnings {
        add("statement", title(statement, view));
    }
    if is_in_ingredients {
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
            .child(el("span").owned_text(text))
    });
    remarks.collect_vec()
}
