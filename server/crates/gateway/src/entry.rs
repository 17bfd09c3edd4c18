//! An answer that is kept, and how old it may become.

use std::time::Duration;

use axum::body::Bytes;

use crate::tags::Tags;
use product_pool_http::answer::tag;

/// How long answers are good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Times {
    /// Answers are given out without asking the upstream.
    pub(crate) fresh: Duration,
    /// Browsers show them without asking, if that is less.
    pub(crate) browser: Duration,
    /// After that they are given out while the upstream is asked.
    pub(crate) stale: Duration,
    /// After `fresh`, they are given out where the upstream fails.
    pub(crate) if_error: Duration,
    /// That something is missing is believed so long.
    pub(crate) missing: Duration,
}

impl Times {
    /// How long browsers and shared caches may keep what is fresh for that long.
    fn max_age(&self, fresh: Duration) -> String {
        let browser = self.browser.min(fresh);
        let mut control = format!("public, max-age={}", browser.as_secs());
        if browser < fresh {
            control += &format!(", s-maxage={}", fresh.as_secs());
        }
        control
    }
}

/// What an answer may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Anything.
    Fresh,
    /// Anything, but a newer one should be fetched.
    Aging,
    /// Only where the upstream has no answer.
    Stale,
    /// Nothing.
    Dead,
}

/// By what the upstream knows its own answer again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Validators {
    pub(crate) etag: Option<String>,
    pub(crate) modified: Option<String>,
}

impl Validators {
    pub(crate) fn is_empty(&self) -> bool {
        self.etag.is_none() && self.modified.is_none()
    }
}

/// An answer of the upstream as clients get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// 200 or 404.
    pub(crate) status: u16,
    pub(crate) body: Bytes,
    /// The strong entity tag of the body.
    pub(crate) tag: String,
    pub(crate) validators: Validators,
    /// When the upstream last said so, since 1970.
    pub(crate) at: Duration,
    /// The product that it is about.
    pub(crate) product: Option<Box<str>>,
    /// The GTIN that was asked for, as 14 digits.
    pub(crate) gtin: Option<Box<str>>,
    /// Its cache tags; they come when it is kept.
    pub(crate) tags: Tags,
    /// What it is about has changed since.
    pub(crate) dropped: bool,
    /// The upstream could not be asked whether it still holds.
    pub(crate) unchecked: bool,
}

/// What an entry takes beside its texts, in bytes.
const OVERHEAD: usize = 256;
/// An answer from so far ahead is from a time when the clock was wrong.
const AHEAD: Duration = Duration::from_secs(60);

impl Entry {
    /// The tags of this entry as the response to a request.
    pub(crate) fn tags_of(&self, key: &str) -> Tags {
        let record = (self.status == 200).then_some(&self.body[..]);
        Tags::of(key, self.product.as_deref(), self.gtin.as_deref(), record)
    }

    pub(crate) fn new(status: u16, body: Bytes, at: Duration) -> Entry {
        Entry {
            status,
            tag: tag(&body),
            body,
            validators: Validators::default(),
            at,
            product: None,
            gtin: None,
            tags: Tags::default(),
            dropped: false,
            unchecked: false,
        }
    }

    /// Whether it may not be shown unless the upstream cannot be asked: what it
    /// is about has changed, or its age is not known.
    fn is_doubtful(&self, now: Duration) -> bool {
        self.dropped || self.at > now + AHEAD
    }

    /// How long ago the upstream said so.
    pub(crate) fn age(&self, now: Duration) -> Duration {
        now.saturating_sub(self.at)
    }

    /// What it may be used for.
    pub(crate) fn state(&self, times: &Times, now: Duration) -> State {
        let age = self.age(now);
        let sure = !self.is_doubtful(now);
        if self.status != 200 {
            // That nothing is there is not believed for longer: something may
            // have come.
            return match sure && age < times.missing {
                true => State::Fresh,
                false => State::Dead,
            };
        }
        if sure && age < times.fresh {
            State::Fresh
        } else if sure && age < times.fresh + times.stale {
            State::Aging
        } else if age < times.fresh + times.if_error {
            State::Stale
        } else {
            State::Dead
        }
    }

