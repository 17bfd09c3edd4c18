//! What carries a request: the seam between the client and the network.

use std::fmt;
use std::future::Future;
use std::time::Duration;

/// One call to make: a GET of `url` with [`headers`](Call::headers).
pub struct Call<'a> {
    pub(super) url: &'a str,
    pub(super) authorization: Option<&'a str>,
    pub(super) timeout: Option<Duration>,
}

impl<'a> Call<'a> {
    /// The address, percent-encoded; relative to the page's where the base URL is.
    pub fn url(&self) -> &'a str {
        self.url
    }

    /// The headers to send and no others: any other would cost a page a CORS
    /// preflight that services refuse.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, &'a str)> + use<'a> {
        let authorization = self.authorization.map(|value| ("Authorization", value));
        [("Accept", "application/json")]
            .into_iter()
            .chain(authorization)
    }

    /// How long the whole answer may take; `None` is without end.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
    }
}

impl fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the headers: one is the token.
        f.debug_struct("Call")
            .field("url", &self.url)
            .field("timeout", &self.timeout)
            .finish()
    }
}

/// An answer, whatever its status.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The header `Content-Type`.
    pub content_type: Option<String>,
    /// How long the header `Retry-After` asks to wait.
    pub retry_after: Option<Duration>,
    /// The body.
    pub text: String,
}

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// The time was up.
    Timeout,
    /// The caller gave the call up.
    Aborted,
    /// The service was not reached, for this reason.
    Network(String),
    /// Nothing could be sent, for this reason.
    NotSent(String),
    /// The transport gave something that is no answer.
    NoAnswer(String),
}

/// What makes calls. In a browser [`Fetch`](super::Fetch) does; elsewhere and
/// in tests any type may.
pub trait Transport {
    /// Makes one call and reads the whole answer. Any status is an answer.
    ///
    /// # Errors
    /// No answer came.
    fn get(&self, call: &Call<'_>) -> impl Future<Output = Result<Answer, Failure>>;
}
