//! The remarks below a line of allergens: contradictions, texts that name an
//! allergen, claims about gluten.

use crate::card::render::tree::{Element, el, el_class, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{AllergenFact, Conflict, ConflictKind, Evidence, GlutenFact, Status};
use crate::messages::fill;

/// The details of a group and of its members, each once.
pub(super) fn details(view: &View<'_>, group: &AllergenFact) -> Vec<Element> {
    let mut drawn = Vec::new();
    let mut said: Vec<&Conflict> = Vec::new();
    // Those of a member are more precise than the group's own of the same words.
    for fact in group.members.iter().chain([group]) {
        for conflict in &fact.conflicts {
            let is_there = |other: &Conflict| other.component == conflict.component;
            let is_known = |other: &&Conflict| is_same(other, conflict) && is_there(other);
            // A member that is declared says more than texts that name the group.
            let by_member =
                |other: &Conflict| other.kind == ConflictKind::Member && is_there(other);
            let is_less = conflict.kind.is_text() && fact.conflicts.iter().any(by_member);
            if !said.iter().any(is_known) && !is_less {
                drawn.push(contradiction(view, fact, conflict));
                said.extend(
                    fact.conflicts
                        .iter()
                        .filter(|other| is_same(other, conflict)),
                );
            }
        }
    }
    drawn.extend(named(view, group));
    drawn.extend(gluten(view, group));
    drawn
}

/// Whether two conflicts say the same: of several components, of several members, or
/// of a group and its member.
fn is_same(one: &Conflict, other: &Conflict) -> bool {
    one.kind == other.kind && (one.kind == ConflictKind::Member || one.verbatim == other.verbatim)
}

/// "Soya – declared as not present, but listed in the ingredients: “soya flour”".
fn contradiction(view: &View<'_>, fact: &AllergenFact, conflict: &Conflict) -> Element {
    let same = fact
        .conflicts
        .iter()
        .filter(|other| is_same(other, conflict));
    let text = format!(
        "{}{}{}{}",
        view.messages.allergen(fact.allergen),
        view.message("card.dash"),
        conflict_text(view, fact, conflict),
        view.suffix_unless_whole(same.map(|other| other.component))
    );
    let drawn = el_class("li", "conflict")
        .owned_attr("data-conflict", conflict.path.clone())
        .attr("data-of", fact.allergen.wire_name())
        .child(sign("⚠"))
        .owned_text(text);
    // The words for a member are those of its status, which its chip shows.
    match conflict.kind {
        ConflictKind::Member => drawn,
        _ => quoted(view, drawn, &conflict.verbatim),
    }
}

/// A contradiction in a few words.
pub(in crate::card::panels) fn conflict_text(
    view: &View<'_>,
    fact: &AllergenFact,
    conflict: &Conflict,
) -> String {
    if conflict.kind != ConflictKind::Member {
        return view
            .messages
            .named("allergens.conflict", conflict.kind.key());
    }
    let mut members: Vec<String> = Vec::new();
    for member in fact.conflicts.iter().filter_map(|conflict| conflict.member) {
        let member = view.messages.allergen(member);
        if !members.contains(&member) {
            members.push(member);
        }
    }
    let key = "allergens.conflict.member";
    view.messages
        .with(key, "name", &view.messages.list(&members))
}

/// The texts that name an allergen without a declaration.
fn named(view: &View<'_>, fact: &AllergenFact) -> Vec<Element> {
    // A conflict with a component's flag quotes the words already.
    let is_quoted = |piece: &Evidence| {
        let mut conflicts = fact.conflicts.iter();
        conflicts.any(|conflict| {
            conflict.kind != ConflictKind::FreeFrom && conflict.component == piece.component
        })
    };
    let is_open = fact.status == Status::NotStated;
    let pieces = fact.evidence.iter();
    let pieces = pieces.filter(|piece| is_open && piece.source.is_text() && !is_quoted(piece));
    let pieces: Vec<&Evidence> = pieces.collect_vec();
    let mut drawn = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let is_same = |other: &&&Evidence| other.verbatim == piece.verbatim;
        if pieces.iter().take(index).any(|other| is_same(&other)) {
            continue;
        }
        let words = piece.verbatim.as_deref().unwrap_or_default();
        let same = pieces.iter().filter(is_same);
        let text = format!(
            "{}{}{}{}",
            view.messages
                .allergen(piece.member.unwrap_or(fact.allergen)),
            view.message("card.dash"),
            view.message(super::sources::place(piece)),
            view.suffix_unless_whole(same.map(|other| other.component)),
        );
        let line = el("li")
            .attr("data-named", "")
            .attr("data-of", fact.allergen.wire_name())
            .owned_text(text);
        drawn.push(quoted(view, line, words));
    }
    drawn
}

/// The claims about gluten, those of several cereals and components in one line where
/// the words are the same.
fn gluten(view: &View<'_>, fact: &AllergenFact) -> Vec<Element> {
    let mut drawn = Vec::new();
    for (index, gluten) in fact.gluten.iter().enumerate() {
        let is_same = |other: &&GlutenFact| other.verbatim == gluten.verbatim;
        let mut before = fact.gluten.iter().take(index);
        if before.any(|other| is_same(&other)) {
            continue;
        }
        let (mut cereals, mut components) = (Vec::new(), Vec::new());
        for other in fact.gluten.iter().filter(is_same) {
            let cereal = view.messages.allergen(other.allergen);
            if !cereals.contains(&cereal) {
                cereals.push(cereal);
            }
            if !components.contains(&other.component) {
                components.push(other.component);
            }
        }
        let key = format!("allergens.gluten.{}", gluten.claim.key());
        let text = view
            .messages
            .with(&key, "name", &view.messages.list(&cereals));
        let text = fill(&text, "text", &view.messages.isolated(&gluten.verbatim));
        drawn.push(
            el("li")
                .attr("data-gluten", gluten.allergen.wire_name())
                .owned_text(text + &view.components_suffix(&components)),
        );
    }
    drawn
}

/// Adds a supplier's words, if there are any.
fn quoted(view: &View<'_>, line: Element, words: &str) -> Element {
    if words.is_empty() {
        return line;
    }
    line.owned_text(view.colon()).child(el("q").text(words))
}
