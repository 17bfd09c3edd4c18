//! Diets, free-from claims and accreditations: the supplier's claims, and what
//! contradicts them.

use crate::card::render::tree::{Element, el, el_class, list, muted, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{
    Claim, ClaimFact, ComponentClaim, Status, accreditations, free_from, groups, suitability,
};
use crate::model::Allergen;
use crate::model::table::FreeFromClaim;
use crate::text::joined;

/// For whom the product is suitable and what it is free from: what is claimed as
/// chips, then claims with a remark, then what is denied. Lines of text end it: what
/// only some components claim, and what the product is not free from.
pub(super) fn diets(view: &View<'_>) -> Option<Element> {
    let mut facts = suitability(view.data(), &view.report);
    facts.retain(|fact| !fact.said.is_empty());
    facts.extend(free_from(view.data(), &view.report));
    if facts.is_empty() {
        return None;
    }
    let (mut chips, mut remarked, mut denied) = (Vec::new(), Vec::new(), Vec::new());
    // Claims by what they have in common: the components that alone make them, or that
    // they are denied.
    let mut lines: Vec<(String, Vec<Element>)> = Vec::new();
    for fact in &facts {
        let is_remarked = !fact.conflicts.is_empty() || !fact.said.iter().all(says_no_more);
        let list = match (
            fact.claim,
            FreeFromClaim::of(fact.key).and_then(|of| of.excludes),
        ) {
            _ if is_remarked => &mut remarked,
            // What may no longer hold is no chip, and the advice is given once for all.
            (Claim::Yes, _) if view.is_doubtful() => {
                let drawn = item(fact).owned_text(name(fact, view));
                add_to_line(&mut lines, view.message("allergens.check"), drawn);
                continue;
            }
            (Claim::Yes, _) => &mut chips,
            (Claim::No, None) => &mut denied,
            (Claim::No, Some(allergen)) => {
                let name = view.messages.allergen(allergen);
                let drawn = item(fact).owned_text(name + &who(fact, Claim::No, view));
                add_to_line(&mut lines, view.message("diets.not-free-from"), drawn);
                continue;
            }
            (Claim::NotStated, _) => {
                let drawn = item(fact).owned_text(title(fact, view));
                add_to_line(&mut lines, &makers(fact, view), drawn);
                continue;
            }
        };
        list.push(claim(fact, view));
    }
    let mut drawn = el("div")
        .child_opt(listed("claims chips", chips, view))
        .child_opt(listed("claims", remarked, view))
        .child_opt(listed("claims denied", denied, view));
    for (lead, items) in lines {
        let lead = el("span").owned_text(lead + &view.colon());
        let line = el_class("div", "claim-line").child(lead);
        drawn = drawn.child(line.child_opt(listed("names", items, view)));
    }
    Some(drawn)
}

/// Claims as a list, if there are any.
fn listed(class: &'static str, claims: Vec<Element>, view: &View<'_>) -> Option<Element> {
    if claims.is_empty() {
        return None;
    }
    let comma = view.message("card.comma").trim_end();
    Some(list(class, claims, comma))
}

/// Adds a claim to the line that begins with these words.
fn add_to_line(lines: &mut Vec<(String, Vec<Element>)>, lead: &str, claim: Element) {
    match lines.iter_mut().find(|(words, _)| words == lead) {
        Some((_, claims)) => claims.push(claim),
        None => lines.push((lead.to_owned(), vec![claim])),
    }
}

/// The components that make a claim.
fn makers(fact: &ClaimFact, view: &View<'_>) -> String {
    let made = fact.said.iter().filter(|said| said.claim == Claim::Yes);
    let mut made = made.map(|said| said.component).collect_vec();
    made.dedup();
    view.names_of(&made)
}

/// The certificates and memberships that are claimed.
pub(super) fn certificates(view: &View<'_>) -> Option<Element> {
    let claimed = accreditations(view.data(), &view.report);
    if claimed.is_empty() {
        return None;
    }
    let claims = claimed.iter().map(|fact| claim(fact, view));
    Some(
        el("div")
            .child(muted(view.message("accreditations.intro")))
            .child(el_class("ul", "claims").children(claims.collect_vec())),
    )
}

fn claim(fact: &ClaimFact, view: &View<'_>) -> Element {
    // A claim that is contradicted gets no tick, nor does one that may no longer hold.
    let is_outdated = fact.claim == Claim::Yes && view.is_doubtful();
    let mark = match fact.claim {
        _ if fact.is_contradicted() => Some("warning"),
        Claim::Yes if is_outdated => Some("not-stated"),
        Claim::Yes => Some("yes"),
        Claim::No => None,
        Claim::NotStated => Some("not-stated"),
    };
    let mut words = name(fact, view);
    if is_outdated {
        words += view.message("card.dash");
        words += view.message("allergens.check-label");
    }
    let mut drawn = item(fact).child(
        el_class("span", "line")
            .child_opt(mark.map(sign))
            .child(el_class("span", "name").owned_text(words)),
    );
    for said in fact.said.iter().filter(|said| !says_no_more(said)) {
        let text = view.messages.format("card.said", "text", &said.verbatim);
        drawn = drawn.child(
            el_class("p", "detail muted").owned_text(text + &view.component_suffix(said.component)),
        );
    }
    drawn.children(conflicts(fact, view))
}

fn item(fact: &ClaimFact) -> Element {
    el("li")
        .attr("data-claim", fact.claim.key())
        .owned_attr("data-field", fact.key.to_owned())
}

fn says_no_more(said: &ComponentClaim) -> bool {
    is_bare(said.claim, &said.verbatim)
}

/// Whether a claim's words are no more than yes or no, which the card says itself.
pub(super) fn is_bare(claim: Claim, words: &str) -> bool {
    let word = words
        .trim_matches(|c: char| c.is_ascii_punctuation() || c.is_whitespace())
        .to_ascii_lowercase();
    claim != Claim::NotStated && (word.len() <= 3 || matches!(&*word, "true" | "false"))
}

/// The name of a claim. Most schemes have one in every language; the messages know the
/// others.
fn title(fact: &ClaimFact, view: &View<'_>) -> String {
    let named = view.messages.find(&format!("field.{}", fact.key));
    let title = fact.title.filter(|title| !title.is_empty());
    named.or(title).unwrap_or(fact.key).to_owned()
}

/// The claim in words, with the components that make or deny it where that is
/// not all of them.
fn name(fact: &ClaimFact, view: &View<'_>) -> String {
    let name = title(fact, view);
    let is_made = fact.said.iter().any(|said| said.claim == Claim::Yes);
    let decisive = match fact.claim {
        // A certificate that some components have.
        Claim::No if fact.title.is_some() && is_made => Claim::Yes,
        Claim::No => Claim::No,
        Claim::NotStated if is_made => Claim::Yes,
        Claim::NotStated => {
            let word = view.messages.named("claim", fact.claim.key());
            return format!("{name}{}{word}", view.colon());
        }
        Claim::Yes => return name,
    };
    let denial = format!("denied.{}", fact.key);
    let text = match (decisive, view.messages.find(&denial)) {
        (Claim::No, Some(denial)) => denial.to_owned(),
        (Claim::No, None) => format!("{name}{}{}", view.colon(), view.message("claim.no")),
        _ => name,
    };
    text + &who(fact, decisive, view)
}

/// The components that make or deny a claim, in brackets.
fn who(fact: &ClaimFact, claim: Claim, view: &View<'_>) -> String {
    let said = fact.said.iter().filter(|said| said.claim == claim);
    view.suffix_unless_whole(said.map(|said| Some(said.component)))
}

/// The allergens that contradict a claim, a line for each way of doing so.
fn conflicts(fact: &ClaimFact, view: &View<'_>) -> Vec<Element> {
    let ways = fact.conflicts.iter().map(|conflict| {
        let status = conflict.status.key();
        format!("{} {status} {}", conflict.component, conflict.is_caution)
    });
    let ways = ways.collect_vec();
    let mut drawn = Vec::new();
    for same in groups(&ways) {
        let conflict = &fact.conflicts[same[0]];
        let allergens = same.iter().map(|place| fact.conflicts[*place].allergen);
        let keys = allergens.clone().map(Allergen::wire_name).collect_vec();
        let keys = joined(&keys, " ");
        let names = allergens.map(|allergen| view.messages.allergen(allergen));
        let names = names.collect_vec();
        let how = match conflict.status {
            // A text names it, and no flag says more.
            Status::NotStated | Status::DeclaredNotPresent => {
                view.message("claim.named").to_owned()
            }
            status => view.messages.named("status", status.key()),
        };
        let names = view.messages.list(&names);
        let of = view.component_suffix(conflict.component);
        let mut text = format!("{how}{}{names}{of}", view.colon());
        if conflict.is_caution {
            text.push_str(". ");
            text.push_str(view.message("claim.not-free-from"));
        }
        let class = if conflict.is_caution {
            "detail caution"
        } else {
            "detail conflict"
        };
        drawn.push(
            el_class("p", class)
                .owned_attr("data-conflict", keys)
                .child(sign("warning"))
                .owned_text(text),
        );
    }
    drawn
}
