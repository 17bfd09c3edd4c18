//! Declared figures as numbers to conclude from: what is certain of them, and
//! no more.

use super::decimal::Decimal;
use crate::model::view::Quantity;

/// What is certain of a declared figure. A plain number is both bounds; `<0.5`
/// is at least nothing and at most 0.5.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    pub(super) low: Decimal,
    /// `None` for what is only known to be more than `low`.
    pub(super) high: Option<Decimal>,
}

impl Figure {
    pub(super) const ZERO: Figure = Figure {
        low: Decimal::whole(0),
        high: Some(Decimal::whole(0)),
    };

    /// Reads a figure in a unit. The unit may be declared beside it, stand
    /// behind the number, or be left out; another unit, words such as `trace`,
    /// a range or a negative number are not read: nothing certain follows.
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
        let number = |text: &str| Decimal::parse(without_unit(text, unit)).filter(|it| *it >= zero);
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

    /// The figure as its bounds times a factor and a factor.
    pub(super) fn times(self, low: Decimal, high: Decimal) -> Option<Figure> {
        Some(Figure {
            low: self.low.times(low)?,
            high: match self.high {
                Some(own) => Some(own.times(high)?),
                None => None,
            },
        })
    }

    /// The sum of two figures.
    pub(super) fn plus(self, other: Figure) -> Option<Figure> {
        Some(Figure {
            low: self.low.plus(other.low)?,
            high: match (self.high, other.high) {
                (Some(a), Some(b)) => Some(a.plus(b)?),
                _ => None,
            },
        })
    }

    /// Whether it is certainly more than another.
    pub(super) fn exceeds(self, other: Figure) -> bool {
        other.high.is_some_and(|high| self.low > high)
    }

    /// The figure with what rounding can have taken or given.
    pub(super) fn widened(self, by: Decimal) -> Option<Figure> {
        let low = self.low.minus(by)?;
        let zero = Decimal::whole(0);
        Some(Figure {
            low: if low < zero { zero } else { low },
            high: match self.high {
                Some(high) => Some(high.plus(by)?),
                None => None,
            },
        })
    }

    /// Whether the two certainly differ.
    pub(super) fn is_apart_from(self, other: Figure) -> bool {
        self.exceeds(other) || other.exceeds(self)
    }
}

fn without_unit<'a>(text: &'a str, unit: &str) -> &'a str {
    let at = text.len().saturating_sub(unit.len());
    match text.split_at_checked(at) {
        Some((number, end)) if end.eq_ignore_ascii_case(unit) => number,
        _ => text,
    }
}

/// A serving's size in grams or in millilitres, from words such as `30g`,
/// `1 slice (40 g)` or `per 250ml serving`. Only a text with a single amount in
/// that kind of unit is read, and none that counts or gives a range (`2 x
/// 30 g`, `30-40 g`): what is unclear must not decide anything.
pub(super) fn serving_size(text: &str, volume: bool) -> Option<Decimal> {
    const UNITS: &[(&str, bool, i64)] = &[
        ("g", false, 1),
        ("gram", false, 1),
        ("grams", false, 1),
        ("kg", false, 1000),
        ("ml", true, 1),
        ("millilitre", true, 1),
        ("millilitres", true, 1),
        ("cl", true, 10),
        ("l", true, 1000),
        ("litre", true, 1000),
        ("litres", true, 1000),
    ];
    let words = split(&text.to_ascii_lowercase());
    let mut found = None;
    for (at, word) in words.iter().enumerate() {
        // A sign of counting or of a range makes the whole text unclear.
        if matches!(
            word.as_str(),
            "x" | "×" | "*" | "-" | "–" | "to" | "<" | ">" | "≤" | "≥"
        ) {
            return None;
        }
        let Some((_, is_volume, factor)) = UNITS.iter().find(|(name, ..)| name == word) else {
            continue;
        };
        if *is_volume != volume {
            continue;
        }
        let number = at
            .checked_sub(1)
            .and_then(|before| Decimal::parse(&words[before]))?;
        if found.is_some() {
            return None;
        }
        found = Some(number.times(Decimal::whole(*factor))?);
    }
    found
}

/// Numbers, words of letters, and signs, each for itself.
fn split(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for character in text.chars() {
        let kind = if character.is_numeric() || matches!(character, '.' | ',') {
            '0'
        } else if character.is_alphabetic() {
            'a'
        } else if character.is_whitespace() {
            ' '
        } else {
            '+'
        };
        if kind != ' ' {
            match words.last_mut() {
                Some(word) if kind == last && kind != '+' => word.push(character),
                _ => words.push(character.into()),
            }
        }
        last = kind;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::serving_size;
    use crate::label::Decimal;

    #[test]
    fn serving_sizes_are_read_only_where_they_are_clear() {
        for (text, volume, size) in [
            ("30 g", false, Some("30")),
            ("30g", false, Some("30")),
            ("12,5 G", false, Some("12.5")),
            ("1 slice (40 g)", false, Some("40")),
            ("Per 1/2 pack (150g)", false, Some("150")),
            ("200ml (206g)", false, Some("206")),
            ("200ml (206g)", true, Some("200")),
            ("0.25 l", true, Some("250")),
            ("33cl", true, Some("330")),
            ("per 250ml serving", true, Some("250")),
            ("1 glass = 250 millilitres.", true, Some("250")),
            ("2 x 150 g", false, None),
            ("150g x 2", false, None),
            ("100-150 g", false, None),
            ("100 to 150 g", false, None),
            (">150 g", false, None),
            ("150 g or 200 g", false, None),
            ("1,500 g", false, None),
            ("150", false, None),
            ("150 g", true, None),
            ("150 ml", false, None),
            ("g", false, None),
            ("a large glass", true, None),
            ("", true, None),
        ] {
            let expected = size.and_then(Decimal::parse);
            assert_eq!(serving_size(text, volume), expected, "{text}");
        }
    }
}
