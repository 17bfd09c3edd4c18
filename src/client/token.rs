//! Access tokens: a fixed one, or one that a function fetches and renews.

use super::base::Token;
use super::error::{BoxError, Error, ErrorCode, Reason};
use super::shared::{Lock, Semaphore};
use super::transport::{BoxFuture, Fetches, MaybeSend, MaybeSync};
use std::fmt;
use std::sync::Arc;

/// The result of a [`Provider`]: a token, or the reason why there is none.
type Provided = BoxFuture<'static, Result<String, BoxError>>;

/// A token provider: an asynchronous function that fetches a token, or says why there is none.
///
/// ```
/// use product_pool::client::{Options, Provider};
///
/// let provider = Provider::new(async || Ok("from the vault".to_owned()));
/// let options = Options::new("https://pool.example").token_provider(provider);
/// ```
#[derive(Clone)]
pub struct Provider(Arc<dyn Fetches<Provided>>);

impl Provider {
    /// A provider that calls `fetch`, one call at a time.
    #[cfg_attr(
        target_arch = "wasm32",
        allow(clippy::arc_with_non_send_sync, reason = "one thread is all there is")
    )]
    pub fn new<F>(fetch: impl Fn() -> F + MaybeSend + MaybeSync + 'static) -> Self
    where
        F: Future<Output = Result<String, BoxError>> + MaybeSend + 'static,
    {
        Provider(Arc::new(move || -> Provided { Box::pin(fetch()) }))
    }

    /// Fetches a token.
    pub(crate) fn fetch(&self) -> Provided {
        self.0.fetch()
    }
}

impl PartialEq for Provider {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Provider")
    }
}

/// The tokens of one client.
pub(super) struct Tokens {
    provider: Option<Provider>,
    last: Lock<Last>,
    /// Allows one call of the provider at a time.
    fetching: Semaphore,
}

/// A token with its number, so that among many calls with a rejected token only
/// the first fetches another.
#[derive(Clone, Debug)]
pub(super) struct IssuedToken {
    pub(super) token: Token,
    number: u32,
}

/// The last result of the provider, or the fixed token.
#[derive(Clone)]
struct Last {
    /// The number of the provider's results so far.
    number: u32,
    answer: Option<Result<Token, Error>>,
}

impl Tokens {
    /// A fixed token, or those of a provider.
    pub(super) fn new(fixed: Option<Token>, provider: Option<Provider>) -> Self {
        Tokens {
            provider,
            last: Lock::new(Last {
                number: 0,
                answer: fixed.map(Ok),
            }),
            fetching: Semaphore::new(1),
        }
    }

    /// The token to send; `refused` is one that the service rejected.
    pub(super) async fn get(
        &self,
        refused: Option<&IssuedToken>,
    ) -> Result<Option<IssuedToken>, Error> {
        let mut latest = self.last.get().clone();
        let number = latest.number;
        let is_usable = matches!(latest.answer, Some(Ok(_)))
            && refused.is_none_or(|refused| refused.number != number);
        if let Some(provider) = &self.provider
            && !is_usable
        {
            let _permit = self.fetching.acquire().await;
            // Calls that waited at the same time share the first one's
            // token.
            latest = self.last.get().clone();
            if latest.number == number {
                latest = Last {
                    number: number.wrapping_add(1),
                    answer: Some(fetch(provider).await),
                };
                self.last.get().clone_from(&latest);
            }
        }
        let number = latest.number;
        match latest.answer {
            Some(token) => Ok(Some(IssuedToken {
                token: token?,
                number,
            })),
            None => Ok(None),
        }
    }

    /// Whether a rejected token can be replaced.
    pub(super) fn can_refresh(&self) -> bool {
        self.provider.is_some()
    }
}

async fn fetch(provider: &Provider) -> Result<Token, Error> {
    let token = provider.fetch().await.and_then(|text| {
        // An invalid token is not an invalid argument of the call.
        Token::parse(&text).map_err(|error| Reason::new(error.message()).into())
    });
    token.map_err(|reason| {
        let text = format!("the token could not be fetched: {reason}");
        Error::new(ErrorCode::Unauthenticated, text)
            .with_source("the token could not be fetched", reason)
    })
}
