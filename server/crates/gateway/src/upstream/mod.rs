//! The upstream: its client, and all that limits the requests to it.

pub(crate) mod backoff;
pub(crate) mod breaker;
pub(crate) mod http_client;
pub(crate) mod own_requests;
pub(crate) mod quota;
mod quota_file;
pub(crate) mod turn;
pub(crate) mod verify_subject;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use product_pool::operations::Returns;

use crate::body::Missing;
use crate::clock::Clock;
use crate::counters::UpstreamMetrics;
use crate::failure::Failure;
use crate::options::GatewayArgs;
use crate::upstream::breaker::{Breaker, Probe};
use crate::upstream::http_client::{HttpClient, Query, Reply};
use crate::upstream::own_requests::OwnRequests;
use crate::upstream::quota::Quota;
use crate::upstream::turn::{Connection, Place};
use product_pool_http::shares::Limited;

/// The path and query of a probe, by which the gateway finds out whether the upstream works:
/// the cheapest request that every pool answers.
pub(crate) const PROBE: &str = "/v2/products?limit=1";
/// How long the response to a probe may take.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);
/// How many requests may wait for each connection.
const WAITING: usize = 32;

/// The upstream, with all that limits requests to it.
pub(crate) struct Upstream {
    pub(crate) http: HttpClient,
    /// How long a response may take as a whole.
    pub(crate) timeout: Duration,
    connections: Limited,
    pub(crate) breaker: Breaker,
    pub(crate) quota: Arc<Quota>,
    pub(crate) metrics: UpstreamMetrics,
    /// The requests under way, to recognise them if they come back.
    pub(crate) own_requests: OwnRequests,
    /// Whether the latest response rejected the token.
    refused: AtomicBool,
    /// The latest request that succeeded.
    succeeded: Mutex<Option<(String, Returns)>>,
}

impl Upstream {
    /// Reads the token and makes the upstream's client, without sending a request.
    ///
    /// # Errors
    /// One line that says why that fails.
    pub(crate) fn new(args: &GatewayArgs, clock: Clock) -> Result<Upstream, String> {
        let quota = Arc::new(Quota::new(clock.clone(), args.quota_file.clone()));
        Ok(Upstream {
            http: HttpClient::new(args, quota.clone())?,
            quota,
            timeout: Duration::from_secs(args.upstream_timeout),
            connections: Limited::new(
                usize::from(args.upstream_connections),
                Upstream::waiting(args),
            ),
            breaker: Breaker::new(clock),
            metrics: UpstreamMetrics::default(),
            own_requests: OwnRequests::default(),
            refused: AtomicBool::new(false),
            succeeded: Mutex::default(),
        })
    }

    /// How many requests may be under way, waiting ones included.
    pub(crate) fn waiting(args: &GatewayArgs) -> usize {
        usize::from(args.upstream_connections) * WAITING
    }

    /// The line of the current client for a connection, which one does not wait in for longer than
    /// for a response.
    ///
    /// # Errors
    /// The upstream gets no requests, the client has used its share, or too many of its requests
    /// wait.
    pub(crate) fn line(&self) -> Result<impl Future<Output = Option<Connection>> + use<>, Failure> {
        let place = self
            .check()
            .and_then(|()| Place::of(&self.connections, &self.quota));
        let place = place.map_err(|failure| self.not_sent(failure))?;
        let turn = tokio::time::timeout(self.timeout, place.connection());
        Ok(async { turn.await.ok().flatten() })
    }

    /// Checks that the upstream gets requests at the moment.
    fn check(&self) -> Result<(), Failure> {
        match (self.quota.spent_for(), self.breaker.open_for()) {
            (Some(wait), _) => Err(Failure::QuotaSpent(wait)),
            (None, Some(wait)) => Err(Failure::BreakerOpen(wait)),
            (None, None) => Ok(()),
        }
    }

    /// Sends one of the gateway's own requests.
    ///
    /// # Errors
    /// Why there is no acceptable response.
    pub(crate) async fn get_in_background(&self, query: Query<'_>) -> Result<Reply, Failure> {
        let connection = self.line()?.await;
        self.get(query, connection).await
    }

    /// Sends a request, if there was a `connection` for it in time.
    ///
    /// # Errors
    /// Why there is no acceptable response.
    pub(crate) async fn get(
        &self,
        query: Query<'_>,
        connection: Option<Connection>,
    ) -> Result<Reply, Failure> {
        self.check().map_err(|failure| self.not_sent(failure))?;
        let mut connection = connection.ok_or_else(|| self.not_sent(Failure::QueueFull))?;
        let admitted = match self.breaker.admit() {
            Ok(None) => Ok(()),
            Ok(Some(probe)) => self.probe(probe).await,
            Err(wait) => Err(wait),
        };
        admitted.map_err(|wait| self.not_sent(Failure::BreakerOpen(wait)))?;
        connection.spend();
        let mut reply = self.send_within(self.timeout, query).await;
        // Freed before a probe is sent: neither waits for the other.
        drop(connection);
        if reply.as_ref().is_ok_and(is_unclear) && !self.has_api().await {
            tracing::warn!(
                "the upstream {} ({})",
                Failure::NotTheApi,
                without_query(query.target)
            );
            reply = Err(Failure::NotTheApi);
        }
        self.report(query, reply).await
    }

