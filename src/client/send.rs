//! Sending of requests: equal concurrent requests are sent once, failures are
//! retried, and everything ends within the total timeout of the call.

use super::allowance::Allowances;
use super::answer;
use super::by_gtin::is_unknown_to_index;
use super::error::{Error, ErrorCode};
use super::first::first;
use super::headers::Headers;
use super::retry;
use super::shared::{Semaphore, SingleFlight};
use super::token::{IssuedToken, Tokens};
use super::trace;
use super::transport::{Body, Call, Transport, TransportResponse};
use super::{PoolClient, Request, TransportError};
use crate::model::{DecodeError, Fault, Product, Value};
use std::borrow::Cow;
use std::time::Duration;

/// A successful response and its URL. Clones share the body.
///
/// ```
/// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
/// use product_pool::client::{GetProduct, Request};
///
/// # pool::run(async |client| {
/// let response = client.send(&Request::get_product("0f9a", &GetProduct::new())?).await?;
/// assert_eq!(response.url(), "https://pool.example/v2/products/0f9a");
/// assert_eq!(response.headers().get("X-Quota-Limit").as_deref(), Some("2000"));
/// assert!(response.text().contains("Oat drink"));
/// # Ok(())
/// # });
/// ```
#[derive(Clone, Debug)]
pub struct Response {
    url: String,
    answer: TransportResponse,
    /// The token that was sent, to be redacted should the response repeat it.
    issued: Option<IssuedToken>,
}

impl Response {
    /// The URL of the request.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The status, from 200 to 299.
    pub fn status(&self) -> u16 {
        self.answer.status
    }

    /// The visible headers: in a page CORS hides most.
    pub fn headers(&self) -> &Headers {
        &self.answer.headers
    }

    /// What the account of the token may still request, as the response announces it.
    pub fn allowances(&self) -> Allowances {
        Allowances::from_headers(|name| self.headers().get(name))
    }

    /// The body, which in a browser is still a JavaScript string.
    pub fn body(&self) -> &Body {
        &self.answer.body
    }

    /// The text of the body.
    pub fn text(&self) -> Cow<'_, str> {
        self.answer.body.text()
    }

    /// The error for a body that cannot be read.
    pub fn decode_error(&self, reason: &str) -> Error {
        let error = answer::unreadable(&self.answer, reason).with_url(&self.url);
        redacted(error, self.issued.as_ref())
    }

    /// The error for a record that departs from its model where it must not.
    #[cold]
    pub fn faults_error(&self, faults: Vec<Fault>) -> Error {
        let first = faults.first().map(ToString::to_string).unwrap_or_default();
        let count = faults.len();
        let message = format!("the record departs from the model in {count} places, first {first}");
        let mut error = answer::error(&self.answer, ErrorCode::InvalidResponse, message);
        error.0.faults = faults;
        error.with_url(&self.url)
    }

    /// Decodes the body, and rejects it if it departs from its model at all.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use product_pool::client::{GetProduct, Request};
    /// use product_pool::model::Product;
    ///
    /// # pool::run(async |client| {
    /// let request = Request::get_product("0f9a", &GetProduct::new())?;
    /// let response = client.send(&request).await?;
    /// let product = response.decode_strict(Product::from_json, Product::faults)?;
    /// assert_eq!(product.name(), Some("Oat drink"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// [`ErrorCode::InvalidResponse`], with [`Error::faults`] if the body could
    /// be decoded.
    pub fn decode_strict<R>(
        &self,
        read: fn(&str) -> Result<R, DecodeError>,
        check: fn(&R) -> Vec<Fault>,
    ) -> Result<R, Error> {
        let record = self.decode(read)?;
        let faults = check(&record);
        if faults.is_empty() {
            Ok(record)
        } else {
            Err(self.faults_error(faults))
        }
    }

    /// Decodes the body.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidResponse`] for a body that cannot be decoded.
    pub fn decode<R>(&self, read: fn(&str) -> Result<R, DecodeError>) -> Result<R, Error> {
        read(&self.text()).map_err(|error| self.decode_error(&error.to_string()))
    }

    /// Decodes a product. An empty record is refused: it would look like that of a product about
    /// which nothing is stated.
    pub(crate) fn product(&self) -> Result<Product, Error> {
        let product = self.decode(Product::from_json)?;
        let data = product.body().get("data").and_then(Value::as_object);
        match data.is_some_and(|data| data.iter().next().is_some()) {
            true => Ok(product),
            false => Err(self.decode_error("the record is empty")),
        }
    }
}

/// State shared by all clones of a client.
pub(super) struct Shared {
    pub(super) tokens: Tokens,
    pub(super) semaphore: Semaphore,
    pub(super) flights: SingleFlight<Result<Response, Error>>,
}

