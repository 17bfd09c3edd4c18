//! The verdict on the allergens that a shopper avoids.

use super::allergens::emphasised;
use crate::card::phrases::mark;
use crate::card::render::tree::{Element, el, el_class, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{Answer, Status, Verdict, avoid_list_with, verdicts};

/// The plain answer for each allergen on a shopper's list, the most serious first.
pub(in crate::card) fn verdict(view: &View<'_>, avoid: Option<&str>) -> Option<Element> {
    let avoid = avoid_list_with(avoid?, view.messages.lexicon());
    let mut found = verdicts(&view.report, &avoid.allergens);
    let mut list = el_class("ul", "verdicts");
    let worst = found.iter().map(|it| it.answer).max();
    // Four answers, each looked for in turn: the most serious first.
    for answer in [
        Answer::Contains,
        Answer::MayContain,
        Answer::NotStated,
        Answer::NotDeclared,
    ] {
        for verdict in found.extract_if(.., |it| it.answer == answer) {
            list = list.child(answered(&verdict, view));
        }
    }
    for word in &avoid.unknown {
        let text = view.messages.with("verdict.unknown", "word", word);
        list = list.child(
            el("li")
                .attr("data-answer", "unknown")
                .child(sign("?"))
                .owned_text(text),
        );
    }
    if worst.is_none() && avoid.unknown.is_empty() {
        return None;
    }
    // A word that is not understood, of the shopper or of the manufacturer, is
    // no better than an allergen that is not stated.
    let mut emphases = view.report.emphasised.iter();
    let worst = match worst {
        Some(worst) if avoid.unknown.is_empty() && emphases.all(|it| it.is_known) => worst,
        worst => worst.unwrap_or(Answer::NotStated).max(Answer::NotStated),
    };
    Some(
        el_class("div", "verdict")
            .attr("part", "verdict")
            .attr("data-answer", worst.key())
            .child(el_class("p", "title").text(view.message("verdict.title")))
            .child(list)
            .child_opt(emphasised(view)),
    )
}

fn answered(verdict: &Verdict, view: &View<'_>) -> Element {
    let allergen = view
        .messages
        .named("allergen", verdict.allergen.wire_name());
    let key = match (verdict.answer, verdict.caution) {
        (Answer::NotStated, Some(caution)) => caution.key(),
        (answer, _) => answer.key(),
    };
    let answer = view.messages.named("verdict", key);
    let mut drawn = el("li")
        .attr("data-allergen", verdict.allergen.wire_name())
        .attr("data-answer", verdict.answer.key())
        .child(mark(match verdict.answer {
            Answer::Contains => Status::Contains,
            Answer::MayContain => Status::MayContain,
            Answer::NotDeclared => Status::NotPresent,
            _ => Status::NotStated,
        }))
        .child(el("b").owned_text(allergen))
        .owned_text(view.colon())
        .owned_text(answer);
    if view.is_mixed() && verdict.answer >= Answer::MayContain {
        let names: Vec<&str> = verdict
            .components
            .iter()
            .filter_map(|index| view.names.get(*index).map(String::as_str))
            .collect_vec();
        drawn = drawn.owned_text(format!(" ({})", view.messages.list(&names)));
    }
    drawn
}
