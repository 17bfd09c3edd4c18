//! The transport trait, and its implementations: `fetch`, gloo-net, reqwest.

#[cfg(target_arch = "wasm32")]
mod abort;
mod boxed;
#[cfg(target_arch = "wasm32")]
mod fetch;
#[cfg(target_arch = "wasm32")]
mod gloo;
mod maybe_send;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
mod reqwest;

#[cfg(target_arch = "wasm32")]
pub use abort::until_aborted;
pub use boxed::{BoxClient, BoxTransport};
#[cfg(target_arch = "wasm32")]
pub use fetch::{Fetch, Thrown};
#[cfg(target_arch = "wasm32")]
pub use gloo::GlooNet;
pub(crate) use maybe_send::Fetches;
pub use maybe_send::{BoxFuture, MaybeSend, MaybeSync};
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub use reqwest::Reqwest;

use super::error::{ABORTED, BoxError, ErrorCode};
use super::headers::Headers;
use crate::model::Value;
use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

/// A call of a transport: a GET of `url` with [`headers`](Call::headers).
///
/// ```
/// use product_pool::client::Call;
///
/// /// What a transport writes into its log: the token is in the headers alone.
/// fn line(call: &Call<'_>) -> String {
///     format!("{} {} (attempt {})", call.operation(), call.url(), call.attempt())
/// }
/// ```
pub struct Call<'a> {
    pub(in crate::client) operation: &'static str,
    pub(in crate::client) attempt: u32,
    pub(in crate::client) url: &'a str,
    pub(in crate::client) authorization: Option<&'a str>,
    pub(in crate::client) timeout: Option<Duration>,
    pub(in crate::client) revalidates: bool,
}

impl<'a> Call<'a> {
    /// The name of the operation in JavaScript, such as `getProduct`; `get` for
    /// [`Request::get`](crate::client::Request::get).
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// The number of the attempt, from 1. With another token the same attempt is made
    /// again.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// The percent-encoded URL; relative to the page's if the base URL is.
    pub fn url(&self) -> &'a str {
        self.url
    }

    /// The only headers to send: any other would require a CORS preflight,
    /// which services reject.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, &'a str)> + use<'a> {
        let authorization = self.authorization.map(|value| ("Authorization", value));
        [("Accept", "application/json")]
            .into_iter()
            .chain(authorization)
    }

    /// The timeout of the whole response; `None` for no timeout.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Whether a cache on the way must confirm its response with the service: the cache mode
    /// `no-cache` of `fetch`.
    pub fn revalidates(&self) -> bool {
        self.revalidates
    }
}

impl fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the headers, which contain the token.
        f.debug_struct("Call")
            .field("operation", &self.operation)
            .field("attempt", &self.attempt)
            .field("url", &self.url)
            .field("timeout", &self.timeout)
            .finish()
    }
}

/// The body of a response: text, which in a browser stays a JavaScript string
/// until Rust reads it.
///
/// ```
/// use product_pool::client::Body;
///
/// let body = Body::from(r#"{"data": {}}"#);
/// assert_eq!(body.text(), r#"{"data": {}}"#);
/// ```
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

    /// The body as JSON, as far as an error may quote it; null if it is not
    /// JSON.
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::client) fn tree(&self) -> Value {
        Value::parse(&self.text()).unwrap_or_default()
    }

    /// The body as JSON, as far as an error may quote it; null if it is not
    /// JSON. The engine parses it, so that a page that only makes requests does
    /// not load a parser.
    #[cfg(target_arch = "wasm32")]
    pub(in crate::client) fn tree(&self) -> Value {
        fetch::tree(&self.engine())
    }

    /// The text as a JavaScript string.
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

/// A response with any status. Clones share the body.
///
/// ```
/// use product_pool::client::{Headers, TransportResponse};
///
/// let body = r#"{"errors": [{"code": "too_many"}]}"#;
/// let busy = TransportResponse::new(429, body).with_headers([("Retry-After", "7")]);
/// assert_eq!(busy.headers.get("retry-after").as_deref(), Some("7"));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TransportResponse {
    /// The status.
    pub status: u16,
    /// The visible headers: in a page CORS hides most.
    pub headers: Headers,
    /// The body.
    pub body: Body,
}

impl TransportResponse {
    /// A response without headers.
    pub fn new(status: u16, body: impl Into<Body>) -> Self {
        TransportResponse {
            status,
            headers: Headers::default(),
            body: body.into(),
        }
    }

    /// This response with headers, by their names.
    #[must_use]
    pub fn with_headers<N, V>(mut self, headers: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        self.headers = headers.into_iter().collect();
        self
    }
}

/// The reason why there is no response. An error of another library is one with `.into()`,
/// as is a text, and becomes the [`source`](std::error::Error::source) of the client's
/// error.
///
/// ```
/// use product_pool::client::TransportError;
/// use std::error::Error as _;
/// use std::io;
///
/// /// The error of another library becomes the source of the client's.
/// fn failed(error: io::Error) -> TransportError {
///     match error.kind() {
///         io::ErrorKind::TimedOut => TransportError::Timeout,
///         _ => TransportError::Network(error.into()),
///     }
/// }
///
/// let error = failed(io::ErrorKind::ConnectionRefused.into());
/// assert_eq!(error.to_string(), "the service could not be reached");
/// assert_eq!(error.source().unwrap().to_string(), "connection refused");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum TransportError {
    /// The timeout ended.
    Timeout,
    /// The caller aborted the call.
    Aborted,
    /// The service could not be reached, for this reason.
    Network(BoxError),
    /// Nothing could be sent, for this reason.
    NotSent(BoxError),
    /// What arrived is not a response.
    InvalidResponse(BoxError),
}

