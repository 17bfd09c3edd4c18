//! What is said below a line of allergens: contradictions, texts that name an
//! allergen, claims about gluten.

use crate::card::render::tree::{Element, el, el_class, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{AllergenFact, Conflict, ConflictKind, GlutenFact, Status};
use crate::messages::fill;
use crate::model::Allergen;

/// The details of a group and of its members, each said once.
pub(super) fn details(view: &View<'_>, group: &AllergenFact) -> Vec<Element> {
    let mut drawn = Vec::new();
    let mut said: Vec<&Conflict> = Vec::new();
    // Those of a member are more precise than the group's own of the same words.
    for fact in group.members.iter().chain([group]) {
        let by_member = |it: &Conflict| it.kind == ConflictKind::Member;
        let has_member = fact.conflicts.iter().any(by_member);
        for conflict in &fact.conflicts {
            let is_known = said.iter().any(|known| is_same(known, conflict));
            // A member that is declared says more than texts that name the group.
            let is_less = has_member && conflict.kind.is_text();
            if !is_known && !is_less {
                drawn.push(contradiction(view, fact, conflict));
                said.push(conflict);
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
    let same = fact.conflicts.iter().filter(|it| is_same(it, conflict));
    let mut components: Vec<usize> = same.filter_map(|it| it.component).collect_vec();
    components.dedup();
    let text = format!(
        "{}{}{}{}",
        name(view, fact.allergen),
        view.message("card.dash"),
        conflict_text(view, fact, conflict),
        view.of_some(&components)
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
    let key = match conflict.kind {
        ConflictKind::Member => {
            let mut members: Vec<String> = Vec::new();
            for member in fact.conflicts.iter().filter_map(|it| it.member) {
                let member = name(view, member);
                if !members.contains(&member) {
                    members.push(member);
                }
            }
            let key = "allergens.conflict.member";
            return view
                .messages
                .with(key, "name", &view.messages.list(&members));
        }
        ConflictKind::FreeFrom => "allergens.conflict.free-from",
        ConflictKind::Ingredients => "allergens.conflict.ingredients",
        ConflictKind::Statement => "allergens.conflict.statement",
        ConflictKind::RiskSource => "allergens.conflict.risk-source",
        ConflictKind::Name => "allergens.conflict.name",
    };
    view.message(key).to_owned()
}

/// The texts that name an allergen without a declaration.
fn named(view: &View<'_>, fact: &AllergenFact) -> Vec<Element> {
    // A conflict with the flag quotes the words already.
    let mut conflicts = fact.conflicts.iter();
    let is_open = fact.status == Status::NotStated
        && conflicts.all(|conflict| conflict.kind == ConflictKind::FreeFrom);
    let mut drawn = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    for piece in fact
        .evidence
        .iter()
        .filter(|it| is_open && it.source.is_text())
    {
        let words = piece.verbatim.as_deref().unwrap_or_default();
        if said.contains(&words) {
            continue;
        }
        said.push(words);
        let text = format!(
            "{}{}{}{}",
            name(view, piece.member.unwrap_or(fact.allergen)),
            view.message("card.dash"),
            view.message(super::sources::place(piece)),
            view.of(piece.component),
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
        let is_same = |it: &&GlutenFact| it.verbatim == gluten.verbatim;
        let mut before = fact.gluten.iter().take(index);
        if before.any(|it| is_same(&it)) {
            continue;
        }
        let (mut cereals, mut components) = (Vec::new(), Vec::new());
        for it in fact.gluten.iter().filter(is_same) {
            let cereal = name(view, it.allergen);
            if !cereals.contains(&cereal) {
                cereals.push(cereal);
            }
            if !components.contains(&it.component) {
                components.push(it.component);
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
                .owned_text(text + &view.of_some(&components)),
        );
    }
    drawn
}

fn name(view: &View<'_>, allergen: Allergen) -> String {
    view.messages.named("allergen", allergen.wire_name())
}

/// Adds a supplier's words, if there are any.
fn quoted(view: &View<'_>, line: Element, words: &str) -> Element {
    if words.is_empty() {
        return line;
    }
    line.owned_text(view.colon()).child(el("q").text(words))
}
