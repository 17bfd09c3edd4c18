//! The nutrition declaration (Regulation (EU) No 1169/2011 Articles 30 to 34
//! and Annex XV): rows in the order of the regulation, columns with the basis
//! that the record states, every figure as declared.

use super::amounts::{is_listed, serving_size};
use super::data::data;
use super::decimal::Decimal;
use super::facts::is_filler;
use super::figure::{Figure, calculated_text, declared, unit_beside, without_unit};
use super::status::plain;
use crate::collect_vec::CollectVec as _;
use crate::model::table::{Column, Component, named};
use crate::model::view::{Quantity, Text, View as _};
use crate::model::{Micronutrient, Nutrient};
use crate::text::{is_among, letters};

named! {
    /// The basis of the declaration: per 100 g or per 100 ml.
    #[non_exhaustive]
    Basis key: "The name in views." {
        /// Per 100 g.
        Grams "g",
        /// Per 100 ml.
        Millilitres "ml",
        /// The record does not state it, or not in known words.
        NotStated "not-stated",
    }
}

data! {
    /// The nutrition declaration of a component.
    pub struct NutritionTable {
        /// The basis of the columns per 100.
        pub basis: Basis,
        /// The basis in the supplier's words.
        pub basis_text: Option<String>,
        /// The columns with at least one figure.
        pub columns: Vec<NutritionColumn>,
        /// The nutrients with at least one figure.
        pub rows: Vec<NutritionRow>,
        /// The vitamins and minerals with at least one figure.
        pub micronutrients: Vec<NutritionRow>,
        /// The supplier's remarks on the declaration as a whole.
        pub statements: Option<String>,
    }

    /// A column of a nutrition declaration.
    pub struct NutritionColumn {
        /// The kind of column.
        pub column: Column,
        /// The size of the serving or portion, in the supplier's words.
        pub portion: Option<String>,
    }

    /// A row of a nutrition declaration.
    pub struct NutritionRow {
        /// The service's name of the nutrient, such as `sat_fat`.
        pub nutrient: &'static str,
        /// Whether it is part of another ("of which").
        pub part: bool,
        /// The figure in each column; `None` if there is none.
        pub amounts: Vec<Option<Amount>>,
    }

    /// A figure as declared, or calculated from one that is.
    pub struct Amount {
        /// The figure, digit for digit; it may be a word such as `trace`.
        pub value: String,
        /// The unit to show beside it; `None` for words, and if the value already
        /// contains it (`2 g`).
        pub unit: Option<String>,
        /// Its share of the reference intake or nutrient reference value of an
        /// average adult, in whole per cent.
        pub reference_percent: Option<i64>,
        /// The figure it was calculated from; `None` for a declared figure.
        pub calculated_from: Option<CalculatedFrom>,
    }

    /// The declared figure from which another was calculated.
    pub struct CalculatedFrom {
        /// The wire name of its field, such as `sodium_100`, in the section of the
        /// figure that was calculated.
        pub field: &'static str,
        /// The figure, digit for digit.
        pub value: String,
        /// The unit to show beside it; `None` for words, and if the value already
        /// contains it.
        pub unit: Option<String>,
    }
}

/// The nutrition declaration of a component.
///
/// The regulation requires salt, not sodium. If a column has sodium alone, its
/// salt is calculated as 2.5 times the sodium, with the sodium in
/// [`Amount::calculated_from`]. Sodium that cannot be read as a number of grams
/// or milligrams is shown under its own name. Placeholders (`-`, `n/a`) are no
/// figures.
///
/// ```
/// use product_pool::label::{Basis, nutrition_table};
/// use product_pool::model::Product;
///
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"nutrients": {
///         "nutrition_units": {"description": "per 100g"},
///         "fat_100": {"value": 1.50, "units": "g"}
///     }}]}}"#,
/// )?;
/// let component = product.data().components().iter().next().unwrap();
/// let table = nutrition_table(component);
/// assert_eq!((table.basis, table.rows[0].nutrient), (Basis::Grams, "fat"));
/// let fat = table.rows[0].amounts[0].as_ref().unwrap();
/// assert_eq!((&*fat.value, fat.unit.as_deref()), ("1.50", Some("g")));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn nutrition_table(component: Component<'_>) -> NutritionTable {
    let nutrients = component.nutrients();
    let columns: Vec<NutritionColumn> = Column::ALL
        .iter()
        .copied()
        .filter(|column| has_figures(component, *column))
        .map(|column| NutritionColumn {
            column,
            portion: portion(component, column),
        })
        .collect_vec();
    let mut rows: Vec<NutritionRow> = Nutrient::ALL
        .iter()
        .filter_map(|nutrient| {
            row(
                nutrient.wire_name(),
                nutrient.parent().is_some(),
                &columns,
                |column| shown_amount(component, *nutrient, column),
            )
        })
        .collect_vec();
    if let Some(sodium) = row_of(Nutrient::Sodium, &rows)
        && let Some(salt) = row_of(Nutrient::Salt, &rows)
        && is_covered(sodium, salt)
    {
        rows.retain(|row| row.nutrient != Nutrient::Sodium.wire_name());
    }
    let micronutrients = Micronutrient::ALL
        .iter()
        .filter_map(|nutrient| {
            row(nutrient.wire_name(), false, &columns, |column| {
                let reference = Decimal::parse(nutrient.reference_value());
                amount(
                    component.micronutrient(*nutrient, column),
                    nutrient.unit(),
                    reference,
                )
            })
        })
        .collect_vec();
    NutritionTable {
        basis: basis(component),
        basis_text: nutrients.nutrition_units().description().map(str::to_owned),
        columns,
        rows,
        micronutrients,
        statements: nutrients.nutrition_statements().get().map(str::to_owned),
    }
}

