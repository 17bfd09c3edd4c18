//! The gateway's readiness and metrics: counted as requests are handled, or read when they are
//! requested.

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;
use serde_json::{Map, Value, json};

use crate::counters::Usage;
use crate::gateway::Gateway;
use crate::replica::disk::Health;
use crate::replica::mirror::Mirror;
use crate::upstream::breaker::BreakerState;
use product_pool_http::Readiness;
use product_pool_http::listener::metrics::{gauges, metric};

impl Gateway {
    /// Whether the gateway can serve anything: the upstream gets requests, or something is
    /// cached or mirrored.
    pub fn readiness(&self) -> Readiness {
        let breaker = self.upstream.breaker.state();
        let usage = self.replica.cache.usage();
        let is_empty = usage.iter().all(|(_, usage)| usage.entries == 0);
        let mut cache: Map<String, Value> = usage
            .into_iter()
            .map(|(place, usage)| (place.to_owned(), usage.report()))
            .collect();
        if let Some(disk) = self.replica.cache.disk() {
            let state = disk.health().fault().unwrap_or("in_use");
            cache.insert("file".to_owned(), state.into());
        }
        let mut state = Map::from_iter([
            ("breaker".to_owned(), breaker.as_str().into()),
            ("cache".to_owned(), cache.into()),
        ]);
        let mut is_mirrored = false;
        if let Some(mirror) = &self.replica.mirror {
            let lag = mirror.behind(self.clock.now());
            is_mirrored = lag.is_some();
            let lag = lag.map(|lag| lag.as_secs());
            let mut mirror_state = json!({"answers_lists": is_mirrored, "lag_seconds": lag});
            if let Some(fault) = mirror.write_fault() {
                mirror_state["fault"] = format!("the copy cannot be written: {fault}").into();
            }
            state.insert("mirror".to_owned(), mirror_state);
        }
        if let Some(index) = &self.replica.index {
            state.insert("gtin_index".to_owned(), index.report());
        }
        let is_useless = breaker == BreakerState::Open && is_empty && !is_mirrored;
        Readiness {
            fault: is_useless.then_some("the upstream fails, and nothing is cached or mirrored"),
            state,
        }
    }

    /// Writes the gateway's metrics.
    pub fn encode(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let now = self.clock.now();
        self.encode_cache(encoder)?;
        self.encode_upstream(encoder)?;
        if let Some(mirror) = &self.replica.mirror {
            encode_mirror(encoder, mirror, now)?;
        }
        if let Some(index) = &self.replica.index {
            index.encode(encoder)?;
        }
        let help = "Time since the beginning of the last complete walk through the changes";
        encode_time(encoder, "follow_lag", help, self.metrics.follow_lag(now))
    }

    fn encode_cache(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        metric(
            encoder,
            "cache_requests",
            "Requests of clients and pages, by how the cache handled them",
            None,
            &self.metrics.outcomes,
        )?;
        metric(
            encoder,
            "rate_limited_requests",
            "Requests refused because their client exceeded its rate limit",
            None,
            &self.metrics.rate_limited,
        )?;
        let usage = self.replica.cache.usage();
        let values = |value: fn(&Usage) -> u64| -> Vec<(&str, u64)> {
            let values = usage.iter();
            values.map(|(place, it)| (*place, value(it))).collect()
        };
        let (entries, sizes) = (values(|it| it.entries), values(|it| it.bytes));
        let (limits, bytes) = (values(|it| it.limit), Some(&Unit::Bytes));
        let mut write = |name, help, unit, values: &[(&str, u64)]| {
            gauges(encoder, name, help, unit, "place", values)
        };
        write("cache_entries", "Cached responses", None, &entries)?;
        write("cache_size", "Size of the cached responses", bytes, &sizes)?;
        write("cache_limit", "Maximum of cache_size", bytes, &limits)?;
        match self.replica.cache.disk() {
            Some(disk) => encode_file(encoder, disk.health()),
            None => Ok(()),
        }
    }

    fn encode_upstream(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let upstream = &self.upstream.metrics;
        metric(
            encoder,
            "upstream_requests",
            "Requests to the upstream, by outcome; breaker_open, queue_full, throttled and \
             failure_cached were not sent",
            None,
            &upstream.requests,
        )?;
        metric(
            encoder,
            "upstream_request_duration",
            "Duration of requests to the upstream",
            Some(&Unit::Seconds),
            &upstream.durations,
        )?;
        metric(
            encoder,
            "upstream_requests_in_flight",
            "Requests that the upstream has not answered yet",
            None,
            &upstream.in_flight,
        )?;
        let current = self.upstream.breaker.state();
        let is = |state: BreakerState| (state.as_str(), u64::from(state == current));
        gauges(
            encoder,
            "upstream_breaker",
            "1 for the state of the circuit breaker: closed while requests are sent, open while \
             none are, half_open while a probe is due or under way",
            None,
            "state",
            &[
                BreakerState::Closed,
                BreakerState::HalfOpen,
                BreakerState::Open,
            ]
            .map(is),
        )
    }
}

/// Writes the metrics of the cache's file.
fn encode_file(encoder: &mut DescriptorEncoder<'_>, health: &Health) -> fmt::Result {
    let in_use = health.fault().is_none();
    gauges(
        encoder,
        "cache_file",
        "1 for the state of the cache's file: in_use, or unavailable while responses are cached \
         in memory only",
        None,
        "state",
        &[("in_use", in_use.into()), ("unavailable", (!in_use).into())],
    )?;
    metric(
        encoder,
        "cache_file_faults",
        "How often the cache's file became unavailable, by cause",
        None,
        &health.faults,
    )?;
    metric(
        encoder,
        "cache_file_errors",
        "Reads and writes of the cache's file that failed",
        None,
        &health.errors,
    )
}

/// Writes the metrics of the mirror, such as its lag. Values that are not known yet are left
/// out.
fn encode_mirror(
    encoder: &mut DescriptorEncoder<'_>,
    mirror: &Mirror,
    now: Duration,
) -> fmt::Result {
    let lag = match mirror.lag(now) {
        Ok(lag) => lag,
        Err(error) => {
            tracing::warn!("cannot read the mirror's metrics: {error}");
            return Ok(());
        }
    };
    for (name, help, time) in [
        (
            "mirror_lag",
            "Time since the beginning of the last complete walk through the changes",
            lag.behind,
        ),
        (
            "mirror_reconciled_age",
            "Time since the beginning of the last comparison with the whole list",
            lag.reconciled,
        ),
    ] {
        encode_time(encoder, name, help, time)?;
    }
    let pending = [("record", lag.records), ("other", lag.others)];
    let help = "Requests to the upstream that are queued";
    gauges(encoder, "mirror_pending", help, None, "kind", &pending)
}

/// Writes a time in seconds, if it is known.
fn encode_time(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    time: Option<Duration>,
) -> fmt::Result {
    let Some(time) = time else {
        return Ok(());
    };
    let seconds = ConstGauge::new(time.as_secs_f64());
    metric(encoder, name, help, Some(&Unit::Seconds), &seconds)
}
