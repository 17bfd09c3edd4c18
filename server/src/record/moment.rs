//! Dates and times as records and filters write them.
//!
//! `2024-07-02`, `2024-07-02 14:25:26`, `2024-07-02T14:25:26.123456Z`: a text
//! without a zone is read as UTC, so that all machines order records alike.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

/// The stretch of time that a text names: a day, a second, a microsecond.
///
/// In microseconds since 1970 UTC, `end` not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) start: i64,
    pub(crate) end: i64,
}

/// Stands for a time nobody can read: older than all others.
pub(crate) const UNKNOWN: i64 = i64::MIN;

const SECOND: i64 = 1_000_000;
const DAY: i64 = 86_400 * SECOND;

impl Moment {
    /// Reads a date or a date and time; `None` where it is neither.
    pub(crate) fn parse(text: &str) -> Option<Moment> {
        let date = text.get(..10)?;
        if !is_date(date.as_bytes()) {
            return None;
        }
        if text.len() == 10 {
            let date: Date = date.parse().ok()?;
            let start = micros(date.at(0, 0, 0, 0))?;
            return Some(Moment {
                start,
                end: start.checked_add(DAY)?,
            });
        }
        let time = text.as_bytes().get(10..)?;
        if !is_time(time) {
            return None;
        }
        // An offset or a Z makes it an instant; otherwise it is UTC.
        let start = match text.parse::<Timestamp>() {
            Ok(instant) => instant.as_microsecond(),
            Err(_) => micros(text.parse().ok()?)?,
        };
        let length = if time.contains(&b'.') { 1 } else { SECOND };
        Some(Moment {
            start,
            end: start.checked_add(length)?,
        })
    }
}

/// `YYYY-MM-DD`. Stricter than the date library, which takes other ISO forms.
fn is_date(text: &[u8]) -> bool {
    text.iter().enumerate().all(|(index, byte)| match index {
        4 | 7 => *byte == b'-',
        _ => byte.is_ascii_digit(),
    })
}

/// ` HH:MM:SS` or `THH:MM:SS`, then perhaps a fraction and an offset.
fn is_time(text: &[u8]) -> bool {
    text.len() >= 9
        && matches!(text[0], b' ' | b'T')
        && text[3] == b':'
        && text[6] == b':'
        && text[1..]
            .iter()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b'+' | b'-' | b'Z'))
}

fn micros(time: DateTime) -> Option<i64> {
    Some(
        time.to_zoned(TimeZone::UTC)
            .ok()?
            .timestamp()
            .as_microsecond(),
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_a_day_and_a_time_a_second() {
        let day = Moment::parse("2024-10-12").unwrap();
        assert_eq!(day.end - day.start, DAY);
        assert_eq!(day.start, 1_728_691_200 * SECOND);
        let second = Moment::parse("2024-10-12 14:25:26").unwrap();
        assert_eq!(second.end - second.start, SECOND);
        assert!(day.start < second.start && second.end < day.end);
        let fraction = Moment::parse("2024-10-12T14:25:26.5").unwrap();
        assert_eq!(
            fraction,
            Moment {
                start: second.start + 500_000,
                end: second.start + 500_001
            }
        );
    }

    #[test]
    fn zones_are_honoured_and_none_is_utc() {
        let utc = Moment::parse("2024-10-12 14:25:26");
        assert_eq!(utc, Moment::parse("2024-10-12T14:25:26Z"));
        assert_eq!(utc, Moment::parse("2024-10-12T15:25:26+01:00"));
        assert_eq!(
            utc.unwrap().start,
            Moment::parse("2024-10-12T14:25:26.000000Z").unwrap().start
        );
    }

    #[test]
    fn what_is_no_date_is_none() {
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
            "2024-10-12 14:25",
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
            assert_eq!(Moment::parse(text), None, "{text}");
        }
    }
}
