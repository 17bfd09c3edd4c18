//! Metrics of connections, and what other metrics have in common.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The histogram buckets for durations, in seconds: from the time of a cache hit to that of a
/// slow upstream.
pub const DURATIONS: [f64; 15] = [
    0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0,
    15.0,
];

/// An empty histogram of durations.
pub fn histogram() -> Histogram {
    Histogram::new(DURATIONS)
}

/// Counters by the value of one label.
pub type CountersBy = Family<[(&'static str, &'static str); 1], Counter>;

/// A gauge for each value of a label, as they are now.
pub fn gauges(
    label: &'static str,
    values: impl IntoIterator<Item = (&'static str, u64)>,
) -> Family<[(&'static str, &'static str); 1], Gauge> {
    let gauges = Family::<[(&'static str, &'static str); 1], Gauge>::default();
    for (of, value) in values {
        let value = i64::try_from(value).unwrap_or(i64::MAX);
        gauges.get_or_create(&[(label, of)]).set(value);
    }
    gauges
}

/// The connection metrics of one listener.
#[derive(Clone, Debug, Default)]
pub struct ConnectionMetrics {
    pub(crate) open: Gauge,
    limit: Gauge,
    closed: CountersBy,
    not_accepted: CountersBy,
}

impl ConnectionMetrics {
    /// Sets the maximum number of open connections.
    pub(crate) fn set_limit(&self, limit: usize) {
        self.limit.set(i64::try_from(limit).unwrap_or(i64::MAX));
    }

    /// Counts a connection that was closed to make room, or refused.
    pub(crate) fn count_closed(&self, reason: &'static str) {
        self.closed.get_or_create(&[("reason", reason)]).inc();
    }

    /// Counts a connection that could not be accepted.
    pub(crate) fn count_not_accepted(&self, reason: &'static str) {
        self.not_accepted.get_or_create(&[("reason", reason)]).inc();
    }

    /// Registers these metrics.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "connections",
            "Open connections, without those to the probes",
            self.open.clone(),
        );
        registry.register(
            "connections_limit",
            "Maximum number of open connections",
            self.limit.clone(),
        );
        registry.register(
            "connections_closed",
            "Connections closed for a new one at the limit of all connections (full), or at that \
             of one client (client)",
            self.closed.clone(),
        );
        registry.register(
            "connections_not_accepted",
            "Failures to accept a connection, by cause",
            self.not_accepted.clone(),
        );
    }
}
