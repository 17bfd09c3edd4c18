//! The nutrition declaration as a table.

use super::facts;
use super::lights::{energy_texts, figure, share};
use crate::card::panel::Panel;
use crate::card::phrases::{column_title, per_100};
use crate::card::render::table::{column_heading, row_heading, scrolling, table};
use crate::card::render::tree::{Element, el, el_class, muted, sign, visually_hidden};
use crate::card::view::View;
use crate::collect_vec::CollectVec as _;
use crate::label::{
    Amount, Basis, Energy, NutritionColumn, NutritionRow, NutritionTable, Status, Warning,
    front_of_pack, nutrition_table, quality, repeats_serving_size, row_of,
};
use crate::model::Nutrient;
use crate::model::table::{Column, Topic};
use std::cell::Cell;

/// The number of vitamins and minerals up to which their table is open. They are no part
/// of the mandatory declaration (Regulation (EU) No 1169/2011 Article 30(1) and (2)).
const OPEN_MICRONUTRIENTS: usize = 6;

/// The declaration of every component; says so where there is none, and where none is needed. What applies to all
/// components stands once, below them.
pub(super) fn nutrition(view: &View<'_>) -> Element {
    let warnings = quality(view.data());
    // A front-of-pack strip has what most readers want of a component's table.
    let shows_strips = view.panels.contains(&Panel::Lights) && Panel::Lights.is_open(view.density);
    let has_shares = Cell::new(false);
    let drawn = view.by_titled_component(&|index, component, part, title| {
        let declaration = nutrition_table(component);
        has_shares.set(has_shares.get() || is_referenced(&declaration));
        let part = if declaration.columns.is_empty() {
            let exempt = component.nutrients().nutritional_data_exempt().get();
            part.child_opt(title).child(none(exempt, view))
        } else {
            let is_scanned = view.scanned == Some(index);
            let tables = tables(
                &declaration,
                &view.component_suffix(index),
                is_scanned,
                view,
            );
            match title {
                Some(title) => {
                    let has_energy_above = shows_strips
                        && front_of_pack(view.data(), component)
                            .is_some_and(|strip| strip.energy.is_some());
                    let is_open = is_scanned || !has_energy_above;
                    let summary = el("summary").child(title);
                    part.child(fold("component", is_open, summary, tables))
                }
                None => part.child(tables),
            }
        };
        Some(part.children(remarks(&warnings, index, view)))
    });
    let note = has_shares
        .get()
        .then(|| muted(view.message("nutrition.reference-note")));
    // The sizes of portions are in the tables' heads.
    let is_shown = |index: usize, text: &str| {
        let component = view.data().components().iter().nth(index);
        component.is_some_and(|component| {
            let columns = nutrition_table(component).columns;
            columns
                .iter()
                .any(|column| column.portion.as_deref() == Some(text))
                || is_reference(text)
                || repeats_serving_size(component, text)
        })
    };
    let more = facts::open(view, Topic::Nutrition, "facts running", &is_shown);
    el("div")
        .child(drawn.unwrap_or_else(|| none(None, view)))
        .child_opt(note)
        .child_opt(more)
}

/// That there is no declaration, or that none is needed.
fn none(exempt: Option<&str>, view: &View<'_>) -> Element {
    muted(view.message(match Status::from_description(exempt) {
        Status::Contains => "field.nutritional_data_exempt",
        _ => "nutrition.none",
    }))
}

/// A part of the panel that folds, and that is printed either way.
fn fold(name: &'static str, is_open: bool, summary: Element, content: Element) -> Element {
    el_class("details", "fold")
        .attr("data-toggle", name)
        .attr("data-printed", "")
        .attr_if("open", "", is_open)
        .child(summary)
        .child(content)
}

/// Whether a supplier's statement is the sentence on reference intakes that the
/// table has already.
fn is_reference(text: &str) -> bool {
    const SENTENCE: &str = "Reference intake of an average adult";
    let start = text.trim_start_matches(['*', ' ']).get(..SENTENCE.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(SENTENCE)) && text.len() < 70
}

/// The faults of the figures, once for each kind of contradiction.
fn remarks(warnings: &[Warning], component: usize, view: &View<'_>) -> Vec<Element> {
    let mut kinds = Vec::new();
    for warning in warnings {
        let is_figure = warning.column.is_some() && warning.component == Some(component);
        if is_figure && !kinds.contains(&warning.kind) {
            kinds.push(warning.kind);
        }
    }
    kinds
        .into_iter()
        .map(|kind| {
            el_class("p", "conflict")
                .attr("data-warning", kind.key())
                .child(sign("warning"))
                .owned_text(view.messages.named("quality", kind.key()))
        })
        .collect_vec()
}

/// A declaration's tables; `of` distinguishes them from the other components' tables.
fn tables(declaration: &NutritionTable, of: &str, is_scanned: bool, view: &View<'_>) -> Element {
    let caption = format!("{}{of}", view.message("nutrition.caption"));
    let main = whole(
        declaration,
        &caption,
        "nutrition.nutrient",
        None,
        main_rows(declaration, view),
        view,
    );
    let part = el("div").child(main);
    if declaration.micronutrients.is_empty() {
        return part;
    }
    let title = view.message("nutrition.micronutrients");
    let caption = format!("{title}{of}");
    let rows = declaration
        .micronutrients
        .iter()
        .map(|row| table_row(row, declaration, true, view))
        .collect_vec();
    let count = rows.len();
    let micronutrients = whole(
        declaration,
        &caption,
        "nutrition.micronutrients",
        Some(view.message("nutrition.nrv")),
        rows,
        view,
    )
    .attr("data-part", "micronutrients");
    part.child(if count > OPEN_MICRONUTRIENTS {
        let summary = el("summary").owned_text(format!("{title} ({count})"));
        fold("micronutrients", is_scanned, summary, micronutrients)
    } else {
        micronutrients
    })
}

