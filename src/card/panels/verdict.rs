//! The verdict on the allergens that a shopper avoids.

use super::allergens::{conflict_text, emphasised, gluten};
use super::head::{Shown, head, name_alone};
use crate::card::phrases::{STATUSES, mark};
use crate::card::render::tree::{Element, el, el_class, muted, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{
    AllergenFact, Avoid, Conflict, ConflictKind, Status, Verdict, avoid_list_with, product_name,
    verdicts,
};
use crate::text::joined;

/// The plain answer for each allergen on a shopper's list, the most serious first, in a
/// place that is there without a list too.
pub(in crate::card) fn verdict(view: &View<'_>, avoid: Option<&str>) -> Element {
    let avoid = avoid.map(|avoid| avoid_list_with(avoid, view.messages.lexicon()));
    el("div")
        .owned_attr("data-announces", announced(view))
        .child_opt(avoid.and_then(|avoid| answers(view, &avoid)))
}

/// The texts of what screen readers say when the verdicts of several cards change, a line each, and
/// the name of this card's product: `pkg/src/card/announcements.ts` reads them.
fn announced(view: &View<'_>) -> String {
    let count = |lead: &str| format!("{lead}{}{{count}}", view.colon());
    let status = |status: Status| count(&view.messages.named("status", status.key()));
    let texts = [
        view.message("verdict.title"),
        view.message("card.products"),
        &status(Status::Contains),
        &status(Status::MayContain),
        &count(view.message("allergens.check")),
        &status(Status::DeclaredNotPresent),
        view.message("card.check-label"),
        product_name(view.data()).unwrap_or(view.message("card.unnamed")),
    ];
    joined(&texts, "\n")
}

/// The answer that a verdict has at least. A word that the manufacturer emphasises and that is not
/// understood is no better than an allergen that is not stated; nor is a record that may be out of
/// date, or must not be relied on.
pub(in crate::card) fn least(view: &View<'_>) -> Status {
    let mut emphases = view.report.emphasised.iter();
    if !view.is_doubtful() && emphases.all(|emphasis| emphasis.is_known) {
        Status::DeclaredNotPresent
    } else {
        Status::NotStated
    }
}

/// The answer in the head of a verdict; `None` if the list names nothing.
pub(in crate::card) fn answer(view: &View<'_>, avoid: &Avoid) -> Option<Status> {
    let found = verdicts(&view.report, &avoid.allergens);
    let shown = found.iter().map(|verdict| Shown::of(verdict, view));
    worst(&shown.collect_vec(), avoid, view)
}

/// The most serious of the answers that are shown, and of what the list and the record are worth.
fn worst(shown: &[Shown<'_>], avoid: &Avoid, view: &View<'_>) -> Option<Status> {
    // A word of the shopper that is not understood is no better than what is not stated.
    let unknown = avoid.unknown.first().map(|_| Status::NotStated);
    let worst = shown.iter().map(|one| one.answer).max();
    Some(worst.max(unknown)?.max(least(view)))
}

/// The verdict; `None` if the list names nothing.
pub(in crate::card) fn answers(view: &View<'_>, avoid: &Avoid) -> Option<Element> {
    let found = verdicts(&view.report, &avoid.allergens);
    let shown = found.iter().map(|verdict| Shown::of(verdict, view));
    let shown: Vec<Shown<'_>> = shown.collect_vec();
    let title = view.message("verdict.title").to_owned();
    let mut list = el_class("ul", "verdicts").owned_attr("aria-label", title);
    // Four answers, each looked for in turn: the most serious first.
    for status in STATUSES {
        for one in shown.iter().filter(|one| one.answer == status) {
            list = list.child(answered(one, view)).text(" ");
        }
    }
    for word in &avoid.unknown {
        let text = view.messages.format("verdict.unknown", "word", word);
        let unknown = el("li").attr("data-answer", "unknown");
        let unknown = unknown.child(sign("not-stated")).owned_text(text);
        list = list.child(unknown).text(" ");
    }
    let worst = worst(&shown, avoid, view)?;
    Some(
        el_class("div", "verdict")
            .attr("part", "verdict")
            .attr("data-answer", worst.key())
            .children(head(view, worst, &shown, &avoid.unknown))
            .child(list)
            .child_opt(emphasised(view))
            .child(muted(view.message("card.check-label"))),
    )
}

/// "Milk: may be in this product (Pesto)", with the contradiction or the reason after it.
fn answered(shown: &Shown<'_>, view: &View<'_>) -> Element {
    let Shown {
        verdict,
        answer,
        caution,
    } = *shown;
    let mut allergen = view.messages.allergen(verdict.allergen);
    if let Some(fact) = view.report.fact(verdict.allergen)
        && fact.has_little_gluten()
    {
        // What is claimed of their gluten is the remark.
        let members = fact.members_in_line(fact);
        let names = members
            .iter()
            .map(|member| view.messages.allergen(member.allergen));
        allergen = view.messages.list(&names.collect_vec());
    }
    let key = caution.unwrap_or(answer.key());
    let mut text = view.colon() + &view.messages.named("verdict", key);
    let has_names = view.is_mixed() && answer >= Status::MayContain;
    let has_names = has_names && !verdict.components.is_empty();
    if has_names {
        let names = view.names_by_status(&verdict.components, verdict.allergen);
        text = format!("{text} ({names})");
    }
    let claims = gluten(view, &verdict.gluten).into_iter();
    let claims =
        claims.map(|(_, text)| el_class("span", "caution").owned_text(format!(". {text}")));
    let remarks = reason(verdict, view).into_iter().chain(claims);
    let remarks = remarks.collect_vec();
    // What the head says is not said again where there is little room.
    let is_plain = answer >= Status::MayContain && !has_names && remarks.is_empty();
    let drawn = el("li")
        .attr("data-allergen", verdict.allergen.wire_name())
        .attr("data-answer", answer.key())
        .attr_if("data-plain", "", is_plain);
    let drawn = match caution {
        Some(caution) => drawn.attr("data-caution", caution),
        None => drawn,
    };
    let drawn = match name_alone(view, verdict.allergen) {
        Some(name) => drawn.owned_attr("data-alone", name),
        None => drawn,
    };
    // The head says it.
    let drawn = match verdict.peanuts {
        Some(peanuts) => drawn.attr("data-peanuts", peanuts.key()),
        None => drawn,
    };
    drawn
        .child(mark(answer))
        .child(el("b").owned_text(allergen))
        .owned_text(text)
        .children(remarks)
}

/// The contradictions of the answer, or why an allergen may be there.
fn reason(verdict: &Verdict, view: &View<'_>) -> Option<Element> {
    let caution = el_class("span", "caution").text(view.message("card.dash"));
    let fact = view.report.fact(verdict.allergen)?;
    if let Some(conflict) = gravest_conflict(fact) {
        return Some(caution.owned_text(conflict_text(view, fact, conflict)));
    }
    if verdict.answer != Status::MayContain {
        return None;
    }
    let mut pieces = fact.evidence.iter();
    let reason = pieces.find_map(|piece| piece.risk_source.as_deref())?;
    // The supplier's words alone: a second colon would follow the allergen's.
    Some(caution.child(el("q").text(reason)))
}

/// The conflict whose words support the gravest status, so that it explains the answer; of
/// several that of a member, else the first.
fn gravest_conflict(fact: &AllergenFact) -> Option<&Conflict> {
    fact.conflicts.iter().rev().max_by_key(|conflict| {
        let pieces = fact
            .evidence
            .iter()
            .filter(|piece| (piece.component, &piece.path) == (conflict.component, &conflict.path));
        let status = pieces.map(|piece| piece.status).max();
        (status, conflict.kind == ConflictKind::Member)
    })
}