    /// Reports how a request ended to the breaker. If too many fail, a probe decides whether
    /// the upstream does.
    async fn report(
        &self,
        query: Query<'_>,
        reply: Result<Reply, Failure>,
    ) -> Result<Reply, Failure> {
        match &reply {
            Ok(reply) => {
                self.breaker.record_success(query.target);
                if reply.status == 200 {
                    *self.succeeded.lock() = Some((query.target.to_owned(), query.returns));
                }
            }
            Err(Failure::Busy(time)) => self.breaker.pause(*time),
            Err(Failure::Unavailable(time)) => {
                // One record may be unavailable, or all of them. The first answer of all says
                // nothing of others.
                if self.succeeded.lock().is_some()
                    && let Some(probe) = self.breaker.probe_before_pause()
                {
                    if self.probe_succeeds().await {
                        probe.succeeded();
                    } else {
                        drop(probe);
                        self.breaker.pause(*time);
                        return Err(Failure::Busy(*time));
                    }
                }
                // Or a probe has just succeeded, or is under way.
                if let Some(probe) = self.breaker.record_failure(query.target) {
                    let _ = self.probe(probe).await;
                }
            }
            Err(failure) if failure.is_outage() => {
                if let Some(probe) = self.breaker.record_failure(query.target) {
                    // The probe's outcome only affects the requests that follow.
                    let _ = self.probe(probe).await;
                }
            }
            Err(_) => self.breaker.record_success(query.target),
        }
        reply
    }

    /// Whether there is an API at the upstream's address: certainly if it has ever given a
    /// record, otherwise if it has a list.
    async fn has_api(&self) -> bool {
        if self.succeeded.lock().is_some() {
            return true;
        }
        let within = self.timeout.min(PROBE_TIMEOUT);
        let returns = Returns::ProductPage;
        match self.send_within(within, Query::new(PROBE, returns)).await {
            Ok(list) if list.status == 200 => {
                *self.succeeded.lock() = Some((PROBE.to_owned(), returns));
                true
            }
            Ok(list) => !is_unclear(&list),
            Err(failure) => failure != Failure::NotTheApi,
        }
    }

    /// Sends a probe, and opens or closes the breaker.
    ///
    /// # Errors
    /// How long the upstream gets no requests.
    async fn probe(&self, probe: Probe<'_>) -> Result<(), Duration> {
        if self.probe_succeeds().await {
            probe.succeeded();
            Ok(())
        } else {
            Err(probe.failed())
        }
    }

    /// Whether the upstream responds to a probe, or else to the latest request that succeeded:
    /// lists may fail where products do not.
    async fn probe_succeeds(&self) -> bool {
        let latest = self.succeeded.lock().clone();
        let own = (PROBE.to_owned(), Returns::ProductPage);
        for (target, returns) in std::iter::once(own).chain(latest) {
            let within = self.timeout.min(PROBE_TIMEOUT);
            match self.send_within(within, Query::new(&target, returns)).await {
                Ok(_) => return true,
                Err(Failure::Busy(time)) => {
                    self.breaker.pause(time);
                    return false;
                }
                Err(failure) if failure.is_outage() => {}
                Err(_) => return true,
            }
        }
        false
    }

    /// Sends a request, and counts how it ended and how long it took.
    async fn send_within(&self, time: Duration, query: Query<'_>) -> Result<Reply, Failure> {
        let (started, in_flight) = (Instant::now(), self.metrics.start());
        let _sent = self.own_requests.send(query.target);
        let _spending = self.quota.spend();
        let reply = tokio::time::timeout(time, self.http.send(query)).await;
        let reply = reply.unwrap_or(Err(Failure::Timeout));
        drop(in_flight);
        match &reply {
            Err(Failure::Token) => self.refused.store(true, Ordering::Relaxed),
            Ok(_) => self.refused.store(false, Ordering::Relaxed),
            Err(_) => {}
        }
        let failure = reply.as_ref().err();
        self.metrics.record(failure, Some(started.elapsed()));
        if let Some(failure) = failure {
            tracing::warn!("the upstream {failure} ({})", without_query(query.target));
        }
        reply
    }

    /// Whether the upstream rejected the token when it last responded.
    pub(crate) fn is_refused(&self) -> bool {
        self.refused.load(Ordering::Relaxed)
    }

    /// Counts a request that was not sent.
    pub(crate) fn not_sent(&self, failure: Failure) -> Failure {
        self.metrics.record(Some(&failure), None);
        failure
    }
}

/// Whether a response is a 404 that does not say whether the record or the API is missing.
fn is_unclear(reply: &Reply) -> bool {
    reply.status == 404 && reply.body.missing() == Missing::Unclear
}

/// A path without its query, for the log: what a client filters by is private.
pub(super) fn without_query(target: &str) -> &str {
    target.split('?').next().unwrap_or_default()
}
