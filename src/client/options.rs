//! What a client is told when it is made.

use super::Error;
use super::base::Token;
use super::token::{Provider, Tokens};
use std::fmt;
use std::time::Duration;

/// How long one attempt may take unless the options say otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a call may take with all its attempts and waits, unless the options
/// say otherwise.
pub const DEFAULT_TOTAL_TIMEOUT: Duration = Duration::from_secs(150);

/// How many further attempts a call makes unless the options say otherwise.
pub const DEFAULT_RETRIES: u32 = 2;

/// How many requests of a client run at once unless the options say otherwise:
/// what browsers allow one host over HTTP/1.1.
pub const DEFAULT_CONCURRENCY: u32 = 6;

/// How patient a call is. A client has a default, and
/// [`PoolClient::with`](super::PoolClient::with) gives one with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RetryPolicy {
    /// How long one attempt may take; `None` is without end. 30 s unless set.
    pub timeout: Option<Duration>,
    /// How long a call may take in all: its attempts, the waits between them,
    /// for a token, and for its turn; `None` is without end. 150 s unless set.
    pub total_timeout: Option<Duration>,
    /// How many further attempts follow one that failed in a way that may
    /// pass: 2 unless set.
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

/// Where the service is and how to ask it.
#[derive(Clone, PartialEq)]
pub struct Options {
    pub(super) base_url: String,
    pub(super) token: Secret,
    pub(super) retry_policy: RetryPolicy,
    pub(super) concurrency: u32,
}

/// The token as it was given, unchecked.
#[derive(Clone, PartialEq)]
pub(super) enum Secret {
    None,
    Fixed(String),
    Asked(Provider),
}

impl Options {
    /// A service at `base_url`: `https://host`, or in a page also a path on its
    /// own host such as `/pool`, or nothing. A last slash and `/v2` may follow.
    pub fn new(base_url: impl Into<String>) -> Self {
        Options {
            base_url: base_url.into(),
            token: Secret::None,
            retry_policy: RetryPolicy::default(),
            concurrency: DEFAULT_CONCURRENCY,
        }
    }

    /// Sends this API token. A gateway that adds the token needs none.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Secret::Fixed(token.into());
        self
    }

    /// Sends this API token, or none.
    #[must_use]
    pub fn token_if_any(mut self, token: Option<String>) -> Self {
        self.token = token.map_or(Secret::None, Secret::Fixed);
        self
    }

    /// Asks `provider` for the API token before the first request, and again,
    /// once, when the service no longer accepts what it gave.
    #[must_use]
    pub fn token_provider(mut self, provider: Provider) -> Self {
        self.token = Secret::Asked(provider);
        self
    }

    /// How long one attempt may take; `None` is without end. 30 s unless set.
    #[must_use]
    pub fn timeout(mut self, timeout: Option<Duration>) -> Self {
        self.retry_policy.timeout = timeout;
        self
    }

    /// How long a call may take in all, its wait for its turn among it; `None`
    /// is without end. 150 s unless set.
    #[must_use]
    pub fn total_timeout(mut self, timeout: Option<Duration>) -> Self {
        self.retry_policy.total_timeout = timeout;
        self
    }

    /// How many further attempts follow one that failed in a way that may
    /// pass: a network failure, a time-out, 408, 429, 5xx. 2 unless set.
    #[must_use]
    pub fn max_retries(mut self, retries: u32) -> Self {
        self.retry_policy.max_retries = retries;
        self
    }

    /// How many requests may run at once, at least 1; 6 unless set. Others wait
    /// in line.
    #[must_use]
    pub fn concurrency(mut self, requests: u32) -> Self {
        self.concurrency = requests.max(1);
        self
    }

    /// The token, checked.
    pub(super) fn tokens(&self) -> Result<Tokens, Error> {
        Ok(match &self.token {
            Secret::None => Tokens::None,
            Secret::Fixed(token) => Tokens::Fixed(Token::parse(token)?),
            Secret::Asked(provider) => Tokens::asked(provider.clone()),
        })
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let token = (self.token != Secret::None).then_some("hidden");
        f.debug_struct("Options")
            .field("base_url", &self.base_url)
            .field("token", &token)
            .field("retry_policy", &self.retry_policy)
            .field("concurrency", &self.concurrency)
            .finish()
    }
}