/// Whether a table shows a share of a reference intake.
fn is_referenced(declaration: &NutritionTable) -> bool {
    declaration.rows.iter().any(|row| {
        let mut shown = row.amounts.iter().zip(&declaration.columns);
        shown.any(|(amount, column)| {
            let percent = amount.as_ref().and_then(|amount| amount.reference_percent);
            percent.is_some() && has_share(column, declaration)
        })
    })
}

/// A table with its head; `share` is what the percentages of all figures are of.
fn whole(
    declaration: &NutritionTable,
    caption: &str,
    first: &str,
    share: Option<&str>,
    rows: Vec<Element>,
    view: &View<'_>,
) -> Element {
    let basis = match &declaration.basis_text {
        Some(text) if declaration.basis == Basis::NotStated => text,
        _ => per_100(declaration.basis, view.messages),
    };
    let mut head = el("tr").child(column_heading().text(view.message(first)));
    for column in &declaration.columns {
        let title = column_title(column.column, basis, view.messages);
        let title = column_heading().owned_text(title);
        let portion = column
            .portion
            .as_deref()
            .map(|portion| view.figure(portion, None));
        head = head.child(
            title
                .child_opt(portion.as_deref().map(small))
                .child_opt(share.map(small)),
        );
    }
    let table = table(caption, head, el("tbody").children(rows));
    scrolling(caption, table)
}

/// A line below the title of a column.
fn small(text: &str) -> Element {
    el_class("span", "portion").text(text)
}

/// The rows of the declaration. Both units of energy share one.
fn main_rows(declaration: &NutritionTable, view: &View<'_>) -> Vec<Element> {
    let kilojoules = row_of(Nutrient::EnergyKj, &declaration.rows);
    let kilocalories = row_of(Nutrient::EnergyKcal, &declaration.rows);
    let mut rows = Vec::new();
    if kilojoules.is_some() || kilocalories.is_some() {
        let mut row = el("tr")
            .attr("data-nutrient", "energy")
            .child(row_heading().text(view.message("nutrient.cal_kj")));
        for (index, column) in declaration.columns.iter().enumerate() {
            let [kilojoules, kilocalories] =
                [kilojoules, kilocalories].map(|row| row?.amounts.get(index)?.clone());
            let energy = Energy {
                kilojoules,
                kilocalories,
            };
            let percent = if has_share(column, declaration) {
                energy.reference_percent()
            } else {
                None
            };
            row = row.child(energy_cell(&energy, percent, view));
        }
        rows.push(row);
    }
    let energy = [Nutrient::EnergyKj, Nutrient::EnergyKcal].map(Nutrient::wire_name);
    for row in &declaration.rows {
        if !energy.contains(&row.nutrient) {
            rows.push(table_row(row, declaration, false, view));
        }
    }
    rows
}

/// Whether the figures of a column have their share of the reference intake: those of a
/// portion, or all where none are of a portion.
fn has_share(column: &NutritionColumn, declaration: &NutritionTable) -> bool {
    is_of_portion(column) || !declaration.columns.iter().any(is_of_portion)
}

fn is_of_portion(column: &NutritionColumn) -> bool {
    matches!(column.column, Column::Serving | Column::Prepared)
}

/// A nutrient's row. A micronutrient has the share of its reference value in every
/// column, which the regulation requires per 100 g (Article 32(3)); the table's head
/// says what it is a share of.
fn table_row(
    row: &NutritionRow,
    declaration: &NutritionTable,
    is_micronutrient: bool,
    view: &View<'_>,
) -> Element {
    // Whole phrases: the words before a part agree with what it is a part of.
    let family = if row.part { "of-which" } else { "nutrient" };
    let mut drawn = el("tr")
        .attr("data-nutrient", row.nutrient)
        .attr_if("class", "part", row.part)
        .child(row_heading().owned_text(view.messages.named(family, row.nutrient)));
    for (amount, column) in row.amounts.iter().zip(&declaration.columns) {
        let Some(amount) = amount else {
            drawn = drawn.child(cell(String::new(), None, "", view));
            continue;
        };
        let percent = if is_micronutrient || has_share(column, declaration) {
            amount.reference_percent
        } else {
            None
        };
        let key = if is_micronutrient {
            "nutrition.percent"
        } else {
            "nutrition.reference"
        };
        drawn = drawn
            .child(cell(view.amount(amount), percent, key, view).child_opt(sodium(amount, view)));
    }
    drawn
}

/// Energy in both units, each of which stays in one piece.
fn energy_cell(energy: &Energy, percent: Option<i64>, view: &View<'_>) -> Element {
    let (first, second) = energy_texts(energy, view);
    cell(first, None, "", view)
        .child_opt(second.map(figure))
        .child_opt(share(percent, "nutrition.reference", view))
}

/// A figure with its share, if it is shown; a dash where there is no figure.
fn cell(text: String, percent: Option<i64>, key: &str, view: &View<'_>) -> Element {
    if text.is_empty() {
        return el("td")
            .child(el("span").attr("aria-hidden", "true").text("–"))
            .child(visually_hidden(view.message("nutrition.not-given")));
    }
    el("td")
        .child(figure(text))
        .child_opt(share(percent, key, view))
}

/// The sodium that a salt figure was calculated from.
fn sodium(amount: &Amount, view: &View<'_>) -> Option<Element> {
    let from = amount.calculated_from.as_ref()?;
    let sodium = view.figure(&from.value, from.unit.as_deref());
    let text = view
        .messages
        .format("nutrition.from-sodium", "figure", &sodium);
    Some(el_class("span", "share").owned_text(text))
}
