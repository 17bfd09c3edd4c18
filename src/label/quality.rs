//! Figures that cannot all be right. A warning is a hint to the supplier and a
//! caution to the reader; it blocks nothing and changes nothing that is shown.
//!
//! A warning is given only where the contradiction is certain: figures in words
//! are passed over, `<0.5` counts with all it can mean, and what the rounding
//! of small figures explains is no contradiction.

use super::amounts::{alcohol_strength, serving_size};
use super::decimal::Decimal;
use super::facts::{component_field, component_path, each_field};
use super::figure::Figure;
use super::nutrition::{Basis, basis};
use super::text::given;
use crate::gtin::{Gtin, GtinError};
use crate::model::table::{
    COMPONENT, Column, Component, Field, NUTRIENTS, NUTRIENTS_PREPARED, PRODUCT, ProductData,
    Record,
};
use crate::model::view::{Text, View};
use crate::model::{Nutrient, Value};
use crate::words::Gather as _;

/// Figures of a record that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// What is wrong.
    pub kind: WarningKind,
    /// The index of the component; `None` for the product's own fields.
    pub component: Option<usize>,
    /// The column of the nutrition declaration, where it is a matter of one.
    pub column: Option<Column>,
    /// The figures that do not fit, the suspect first.
    pub figures: Vec<Involved>,
}

/// A figure that is part of a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Involved {
    /// The field it stands in.
    pub path: String,
    /// The nutrient, where it is one.
    pub nutrient: Option<Nutrient>,
    /// The figure as declared.
    pub value: String,
    /// Its unit, where the record gives one.
    pub units: Option<String>,
}

/// The kinds of contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// More saturates than fat.
    SaturatesOverFat,
    /// More sugars than carbohydrate.
    SugarsOverCarbohydrate,
    /// Salt is not 2.5 times sodium.
    SaltAgainstSodium,
    /// The energy is not what fat, carbohydrate, protein and fibre give (37,
    /// 17, 17 and 8 kJ per gram), by more than 10 %.
    EnergyAgainstNutrients,
    /// Kilojoules are not 4.184 times kilocalories, by more than 5 %.
    KilojoulesAgainstKilocalories,
    /// A GTIN's last digit is not its check digit.
    CheckDigit,
    /// What should be a GTIN is not one: other characters than digits, another
    /// number of digits than 8, 12, 13 or 14, or zeros only.
    MalformedGtin,
}

impl WarningKind {
    /// The key of its message, and its name in markup.
    pub fn key(self) -> &'static str {
        match self {
            WarningKind::SaturatesOverFat => "saturates-over-fat",
            WarningKind::SugarsOverCarbohydrate => "sugars-over-carbohydrate",
            WarningKind::SaltAgainstSodium => "salt-against-sodium",
            WarningKind::EnergyAgainstNutrients => "energy-against-nutrients",
            WarningKind::KilojoulesAgainstKilocalories => "kilojoules-against-kilocalories",
            WarningKind::CheckDigit => "check-digit",
            WarningKind::MalformedGtin => "malformed-gtin",
        }
    }
}

