//! What is wrong with the reading of a case.

use crate::case::{Case, no};
use product_pool::label::{AllergenFact, AllergenReport, Status, verdicts};
use product_pool::model::Allergen;
use serde_json::Value;

#[derive(Default)]
pub(crate) struct Faults {
    /// A verdict is calm on what the text names or warns of: the danger.
    pub(crate) calm: Vec<String>,
    /// Less is said than could be.
    pub(crate) missed: Vec<String>,
    /// More is said than the text does: a false alarm.
    pub(crate) alarms: Vec<String>,
}

/// A fact of an allergen, or of its group, for which `holds`.
fn any(report: &AllergenReport, of: Allergen, holds: impl Fn(&AllergenFact) -> bool) -> bool {
    let facts = [report.fact(of), report.fact(of.group())];
    facts.into_iter().flatten().any(holds)
}

/// Whether the supplier's words are shown.
fn is_quoted(fact: &AllergenFact) -> bool {
    let mut texts = fact.evidence.iter().filter(|piece| piece.source.is_text());
    texts.any(|piece| {
        piece
            .verbatim
            .as_ref()
            .is_some_and(|words| !words.is_empty())
    })
}

pub(crate) fn judge(case: &Case) -> Faults {
    let mut faults = Faults::default();
    let (denied, silent) = (case.report(&no()), case.report(&Value::Null));
    let is_calm = |of: &Allergen| verdicts(&denied, &[*of])[0].answer == Status::DeclaredNotPresent;
    let has_conflict = |fact: &AllergenFact| !fact.conflicts.is_empty();

    let named = case.says.iter().map(|(of, _)| of);
    let calm = named.chain(&case.members).filter(|of| is_calm(of));
    faults
        .calm
        .extend(calm.map(|of| format!("{}: a calm verdict", of.wire_name())));
    if case.warns && Allergen::ALL.iter().any(is_calm) {
        faults
            .calm
            .push("a calm verdict beside a warning".to_owned());
    }

    for (of, least) in &case.says {
        let (name, beside_no, beside_null) =
            (of.wire_name(), denied.status(*of), silent.status(*of));
        if beside_no.min(beside_null) < *least {
            faults.missed.push(format!(
                "{name}: {beside_no:?}, {beside_null:?} beside null, not {least:?}"
            ));
        }
        if !any(&denied, *of, has_conflict) {
            faults.missed.push(format!("{name}: no conflict"));
        }
        if !any(&silent, *of, is_quoted) {
            faults.missed.push(format!("{name}: no words beside null"));
        }
    }
    if let Some(words) = case.emphasised
        && !denied.emphasised.iter().any(|remark| remark.text == words)
    {
        faults
            .missed
            .push(format!("no remark on {words}: {:?}", denied.emphasised));
    }

    for of in Allergen::ALL.iter().copied() {
        let is_of = |other: Allergen| of == other || of.group() == other || of == other.group();
        let says = case.says.iter().filter(|(named, _)| is_of(*named));
        let most = says.map(|(_, status)| *status).max();
        let is_open = case.open.iter().any(|open| is_of(*open));
        let (beside_no, beside_null) = (denied.status(of), silent.status(of));
        let is_raised = beside_no > most.unwrap_or(Status::DeclaredNotPresent)
            || beside_null > most.unwrap_or(Status::NotStated)
            || most.is_none() && denied.fact(of).is_some_and(has_conflict);
        if is_raised && !is_open {
            faults.alarms.push(format!(
                "{}: {beside_no:?}, {beside_null:?} beside null",
                of.wire_name()
            ));
        }
    }
    if denied.warns && !case.warns && !case.may_warn {
        faults.alarms.push("warns of something unread".to_owned());
    }
    faults
}