impl TransportError {
    /// What went wrong, without the reason.
    pub(in crate::client) const fn what(&self) -> &'static str {
        match self {
            TransportError::Timeout => "no answer came in time",
            TransportError::Aborted => ABORTED,
            TransportError::Network(_) => "the service could not be reached",
            TransportError::NotSent(_) => "the request could not be made",
            TransportError::InvalidResponse(_) => "there is no answer",
        }
    }

    /// Whether another attempt may succeed.
    pub(in crate::client) const fn is_transient(&self) -> bool {
        matches!(self, TransportError::Timeout | TransportError::Network(_))
    }

    /// The code of the client's error for it.
    pub(in crate::client) const fn code(&self) -> ErrorCode {
        match self {
            TransportError::Timeout => ErrorCode::Timeout,
            TransportError::Aborted => ErrorCode::Aborted,
            TransportError::Network(_) => ErrorCode::Network,
            TransportError::NotSent(_) => ErrorCode::InvalidArgument,
            TransportError::InvalidResponse(_) => ErrorCode::InvalidResponse,
        }
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what())
    }
}

impl std::error::Error for TransportError {
    /// The reason: the error of another library.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TransportError::Timeout | TransportError::Aborted => None,
            TransportError::Network(reason)
            | TransportError::NotSent(reason)
            | TransportError::InvalidResponse(reason) => Some(&**reason),
        }
    }
}

/// The transport of [`PoolClient::new`](super::PoolClient::new): `GlooNet` on
/// WebAssembly, `Reqwest` elsewhere.
#[cfg(target_arch = "wasm32")]
pub type DefaultTransport = GlooNet;

/// The transport of [`PoolClient::new`](super::PoolClient::new): `GlooNet` on
/// WebAssembly, `Reqwest` elsewhere.
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub type DefaultTransport = Reqwest;

/// No transport: without the feature `reqwest` a client needs one of your own.
#[cfg(not(any(feature = "reqwest", target_arch = "wasm32")))]
#[derive(Clone, Debug)]
pub enum DefaultTransport {}

#[cfg(not(any(feature = "reqwest", target_arch = "wasm32")))]
impl Transport for DefaultTransport {
    async fn get(&self, _: &Call<'_>) -> Result<TransportResponse, TransportError> {
        match *self {}
    }

    async fn pause(&self, _: Duration) {
        match *self {}
    }
}

/// A transport, which makes calls: [`DefaultTransport`], `Fetch` with a
/// function of your own, or any type in tests.
///
/// Dropping a future must abort its request. Off WebAssembly transports and their futures
/// are [`Send`], so that the client's futures can be spawned on any executor. Implement it
/// with `async fn`s; [`BoxTransport`] is any of them as one type. One that counts the calls of
/// another:
///
/// ```
/// use product_pool::client::{TransportResponse, Call, TransportError, Transport};
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use std::time::Duration;
///
/// struct Counting<T> {
///     inner: T,
///     calls: AtomicU32,
/// }
///
/// impl<T: Transport> Transport for Counting<T> {
///     async fn get(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
///         self.calls.fetch_add(1, Ordering::Relaxed);
///         self.inner.get(call).await
///     }
///
///     async fn pause(&self, time: Duration) {
///         self.inner.pause(time).await;
///     }
/// }
/// ```
pub trait Transport: MaybeSend + MaybeSync {
    /// Makes a call and reads the whole response, whatever its status.
    ///
    /// # Errors
    /// A [`TransportError`] if there is no response.
    fn get(
        &self,
        call: &Call<'_>,
    ) -> impl Future<Output = Result<TransportResponse, TransportError>> + MaybeSend;

    /// Waits, before another attempt or for a timeout.
    fn pause(&self, time: Duration) -> impl Future<Output = ()> + MaybeSend;

    /// A random number from 0 to 1, so that clients that failed at the same
    /// time do not retry at the same time. Only tests need one that is not random.
    fn random(&self) -> f64 {
        #[cfg(target_arch = "wasm32")]
        return js_sys::Math::random();
        #[cfg(not(target_arch = "wasm32"))]
        return random();
    }
}

/// A random number from 0 to 1.
#[cfg(not(target_arch = "wasm32"))]
fn random() -> f64 {
    use std::hash::BuildHasher as _;
    let bits = std::hash::RandomState::new().hash_one(std::time::SystemTime::now());
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(not(target_arch = "wasm32"))]
#[cfg(test)]
mod tests {
    use super::random;

    #[test]
    fn chance_stays_within_its_bounds_and_varies() {
        let numbers: Vec<f64> = (0..100).map(|_| random()).collect();
        assert!(numbers.iter().all(|number| (0.0..1.0).contains(number)));
        assert!(numbers.iter().any(|number| *number < 0.4));
        assert!(numbers.iter().any(|number| *number > 0.6));
    }
}
