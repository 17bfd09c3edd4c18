//! Figures and units as packs have them: suppliers write units out, in capitals, or as the codes of GS1.

use super::Messages;
use crate::label::is_unit;
use crate::text::is_among;

impl Messages {
    /// Formats a declared figure with the language's decimal separator;
    /// anything but a plain number stays as it is.
    ///
    /// ```
    /// use product_pool::messages::Messages;
    /// let german = Messages::english().with_decimal(",");
    /// assert_eq!(german.figure("1.50"), "1,50");
    /// assert_eq!(german.figure("<0.5"), "<0,5");
    /// assert_eq!(german.figure("v1.5.2"), "v1.5.2");
    /// ```
    pub fn figure(&self, text: &str) -> String {
        let number = text.trim_start_matches(['<', '>', '≤', '~', '-', ' ']);
        let is_digits =
            |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        match number.split_once('.') {
            Some((whole, fraction)) if is_digits(whole) && is_digits(fraction) => {
                let sign = text.strip_suffix(number).unwrap_or_default();
                format!("{sign}{whole}{}{fraction}", self.0.decimal)
            }
            _ => text.to_owned(),
        }
    }

    /// A declared figure with its unit as packs have it, if it has one. No line breaks between them.
    ///
    /// ```
    /// use product_pool::messages::Messages;
    /// let german = Messages::for_language("de").unwrap();
    /// assert_eq!(german.quantity("1.5", Some("GRM")), "1,5\u{a0}g");
    /// assert_eq!(german.quantity("365", Some("Days")), "365\u{a0}Tage");
    /// assert_eq!(german.quantity("1", Some("Years")), "1\u{a0}Jahr");
    /// assert_eq!(german.quantity("12", Some("Each")), "12");
    /// ```
    pub fn quantity(&self, value: &str, unit: Option<&str>) -> String {
        let figure = self.figure(value);
        match unit.map(shown) {
            Some(Shown::Sign(unit)) => format!("{figure}\u{a0}{unit}"),
            Some(Shown::Time([one, several])) => {
                let unit = self.named("unit", if value == "1" { one } else { several });
                format!("{figure}\u{a0}{unit}")
            }
            Some(Shown::Count) => figure,
            None => self.measured(value).unwrap_or(figure),
        }
    }

    /// A [`quantity`](Messages::quantity) as a pack states its content: 1,940 g are 1.94 kg,
    /// and 12 of "Each" are 12 pieces.
    pub(crate) fn content(&self, value: &str, unit: Option<&str>) -> String {
        if matches!(unit.map(shown), Some(Shown::Count)) {
            return self.format("card.pieces", "count", value);
        }
        let larger = unit.and_then(|unit| in_thousands(value, unit));
        match &larger {
            Some((value, unit)) => self.quantity(value, Some(unit)),
            None => self.quantity(value, unit),
        }
    }

    /// A text that is no more than a number with its unit, such as "380g", as a quantity.
    ///
    /// ```
    /// use product_pool::messages::Messages;
    /// let german = Messages::for_language("de").unwrap();
    /// assert_eq!(german.measured("1.5kg").as_deref(), Some("1,5\u{a0}kg"));
    /// assert_eq!(german.measured("2 x 1.5kg"), None);
    /// ```
    pub fn measured(&self, text: &str) -> Option<String> {
        let is_behind = |c: char| !c.is_ascii_digit() && c != '.';
        let (number, unit) = text.split_at_checked(text.find(is_behind)?)?;
        let unit = unit.trim();
        (!number.is_empty() && is_unit(unit)).then(|| self.quantity(number, Some(unit)))
    }
}

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
    ("hour|hours|hr|hrs|hur|h", ["hour", "hours"]),
    ("day|days|d", ["day", "days"]),
    ("week|weeks|wk|wks|wee", ["week", "weeks"]),
    ("month|months|mth|mths|mon", ["month", "months"]),
    ("year|years|yr|yrs|ann", ["year", "years"]),
];

/// How a unit is shown.
enum Shown<'a> {
    /// Not at all: the figure is a count.
    Count,
    /// As a sign, or as the supplier has it.
    Sign(&'a str),
    /// In words, of which these are the keys for one and for several.
    Time([&'static str; 2]),
}

/// How a supplier's unit is shown.
fn shown(unit: &str) -> Shown<'_> {
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
fn in_thousands(value: &str, unit: &str) -> Option<(String, &'static str)> {
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
