//! How the response to a request is found: in the replica, or by a request to the upstream.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::Response;
use product_pool::operations::Returns;

use crate::access::clients::{ClientLimiter, client_address};
use crate::access::keys::Keys;
use crate::access::redact::Hidden;
use crate::body::Body;
use crate::clock::Clock;
use crate::counters::CacheMetrics;
use crate::entry::{Entry, State, Times};
use crate::failure::Failure;
use crate::replica::index::{GtinIndex, IndexState};
use crate::replica::{Context, Held, Replica};
use crate::respond::failure_cache::FailureCache;
use crate::respond::{
    QUOTA, REVALIDATING, Source, answer, failure_response, list_unavailable, refusal, stale_reason,
};
use crate::target::Target;
use crate::upstream::http_client::{Query, is_withdrawn};
use crate::upstream::turn::Connection;
use crate::upstream::verify_subject::is_about;
use crate::upstream::{Upstream, without_query};
use product_pool_http::Mount;
use product_pool_http::Peer;
use product_pool_http::Representations;
use product_pool_http::network::Network;
use product_pool_http::shares::current_client;
use product_pool_http::single_flight::{Flight, SingleFlight};

/// The gateway: the state that all requests share.
#[allow(missing_debug_implementations)] // It holds the upstream's token.
pub struct Gateway {
    pub(crate) upstream: Upstream,
    /// The API keys, if clients need one.
    pub(crate) keys: Option<Keys>,
    pub(crate) replica: Replica,
    pub(crate) flights: Arc<SingleFlight<Outcome>>,
    pub(crate) failures: FailureCache,
    pub(crate) limiter: ClientLimiter,
    pub(crate) times: Times,
    pub(crate) hidden: Hidden,
    pub(crate) trusted: Vec<Network>,
    /// Whether the log has said that a header of a proxy is not believed.
    pub(crate) has_warned_of_proxy: AtomicBool,
    pub(crate) mounts: Vec<Mount>,
    pub(crate) clock: Clock,
    pub(crate) metrics: CacheMetrics,
}

/// The outcome of a request to the upstream.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Answer {
        entry: Arc<Entry>,
        /// The status of the upstream's response.
        status: u16,
        is_stored: bool,
    },
    /// The response was purged while the request was under way.
    Purged,
    /// The token changed while the request was under way, so what was stored belongs to another
    /// account than the response does.
    OtherAccount(Target),
    /// A 4xx that is passed on, with its body.
    Refused(u16, Bytes),
    /// There is no usable response; and how long to wait before the next request, if that is
    /// known.
    Failed(Failure, Option<Duration>),
}

/// The result of looking up the response to a request.
pub(crate) enum Found {
    /// An entry, and where it is from.
    Answer(Arc<Entry>, Source),
    /// There is no entry: a response that says why.
    Problem(Response),
}