/// All contradictions of a product's record: GTINs first, then nutrition,
/// component by component and column by column.
///
/// ```
/// use product_pool::label::{WarningKind, quality};
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"nutrients": {
///         "fat_100": {"value": 1.2, "units": "g"},
///         "sat_fat_100": {"value": 12, "units": "g"}
///     }}]}}"#,
/// )?;
/// let warnings = quality(product.data());
/// assert_eq!(warnings[0].kind, WarningKind::SaturatesOverFat);
/// assert_eq!(warnings[0].figures[0].path, "components[0].nutrients.sat_fat_100");
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn quality(product: ProductData<'_>) -> Vec<Warning> {
    let mut warnings = Vec::new();
    gtins(&PRODUCT, product.raw(), None, &mut warnings);
    for (index, component) in product.components().iter().enumerate() {
        gtins(&COMPONENT, component.raw(), Some(index), &mut warnings);
    }
    for (index, component) in product.components().iter().enumerate() {
        for column in Column::ALL.iter().copied() {
            let declared = Declared { component, column };
            let kinds: &[(WarningKind, Option<bool>, &[Nutrient])] = &[
                (
                    WarningKind::SaturatesOverFat,
                    declared.exceeds(Nutrient::Saturates, Nutrient::Fat),
                    &[Nutrient::Saturates, Nutrient::Fat],
                ),
                (
                    WarningKind::SugarsOverCarbohydrate,
                    declared.exceeds(Nutrient::Sugars, Nutrient::Carbohydrate),
                    &[Nutrient::Sugars, Nutrient::Carbohydrate],
                ),
                (
                    WarningKind::SaltAgainstSodium,
                    declared.salt_is_not_sodium(),
                    &[Nutrient::Salt, Nutrient::Sodium],
                ),
                (
                    WarningKind::EnergyAgainstNutrients,
                    declared.energy_is_not_its_sources(),
                    &[
                        Nutrient::EnergyKj,
                        Nutrient::Fat,
                        Nutrient::Carbohydrate,
                        Nutrient::Protein,
                        Nutrient::Fibre,
                    ],
                ),
                (
                    WarningKind::KilojoulesAgainstKilocalories,
                    declared.kilojoules_are_not_kilocalories(),
                    &[Nutrient::EnergyKj, Nutrient::EnergyKcal],
                ),
            ];
            warnings.extend(
                kinds
                    .iter()
                    .filter(|(_, wrong, _)| *wrong == Some(true))
                    .map(|(kind, _, nutrients)| Warning {
                        kind: *kind,
                        component: Some(index),
                        column: Some(column),
                        figures: declared.involved(index, nutrients),
                    }),
            );
        }
    }
    warnings
}

/// The fields whose name says that they hold a GTIN.
fn gtins(
    record: &'static Record,
    value: Option<&Value>,
    component: Option<usize>,
    warnings: &mut Vec<Warning>,
) {
    let at = component.map(component_path).unwrap_or_default();
    let is_gtin = |field: &Field| field.name.ends_with("_gtin");
    each_field(record, value, &at, is_gtin, &mut |_, value, path| {
        let Some(text) = given(Text::view(value).get()) else {
            return;
        };
        let kind = match Gtin::parse(text) {
            Ok(_) => return,
            Err(GtinError::WrongCheckDigit { .. }) => WarningKind::CheckDigit,
            Err(_) => WarningKind::MalformedGtin,
        };
        warnings.push(Warning {
            kind,
            component,
            column: None,
            figures: vec![Involved {
                path,
                nutrient: None,
                value: text.to_owned(),
                units: None,
            }],
        });
    });
}

/// A column of a component's declaration. Each check is `None` where a figure
/// it needs is missing or cannot be read.
#[derive(Clone, Copy)]
struct Declared<'a> {
    component: Component<'a>,
    column: Column,
}

