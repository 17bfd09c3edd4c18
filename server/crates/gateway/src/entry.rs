//! Cache entries: responses of the upstream, and how old they may become.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::HeaderName;
use axum::http::header::{IF_MODIFIED_SINCE, IF_NONE_MATCH};

use product_pool_http::Representation;
use product_pool_http::responses::answer::tag;
use product_pool_http::responses::cache_tags::Tags;
use product_pool_store::record::gtins::gtins_in;

/// How long entries may be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Times {
    /// How long an entry is fresh: served without a request to the upstream.
    pub(crate) fresh: Duration,
    /// The same for browsers, if that is less.
    pub(crate) browser: Duration,
    /// How long after `fresh` an entry is served while it is revalidated.
    pub(crate) stale: Duration,
    /// How long after `fresh` an entry is served where the upstream fails.
    pub(crate) if_error: Duration,
    /// How long a 404 is fresh.
    pub(crate) missing: Duration,
}

impl Times {
    /// The `Cache-Control` for browsers and shared caches of a response that is fresh for that
    /// long.
    fn cache_control(&self, fresh: Duration) -> String {
        let browser = self.browser.min(fresh);
        let mut control = format!("public, max-age={}", browser.as_secs());
        if browser < fresh {
            control += &format!(", s-maxage={}", fresh.as_secs());
        }
        control
    }
}

/// Whether an entry may be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It is served without a request to the upstream.
    Fresh,
    /// It is served, but should be revalidated.
    Aging,
    /// It is served only where the upstream fails.
    Stale,
    /// It is not served.
    Dead,
}

/// The validators of the upstream's response, for revalidating it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Validators {
    pub(crate) etag: Option<String>,
    pub(crate) modified: Option<String>,
}

impl Validators {
    /// The headers of a request that revalidates the response.
    pub(crate) fn headers(&self) -> impl Iterator<Item = (HeaderName, &str)> {
        let etag = self.etag.as_deref().map(|etag| (IF_NONE_MATCH, etag));
        let modified = self
            .modified
            .as_deref()
            .map(|date| (IF_MODIFIED_SINCE, date));
        etag.into_iter().chain(modified)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.etag.is_none() && self.modified.is_none()
    }
}

/// A cached response of the upstream, as clients get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// 200 or 404.
    pub(crate) status: u16,
    pub(crate) body: Bytes,
    /// The strong entity tag of the body.
    pub(crate) tag: String,
    pub(crate) validators: Validators,
    /// When the upstream last confirmed it, since 1970.
    pub(crate) at: Duration,
    /// The product that it is about.
    pub(crate) product: Option<Box<str>>,
    /// The GTIN that was requested, as 14 digits.
    pub(crate) gtin: Option<Box<str>>,
    /// Its cache tags: see [`Entry::with_tags`].
    pub(crate) tags: Tags,
    /// Whether a change since may have affected it.
    pub(crate) invalidated: bool,
    /// Whether it could not be revalidated.
    pub(crate) unchecked: bool,
}

/// What an entry takes in addition to its texts, in bytes.
const OVERHEAD: usize = 256;
/// An entry from further in the future than this was stored while the clock was wrong.
const MAX_CLOCK_SKEW: Duration = Duration::from_secs(60);

impl Entry {
    /// This entry with its cache tags, as the response to the request with that key.
    pub(crate) fn with_tags(mut self, key: &str) -> Entry {
        let gtins = || match self.status {
            200 => gtins_in(std::str::from_utf8(&self.body).unwrap_or_default()),
            _ => Vec::new(),
        };
        self.tags = Tags::of(key, self.product.as_deref(), self.gtin.as_deref(), gtins);
        self
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
            invalidated: false,
            unchecked: false,
        }
    }

    /// Its body, as it is sent.
    pub(crate) fn representation(&self) -> Representation {
        Representation {
            tag: self.tag.clone(),
            body: self.body.clone(),
        }
    }

    /// Whether it may be served only where the upstream fails: a change may have affected it,
    /// or its age is not known.
    pub(crate) fn needs_revalidation(&self, now: Duration) -> bool {
        self.invalidated || self.at > now + MAX_CLOCK_SKEW
    }

    /// How long ago the upstream last confirmed it.
    pub(crate) fn age(&self, now: Duration) -> Duration {
        now.saturating_sub(self.at)
    }

    /// Its state at that time.
    pub(crate) fn state(&self, times: &Times, now: Duration) -> State {
        let age = self.age(now);
        let is_valid = !self.needs_revalidation(now);
        if self.status != 200 {
            // A 404 is never served stale: the product may exist by now.
            return match is_valid && age < times.missing {
                true => State::Fresh,
                false => State::Dead,
            };
        }
        if is_valid && age < times.fresh {
            State::Fresh
        } else if is_valid && age < times.fresh + times.stale {
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
        if self.needs_revalidation(now) {
            left.min(-1)
        } else {
            left
        }
    }

    /// Its `Cache-Control`: RFC 9111 and RFC 5861.
    pub(crate) fn cache_control(&self, times: &Times, now: Duration) -> String {
        if self.needs_revalidation(now) {
            return "public, max-age=0".to_owned();
        }
        if self.status != 200 {
            return times.cache_control(times.missing);
        }
        let mut control = times.cache_control(times.fresh);
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
    fn entries_age() {
        use State::{Aging, Dead, Fresh, Stale};
        let at = Duration::from_secs(1_000);
        let mut found = Entry::new(200, Bytes::from_static(b"{}"), at);
        let ages = [0, 9, 10, 29, 30, 109, 110];
        assert_eq!(
            states(&found, &ages),
            [Fresh, Fresh, Aging, Aging, Stale, Stale, Dead]
        );
        // An entry from a clock that was a little fast, and one from a clock that was years
        // ahead, which would otherwise stay fresh for as many.
        assert_eq!(found.state(&TIMES, at - MAX_CLOCK_SKEW), Fresh);
        assert_eq!(found.state(&TIMES, Duration::ZERO), Stale);
        assert!(found.ttl(&TIMES, Duration::ZERO) < 0);
        assert_eq!(
            found.cache_control(&TIMES, Duration::ZERO),
            "public, max-age=0"
        );
        assert_eq!(found.ttl(&TIMES, at + Duration::from_secs(17)), -7);
        assert_eq!(
            found.cache_control(&TIMES, at),
            "public, max-age=10, stale-while-revalidate=20, stale-if-error=100"
        );
        found.invalidated = true;
        assert_eq!(
            states(&found, &ages),
            [Stale, Stale, Stale, Stale, Stale, Stale, Dead]
        );
        assert!(found.ttl(&TIMES, at) < 0);
        assert_eq!(found.cache_control(&TIMES, at), "public, max-age=0");
        let mut missing = Entry::new(404, Bytes::from_static(b"{}"), at);
        assert_eq!(states(&missing, &[4, 5]), [Fresh, Dead]);
        assert_eq!(missing.cache_control(&TIMES, at), "public, max-age=5");
        let times = Times {
            browser: Duration::from_secs(5),
            ..TIMES
        };
        assert_eq!(missing.cache_control(&times, at), "public, max-age=5");
        found.invalidated = false;
        assert_eq!(
            found.cache_control(&times, at),
            "public, max-age=5, s-maxage=10, stale-while-revalidate=20, stale-if-error=100"
        );
        missing.invalidated = true;
        assert_eq!(states(&missing, &[0]), [Dead]);
    }
}