impl Gateway {
    /// Counts a request against its client's rate limit, and returns the client. A request that
    /// the server makes for one of its pages has no peer and no limit; it is the page's client's.
    ///
    /// # Errors
    /// How long the client should wait.
    pub(crate) fn admit(
        &self,
        peer: Option<&Peer>,
        headers: &HeaderMap,
    ) -> Result<Option<IpAddr>, Duration> {
        let Some(peer) = peer else {
            return Ok(current_client());
        };
        let client = client_address(peer.0, headers, &self.trusted);
        let is_forwarded =
            headers.contains_key("x-forwarded-for") && client == peer.0.to_canonical();
        if is_forwarded && !self.has_warned_of_proxy.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "X-Forwarded-For of {client} is not believed: if that is a proxy of yours, add \
                 --trusted-proxy {client}; until then all of its clients share one rate limit"
            );
        }
        match self.limiter.check(client) {
            // A gateway or shop server of the operator's own asks for many.
            Ok(()) if self.trusted.iter().any(|own| own.contains(&client)) => Ok(None),
            Ok(()) => Ok(Some(client)),
            Err(wait) => {
                self.metrics.rate_limited.inc();
                Err(wait)
            }
        }
    }

    /// What is made of the upstream's responses, within the limit of the cache's memory.
    pub fn representations(&self) -> &Representations {
        &self.replica.cache.representations
    }

    /// Writes the pending changes of the cache and of the index to disk.
    pub fn close(&self) {
        self.replica.close();
    }

    /// The response to a request, made from what was found.
    pub(crate) fn respond(&self, request: &HeaderMap, found: Found) -> Response {
        match found {
            Found::Answer(entry, source) => {
                answer(request, &entry, &source, &self.times, self.clock.now())
            }
            Found::Problem(response) => response,
        }
    }

    /// The key under which the response to a request is cached.
    pub(crate) fn key(&self, target: &Target) -> Arc<str> {
        Replica::key(target, &self.upstream.http.account())
    }

    /// How complete the index of GTINs is for the account whose token is sent.
    pub(crate) fn index_state(&self) -> Option<IndexState> {
        let index = self.replica.index.as_ref()?;
        match index.state() {
            IndexState::Complete if !self.is_own(index) => Some(IndexState::Building),
            state => Some(state),
        }
    }

    /// When the last complete pass over the changes for that account began, unless nothing that
    /// is so old may be served.
    pub(crate) fn passed(&self) -> Option<Duration> {
        let index = self.replica.index.as_ref();
        let passed = index.filter(|index| self.is_own(index))?.passed()?;
        let age = self.clock.now().saturating_sub(passed);
        (age < self.times.fresh + self.times.if_error).then_some(passed)
    }

    /// Whether the index is for the account whose token is sent.
    pub(crate) fn is_own(&self, index: &GtinIndex) -> bool {
        index.is_of(&self.upstream.http.account())
    }

    /// What responses from the replica depend on now, beside the request.
    pub(crate) fn context<'a>(&'a self, account: &'a str) -> Context<'a> {
        Context {
            hidden: &self.hidden,
            times: &self.times,
            now: self.clock.now(),
            account,
        }
    }

    /// Finds the response: in the replica, or by a request to the upstream.
    pub(crate) async fn find(self: &Arc<Self>, target: Target) -> Found {
        let since = self.replica.cache.revision();
        let account = self.upstream.http.account();
        let context = self.context(&account);
        let (request, stale) = match self.replica.get(&context, target).await {
            Held::Hit(entry, source) => return Found::Answer(entry, source),
            Held::Stale(request, stale)
                if self.upstream.quota.is_scarce()
                    && let Some(entry) = self.unrevalidated(&request.target, &stale.entry) =>
            {
                return Found::Answer(entry, Source::Stale(QUOTA));
            }
            Held::Stale(request, stale) if stale.is_aging => {
                let reason = self.revalidate(&request.key, request.target, &stale.entry);
                return Found::Answer(stale.entry, Source::Stale(reason));
            }
            Held::Stale(request, stale) => (request, Some(stale)),
            Held::Miss(request) => (request, None),
        };
        let key = request.key;
        let stored = stale.as_ref().map(|stale| stale.entry.clone());
        let (outcome, joined) = self.ask_upstream(&key, request.target, stored).await;
        match outcome {
            Outcome::Answer {
                entry,
                status,
                is_stored,
            } => {
                let source = Source::Upstream {
                    stale: stale.is_some(),
                    status,
                    stored: is_stored,
                    joined,
                };
                Found::Answer(entry, source)
            }
            Outcome::Refused(status, body) => Found::Problem(refusal(status, body)),
            Outcome::Failed(failure, wait) => {
                let now = self.clock.now();
                let kept = stale.and_then(|stale| stale.if_error(&self.times, now));
                // An entry that was purged during this request is not served.
                let is_purged =
                    |entry: &Arc<Entry>| self.replica.cache.is_purged(since, &key, entry);
                match kept.filter(|entry| !is_purged(entry)) {
                    Some(entry) => Found::Answer(entry, Source::Stale(stale_reason(&failure))),
                    None if request.is_incomplete => Found::Problem(list_unavailable(&failure)),
                    None => Found::Problem(failure_response(&failure, wait)),
                }
            }
            Outcome::OtherAccount(target) => Box::pin(self.find(target)).await,
            // Purged twice within one request.
            Outcome::Purged => Found::Problem(failure_response(&Failure::QueueFull, None)),
        }
    }

    /// An entry that is served as it is, because what is left of the quota is kept for what is not
    /// there at all. `None` if a change may have affected it, or it is too old even for that.
    ///
    /// The record of a listed product is as old as the last look at the changes, which would have
    /// invalidated it. So would they its images, most of which change with it: those are served
    /// with their own age.
    fn unrevalidated(&self, target: &Target, entry: &Arc<Entry>) -> Option<Arc<Entry>> {
        let now = self.clock.now();
        let (index, product) = (self.replica.index.as_ref(), entry.product.as_deref());
        let is_listed = index
            .zip(product)
            .is_some_and(|(index, id)| index.contains(id));
        let passed = self.passed().filter(|_| is_listed && target.is_current());
        let followed = passed.filter(|_| target.operation.returns == Returns::Product);
        let entry = Entry {
            at: entry.at.max(followed.unwrap_or_default()),
            ..Entry::clone(entry)
        };
        let unchecked = match entry.state(&self.times, now) {
            _ if entry.needs_revalidation(now) => return None,
            State::Dead if passed.is_none() || entry.status != 200 => return None,
            State::Fresh | State::Aging => followed.is_none() && entry.unchecked,
            State::Stale | State::Dead => true,
        };
        Some(Arc::new(Entry { unchecked, ..entry }))
    }

    /// Revalidates an entry in the background, unless a request is not worth sending now.
    /// Returns why the entry is served stale.
    fn revalidate(
        self: &Arc<Self>,
        key: &Arc<str>,
        target: Target,
        entry: &Arc<Entry>,
    ) -> &'static str {
        if let Some((failure, _)) = self.recent_failure(key) {
            return stale_reason(&failure);
        }
        match self.start_fetch(key, target, Some(entry.clone())) {
            Ok(_) => REVALIDATING,
            Err(failure) => stale_reason(&failure),
        }
    }

    /// Waits for the outcome of a request to the upstream. Returns also whether the same
    /// request was already under way.
    pub(crate) async fn ask_upstream(
        self: &Arc<Self>,
        key: &Arc<str>,
        target: Target,
        stored: Option<Arc<Entry>>,
    ) -> (Outcome, bool) {
        if let Some((failure, wait)) = self.recent_failure(key) {
            return (Outcome::Failed(failure, Some(wait)), false);
        }
        let flight = match self.start_fetch(key, target, stored) {
            Ok(flight) => flight,
            Err(failure) => return (Outcome::Failed(failure, None), false),
        };
        let joined = flight.joined;
        let outcome = flight.result().await.unwrap_or_else(|| {
            let failure = self.upstream.not_sent(Failure::QueueFull);
            Outcome::Failed(failure, None)
        });
        (outcome, joined)
    }

    /// The failure of a request that failed a moment ago, and how long it is not
    /// sent again.
    fn recent_failure(&self, key: &Arc<str>) -> Option<(Failure, Duration)> {
        let failure = self.failures.get(key, self.upstream.breaker.recoveries())?;
        self.upstream.metrics.count_cached_failure();
        Some(failure)
    }

    /// Starts a request to the upstream, or joins an identical one.
    ///
    /// # Errors
    /// Too many are under way, of all clients or of this one, or it has used its share.
    fn start_fetch(
        self: &Arc<Self>,
        key: &Arc<str>,
        target: Target,
        stored: Option<Arc<Entry>>,
    ) -> Result<Flight<Outcome>, Failure> {
        let (gateway, name) = (self.clone(), key.clone());
        let work = |connection| async move {
            // An identical request may have landed since this one looked for its response.
            if let Some(entry) = gateway.replica.cache.recent(&name)
                && entry.state(&gateway.times, gateway.clock.now()) == State::Fresh
            {
                return Outcome::Answer {
                    status: entry.status,
                    entry,
                    is_stored: true,
                };
            }
            let connection = Some(connection);
            let stored_entry = stored.as_deref();
            let mut fetched = gateway
                .fetch(&name, &target, stored_entry, connection)
                .await;
            if matches!(fetched, Ok(Outcome::Purged)) {
                // The response is from before the purge.
                fetched = match gateway.upstream.line() {
                    Ok(line) => gateway.fetch(&name, &target, None, line.await).await,
                    Err(failure) => Err(failure),
                };
            }
            match fetched {
                Ok(outcome) => {
                    gateway.failures.forget(&name);
                    outcome
                }
                Err(failure) => {
                    if let Some(stored) = stored {
                        gateway.replica.cache.mark_unchecked(&name, &stored);
                    }
                    let recoveries = gateway.upstream.breaker.recoveries();
                    let wait = gateway.failures.record(&name, &failure, recoveries);
                    Outcome::Failed(failure, wait)
                }
            }
        };
        self.flights.join(key, || self.upstream.line(), work)
    }

    /// Sends a request to the upstream, and stores the response.
    async fn fetch(
        &self,
        key: &Arc<str>,
        target: &Target,
        stored: Option<&Entry>,
        connection: Option<Connection>,
    ) -> Result<Outcome, Failure> {
        let (since, started) = (self.replica.cache.revision(), self.clock.now());
        let stored = stored.filter(|entry| entry.status == 200);
        let query = Query {
            validators: stored.map(|entry| &entry.validators),
            ..Query::new(&target.text, target.returns())
        };
        let reply = self.upstream.get(query, connection).await;
        if self.key(target) != *key {
            return Ok(Outcome::OtherAccount(target.clone()));
        }
        let reply = reply?;
        let (mut since, status) = (since, reply.status);
        if is_withdrawn(status) && self.replica.withdraw(key, target, stored, status).await {
            since = self.replica.cache.revision();
        }
        // As of when it was requested: later changes may be missing from it.
        let at = started.saturating_sub(reply.age);
        let mut entry = match (status, stored) {
            (304, Some(stored)) => Entry {
                at,
                invalidated: false,
                ..stored.clone()
            },
            (200 | 404, _) => Entry {
                validators: reply.validators,
                ..entry(&self.hidden, target, status, reply.body, at)?
            },
            _ => {
                let body = self.hidden.redacted(target.operation.returns, reply.body);
                return Ok(Outcome::Refused(status, reply.room.keep(body)));
            }
        };
        entry.body = reply.room.keep(entry.body);
        // Older than any cached entry that is served: marked, so that shoppers see its date.
        let is_old = status != 404 && reply.age >= self.times.fresh + self.times.if_error;
        entry.unchecked = reply.unchecked || is_old;
        if reply.no_store && status != 404 {
            self.replica.cache.remove(key);
            return Ok(Outcome::Answer {
                entry: Arc::new(entry),
                status,
                is_stored: false,
            });
        }
        let stored = self.replica.cache.put(key, entry, since);
        Ok(stored.map_or(Outcome::Purged, |entry| Outcome::Answer {
            entry,
            status,
            is_stored: true,
        }))
    }
}

