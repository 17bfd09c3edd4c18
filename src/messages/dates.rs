//! Dates in words, as browsers write them: `Intl.DateTimeFormat` with the option
//! `dateStyle: "long"`, which the custom elements use (pkg/src/shared/locale.ts).
//! `tests/fixtures/dates.json` holds both to the same dates.

use super::{DateFormat, fill};
use std::sync::Arc;

/// How a language writes a date.
struct Dates {
    language: &'static str,
    /// With placeholders for the day, the month and the year.
    pattern: &'static str,
    months: [&'static str; 12],
}

/// The languages of [`LANGUAGES`](super::LANGUAGES), as in the CLDR.
#[rustfmt::skip]
static DATES: &[Dates] = &[
    Dates { language: "en-GB", pattern: "{day} {month} {year}", months: ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"] },
    Dates { language: "cy", pattern: "{day} {month} {year}", months: ["Ionawr", "Chwefror", "Mawrth", "Ebrill", "Mai", "Mehefin", "Gorffennaf", "Awst", "Medi", "Hydref", "Tachwedd", "Rhagfyr"] },
    Dates { language: "de", pattern: "{day}. {month} {year}", months: ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"] },
    Dates { language: "es", pattern: "{day} de {month} de {year}", months: ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"] },
    Dates { language: "fr", pattern: "{day} {month} {year}", months: ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"] },
    Dates { language: "it", pattern: "{day} {month} {year}", months: ["gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"] },
    Dates { language: "nl", pattern: "{day} {month} {year}", months: ["januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december"] },
    Dates { language: "pl", pattern: "{day} {month} {year}", months: ["stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października", "listopada", "grudnia"] },
];

/// How the language writes dates; `None` for any but those of
/// [`LANGUAGES`](super::LANGUAGES).
pub(crate) fn format(language: &str) -> Option<DateFormat> {
    let dates = DATES.iter().find(|dates| dates.language == language)?;
    Some(Arc::new(|text| dates.write(text)))
}

impl Dates {
    /// The date of a time of the service, in words; other texts as they are.
    fn write(&self, text: &str) -> String {
        let Some((year, month, day)) = date(text) else {
            return text.to_owned();
        };
        let month = self.months.get(month - 1).copied().unwrap_or_default();
        let written = fill(self.pattern, "day", &day.to_string());
        let written = fill(&written, "month", month);
        fill(&written, "year", &year.to_string())
    }
}

/// The year, month and day that a text begins with, if there is such a day. A year
/// below 100 is a gap that was filled with zeros.
fn date(text: &str) -> Option<(usize, usize, usize)> {
    let text = crate::label::day(text.trim_start())?;
    let number = |from, to| text.get(from..to)?.parse::<usize>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (year >= 100 && (1..=days).contains(&day)).then_some((year, month, day))
}
