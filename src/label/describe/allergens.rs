//! The allergens with what speaks for each, and the shopper's own list.

use crate::label::writer::Writer;
use crate::label::{
    AllergenFact, AllergenReport, Avoid, Caution, Conflict, ConflictKind, Emphasised, Evidence,
    GlutenFact, Source, Statement, Verdict, verdicts,
};
use crate::model::Allergen;

/// The verdict on each allergen of a shopper's list.
pub(super) fn avoided(view: &mut Writer, report: &AllergenReport, avoid: &Avoid) {
    view.list("verdicts", &verdicts(report, &avoid.allergens), verdict);
    view.elements("unknown", |list| {
        for word in &avoid.unknown {
            list.word(word);
        }
    });
}

fn verdict(view: &mut Writer, verdict: &Verdict) {
    view.text("allergen", verdict.allergen.wire_name());
    view.text("answer", verdict.answer.key());
    view.places("components", &verdict.components);
    view.maybe("caution", verdict.caution.map(Caution::key));
}

pub(super) fn allergens(view: &mut Writer, report: &AllergenReport) {
    view.list("groups", &report.groups, allergen);
    view.list("statements", &report.statements, statement);
    view.list("emphasised", &report.emphasised, emphasised);
    view.flag("hasConflicts", report.has_conflicts());
    view.flag("warns", report.warns);
}

fn allergen(view: &mut Writer, fact: &AllergenFact) {
    view.text("allergen", fact.allergen.wire_name());
    view.text("status", fact.status.key());
    view.places("components", &fact.components());
    view.list("evidence", &fact.evidence, evidence);
    view.list("conflicts", &fact.conflicts, conflict);
    view.list("members", &fact.members, allergen);
    view.list("gluten", &fact.gluten, gluten);
}

fn evidence(view: &mut Writer, piece: &Evidence) {
    let source = match piece.source {
        Source::Flag => "flag",
        Source::EmphasisedIngredient => "emphasised-ingredient",
        Source::NamedIngredient => "named-ingredient",
        Source::Statement => "statement",
        Source::RiskSource => "risk-source",
        Source::Name => "name",
    };
    view.text("source", source);
    view.maybe("member", piece.member.map(Allergen::wire_name));
    view.place("component", piece.component);
    view.text("path", &piece.path);
    view.maybe("verbatim", piece.verbatim.as_deref());
    view.maybe("riskSource", piece.risk_source.as_deref());
    view.text("status", piece.status.key());
}

fn conflict(view: &mut Writer, conflict: &Conflict) {
    let (kind, member) = match conflict.kind {
        ConflictKind::Member(member) => ("member", Some(member)),
        ConflictKind::FreeFrom => ("free-from", None),
        ConflictKind::Ingredients => ("ingredients", None),
        ConflictKind::Statement => ("statement", None),
        ConflictKind::RiskSource => ("risk-source", None),
        ConflictKind::Name => ("name", None),
    };
    view.text("kind", kind);
    view.maybe("member", member.map(Allergen::wire_name));
    view.place("component", conflict.component);
    view.text("path", &conflict.path);
    view.text("verbatim", &conflict.verbatim);
}

fn gluten(view: &mut Writer, fact: &GlutenFact) {
    view.text("allergen", fact.allergen.wire_name());
    view.place("component", Some(fact.component));
    view.text("path", &fact.path);
    view.text("verbatim", &fact.verbatim);
    view.text("claim", fact.claim.key());
}

fn statement(view: &mut Writer, statement: &Statement) {
    view.place("component", statement.component);
    view.text("path", &statement.path);
    view.text("text", &statement.text);
    view.flag("isRead", statement.is_read);
    view.flag("warns", statement.warns);
}

fn emphasised(view: &mut Writer, words: &Emphasised) {
    view.place("component", Some(words.component));
    view.text("path", &words.path);
    view.text("text", &words.text);
    view.flag("isKnown", words.is_known);
}
