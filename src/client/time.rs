//! Parsing of the service's times, which the change feed compares.
//!
//! The service does not document their format. Observed are `2024-07-02
//! 14:25:26` without a zone, taken as UTC, and ISO 8601.

use super::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Milliseconds since 1970 in UTC.
pub(super) type Instant = i64;

pub(super) const SECOND: Instant = 1_000;
pub(super) const DAY: Instant = 86_400 * SECOND;

/// Whole milliseconds, rounded up. `Duration::as_millis` is 128 bits wide, which
/// no other number here is.
pub(super) fn milliseconds(time: Duration) -> u64 {
    let part = u64::from(time.subsec_micros().div_ceil(1000));
    time.as_secs().saturating_mul(1000).saturating_add(part)
}

/// How long something takes, including sleep of the machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    began: Instant,
    #[cfg(not(target_arch = "wasm32"))]
    steady: std::time::Instant,
}

impl Stopwatch {
    pub(super) fn start() -> Stopwatch {
        Stopwatch {
            began: system_clock(),
            #[cfg(not(target_arch = "wasm32"))]
            steady: std::time::Instant::now(),
        }
    }

    /// The time since the start, by the clock that shows more: the system's may be set back,
    /// and one that never is may stop while the machine sleeps.
    pub(super) fn elapsed(self) -> Instant {
        let elapsed = system_clock() - self.began;
        #[cfg(target_arch = "wasm32")]
        return elapsed.max(0);
        #[cfg(not(target_arch = "wasm32"))]
        return elapsed.max(milliseconds(self.steady.elapsed()) as Instant);
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
pub(super) use tests::set_clock;
#[cfg(all(test, not(target_arch = "wasm32")))]
use tests::system_clock;
#[cfg(not(all(test, not(target_arch = "wasm32"))))]
use unix_time_now as system_clock;

/// The current time by the local clock.
pub(super) fn unix_time_now() -> Instant {
    #[cfg(target_arch = "wasm32")]
    return js_sys::Date::now() as Instant;
    #[cfg(not(target_arch = "wasm32"))]
    return std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| milliseconds(since) as Instant);
}

/// Reads a date, or a date and a time with or without a zone. `None` for
/// anything else.
pub(super) fn instant(text: &str) -> Option<Instant> {
    let text = text.trim();
    let date = text.get(..10)?;
    let mut parts = date.split('-');
    let mut part = |digits| number(parts.next()?, digits);
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let midnight = days(year, month, day) * DAY;
    let rest = &text[10..];
    if rest.is_empty() {
        return Some(midnight);
    }
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let zone_at = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
    let (time, zone) = rest.split_at(zone_at);
    Some(midnight + clock(time)? - offset(zone)?)
}

/// A number of exactly this many digits.
fn number(text: &str, digits: usize) -> Option<i64> {
    let all_digits = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits { text.parse().ok() } else { None }
}

/// `14:25`, `14:25:26` or `14:25:26.123456`.
fn clock(text: &str) -> Option<Instant> {
    let text = text.trim_end();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut parts = whole.split(':');
    let (hours, minutes) = (number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    let seconds = parts.next().map_or(Some(0), |part| number(part, 2))?;
    if parts.next().is_some() || hours > 24 || minutes > 59 || seconds > 60 {
        return None;
    }
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths = fraction.bytes().chain(*b"00").take(3);
    let thousandths = thousandths.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    Some(((hours * 60 + minutes) * 60 + seconds) * SECOND + thousandths)
}

/// Nothing, `Z`, `+02:00`, `+0200` or `+02`.
fn offset(text: &str) -> Option<Instant> {
    let sign = match text.bytes().next() {
        None | Some(b'Z' | b'z') => return (text.len() <= 1).then_some(0),
        Some(b'-') => -1,
        Some(_) => 1,
    };
    let digits = &text[1..];
    let (hours, minutes) = match digits.len() {
        2 => (digits, "00"),
        4 => (digits.get(..2)?, digits.get(2..)?),
        _ => digits.split_once(':')?,
    };
    Some(sign * (number(hours, 2)? * 60 + number(minutes, 2)?) * 60 * SECOND)
}

/// Days from 1970-01-01 to a Gregorian date. Years are counted from March, so
/// that the leap day comes last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let of_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year
        - 719_468
}

/// A day of the calendar, such as `2024-10-12`.
///
/// ```
/// use product_pool::client::Date;
///
/// let date: Date = "2024-10-12".parse()?;
/// assert!(date < "2024-10-13".parse()?);
/// assert!("2024-02-30".parse::<Date>().is_err());
/// # Ok::<(), product_pool::client::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Days since 1970-01-01.
    day: i64,
}

