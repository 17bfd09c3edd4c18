//! The nutrition declaration and the front-of-pack colours.

use crate::label::writer::Writer;
use crate::label::{
    Amount, Basis, Lights, NutritionColumn, NutritionRow, TrafficLight, nutrition_table,
};
use crate::model::table::{Column, Component};

pub(super) fn lights(view: &mut Writer, lights: &Lights) {
    view.flag("drink", lights.drink);
    view.text("basis", basis_key(lights.basis));
    view.maybe("portion", lights.portion.as_deref());
    view.list("lights", &lights.lights, light);
}

fn light(view: &mut Writer, light: &TrafficLight) {
    view.text("nutrient", light.nutrient.wire_name());
    view.text("level", light.level.key());
    view.flag("byPortion", light.by_portion);
    view.object("amount", |view| amount(view, &light.amount));
}

pub(super) fn nutrition(view: &mut Writer, component: Component<'_>) {
    let table = nutrition_table(component);
    view.text("basis", basis_key(table.basis));
    view.maybe("basisText", table.basis_text.as_deref());
    view.list("columns", &table.columns, column);
    view.list("rows", &table.rows, row);
    view.list("micronutrients", &table.micronutrients, row);
    view.maybe(
        "statements",
        component.nutrients().nutrition_statements().get(),
    );
}

/// The key of a basis: what 100 is counted in.
pub(in crate::label) fn basis_key(basis: Basis) -> &'static str {
    match basis {
        Basis::Grams => "g",
        Basis::Millilitres => "ml",
        Basis::NotStated => "not-stated",
    }
}

/// The key of a column.
pub(in crate::label) fn column_key(column: Column) -> &'static str {
    match column {
        Column::Per100 => "per-100",
        Column::Serving => "serving",
        Column::PreparedPer100 => "prepared-per-100",
        Column::Prepared => "prepared",
    }
}

fn column(view: &mut Writer, column: &NutritionColumn) {
    view.text("column", column_key(column.column));
    view.maybe("portion", column.portion.as_deref());
}

fn row(view: &mut Writer, row: &NutritionRow) {
    view.text("nutrient", row.key);
    view.flag("part", row.part);
    view.elements("amounts", |list| {
        for it in &row.amounts {
            match it {
                Some(it) => list.element(|view| amount(view, it)),
                None => list.nothing(),
            }
        }
    });
}

pub(in crate::label) fn amount(view: &mut Writer, amount: &Amount) {
    view.text("value", &amount.value);
    view.maybe("unit", amount.unit.as_deref());
    view.number("referencePercent", amount.reference_percent);
    let from = amount.calculated_from.as_ref();
    view.optional("calculatedFrom", from, |view, from| {
        view.text("field", from.field);
        view.text("value", &from.value);
        view.maybe("unit", from.unit.as_deref());
    });
}
