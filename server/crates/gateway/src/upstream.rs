//! The upstream's client: sends requests, and accepts only responses that can be right.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use product_pool::operations::Returns;
use reqwest::header::{self, HeaderMap, HeaderName, HeaderValue};
use tokio::sync::Semaphore;

use crate::breaker::{Admission, Breaker, Standing, Trial};
use crate::ceiling::Ceiling;
use crate::clock::Clock;
use crate::counters::Asking;
use crate::entry::Validators;
pub(crate) use crate::failure::Failure;
use crate::secret::Secret;
use product_pool_http::answer::STALE;
use product_pool_http::request_id::{REQUEST_ID, RequestId};
use product_pool_store::record::raw_object::{RawObject, elements};

/// The greatest age of a response, in seconds.
const OLDEST: u64 = 1 << 31;
/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(5);
/// The longest validator that is stored, in bytes.
const VALIDATOR: usize = 256;
/// How long an upstream gets no requests after a 429 without `Retry-After`.
const BUSY: Duration = Duration::from_secs(5);
/// The path and query of a probe, by which the gateway finds out whether the upstream works:
/// the cheapest request that every pool answers.
const PROBE: &str = "/v2/products?limit=1";
/// How long the response to a probe may take.
const PROBING: Duration = Duration::from_secs(5);

/// The upstream's address and token, and the limits of requests to it.
pub(crate) struct Settings {
    /// The address, without `/v2` and without a slash at the end.
    pub(crate) base: String,
    pub(crate) secret: Secret,
    /// How long a response may take as a whole.
    pub(crate) timeout: Duration,
    /// How many requests may be under way.
    pub(crate) connections: usize,
    /// How many bytes a response may have.
    pub(crate) limit: usize,
    /// How many requests it may get a second; 0 for any number.
    pub(crate) rate: u32,
}

/// The upstream, with all that limits requests to it.
pub(crate) struct Upstream {
    settings: Settings,
    client: reqwest::Client,
    slots: Semaphore,
    ceiling: Ceiling,
    breaker: Breaker,
    /// Whether the token has changed since `renewed()` was last called.
    renewed: AtomicBool,
    asking: Asking,
    /// The latest request that succeeded.
    succeeded: Mutex<Option<(String, Returns)>>,
}

/// A response of the upstream that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    /// 200, 304 where validators were sent, or any 4xx but 401 and 429.
    pub(crate) status: u16,
    /// JSON, or perhaps empty if the status is neither 200 nor 404.
    pub(crate) body: Bytes,
    pub(crate) validators: Validators,
    /// How old the response was when it arrived.
    pub(crate) age: Duration,
    /// Whether it may not be stored.
    pub(crate) no_store: bool,
    /// Whether the upstream, itself a gateway, could not revalidate it.
    pub(crate) unchecked: bool,
}

impl Upstream {
    /// Makes the upstream's client, without sending a request.
    ///
    /// # Errors
    /// One line that says why it cannot be made.
    pub(crate) fn new(settings: Settings, clock: Clock) -> Result<Upstream, String> {
        let mut client = reqwest::Client::builder()
            .user_agent(concat!("product-pool-server/", env!("CARGO_PKG_VERSION")))
            // A redirect could send the token anywhere.
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .connect_timeout(CONNECT)
            .pool_max_idle_per_host(settings.connections);
        if settings.base.starts_with("http://") {
            // Without TLS no certificates are needed, and a container may have
            // none.
            client = client.tls_certs_only([]);
        }
        let client = client
            .build()
            .map_err(|error| format!("cannot speak TLS: {}", cause(&error)))?;
        Ok(Upstream {
            client,
            slots: Semaphore::new(settings.connections),
            ceiling: Ceiling::new(settings.rate),
            breaker: Breaker::new(clock),
            renewed: AtomicBool::new(false),
            asking: Asking::default(),
            succeeded: Mutex::default(),
            settings,
        })
    }

    /// Whether the breaker lets no requests through just now.
    pub(crate) fn is_left_alone(&self) -> bool {
        self.breaker.open_for().is_some()
    }

