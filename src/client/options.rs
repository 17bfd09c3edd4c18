//! Configuration of a client.

use super::Error;
use super::base::Token;
use super::token::{Provider, Tokens};
use std::fmt;
use std::time::Duration;

/// The default timeout of one attempt.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// The default timeout of a call, including all attempts and the delays between
/// them.
pub const DEFAULT_TOTAL_TIMEOUT: Duration = Duration::from_secs(150);

/// The default number of retries after a failed attempt.
pub const DEFAULT_RETRIES: u32 = 2;

/// The default limit of concurrent requests of a client: the number of
/// connections that browsers open to one host over HTTP/1.1.
pub const DEFAULT_CONCURRENCY: u32 = 6;

/// Timeouts and retries of a call. A client has a default policy;
/// [`PoolClient::with_retry_policy`](super::PoolClient::with_retry_policy) returns a client with another.
///
/// ```
/// use product_pool::client::{DEFAULT_RETRIES, DEFAULT_TIMEOUT, RetryPolicy};
///
/// let policy = RetryPolicy::default();
/// assert_eq!(policy.timeout, Some(DEFAULT_TIMEOUT));
/// assert_eq!(policy.max_retries, DEFAULT_RETRIES);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RetryPolicy {
    /// The timeout of one attempt; `None` for no timeout. 30 s by default.
    pub timeout: Option<Duration>,
    /// The timeout of the whole call, including all attempts, the delays between
    /// them, and waiting for a token and for other requests; `None` for no
    /// timeout. 150 s by default.
    pub total_timeout: Option<Duration>,
    /// The number of retries after transient failures. 2 by default.
    pub max_retries: u32,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        RetryPolicy {
            timeout: Some(DEFAULT_TIMEOUT),
            total_timeout: Some(DEFAULT_TOTAL_TIMEOUT),
            max_retries: DEFAULT_RETRIES,
        }
    }
}

/// The configuration of a client: base URL, token, retry policy, concurrency.
///
/// ```
/// use product_pool::client::Options;
/// use std::time::Duration;
///
/// let options = Options::new("https://pool.example")
///     .token("s3cret")
///     .timeout(Some(Duration::from_secs(10)))
///     .max_retries(1);
/// // The token is in no output.
/// assert!(!format!("{options:?}").contains("s3cret"));
/// ```
#[derive(Clone, PartialEq)]
pub struct Options {
    pub(super) base_url: String,
    pub(super) token: Secret,
    pub(super) retry_policy: RetryPolicy,
    pub(super) concurrency: u32,
}

/// The source of the token, not yet validated.
#[derive(Clone, PartialEq)]
pub(super) enum Secret {
    None,
    Fixed(String),
    Provided(Provider),
}

impl Options {
    /// A client of the service at `base_url`: `https://host`, or, in a page, also
    /// a path on the page's own host such as `/pool`, or the empty string. A
    /// trailing slash and `/v2` may follow.
    pub fn new(base_url: impl Into<String>) -> Self {
        Options {
            base_url: base_url.into(),
            token: Secret::None,
            retry_policy: RetryPolicy::default(),
            concurrency: DEFAULT_CONCURRENCY,
        }
    }

    /// Sends this API token. Leave it out for a gateway that adds the token.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Secret::Fixed(token.into());
        self
    }

    /// Calls `provider` for the API token before the first request, and once more
    /// when the service no longer accepts that token.
    #[must_use]
    pub fn token_provider(mut self, provider: Provider) -> Self {
        self.token = Secret::Provided(provider);
        self
    }

    /// Sets the timeout of one attempt; `None` for no timeout. 30 s by default.
    #[must_use]
    pub fn timeout(mut self, timeout: Option<Duration>) -> Self {
        self.retry_policy.timeout = timeout;
        self
    }

    /// Sets the timeout of the whole call, including waiting for other requests;
    /// `None` for no timeout. 150 s by default.
    #[must_use]
    pub fn total_timeout(mut self, timeout: Option<Duration>) -> Self {
        self.retry_policy.total_timeout = timeout;
        self
    }

    /// Sets the number of retries after transient failures: network failures,
    /// timeouts, 408, 429 and 5xx. 2 by default.
    #[must_use]
    pub fn max_retries(mut self, retries: u32) -> Self {
        self.retry_policy.max_retries = retries;
        self
    }

    /// Limits the number of concurrent requests, at least 1; 6 by default.
    /// Further requests wait.
    #[must_use]
    pub fn concurrency(mut self, requests: u32) -> Self {
        self.concurrency = requests.max(1);
        self
    }

    /// The base URL, as it was given.
    #[cfg(feature = "yew")]
    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The token provider, if there is one.
    #[cfg(feature = "yew")]
    pub(crate) fn provider(&self) -> Option<&Provider> {
        match &self.token {
            Secret::Provided(provider) => Some(provider),
            _ => None,
        }
    }

    /// The token source, validated.
    pub(super) fn tokens(&self) -> Result<Tokens, Error> {
        let (fixed, provider) = match &self.token {
            Secret::None => (None, None),
            Secret::Fixed(token) => (Some(Token::parse(token)?), None),
            Secret::Provided(provider) => (None, Some(provider.clone())),
        };
        Ok(Tokens::new(fixed, provider))
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let token = (self.token != Secret::None).then_some("[redacted]");
        f.debug_struct("Options")
            .field("base_url", &self.base_url)
            .field("token", &token)
            .field("retry_policy", &self.retry_policy)
            .field("concurrency", &self.concurrency)
            .finish()
    }
}
