//! Counters of requests, by outcome.

use std::time::Duration;

use product_pool_http::CacheOutcome;
use product_pool_http::listener::metrics::{CountersBy, histogram};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use serde_json::{Value, json};

use crate::failure::Failure;

/// Counters of clients' requests.
#[derive(Debug, Default)]
pub(crate) struct CacheMetrics {
    pub(crate) outcomes: CountersBy,
    pub(crate) rate_limited: Counter,
}

impl CacheMetrics {
    /// Counts a request by its outcome in the cache.
    pub(crate) fn count(&self, outcome: CacheOutcome) {
        self.outcomes.get_or_create(&[("outcome", outcome.0)]).inc();
    }
}

/// Counters of requests to the upstream.
#[derive(Debug)]
pub(crate) struct UpstreamMetrics {
    pub(crate) requests: CountersBy,
    pub(crate) durations: Histogram,
    pub(crate) in_flight: Gauge,
}

impl Default for UpstreamMetrics {
    fn default() -> Self {
        UpstreamMetrics {
            requests: Family::default(),
            durations: histogram(),
            in_flight: Gauge::default(),
        }
    }
}

impl UpstreamMetrics {
    /// Counts a request to the upstream as in flight, until the returned value is dropped.
    pub(crate) fn start(&self) -> InFlight<'_> {
        self.in_flight.inc();
        InFlight(self)
    }

    /// Counts a request that was not sent, because the same one failed a moment ago.
    pub(crate) fn count_cached_failure(&self) {
        let label = ("outcome", "failure_cached");
        self.requests.get_or_create(&[label]).inc();
    }

    /// Counts a request by its outcome, and its duration if it was sent.
    pub(crate) fn record(&self, failure: Option<&Failure>, took: Option<Duration>) {
        let outcome = match failure {
            None => "answered",
            Some(Failure::Unreachable(_)) => "unreachable",
            Some(Failure::Timeout) => "timeout",
            Some(Failure::Status(_)) => "status",
            Some(Failure::Invalid(_) | Failure::NotTheApi) => "invalid",
            Some(Failure::Token) => "token",
            Some(Failure::Busy(_) | Failure::Unavailable(_) | Failure::Elsewhere(_)) => "busy",
            Some(Failure::BreakerOpen(_)) => "breaker_open",
            Some(Failure::QuotaSpent(_)) => "quota_spent",
            Some(Failure::QueueFull | Failure::NoRoom) => "queue_full",
            Some(Failure::Share(_)) => "share_used",
        };
        self.requests.get_or_create(&[("outcome", outcome)]).inc();
        if let Some(took) = took {
            self.durations.observe(took.as_secs_f64());
        }
    }
}

/// A request in flight to the upstream, until it is dropped.
pub(crate) struct InFlight<'a>(&'a UpstreamMetrics);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.in_flight.dec();
    }
}

/// How much a cache holds, and its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Usage {
    pub(crate) entries: u64,
    pub(crate) bytes: u64,
    pub(crate) limit: u64,
}

impl Usage {
    /// The usage, for the readiness probe.
    pub(crate) fn report(&self) -> Value {
        json!({"entries": self.entries, "bytes": self.bytes, "limit_bytes": self.limit})
    }
}