    /// How often the breaker was closed again.
    pub(crate) fn recoveries(&self) -> u64 {
        self.breaker.recoveries()
    }

    /// The account of a new token, if the token has changed since the last call.
    pub(crate) fn renewed(&self) -> Option<String> {
        let renewed = self.renewed.swap(false, Ordering::SeqCst);
        renewed.then(|| self.account())
    }

    /// The account: a hash of the upstream's address and the token, which tells its responses
    /// from those of others.
    pub(crate) fn account(&self) -> String {
        self.settings.secret.mark(&self.settings.base)
    }

    /// The state of the breaker.
    pub(crate) fn standing(&self) -> Standing {
        self.breaker.standing()
    }

    /// The counters of requests to the upstream.
    pub(crate) fn asking(&self) -> &Asking {
        &self.asking
    }

    /// Sends a request for a path and query on behalf of a client that waits. `returns` is the
    /// kind of data that it should give.
    ///
    /// # Errors
    /// Why there is no acceptable response.
    pub(crate) async fn get(
        &self,
        target: &str,
        returns: Returns,
        validators: &Validators,
    ) -> Result<Reply, Failure> {
        let turn = self.ceiling.turn();
        self.get_in_turn(target, returns, validators, turn).await
    }

    /// Sends one of the gateway's own requests, which let those of clients go first.
    ///
    /// # Errors
    /// Why there is no acceptable response.
    pub(crate) async fn get_later(
        &self,
        target: &str,
        returns: Returns,
        validators: &Validators,
    ) -> Result<Reply, Failure> {
        let turn = self.ceiling.later(self.settings.timeout);
        self.get_in_turn(target, returns, validators, turn).await
    }

    /// Sends a request once its `turn` has come.
    async fn get_in_turn(
        &self,
        target: &str,
        returns: Returns,
        validators: &Validators,
        turn: impl Future<Output = bool>,
    ) -> Result<Reply, Failure> {
        if let Some(wait) = self.breaker.open_for() {
            return Err(self.unasked(Failure::Closed(wait)));
        }
        if !turn.await {
            return Err(self.unasked(Failure::Throttled));
        }
        let queue = tokio::time::timeout(self.settings.timeout, self.slots.acquire());
        let Ok(Ok(slot)) = queue.await else {
            return Err(self.unasked(Failure::Crowded));
        };
        match self.breaker.admit() {
            Ok(Admission::Send) => {}
            Ok(Admission::Probe(trial)) => self
                .probe(trial)
                .await
                .map_err(|wait| self.unasked(Failure::Closed(wait)))?,
            Err(wait) => return Err(self.unasked(Failure::Closed(wait))),
        }
        let within = self.settings.timeout;
        let reply = self.timed(target, returns, validators, within).await;
        // Freed before a probe is sent: neither waits for the other.
        drop(slot);
        self.judged(target, returns, reply).await
    }

    /// Reports how a request ended to the breaker. If too many fail, a probe decides whether
    /// the upstream does.
    async fn judged(
        &self,
        target: &str,
        returns: Returns,
        reply: Result<Reply, Failure>,
    ) -> Result<Reply, Failure> {
        match &reply {
            Ok(reply) => {
                self.breaker.answered(target);
                if reply.status == 200 {
                    let mut succeeded = self.succeeded();
                    *succeeded = Some((target.to_owned(), returns));
                }
            }
            Err(Failure::Busy(time)) => self.breaker.pause(*time),
            Err(Failure::Unavailable(time)) => {
                // One record may be unavailable, or all of them.
                if let Some(trial) = self.breaker.doubt() {
                    if self.is_well().await {
                        trial.succeeded();
                    } else {
                        drop(trial);
                        self.breaker.pause(*time);
                        return Err(Failure::Busy(*time));
                    }
                }
                // A probe has just succeeded, or is under way.
                drop(self.breaker.failed(target));
            }
            Err(failure) if failure.counts() => {
                if let Some(trial) = self.breaker.failed(target) {
                    // The probe's outcome only affects the requests that follow.
                    let _ = self.probe(trial).await;
                }
            }
            Err(_) => self.breaker.answered(target),
        }
        reply
    }

