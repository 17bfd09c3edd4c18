//! How long a card holds that becomes part of another page. A cache may keep that page for hours, so
//! the card itself says from when it is: the element asks again once it does not hold any more
//! (`withPage` in pkg/src/shared/received.ts).

use axum::http::header;
use jiff::{SignedDuration, Timestamp};

use crate::internal_api::Fetched;

/// The steps in which times are given, in seconds: ages are whole seconds, so the time that follows from
/// one differs by a second, and a card is drawn anew for each.
const STEP: i64 = 2;

/// When a response was made, and how long it holds.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Received {
    /// Such as `2026-01-31T12:00:00Z`; at most a step, or half the time that it holds, too early.
    pub(super) date: String,
    /// The directives of its `Cache-Control` that say how long it holds.
    pub(super) control: String,
}

impl Received {
    /// Those of a response; one without a `Cache-Control` for all holds as long as `control` says.
    pub(super) fn of(fetched: &Fetched, control: &str) -> Received {
        let text = |name| fetched.headers.get(name)?.to_str().ok();
        let own = text(header::CACHE_CONTROL).filter(|own| !own.starts_with("private"));
        let age = text(header::AGE).and_then(|age| age.parse().ok());
        Received::at(Timestamp::now(), own.unwrap_or(control), age)
    }

    fn at(now: Timestamp, control: &str, age: Option<i64>) -> Received {
        let holding = control.split(',').map(str::trim);
        let holding = holding.filter(|directive| {
            directive.starts_with("max-age=") || directive.starts_with("s-maxage=")
        });
        let control: Vec<&str> = holding.collect();
        let seconds = control
            .iter()
            .filter_map(|one| one.split_once('=')?.1.parse().ok());
        let longest: i64 = seconds.max().unwrap_or_default();
        // One that nothing has kept is always new: it would be drawn anew each time.
        let step = if age.is_some() { STEP } else { longest / 2 };
        let made = now - SignedDuration::from_secs(age.unwrap_or_default());
        let second = made.as_second();
        let date = Timestamp::from_second(second - second.rem_euclid(step.max(1)));
        Received {
            date: date.map(|date| date.to_string()).unwrap_or_default(),
            control: control.join(", "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_says_from_when_it_is_and_how_long_it_holds() {
        let at = |now: &str, control, age| {
            let Received { date, control } = Received::at(now.parse().unwrap(), control, age);
            (date, control)
        };
        let gateway = "public, max-age=300, stale-while-revalidate=3600";
        for (now, age, date) in [
            ("2026-01-31T12:03:24Z", Some(200), "2026-01-31T12:00:04Z"),
            ("2026-01-31T12:03:25Z", Some(200), "2026-01-31T12:00:04Z"),
            ("2026-01-31T12:03:26Z", Some(200), "2026-01-31T12:00:06Z"),
            ("2026-01-31T12:03:25Z", Some(0), "2026-01-31T12:03:24Z"),
            // Of a catalogue, to the half of the time.
            ("2026-01-31T12:03:25Z", None, "2026-01-31T12:02:30Z"),
        ] {
            let expected = (date.to_owned(), "max-age=300".to_owned());
            assert_eq!(at(now, gateway, age), expected, "{now} {age:?}");
        }
        let now = "2026-01-31T12:00:04Z";
        let browsers = "public, max-age=10, s-maxage=300, stale-if-error=60";
        assert_eq!(at(now, browsers, Some(0)).1, "max-age=10, s-maxage=300");
        assert_eq!(at(now, "public, max-age=0", None).0, now);
    }
}
