//! The head of a verdict: the answers that are not calm in a few words, the worst first.

use crate::card::phrases::{STATUSES, mark};
use crate::card::render::tree::{Element, el_class, heading};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{AllergenFact, Status, Verdict};
use crate::messages::{Messages, fill};
use crate::model::Allergen;

/// An answer as it is shown.
pub(super) struct Shown<'a> {
    pub(super) verdict: &'a Verdict,
    pub(super) answer: Status,
    /// Why the label must be checked, where that is not because nothing is stated: the key of the
    /// message.
    pub(super) caution: Option<&'static str>,
}

impl Shown<'_> {
    pub(super) fn of<'a>(verdict: &'a Verdict, view: &View<'_>) -> Shown<'a> {
        let (answer, caution) = match (verdict.answer, verdict.caution) {
            (Status::NotStated, Some(caution)) => (Status::NotStated, Some(caution.key())),
            (Status::DeclaredNotPresent, _) if view.is_doubtful() => {
                (Status::NotStated, Some("outdated"))
            }
            (answer, _) => (answer, None),
        };
        Shown {
            verdict,
            answer,
            caution,
        }
    }
}

/// The lines of a verdict's head, one for each answer: the worst as a heading, "Contains peanuts and
/// milk", and below it the others that are not calm. It is no calmer than any answer below it.
/// `unknown` has the shopper's words that name no allergen. `pkg/src/card/drawn.ts` puts the same lines
/// together for a card that a server drew.
pub(super) fn head(
    view: &View<'_>,
    worst: Status,
    shown: &[Shown<'_>],
    unknown: &[String],
) -> Vec<Element> {
    let mut lines = Vec::new();
    for answer in STATUSES {
        let text = line(answer, shown, unknown, view);
        if answer == worst {
            let text = text.unwrap_or_else(|| template("unnamed", view.messages));
            lines.insert(0, drawn(heading(view.level, "answer", ""), answer, text));
        } else if answer > Status::DeclaredNotPresent
            && let Some(text) = text
        {
            lines.push(drawn(el_class("p", "answer"), answer, text));
        }
    }
    lines
}

fn drawn(line: Element, answer: Status, text: String) -> Element {
    line.attr("data-answer", answer.key())
        .child(mark(answer))
        .owned_text(text)
}

/// The line of an answer, with the names of all that have it; `None` if nothing has.
fn line(
    answer: Status,
    shown: &[Shown<'_>],
    unknown: &[String],
    view: &View<'_>,
) -> Option<String> {
    let messages = view.messages;
    let mut names = Vec::new();
    let mut is_check = false;
    for one in shown.iter().filter(|one| one.answer == answer) {
        names.push(name(view, one.verdict.allergen));
        is_check |= one.caution.is_some();
    }
    // Many people count peanuts among nuts.
    let is_avoided = |one: &Shown<'_>| one.verdict.allergen == Allergen::Peanuts;
    let peanuts = shown.iter().find_map(|one| one.verdict.peanuts);
    if peanuts == Some(answer) && !shown.iter().any(is_avoided) {
        names.push(messages.allergen_in_sentence(Allergen::Peanuts));
        is_check = true;
    }
    if answer == Status::NotStated && !unknown.is_empty() {
        names.extend_from_slice(unknown);
        is_check = true;
    }
    let kind = match answer {
        // The sentences below say why, which is not that nothing is stated.
        Status::NotStated if is_check => "check",
        Status::DeclaredNotPresent if names.len() > 1 => "none",
        _ => answer.key(),
    };
    let first = shown.iter().find(|one| one.answer == answer);
    if kind == "not-stated" {
        // Its names come first.
        *names.first_mut()? = messages.allergen(first?.verdict.allergen);
    } else if let ([only], Some(first)) = (&mut names[..], first)
        && let Some(alone) = name_alone(view, first.verdict.allergen)
    {
        *only = alone;
    }
    let list = messages.list_in_sentence(&names);
    let text = fill(
        &template(kind, messages),
        "names",
        &messages.isolated(&list),
    );
    (!names.is_empty()).then_some(text)
}

/// The name of an allergen in a line: "milk"; "oats (gluten ≤ 20 mg/kg)" where no other cereal is there.
pub(in crate::card) fn name(view: &View<'_>, allergen: Allergen) -> String {
    match view.report.fact(allergen) {
        Some(fact) if fact.has_little_gluten() => kinds(view, fact),
        _ => view.messages.allergen_in_sentence(allergen),
    }
}

/// The name of a group in a line that names no other, if its members are known: "gluten: barley, wheat".
pub(super) fn name_alone(view: &View<'_>, allergen: Allergen) -> Option<String> {
    let fact = view.report.fact(allergen)?;
    let is_known =
        allergen.is_group() && fact.status.is_positive() && fact.is_explained_by_members();
    let kinds = is_known.then(|| kinds(view, fact))?;
    if kinds.is_empty() || fact.has_little_gluten() {
        return None;
    }
    let text = view.messages.format("answer.kinds", "kinds", &kinds);
    Some(fill(&text, "group", &name(view, allergen)))
}

/// The members of a group that its chip names.
fn kinds(view: &View<'_>, group: &AllergenFact) -> String {
    let members = group.members_in_line(group);
    let names = members.iter().map(|member| {
        let name = view.messages.allergen_in_sentence(member.allergen);
        match member.aside(group.status, &|key| view.message(key).to_owned()) {
            Some(words) => format!("{name} ({words})"),
            None => name,
        }
    });
    view.messages.list(&names.collect_vec())
}

/// The text of a kind of line, with a place for names.
pub(in crate::card) fn template(kind: &str, messages: &Messages) -> String {
    let colon = messages.get("card.colon");
    let named = |words: &str| format!("{words}{colon} {{names}}");
    match kind {
        "not-stated" => format!(
            "{{names}}{colon} {}",
            messages.status_in_sentence(Status::NotStated)
        ),
        "check" => named(messages.get("allergens.check")),
        // For another reason than an allergen's status.
        "unnamed" => messages.get("allergens.check").to_owned(),
        "declared-not-present" => named(messages.get("status.declared-not-present")),
        _ => messages.named("answer", kind),
    }
}
