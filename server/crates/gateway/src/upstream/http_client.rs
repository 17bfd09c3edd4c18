//! The upstream's HTTP client: sends a request with the token, and accepts only responses that can
//! be right.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::http::Uri;
use jiff::fmt::rfc2822::DateTimeParser;
use product_pool::client::Allowances;
use product_pool::operations::Returns;
use reqwest::header::{self, HeaderMap, HeaderName, HeaderValue};

use crate::access::secret::Secret;
use crate::body::{Body, Missing};
use crate::entry::Validators;
use crate::failure::Failure;
use crate::options::GatewayArgs;
use crate::upstream::quota::Quota;
use crate::via::Via;
use product_pool_http::layers::request_id::{REQUEST_ID, RequestId};
use product_pool_http::memory::{LONG, Room};
use product_pool_http::responses::answer::STALE;
use product_pool_http::shares::{RETRY_AFTER, Refused};

/// The greatest age of a response, in seconds.
const MAX_AGE: u64 = 1 << 31;
/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest validator that is stored, in bytes.
const MAX_VALIDATOR: usize = 256;
/// How long an upstream gets no requests after a 429 without `Retry-After`.
const DEFAULT_PAUSE: Duration = Duration::from_secs(5);

/// The client.
pub(crate) struct HttpClient {
    /// The address, without `/v2` and without a slash at the end.
    base: String,
    secret: Secret,
    /// How many bytes a response may have.
    limit: u64,
    /// Receives what each response announces.
    quota: Arc<Quota>,
    /// Receives which gateway sent each response.
    pub(crate) via: Via,
    client: reqwest::Client,
    #[cfg(test)]
    pub(crate) simulated: Option<SimulatedPool>,
}

/// A pool that answers requests by their path and query.
#[cfg(test)]
pub(crate) type SimulatedPool = Box<dyn Fn(&str) -> axum::http::Response<String> + Send + Sync>;

/// A request to the upstream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query<'a> {
    /// The path and query.
    pub(crate) target: &'a str,
    /// The kind of data that the response should have.
    pub(crate) returns: Returns,
    /// The validators of the stored response, if it is revalidated.
    pub(crate) validators: Option<&'a Validators>,
}

impl<'a> Query<'a> {
    /// A request for a response that is not stored.
    pub(crate) fn new(target: &'a str, returns: Returns) -> Query<'a> {
        Query {
            target,
            returns,
            validators: None,
        }
    }
}

/// A response of the upstream that was accepted.
#[derive(Debug)]
pub(crate) struct Reply {
    /// 200, 304 where validators were sent, or any 4xx but 401 and 429.
    pub(crate) status: u16,
    /// JSON, or perhaps empty if the status is neither 200 nor 404.
    pub(crate) body: Body,
    /// The room that the body has.
    pub(crate) room: Room,
    pub(crate) validators: Validators,
    /// How old the response was when it arrived.
    pub(crate) age: Duration,
    /// Whether it may not be stored.
    pub(crate) no_store: bool,
    /// Whether the upstream, itself a gateway, could not revalidate it.
    pub(crate) unchecked: bool,
}

impl HttpClient {
    /// Reads the token and makes the client, without sending a request.
    ///
    /// # Errors
    /// One line that says why that fails.
    pub(crate) fn new(args: &GatewayArgs, quota: Arc<Quota>) -> Result<HttpClient, String> {
        product_pool_http::install_crypto();
        let base = args.upstream.clone().unwrap_or_default();
        let mut client = reqwest::Client::builder()
            .user_agent(concat!("product-pool-server/", env!("CARGO_PKG_VERSION")))
            // A redirect could send the token anywhere.
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .connect_timeout(CONNECT_TIMEOUT)
            .retry(retries(&base))
            .pool_max_idle_per_host(usize::from(args.upstream_connections));
        if base.starts_with("http://") {
            // Without TLS no certificates are needed, and a container may have none. And a proxy
            // would see the token: to one with TLS it is sent through a tunnel.
            client = client.tls_certs_only([]).no_proxy();
        }
        let client = client
            .build()
            .map_err(|error| format!("cannot set up TLS: {}", root_cause(&error)))?;
        Ok(HttpClient {
            secret: args.secret()?,
            base,
            limit: args.upstream_limit,
            quota,
            via: Via::default(),
            client,
            #[cfg(test)]
            simulated: None,
        })
    }

    /// The account: a hash of the upstream's address and the token, which tells its responses
    /// from those of others. It is that of the token with which the next request is sent.
    pub(crate) fn account(&self) -> String {
        self.secret.account_id(&self.base)
    }

    /// Sends a request, and sends it again if the token's file has a new token.
    pub(crate) async fn send(&self, query: Query<'_>) -> Result<Reply, Failure> {
        match self.send_once(query).await {
            // The token may have been changed in its file.
            Err(Failure::Token) if self.secret.reload() => {
                tracing::info!("the upstream's token was reloaded");
                self.send_once(query).await
            }
            reply => reply,
        }
    }

