//! Where the token comes from, and when another is asked for.

use super::base::Token;
use super::error::{Error, ErrorCode};
use super::shared::{Flights, Lock};
use crate::words::join;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// The answer of a [`Provider`]: a token, or why there is none.
#[cfg(not(target_arch = "wasm32"))]
pub type Provided = Pin<Box<dyn Future<Output = Result<String, String>> + Send>>;
/// The answer of a [`Provider`]: a token, or why there is none.
#[cfg(target_arch = "wasm32")]
pub type Provided = Pin<Box<dyn Future<Output = Result<String, String>>>>;

#[cfg(not(target_arch = "wasm32"))]
type Ask = dyn Fn() -> Provided + Send + Sync;
#[cfg(target_arch = "wasm32")]
type Ask = dyn Fn() -> Provided;

/// A function that fetches a token from wherever tokens are kept.
///
/// ```
/// use product_pool::client::{Options, Provider};
///
/// let provider = Provider::new(|| Box::pin(async { Ok("from the vault".to_owned()) }));
/// let options = Options::new("https://pool.example").token_provider(provider);
/// ```
#[derive(Clone)]
pub struct Provider(Arc<Ask>);

impl Provider {
    /// A provider that calls `ask`, at most once at a time.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn new(ask: impl Fn() -> Provided + Send + Sync + 'static) -> Self {
        Provider(Arc::new(ask))
    }

    /// A provider that calls `ask`, at most once at a time.
    #[cfg(target_arch = "wasm32")]
    #[allow(clippy::arc_with_non_send_sync, reason = "one thread is all there is")]
    pub fn new(ask: impl Fn() -> Provided + 'static) -> Self {
        Provider(Arc::new(ask))
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
pub(super) enum Tokens {
    None,
    Fixed(Token),
    Asked {
        provider: Provider,
        /// The last one given, and how many were given before it.
        current: Lock<Option<Given>>,
        asking: Flights<Result<Given, Error>>,
    },
}

/// A token and its number, so that of many calls that it failed only the first
/// has another fetched.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) token: Token,
    number: u32,
}

impl Tokens {
    pub(super) fn asked(provider: Provider) -> Self {
        Tokens::Asked {
            provider,
            current: Lock::new(None),
            asking: Flights::new(),
        }
    }

    /// The token to send; `refused` is one that the service did not accept.
    pub(super) async fn get(&self, refused: Option<&Given>) -> Result<Option<Given>, Error> {
        match self {
            Tokens::None => Ok(None),
            Tokens::Fixed(token) => Ok(Some(Given {
                token: token.clone(),
                number: 0,
            })),
            Tokens::Asked {
                provider,
                current,
                asking,
            } => {
                let known = current.get().clone();
                match (known, refused) {
                    (Some(known), None) => return Ok(Some(known)),
                    (Some(known), Some(refused)) if known.number != refused.number => {
                        return Ok(Some(known));
                    }
                    _ => {}
                }
                let number = refused.map_or(0, |refused| refused.number.wrapping_add(1));
                let ask = || async move {
                    let token = (provider.0)().await.and_then(|text| {
                        // A token that is none is not the caller's argument.
                        Token::parse(&text).map_err(|error| error.message().to_owned())
                    });
                    let token = token.map_err(|reason| {
                        Error::new(
                            ErrorCode::Unauthenticated,
                            join(&["the token could not be had: ", &reason]),
                        )
                    })?;
                    let given = Given { token, number };
                    *current.get() = Some(given.clone());
                    Ok(given)
                };
                asking.share("", ask).await.map(Some)
            }
        }
    }

    /// Whether another token may be accepted where one was not.
    pub(super) fn can_refresh(&self) -> bool {
        matches!(self, Tokens::Asked { .. })
    }
}
