//! Retry policy: whether and when to try again, as a pure function of the
//! outcome.

use super::Headers;
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::SystemTime;

/// The maximum wait before the first retry, in milliseconds; it doubles with
/// each.
const FIRST: f64 = 500.0;

/// The maximum wait before any retry, in milliseconds.
const LONGEST: f64 = 8_000.0;

/// The longest `Retry-After` that is honoured; beyond it the call fails.
pub const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(60);

/// Whether another attempt may succeed after a response with this status.
pub(super) const fn is_transient(status: u16) -> bool {
    // 501: the service does not support the method, and will not soon.
    matches!(status, 408 | 429 | 500..=599) && status != 501
}

/// The wait before the next attempt; `None` to give up.
///
/// `is_transient` is whether another attempt may succeed, `done` the number of attempts made. `random`, from 0 to 1, spreads
/// clients that failed at the same time over the whole wait ("full jitter"). A
/// `Retry-After` is honoured exactly.
pub(super) fn wait(
    is_transient: bool,
    done: u32,
    max_retries: u32,
    retry_after: Option<Duration>,
    random: f64,
) -> Option<Duration> {
    if done > max_retries || !is_transient {
        return None;
    }
    match retry_after {
        Some(wait) => (wait <= LONGEST_RETRY_AFTER).then_some(wait),
        None => {
            let longest = (FIRST * f64::from(1u32 << done.saturating_sub(1).min(10))).min(LONGEST);
            Some(Duration::from_millis(
                (longest * random.clamp(0.0, 1.0)) as u64,
            ))
        }
    }
}

/// The wait in the header `Retry-After`: seconds or a date.
pub(super) fn retry_after(headers: &Headers) -> Option<Duration> {
    let header = headers.get("retry-after")?;
    let header = header.trim_ascii();
    match header.parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        // A date begins with the name of a day; engines also accept "1.5" and "-5" as dates.
        Err(_) if header.as_bytes().first()?.is_ascii_alphabetic() => until(header),
        Err(_) => None,
    }
}

/// The time until a date of HTTP.
#[cfg(target_arch = "wasm32")]
fn until(date: &str) -> Option<Duration> {
    let milliseconds = js_sys::Date::parse(date) - js_sys::Date::now();
    (milliseconds.is_finite()).then(|| Duration::from_millis(milliseconds.max(0.0) as u64))
}

/// The time until a date of HTTP.
#[cfg(not(target_arch = "wasm32"))]
fn until(date: &str) -> Option<Duration> {
    let date = httpdate::parse_http_date(date).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

#[cfg(not(target_arch = "wasm32"))]
#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn milliseconds(done: u32, random: f64) -> Option<u128> {
        wait(true, done, 20, None, random).map(|wait| wait.as_millis())
    }

    #[test]
    fn waits_double_up_to_the_maximum() {
        let waits: Vec<_> = (1..8).map(|done| milliseconds(done, 1.0)).collect();
        let expected = [500, 1000, 2000, 4000, 8000, 8000, 8000].map(Some);
        assert_eq!(waits, expected);
        assert_eq!(milliseconds(3, 0.25), Some(500));
        assert_eq!(milliseconds(3, 0.0), Some(0));
    }

    #[test]
    fn which_statuses_are_retried() {
        for status in [408, 429, 500, 502, 503, 504, 599] {
            assert!(is_transient(status), "{status}");
        }
        for status in [200, 301, 400, 401, 403, 404, 410, 501] {
            assert!(!is_transient(status), "{status}");
        }
        assert!(wait(true, 1, 1, None, 0.5).is_some());
        assert_eq!(wait(false, 1, 1, None, 0.5), None);
    }

    #[test]
    fn retry_after_is_honoured_up_to_a_minute() {
        let asked = |seconds| wait(true, 1, 2, Some(Duration::from_secs(seconds)), 0.5);
        assert_eq!(asked(0), Some(Duration::ZERO));
        assert_eq!(asked(60), Some(Duration::from_secs(60)));
        assert_eq!(asked(61), None);
    }

    #[test]
    fn a_wait_is_seconds_or_a_date() {
        let wait = |header: &str| retry_after(&Headers::from_iter([("Retry-After", header)]));
        assert_eq!(wait(" 7 "), Some(Duration::from_secs(7)));
        assert_eq!(wait("Sun, 06 Nov 1994 08:49:37 GMT"), Some(Duration::ZERO));
        let later = SystemTime::now() + Duration::from_secs(7200);
        let later = wait(&httpdate::fmt_http_date(later));
        assert!(
            later > Some(Duration::from_secs(7000)) && later <= Some(Duration::from_secs(7200))
        );
        for header in ["soon", "-1", "1.5", ""] {
            assert_eq!(wait(header), None, "{header}");
        }
        assert_eq!(retry_after(&Headers::default()), None);
    }

    proptest! {
        #[test]
        fn retries_never_exceed_the_limit(done in 1u32.., max in 0u32..5, random in 0.0..1.0) {
            let again = wait(true, done, max, None, random);
            prop_assert_eq!(again.is_some(), done <= max);
            prop_assert!(again.is_none_or(|wait| wait <= Duration::from_millis(8000)));
        }
    }
}
