//! Metrics of connections, and how other metrics are written for Prometheus.

use std::fmt;

use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

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

/// Writes a metric whose value is kept elsewhere.
pub fn metric(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    unit: Option<&Unit>,
    metric: &impl EncodeMetric,
) -> fmt::Result {
    metric.encode(encoder.encode_descriptor(name, help, unit, metric.metric_type())?)
}

/// Writes a gauge of one number.
pub fn gauge(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    number: u64,
) -> fmt::Result {
    let number = ConstGauge::new(i64::try_from(number).unwrap_or(i64::MAX));
    metric(encoder, name, help, None, &number)
}

/// Writes a gauge with one value for each value of a label.
pub fn gauges(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    unit: Option<&Unit>,
    label: &str,
    values: &[(&str, u64)],
) -> fmt::Result {
    let mut family = encoder.encode_descriptor(name, help, unit, MetricType::Gauge)?;
    for (of, value) in values {
        let value = i64::try_from(*value).unwrap_or(i64::MAX);
        family
            .encode_family(&[(label, *of)])?
            .encode_gauge(&value)?;
    }
    Ok(())
}

/// Counters by the value of one label.
pub type CountersBy = Family<[(&'static str, &'static str); 1], Counter>;

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
