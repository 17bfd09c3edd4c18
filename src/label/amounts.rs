//! Amounts that suppliers state in free text: the size of a serving, the
//! strength of an alcoholic drink. Only unambiguous amounts are read, because
//! others must not decide anything.

use super::decimal::Decimal;
use crate::model::table::Component;
use crate::text::{is_among, letters};

/// Units of weight and volume: names, whether it is a unit of volume, and its
/// size in grams or millilitres.
const UNITS: &[(&str, bool, i64)] = &[
    ("g|gr|gm|gram|grams", false, 1),
    ("kg", false, 1000),
    ("ml|millilitre|millilitres", true, 1),
    ("cl", true, 10),
    ("l|litre|litres", true, 1000),
];

/// The unit of a name in lower case.
fn unit(name: &str) -> Option<&'static (&'static str, bool, i64)> {
    UNITS.iter().find(|(names, ..)| is_among(name, names))
}

/// Whether a unit is one of volume.
pub(super) fn is_volume(name: &str) -> bool {
    unit(&name.to_ascii_lowercase()).is_some_and(|(_, is_volume, _)| *is_volume)
}

/// Whether a word is a unit of weight or volume.
pub(crate) fn is_unit(word: &str) -> bool {
    unit(&word.to_ascii_lowercase()).is_some()
}

/// A serving's size in grams or in millilitres, from words such as `30g`, `1
/// slice (40 g)`, `per 250ml serving` or `1/2 pack (150 g)`. `None` for a text with
/// several amounts in that kind of unit, with a count or a range (`2 x 30 g`,
/// `30-40 g`, `480 g (serves 4)`), or with a fraction that the amount may be the
/// whole of (`1/2 pack 300 g`, `1/4 of 480 g`).
pub(super) fn serving_size(text: &str, volume: bool) -> Option<Decimal> {
    const UNCLEAR: &str = "x × * - – to < > ≤ ≥ each serves servings portions thirds quarters";
    let words = split(&text.to_ascii_lowercase());
    let (mut units, mut amount, mut has_fraction) = (0, None, false);
    for (at, word) in words.iter().enumerate() {
        if is_listed(word, UNCLEAR) || has_fraction && is_fraction(&words, at) {
            return None;
        }
        has_fraction |= is_fraction(&words, at);
        if let Some((_, is_volume, factor)) = unit(word) {
            units += 1;
            if *is_volume == volume {
                if amount.is_some() {
                    return None;
                }
                let figure = Decimal::parse(word_at(&words, at.wrapping_sub(1)))?;
                amount = Some((at, figure.checked_mul(Decimal::whole(*factor))?));
            }
        }
    }
    let (unit, amount) = amount?;
    let is_clear = if has_fraction {
        units == 1 && is_explained(&words, unit)
    } else {
        !is_counted(&words, unit)
    };
    is_clear.then_some(amount)
}

/// The word at an index; empty before the first and after the last.
fn word_at(words: &[String], at: usize) -> &str {
    words.get(at).map_or("", String::as_str)
}

/// Whether an amount is counted or a part of something: `2 of 30 g`, `25% of 480 g`, `pack
/// of 4 (480 g)`.
fn is_counted(words: &[String], unit: usize) -> bool {
    (0..words.len()).any(|at| {
        let before = word_at(words, at.wrapping_sub(1));
        let is_count = at + 2 != unit && is_number(word_at(words, at + 1));
        word_at(words, at) == "of" && (before == "%" || is_number(before) || is_count)
    })
}

/// Whether a word is the name or the sign of a fraction.
fn is_fraction(words: &[String], at: usize) -> bool {
    match word_at(words, at) {
        "/" | "⁄" => {
            is_number(word_at(words, at.wrapping_sub(1))) && is_number(word_at(words, at + 1))
        }
        word => is_listed(word, "half third quarter ½ ⅓ ⅔ ¼ ¾"),
    }
}

