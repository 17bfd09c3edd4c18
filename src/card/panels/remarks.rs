//! Remarks on the quality of the record.

use super::unloaded;
use crate::card::panel::{LaterWords, Variant};
use crate::card::render::tree::{Element, el, el_class};
use crate::card::view::View;
use crate::label::{Warning, WarningKind, quality, unit_beside};

/// Figures that contradict each other and GTINs that are none; in a full card only.
pub(in crate::card) fn remarks(view: &View<'_>) -> Option<Element> {
    if view.variant != Variant::Full {
        return None;
    }
    let warnings = quality(view.data());
    if warnings.is_empty() {
        return None;
    }
    let mut list = el("ul");
    let is_loaded = view.later_words == LaterWords::Loaded;
    list = list.child_opt(unloaded("li", view));
    for warning in warnings.iter().filter(|_| is_loaded) {
        list = list.child(warned(warning, view));
    }
    let title = view
        .messages
        .with("notice.remarks", "count", &warnings.len().to_string());
    Some(
        el_class("details", "remarks")
            .attr("data-notice", "remarks")
            .attr("data-toggle", "remarks")
            .child(el("summary").owned_text(title))
            .child(list),
    )
}

fn warned(warning: &Warning, view: &View<'_>) -> Element {
    let text = view.messages.named("quality", warning.kind.key());
    let of = warning.component.map(|index| view.of(index));
    let mut figures = Vec::new();
    for figure in &warning.figures {
        let units = figure.units.as_deref();
        let units = match figure.nutrient {
            Some(nutrient) => unit_beside(&figure.value, units, nutrient.unit()),
            None => units,
        };
        let text = view.figure(&figure.value, units);
        figures.push(match figure.nutrient {
            Some(nutrient) => format!(
                "{} {text}",
                view.messages.named("nutrient", nutrient.wire_name())
            ),
            None => text,
        });
    }
    let gtin = matches!(
        warning.kind,
        WarningKind::CheckDigit | WarningKind::MalformedGtin
    );
    let between = if gtin {
        view.colon()
    } else {
        view.message("card.dash").to_owned()
    };
    let of = of.unwrap_or_default();
    let text = format!("{text}{of}{between}{}", view.messages.list(&figures));
    el("li")
        .attr("data-notice", "quality")
        .attr("data-warning", warning.kind.key())
        .owned_text(text)
}
