//! The remarks below a line of allergens: contradictions, texts that name an
//! allergen, claims about gluten.

use crate::card::panels::claims::is_bare;
use crate::card::render::tree::{Element, el, el_class, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{
    AllergenFact, ByComponent, Conflict, ConflictKind, Evidence, GlutenFact, Status, groups,
};
use crate::model::Allergen;
use std::ptr;

/// The details of a group and of its members, each once.
pub(super) fn details(view: &View<'_>, group: &AllergenFact) -> Vec<Element> {
    // Those of a member are more precise than the group's own of the same words.
    let facts = group.members.iter().chain([group]);
    let conflicts = facts.flat_map(|fact| fact.conflicts.iter().map(move |found| (fact, found)));
    let conflicts = conflicts.collect_vec();
    let sayings = conflicts.iter().map(|(_, conflict)| saying(conflict));
    // A member that is declared says more than texts that name the group.
    let mut by_member = ByComponent::<bool>::default();
    for conflict in &group.conflicts {
        *by_member.at(conflict.component) |= conflict.kind == ConflictKind::Member;
    }
    let mut drawn = conflicts.iter().map(|_| None).collect_vec();
    for same in groups(&sayings.collect_vec()) {
        let mut said = ByComponent::<bool>::default();
        for same in same.chunk_by(|one, other| ptr::eq(conflicts[*one].0, conflicts[*other].0)) {
            let (fact, _) = conflicts[same[0]];
            let same_of_fact = same.iter().map(|place| conflicts[*place].1);
            let first = same_of_fact.clone().find(|conflict| {
                let is_more = !(conflict.kind.is_text() && by_member.of(conflict.component));
                !said.of(conflict.component) && (is_more || !ptr::eq(fact, group))
            });
            if let Some(first) = first {
                let of = same_of_fact.clone().map(|conflict| conflict.component);
                let of = view.suffix_unless_whole(of);
                drawn[same[0]] = Some(contradiction(view, fact, first, &of));
                for conflict in same_of_fact {
                    *said.at(conflict.component) = true;
                }
            }
        }
    }
    let mut drawn = drawn.into_iter().flatten().collect_vec();
    drawn.extend(named(view, group));
    for (allergen, text) in gluten(view, &group.gluten) {
        let line = el("li").attr("data-gluten", allergen.wire_name());
        drawn.push(line.owned_text(text));
    }
    drawn
}

/// What a conflict says: the same of several components, of several members, or of a group and its
/// member.
fn saying(conflict: &Conflict) -> String {
    let words = match conflict.kind {
        ConflictKind::Member => "",
        _ => &conflict.verbatim,
    };
    format!("{} {words}", conflict.kind.key())
}

/// "Soya – declared as not present, but listed in the ingredients: “soya flour”"; `of` names the
/// components.
fn contradiction(view: &View<'_>, fact: &AllergenFact, conflict: &Conflict, of: &str) -> Element {
    let text = format!(
        "{}{}{}{of}",
        view.messages.allergen(fact.allergen),
        view.message("card.dash"),
        conflict_text(view, fact, conflict),
    );
    let drawn = el_class("li", "conflict")
        .owned_attr("data-conflict", conflict.path.clone())
        .attr("data-of", fact.allergen.wire_name())
        .child(sign("warning"))
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
        // One that only may be there is not said to be contained.
        let status = view.messages.status_in_sentence(view.report.status(member));
        let member = format!("{} ({status})", view.messages.allergen(member));
        if !members.contains(&member) {
            members.push(member);
        }
    }
    let key = "allergens.conflict.member";
    view.messages
        .format(key, "name", &view.messages.list(&members))
}

/// The texts that name an allergen without a declaration.
fn named(view: &View<'_>, fact: &AllergenFact) -> Vec<Element> {
    if fact.status != Status::NotStated {
        return Vec::new();
    }
    // A conflict with a component's flag quotes the words already.
    let mut quoted_in = ByComponent::<bool>::default();
    for conflict in &fact.conflicts {
        *quoted_in.at(conflict.component) |= conflict.kind != ConflictKind::FreeFrom;
    }
    let pieces = fact
        .evidence
        .iter()
        .filter(|piece| piece.source.is_text() && !quoted_in.of(piece.component));
    let pieces: Vec<&Evidence> = pieces.collect_vec();
    let words = pieces.iter().map(|piece| piece.verbatim.as_deref());
    let words = words.map(Option::unwrap_or_default).collect_vec();
    let drawn = groups(&words).into_iter().map(|same| {
        let piece = pieces[same[0]];
        let text = format!(
            "{}{}{}{}",
            view.messages
                .allergen(piece.member.unwrap_or(fact.allergen)),
            view.message("card.dash"),
            view.message(super::sources::place(piece)),
            view.suffix_unless_whole(same.iter().map(|place| pieces[*place].component)),
        );
        let line = el("li")
            .attr("data-named", "")
            .attr("data-of", fact.allergen.wire_name())
            .owned_text(text);
        quoted(view, line, words[same[0]])
    });
    drawn.collect_vec()
}

/// The claims about gluten, those of several cereals and components in one where the words are the
/// same, each with the cereal of the first.
pub(in crate::card::panels) fn gluten(
    view: &View<'_>,
    claims: &[GlutenFact],
) -> Vec<(Allergen, String)> {
    let words = claims.iter().map(|claim| claim.verbatim.as_str());
    let said = groups(&words.collect_vec()).into_iter().map(|same| {
        let gluten = &claims[same[0]];
        let (mut cereals, mut components) = (Vec::new(), Vec::new());
        for other in same.iter().map(|place| &claims[*place]) {
            let cereal = view.messages.allergen(other.allergen);
            // One of all cereals has no name.
            if !other.allergen.is_group() && !cereals.contains(&cereal) {
                cereals.push(cereal);
            }
            // They are in the order of the components.
            if components.last() != Some(&other.component) {
                components.push(other.component);
            }
        }
        let key = format!("allergens.gluten.{}", gluten.claim.key());
        let mut text = view.message(&key).to_owned();
        if !cereals.is_empty() {
            text += &format!(" ({})", view.messages.list(&cereals));
        }
        text += &view.components_suffix(&components);
        if !is_bare(gluten.claim, &gluten.verbatim) {
            text += ". ";
            text += &view.messages.format("card.said", "text", &gluten.verbatim);
        }
        (gluten.allergen, text)
    });
    said.collect_vec()
}

/// Adds a supplier's words, if there are any.
fn quoted(view: &View<'_>, line: Element, words: &str) -> Element {
    if words.is_empty() {
        return line;
    }
    line.owned_text(view.colon()).child(el("q").text(words))
}