impl Declared<'_> {
    fn figure(self, nutrient: Nutrient) -> Option<Figure> {
        let declared = self.component.nutrient(nutrient, self.column);
        Figure::read(declared, nutrient.unit())
    }

    fn exceeds(self, part: Nutrient, whole: Nutrient) -> Option<bool> {
        Some(self.figure(part)?.exceeds(self.figure(whole)?))
    }

    /// Both figures may be rounded: salt to 0.1 g from 1 g on, to 0.01 g below
    /// and to nothing up to 0.0125 g, sodium to 0.01 g. Where no unit stands with the sodium it may be
    /// meant in grams as in milligrams, and both must be wrong.
    fn salt_is_not_sodium(self) -> Option<bool> {
        let salt = self.figure(Nutrient::Salt)?;
        let rounding = if salt.low >= Decimal::whole(1) {
            500
        } else {
            125
        };
        let salt = salt.widened(Decimal::scaled(rounding, 4))?;
        let declared = self.component.nutrient(Nutrient::Sodium, self.column);
        let mut wrong = None;
        for (unit, factor, rounding) in [
            ("mg", Decimal::scaled(25, 4), Decimal::whole(5)),
            ("g", Decimal::scaled(25, 1), Decimal::scaled(5, 3)),
        ] {
            let Some(sodium) = Figure::read(declared, unit) else {
                continue;
            };
            let place = sodium.low.half_a_place();
            let rounding = if place > rounding { place } else { rounding };
            let expected = sodium.widened(rounding)?.times(factor, factor)?;
            wrong = Some(wrong.unwrap_or(true) && salt.is_apart_from(expected));
        }
        wrong
    }

    /// Foods with polyols or alcohol are passed over: the energy of these is
    /// counted by other factors. A fibre that is not declared may be as much as
    /// the rest of the food.
    fn energy_is_not_its_sources(self) -> Option<bool> {
        const FACTORS: [(Nutrient, i64); 3] = [
            (Nutrient::Fat, 37),
            (Nutrient::Carbohydrate, 17),
            (Nutrient::Protein, 17),
        ];
        const FIBRE: i64 = 8;
        let zero = Decimal::whole(0);
        let polyols = self.component.nutrient(Nutrient::Polyols, self.column);
        let alcohol = self.component.ingredients().alcohol_strength_per_vol();
        let polyols = given(polyols.value()).map(Decimal::parse);
        let alcohol = given(alcohol.get()).map(alcohol_strength);
        let mut others = [polyols, alcohol].into_iter().flatten();
        if others.any(|amount| amount != Some(zero)) {
            return None;
        }
        let (mut sum, mut rounded) = (Figure::ZERO, Figure::ZERO);
        let mut rest = self.size();
        let mut add = |figure: Figure, factor: i64| {
            let factor = Decimal::whole(factor);
            sum = sum.plus(figure.times(factor, factor)?)?;
            rounded = rounded.plus(unrounded(figure)?.times(factor, factor)?)?;
            Some(())
        };
        for (nutrient, factor) in FACTORS {
            let figure = self.figure(nutrient)?;
            add(figure, factor)?;
            rest = rest.and_then(|rest| rest.minus(figure.low));
        }
        let unknown = Figure {
            low: zero,
            high: rest.map(|rest| if rest < zero { zero } else { rest }),
        };
        add(self.figure(Nutrient::Fibre).unwrap_or(unknown), FIBRE)?;
        differs(self.figure(Nutrient::EnergyKj)?, sum, rounded, 10)
    }

    fn kilojoules_are_not_kilocalories(self) -> Option<bool> {
        let factor = Decimal::scaled(4184, 3);
        let kilocalories = self.figure(Nutrient::EnergyKcal)?;
        let rounded = kilocalories.widened(Decimal::scaled(5, 1))?;
        differs(
            self.figure(Nutrient::EnergyKj)?,
            kilocalories.times(factor, factor)?,
            rounded.times(factor, factor)?,
            5,
        )
    }

    /// How much the column's figures are of, where that is known.
    fn size(self) -> Option<Decimal> {
        let nutrients = self.component.nutrients();
        let prepared = self.component.nutrients_prepared();
        let size = match self.column {
            Column::Per100 | Column::PreparedPer100 => return Some(Decimal::whole(100)),
            Column::Serving => nutrients.serving_size(),
            Column::Prepared => prepared.prepared_product_portion_size(),
        };
        let volume = basis(nutrients.nutrition_units().description()) == Basis::Millilitres;
        serving_size(size.get()?, volume)
    }

    fn involved(self, index: usize, nutrients: &[Nutrient]) -> Vec<Involved> {
        let section = match self.column {
            Column::Per100 | Column::Serving => NUTRIENTS.name,
            Column::PreparedPer100 | Column::Prepared => NUTRIENTS_PREPARED.name,
        };
        nutrients
            .iter()
            .filter_map(|nutrient| {
                let declared = self.component.nutrient(*nutrient, self.column);
                Some(Involved {
                    path: component_field(index, section, nutrient.field(self.column)),
                    nutrient: Some(*nutrient),
                    value: given(declared.value())?.to_owned(),
                    units: declared.units().map(str::to_owned),
                })
            })
            .gather()
    }
}

/// What a figure in grams can have been before it was rounded: half of its last
/// place, but no more than the guidance on rounding allows.
fn unrounded(figure: Figure) -> Option<Figure> {
    let half = Decimal::scaled(5, 1);
    if figure.high.is_some_and(|high| high <= half) {
        return Some(Figure {
            low: Decimal::whole(0),
            high: Some(half),
        });
    }
    let allowed = if figure.low >= Decimal::whole(10) {
        half
    } else {
        Decimal::scaled(5, 2)
    };
    let place = figure.low.half_a_place();
    figure.widened(if place < allowed { place } else { allowed })
}

/// Whether a declared energy is off by more than so many per cent of what is
/// expected, and by more than the rounding of both explains.
fn differs(declared: Figure, expected: Figure, rounded: Figure, percent: i64) -> Option<bool> {
    let share = |percent: i64| Decimal::scaled(100 + percent, 2);
    let tolerated = expected.times(share(-percent), share(percent))?;
    let unrounded = declared.widened(Decimal::scaled(5, 1))?;
    Some(declared.is_apart_from(tolerated) && unrounded.is_apart_from(rounded))
}
