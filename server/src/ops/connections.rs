//! Metrics of connections, and of the handles that they need.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;

use super::metrics::metric;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct ByReason {
    reason: &'static str,
}

/// What is counted of the connections of one address.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectionMetrics {
    pub(crate) open: Gauge,
    limit: Gauge,
    closed: Family<ByReason, Counter>,
    not_accepted: Family<ByReason, Counter>,
}

impl ConnectionMetrics {
    /// How many may be open at a time.
    pub(crate) fn set_limit(&self, limit: usize) {
        self.limit.set(i64::try_from(limit).unwrap_or(i64::MAX));
    }

    /// A connection was closed to spare room.
    pub(crate) fn closed(&self, reason: &'static str) {
        self.closed.get_or_create(&ByReason { reason }).inc();
    }

    /// A connection could not be accepted.
    pub(crate) fn not_accepted(&self, reason: &'static str) {
        self.not_accepted.get_or_create(&ByReason { reason }).inc();
    }

    pub(crate) fn register(&self, own: &mut Registry) {
        own.register(
            "connections",
            "Connections that are open, without those for probes",
            self.open.clone(),
        );
        own.register(
            "connections_limit",
            "Connections that may be open at a time",
            self.limit.clone(),
        );
        own.register(
            "connections_closed",
            "Connections closed for a new one when all places were taken (full), or because their \
             client had too many (client)",
            self.closed.clone(),
        );
        own.register(
            "connections_not_accepted",
            "Failures to accept a connection, by cause",
            self.not_accepted.clone(),
        );
    }
}

/// The handles of this process, by the names that Prometheus clients give them.
#[derive(Debug)]
pub(super) struct Handles;

impl Collector for Handles {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        // Linux only, as with other clients of Prometheus.
        let Ok(open) = std::fs::read_dir("/proc/self/fd") else {
            return Ok(());
        };
        let open = i64::try_from(open.count()).unwrap_or(i64::MAX);
        metric(
            &mut encoder,
            "process_open_fds",
            "Open files and connections",
            None,
            &ConstGauge::new(open),
        )?;
        #[cfg(unix)]
        if let Some(limit) = rustix::process::getrlimit(rustix::process::Resource::Nofile).current {
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            metric(
                &mut encoder,
                "process_max_fds",
                "The limit of open files and connections",
                None,
                &ConstGauge::new(limit),
            )?;
        }
        Ok(())
    }
}
