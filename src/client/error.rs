//! The error type of the client.

use super::allowance::Allowances;
use super::headers::Headers;
use crate::gtin::GtinError;
use crate::model::Fault;
use crate::model::table::named;
use std::fmt;
use std::iter;
use std::sync::Arc;
use std::time::Duration;

/// What went wrong where a caller aborted a request.
pub(super) const ABORTED: &str = "the request was aborted";

named! {
    /// The kind of an [`Error`].
    ///
    /// ```
    /// use product_pool::client::{Checkpoint, ErrorCode};
    ///
    /// let error = Checkpoint::since("yesterday").unwrap_err();
    /// assert_eq!(error.code(), ErrorCode::InvalidArgument);
    /// // In logs and metrics:
    /// assert_eq!(error.code().key(), "invalid_argument");
    /// ```
    #[non_exhaustive]
    ErrorCode key: "The code in JavaScript, such as `not_found`." {
        /// 401: the token is missing or not accepted.
        Unauthenticated "unauthenticated",
        /// 403: the token does not allow this resource, such as the catalog of another
        /// wholesaler.
        Forbidden "forbidden",
        /// 404: the resource does not exist, as an answer of the service.
        NotFound "not_found",
        /// 422: the service does not accept a parameter.
        InvalidRequest "invalid_request",
        /// 429: too many requests; see [`Error::retry_after`].
        RateLimited "rate_limited",
        /// No complete response arrived in time.
        Timeout "timeout",
        /// The caller aborted the request.
        Aborted "aborted",
        /// The service could not be reached. In a page, a response without CORS
        /// headers looks the same.
        Network "network",
        /// The response is not as documented. Also a 404 that is not the service's own: the base
        /// URL is probably wrong.
        InvalidResponse "invalid_response",
        /// An argument is invalid; nothing was sent.
        InvalidArgument "invalid_argument",
        /// Any other status that is not a success.
        Http "http",
    }
}

impl ErrorCode {
    /// The code for a status that is not a success.
    pub(super) const fn of_status(status: u16) -> ErrorCode {
        match status {
            401 => ErrorCode::Unauthenticated,
            403 => ErrorCode::Forbidden,
            404 => ErrorCode::NotFound,
            422 => ErrorCode::InvalidRequest,
            429 => ErrorCode::RateLimited,
            _ => ErrorCode::Http,
        }
    }
}

/// Any error, as the cause of one of the client's: `"a reason".into()`, or an error of
/// another library.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A cause in words, for a small WebAssembly: `Reason::new("a reason").into()` is a [`BoxError`].
///
/// Its `Debug` is its text, because that of a string, which `"a reason".into()` has, brings tables
/// of all characters.
///
/// ```
/// use product_pool::client::{BoxError, Reason};
///
/// let error: BoxError = Reason::new("the vault is sealed").into();
/// assert_eq!(error.to_string(), "the vault is sealed");
/// ```
pub struct Reason(String);

impl Reason {
    /// A cause in these words.
    pub fn new(text: impl Into<String>) -> Self {
        Reason(text.into())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Reason {}

/// An entry of `errors` in the body of an error response. By the service's
/// contract every member is a string, but in practice any may be missing.
///
/// ```
/// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
/// # pool::run(async |client| {
/// let error = client.get_product("no-such-id").await.unwrap_err();
/// let problem = &error.errors()[0];
/// assert_eq!(problem.code.as_deref(), Some("not_found"));
/// assert_eq!(problem.detail, None);
/// # Ok(())
/// # });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The status in the body.
    pub status: Option<String>,
    /// The service's own code; its values are not documented.
    pub code: Option<String>,
    /// A short description.
    pub title: Option<String>,
    /// A detailed description.
    pub detail: Option<String>,
}

/// The error of a failed request.
///
/// [`Display`](fmt::Display) is a sentence for developers and never contains
/// the token. It leaves another library's error to [`source`](std::error::Error::source), so
/// that reports of the whole chain say each once; [`Error::message`] has both. Use
/// [`Error::code`] to decide what to do.
///
/// ```
/// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
/// # pool::run(async |client| {
/// let error = client.get_product("no-such-id").await.unwrap_err();
/// assert_eq!(error.status(), Some(404));
/// assert_eq!(error.url(), Some("https://pool.example/v2/products/no-such-id"));
/// assert_eq!(error.request_id(), Some("01J9"));
/// assert_eq!(error.to_string(), "the service found nothing (status 404): Not found");
/// # Ok(())
/// # });
/// ```
#[derive(Clone)]
pub struct Error(pub(super) Box<Inner>);

#[derive(Clone)]
pub(super) struct Inner {
    code: ErrorCode,
    pub(super) message: String,
    pub(super) status: Option<u16>,
    pub(super) errors: Vec<Problem>,
    pub(super) retry_after: Option<Duration>,
    pub(super) headers: Headers,
    attempts: u32,
    pub(super) faults: Vec<Fault>,
    url: Option<String>,
    pub(super) request_id: Option<String>,
    source: Option<Arc<dyn std::error::Error + Send + Sync>>,
    /// The part of the message that is not the source's.
    own: &'static str,
}

impl Error {
    #[cold]
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Error(Box::new(Inner {
            code,
            message: message.into(),
            status: None,
            errors: Vec::new(),
            retry_after: None,
            headers: Headers::default(),
            attempts: 0,
            faults: Vec::new(),
            url: None,
            request_id: None,
            source: None,
            own: "",
        }))
    }