    /// Sends a probe, and opens or closes the breaker.
    ///
    /// # Errors
    /// How long the upstream gets no requests.
    async fn probe(&self, trial: Trial<'_>) -> Result<(), Duration> {
        if self.is_well().await {
            trial.succeeded();
            Ok(())
        } else {
            Err(trial.failed())
        }
    }

    /// Whether the upstream responds to a probe, or else to the latest request that succeeded:
    /// lists may fail where products do not.
    async fn is_well(&self) -> bool {
        let latest = self.succeeded().clone();
        let own = (PROBE.to_owned(), Returns::ProductPage);
        for (target, returns) in std::iter::once(own).chain(latest) {
            self.ceiling.count();
            let within = self.settings.timeout.min(PROBING);
            let none = Validators::default();
            match self.timed(&target, returns, &none, within).await {
                Ok(_) => return true,
                Err(Failure::Busy(time)) => {
                    self.breaker.pause(time);
                    return false;
                }
                Err(failure) if failure.counts() => {}
                Err(_) => return true,
            }
        }
        false
    }

    fn succeeded(&self) -> MutexGuard<'_, Option<(String, Returns)>> {
        self.succeeded
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request, and counts how it ended and how long it took.
    async fn timed(
        &self,
        target: &str,
        returns: Returns,
        validators: &Validators,
        within: Duration,
    ) -> Result<Reply, Failure> {
        let (started, in_flight) = (Instant::now(), self.asking.begun());
        let asked = self.asked(target, returns, validators);
        let reply = tokio::time::timeout(within, asked)
            .await
            .unwrap_or(Err(Failure::Timeout));
        drop(in_flight);
        self.asking
            .ended(reply.as_ref().err(), Some(started.elapsed()));
        if let Err(failure) = &reply {
            tracing::warn!("the upstream {failure} ({})", without_query(target));
        }
        reply
    }

    /// Counts a request that was not sent.
    fn unasked(&self, failure: Failure) -> Failure {
        self.asking.ended(Some(&failure), None);
        failure
    }

    /// Sends a request, and sends it again if the token's file has a new token.
    async fn asked(
        &self,
        target: &str,
        returns: Returns,
        validators: &Validators,
    ) -> Result<Reply, Failure> {
        match self.once(target, returns, validators).await {
            // The token may have been changed in its file.
            Err(Failure::Token) if self.settings.secret.reread() => {
                tracing::info!("the token was read again");
                self.renewed.store(true, Ordering::SeqCst);
                self.once(target, returns, validators).await
            }
            reply => reply,
        }
    }

    /// Sends a request once.
    async fn once(
        &self,
        target: &str,
        returns: Returns,
        validators: &Validators,
    ) -> Result<Reply, Failure> {
        let mut request = self
            .client
            .get(format!("{}{target}", self.settings.base))
            .header(header::ACCEPT, HeaderValue::from_static("application/json"));
        if let Some(token) = self.settings.secret.header() {
            request = request.header(header::AUTHORIZATION, token);
        }
        if let Some(id) = RequestId::current() {
            request = request.header(REQUEST_ID, id.header());
        }
        for (name, value) in [
            (header::IF_NONE_MATCH, &validators.etag),
            (header::IF_MODIFIED_SINCE, &validators.modified),
        ] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        let response = request.send().await.map_err(|error| unreached(&error))?;
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        match status {
            200 | 400 | 402..=428 | 430..=499 => {}
            304 if !validators.is_empty() => {}
            304 => return Err(Failure::Garbage("304 to a question that was new")),
            401 => return Err(Failure::Token),
            429 | 503 => {
                return Err(match (retry_after(&headers), status) {
                    (time, 429) => Failure::Busy(time.unwrap_or(BUSY)),
                    (Some(time), _) => Failure::Unavailable(time),
                    (None, _) => Failure::Status(status),
                });
            }
            _ => return Err(Failure::Status(status)),
        }
        let body = self.body(response).await?;
        let body = match status {
            200 | 404 => checked(body, returns, status)?,
            304 => Bytes::new(),
            // Such a body is not stored and matters little: one that is no JSON object is left
            // out.
            _ => checked(body, Returns::Entry, status).unwrap_or_default(),
        };
        let text = |name: HeaderName| {
            let value = headers.get(name)?.to_str().ok()?;
            let fits = value.len() <= VALIDATOR && !self.settings.secret.is_in(value.as_bytes());
            fits.then(|| value.to_owned())
        };
        Ok(Reply {
            status,
            body,
            validators: Validators {
                etag: text(header::ETAG),
                modified: text(header::LAST_MODIFIED),
            },
            age: text(header::AGE).map_or(Duration::ZERO, |age| age_of(&age)),
            unchecked: headers.contains_key(STALE),
            no_store: headers
                .get_all(header::CACHE_CONTROL)
                .iter()
                .filter_map(|value| value.to_str().ok())
                .flat_map(|value| value.split(','))
                .any(|directive| directive.trim().eq_ignore_ascii_case("no-store")),
        })
    }

