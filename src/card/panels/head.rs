//! The head of a verdict: the answer in a few words, the worst first.

use crate::card::phrases::mark;
use crate::card::render::tree::{Element, heading};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{Answer, Verdict};
use crate::messages::{Messages, fill};
use crate::model::Allergen;

/// An answer as it is shown.
pub(super) struct Shown<'a> {
    pub(super) verdict: &'a Verdict,
    pub(super) answer: Answer,
    /// Why the label must be checked, where that is not because nothing is stated: the key of the
    /// message.
    pub(super) caution: Option<&'static str>,
}

impl Shown<'_> {
    pub(super) fn of<'a>(verdict: &'a Verdict, view: &View<'_>) -> Shown<'a> {
        let (answer, caution) = match (verdict.answer, verdict.caution) {
            (Answer::NotStated, Some(caution)) => (Answer::NotStated, Some(caution.key())),
            (Answer::NotDeclared, _) if view.is_doubtful() => (Answer::NotStated, Some("outdated")),
            (answer, _) => (answer, None),
        };
        Shown {
            verdict,
            answer,
            caution,
        }
    }
}

/// The heading of a verdict whose worst answer this is: "Contains peanuts and milk". It is no calmer
/// than any answer below it.
pub(super) fn head(view: &View<'_>, worst: Answer, shown: &[Shown<'_>]) -> Element {
    let messages = view.messages;
    let of_it = shown.iter().filter(|one| one.answer == worst);
    let of_it: Vec<&Shown<'_>> = of_it.collect_vec();
    let has_caution = of_it.iter().any(|one| one.caution.is_some());
    let kind = match worst {
        // The sentences say why, which is not that nothing is stated.
        Answer::NotStated if of_it.is_empty() || has_caution => "check",
        Answer::NotDeclared if of_it.len() > 1 => "none",
        _ => worst.key(),
    };
    let names = of_it
        .iter()
        .map(|one| messages.allergen_in_sentence(one.verdict.allergen));
    let names = messages.list_in_sentence(&names.collect_vec());
    let text = fill(
        &template(kind, messages),
        "names",
        &messages.isolated(&names),
    );
    let mut remark = String::new();
    if let Some(answer) = shown.iter().find_map(|one| one.verdict.peanuts)
        && shown
            .iter()
            .all(|one| one.verdict.allergen != Allergen::Peanuts)
    {
        remark = peanuts(view, answer);
    }
    heading(view.level, "answer", "")
        .child(mark(worst.into()))
        .owned_text(text)
        .owned_text(remark)
}

/// " — contains peanuts", beside an answer on tree nuts.
pub(super) fn peanuts(view: &View<'_>, answer: Answer) -> String {
    let key = format!("verdict.peanuts.{}", answer.key());
    view.message("card.dash").to_owned() + view.message(&key)
}

/// The text of a kind of head, with a place for names.
pub(in crate::card) fn template(kind: &str, messages: &Messages) -> String {
    let status = |name: &str| {
        let colon = messages.get("card.colon");
        format!("{}{colon} ", messages.named("status", name))
    };
    match kind {
        "not-stated" => status(kind) + messages.get("allergens.check-label"),
        "check" => messages.get("allergens.check").to_owned(),
        "not-declared" => status("not-present") + "{names}",
        _ => messages.named("answer", kind),
    }
}
