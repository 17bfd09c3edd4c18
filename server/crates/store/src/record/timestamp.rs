//! Dates and times in the formats of records and filters.
//!
//! `2024-07-02`, `2024-07-02 14:25`, `2024-07-02 14:25:26`, `2024-07-02T14:25:26.123456Z`: a
//! time without a zone is UTC, so that all machines order records alike.

use jiff::civil::{Date, DateTime};

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
        let (date, time) = text.split_at_checked("2024-10-12".len())?;
        if !is_date(date.as_bytes()) {
            return None;
        }
        let date: Date = date.parse().ok()?;
        if time.is_empty() {
            return Timestamp::of(micros(date.at(0, 0, 0, 0))?, DAY);
        }
        let time = time.strip_prefix([' ', 'T'])?;
        let (time, offset) = match time.find(['Z', '+', '-']) {
            Some(at) => (&time[..at], offset(&time[at..])?),
            None => (time, 0),
        };
        let length = length(time.as_bytes())?;
        let time: DateTime = format!("{date}T{time}").parse().ok()?;
        Timestamp::of(micros(time)? - offset, length)
    }

    fn of(start: i64, length: i64) -> Option<Timestamp> {
        let end = start.checked_add(length)?;
        Some(Timestamp { start, end })
    }

    /// Whether the period is a day or a minute, which contain many instants.
    pub(crate) fn is_coarse(&self) -> bool {
        self.end - self.start >= MINUTE
    }
}

/// Whether the text is `YYYY-MM-DD`. Stricter than the date library, which accepts other ISO
/// forms.
fn is_date(text: &[u8]) -> bool {
    text.iter().enumerate().all(|(index, byte)| match index {
        4 | 7 => *byte == b'-',
        _ => byte.is_ascii_digit(),
    })
}

/// The length of the period that `HH:MM`, `HH:MM:SS` or the latter with a fraction names.
fn length(time: &[u8]) -> Option<i64> {
    let (whole, fraction) = match time.iter().position(|byte| *byte == b'.') {
        Some(at) => (&time[..at], Some(&time[at + 1..])),
        None => (time, None),
    };
    let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    if !whole
        .split(|byte| *byte == b':')
        .all(|part| part.len() == 2 && digits(part))
    {
        return None;
    }
    match (whole.len(), fraction) {
        (5, None) => Some(MINUTE),
        (8, None) => Some(SECOND),
        (8, Some(fraction)) if digits(fraction) => Some(1),
        _ => None,
    }
}

/// Parses a zone, `Z`, `+HH:MM`, `+HHMM` or `+HH`, as an offset in microseconds.
fn offset(text: &str) -> Option<i64> {
    if text == "Z" {
        return Some(0);
    }
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        (_, digits) => (-1, digits),
    };
    let (hours, minutes) = match digits.len() {
        2 => (digits, "00"),
        4 => digits.split_at_checked(2)?,
        _ => digits.split_once(':')?,
    };
    let number = |text: &str, below: i64| {
        let plain = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number: i64 = text.parse().ok().filter(|_| plain)?;
        (number < below).then_some(number)
    };
    Some(sign * (number(hours, 24)? * 60 + number(minutes, 60)?) * MINUTE)
}

/// Microseconds since 1970. Also covers the last hours of the year 9999, which are beyond the
/// range of the library's timestamps.
fn micros(time: DateTime) -> Option<i64> {
    let since = time.duration_since(Date::constant(1970, 1, 1).at(0, 0, 0, 0));
    i64::try_from(since.as_micros()).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
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
