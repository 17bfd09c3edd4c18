//! Counters of requests, by outcome.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use product_pool_http::CacheOutcome;
use product_pool_http::metrics::histogram;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;

use crate::failure::Failure;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct ByOutcome {
    outcome: &'static str,
}

/// Counters of clients' requests.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) cache: Family<ByOutcome, Counter>,
    pub(crate) limited: Counter,
    /// When the last complete walk through the changes began, in milliseconds since 1970; 0
    /// before the first.
    followed: AtomicU64,
}

impl Tally {
    /// Notes a complete walk through the changes, which began then.
    pub(crate) fn followed(&self, begun: Duration) {
        let begun = u64::try_from(begun.as_millis()).unwrap_or_default();
        self.followed.store(begun, Ordering::Relaxed);
    }

    /// How long ago the last complete walk through the changes began.
    pub(crate) fn behind(&self, now: Duration) -> Option<Duration> {
        let begun = self.followed.load(Ordering::Relaxed);
        (begun > 0).then(|| now.saturating_sub(Duration::from_millis(begun)))
    }

    /// Counts a request by its outcome in the cache.
    pub(crate) fn dealt(&self, outcome: CacheOutcome) {
        let outcome = outcome.as_str();
        self.cache.get_or_create(&ByOutcome { outcome }).inc();
    }

    /// Counts a request that exceeded its client's rate limit.
    pub(crate) fn limited(&self) {
        self.limited.inc();
    }
}

/// Counters of requests to the upstream.
#[derive(Debug)]
pub(crate) struct Asking {
    pub(crate) requests: Family<ByOutcome, Counter>,
    pub(crate) durations: Histogram,
    pub(crate) in_flight: Gauge,
}

impl Default for Asking {
    fn default() -> Self {
        Asking {
            requests: Family::default(),
            durations: histogram(),
            in_flight: Gauge::default(),
        }
    }
}

impl Asking {
    /// Counts a request to the upstream as in flight, until the returned value is dropped.
    pub(crate) fn begun(&self) -> InFlight<'_> {
        self.in_flight.inc();
        InFlight(self)
    }

    /// Counts a request that was not sent, because the same one failed a moment ago.
    pub(crate) fn held_back(&self) {
        let outcome = "held_back";
        self.requests.get_or_create(&ByOutcome { outcome }).inc();
    }

    /// Counts a request by its outcome, and its duration if it was sent.
    pub(crate) fn ended(&self, failure: Option<&Failure>, took: Option<Duration>) {
        let outcome = match failure {
            None => "answered",
            Some(Failure::Unreachable(_)) => "unreachable",
            Some(Failure::Timeout) => "timeout",
            Some(Failure::Status(_)) => "status",
            Some(Failure::Garbage(_)) => "garbage",
            Some(Failure::Token) => "token",
            Some(Failure::Busy(_) | Failure::Unavailable(_)) => "busy",
            Some(Failure::Closed(_)) => "left_alone",
            Some(Failure::Crowded) => "crowded",
            Some(Failure::Throttled) => "throttled",
        };
        self.requests.get_or_create(&ByOutcome { outcome }).inc();
        if let Some(took) = took {
            self.durations.observe(took.as_secs_f64());
        }
    }
}

/// A request in flight to the upstream, until it is dropped.
pub(crate) struct InFlight<'a>(&'a Asking);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.in_flight.dec();
    }
}

/// How much a cache holds, and its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) entries: u64,
    pub(crate) bytes: u64,
    pub(crate) limit: u64,
}
