//! The nutrition declaration as a table.

use super::{PanelProps, by_component, panel};
use crate::label::{Amount, Basis, NutritionColumn, NutritionRow, NutritionTable, nutrition_table};
use crate::messages::Messages;
use crate::model::table::Column;
use yew::prelude::*;

/// The declaration of every component.
#[component]
pub(super) fn Nutrition(props: &PanelProps) -> Html {
    let messages = props.messages;
    let none = html! { <p class="muted">{ messages.get("nutrition.none") }</p> };
    let content = by_component(props, none.clone(), |component, of| {
        let declaration = nutrition_table(component);
        html! {
            <>
            if declaration.columns.is_empty() {
                { none.clone() }
            } else {
                { table(&declaration, of, messages) }
            }
            if let Some(statement) = component.nutrients().nutrition_statements().get() {
                <p class="muted">{ statement.to_owned() }</p>
            }
            </>
        }
    });
    panel(
        "nutrition",
        props.level,
        messages.get("nutrition.title"),
        content,
    )
}

/// A declaration's table; `of` tells it from the other components' tables.
fn table(declaration: &NutritionTable, of: &str, messages: Messages) -> Html {
    let caption = messages.get("nutrition.caption").to_owned() + of;
    let referenced = declaration
        .rows
        .iter()
        .flat_map(|row| &row.amounts)
        .any(|amount| {
            amount
                .as_ref()
                .is_some_and(|it| it.reference_percent.is_some())
        });
    html! {
        <>
        // A group and no region: a page of many cards would drown in landmarks.
        <div class="scroll" tabindex="0" role="group" aria-label={caption.clone()}>
            <table>
                <caption class="visually-hidden">{ caption }</caption>
                <thead><tr>
                    <th scope="col">{ messages.get("nutrition.nutrient") }</th>
                    { for declaration.columns.iter().map(|column| html! {
                        <th scope="col">{ column_title(column, declaration, messages) }</th>
                    }) }
                </tr></thead>
                <tbody>
                    { for declaration.rows.iter().map(|row| table_row(row, "nutrition.reference", messages)) }
                </tbody>
                if !declaration.micronutrients.is_empty() {
                    <tbody>
                        <tr><th scope="rowgroup" colspan={(declaration.columns.len() + 1).to_string()} class="group">
                            { messages.get("nutrition.micronutrients") }
                        </th></tr>
                        { for declaration.micronutrients.iter().map(|row| table_row(row, "nutrition.nrv", messages)) }
                    </tbody>
                }
            </table>
        </div>
        if referenced {
            <p class="muted">{ messages.get("nutrition.reference-note") }</p>
        }
        </>
    }
}

/// The basis in words: the known ones in the reader's language, others as the
/// supplier wrote them.
fn basis(declaration: &NutritionTable, messages: Messages) -> String {
    match (declaration.basis, &declaration.basis_text) {
        (Basis::Grams, _) => messages.get("nutrition.per-100-g").to_owned(),
        (Basis::Millilitres, _) => messages.get("nutrition.per-100-ml").to_owned(),
        (Basis::NotStated, Some(text)) => text.clone(),
        (Basis::NotStated, None) => messages.get("nutrition.per-100-unknown").to_owned(),
    }
}

fn column_title(
    column: &NutritionColumn,
    declaration: &NutritionTable,
    messages: Messages,
) -> Html {
    let title = match column.column {
        Column::Per100 => basis(declaration, messages),
        Column::Serving => messages.get("nutrition.per-serving").to_owned(),
        Column::PreparedPer100 => messages.with(
            "nutrition.prepared-100",
            "basis",
            &basis(declaration, messages),
        ),
        Column::Prepared => messages.get("nutrition.prepared").to_owned(),
    };
    html! {
        <>
        { title }
        if let Some(portion) = &column.portion { <span class="portion">{ portion.clone() }</span> }
        </>
    }
}

fn table_row(row: &NutritionRow, reference: &'static str, messages: Messages) -> Html {
    let name = messages.named("nutrient", row.key);
    let (class, name) = if row.part {
        ("part", messages.with("nutrition.of-which", "name", &name))
    } else {
        ("", name)
    };
    html! {
        <tr data-nutrient={row.key} class={class}>
            <th scope="row">{ name }</th>
            { for row.amounts.iter().map(|amount| html! { <td>{ figure(amount.as_ref(), reference, messages) }</td> }) }
        </tr>
    }
}

fn figure(amount: Option<&Amount>, reference: &'static str, messages: Messages) -> Html {
    let Some(amount) = amount else {
        return html! {
            <>
            <span aria-hidden="true">{ "–" }</span>
            <span class="visually-hidden">{ messages.get("nutrition.not-given") }</span>
            </>
        };
    };
    html! {
        <>
        <span class="figure">{ format!("{}\u{a0}{}", amount.value, amount.unit) }</span>
        if let Some(percent) = amount.reference_percent {
            <span class="share">{ messages.with(reference, "percent", &percent.to_string()) }</span>
        }
        </>
    }
}
