//! Dates and times in the formats of records and filters.
//!
//! `2024-07-02`, `2024-07-02 14:25`, `2024-07-02 14:25:26`, `2024-07-02T14:25:26.123456Z`: a
//! time without a zone is UTC, so that all machines order records alike.

use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::Pieces;

/// The period that a date or time names: a day, a minute, a second or a microsecond.
///
/// In microseconds since 1970 UTC, `end` not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp {
    /// Its first microsecond, since 1970.
    pub start: i64,
    pub(crate) end: i64,
}

/// Stands for a time that cannot be parsed: earlier than all others.
pub const UNKNOWN: i64 = i64::MIN;

const SECOND: i64 = 1_000_000;
const MINUTE: i64 = 60 * SECOND;
const DAY: i64 = 24 * 60 * MINUTE;

impl Timestamp {
    /// Parses a date or a date and time; `None` if it is neither.
    pub fn parse(text: &str) -> Option<Timestamp> {
        let length = length(text)?;
        let pieces = Pieces::parse(text).ok()?;
        let time = pieces.date().to_datetime(pieces.time().unwrap_or_default());
        let offset = pieces.to_numeric_offset();
        let offset = offset.map_or(0, |offset| i64::from(offset.seconds()) * SECOND);
        let start = micros(time)? - offset;
        let end = start.checked_add(length)?;
        (offset.abs() < DAY).then_some(Timestamp { start, end })
    }

    /// Whether the period is a day or a minute, which contain many instants.
    pub(crate) fn is_coarse(&self) -> bool {
        self.end - self.start >= MINUTE
    }
}

/// The length of the period that a text names, by its form, of which fewer are accepted than
/// by the date library: `YYYY-MM-DD`, with `HH:MM`, `HH:MM:SS` or the latter with a fraction, and
/// with the zone `Z`, `+HH:MM`, `+HHMM` or `+HH`.
fn length(text: &str) -> Option<i64> {
    let zero = |letter: char| if letter.is_ascii_digit() { '0' } else { letter };
    let form: String = text.chars().map(zero).collect();
    let time = form.strip_prefix("0000-00-00")?;
    if time.is_empty() {
        return Some(DAY);
    }
    let time = time.strip_prefix([' ', 'T'])?;
    let (time, zone) = time.split_at(time.find(['Z', '+', '-']).unwrap_or(time.len()));
    if !matches!(
        zone.trim_start_matches(['+', '-']),
        "" | "Z" | "00" | "0000" | "00:00"
    ) {
        return None;
    }
    match time {
        "00:00" => Some(MINUTE),
        "00:00:00" => Some(SECOND),
        _ => {
            let fraction = time.strip_prefix("00:00:00.")?;
            let is_number = !fraction.is_empty() && fraction.bytes().all(|byte| byte == b'0');
            is_number.then_some(1)
        }
    }
}

/// Microseconds since 1970. Also covers the last hours of the year 9999, which are beyond the
/// range of the library's timestamps.
fn micros(time: DateTime) -> Option<i64> {
    let since = time.duration_since(Date::constant(1970, 1, 1).at(0, 0, 0, 0));
    i64::try_from(since.as_micros()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_a_day_and_a_time_a_second() {
        let day = Timestamp::parse("2024-10-12").unwrap();
        assert_eq!(day.end - day.start, DAY);
        assert_eq!(day.start, 1_728_691_200 * SECOND);
        let second = Timestamp::parse("2024-10-12 14:25:26").unwrap();
        assert_eq!(second.end - second.start, SECOND);
        assert!(day.start < second.start && second.end < day.end);
        let fraction = Timestamp::parse("2024-10-12T14:25:26.5").unwrap();
        assert_eq!(
            fraction,
            Timestamp {
                start: second.start + 500_000,
                end: second.start + 500_001
            }
        );
    }

    #[test]
    fn zones_are_applied_and_utc_is_the_default() {
        let utc = Timestamp::parse("2024-10-12 14:25:26");
        assert_eq!(utc, Timestamp::parse("2024-10-12T14:25:26Z"));
        assert_eq!(utc, Timestamp::parse("2024-10-12T15:25:26+01:00"));
        assert_eq!(
            utc.unwrap().start,
            Timestamp::parse("2024-10-12T14:25:26.000000Z")
                .unwrap()
                .start
        );
    }

    #[test]
    fn seconds_are_optional() {
        let minute = Timestamp::parse("2024-10-12 14:25").unwrap();
        assert_eq!(minute.end - minute.start, MINUTE);
        assert_eq!(
            minute.start,
            Timestamp::parse("2024-10-12 14:25:00").unwrap().start
        );
        for same in [
            "2024-10-12T14:25",
            "2024-10-12T14:25Z",
            "2024-10-12T13:25-01",
            "2024-10-12T15:55+0130",
        ] {
            assert_eq!(Timestamp::parse(same), Some(minute), "{same}");
        }
    }

    #[test]
    fn years_go_from_0_to_9999() {
        let first = Timestamp::parse("0000-01-01").unwrap();
        let last = Timestamp::parse("9999-12-31").unwrap();
        assert_eq!(first.end - first.start, DAY);
        for within in [
            "9999-12-31 23:59:59",
            "9999-12-31T23:59:59.999999Z",
            "9999-12-31T23:59+00:00",
            "9999-12-31T00:00:00-10:00",
        ] {
            let within = Timestamp::parse(within).unwrap();
            assert!(
                last.start <= within.start && within.end <= last.end,
                "{within:?}"
            );
        }
        // In the year 10000 in UTC, but still in 9999 in its own zone.
        let beyond = Timestamp::parse("9999-12-31T23:59:59-10:00").unwrap();
        assert!(beyond.start > last.end);
    }

    #[test]
    fn invalid_dates_are_refused() {
        for text in [
            "",
            "2024",
            "2024-10",
            "2024-13-01",
            "2024-02-30",
            "12/10/2024",
            "20241012",
            "2024-10-12T",
            "2024-10-12 14",
            "2024-10-12 14:2",
            "2024-10-12 14:25:",
            "2024-10-12 14:25.5",
            "2024-10-12 14:25:26.",
            "2024-10-12 14:25:26 01:00",
            "2024-10-12T14:25:26+",
            "2024-10-12T14:25:26+1:00",
            "2024-10-12T14:25:26+24:00",
            "2024-10-12T14:25:26+01:60",
            "2024-10-12T14:25:26+01:00Z",
            "2024-10-12T-14:25",
            "10000-01-01",
            "2024-10-12 25:00:00",
            "2024-10-12x14:25:26",
            "2024-10-12 14:25:26 ",
            "2024-10-12T14:25:26[UTC]",
            "٢٠٢٤-10-12",
            "2024-10-1é",
            "-02024-10-12",
            "9999-12-31 99:99:99",
            "yesterday",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }
}