    /// The seconds that it stays fresh; negative once it is stale.
    pub(crate) fn ttl(&self, times: &Times, now: Duration) -> i64 {
        let whole = if self.status == 200 {
            times.fresh
        } else {
            times.missing
        };
        let seconds = |time: Duration| i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
        let left = seconds(whole).saturating_sub(seconds(self.age(now)));
        if self.is_doubtful(now) {
            left.min(-1)
        } else {
            left
        }
    }

    /// How long others may keep it: RFC 9111 and RFC 5861.
    pub(crate) fn control(&self, times: &Times, now: Duration) -> String {
        if self.is_doubtful(now) {
            return "public, max-age=0".to_owned();
        }
        if self.status != 200 {
            return times.max_age(times.missing);
        }
        let mut control = times.max_age(times.fresh);
        for (name, time) in [
            ("stale-while-revalidate", times.stale),
            ("stale-if-error", times.if_error),
        ] {
            if !time.is_zero() {
                control += &format!(", {name}={}", time.as_secs());
            }
        }
        control
    }

    /// About how many bytes it takes under that key.
    pub(crate) fn size(&self, key: &str) -> usize {
        let validators = [&self.validators.etag, &self.validators.modified];
        let validators = validators.into_iter().flatten().map(String::len);
        let names = [&self.product, &self.gtin].into_iter().flatten();
        let texts = validators.chain(names.map(|name| name.len()));
        let texts = texts.sum::<usize>() + self.tags.size();
        OVERHEAD + key.len() + self.body.len() + self.tag.len() + texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: Times = Times {
        fresh: Duration::from_secs(10),
        browser: Duration::from_secs(10),
        stale: Duration::from_secs(20),
        if_error: Duration::from_secs(100),
        missing: Duration::from_secs(5),
    };

    fn states(entry: &Entry, ages: &[u64]) -> Vec<State> {
        ages.iter()
            .map(|age| entry.state(&TIMES, entry.at + Duration::from_secs(*age)))
            .collect()
    }

    #[test]
    fn answers_age() {
        use State::{Aging, Dead, Fresh, Stale};
        let at = Duration::from_secs(1_000);
        let mut found = Entry::new(200, Bytes::from_static(b"{}"), at);
        let ages = [0, 9, 10, 29, 30, 109, 110];
        assert_eq!(
            states(&found, &ages),
            [Fresh, Fresh, Aging, Aging, Stale, Stale, Dead]
        );
        // A clock that was a little fast, and one that was years ahead: what it
        // noted then would stay fresh for as many.
        assert_eq!(found.state(&TIMES, at - AHEAD), Fresh);
        assert_eq!(found.state(&TIMES, Duration::ZERO), Stale);
        assert!(found.ttl(&TIMES, Duration::ZERO) < 0);
        assert_eq!(found.control(&TIMES, Duration::ZERO), "public, max-age=0");
        assert_eq!(found.ttl(&TIMES, at + Duration::from_secs(17)), -7);
        assert_eq!(
            found.control(&TIMES, at),
            "public, max-age=10, stale-while-revalidate=20, stale-if-error=100"
        );
        found.dropped = true;
        assert_eq!(
            states(&found, &ages),
            [Stale, Stale, Stale, Stale, Stale, Stale, Dead]
        );
        assert!(found.ttl(&TIMES, at) < 0);
        assert_eq!(found.control(&TIMES, at), "public, max-age=0");
        let mut missing = Entry::new(404, Bytes::from_static(b"{}"), at);
        assert_eq!(states(&missing, &[4, 5]), [Fresh, Dead]);
        assert_eq!(missing.control(&TIMES, at), "public, max-age=5");
        let times = Times {
            browser: Duration::from_secs(5),
            ..TIMES
        };
        assert_eq!(missing.control(&times, at), "public, max-age=5");
        found.dropped = false;
        assert_eq!(
            found.control(&times, at),
            "public, max-age=5, s-maxage=10, stale-while-revalidate=20, stale-if-error=100"
        );
        missing.dropped = true;
        assert_eq!(states(&missing, &[0]), [Dead]);
    }
}
