//! Remarks on the quality of the record.

use super::unloaded;
use crate::card::panel::{LaterWords, Variant};
use crate::card::render::tree::{Element, el, el_class};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{Presence, Warning, WarningKind, completeness_with, quality, unit_beside};

/// The legal particulars that the record lacks, and figures that contradict each
/// other; in a full card only.
pub(in crate::card) fn remarks(view: &View<'_>) -> Option<Element> {
    if view.variant != Variant::Full {
        return None;
    }
    let complete = completeness_with(view.data(), &view.report);
    let lacking: Vec<String> = complete
        .particulars
        .iter()
        .filter(|fact| fact.presence == Presence::Lacking)
        .map(|fact| {
            let name = view.messages.named("particular", fact.particular.key());
            match fact.components.as_slice() {
                [component] => name + &view.of(*component),
                _ => name,
            }
        })
        .collect_vec();
    let warnings = quality(view.data());
    let count = usize::from(!lacking.is_empty()) + warnings.len();
    if count == 0 {
        return None;
    }
    let mut list = el("ul");
    let is_loaded = view.later_words == LaterWords::Loaded;
    list = list.child_opt(unloaded("li", view));
    if is_loaded && !lacking.is_empty() {
        let text = view
            .messages
            .with("notice.incomplete", "list", &view.messages.list(&lacking));
        list = list.child(el("li").attr("data-notice", "incomplete").owned_text(text));
    }
    for warning in warnings.iter().filter(|_| is_loaded) {
        list = list.child(warned(warning, view));
    }
    let title = view
        .messages
        .with("notice.remarks", "count", &count.to_string());
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
