//! Diets, free-from claims and accreditations: the supplier's claims, and what
//! contradicts them.

use crate::card::render::tree::{Element, el, el_class, heading, muted, sign};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{
    Claim, ClaimConflict, ClaimFact, Status, accreditations, free_from, suitability,
};

/// For whom the product is suitable, and what it claims to be free from.
pub(super) fn diets(view: &View<'_>) -> Option<Element> {
    let diets = suitability(view.data(), &view.report);
    let diets = list(
        "field",
        diets.iter().filter(|fact| !fact.said.is_empty()),
        view,
    );
    let claims = free_from(view.data(), &view.report);
    let claims = list("field", claims.iter(), view);
    if diets.is_none() && claims.is_none() {
        return None;
    }
    let title = claims
        .is_some()
        .then(|| heading(view.level + 1, "subtitle", view.message("diets.free-from")));
    Some(
        el("div")
            .child_opt(diets)
            .child_opt(title)
            .child_opt(claims),
    )
}

/// The certificates and memberships that are claimed.
pub(super) fn certificates(view: &View<'_>) -> Option<Element> {
    let claimed = accreditations(view.data(), &view.report);
    let list = list("field", claimed.iter(), view)?;
    Some(
        el("div")
            .child(muted(view.message("accreditations.intro")))
            .child(list),
    )
}

fn list<'f>(
    family: &str,
    facts: impl Iterator<Item = &'f ClaimFact>,
    view: &View<'_>,
) -> Option<Element> {
    let drawn: Vec<Element> = facts.map(|fact| claim(family, fact, view)).collect_vec();
    (!drawn.is_empty()).then(|| el_class("ul", "claims").children(drawn))
}

fn claim(family: &str, fact: &ClaimFact, view: &View<'_>) -> Element {
    // Most schemes have one name in every language; the messages know the others.
    let key = format!("{family}.{}", fact.key);
    let name = view.messages.find(&key).or(fact.title).unwrap_or(&key);
    // A claim that is contradicted gets no tick.
    let mark = match fact.claim {
        _ if fact.is_contradicted() => "⚠",
        Claim::Yes => "✓",
        Claim::No => "✕",
        Claim::NotStated => "?",
    };
    let mut drawn = el("li")
        .attr("data-claim", fact.claim.key())
        .owned_attr("data-field", fact.key.to_owned())
        .child(
            el_class("span", "line")
                .child(sign(mark))
                .child(el_class("span", "name").text(name))
                .child(
                    el_class("span", "muted")
                        .owned_text(view.messages.named("claim", fact.claim.key())),
                ),
        );
    for said in &fact.said {
        // A bare yes or no adds nothing to the line.
        if fact.said.len() == 1 && said.verbatim.len() <= 3 && said.claim == fact.claim {
            continue;
        }
        let text = view.messages.with("card.said", "text", &said.verbatim);
        drawn =
            drawn.child(el_class("p", "detail muted").owned_text(text + &view.of(said.component)));
    }
    for conflict in &fact.conflicts {
        let how = match conflict.status {
            _ if conflict.is_caution => view.message("claim.not-free-from").to_owned(),
            // A text names it, and no flag says more.
            Status::NotStated | Status::NotPresent => view.message("claim.named").to_owned(),
            status => view.messages.named("status", status.key()),
        };
        drawn = drawn.child(against(conflict, &how, view));
    }
    drawn
}

/// An allergen that contradicts a claim, and how.
fn against(conflict: &ClaimConflict, how: &str, view: &View<'_>) -> Element {
    let allergen = view
        .messages
        .named("allergen", conflict.allergen.wire_name());
    let text = format!(
        "{allergen}{}{how}{}",
        view.colon(),
        view.of(conflict.component)
    );
    el_class("p", "detail conflict")
        .attr("data-conflict", conflict.allergen.wire_name())
        .child(sign("⚠"))
        .owned_text(text)
}
