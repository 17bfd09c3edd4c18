//! The nutrition declaration (Regulation (EU) No 1169/2011 Articles 30 to 34
//! and Annex XV): its rows in the order of the law, its columns with the basis
//! the record gives, every figure as declared.

use super::decimal::Decimal;
use crate::model::table::{Column, Component};
use crate::model::view::Quantity;
use crate::model::{Micronutrient, Nutrient};
use crate::words::Gather as _;

/// What "100" means in the declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Per 100 g.
    Grams,
    /// Per 100 ml.
    Millilitres,
    /// The record does not say, or not in words that are known.
    NotStated,
}

/// A component's nutrition declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NutritionTable {
    /// What "100" means.
    pub basis: Basis,
    /// The basis in the supplier's words.
    pub basis_text: Option<String>,
    /// The columns in which at least one figure is given.
    pub columns: Vec<NutritionColumn>,
    /// The nutrients of which at least one figure is given.
    pub rows: Vec<NutritionRow>,
    /// The vitamins and minerals of which at least one figure is given.
    pub micronutrients: Vec<NutritionRow>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NutritionColumn {
    /// Which one.
    pub column: Column,
    /// How large the serving or portion is, in the supplier's words.
    pub portion: Option<String>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NutritionRow {
    /// The service's name of the nutrient: the message key.
    pub key: &'static str,
    /// Whether it is part of another ("of which").
    pub part: bool,
    /// A figure a column; `None` where none is given.
    pub amounts: Vec<Option<Amount>>,
}

/// A figure as declared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Amount {
    /// The figure, digit for digit; it may be words such as `trace`.
    pub value: String,
    /// The unit.
    pub unit: String,
    /// Its share of the reference intake or nutrient reference value of an
    /// average adult, in whole per cent.
    pub reference_percent: Option<i64>,
}

/// Makes the declaration of a component.
///
/// Sodium is left out where salt is given in the same column, and otherwise
/// shown under its own name: the law asks for salt, and one is not the other.
pub fn nutrition_table(component: Component<'_>) -> NutritionTable {
    let nutrients = component.nutrients();
    let text = nutrients.nutrition_units().description();
    let columns: Vec<NutritionColumn> = Column::ALL
        .iter()
        .copied()
        .filter(|column| has_figures(component, *column))
        .map(|column| NutritionColumn {
            column,
            portion: portion(component, column),
        })
        .gather();
    let mut rows: Vec<NutritionRow> = Nutrient::ALL
        .iter()
        .filter_map(|nutrient| {
            row(
                nutrient.wire(),
                nutrient.parent().is_some(),
                &columns,
                |column| {
                    let reference = nutrient
                        .reference_intake()
                        .map(|it| Decimal::whole(it.into()));
                    amount(
                        component.nutrient(*nutrient, column),
                        nutrient.unit(),
                        reference,
                    )
                },
            )
        })
        .gather();
    let salted = rows
        .iter()
        .find(|row| row.key == Nutrient::Salt.wire())
        .cloned();
    rows.retain(|row| row.key != Nutrient::Sodium.wire() || !covered(row, salted.as_ref()));
    let micronutrients = Micronutrient::ALL
        .iter()
        .filter_map(|nutrient| {
            row(nutrient.wire(), false, &columns, |column| {
                let reference = Decimal::parse(nutrient.reference_value());
                amount(
                    component.micronutrient(*nutrient, column),
                    nutrient.unit(),
                    reference,
                )
            })
        })
        .gather();
    NutritionTable {
        basis: basis(text),
        basis_text: text.map(str::to_owned),
        columns,
        rows,
        micronutrients,
    }
}

/// Whether every figure of the sodium row has one of salt beside it.
fn covered(sodium: &NutritionRow, salt: Option<&NutritionRow>) -> bool {
    salt.is_some_and(|salt| {
        sodium
            .amounts
            .iter()
            .zip(&salt.amounts)
            .all(|(sodium, salt)| sodium.is_none() || salt.is_some())
    })
}

fn has_figures(component: Component<'_>, column: Column) -> bool {
    Nutrient::ALL
        .iter()
        .any(|nutrient| component.nutrient(*nutrient, column).value().is_some())
        || Micronutrient::ALL
            .iter()
            .any(|nutrient| component.micronutrient(*nutrient, column).value().is_some())
}

fn portion(component: Component<'_>, column: Column) -> Option<String> {
    match column {
        Column::Per100 | Column::PreparedPer100 => None,
        Column::Serving => {
            let nutrients = component.nutrients();
            nutrients
                .serving_size()
                .get()
                .or(nutrients.serving_details().get())
        }
        Column::Prepared => component
            .nutrients_prepared()
            .prepared_product_portion_size()
            .get(),
    }
    .map(str::to_owned)
}

fn row(
    key: &'static str,
    part: bool,
    columns: &[NutritionColumn],
    amount: impl Fn(Column) -> Option<Amount>,
) -> Option<NutritionRow> {
    let amounts: Vec<Option<Amount>> = columns.iter().map(|column| amount(column.column)).gather();
    amounts
        .iter()
        .any(Option::is_some)
        .then_some(NutritionRow { key, part, amounts })
}

fn amount(figure: Quantity<'_>, unit: &str, reference: Option<Decimal>) -> Option<Amount> {
    let value = figure.value()?;
    let given = figure.units();
    // A share is only taken of figures in the unit of the reference.
    let comparable = given.is_none_or(|given| given.eq_ignore_ascii_case(unit));
    let reference_percent = reference
        .filter(|_| comparable)
        .and_then(|reference| Decimal::parse(value)?.percent_of(reference))
        .filter(|percent| *percent >= 0);
    Some(Amount {
        value: value.to_owned(),
        unit: given.unwrap_or(unit).to_owned(),
        reference_percent,
    })
}

/// The basis that words such as "per 100ml" or "100 g" give.
pub(super) fn basis(text: Option<&str>) -> Basis {
    let plain: String = text
        .unwrap_or_default()
        .to_ascii_lowercase()
        .chars()
        .filter(|character| character.is_alphanumeric())
        .collect();
    match plain.strip_prefix("per").unwrap_or(&plain) {
        "100g" | "100gram" | "100grams" | "g" => Basis::Grams,
        "100ml" | "100millilitres" | "100millilitre" | "ml" => Basis::Millilitres,
        _ => Basis::NotStated,
    }
}