impl<T: Transport> PoolClient<T> {
    /// Sends a request with the token, retries and timeouts of the client, as
    /// the other methods do. A response without success is an error.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use product_pool::client::Request;
    /// use product_pool::model::Value;
    ///
    /// # pool::run(async |client| {
    /// let response = client.send(&Request::get("/v2/manufacturers/7", [])?).await?;
    /// assert_eq!(response.status(), 200);
    /// let body = response.decode(|text| Ok(Value::parse(text)?))?;
    /// assert_eq!(body.get("data").unwrap().get("name").unwrap().as_text(), Some("Bellwether"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// Any [`ErrorCode`].
    pub async fn send(&self, request: &Request) -> Result<Response, Error> {
        let url = format!("{}{}", self.base.as_str(), request.target());
        let key = self.key(&url);
        let flights = &self.shared.flights;
        let operation = request.operation();
        let call = flights.run(&key, || {
            trace::in_span(operation, &url, self.attempts(operation, &url))
        });
        match self.retry_policy.total_timeout {
            None => call.await,
            Some(limit) => {
                let too_long = async {
                    self.transport.pause(limit).await;
                    let error = answer::failed(TransportError::Timeout, Some(limit));
                    Err(error.with_url(&url))
                };
                first(call, too_long).await
            }
        }
    }

    /// The single-flight key: calls are equal if their URLs, retry policies and use of the
    /// browser's cache are.
    fn key(&self, url: &str) -> String {
        let policy = &self.retry_policy;
        let timeout = policy.timeout.map_or(u64::MAX, super::time::milliseconds);
        format!(
            "{url} {timeout} {} {}",
            policy.max_retries, self.revalidates
        )
    }

    /// Attempts in sequence, until one succeeds or the retry policy gives up.
    async fn attempts(&self, operation: &'static str, url: &str) -> Result<Response, Error> {
        let tokens = &self.shared.tokens;
        let mut issued = self.token(None, url).await?;
        let mut refreshed = false;
        let mut done = 0;
        loop {
            done += 1;
            let call = Call {
                operation,
                attempt: done,
                url,
                authorization: issued.as_ref().map(|issued| issued.token.header()),
                timeout: self.retry_policy.timeout,
                revalidates: self.revalidates,
            };
            let result = self.attempt(&call).await;
            trace::attempted(&call, &result);
            let (error, is_transient) = match result {
                Ok(answer) if (200..300).contains(&answer.status) => {
                    let url = url.to_owned();
                    return Ok(Response {
                        url,
                        answer,
                        issued,
                    });
                }
                Ok(answer) if answer.status == 401 && tokens.can_refresh() && !refreshed => {
                    refreshed = true;
                    done -= 1;
                    issued = self.token(issued.as_ref(), url).await?;
                    continue;
                }
                Ok(answer) => (
                    answer::refused(&answer, issued.is_some(), self.base.as_str()),
                    retry::is_transient(answer.status),
                ),
                Err(failure) => {
                    let is_transient = failure.is_transient();
                    let error = answer::failed(failure, self.retry_policy.timeout);
                    (error, is_transient)
                }
            };
            match self.wait(is_transient, done, &error) {
                Some(time) => self.transport.pause(time).await,
                None => {
                    // With the one whose token was refused.
                    let sent = done + u32::from(refreshed);
                    let error = error.with_url(url).with_attempts(sent);
                    return Err(redacted(error, issued.as_ref()));
                }
            }
        }
    }

    /// The token for a request; a new one instead of one that was refused.
    async fn token(
        &self,
        refused: Option<&IssuedToken>,
        url: &str,
    ) -> Result<Option<IssuedToken>, Error> {
        let issued = self.shared.tokens.get(refused).await;
        issued.map_err(|error| error.with_url(url))
    }

    /// How long to wait before the next attempt; `None` if there should be none.
    fn wait(&self, is_transient: bool, done: u32, error: &Error) -> Option<Duration> {
        let max_retries = self.retry_policy.max_retries;
        let random = self.transport.random();
        retry::wait(is_transient, done, max_retries, error.retry_after(), random)
    }

    async fn attempt(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
        let _permit = self.shared.semaphore.acquire().await;
        self.transport.get(call).await
    }

    /// Tries requests in turn while the result is [`ErrorCode::NotFound`]; if
    /// all fail so, returns the first error. After such a request, another that
    /// the service refuses as malformed (400 or 422) counts as not found too. A gateway
    /// that knows a GTIN in no form is sent no other.
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::InvalidArgument`] without a request.
    pub async fn send_first(&self, requests: &[Request]) -> Result<Response, Error> {
        let mut first = None;
        for request in requests {
            match self.send(request).await {
                Err(error) if error.code() == ErrorCode::NotFound => {
                    let is_certain = is_unknown_to_index(&error);
                    first.get_or_insert(error);
                    if is_certain {
                        break;
                    }
                }
                Err(error) if first.is_some() && matches!(error.status(), Some(400 | 422)) => {}
                result => return result,
            }
        }
        Err(first.unwrap_or_else(|| Error::invalid_argument("there is no request to send")))
    }
}

/// Redacts the token in an error: a service, a proxy or a transport may repeat
/// it.
#[cold]
fn redacted(error: Error, issued: Option<&IssuedToken>) -> Error {
    match issued {
        Some(issued) => error.map_texts(|text| issued.token.redact(text)),
        None => error,
    }
}
