//! Declared figures as numeric bounds, for checks that must only act on what is
//! certain.

use super::decimal::Decimal;
use super::facts::is_filler;
use super::status::plain;
use crate::model::Nutrient;
use crate::model::view::Quantity;
use crate::text::{is_among, letters};

/// The bounds of a declared figure. A plain number is both bounds; `<0.5` is at
/// least 0 and at most 0.5.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    pub(super) low: Decimal,
    /// `None` if it is only known to be more than `low`.
    pub(super) high: Option<Decimal>,
}

impl Figure {
    pub(super) const ZERO: Figure = Figure {
        low: Decimal::whole(0),
        high: Some(Decimal::whole(0)),
    };

    /// Reads a figure in a unit. The unit may be declared separately, follow
    /// the number or be missing. `None` for another unit, words such as
    /// `trace`, a range or a negative number, from which nothing certain
    /// follows.
    pub(super) fn read(declared: Quantity<'_>, unit: &str) -> Option<Figure> {
        if declared
            .units()
            .is_some_and(|given| !given.eq_ignore_ascii_case(unit))
        {
            return None;
        }
        Figure::parse(declared.value()?, unit)
    }

    fn parse(text: &str, unit: &str) -> Option<Figure> {
        let zero = Decimal::whole(0);
        let number =
            |text: &str| Decimal::parse(without_unit(text, unit)).filter(|number| *number >= zero);
        if let Some(most) = text.strip_prefix(['<', '≤']) {
            let most = most.strip_prefix('=').unwrap_or(most);
            return Some(Figure {
                low: zero,
                high: Some(number(most)?),
            });
        }
        if let Some(least) = text.strip_prefix(['>', '≥']) {
            let least = least.strip_prefix('=').unwrap_or(least);
            return Some(Figure {
                low: number(least)?,
                high: None,
            });
        }
        let exact = number(text)?;
        Some(Figure {
            low: exact,
            high: Some(exact),
        })
    }

    /// The bounds before the figure was rounded to its last digit.
    pub(super) fn unrounded(self) -> Option<Figure> {
        self.widened(self.high.unwrap_or(self.low).half_a_place())
    }

    /// The figure with its lower and upper bound multiplied by a factor each.
    pub(super) fn checked_mul(self, low: Decimal, high: Decimal) -> Option<Figure> {
        Some(Figure {
            low: self.low.checked_mul(low)?,
            high: match self.high {
                Some(own) => Some(own.checked_mul(high)?),
                None => None,
            },
        })
    }

    /// The sum of two figures.
    pub(super) fn checked_add(self, other: Figure) -> Option<Figure> {
        Some(Figure {
            low: self.low.checked_add(other.low)?,
            high: match (self.high, other.high) {
                (Some(a), Some(b)) => Some(a.checked_add(b)?),
                _ => None,
            },
        })
    }

    /// Whether it is certainly more than another.
    pub(super) fn exceeds(self, other: Figure) -> bool {
        other.high.is_some_and(|high| self.low > high)
    }

    /// The figure with its bounds widened by a rounding error.
    pub(super) fn widened(self, by: Decimal) -> Option<Figure> {
        let low = self.low.checked_sub(by)?;
        let zero = Decimal::whole(0);
        Some(Figure {
            low: if low < zero { zero } else { low },
            high: match self.high {
                Some(high) => Some(high.checked_add(by)?),
                None => None,
            },
        })
    }

    /// Whether the two certainly differ.
    pub(super) fn is_apart_from(self, other: Figure) -> bool {
        self.exceeds(other) || other.exceeds(self)
    }
}

/// A figure as declared, digit for digit; it may be a word such as `trace`.
/// `None` for placeholders (`-`, `n/a`, `see pack`); `0`, `nil` and `none` are
/// figures.
pub(super) fn declared(figure: Quantity<'_>) -> Option<&str> {
    let value = figure.value()?;
    let plain = plain(value);
    (is_among(&plain, "0|nil|none") || !is_filler(&plain)).then_some(value)
}

