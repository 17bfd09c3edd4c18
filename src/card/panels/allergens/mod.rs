//! The allergen panel: the 14 groups of Annex II in up to four lines, what contradicts
//! them, and the supplier's statements.

mod badges;
mod details;
mod lines;
mod sources;
mod statements;

pub(super) use details::{conflict_text, gluten};

use crate::card::panel::Variant;
use crate::card::phrases::emphasised_text;
use crate::card::render::tree::{Element, el, muted, notice};
use crate::card::view::View;
use crate::collect_vec::nested;
use crate::label::{AllergenReport, Status};

/// The allergens of the whole product.
pub(super) fn allergens(view: &View<'_>) -> Element {
    // What was not read may have said something.
    let silence = match view.record.rest {
        Some(_) => None,
        None => silence(&view.report),
    };
    if view.variant == Variant::Badges {
        let lines = lines::lines(view, silence.is_some(), badges::remarks(view));
        return el("div")
            .child_opt(silence.map(|_| badges::none(view)))
            .child_opt(lines)
            .child_opt(all_absent(view))
            .child_opt(statements::open(view));
    }
    let panel = el("div").child_opt(silence.map(|key| notice("no-allergens", view.message(key))));
    let has_conflicts = view.variant == Variant::Summary && view.report.has_conflicts;
    let conflict = has_conflicts.then(|| notice("conflict", view.message("allergens.conflict")));
    let warns = view.report.warns;
    let unread = warns.then(|| notice("unread", view.message("allergens.unread")));
    let sources = (view.variant == Variant::Full).then(|| sources::sources(view));
    panel
        .child_opt(conflict)
        .child_opt(lines::lines(view, silence.is_some(), Vec::new()))
        .child_opt(statements::open(view))
        .child_opt(unread)
        .child_opt(emphasised(view))
        .child_opt(sources)
}

/// The sentence instead of badges where every group is declared absent, and nothing
/// remains that is not understood.
fn all_absent(view: &View<'_>) -> Option<Element> {
    let report = &view.report;
    let mut groups = report.groups.iter();
    let is_calm = !view.is_doubtful()
        && groups.all(|fact| fact.status == Status::DeclaredNotPresent)
        && !report.warns
        && report.emphasised.is_empty()
        && report.statements.iter().all(statements::is_accounted_for);
    is_calm.then(|| muted(view.message("allergens.all-absent")).attr("data-notice", "all-absent"))
}

/// The message where no allergen is declared, by whether anything else in the record
/// mentions allergens.
fn silence(report: &AllergenReport) -> Option<&'static str> {
    let mut speaks = !report.statements.is_empty();
    for piece in nested(&report.groups, |fact| &fact.evidence) {
        if piece.source.is_text() {
            speaks = true;
        } else if piece.status != Status::NotStated {
            return None;
        }
    }
    Some(if speaks {
        "allergens.undeclared"
    } else {
        "allergens.none"
    })
}

/// The words that the manufacturer emphasised and no allergen explains.
pub(super) fn emphasised(view: &View<'_>) -> Option<Element> {
    emphasised_text(&view.report, view.messages).map(|text| notice("emphasised", &text))
}
