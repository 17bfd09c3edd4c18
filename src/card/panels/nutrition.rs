//! The nutrition declaration as a table.

use super::facts::facts;
use crate::card::render::tree::{Element, el, el_class, muted, visually_hidden};
use crate::card::view::View;
use crate::label::{Amount, Basis, NutritionColumn, NutritionRow, NutritionTable, nutrition_table};
use crate::model::table::{Column, Topic};

/// The declaration of every component; says so where there is none.
pub(super) fn nutrition(view: &View<'_>) -> Element {
    let none = || muted(view.message("nutrition.none"));
    let drawn = view.by_component(&|index, component| {
        let declaration = nutrition_table(component);
        let part = el("div").child(if declaration.columns.is_empty() {
            none()
        } else {
            table(&declaration, &view.of(index), view)
        });
        Some(part)
    });
    let beside = facts(view, Topic::Nutrition);
    el("div")
        .child(drawn.unwrap_or_else(none))
        .child_opt(beside)
}

/// A declaration's table; `of` distinguishes it from the other components' tables.
fn table(declaration: &NutritionTable, of: &str, view: &View<'_>) -> Element {
    let caption = format!("{}{of}", view.message("nutrition.caption"));
    let mut head = el("tr").child(column_head(view.message("nutrition.nutrient")));
    for column in &declaration.columns {
        let title = column_head(&column_title(column, declaration, view));
        let portion = column.portion.as_deref();
        head = head.child(
            title.child_opt(portion.map(|portion| el_class("span", "portion").text(portion))),
        );
    }
    let mut body = el("tbody");
    for row in &declaration.rows {
        body = body.child(table_row(row, "nutrition.reference", view));
    }
    let mut drawn = el("table")
        .child(el_class("caption", "visually-hidden").text(&caption))
        .child(el("thead").child(head))
        .child(body);
    if !declaration.micronutrients.is_empty() {
        let title = el_class("th", "group")
            .attr("scope", "rowgroup")
            .owned_attr("colspan", (declaration.columns.len() + 1).to_string())
            .text(view.message("nutrition.micronutrients"));
        let mut body = el("tbody").child(el("tr").child(title));
        for row in &declaration.micronutrients {
            body = body.child(table_row(row, "nutrition.nrv", view));
        }
        drawn = drawn.child(body);
    }
    let referenced = declaration
        .rows
        .iter()
        .flat_map(|row| row.amounts.iter().flatten())
        .any(|amount| amount.reference_percent.is_some());
    // A group, not a region: a page of many cards would have too many landmarks.
    let scroll = el_class("div", "scroll")
        .attr("tabindex", "0")
        .attr("role", "group")
        .owned_attr("aria-label", caption)
        .child(drawn);
    let part = el("div").child(scroll);
    if referenced {
        part.child(muted(view.message("nutrition.reference-note")))
    } else {
        part
    }
}

fn column_head(text: &str) -> Element {
    el("th").attr("scope", "col").text(text)
}

/// The basis in words: the known ones in the reader's language, others as the
/// supplier wrote them.
fn basis(declaration: &NutritionTable, view: &View<'_>) -> String {
    match (declaration.basis, &declaration.basis_text) {
        (Basis::Grams, _) => view.message("nutrition.per-100-g").to_owned(),
        (Basis::Millilitres, _) => view.message("nutrition.per-100-ml").to_owned(),
        (Basis::NotStated, Some(text)) => text.clone(),
        (Basis::NotStated, None) => view.message("nutrition.per-100-unknown").to_owned(),
    }
}

fn column_title(column: &NutritionColumn, declaration: &NutritionTable, view: &View<'_>) -> String {
    match column.column {
        Column::Per100 => basis(declaration, view),
        Column::Serving => view.message("nutrition.per-serving").to_owned(),
        Column::PreparedPer100 => {
            view.messages
                .with("nutrition.prepared-100", "basis", &basis(declaration, view))
        }
        Column::Prepared => view.message("nutrition.prepared").to_owned(),
    }
}

fn table_row(row: &NutritionRow, reference: &str, view: &View<'_>) -> Element {
    // Whole phrases: the words before a part agree with what it is a part of.
    let family = if row.part { "of-which" } else { "nutrient" };
    let title = el("th")
        .attr("scope", "row")
        .owned_text(view.messages.named(family, row.nutrient));
    let mut drawn = el("tr").attr("data-nutrient", row.nutrient);
    if row.part {
        drawn = drawn.attr("class", "part");
    }
    drawn = drawn.child(title);
    for amount in &row.amounts {
        drawn = drawn.child(figure(amount.as_ref(), reference, view));
    }
    drawn
}

fn figure(amount: Option<&Amount>, reference: &str, view: &View<'_>) -> Element {
    let Some(amount) = amount else {
        return el("td")
            .child(el("span").attr("aria-hidden", "true").text("–"))
            .child(visually_hidden(view.message("nutrition.not-given")));
    };
    let text = view.figure(&amount.value, amount.unit.as_deref());
    let share = amount.reference_percent.map(|percent| {
        el_class("span", "share").owned_text(view.messages.with(
            reference,
            "percent",
            &percent.to_string(),
        ))
    });
    let source = amount.calculated_from.as_ref().map(|from| {
        let sodium = view.figure(&from.value, from.unit.as_deref());
        let text = view
            .messages
            .with("nutrition.from-sodium", "figure", &sodium);
        el_class("span", "share").owned_text(text)
    });
    el("td")
        .child(el_class("span", "figure").owned_text(text))
        .child_opt(share)
        .child_opt(source)
}
