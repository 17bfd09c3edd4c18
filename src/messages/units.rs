//! Units as packs have them: suppliers write them out, in capitals, or as the codes of GS1.

use crate::text::is_among;

/// Signs of units, each with other spellings of it in lower case.
const SIGNS: &[(&str, &str)] = &[
    ("g", "gr|gm|gms|grm|gram|grams|gramme|grammes"),
    (
        "kg",
        "kgs|kgm|kilo|kilos|kilogram|kilograms|kilogramme|kilogrammes",
    ),
    ("mg", "mgm|milligram|milligrams"),
    ("µg", "ug|mc|mcg|microgram|micrograms"),
    (
        "ml",
        "mls|mlt|millilitre|millilitres|milliliter|milliliters",
    ),
    ("cl", "clt|centilitre|centilitres|centiliter|centiliters"),
    ("L", "lt|ltr|ltrs|litre|litres|liter|liters"),
    ("mm", "mmt|millimetre|millimetres|millimeter|millimeters"),
    ("cm", "cmt|centimetre|centimetres|centimeter|centimeters"),
    ("m", "mtr|metre|metres|meter|meters"),
    ("kJ", "kjo|kilojoule|kilojoules"),
    ("kcal", "e14|kcals|kilocalorie|kilocalories"),
];

/// Units that only say that something is counted.
const COUNTS: &str = "each|ea|eaches|pce|pcs|piece|pieces|unit|units|item|items|h87|c62|1n";

/// Spellings of units of time, with the names of one and of several.
const TIMES: &[(&str, [&str; 2])] = &[
    ("day|days|d", ["day", "days"]),
    ("week|weeks|wk|wks|wee", ["week", "weeks"]),
    ("month|months|mth|mths|mon", ["month", "months"]),
];

/// How a unit is shown.
pub(super) enum Shown<'a> {
    /// Not at all: the figure is a count.
    Count,
    /// As a sign, or as the supplier has it.
    Sign(&'a str),
    /// In words, of which these are the keys for one and for several.
    Time([&'static str; 2]),
}

/// How a supplier's unit is shown.
pub(super) fn shown(unit: &str) -> Shown<'_> {
    let lower = unit.trim().to_ascii_lowercase();
    if is_among(&lower, COUNTS) {
        return Shown::Count;
    }
    if let Some((_, words)) = TIMES.iter().find(|(names, _)| is_among(&lower, names)) {
        return Shown::Time(*words);
    }
    let is_it = |(sign, others): &&(&'static str, &str)| {
        sign.len() > 1 && sign.eq_ignore_ascii_case(&lower) || is_among(&lower, others)
    };
    // A letter alone stays as it is, but for the gram: "L" and "l" are both right.
    match SIGNS.iter().find(is_it) {
        Some((sign, _)) => Shown::Sign(sign),
        None if lower == "g" => Shown::Sign("g"),
        None => Shown::Sign(unit),
    }
}

/// An amount of a thousand grams or millilitres and more in kilograms or litres, as packs have it.
pub(super) fn in_thousands(value: &str, unit: &str) -> Option<(String, &'static str)> {
    let larger = match shown(unit) {
        Shown::Sign("g") => "kg",
        Shown::Sign("ml") => "L",
        _ => return None,
    };
    let is_whole = value.bytes().all(|byte| byte.is_ascii_digit()) && !value.starts_with('0');
    let (thousands, rest) = value.split_at_checked(value.len().checked_sub(3)?)?;
    let rest = rest.trim_end_matches('0');
    let point = if rest.is_empty() { "" } else { "." };
    (is_whole && !thousands.is_empty()).then(|| (format!("{thousands}{point}{rest}"), larger))
}