    /// Reads the whole body, and refuses one that exceeds the limit or contains the token.
    async fn body(&self, mut response: reqwest::Response) -> Result<Bytes, Failure> {
        const TOO_LARGE: Failure = Failure::Garbage("more than the limit of bytes");
        let promised = response.content_length().unwrap_or(0);
        if promised > self.settings.limit as u64 {
            return Err(TOO_LARGE);
        }
        let mut body = Vec::with_capacity(usize::try_from(promised).unwrap_or(0));
        while let Some(chunk) = response.chunk().await.map_err(|error| unreached(&error))? {
            if body.len() + chunk.len() > self.settings.limit {
                return Err(TOO_LARGE);
            }
            body.extend_from_slice(&chunk);
        }
        // An upstream that echoes its requests must not disclose the token to clients.
        if self.settings.secret.is_in(&body) {
            return Err(Failure::Garbage("the token, which is shown to nobody"));
        }
        // A boxed slice frees the spare capacity.
        Ok(body.into_boxed_slice().into())
    }
}

/// A path without its query, for the log: what a client filters by is private.
pub(super) fn without_query(target: &str) -> &str {
    target.split('?').next().unwrap_or_default()
}

/// The body, if it has the form of such a response.
fn checked(body: Bytes, returns: Returns, status: u16) -> Result<Bytes, Failure> {
    let text =
        std::str::from_utf8(&body).map_err(|_| Failure::Garbage("something that is not UTF-8"))?;
    let members = RawObject::parse(text);
    let fits = match (&members, returns) {
        _ if status != 200 => members.is_some(),
        (None, Returns::Listing | Returns::Entry) => elements(text).is_some(),
        (Some(_), Returns::Listing | Returns::Entry) => true,
        (Some(members), _) => members.get("data").is_some(),
        (None, _) => false,
    };
    if fits {
        drop(members);
        Ok(body)
    } else {
        Err(Failure::Garbage("something that is no answer of the API"))
    }
}

/// The age in the header `Age`: RFC 9111, 5.1 and 1.2.2. Anything but a number is ignored, and
/// a number that is too large means the greatest age.
fn age_of(text: &str) -> Duration {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = text.parse().unwrap_or(u64::MAX).min(OLDEST);
    Duration::from_secs(if is_number { seconds } else { 0 })
}

/// How long the header `Retry-After` asks to wait, in seconds. Dates are not read: clocks
/// differ.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    value.trim().parse().ok().map(Duration::from_secs)
}

/// The failure for an error of the HTTP client.
fn unreached(error: &reqwest::Error) -> Failure {
    if error.is_timeout() {
        Failure::Timeout
    } else {
        Failure::Unreachable(cause(error))
    }
}

/// The innermost cause of an error, which says most. It leaves out the address, which messages
/// give elsewhere.
pub fn cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests;
