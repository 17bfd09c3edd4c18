//! How the response to a request is found: in the mirror, in the cache, or by a request to the
//! upstream.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use product_pool::operations::Returns;

use crate::cache::Cache;
use crate::clients::{Limiter, client};
use crate::clock::Clock;
use crate::counters::Tally;
use crate::entry::{Entry, State as Age, Times};
use crate::failure::Failure;
use crate::gtins::GtinIndex;
use crate::held_back::HeldBack;
use crate::keys::Keys;
use crate::mirror::{Context, Look, Mirror};
use crate::redact::Hidden;
use crate::respond::{From, REVALIDATING, answer, failure, no_list, refusal, why};
use crate::single_flight::{Flights, Ticket};
use crate::target::Target;
use crate::upstream::{Upstream, without_query};
use crate::verify_subject::fits;
use product_pool_http::Mount;
use product_pool_http::Peer;
use product_pool_http::network::Network;
use product_pool_http::problem::Problem;
use product_pool_store::record::raw_object::RawObject;

/// The gateway: the state that all requests share.
#[allow(missing_debug_implementations)] // It holds the upstream's token.
pub struct Gateway {
    pub(crate) upstream: Upstream,
    /// The API keys, if clients need one.
    pub(crate) keys: Option<Keys>,
    pub(crate) cache: Cache,
    /// The mirror, a full copy of the upstream, if the gateway has one.
    pub(crate) mirror: Option<Arc<Mirror>>,
    /// The index of GTINs; a mirror has its own.
    pub(crate) gtins: Option<GtinIndex>,
    pub(crate) flights: Arc<Flights<Outcome>>,
    /// Requests that failed recently.
    pub(crate) held_back: HeldBack,
    pub(crate) limiter: Limiter,
    pub(crate) times: Times,
    pub(crate) hidden: Hidden,
    pub(crate) trusted: Vec<Network>,
    pub(crate) mounts: Vec<Mount>,
    pub(crate) clock: Clock,
    pub(crate) tally: Tally,
}

/// The outcome of a request to the upstream.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Answer {
        entry: Arc<Entry>,
        /// The status of the upstream's response.
        status: u16,
        stored: bool,
    },
    /// The response was purged while the request was under way.
    Purged,
    /// A 4xx that is passed on, with its body.
    Refused(u16, Bytes),
    /// There is no usable response; and how long to wait before the next request, if that is
    /// known.
    Failed(Failure, Option<Duration>),
}

/// The result of looking up the response to a request.
pub(crate) enum Found {
    /// An entry, and where it is from.
    Answer(Arc<Entry>, From),
    /// There is no entry: a response that says why.
    Problem(Response),
}

impl Gateway {
    /// Counts a request against its client's rate limit, or returns how long the client should
    /// wait. The server's own requests have no peer and no limit.
    pub(crate) fn admit(&self, peer: Option<&Peer>, headers: &HeaderMap) -> Result<(), Duration> {
        let Some(peer) = peer else {
            return Ok(());
        };
        let admitted = self.limiter.check(client(peer.0, headers, &self.trusted));
        if admitted.is_err() {
            self.tally.limited();
        }
        admitted
    }