/// Whether an amount is what a fraction of something weighs: `1/2 pack (150 g)`, `½ pack =
/// 150 g`, `150 g (1/2 pack)`.
fn is_explained(words: &[String], unit: usize) -> bool {
    match (
        word_at(words, unit.wrapping_sub(2)),
        word_at(words, unit + 1),
    ) {
        ("=", _) | ("(", ")") => true,
        (_, "(") => is_fraction(words, unit + 2) || is_fraction(words, unit + 3),
        _ => false,
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(letters::is_numeric)
}

/// The strength of an alcoholic drink in per cent by volume, from words such as
/// `12.5`, `12% vol`, `ABV 12,5 %` or `alc. 4.5% vol (1.8 units)`. `None` where
/// the words give a range, a bound or something else.
pub(super) fn alcohol_strength(text: &str) -> Option<Decimal> {
    let text = text.to_ascii_lowercase();
    let (before, rest) = text.split_at_checked(text.find(|c: char| c.is_ascii_digit())?)?;
    let (figure, behind) = split_number(rest);
    let behind = behind.trim();
    if is_among(before.trim(), "|alc|alc.|abv|alcohol")
        && (behind.starts_with('%') || is_among(behind, "|vol|vol.|abv"))
    {
        Decimal::parse(figure)
    } else {
        None
    }
}

/// The number that a text begins with, and what is behind it.
pub(super) fn split_number(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
    end.and_then(|end| text.split_at_checked(end))
        .unwrap_or((text, ""))
}

/// The strength of a component in per cent by volume, where it is certain and not 0.
///
/// ```
/// use product_pool::label::alcohol_by_volume;
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"ingredients": {"alcohol_strength_per_vol": "4,5% vol"}}]}}"#,
/// )?;
/// let beer = product.data().components().iter().next().unwrap();
/// assert_eq!(alcohol_by_volume(beer).as_deref(), Some("4.5"));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn alcohol_by_volume(component: Component<'_>) -> Option<String> {
    let text = component.ingredients().alcohol_strength_per_vol().get()?;
    let strength = alcohol_strength(text)?;
    (strength > Decimal::whole(0)).then(|| strength.text())
}

/// Whether a word is in a space-separated list.
pub(super) fn is_listed(word: &str, list: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// Splits a text into numbers, words and single punctuation characters.
fn split(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for character in text.chars() {
        let kind = if letters::is_numeric(character) || matches!(character, '.' | ',') {
            '0'
        } else if letters::is_alphabetic(character) {
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
            ("200gr", false, Some("200")),
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
            // An amount that a fraction explains.
            ("1/2 pack (150g)", false, Some("150")),
            ("half pack (150 g)", false, Some("150")),
            ("1/2 pack = 150 g", false, Some("150")),
            ("150 g (1/2 pack)", false, Some("150")),
            ("1½ biscuits (30g)", false, Some("30")),
            ("1/2 l", true, None),
            ("30 g/serving", false, Some("30")),
            // The amount may be that of the whole.
            ("1/4 of 480 g", false, None),
            ("1/4 of a 480g pizza", false, None),
            ("half a 300 g pack", false, None),
            ("½ 300g pack", false, None),
            ("1/2 or 1/4 pack (150 g)", false, None),
            ("1/2 pack 300 g", false, None),
            ("300 g pack, 1/2 pack", false, None),
            ("1/2 can (of 400 g)", false, None),
            ("1/2 can (400g can)", false, None),
            ("1 1/2 of 100 g", false, None),
            ("1½ of 100 g", false, None),
            ("0.25 of 480 g", false, None),
            ("25% of 480 g", false, None),
            ("three quarters of 400 g", false, None),
            ("3/4 of 400 g", false, None),
            ("two thirds of 300 g", false, None),
            ("100/150 g", false, None),
            // The weight of several servings, or of one of several pieces.
            ("480 g (serves 4)", false, None),
            ("480 g (4 servings)", false, None),
            ("2 sausages, 57g each", false, None),
            ("pack of 4 (480 g)", false, None),
            ("1/4 of 2 x 150 g", false, None),
        ] {
            let expected = size.and_then(Decimal::parse);
            assert_eq!(serving_size(text, volume), expected, "{text}");
        }
    }
}
