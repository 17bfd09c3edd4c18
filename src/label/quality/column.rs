//! Quality checks of one column of a nutrition declaration.

use super::{Involved, Warning, WarningKind};
use crate::collect_vec::CollectVec as _;
use crate::label::amounts::alcohol_strength;
use crate::label::decimal::Decimal;
use crate::label::figure::{Figure, contradicts, has_unit_twice};
use crate::label::nutrition::{Basis, basis, portion_size};
use crate::label::path::component_field;
use crate::model::Nutrient;
use crate::model::table::{Column, Component};
use crate::text::stated;

/// The nutrients that are not part of another.
const SUMMED: [Nutrient; 5] = [
    Nutrient::Fat,
    Nutrient::Carbohydrate,
    Nutrient::Protein,
    Nutrient::Fibre,
    Nutrient::Salt,
];

/// A column of a component's declaration. A check returns `None` if a figure
/// that it needs is missing or cannot be read.
#[derive(Clone, Copy)]
pub(super) struct Declared<'a> {
    pub(super) component: Component<'a>,
    /// The index of the component.
    pub(super) index: usize,
    pub(super) column: Column,
}

impl Declared<'_> {
    /// Runs all checks of the column.
    pub(super) fn check(self, warnings: &mut Vec<Warning>) {
        let mut check = |kind, is_wrong: Option<bool>, nutrients: &[Nutrient]| {
            if is_wrong == Some(true) {
                warnings.push(self.warning(kind, self.involved(nutrients)));
            }
        };
        check(
            WarningKind::SaturatesOverFat,
            self.exceeds(Nutrient::Saturates, Nutrient::Fat),
            &[Nutrient::Saturates, Nutrient::Fat],
        );
        check(
            WarningKind::SugarsOverCarbohydrate,
            self.exceeds(Nutrient::Sugars, Nutrient::Carbohydrate),
            &[Nutrient::Sugars, Nutrient::Carbohydrate],
        );
        check(
            WarningKind::SaltAgainstSodium,
            self.salt_is_not_sodium(),
            &[Nutrient::Salt, Nutrient::Sodium],
        );
        check(
            WarningKind::EnergyAgainstNutrients,
            self.energy_is_not_its_sources(),
            &[
                Nutrient::EnergyKj,
                Nutrient::Fat,
                Nutrient::Carbohydrate,
                Nutrient::Protein,
                Nutrient::Fibre,
            ],
        );
        check(
            WarningKind::KilojoulesAgainstKilocalories,
            self.kilojoules_are_not_kilocalories(),
            &[Nutrient::EnergyKj, Nutrient::EnergyKcal],
        );
        check(WarningKind::SumOverWhole, self.sum_is_over_whole(), &SUMMED);
        self.suspects(warnings);
    }

    fn warning(self, kind: WarningKind, figures: Vec<Involved>) -> Warning {
        Warning {
            kind,
            component: Some(self.index),
            column: Some(self.column),
            figures,
        }
    }

    fn figure(self, nutrient: Nutrient) -> Option<Figure> {
        let declared = self.component.nutrient(nutrient, self.column);
        Figure::read(declared, nutrient.unit())
    }

    fn exceeds(self, part: Nutrient, whole: Nutrient) -> Option<bool> {
        Some(self.figure(part)?.exceeds(self.figure(whole)?))
    }

    /// Both figures may be rounded: salt to 0.1 g from 1 g on, to 0.01 g below
    /// and to nothing up to 0.0125 g, sodium to 0.01 g. Sodium without a unit
    /// may be in grams or milligrams, and both must be wrong.
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
            let expected = sodium.widened(rounding)?.checked_mul(factor, factor)?;
            wrong = Some(wrong.unwrap_or(true) && salt.is_apart_from(expected));
        }
        wrong
    }

    /// Foods with polyols or alcohol are skipped, because these have other
    /// energy factors. Undeclared fibre may be as much as the rest of the food.
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
        let polyols = stated(polyols.value()).map(Decimal::parse);
        let alcohol = stated(alcohol.get()).map(alcohol_strength);
        let mut others = [polyols, alcohol].into_iter().flatten();
        if others.any(|amount| amount != Some(zero)) {
            return None;
        }
        let (mut sum, mut rounded) = (Figure::ZERO, Figure::ZERO);
        let mut rest = self.size();
        let mut add = |figure: Figure, factor: i64| {
            let factor = Decimal::whole(factor);
            sum = sum.checked_add(figure.checked_mul(factor, factor)?)?;
            rounded = rounded.checked_add(unrounded(figure)?.checked_mul(factor, factor)?)?;
            Some(())
        };
        for (nutrient, factor) in FACTORS {
            let figure = self.figure(nutrient)?;
            add(figure, factor)?;
            rest = rest.and_then(|rest| rest.checked_sub(figure.low));
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
            kilocalories.checked_mul(factor, factor)?,
            rounded.checked_mul(factor, factor)?,
            5,
        )
    }

    /// Warnings on single figures.
    fn suspects(self, warnings: &mut Vec<Warning>) {
        let portion = portion_size(self.component, self.column);
        let weight = self.weight();
        for nutrient in Nutrient::ALL.iter().copied() {
            let mut warn = |kind, figures| warnings.push(self.warning(kind, figures));
            let own = || self.involved(&[nutrient]);
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
                figures.extend(per_100.involved(&[nutrient]));
                figures.push(Involved {
                    path: component_field(self.index, self.column.section().name, portion.field),
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

    /// The most that the nutrients in the column can weigh in grams, if known.
    /// A declaration without a stated basis is taken to be per 100 g.
    fn weight(self) -> Option<Decimal> {
        let density = match basis(self.component) {
            Basis::Millilitres => Decimal::scaled(15, 1),
            Basis::Grams | Basis::NotStated => Decimal::whole(1),
        };
        self.size()?.checked_mul(density)
    }

    /// Undeclared nutrients may be 0. If a single figure is already more than
    /// the whole, only that is reported.
    fn sum_is_over_whole(self) -> Option<bool> {
        let weight = self.weight()?;
        let mut sum = Decimal::whole(0);
        for nutrient in SUMMED {
            if let Some(figure) = self.figure(nutrient) {
                let least = unrounded(figure)?.low;
                if least > weight {
                    return None;
                }
                sum = sum.checked_add(least)?;
            }
        }
        Some(sum > weight)
    }

    /// The quantity that the column's figures are for, if known.
    fn size(self) -> Option<Decimal> {
        match self.column {
            Column::Per100 | Column::PreparedPer100 => Some(Decimal::whole(100)),
            Column::Serving | Column::Prepared => {
                portion_size(self.component, self.column).map(|portion| portion.size)
            }
        }
    }

    fn involved(self, nutrients: &[Nutrient]) -> Vec<Involved> {
        let section = self.column.section().name;
        nutrients
            .iter()
            .filter_map(|nutrient| {
                let declared = self.component.nutrient(*nutrient, self.column);
                Some(Involved {
                    path: component_field(self.index, section, nutrient.field(self.column)),
                    nutrient: Some(*nutrient),
                    value: stated(declared.value())?.to_owned(),
                    units: declared.units().map(str::to_owned),
                })
            })
            .collect_vec()
    }
}

/// Whether a figure is more than the weight of the food, or, if that is
/// unknown, more than ten times the reference intake.
fn is_over_whole(figure: Figure, nutrient: Nutrient, weight: Option<Decimal>) -> Option<bool> {
    let most = match weight {
        Some(weight) => weight,
        None => Decimal::whole(i64::from(nutrient.reference_intake()?) * 10),
    };
    Some(figure.unrounded()?.low > most)
}

/// The bounds of a figure in grams before rounding: half a unit of its last
/// decimal place, but no more than the guidance on rounding allows.
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

/// Whether a declared energy differs from the expected one by more than
/// `percent` per cent, and by more than the rounding of both explains.
fn differs(declared: Figure, expected: Figure, rounded: Figure, percent: i64) -> Option<bool> {
    let (least, most) = (100 - percent, 100 + percent);
    let tolerated = expected.checked_mul(Decimal::scaled(least, 2), Decimal::scaled(most, 2))?;
    let unrounded = declared.widened(Decimal::scaled(5, 1))?;
    Some(declared.is_apart_from(tolerated) && unrounded.is_apart_from(rounded))
}
