//! The front-of-pack strip: energy, fat, saturates, sugars and salt, their levels
//! in words first and colour second.

use crate::card::panel::{Density, Panel, Variant};
use crate::card::phrases::{column_title, per_100};
use crate::card::render::tree::{Element, el, el_class, muted};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{Energy, FrontOfPack, FrontOfPackNutrient, front_of_pack};
use crate::messages::fill;
use crate::model::table::Column;
use std::cell::Cell;

/// The strip of every component that has figures for one, and once what their levels follow.
pub(super) fn lights(view: &View<'_>) -> Option<Element> {
    let has_levels = Cell::new(false);
    let strips = view.by_component(&|_, component| {
        let strip = front_of_pack(view.data(), component)?;
        let has_level = strip
            .nutrients
            .iter()
            .any(|nutrient| nutrient.level.is_some());
        has_levels.set(has_levels.get() || has_level);
        let mut boxes = el_class("ul", "lights").attr("part", "light-list");
        boxes = boxes.child_opt(strip.energy.as_ref().map(|amount| energy(amount, view)));
        for nutrient in &strip.nutrients {
            boxes = boxes.child(nutrient_box(nutrient, view));
        }
        let drawn = el("div")
            .child(el_class("p", "basis").owned_text(basis(&strip, view)))
            .child(boxes);
        Some(if view.variant == Variant::Full {
            drawn.child_opt(notes(&strip, view))
        } else {
            drawn
        })
    })?;
    let is_noted = has_levels.get() && view.variant == Variant::Full;
    let note = is_noted.then(|| muted(view.message("lights.note")));
    Some(el("div").child(strips).child_opt(note))
}

/// The basis of the figures: per serving, with its size, or per 100.
fn basis(strip: &FrontOfPack, view: &View<'_>) -> String {
    let text = column_title(
        strip.column,
        per_100(strip.basis, view.messages),
        view.messages,
    );
    match (strip.column, &strip.portion) {
        (Column::Serving | Column::Prepared, Some(portion)) => {
            let portion = view.figure(portion, None);
            format!("{text} ({})", view.messages.isolated(&portion))
        }
        _ => text,
    }
}

fn energy(energy: &Energy, view: &View<'_>) -> Element {
    let mut drawn = named("energy", view.message("nutrient.cal_kj"));
    for amount in [&energy.kilojoules, &energy.kilocalories] {
        drawn = drawn.child_opt(amount.as_ref().map(|amount| figure(view.amount(amount))));
    }
    drawn.child_opt(noted_share(energy.reference_percent(), view))
}

fn nutrient_box(nutrient: &FrontOfPackNutrient, view: &View<'_>) -> Element {
    let mut drawn = named(nutrient.nutrient.wire_name(), &name(nutrient, view))
        .child(figure(view.amount(&nutrient.amount)));
    if let Some(level) = nutrient.level {
        let word = view.messages.named("level", level.key());
        drawn = drawn
            .attr("data-level", level.key())
            .child(el_class("strong", "level").owned_text(word));
    }
    drawn.child_opt(noted_share(nutrient.amount.reference_percent, view))
}

fn named(key: &'static str, name: &str) -> Element {
    el("li")
        .attr("data-nutrient", key)
        .child(el_class("span", "name").text(name))
}

/// The nutrient's name, in a short form where the language has one.
fn name(nutrient: &FrontOfPackNutrient, view: &View<'_>) -> String {
    let name = nutrient.nutrient.wire_name();
    match view.messages.find(&format!("lights.{name}")) {
        Some(short) => short.to_owned(),
        None => view.messages.named("nutrient", name),
    }
}

/// A figure, which stays in one piece.
pub(super) fn figure(text: String) -> Element {
    el_class("span", "figure").owned_text(text)
}

/// The share of a reference intake, in the words for a key.
pub(super) fn share(percent: Option<i64>, key: &str, view: &View<'_>) -> Option<Element> {
    let text = view.messages.format(key, "percent", &percent?.to_string());
    Some(el_class("span", "share").owned_text(text))
}

/// The share of the reference intake in a full card, where a note explains it.
fn noted_share(percent: Option<i64>, view: &View<'_>) -> Option<Element> {
    if view.variant != Variant::Full {
        return None;
    }
    share(percent, "nutrition.reference", view)
}

/// The basis of the strip's figures, a sentence each.
fn notes(strip: &FrontOfPack, view: &View<'_>) -> Option<Element> {
    let mut notes = Vec::new();
    if let Some(energy) = &strip.energy_per_100 {
        let text = view.messages.format(
            "lights.typical",
            "basis",
            per_100(strip.basis, view.messages),
        );
        let energy = energy_text(energy, view);
        notes.push(fill(&text, "energy", &view.messages.isolated(&energy)));
    }
    let (mut large, mut calculated) = (Vec::new(), Vec::new());
    for nutrient in &strip.nutrients {
        if nutrient.by_portion {
            large.push(name(nutrient, view));
        }
        if nutrient.amount.calculated_from.is_some() {
            calculated.push(name(nutrient, view));
        }
    }
    if !large.is_empty() {
        let portion = view.figure(strip.portion.as_deref().unwrap_or_default(), None);
        let text = view
            .messages
            .format("lights.by-portion", "portion", &portion);
        notes.push(fill(&text, "names", &view.messages.list(&large)));
    }
    if !calculated.is_empty() {
        let names = view.messages.list(&calculated);
        notes.push(fill(view.message("lights.calculated"), "names", &names));
    }
    let energy = strip.energy.iter();
    let mut shares = energy.map(Energy::reference_percent).chain(
        strip
            .nutrients
            .iter()
            .map(|nutrient| nutrient.amount.reference_percent),
    );
    // The table of nutrition explains them for both.
    let is_explained =
        view.panels.contains(&Panel::Nutrition) && view.density == Density::Comfortable;
    if !is_explained && shares.any(|share| share.is_some()) {
        notes.push(view.message("nutrition.reference-note").to_owned());
    }
    (!notes.is_empty()).then(|| {
        let notes = notes.into_iter().map(|note| el("li").owned_text(note));
        el_class("ul", "notes").children(notes.collect_vec())
    })
}

/// Energy in both units, as packs have it: "610 kJ / 145 kcal".
fn energy_text(energy: &Energy, view: &View<'_>) -> String {
    let (first, second) = energy_texts(energy, view);
    first + second.as_deref().unwrap_or_default()
}

/// Energy in both units in two pieces, the first with the stroke; `None` for a
/// second unit that is not stated.
pub(super) fn energy_texts(energy: &Energy, view: &View<'_>) -> (String, Option<String>) {
    match (&energy.kilojoules, &energy.kilocalories) {
        (Some(kilojoules), Some(kilocalories)) => (
            format!("{}\u{a0}/ ", view.amount(kilojoules)),
            Some(view.amount(kilocalories)),
        ),
        (Some(only), None) | (None, Some(only)) => (view.amount(only), None),
        (None, None) => (String::new(), None),
    }
}