    /// The error of a request that the caller aborted.
    pub(super) fn aborted() -> Self {
        Error::new(ErrorCode::Aborted, ABORTED)
    }

    /// An error of an invalid argument; nothing was sent. For wrappers of the client
    /// that check arguments of their own.
    #[cold]
    pub fn invalid_argument(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidArgument, message)
    }

    /// Adds the number of attempts, if more than one.
    pub(super) fn with_attempts(mut self, attempts: u32) -> Self {
        self.0.attempts = attempts;
        if attempts > 1 {
            self.0.message += &format!("; tried {attempts} times");
        }
        self
    }

    pub(super) fn with_url(mut self, url: &str) -> Self {
        self.0.url = Some(url.to_owned());
        self
    }

    /// Adds the cause, which the message contains after `own`. A [`Reason`] is no more than words,
    /// which the message has.
    pub(super) fn with_source(mut self, own: &'static str, source: BoxError) -> Self {
        if !source.is::<Reason>() {
            self.0.source = Some(source.into());
            self.0.own = own;
        }
        self
    }

    /// Rewrites every text from outside of the client. A cause whose text would have to
    /// change is dropped, because it is another library's.
    pub(super) fn map_texts(mut self, rewrite: impl Fn(&str) -> String) -> Self {
        self.0.message = rewrite(&self.0.message);
        self.0.request_id = self.0.request_id.as_deref().map(&rewrite);
        self.0.source = self.0.source.take().filter(|source| {
            let first: &dyn std::error::Error = &**source;
            iter::successors(Some(first), |error| error.source()).all(|cause| {
                let text = format!("{cause} {cause:?}");
                rewrite(&text) == text
            })
        });
        for problem in &mut self.0.errors {
            let Problem {
                status,
                code,
                title,
                detail,
            } = problem;
            for text in [status, code, title, detail].into_iter().flatten() {
                *text = rewrite(text);
            }
        }
        self
    }

    /// The message, which contains the cause.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The kind of error.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use product_pool::client::ErrorCode;
    ///
    /// # pool::run(async |client| {
    /// let error = client.get_product("no-such-id").await.unwrap_err();
    /// let advice = match error.code() {
    ///     ErrorCode::NotFound => "there is no such product".to_owned(),
    ///     ErrorCode::Unauthenticated => "the token is not accepted".to_owned(),
    ///     ErrorCode::RateLimited => format!("again in {:?}", error.retry_after()),
    ///     _ => error.message().to_owned(),
    /// };
    /// assert_eq!(advice, "there is no such product");
    /// # Ok(())
    /// # });
    /// ```
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// The status of the response; `None` without a response.
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// The `errors` of the response body; empty if it has none.
    pub fn errors(&self) -> &[Problem] {
        &self.0.errors
    }

    /// The wait that the service requested in the header `Retry-After`. In a
    /// page it is only known if the service exposes that header.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// What the account of the token may still request, as the response announces it.
    pub fn allowances(&self) -> Allowances {
        Allowances::from_headers(|name| self.0.headers.get(name))
    }

    /// The visible headers of the response, as they came; none without a response. In a page
    /// CORS hides most. They are no part of the error's texts.
    pub fn headers(&self) -> &Headers {
        &self.0.headers
    }

    /// The number of attempts; 0 if nothing was sent.
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// The departures of the record from its model, if that is the error.
    pub fn faults(&self) -> &[Fault] {
        &self.0.faults
    }

    /// The method of the request: every operation is a GET.
    pub fn method(&self) -> &'static str {
        "GET"
    }

    /// The URL of the request; `None` if none was made.
    pub fn url(&self) -> Option<&str> {
        self.0.url.as_deref()
    }

    /// The id of the request in the response's header `X-Request-Id`, by which the
    /// service's operator finds it. In a page it is only known if the service exposes
    /// that header.
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// Whether the code is [`ErrorCode::NotFound`].
    pub fn is_not_found(&self) -> bool {
        self.0.code == ErrorCode::NotFound
    }
}

/// What was passed as a GTIN is none: [`ErrorCode::InvalidArgument`].
impl From<GtinError> for Error {
    fn from(error: GtinError) -> Self {
        Error::invalid_argument(error.message())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.source {
            Some(_) => self.0.own,
            None => &self.0.message,
        })
    }
}

impl fmt::Debug for Error {
    /// The code, the message, and whatever else is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut error = f.debug_struct("Error");
        error.field("code", &self.code());
        error.field("message", &self.message());
        if let Some(url) = self.url() {
            error.field("url", &url);
        }
        if let Some(status) = self.status() {
            error.field("status", &status);
        }
        if let Some(id) = self.request_id() {
            error.field("request_id", &id);
        }
        if !self.errors().is_empty() {
            error.field("errors", &self.errors());
        }
        if !self.faults().is_empty() {
            error.field("faults", &self.faults());
        }
        error.finish()
    }
}

impl std::error::Error for Error {
    /// The error of the transport or of the token provider, if that is the cause and more than a
    /// [`Reason`].
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.source {
            Some(source) => Some(&**source),
            None => None,
        }
    }
}
