//! The sources of the allergens' statuses: a fold below them.

use super::statements;
use crate::card::render::tree::{Element, el, el_class};
use crate::card::view::View;
use crate::label::{Evidence, Source};
use crate::messages::fill;

/// The statements that add nothing, then the evidence for each group: field,
/// component, verbatim words, the source of a risk.
pub(super) fn sources(view: &View<'_>) -> Element {
    let mut list = el("dl");
    for fact in &view.report.groups {
        let name = view.messages.allergen(fact.allergen);
        list = list.child(el("dt").owned_text(name));
        for piece in &fact.evidence {
            list = list.child(self::piece(view, piece));
        }
    }
    el_class("details", "provenance")
        .attr("data-toggle", "sources")
        .child(el("summary").text(view.message("allergens.sources")))
        .children(statements::accounted_for(view))
        .child(list)
}

fn piece(view: &View<'_>, piece: &Evidence) -> Element {
    let place = format!(
        "{}{}",
        view.message(place(piece)),
        view.component_suffix(piece.component)
    );
    let text = match &piece.verbatim {
        Some(text) => fill(
            &view.messages.format("allergens.evidence", "source", &place),
            "text",
            &view.messages.isolated(text),
        ),
        None => format!(
            "{place}{}{}",
            view.colon(),
            view.message("card.said.nothing")
        ),
    };
    // Of what is left out, no field is known.
    let is_known = piece.component.is_none() || piece.component != view.record.rest;
    let drawn = el("dd")
        .owned_text(text + " ")
        .child_opt(is_known.then(|| el("code").text(&piece.path)));
    match &piece.risk_source {
        Some(text) => {
            let text = view.messages.format("allergens.risk-source", "text", text);
            drawn.child(el("br")).owned_text(text)
        }
        None => drawn,
    }
}

/// The key of the words for where a piece of evidence comes from.
pub(super) fn place(piece: &Evidence) -> &'static str {
    match piece.source {
        Source::EmphasisedIngredient | Source::NamedIngredient => "allergens.source.ingredients",
        Source::Statement => "allergens.source.statement",
        Source::RiskSource => "allergens.source.risk-source",
        Source::Name => "allergens.source.name",
        Source::Flag => "allergens.source.flag",
    }
}
