//! The trait of what makes requests, and its implementations: `fetch`, gloo-net,
//! reqwest.

#[cfg(target_arch = "wasm32")]
mod abort;
#[cfg(target_arch = "wasm32")]
mod fetch;
#[cfg(target_arch = "wasm32")]
mod gloo;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
mod reqwest;

#[cfg(target_arch = "wasm32")]
pub use abort::until_aborted;
#[cfg(target_arch = "wasm32")]
pub use fetch::{Fetch, describe};
#[cfg(target_arch = "wasm32")]
pub use gloo::GlooNet;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub use reqwest::Reqwest;

use crate::model::Value;
use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

/// One call to make: a GET of `url` with [`headers`](Call::headers).
pub struct Call<'a> {
    pub(in crate::client) url: &'a str,
    pub(in crate::client) authorization: Option<&'a str>,
    pub(in crate::client) timeout: Option<Duration>,
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

/// The body of an answer: text, which in a browser stays the engine's own
/// string until Rust has to read it.
#[derive(Clone)]
pub struct Body(BodyKind);

#[derive(Clone)]
enum BodyKind {
    Text(Arc<str>),
    #[cfg(target_arch = "wasm32")]
    Engine(js_sys::JsString),
}

impl Body {
    /// The text. In a browser it is copied from the engine.
    pub fn text(&self) -> Cow<'_, str> {
        match &self.0 {
            BodyKind::Text(text) => Cow::Borrowed(text),
            #[cfg(target_arch = "wasm32")]
            BodyKind::Engine(text) => Cow::Owned(text.into()),
        }
    }

    /// The JSON in it, as far as an error may repeat it; null where it is none.
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::client) fn tree(&self) -> Value {
        Value::parse(&self.text()).unwrap_or_default()
    }

    /// The JSON in it, as far as an error may repeat it; null where it is none.
    /// The engine reads it, so that a page that only makes requests carries no
    /// reader.
    #[cfg(target_arch = "wasm32")]
    pub(in crate::client) fn tree(&self) -> Value {
        fetch::tree(&self.engine())
    }

    /// The text as the engine's string.
    #[cfg(target_arch = "wasm32")]
    pub fn engine(&self) -> js_sys::JsString {
        match &self.0 {
            BodyKind::Text(text) => js_sys::JsString::from(&**text),
            BodyKind::Engine(text) => text.clone(),
        }
    }

    #[cfg(target_arch = "wasm32")]
    pub(super) fn of_engine(text: js_sys::JsString) -> Body {
        Body(BodyKind::Engine(text))
    }
}

impl Default for Body {
    fn default() -> Self {
        Body(BodyKind::Text(Arc::from("")))
    }
}

impl<T: Into<Arc<str>>> From<T> for Body {
    fn from(text: T) -> Self {
        Body(BodyKind::Text(text.into()))
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// The headers of an answer.
#[derive(Clone, Debug, Default)]
pub struct Headers(HeadersKind);

#[derive(Clone, Debug)]
enum HeadersKind {
    Pairs(Arc<[(String, String)]>),
    #[cfg(target_arch = "wasm32")]
    Engine(web_sys::Headers),
}

impl Default for HeadersKind {
    fn default() -> Self {
        HeadersKind::Pairs(Arc::from([]))
    }
}

impl Headers {
    /// The value of a header; its name counts in any case.
    pub fn get(&self, name: &str) -> Option<String> {
        match &self.0 {
            HeadersKind::Pairs(pairs) => pairs
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(name))
                .map(|(_, value)| value.clone()),
            #[cfg(target_arch = "wasm32")]
            HeadersKind::Engine(headers) => headers.get(name).ok().flatten(),
        }
    }

    /// The engine's own object, where there is one.
    #[cfg(target_arch = "wasm32")]
    pub fn engine(&self) -> Option<&web_sys::Headers> {
        match &self.0 {
            HeadersKind::Engine(headers) => Some(headers),
            HeadersKind::Pairs(_) => None,
        }
    }

    #[cfg(target_arch = "wasm32")]
    pub(super) fn of_engine(headers: web_sys::Headers) -> Headers {
        Headers(HeadersKind::Engine(headers))
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Headers {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let pairs = pairs.into_iter().map(|(n, v)| (n.into(), v.into()));
        Headers(HeadersKind::Pairs(pairs.collect()))
    }
}

/// An answer, whatever its status. Copies share its body.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers, as far as they may be known: in a page CORS hides most.
    pub headers: Headers,
    /// How long the header `Retry-After` asks to wait.
    pub retry_after: Option<Duration>,
    /// The body.
    pub body: Body,
}

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// The time was up.
    Timeout,
    /// The caller aborted the call.
    Aborted,
    /// The service was not reached, for this reason.
    Network(String),
    /// Nothing could be sent, for this reason.
    NotSent(String),
    /// The transport returned something that is not an answer.
    NoAnswer(String),
}

/// The transport of [`PoolClient::new`](super::PoolClient::new): `GlooNet` on
/// WebAssembly, `Reqwest` elsewhere.
#[cfg(target_arch = "wasm32")]
pub type DefaultTransport = GlooNet;

/// The transport of [`PoolClient::new`](super::PoolClient::new): `GlooNet` on
/// WebAssembly, `Reqwest` elsewhere.
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub type DefaultTransport = Reqwest;

/// No transport: without the feature `reqwest` a client takes one of your own.
#[cfg(not(any(feature = "reqwest", target_arch = "wasm32")))]
#[derive(Clone, Debug)]
pub enum DefaultTransport {}

/// What makes calls: [`DefaultTransport`], `Fetch` with a function of your own, and
/// in tests any type may.
///
/// Dropping a future before its end must end what it began.
pub trait Transport {
    /// Makes one call and reads the whole answer. Any status is an answer.
    ///
    /// # Errors
    /// No answer came.
    fn get(&self, call: &Call<'_>) -> impl Future<Output = Result<Answer, Failure>>;

    /// Waits, before another attempt or until a call has taken too long.
    fn pause(&self, time: Duration) -> impl Future<Output = ()>;

    /// How long ago some moment was, always the same one: to tell how long
    /// something takes, sleep of the machine included.
    fn clock(&self) -> Duration;

    /// Any number from 0 to 1, so that clients that failed together do not
    /// come back together.
    fn random(&self) -> f64;
}
