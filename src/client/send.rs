//! Sending: equal requests are sent once, failures are retried, and all of it ends
//! within the time limit of the call.

use super::answer;
use super::error::{Error, ErrorCode};
use super::first::first;
use super::retry;
use super::shared::{Semaphore, SingleFlight};
use super::token::{IssuedToken, Tokens};
use super::transport::{Answer, Body, Call, Headers, Transport};
use super::{Failure, PoolClient, Request, RetryPolicy};
use crate::model::{DecodeError, Fault};
use std::borrow::Cow;

/// A successful answer and where it came from. Copies share its body.
#[derive(Clone, Debug)]
pub struct Reply {
    url: String,
    answer: Answer,
    /// What was sent, to be hidden should the answer repeat it.
    issued: Option<IssuedToken>,
}

impl Reply {
    /// The URL of the request.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The status, from 200 to 299.
    pub fn status(&self) -> u16 {
        self.answer.status
    }

    /// The headers, as far as they may be known: in a page CORS hides most.
    pub fn headers(&self) -> &Headers {
        &self.answer.headers
    }

    /// The body, which in a browser is still the engine's own string.
    pub fn body(&self) -> &Body {
        &self.answer.body
    }

    /// The text of the body.
    pub fn text(&self) -> Cow<'_, str> {
        self.answer.body.text()
    }

    /// The error of a body that cannot be read.
    pub fn unreadable(&self, reason: &str) -> Error {
        let error = answer::unreadable(&self.answer, reason).with_url(&self.url);
        redacted(error, self.issued.as_ref())
    }

    /// The error of a record that departs from its model where it must not.
    #[cold]
    pub fn departs(&self, faults: Vec<Fault>) -> Error {
        let first = faults.first().map(ToString::to_string).unwrap_or_default();
        let count = faults.len();
        let message = format!("the record departs from the model in {count} places, first {first}");
        Error::new(ErrorCode::InvalidResponse, message)
            .with_status(self.answer.status)
            .with_url(&self.url)
            .with_faults(faults)
    }

    /// Reads the body, and refuses it where it departs from its model at all.
    ///
    /// ```
    /// # use product_pool::client::{Error, PoolClient, Request, Transport};
    /// use product_pool::model::Product;
    ///
    /// # async fn example<T: Transport>(client: PoolClient<T>) -> Result<(), Error> {
    /// let request = Request::product("abc", &Default::default())?;
    /// let reply = client.send(&request).await?;
    /// let product = reply.strict(Product::from_json, Product::faults)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`ErrorCode::InvalidResponse`], with [`Error::faults`] where the body
    /// could be read.
    pub fn strict<R>(
        &self,
        read: fn(&str) -> Result<R, DecodeError>,
        check: fn(&R) -> Vec<Fault>,
    ) -> Result<R, Error> {
        let record = self.decode(read)?;
        let faults = check(&record);
        if faults.is_empty() {
            Ok(record)
        } else {
            Err(self.departs(faults))
        }
    }

    /// Reads the body.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidResponse`] for a body that cannot be read so.
    pub fn decode<R>(&self, read: fn(&str) -> Result<R, DecodeError>) -> Result<R, Error> {
        read(&self.text()).map_err(|error| self.unreadable(&error.to_string()))
    }
}

/// What all copies of a client share.
pub(super) struct Shared {
    pub(super) tokens: Tokens,
    pub(super) semaphore: Semaphore,
    pub(super) flights: SingleFlight<Result<Reply, Error>>,
}

impl<T: Transport> PoolClient<T> {
    /// Makes a request, with all that the other methods do about failures. An
    /// answer without success is an error.
    ///
    /// # Errors
    /// Any [`ErrorCode`].
    pub async fn send(&self, request: &Request) -> Result<Reply, Error> {
        let url = format!("{}{}", self.base.as_str(), request.target());
        let key = self.key(&url);
        let flights = &self.shared.flights;
        let call = flights.run(&key, || self.attempts(&url));
        match self.retry_policy.total_timeout {
            None => call.await,
            Some(limit) => {
                let too_long = async {
                    self.transport.pause(limit).await;
                    let error = answer::failed(Failure::Timeout, Some(limit));
                    Err(error.with_url(&url))
                };
                first(call, too_long).await
            }
        }
    }

    /// Two calls are the same if they ask for the same with equal retry policies.
    fn key(&self, url: &str) -> String {
        let RetryPolicy {
            timeout,
            max_retries,
            ..
        } = self.retry_policy;
        let timeout = timeout.map_or(u64::MAX, super::time::milliseconds);
        format!("{url} {timeout} {max_retries}")
    }

    /// Attempts, one after the other, until one succeeds or none would.
    async fn attempts(&self, url: &str) -> Result<Reply, Error> {
        let tokens = &self.shared.tokens;
        let mut issued = tokens
            .get(None)
            .await
            .map_err(|error| error.with_url(url))?;
        let mut refreshed = false;
        let mut done = 0;
        loop {
            let result = self.attempt(url, issued.as_ref()).await;
            done += 1;
            let (error, outcome) = match result {
                Ok(answer) if (200..300).contains(&answer.status) => {
                    let url = url.to_owned();
                    return Ok(Reply {
                        url,
                        answer,
                        issued,
                    });
                }
                Ok(answer) => {
                    if answer.status == 401 && tokens.can_refresh() && !refreshed {
                        refreshed = true;
                        done -= 1;
                        issued = tokens
                            .get(issued.as_ref())
                            .await
                            .map_err(|error| error.with_url(url))?;
                        continue;
                    }
                    (
                        answer::refused(&answer, issued.is_some()),
                        retry::Outcome::Status(answer.status),
                    )
                }
                Err(failure) => {
                    let outcome = answer::outcome(&failure);
                    (answer::failed(failure, self.retry_policy.timeout), outcome)
                }
            };
            let wait = retry::wait(
                outcome,
                done,
                self.retry_policy.max_retries,
                error.retry_after(),
                self.transport.random(),
            );
            match wait {
                Some(time) => self.transport.pause(time).await,
                None => {
                    let error = error.with_url(url).with_attempts(done);
                    return Err(redacted(error, issued.as_ref()));
                }
            }
        }
    }

    async fn attempt(
        &self,
        url: &str,
        issued: Option<&IssuedToken>,
    ) -> Result<Answer, super::Failure> {
        let _permit = self.shared.semaphore.acquire().await;
        let call = Call {
            url,
            authorization: issued.map(|issued| issued.token.header()),
            timeout: self.retry_policy.timeout,
        };
        self.transport.get(&call).await
    }

    /// Tries requests in turn for as long as the answer is "not found"; the
    /// error of the first speaks for all.
    pub async fn send_first(&self, requests: &[Request]) -> Result<Reply, Error> {
        let mut first = None;
        for request in requests {
            match self.send(request).await {
                Err(error) if error.code() == ErrorCode::NotFound => {
                    first.get_or_insert(error);
                }
                result => return result,
            }
        }
        Err(first.unwrap_or_else(|| Error::argument("there is nothing to fetch for")))
    }
}

/// The error without the token: a service, a proxy or a transport may repeat
/// what it was sent.
#[cold]
fn redacted(error: Error, issued: Option<&IssuedToken>) -> Error {
    match issued {
        Some(issued) => error.map_texts(|text| issued.token.redact(text)),
        None => error,
    }
}