/// The row of a nutrient.
pub(crate) fn row_of(nutrient: Nutrient, rows: &[NutritionRow]) -> Option<&NutritionRow> {
    rows.iter().find(|row| row.nutrient == nutrient.wire_name())
}

/// Whether there is a salt figure for every figure of the sodium row.
fn is_covered(sodium: &NutritionRow, salt: &NutritionRow) -> bool {
    let mut amounts = sodium.amounts.iter().zip(&salt.amounts);
    amounts.all(|(sodium, salt)| sodium.is_none() || salt.is_some())
}

fn has_figures(component: Component<'_>, column: Column) -> bool {
    Nutrient::ALL
        .iter()
        .any(|nutrient| declared(component.nutrient(*nutrient, column)).is_some())
        || Micronutrient::ALL
            .iter()
            .any(|nutrient| declared(component.micronutrient(*nutrient, column)).is_some())
}

/// The size of the serving or portion of a column, in the supplier's words.
pub(super) fn portion(component: Component<'_>, column: Column) -> Option<String> {
    let (_, text) = portion_texts(component, column).next()?;
    Some(text.to_owned())
}

/// The size of a serving or portion, read from the supplier's words.
pub(super) struct PortionSize<'a> {
    /// The wire name of the field.
    pub(super) field: &'static str,
    /// The words.
    pub(super) text: &'a str,
    /// The size in grams, or in millilitres if the figures are per 100 ml.
    pub(super) size: Decimal,
}

/// The size of the serving or portion of a column, if it is unambiguous.
pub(super) fn portion_size(component: Component<'_>, column: Column) -> Option<PortionSize<'_>> {
    let volume = basis(component) == Basis::Millilitres;
    portion_texts(component, column).find_map(|(field, text)| {
        let size = serving_size(text, volume)?;
        Some(PortionSize { field, text, size })
    })
}

/// Whether a text about the serving says no more than its size, which is stated:
/// "One serving is 30 g".
pub(crate) fn repeats_serving_size(component: Component<'_>, text: &str) -> bool {
    const WORDS: &str = "one a 1 per serving portion size is of g gram grams kg ml l";
    let volume = basis(component) == Basis::Millilitres;
    let stated = component.nutrients().serving_size().get();
    let stated = stated.and_then(|text| serving_size(text, volume));
    if stated.is_none() || serving_size(text, volume) != stated {
        return false;
    }
    let lower = text.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !letters::is_alphanumeric(c) && c != '.');
    words.all(|word| {
        let word = word.trim_end_matches('.');
        word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) || is_listed(word, WORDS)
    })
}

/// The fields with the size of the serving or portion of a column, or with details of it, and
/// their texts.
fn portion_texts(
    component: Component<'_>,
    column: Column,
) -> impl Iterator<Item = (&'static str, &str)> {
    let fields: &[&'static str] = match column {
        Column::Serving => &["serving_size", "serving_details"],
        Column::Prepared => &["prepared_product_portion_size"],
        _ => &[],
    };
    let section = component.read(column.section().name);
    fields.iter().filter_map(move |field| {
        let text = Text::view(section?.read(field)).get()?;
        (!is_filler(&plain(text))).then_some((*field, text))
    })
}

fn row(
    key: &'static str,
    part: bool,
    columns: &[NutritionColumn],
    amount: impl Fn(Column) -> Option<Amount>,
) -> Option<NutritionRow> {
    let amounts: Vec<Option<Amount>> = columns
        .iter()
        .map(|column| amount(column.column))
        .collect_vec();
    amounts.iter().any(Option::is_some).then_some(NutritionRow {
        nutrient: key,
        part,
        amounts,
    })
}

