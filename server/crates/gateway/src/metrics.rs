//! The gateway's readiness and metrics: counted as requests are handled, or read when they are
//! requested.

use std::time::Duration;

use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::{Registry, Unit};
use serde_json::{Map, Value, json};

use crate::counters::Usage;
use crate::gateway::Gateway;
use crate::replica::list::since_1970;
use crate::replica::mirror::Mirror;
use crate::upstream::breaker::BreakerState;
use product_pool_http::Readiness;
use product_pool_http::listener::metrics::gauges;

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
            let lag = mirror.behind(&self.upstream.http.account(), self.clock.now());
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
        if let Some(quota) = self.upstream.quota.report() {
            state.insert("quota".to_owned(), quota);
        }
        let is_spent = self.upstream.quota.is_spent();
        let is_refused = self.upstream.is_refused();
        state.insert("token_accepted".to_owned(), (!is_refused).into());
        let gets_none = breaker == BreakerState::Open || is_spent;
        let is_useless = gets_none && is_empty && !is_mirrored;
        let limits = [
            (is_refused, "the upstream does not accept the token"),
            (is_spent, "the quota of requests to the upstream is spent"),
        ];
        let degraded = limits.into_iter().find_map(|(is, why)| is.then_some(why));
        Readiness {
            degraded,
            fault: is_useless.then_some("the upstream fails, and nothing is cached or mirrored"),
            state,
        }
    }

    /// Registers the gateway's metrics, as they are now.
    pub fn register(&self, registry: &mut Registry) {
        let now = self.clock.now();
        self.register_cache(registry);
        self.register_upstream(registry);
        if let Some(mirror) = &self.replica.mirror {
            register_mirror(registry, mirror);
        }
        if let Some(index) = &self.replica.index {
            index.register(registry);
            let walk = index.walk();
            let help = "Time since the beginning of the last complete pass over the changes";
            register_age(registry, "follow_lag", help, walk.passed, now);
            let help = "Time since the beginning of the last complete walk through the whole list";
            register_age(registry, "list_age", help, walk.walked, now);
        }
    }

    fn register_cache(&self, registry: &mut Registry) {
        registry.register(
            "cache_requests",
            "Requests of clients and pages, by how the cache handled them",
            self.metrics.outcomes.clone(),
        );
        registry.register(
            "rate_limited_requests",
            "Requests refused because their client exceeded its rate limit",
            self.metrics.rate_limited.clone(),
        );
        let usage = self.replica.cache.usage();
        let by_place = |value: fn(&Usage) -> u64| {
            gauges(
                "place",
                usage.iter().map(|(place, usage)| (*place, value(usage))),
            )
        };
        let entries = by_place(|usage| usage.entries);
        registry.register("cache_entries", "Cached responses", entries);
        let sizes = by_place(|usage| usage.bytes);
        let help = "Size of the cached responses";
        registry.register_with_unit("cache_size", help, Unit::Bytes, sizes);
        let limits = by_place(|usage| usage.limit);
        let help = "Maximum of cache_size";
        registry.register_with_unit("cache_limit", help, Unit::Bytes, limits);
        let Some(disk) = self.replica.cache.disk() else {
            return;
        };
        let health = disk.health();
        let in_use = health.fault().is_none();
        registry.register(
            "cache_file",
            "1 for the state of the cache's file: in_use, or unavailable while responses are \
             cached in memory only",
            gauges(
                "state",
                [("in_use", in_use.into()), ("unavailable", (!in_use).into())],
            ),
        );
        registry.register(
            "cache_file_faults",
            "How often the cache's file became unavailable, by cause",
            health.faults.clone(),
        );
        registry.register(
            "cache_file_errors",
            "Reads and writes of the cache's file that failed",
            health.errors.clone(),
        );
    }

    fn register_upstream(&self, registry: &mut Registry) {
        let upstream = &self.upstream.metrics;
        registry.register(
            "upstream_requests",
            "Requests to the upstream, by outcome; breaker_open, quota_spent, queue_full, share_used \
             and failure_cached were not sent",
            upstream.requests.clone(),
        );
        registry.register_with_unit(
            "upstream_request_duration",
            "Duration of requests to the upstream",
            Unit::Seconds,
            upstream.durations.clone(),
        );
        registry.register(
            "upstream_requests_in_flight",
            "Requests that the upstream has not answered yet",
            upstream.in_flight.clone(),
        );
        let accepted = ConstGauge::new(u64::from(!self.upstream.is_refused()));
        let help = "0 while the upstream does not accept the token";
        registry.register("upstream_token_accepted", help, accepted);
        let (rate, quota) = self.upstream.quota.announced();
        for (name, help, allowance) in [
            (
                "upstream_rate",
                "Requests that the upstream allows in a short time, and how many are left",
                rate,
            ),
            (
                "upstream_quota",
                "Requests that the upstream's quota has, and how many are left",
                quota,
            ),
        ] {
            if let Some(left) = allowance {
                let counts = [("limit", left.limit), ("remaining", left.remaining)];
                registry.register(name, help, gauges("of", counts));
            }
        }
        let current = self.upstream.breaker.state();
        let states = [
            BreakerState::Closed,
            BreakerState::HalfOpen,
            BreakerState::Open,
        ];
        registry.register(
            "upstream_breaker",
            "1 for the state of the circuit breaker: closed while requests are sent, open while \
             none are, half_open while a probe is due or under way",
            gauges(
                "state",
                states.map(|state| (state.as_str(), u64::from(state == current))),
            ),
        );
    }
}

/// Registers how many of a mirror's requests are queued.
fn register_mirror(registry: &mut Registry, mirror: &Mirror) {
    match mirror.pending() {
        Ok((records, others)) => registry.register(
            "mirror_pending",
            "Requests to the upstream that are queued",
            gauges("kind", [("record", records), ("other", others)]),
        ),
        Err(error) => tracing::warn!("cannot read the mirror's metrics: {error}"),
    }
}

/// Registers how long ago a time is, in seconds, if it is known.
fn register_age(registry: &mut Registry, name: &str, help: &str, at: Option<i64>, now: Duration) {
    if let Some(at) = at.and_then(since_1970) {
        let seconds = ConstGauge::new(now.saturating_sub(at).as_secs_f64());
        registry.register_with_unit(name, help, Unit::Seconds, seconds);
    }
}
