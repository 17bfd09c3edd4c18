//! The gateway's readiness and metrics: counted as requests are handled, or read when they are
//! requested.

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;
use serde_json::{Map, json};

use crate::breaker::BreakerState;
use crate::counters::Usage;
use crate::disk::Health;
use crate::gateway::Gateway;
use crate::mirror::Mirror;
use product_pool_http::Readiness;
use product_pool_http::metrics::{gauges, metric};

impl Gateway {
    /// Whether the gateway can serve anything: the upstream gets requests, or something is
    /// cached or mirrored.
    pub fn readiness(&self) -> Readiness {
        let breaker = self.upstream.breaker_state();
        let usage = self.cache.usage();
        let empty = usage.iter().all(|(_, usage)| usage.entries == 0);
        let cache = usage.iter().map(|(place, usage)| {
            let Usage {
                entries,
                bytes,
                limit,
            } = usage;
            let usage = json!({"entries": entries, "bytes": bytes, "limit_bytes": limit});
            ((*place).to_owned(), usage)
        });
        let mut cache: Map<_, _> = cache.collect();
        if let Some(disk) = self.cache.disk() {
            let state = disk.health().fault().unwrap_or("in_use");
            cache.insert("file".to_owned(), state.into());
        }
        let behind = self
            .mirror
            .as_ref()
            .map(|mirror| mirror.behind(self.clock.now()));
        let whole = behind.flatten().is_some();
        let alone = breaker == BreakerState::Open && empty && !whole;
        let mut state = Map::from_iter([
            ("breaker".to_owned(), breaker.as_str().into()),
            ("cache".to_owned(), cache.into()),
        ]);
        if let Some(behind) = behind {
            let lag = behind.map(|behind| behind.as_secs());
            let mirror = json!({"answers_lists": whole, "lag_seconds": lag});
            state.insert("mirror".to_owned(), mirror);
        }
        if let Some(index) = &self.gtins {
            state.insert("gtin_index".to_owned(), index.report());
        }
        Readiness {
            fault: alone.then_some("the upstream fails, and nothing is usage to answer from"),
            state,
        }
    }

    /// Writes the gateway's metrics.
    pub fn encode(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        metric(
            encoder,
            "cache_requests",
            "Questions of clients and pages, by what the cache made of them",
            None,
            &self.metrics.outcomes,
        )?;
        metric(
            encoder,
            "rate_limited_requests",
            "Requests refused because their client asked too often",
            None,
            &self.metrics.rate_limited,
        )?;
        let usage = self.cache.usage();
        let each = |of: fn(&Usage) -> u64| -> Vec<(&str, u64)> {
            usage
                .iter()
                .map(|(place, usage)| (*place, of(usage)))
                .collect()
        };
        let bytes = Some(&Unit::Bytes);
        gauges(
            encoder,
            "cache_entries",
            "Answers usage",
            None,
            "place",
            &each(|usage| usage.entries),
        )?;
        gauges(
            encoder,
            "cache_size",
            "What usage answers take",
            bytes,
            "place",
            &each(|usage| usage.bytes),
        )?;
        gauges(
            encoder,
            "cache_limit",
            "What usage answers may take",
            bytes,
            "place",
            &each(|usage| usage.limit),
        )?;
        if let Some(disk) = self.cache.disk() {
            encode_file(encoder, disk.health())?;
        }
        let upstream = self.upstream.metrics();
        metric(
            encoder,
            "upstream_requests",
            "Questions to the upstream, by what became of them; left_alone, crowded, throttled and \
             held_back were not asked",
            None,
            &upstream.requests,
        )?;
        metric(
            encoder,
            "upstream_request_duration",
            "How long the upstream took",
            Some(&Unit::Seconds),
            &upstream.durations,
        )?;
        metric(
            encoder,
            "upstream_requests_in_flight",
            "Questions that the upstream has not answered yet",
            None,
            &upstream.in_flight,
        )?;
        if let Some(mirror) = &self.mirror {
            encode_mirror(encoder, mirror, self.clock.now())?;
        }
        if let Some(index) = &self.gtins {
            index.encode(encoder)?;
        }
        if let Some(behind) = self.metrics.follow_lag(self.clock.now()) {
            metric(
                encoder,
                "follow_lag",
                "How long ago the last walk through the changes began that came to its end",
                Some(&Unit::Seconds),
                &ConstGauge::new(behind.as_secs_f64()),
            )?;
        }
        let breaker = self.upstream.breaker_state();
        let is = |it: BreakerState| (it.as_str(), u64::from(it == breaker));
        gauges(
            encoder,
            "upstream_breaker",
            "1 for the state of the circuit breaker: closed while all is well, open while the \
             upstream is left alone, half_open while a probe is due or under way",
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
            tracing::warn!("the mirror cannot be counted: {error}");
            return Ok(());
        }
    };
    let seconds = Some(&Unit::Seconds);
    let times = [
        (
            "mirror_lag",
            "How long ago the last walk through the changes began that came to its end",
            lag.behind,
        ),
        (
            "mirror_reconciled_age",
            "How long ago the last comparison with the whole list began",
            lag.reconciled,
        ),
        (
            "mirror_newest_change_timestamp",
            "When the newest change was, since 1970",
            lag.newest,
        ),
    ];
    for (name, help, time) in times {
        if let Some(time) = time {
            let gauge = ConstGauge::new(time.as_secs_f64());
            metric(encoder, name, help, seconds, &gauge)?;
        }
    }
    let number = |number: u64| ConstGauge::new(i64::try_from(number).unwrap_or(i64::MAX));
    metric(
        encoder,
        "mirror_products",
        "Products that the copy lists",
        None,
        &number(lag.products),
    )?;
    metric(
        encoder,
        "mirror_copied",
        "1 once every record was copied for the first time",
        None,
        &number(lag.copied.into()),
    )?;
    gauges(
        encoder,
        "mirror_pending",
        "What the upstream is still to be asked for",
        None,
        "kind",
        &[("record", lag.records), ("other", lag.others)],
    )
}