impl Date {
    /// The date of an instant.
    pub(super) fn of(instant: Instant) -> Date {
        let day = instant.div_euclid(DAY);
        Date { day }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Found by stepping through years and months, which are few, instead of a
        // second formula.
        let day = self.day;
        let mut year = 1969 + day.div_euclid(365).min(day.div_euclid(366));
        while days(year + 1, 1, 1) <= day {
            year += 1;
        }
        let mut month = 1;
        while month < 12 && days(year, month + 1, 1) <= day {
            month += 1;
        }
        let day = day - days(year, month, 1) + 1;
        write!(f, "{year}-{month:02}-{day:02}")
    }
}

impl FromStr for Date {
    type Err = Error;

    /// Reads a date such as `2024-10-12`.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`](super::ErrorCode::InvalidArgument) for another text, and
    /// for a day that its month does not have.
    fn from_str(text: &str) -> Result<Date, Error> {
        instant(text)
            .map(Date::of)
            .filter(|date| date.to_string() == text)
            .ok_or_else(|| Error::invalid_argument("the date must be a day such as 2024-10-12"))
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cell::Cell;

    thread_local! {
        static CLOCK: Cell<Instant> = const { Cell::new(0) };
    }

    pub(in crate::client) fn set_clock(seconds: u32) {
        CLOCK.set(Instant::from(seconds) * SECOND);
    }

    pub(super) fn system_clock() -> Instant {
        CLOCK.get()
    }

    #[test]
    fn documented_forms_are_read() {
        let noon = Some(1_719_930_326_000);
        for text in [
            "2024-07-02 14:25:26",
            "2024-07-02T14:25:26Z",
            "2024-07-02T14:25:26.000000Z",
            " 2024-07-02 14:25:26 ",
            "2024-07-02T16:25:26+02:00",
            "2024-07-02T16:25:26+0200",
            "2024-07-02T09:25:26-05",
        ] {
            assert_eq!(instant(text), noon, "{text}");
        }
        assert_eq!(instant("1970-01-01"), Some(0));
        assert_eq!(instant("2000-03-01"), Some(951_868_800_000));
        assert_eq!(instant("1969-12-31 23:59:59.5"), Some(-500));
        assert_eq!(instant("2024-10-12 08:30"), Some(1_728_721_800_000));
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in [
            "",
            "yesterday",
            "2024",
            "2024-7-2",
            "2024-13-01",
            "2024-00-01",
            "2024-01-32",
            "2024-07-02x",
            "2024-07-02 25:00:00",
            "2024-07-02 14:60:00",
            "2024-07-02 14",
            "2024-07-02T14:25:26+x",
            "2024-07-02T14:25:26ZZ",
            "２０２４-07-02",
            "2024-07-02 14:25:26.",
        ] {
            assert_eq!(instant(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_is_a_day_of_the_calendar() {
        for text in [
            "2024-02-30",
            "2024-10-12 08:30",
            " 2024-10-12",
            "12/10/2024",
            "",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_date_round_trips(day in -20_000i64..60_000, within in 0..DAY) {
            let date = Date::of(day * DAY + within);
            let text = date.to_string();
            prop_assert_eq!(instant(&text), Some(day * DAY), "{}", text);
            prop_assert_eq!(text.parse().ok(), Some(date));
        }

        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = instant(&text);
        }
    }
}
