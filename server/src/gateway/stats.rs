//! What there is to know of a gateway while it runs: counted as it happens, or
//! looked up when somebody asks.

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Unit;
use serde_json::{Map, json};

use super::breaker::Standing;
use super::service::Gateway;
use super::upstream::{Failure, Reply};
use crate::ops::{CacheOutcome, Readiness, gauges, histogram, metric};

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ByOutcome {
    outcome: &'static str,
}

/// What became of the requests of clients.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    cache: Family<ByOutcome, Counter>,
    limited: Counter,
}

impl Tally {
    /// The cache dealt with a question.
    pub(crate) fn dealt(&self, outcome: CacheOutcome) {
        let outcome = outcome.word();
        self.cache.get_or_create(&ByOutcome { outcome }).inc();
    }

    /// A client asked too often.
    pub(crate) fn limited(&self) {
        self.limited.inc();
    }
}

/// What became of the requests to the upstream.
#[derive(Debug)]
pub(crate) struct Asking {
    requests: Family<ByOutcome, Counter>,
    durations: Histogram,
    in_flight: Gauge,
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
    /// The upstream is being asked.
    pub(crate) fn begun(&self) -> InFlight<'_> {
        self.in_flight.inc();
        InFlight(self)
    }

    /// It was to be asked, and this came of it; how long it took, if it was.
    pub(crate) fn ended(&self, reply: Result<&Reply, &Failure>, took: Option<Duration>) {
        let outcome = match reply {
            Ok(_) => "answered",
            Err(Failure::Unreachable(_)) => "unreachable",
            Err(Failure::Timeout) => "timeout",
            Err(Failure::Status(_)) => "status",
            Err(Failure::Garbage(_)) => "garbage",
            Err(Failure::Token) => "token",
            Err(Failure::Busy(_)) => "busy",
            Err(Failure::Closed(_)) => "left_alone",
            Err(Failure::Crowded) => "crowded",
        };
        self.requests.get_or_create(&ByOutcome { outcome }).inc();
        if let Some(took) = took {
            self.durations.observe(took.as_secs_f64());
        }
    }
}

/// A request to the upstream, until it is dropped.
pub(crate) struct InFlight<'a>(&'a Asking);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.in_flight.dec();
    }
}

/// How much is kept, of how much that may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) entries: u64,
    pub(crate) bytes: u64,
    pub(crate) limit: u64,
}

impl Gateway {
    /// Whether something can be answered: the upstream can be asked, or something
    /// is kept.
    pub(crate) fn readiness(&self) -> Readiness {
        let standing = self.upstream.standing();
        let kept = self.cache.kept();
        let empty = kept.iter().all(|(_, kept)| kept.entries == 0);
        let cache = kept.iter().map(|(place, kept)| {
            let Kept {
                entries,
                bytes,
                limit,
            } = kept;
            let kept = json!({"entries": entries, "bytes": bytes, "limit_bytes": limit});
            ((*place).to_owned(), kept)
        });
        let cache: Map<_, _> = cache.collect();
        let alone = standing == Standing::Open && empty;
        Readiness {
            fault: alone.then_some("the upstream fails, and nothing is kept to answer from"),
            state: Map::from_iter([
                ("breaker".to_owned(), standing.word().into()),
                ("cache".to_owned(), cache.into()),
            ]),
        }
    }

    /// Writes the numbers of a gateway.
    pub(crate) fn encode(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        metric(
            encoder,
            "cache_requests",
            "Questions of clients and pages, by what the cache made of them",
            None,
            &self.tally.cache,
        )?;
        metric(
            encoder,
            "rate_limited_requests",
            "Requests refused because their client asked too often",
            None,
            &self.tally.limited,
        )?;
        let kept = self.cache.kept();
        let each = |of: fn(&Kept) -> u64| -> Vec<(&str, u64)> {
            kept.iter()
                .map(|(place, kept)| (*place, of(kept)))
                .collect()
        };
        let bytes = Some(&Unit::Bytes);
        gauges(
            encoder,
            "cache_entries",
            "Answers kept",
            None,
            "place",
            &each(|kept| kept.entries),
        )?;
        gauges(
            encoder,
            "cache_size",
            "What kept answers take",
            bytes,
            "place",
            &each(|kept| kept.bytes),
        )?;
        gauges(
            encoder,
            "cache_limit",
            "What kept answers may take",
            bytes,
            "place",
            &each(|kept| kept.limit),
        )?;
        let asking = self.upstream.asking();
        metric(
            encoder,
            "upstream_requests",
            "Questions to the upstream, by what became of them; left_alone and crowded were not \
             asked",
            None,
            &asking.requests,
        )?;
        metric(
            encoder,
            "upstream_request_duration",
            "How long the upstream took",
            Some(&Unit::Seconds),
            &asking.durations,
        )?;
        metric(
            encoder,
            "upstream_requests_in_flight",
            "Questions that the upstream has not answered yet",
            None,
            &asking.in_flight,
        )?;
        let standing = self.upstream.standing();
        let is = |it: Standing| (it.word(), u64::from(it == standing));
        gauges(
            encoder,
            "upstream_breaker",
            "1 for the state of the circuit breaker: closed while all is well, open while the \
             upstream is left alone, half_open while one request tries",
            None,
            "state",
            &[Standing::Closed, Standing::HalfOpen, Standing::Open].map(is),
        )
    }
}