/// The cache entry for a response: without hidden fields, and with the product and GTIN
/// that it is about.
fn entry(
    hidden: &Hidden,
    target: &Target,
    status: u16,
    body: Body,
    at: Duration,
) -> Result<Entry, Failure> {
    if status == 200 && !is_about(target, &body) {
        let failure = Failure::Invalid("is about another product than the requested one");
        tracing::warn!("the upstream {failure} ({})", without_query(&target.text));
        return Err(failure);
    }
    // The id in the body comes first, as changes use that one.
    let sent = (status == 200).then(|| body.pool_id()).flatten();
    let product = sent.or_else(|| target.product.clone());
    let body = hidden.redacted(target.operation.returns, body);
    let entry = Entry {
        product: product.map(String::into_boxed_str),
        gtin: target.gtin.clone().map(String::into_boxed_str),
        ..Entry::new(status, body, at)
    };
    Ok(entry.with_tags(&target.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::PARSED;

    #[test]
    fn a_body_is_parsed_once() {
        let target = Target::of(&"/v2/products/gtin/9520000000016".parse().unwrap()).unwrap();
        let text = r#"{"data": {"pool_id": "a", "outer": {"traded_unit_gtin": "9520000000016"},
            "other": {"manufacturer_comments": "x"}, "weight": 1.50}}"#;
        for (hidden, shown) in [
            ("none", text),
            (
                "other.manufacturer_comments",
                r#"{"data":{"pool_id":"a","outer":{"traded_unit_gtin": "9520000000016"},"other":{},"weight":1.50}}"#,
            ),
        ] {
            let before = PARSED.get();
            let body = Body::accept(text.into(), Returns::Product, 200).unwrap();
            let hidden = hidden.parse().unwrap();
            let entry = entry(&hidden, &target, 200, body, Duration::ZERO).unwrap();
            assert_eq!(entry.body, shown);
            assert_eq!(entry.product.as_deref(), Some("a"));
            assert_eq!(entry.tags.gtins(), ["09520000000016"]);
            assert_eq!(PARSED.get() - before, 1);
        }
    }

    #[test]
    fn a_body_without_hidden_fields_is_not_copied() {
        let target = Target::of(&"/v2/products/a".parse().unwrap()).unwrap();
        let text = r#"{"data":{"pool_id":"a"}}"#.to_owned().into_boxed_str();
        let address = text.as_ptr();
        let body = Body::from(text.into_string());
        let entry = entry(&Hidden::default(), &target, 200, body, Duration::ZERO).unwrap();
        assert_eq!(entry.body.as_ptr(), address);
    }
}
