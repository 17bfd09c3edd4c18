//! Figures that cannot all be right. A warning is a hint to the supplier and a
//! caution to the reader; it blocks nothing and changes nothing that is shown.
//!
//! A warning is given only where the contradiction is certain: figures in words
//! are passed over, `<0.5` counts with all it can mean, and what the rounding
//! of small figures explains is no contradiction.

use super::amounts::alcohol_strength;
use super::decimal::Decimal;
use super::facts::{component_field, component_path, each_field};
use super::figure::{Figure, contradicts, has_unit_twice};
use super::nutrition::{Basis, basis, portion_size};
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
    /// What a serving or prepared portion is said to hold is not what the figure
    /// per 100 comes to in a serving of its size, beyond all rounding.
    ServingAgainstPer100,
    /// Fat, carbohydrate, protein, fibre and salt together are more than the food
    /// they are in: more than 100 g in 100 g, 150 g in 100 ml (nothing that is
    /// eaten is denser), or more than the serving, beyond rounding.
    SumOverWhole,
    /// A nutrient alone is more than the food it is in, or, in a serving whose size
    /// is not known, more than ten times the reference intake: its unit may be
    /// wrong or missing.
    FigureOverWhole,
    /// A figure has a unit in it and another beside it: `2 g` in `g`.
    UnitTwice,
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
            WarningKind::ServingAgainstPer100 => "serving-against-per-100",
            WarningKind::SumOverWhole => "sum-over-whole",
            WarningKind::FigureOverWhole => "figure-over-whole",
            WarningKind::UnitTwice => "unit-twice",
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
                (
                    WarningKind::SumOverWhole,
                    declared.sum_is_over_whole(),
                    &SUMMED,
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
            declared.suspects(index, &mut warnings);
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

/// The nutrients that no other of the declaration is part of.
const SUMMED: [Nutrient; 5] = [
    Nutrient::Fat,
    Nutrient::Carbohydrate,
    Nutrient::Protein,
    Nutrient::Fibre,
    Nutrient::Salt,
];

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

    /// Warnings on figures that are found one by one.
    fn suspects(self, index: usize, warnings: &mut Vec<Warning>) {
        let portion = portion_size(self.component, self.column);
        let weight = self.weight();
        for nutrient in Nutrient::ALL.iter().copied() {
            let mut warn = |kind, figures| {
                warnings.push(Warning {
                    kind,
                    component: Some(index),
                    column: Some(self.column),
                    figures,
                });
            };
            let own = || self.involved(index, &[nutrient]);
            if has_unit_twice(self.component.nutrient(nutrient, self.column)) {
                warn(WarningKind::UnitTwice, own());
            }
            let Some(figure) = self.figure(nutrient) else {
                continue;
            };
            if nutrient.unit() == "g" && is_over_whole(figure, nutrient, weight) == Some(true) {
                warn(WarningKind::FigureOverWhole, own());
            }
            let per_100 = self.per_100();
            if let Some(portion) = &portion
                && let Some(hundred) = per_100.figure(nutrient)
                && contradicts(figure, hundred, portion.size) == Some(true)
            {
                let mut figures = own();
                figures.extend(per_100.involved(index, &[nutrient]));
                figures.push(Involved {
                    path: component_field(index, self.section(), portion.field),
                    nutrient: None,
                    value: portion.text.to_owned(),
                    units: None,
                });
                warn(WarningKind::ServingAgainstPer100, figures);
            }
        }
    }

    /// The column per 100 of the same section.
    fn per_100(self) -> Self {
        let column = match self.column {
            Column::Per100 | Column::Serving => Column::Per100,
            Column::PreparedPer100 | Column::Prepared => Column::PreparedPer100,
        };
        Declared { column, ..self }
    }

    /// The most that the nutrients in the column can weigh in grams, where that is
    /// known. A declaration that does not say otherwise is taken for one by
    /// weight.
    fn weight(self) -> Option<Decimal> {
        let units = self.component.nutrients().nutrition_units();
        let density = match basis(units.description()) {
            Basis::Millilitres => Decimal::scaled(15, 1),
            Basis::Grams | Basis::NotStated => Decimal::whole(1),
        };
        self.size()?.times(density)
    }

    /// What is not declared may be nothing. Where one figure is more than the
    /// whole already, that is what is told.
    fn sum_is_over_whole(self) -> Option<bool> {
        let weight = self.weight()?;
        let mut sum = Decimal::whole(0);
        for nutrient in SUMMED {
            if let Some(figure) = self.figure(nutrient) {
                let least = unrounded(figure)?.low;
                if least > weight {
                    return None;
                }
                sum = sum.plus(least)?;
            }
        }
        Some(sum > weight)
    }

    /// How much the column's figures are of, where that is known.
    fn size(self) -> Option<Decimal> {
        match self.column {
            Column::Per100 | Column::PreparedPer100 => Some(Decimal::whole(100)),
            Column::Serving | Column::Prepared => {
                portion_size(self.component, self.column).map(|it| it.size)
            }
        }
    }

    /// The section that the column stands in.
    fn section(self) -> &'static str {
        match self.column {
            Column::Per100 | Column::Serving => NUTRIENTS.name,
            Column::PreparedPer100 | Column::Prepared => NUTRIENTS_PREPARED.name,
        }
    }

    fn involved(self, index: usize, nutrients: &[Nutrient]) -> Vec<Involved> {
        let section = self.section();
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

/// Whether a figure is more than the food it is in weighs, or, where that is not
/// known, more than ten times the reference intake.
fn is_over_whole(figure: Figure, nutrient: Nutrient, weight: Option<Decimal>) -> Option<bool> {
    let most = match weight {
        Some(weight) => weight,
        None => Decimal::whole(i64::from(nutrient.reference_intake()?) * 10),
    };
    Some(figure.unrounded()?.low > most)
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