    /// Sends a request once.
    async fn send_once(&self, query: Query<'_>) -> Result<Reply, Failure> {
        let sent = self.exchange(query).await;
        let response = sent.map_err(|error| transport_failure(&error))?;
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let is_gateway = self.via.observe(&headers);
        let header = |name: &str| headers.get(name)?.to_str().ok().map(str::to_owned);
        self.quota.observe(&Allowances::from_headers(header));
        match check_status(status, &headers, query) {
            // It says so of this request, and may have others in its cache.
            Err(failure) if is_gateway && !matches!(status, 401 | 508) => {
                return Err(Failure::Elsewhere(
                    failure.retry_after().unwrap_or_default(),
                ));
            }
            Err(Failure::Busy(wait)) => {
                return Err(self
                    .quota
                    .spent_for()
                    .map_or(Failure::Busy(wait), Failure::QuotaSpent));
            }
            checked => checked?,
        }
        let (body, room) = self.read(response).await?;
        let body = match status {
            200 => Body::accept(body, query.returns, status)?,
            404 => match Body::accept(body, query.returns, status) {
                Ok(body) if body.missing() != Missing::Api => body,
                _ => return Err(Failure::NotTheApi),
            },
            304 => Body::default(),
            // Whoever refuses in the API's place, such as a firewall, withdraws nothing.
            _ if is_withdrawn(status) && !body.is_empty() => {
                Body::accept(body, Returns::Entry, status)
                    .map_err(|_| Failure::Invalid("is a refusal, but not one of the API"))?
            }
            // Such a body is not stored and matters little: one that is no JSON object is left
            // out.
            _ => Body::accept(body, Returns::Entry, status).unwrap_or_default(),
        };
        let text = |name: HeaderName| {
            let value = headers.get(name)?.to_str().ok()?;
            let is_short = value.len() <= MAX_VALIDATOR;
            let is_safe = is_short && !self.secret.occurs_in(value.as_bytes());
            is_safe.then(|| value.to_owned())
        };
        Ok(Reply {
            status,
            body,
            room,
            validators: Validators {
                etag: text(header::ETAG),
                modified: text(header::LAST_MODIFIED),
            },
            age: text(header::AGE).map_or(Duration::ZERO, |age| age_of(&age)),
            unchecked: headers.contains_key(STALE),
            no_store: is_no_store(&headers),
        })
    }

    /// Sends a request over HTTP, or in a simulation to a pool in this process.
    async fn exchange(&self, query: Query<'_>) -> reqwest::Result<reqwest::Response> {
        #[cfg(test)]
        if let Some(pool) = &self.simulated {
            return Ok(pool(query.target).into());
        }
        self.request(query).send().await
    }

    /// The HTTP request, with the token, the request id and the validators.
    fn request(&self, query: Query<'_>) -> reqwest::RequestBuilder {
        let url = format!("{}{}", self.base, query.target);
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        if let Some(token) = self.secret.header() {
            headers.insert(header::AUTHORIZATION, token);
        }
        if let Some(id) = RequestId::current() {
            headers.insert(REQUEST_ID, id.header());
        }
        let mut request = self.client.get(url).headers(headers);
        for (name, value) in query.validators.into_iter().flat_map(Validators::headers) {
            request = request.header(name, value);
        }
        request
    }

    /// Reads the whole body, and refuses one that exceeds the limit or contains the token.
    async fn read(&self, mut response: reqwest::Response) -> Result<(Vec<u8>, Room), Failure> {
        const TOO_LARGE: Failure = Failure::Invalid("is too large");
        let declared = response.content_length().unwrap_or(0);
        if declared > self.limit {
            return Err(TOO_LARGE);
        }
        let declared = usize::try_from(declared).unwrap_or(0);
        let mut room = Room::to_read(declared).await.map_err(no_room)?;
        let mut body = Vec::with_capacity(declared);
        let failed = |error: reqwest::Error| transport_failure(&error);
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if (body.len() + chunk.len()) as u64 > self.limit {
                return Err(TOO_LARGE);
            }
            if body.len() + chunk.len() > LONG && !room.is_some() {
                // Its length was not declared.
                let most = usize::try_from(self.limit).unwrap_or(usize::MAX);
                room = Room::to_read(most).await.map_err(no_room)?;
            }
            body.extend_from_slice(&chunk);
        }
        // An upstream that echoes its requests must not disclose the token to clients.
        if self.secret.occurs_in(&body) {
            return Err(Failure::Invalid("contains the upstream's token"));
        }
        Ok((body, room))
    }
}

fn no_room(refused: Refused) -> Failure {
    match refused {
        Refused::Share => Failure::Share(RETRY_AFTER),
        Refused::All => Failure::NoRoom,
    }
}