    /// What the mirror's responses depend on.
    fn context(&self) -> Context<'_> {
        Context {
            hidden: &self.hidden,
            times: &self.times,
            now: self.clock.now(),
        }
    }

    /// Writes the pending changes of the index and of the cache to disk.
    pub fn close(&self) {
        if let Some(index) = &self.gtins {
            index.close();
        }
        if let Some(disk) = self.cache.disk() {
            disk.close();
        }
    }

    /// The response to a request, made from what was found.
    pub(crate) fn give(&self, request: &HeaderMap, found: Found) -> Response {
        match found {
            Found::Answer(entry, from) => {
                answer(request, &entry, &from, &self.times, self.clock.now())
            }
            Found::Problem(response) => response,
        }
    }

    /// Finds the response: in the mirror, in the cache, or by a request to the upstream.
    pub(crate) async fn find(self: &Arc<Self>, target: Target) -> Found {
        let since = self.cache.moment();
        let (mut target, mut copied, mut incomplete) = (target, None, false);
        if let Some(mirror) = &self.mirror {
            match mirror.look(&self.context(), &target).await {
                Look::Answer(mut entry) => {
                    entry.tags = entry.tags_of(&target.text);
                    return Found::Answer(Arc::new(entry), From::Mirror);
                }
                Look::Kept(mut entry, other) => {
                    entry.tags = entry.tags_of(&target.text);
                    copied = Some(Arc::new(entry));
                    target = other.unwrap_or(target);
                }
                Look::Ask(other) => target = other,
                Look::Nothing => {}
                Look::Incomplete => incomplete = true,
            }
        }
        let key: Arc<str> = target.text.as_str().into();
        let kept = self.cache.get(&key).await;
        let now = self.clock.now();
        let (kept, hit) = match (kept, &copied) {
            // The newer of the two; one that a change has dropped comes second.
            (Some(kept), Some(copy)) if (kept.dropped, copy.at) <= (copy.dropped, kept.at) => {
                (Some(kept), From::Cache)
            }
            (_, Some(copy)) => (Some(copy.clone()), From::Mirror),
            (kept, None) => (kept, From::Cache),
        };
        let age = kept.as_ref().map(|entry| entry.state(&self.times, now));
        match (&kept, age) {
            (Some(entry), Some(Age::Fresh)) => return Found::Answer(entry.clone(), hit),
            (Some(entry), Some(Age::Aging)) => {
                if self.upstream.is_left_alone() {
                    return Found::Answer(entry.clone(), From::Stale("upstream-busy"));
                }
                if let Some((failure, _)) = self.held_back(&key) {
                    return Found::Answer(entry.clone(), From::Stale(why(&failure)));
                }
                drop(self.ask(&key, target, Some(entry.clone())));
                return Found::Answer(entry.clone(), From::Stale(REVALIDATING));
            }
            _ => {}
        }
        let mut joined = false;
        let outcome = if let Some((failure, wait)) = self.held_back(&key) {
            Some(Outcome::Failed(failure, Some(wait)))
        } else if let Some(ticket) = self.ask(&key, target, kept.clone()) {
            joined = ticket.joined;
            ticket.landed().await
        } else {
            Some(Outcome::Failed(Failure::Crowded, None))
        };
        match outcome {
            Some(Outcome::Answer {
                entry,
                status,
                stored,
            }) => {
                let stale = kept.is_some();
                let from = From::Upstream {
                    stale,
                    status,
                    stored,
                    joined,
                };
                Found::Answer(entry, from)
            }
            Some(Outcome::Refused(status, body)) => Found::Problem(refusal(status, body)),
            Some(Outcome::Failed(failed, wait)) => {
                let now = self.clock.now();
                let kept = kept.filter(|entry| entry.state(&self.times, now) != Age::Dead);
                // While the upstream fails, the mirror's copy is served however old it is. An
                // entry that was purged during this request is not.
                let is_purged = |entry: &Arc<Entry>| self.cache.is_purged(since, &key, entry);
                match kept.or(copied).filter(|entry| !is_purged(entry)) {
                    Some(entry) => Found::Answer(entry, From::Stale(why(&failed))),
                    None if incomplete => Found::Problem(no_list(&failed)),
                    None => Found::Problem(failure(&failed, wait)),
                }
            }
            // Purged twice within one request.
            Some(Outcome::Purged) => Found::Problem(failure(&Failure::Crowded, None)),
            // The request to the upstream panicked.
            None => Found::Problem(Problem::internal().into_response()),
        }
    }

    /// The failure of a request that failed a moment ago, and how long it is not
    /// sent again.
    fn held_back(&self, key: &Arc<str>) -> Option<(Failure, Duration)> {
        let held_back = self.held_back.get(key, self.upstream.recoveries())?;
        self.upstream.asking().held_back();
        Some(held_back)
    }

    /// Sends a request to the upstream, in a single flight with identical ones. `None` if too
    /// many are under way.
    fn ask(
        self: &Arc<Self>,
        key: &Arc<str>,
        target: Target,
        kept: Option<Arc<Entry>>,
    ) -> Option<Ticket<Outcome>> {
        let (gateway, name) = (self.clone(), key.clone());
        self.flights.join(key, || async move {
            let mut fetched = gateway.fetch(&name, &target, kept.as_deref()).await;
            if matches!(fetched, Ok(Outcome::Purged)) {
                // The response is from before the purge.
                fetched = gateway.fetch(&name, &target, None).await;
            }
            match fetched {
                Ok(outcome) => {
                    gateway.held_back.forget(&name);
                    outcome
                }
                Err(failure) => {
                    if let Some(kept) = kept {
                        gateway.cache.doubt(&name, &kept);
                    }
                    let recoveries = gateway.upstream.recoveries();
                    let wait = gateway.held_back.note(&name, &failure, recoveries);
                    Outcome::Failed(failure, wait)
                }
            }
        })
    }

    async fn fetch(
        &self,
        key: &Arc<str>,
        target: &Target,
        kept: Option<&Entry>,
    ) -> Result<Outcome, Failure> {
        let since = self.cache.moment();
        let asked = self.clock.now();
        let returns = target.operation.returns;
        let known = kept.filter(|entry| entry.status == 200);
        let validators = known.map(|entry| entry.validators.clone());
        let reply = self
            .upstream
            .get(key, returns, &validators.unwrap_or_default())
            .await?;
        if let Some(account) = self.upstream.renewed() {
            self.cache.change_account(account);
        }
        // As of when it was requested: later changes may be missing from it.
        let at = asked.saturating_sub(reply.age);
        if let Some(mirror) = &self.mirror {
            mirror.noticed(target, reply.status, &reply.body, at);
        }
        let entry = match (reply.status, known) {
            (304, Some(kept)) => Entry {
                at,
                dropped: false,
                unchecked: false,
                ..kept.clone()
            },
            (200 | 404, _) => self.entry(target, reply.status, reply.body, at, returns)?,
            (status, _) => {
                if matches!(status, 403 | 410) {
                    self.cache.remove(key);
                }
                return Ok(Outcome::Refused(status, self.shown(returns, reply.body)?));
            }
        };
        let entry = Entry {
            validators: if reply.status == 304 {
                entry.validators.clone()
            } else {
                reply.validators
            },
            // Older than any cached entry that is served: marked, so that shoppers see its
            // date.
            unchecked: reply.unchecked
                || (reply.status != 404 && reply.age >= self.times.fresh + self.times.if_error),
            ..entry
        };
        if reply.no_store && reply.status != 404 {
            self.cache.remove(key);
            return Ok(Outcome::Answer {
                entry: Arc::new(entry),
                status: reply.status,
                stored: false,
            });
        }
        Ok(match self.cache.put(key, entry, since) {
            Some(entry) => Outcome::Answer {
                entry,
                status: reply.status,
                stored: true,
            },
            None => Outcome::Purged,
        })
    }

    /// The cache entry for a response: without hidden fields, and with the product and GTIN
    /// that it is about.
    fn entry(
        &self,
        target: &Target,
        status: u16,
        body: Bytes,
        at: Duration,
        returns: Returns,
    ) -> Result<Entry, Failure> {
        let told = match status {
            200 => {
                let text = std::str::from_utf8(&body)
                    .map_err(|_| Failure::Garbage("something that is not UTF-8"))?;
                if !fits(target, text) {
                    let failure = Failure::Garbage("another product than was asked for");
                    tracing::warn!("the upstream {failure} ({})", without_query(&target.text));
                    return Err(failure);
                }
                pool_id(text)
            }
            _ => None,
        };
        let asked = target.product.as_deref();
        // The id in the body comes first, as changes use that one.
        let product = told.as_deref().or(asked).map(Box::from);
        Ok(Entry {
            product,
            gtin: target.gtin.clone().map(String::into_boxed_str),
            ..Entry::new(status, self.shown(returns, body)?, at)
        })
    }

    /// A body without the hidden fields.
    fn shown(&self, returns: Returns, body: Bytes) -> Result<Bytes, Failure> {
        let text = std::str::from_utf8(&body)
            .map_err(|_| Failure::Garbage("something that is not UTF-8"))?;
        let shown = self.hidden.without(returns, text);
        Ok(shown.map_or(body, |text| text.into_boxed_str().into_boxed_bytes().into()))
    }
}

/// The id of the product that a body is about, if it is about one.
fn pool_id(text: &str) -> Option<String> {
    let data = RawObject::parse(text)?.get("data")?;
    serde_json::from_str(RawObject::parse(data)?.get("pool_id")?).ok()
}