/// The unit to show beside a figure: the record's own, otherwise the documented
/// one. `None` for words (`trace`), and for a figure that already contains the
/// same unit or, if none is declared, any unit (`2 g`).
pub(crate) fn unit_beside<'a>(
    value: &str,
    units: Option<&'a str>,
    unit: &'a str,
) -> Option<&'a str> {
    let within = behind_digits(value)?;
    if !within.starts_with(letters::is_alphabetic) {
        return units.or(Some(unit));
    }
    let units = units?;
    match within.get(..units.len()) {
        Some(start) if start.eq_ignore_ascii_case(units) => None,
        _ => Some(units),
    }
}

/// Whether a unit is declared for a figure that already contains one.
pub(super) fn has_unit_twice(figure: Quantity<'_>) -> bool {
    let within = figure.value().and_then(behind_digits).unwrap_or_default();
    figure.units().is_some() && !within.is_empty() && within.chars().all(letters::is_alphabetic)
}

/// The text after the last digit of a figure; `None` if it has no digits.
fn behind_digits(value: &str) -> Option<&str> {
    let last = value.rfind(|c: char| c.is_ascii_digit())?;
    value.get(last + 1..).map(str::trim)
}

/// Whether the figure declared for a serving certainly contradicts the figure
/// per 100 and the serving size. All three may be rounded.
pub(super) fn contradicts(serving: Figure, per_100: Figure, size: Decimal) -> Option<bool> {
    let rounding = size.half_a_place();
    let hundredth = Decimal::scaled(1, 2);
    let least = size.checked_sub(rounding)?.checked_mul(hundredth)?;
    let most = size.checked_add(rounding)?.checked_mul(hundredth)?;
    let expected = per_100.unrounded()?.checked_mul(least, most)?;
    Some(serving.unrounded()?.is_apart_from(expected))
}

/// A calculated amount of a nutrient as a label states it, rounded as the
/// European Commission's guidance on tolerances (December 2012) rounds declared
/// figures: `<0.5` if it is negligible, `0` only if it is.
pub(super) fn calculated_text(amount: Figure, nutrient: Nutrient) -> String {
    // The least amount that is stated exactly, and how a smaller one is stated.
    let (negligible, below) = match nutrient {
        Nutrient::EnergyKj | Nutrient::EnergyKcal => (Decimal::whole(0), ""),
        Nutrient::Salt => (Decimal::scaled(125, 4), "<0.01"),
        Nutrient::Saturates => (Decimal::scaled(1, 1), "<0.1"),
        _ => (Decimal::scaled(5, 1), "<0.5"),
    };
    let (sign, number) = match amount.high {
        None => (">", amount.low),
        Some(high) if high == amount.low => ("", high),
        Some(high) => ("<", high),
    };
    if amount.high.is_some() && number <= negligible && number != Decimal::whole(0) {
        return below.to_owned();
    }
    format!("{sign}{}", rounded(number, nutrient).text())
}

/// Rounds an amount: energy to whole numbers, salt to tenths of a gram, below 1
/// g to hundredths, other nutrients to grams, below 10 g to tenths.
fn rounded(amount: Decimal, nutrient: Nutrient) -> Decimal {
    let (large, places) = match nutrient {
        Nutrient::EnergyKj | Nutrient::EnergyKcal => (0, 0),
        Nutrient::Salt => (1, 1),
        _ => (10, 0),
    };
    amount.rounded(places + u32::from(amount < Decimal::whole(large)))
}

/// A figure without the unit that follows it, if it is this one.
pub(super) fn without_unit<'a>(text: &'a str, unit: &str) -> &'a str {
    let at = text.len().saturating_sub(unit.len());
    match text.split_at_checked(at) {
        Some((number, end)) if end.eq_ignore_ascii_case(unit) => number,
        _ => text,
    }
}
