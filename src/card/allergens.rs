//! The allergen panel: every group of Annex II with its status in words, what
//! contradicts it, and the supplier's own words behind it.

use super::ingredients::runs;
use super::{PanelProps, attributed, component_names, panel};
use crate::label::{
    AllergenFact, Conflict, ConflictKind, Evidence, Source, Status, allergen_report, rich_text,
};
use crate::messages::Messages;
use yew::prelude::*;

/// The order in which statuses are listed: what warns first.
const ORDER: [Status; 4] = [
    Status::Contains,
    Status::MayContain,
    Status::NotStated,
    Status::NotPresent,
];

/// The allergens of the whole product.
#[component]
pub(super) fn Allergens(props: &PanelProps) -> Html {
    let PanelProps {
        product,
        messages,
        level,
    } = props;
    let report = allergen_report(product.data());
    let names = component_names(product, *messages);
    let facts: Html = ORDER
        .iter()
        .flat_map(|status| {
            report
                .groups
                .iter()
                .filter(move |fact| fact.status == *status)
        })
        .map(|fact| item(fact, &names, *messages))
        .collect();
    let silent = report
        .groups
        .iter()
        .all(|fact| fact.status == Status::NotStated);
    let content = html! {
        <>
        <p class="muted">{ messages.get("allergens.intro") }</p>
        if silent { <p class="notice warn" data-notice="no-allergens">{ messages.get("allergens.none") }</p> }
        if report.has_conflicts() {
            <p class="notice warn" data-notice="conflict">{ messages.get("allergens.conflict") }</p>
        }
        { for report.statements.iter().map(|statement| html! {
            <p class="statement" data-statement={statement.path.clone()}>
                <b>{ messages.get("allergens.statement") }{ attributed(statement.component, &names) }{ ": " }</b>
                { runs(&rich_text(&statement.text)) }
            </p>
        }) }
        <ul class="allergens" part="allergens">{ facts }</ul>
        </>
    };
    panel(
        "allergens",
        *level,
        messages.get("allergens.title"),
        content,
    )
}

fn badge(status: Status, messages: Messages) -> Html {
    // The sign repeats the words for the eye; colour is a third way to say it.
    let sign = match status {
        Status::Contains => "●",
        Status::MayContain => "◐",
        Status::NotStated => "?",
        Status::NotPresent => "○",
    };
    html! {
        <span class={classes!("badge", status.key())}>
            <span aria-hidden="true" class="sign">{ sign }</span>
            { messages.named("status", status.key()) }
            if status == Status::NotStated {
                { " — " }{ messages.get("allergens.check-label") }
            }
        </span>
    }
}

fn item(fact: &AllergenFact, names: &[String], messages: Messages) -> Html {
    let members: Vec<Html> = fact
        .members
        .iter()
        .filter(|member| member.status.is_positive() || !member.conflicts.is_empty())
        .map(|member| {
            html! {
                <li data-allergen={member.allergen.wire()} data-status={member.status.key()}>
                    <span class="name">{ messages.named("allergen", member.allergen.wire()) }</span>
                    { badge(member.status, messages) }
                    { conflicts(member, names, messages) }
                </li>
            }
        })
        .collect();
    // A group and its member often carry the same words: said once.
    let mut risks: Vec<(usize, &str)> = Vec::new();
    for piece in &fact.evidence {
        if let Some(text) = &piece.risk_source
            && !risks.contains(&(piece.component, text.as_str()))
        {
            risks.push((piece.component, text));
        }
    }
    html! {
        <li data-allergen={fact.allergen.wire()} data-status={fact.status.key()}>
            <div class="line">
                <span class="name">{ messages.named("allergen", fact.allergen.wire()) }</span>
                { badge(fact.status, messages) }
                { provenance(fact, names, messages) }
            </div>
            if !members.is_empty() { <ul class="members">{ members }</ul> }
            if names.len() > 1 && fact.status.is_positive() {
                <p class="detail" data-in={fact.components().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")}>
                    { messages.with("allergens.in", "names", &fact.components().iter()
                        .filter_map(|index| names.get(*index).cloned()).collect::<Vec<_>>().join(", ")) }
                </p>
            }
            { conflicts(fact, names, messages) }
            { for fact.gluten.iter().map(|gluten| html! {
                <p class="detail" data-gluten={gluten.allergen.wire()}>
                    { messages.with("allergens.gluten", "text", &gluten.verbatim)
                        .replace("{name}", &messages.named("allergen", gluten.allergen.wire())) }
                    { attributed(gluten.component, names) }
                </p>
            }) }
            { for risks.into_iter().map(|(component, text)| html! {
                <p class="detail">
                    { messages.with("allergens.risk-source", "text", text) }
                    { attributed(component, names) }
                </p>
            }) }
        </li>
    }
}

fn conflicts(fact: &AllergenFact, names: &[String], messages: Messages) -> Html {
    fact.conflicts
        .iter()
        .map(|conflict| {
            let text = conflict_text(conflict, messages);
            html! {
                <p class="detail conflict" data-conflict={conflict.path.clone()}>
                    <span aria-hidden="true" class="sign">{ "⚠" }</span>
                    { text }
                    { attributed(conflict.component, names) }
                    if !conflict.verbatim.is_empty() {
                        { ": " }<q>{ conflict.verbatim.clone() }</q>
                    }
                </p>
            }
        })
        .collect()
}

fn conflict_text(conflict: &Conflict, messages: Messages) -> String {
    match conflict.kind {
        ConflictKind::Member(member) => messages.with(
            "allergens.conflict.member",
            "name",
            &messages.named("allergen", member.wire()),
        ),
        ConflictKind::FreeFrom => messages.get("allergens.conflict.free-from").to_owned(),
        ConflictKind::Ingredients => messages.get("allergens.conflict.ingredients").to_owned(),
    }
}

/// What the status rests on, folded away: field, component, verbatim words.
fn provenance(fact: &AllergenFact, names: &[String], messages: Messages) -> Html {
    html! {
        <details class="provenance">
            <summary>
                { messages.get("card.provenance") }
                <span class="visually-hidden">{ ": " }{ messages.named("allergen", fact.allergen.wire()) }</span>
            </summary>
            <ul>{ for fact.evidence.iter().map(|piece| html! {
                <li>{ evidence(piece, names, messages) }</li>
            }) }</ul>
        </details>
    }
}

fn evidence(piece: &Evidence, names: &[String], messages: Messages) -> Html {
    let source = match piece.source {
        Source::Flag | Source::Member(_) => messages.get("allergens.source.flag"),
        Source::EmphasisedIngredient | Source::NamedIngredient => {
            messages.get("allergens.source.ingredients")
        }
    };
    let said = match &piece.verbatim {
        Some(text) => messages.with("card.said", "text", text),
        None => messages.get("card.said.nothing").to_owned(),
    };
    html! {
        <>
        { source }{ attributed(piece.component, names) }{ ": " }{ said }{ " " }
        <code>{ piece.path.clone() }</code>
        </>
    }
}