/// Whether a response with this status says that the upstream no longer gives what was requested,
/// to this account or at all. What it gave before is then not served any more.
pub(crate) fn is_withdrawn(status: u16) -> bool {
    matches!(status, 402..=404 | 410 | 451)
}

/// Checks that a response with this status can be used.
fn check_status(status: u16, headers: &HeaderMap, query: Query<'_>) -> Result<(), Failure> {
    let is_conditional = query.validators.is_some_and(|sent| !sent.is_empty());
    Err(match (status, retry_after(headers)) {
        (200 | 400 | 402..=428 | 430..=499, _) => return Ok(()),
        (304, _) if is_conditional => return Ok(()),
        (304, _) => Failure::Invalid("is a 304, although the request had no validators"),
        (401, _) => Failure::Token,
        (429, time) => Failure::Busy(time.unwrap_or(DEFAULT_PAUSE)),
        (503, Some(time)) => Failure::Unavailable(time),
        _ => Failure::Status(status),
    })
}

/// The age in the header `Age`: RFC 9111, 5.1 and 1.2.2. Anything but a number is ignored, and
/// a number that is too large means the greatest age.
fn age_of(text: &str) -> Duration {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = text.parse().unwrap_or(u64::MAX).min(MAX_AGE);
    Duration::from_secs(if is_number { seconds } else { 0 })
}

/// How long the header `Retry-After` asks to wait, in seconds or until a date. Clocks differ, so a
/// date counts from that of the response.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name| Some(headers.get(name)?.to_str().ok()?.trim());
    let wait = text(header::RETRY_AFTER)?;
    let date = |text| DateTimeParser::new().parse_timestamp(text).ok();
    match wait.parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => (date(wait)?.duration_since(date(text(header::DATE)?)?))
            .try_into()
            .ok(),
    }
}

/// Whether `Cache-Control` forbids storing the response.
fn is_no_store(headers: &HeaderMap) -> bool {
    let control = headers.get_all(header::CACHE_CONTROL).iter();
    control
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|directive| directive.trim().eq_ignore_ascii_case("no-store"))
}

/// Sends a request once more if its connection was closed before the response began: an upstream
/// may close an idle connection at the very moment it is used again (RFC 9112, 9.3.1). reqwest's
/// budget bounds what this adds to the load of an upstream that closes every connection.
fn retries(base: &str) -> reqwest::retry::Builder {
    let uri = base.parse::<Uri>().unwrap_or_default();
    reqwest::retry::for_host(uri.host().unwrap_or_default().to_owned())
        .max_retries_per_request(1)
        .classify_fn(|attempt| match attempt.error() {
            Some(error) if is_closed(error) => attempt.retryable(),
            _ => attempt.success(),
        })
}

/// Whether the connection was closed before the response began.
fn is_closed(error: &(dyn Error + 'static)) -> bool {
    std::iter::successors(Some(error), |&error| error.source()).any(|cause| {
        let cause = cause.downcast_ref::<hyper::Error>();
        cause.is_some_and(hyper::Error::is_incomplete_message)
    })
}

/// The failure for an error of the HTTP client.
fn transport_failure(error: &reqwest::Error) -> Failure {
    if error.is_timeout() {
        Failure::Timeout
    } else {
        Failure::Unreachable(root_cause(error))
    }
}

/// The innermost cause of an error, which says most. It leaves out the address, which messages
/// give elsewhere.
pub fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_seconds_or_a_date() {
        for (wait, date, seconds) in [
            ("120", "", Some(120)),
            (" 0 ", "", Some(0)),
            (
                "Wed, 21 Oct 2015 07:30:00 GMT",
                "Wed, 21 Oct 2015 07:28:30 GMT",
                Some(90),
            ),
            (
                "Wed, 21 Oct 2015 07:28:00 GMT",
                "Wed, 21 Oct 2015 07:28:30 GMT",
                None,
            ),
            ("Wed, 21 Oct 2015 07:30:00 GMT", "", None),
            ("1.5", "Wed, 21 Oct 2015 07:28:30 GMT", None),
            ("-5", "", None),
            ("99999999999999999999", "", None),
        ] {
            let headers = [(header::RETRY_AFTER, wait), (header::DATE, date)];
            let headers = headers.map(|(name, text)| (name, HeaderValue::from_static(text)));
            let found = retry_after(&HeaderMap::from_iter(headers));
            assert_eq!(found, seconds.map(Duration::from_secs), "{wait} {date}");
        }
    }

    #[test]
    fn an_oversized_age_counts_as_the_maximum() {
        for (text, seconds) in [
            ("0", 0),
            (" 50 ", 50),
            ("4294967296", MAX_AGE),
            ("99999999999999999999999", MAX_AGE),
            ("-1", 0),
            ("", 0),
            ("a day", 0),
        ] {
            assert_eq!(age_of(text), Duration::from_secs(seconds), "{text}");
        }
    }
}