/// A nutrient's figure in a column: as declared, or salt that is calculated from
/// sodium.
pub(super) fn shown_amount(
    component: Component<'_>,
    nutrient: Nutrient,
    column: Column,
) -> Option<Amount> {
    let declared = nutrient_amount(component, nutrient, column);
    match nutrient {
        Nutrient::Salt => declared.or_else(|| salt_of_sodium(component, column)),
        _ => declared,
    }
}

/// A nutrient's figure as declared.
pub(super) fn nutrient_amount(
    component: Component<'_>,
    nutrient: Nutrient,
    column: Column,
) -> Option<Amount> {
    amount(
        component.nutrient(nutrient, column),
        nutrient.unit(),
        reference(nutrient),
    )
}

/// The reference intake of an average adult.
fn reference(nutrient: Nutrient) -> Option<Decimal> {
    let intake = nutrient.reference_intake()?;
    Some(Decimal::whole(intake.into()))
}

/// The share of a figure in a reference, in whole per cent.
fn percent_of(value: &str, reference: Option<Decimal>) -> Option<i64> {
    Decimal::parse(value)?.percent_of(reference?)
}

/// A figure as declared, with its share of a reference in that unit.
pub(super) fn amount(
    figure: Quantity<'_>,
    unit: &str,
    reference: Option<Decimal>,
) -> Option<Amount> {
    let value = declared(figure)?;
    let declared_unit = figure.units();
    // Only figures in the unit of the reference have a share.
    let reference_percent = if declared_unit.is_none_or(|own| own.eq_ignore_ascii_case(unit)) {
        percent_of(without_unit(value, unit), reference).filter(|percent| *percent >= 0)
    } else {
        None
    };
    Some(Amount {
        value: value.to_owned(),
        unit: unit_beside(value, declared_unit, unit).map(str::to_owned),
        reference_percent,
        calculated_from: None,
    })
}

/// An amount in grams that was calculated from a declared figure.
pub(super) fn calculated(
    component: Component<'_>,
    nutrient: Nutrient,
    figure: Figure,
    (from, column): (Nutrient, Column),
) -> Option<Amount> {
    let declared = component.nutrient(from, column);
    let source = declared.value()?;
    let value = calculated_text(figure, nutrient);
    Some(Amount {
        reference_percent: percent_of(&value, reference(nutrient)),
        calculated_from: Some(CalculatedFrom {
            field: from.field(column),
            value: source.to_owned(),
            unit: unit_beside(source, declared.units(), from.unit()).map(str::to_owned),
        }),
        unit: Some(nutrient.unit().to_owned()),
        value,
    })
}

/// The salt equivalent of a column's sodium.
fn salt_of_sodium(component: Component<'_>, column: Column) -> Option<Amount> {
    let sodium = component.nutrient(Nutrient::Sodium, column);
    let (figure, factor) = read_sodium(sodium)?;
    figure.high?;
    let salt = figure.checked_mul(factor, factor)?;
    calculated(component, Nutrient::Salt, salt, (Nutrient::Sodium, column))
}

/// A sodium figure, and the factor that turns it into grams of salt. Without a
/// unit it is in milligrams, the service's default, if it is more than the 40 g
/// of sodium in 100 g of salt; a smaller one may be meant in grams, and is not
/// read.
fn read_sodium(sodium: Quantity<'_>) -> Option<(Figure, Decimal)> {
    let milligrams = Figure::read(sodium, "mg").map(|figure| (figure, Decimal::scaled(25, 4)));
    let grams = Figure::read(sodium, "g").map(|figure| (figure, Decimal::scaled(25, 1)));
    match (milligrams, grams) {
        (Some(read), Some(_)) => {
            let is_zero = read.0.high == Some(Decimal::whole(0));
            (is_zero || read.0.low > Decimal::whole(40)).then_some(read)
        }
        (milligrams, grams) => milligrams.or(grams),
    }
}

/// The basis of a component's declaration, from words such as "per 100ml" or "100 g".
pub(super) fn basis(component: Component<'_>) -> Basis {
    let units = component.nutrients().nutrition_units();
    let plain: String = units
        .description()
        .unwrap_or_default()
        .to_ascii_lowercase()
        .chars()
        .filter(|character| letters::is_alphanumeric(*character))
        .collect();
    let unit = plain.strip_prefix("per").unwrap_or(&plain);
    if is_among(unit, "100g|100gram|100grams|g") {
        Basis::Grams
    } else if is_among(unit, "100ml|100millilitres|100millilitre|ml") {
        Basis::Millilitres
    } else {
        Basis::NotStated
    }
}
