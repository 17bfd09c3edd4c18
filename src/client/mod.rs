//! The client: requests to the service, its responses and its errors.
//!
//! A [`Request`] is plain data, a [`Transport`] carries it, and [`PoolClient`]
//! combines the two: it has the base URL and the token, retries transient
//! failures, and turns a response into a record of [`model`](crate::model) or
//! an [`Error`]. Deliberately left out: caches, and any header beyond `Accept` and
//! `Authorization`.
//!
//! # Calls
//! - Each operation of the service is a method of [`PoolClient`]; lists also
//!   have streams of all items, such as [`PoolClient::products`].
//! - [`PoolClient::changes`] is the feed of changes since a [`Checkpoint`], which a program
//!   stores to resume.
//! - [`PoolClient::find_by_gtin`] finds a product by a scan, with a
//!   [`GtinIndex`] also by a consumer unit's GTIN.
//!
//! ```
//! # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
//! use futures_util::TryStreamExt as _;
//! use product_pool::client::ListProducts;
//! use product_pool::model::ManufacturerId;
//!
//! # pool::run(async |client| {
//! let mut products = client.products(&ListProducts::new().manufacturer(ManufacturerId(7)));
//! let mut names = Vec::new();
//! while let Some(item) = products.try_next().await? {
//!     names.extend(item.name().map(str::to_owned));
//! }
//! assert_eq!(names, ["Oat drink", "Tomato soup"]);
//! # Ok(())
//! # });
//! ```
//!
//! Equal calls at the same time are one request. At most [`DEFAULT_CONCURRENCY`] requests run at
//! once, each at most [`DEFAULT_TIMEOUT`], a call with its retries at most
//! [`DEFAULT_TOTAL_TIMEOUT`]; [`Options`] changes all of these. Dropping a future aborts its
//! request; on WebAssembly `until_aborted` drops it when an abort signal aborts.
//!
//! # Errors
//! Every call ends in one type, [`Error`], whose [`code`](Error::code) says what to do:
//!
//! ```
//! use product_pool::client::{Error, ErrorCode};
//!
//! fn advice(error: &Error) -> &'static str {
//!     match error.code() {
//!         ErrorCode::NotFound => "no such product",
//!         ErrorCode::Unauthenticated => "renew the token",
//!         ErrorCode::RateLimited | ErrorCode::Timeout | ErrorCode::Network => "try again later",
//!         ErrorCode::InvalidArgument => "a fault of the program",
//!         _ => "report it, with the request's id",
//!     }
//! }
//! # assert_eq!(advice(&Error::invalid_argument("no id")), "a fault of the program");
//! ```
//!
//! It also has the URL, the status, the service's own [`Problem`]s, the number of attempts and,
//! as its [`source`](std::error::Error::source), the error of the transport. No error contains
//! the token.
//!
//! # Transports
//! | transport | where |
//! |---|---|
//! | `GlooNet` | WebAssembly: the default |
//! | `Fetch` | WebAssembly: a `fetch` of your own |
//! | `Reqwest` | native programs, feature `reqwest`: the default |
//! | [`BoxTransport`] | any of them, as one type |
//! | your own [`Transport`] | tests, and anything else that carries a GET |

mod allowance;
mod answer;
mod base;
mod by_gtin;
mod changes;
mod error;
pub(crate) mod first;
mod headers;
mod index;
mod operations;
mod options;
mod pages;
mod request;
mod retry;
mod send;
pub(crate) mod shared;
mod time;
mod token;
mod trace;
mod transport;

pub use crate::operations::MAX_LIMIT;
#[doc(no_inline)]
pub use crate::operations::{CatalogSort, Output, ProductSort, StatusFilter};
pub use allowance::{Allowance, Allowances};
pub use base::{base_url, is_token};
pub use by_gtin::Found;
pub use changes::{Changes, Checkpoint};
pub use error::{BoxError, Error, ErrorCode, Problem, Reason};
pub use headers::Headers;
pub use index::{GtinIndex, IndexedUnit};
pub use options::{
    DEFAULT_CONCURRENCY, DEFAULT_RETRIES, DEFAULT_TIMEOUT, DEFAULT_TOTAL_TIMEOUT, Options,
    RetryPolicy,
};
pub use pages::ItemStream;
#[cfg(feature = "yew")]
pub(crate) use pages::Page;
pub use request::{DateFilter, GetProduct, ListCatalogProducts, ListImages, ListProducts, Request};
pub use retry::LONGEST_RETRY_AFTER;
pub use send::Response;
pub use time::Date;
pub use token::Provider;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub use transport::Reqwest;
pub use transport::{
    Body, BoxClient, BoxFuture, BoxTransport, Call, DefaultTransport, MaybeSend, MaybeSync,
    Transport, TransportError, TransportResponse,
};
#[cfg(target_arch = "wasm32")]
pub use transport::{Fetch, GlooNet, Thrown, until_aborted};

use base::BaseUrl;
use send::Shared;
use shared::{Semaphore, SingleFlight};
use std::fmt;
use std::sync::Arc;

/// A client of a service. Clones are cheap and share the token, the limit of
/// concurrent requests, and the requests in flight.
///
/// ```
/// use product_pool::client::{
///     Call, Options, PoolClient, Transport, TransportError, TransportResponse,
/// };
///
/// /// Answers without a network, for tests.
/// struct Canned;
///
/// impl Transport for Canned {
///     async fn get(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
///         assert_eq!(call.url(), "https://pool.example/v2/products/a%2Fb");
///         Ok(TransportResponse::new(200, r#"{"data": {"pool_id": "a/b"}}"#))
///     }
///
///     async fn pause(&self, _: std::time::Duration) {
///         std::future::pending().await
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), product_pool::client::Error> {
/// let client = PoolClient::with_transport(&Options::new("https://pool.example"), Canned)?;
/// let product = client.get_product("a/b").await?;
/// assert_eq!(product.data().pool_id().get(), Some("a/b"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct PoolClient<T = DefaultTransport> {
    base: Arc<BaseUrl>,
    retry_policy: RetryPolicy,
    revalidates: bool,
    shared: Arc<Shared>,
    transport: T,
}

impl<T> fmt::Debug for PoolClient<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoolClient")
            .field("base_url", &self.base.as_str())
            .field("retry_policy", &self.retry_policy)
            .finish_non_exhaustive()
    }
}

/// Clones are equal.
impl<T> PartialEq for PoolClient<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
            && self.retry_policy == other.retry_policy
            && self.revalidates == other.revalidates
    }
}

#[cfg(any(feature = "reqwest", target_arch = "wasm32"))]
impl PoolClient {
    /// A client with the default transport: gloo-net on WebAssembly, reqwest
    /// elsewhere (feature `reqwest`).
    ///
    /// # Errors
    /// As [`with_transport`](PoolClient::with_transport).
    pub fn new(options: &Options) -> Result<Self, Error> {
        Self::with_transport(options, DefaultTransport::default())
    }
}

impl<T: Clone> PoolClient<T> {
    /// This client with another retry policy, for one call or many.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use product_pool::client::RetryPolicy;
    ///
    /// # pool::run(async |client| {
    /// let impatient = client.with_retry_policy(|policy: &mut RetryPolicy| policy.max_retries = 0);
    /// assert_eq!(impatient.get_product("0f9a").await?.name(), Some("Oat drink"));
    /// # Ok(())
    /// # });
    /// ```
    #[must_use]
    pub fn with_retry_policy(&self, change: impl FnOnce(&mut RetryPolicy)) -> Self {
        let mut other = self.clone();
        change(&mut other.retry_policy);
        other
    }

    /// This client for requests that the browser's own cache does not answer unless the service
    /// confirms that nothing has changed. By default it may answer once more with what is too old,
    /// while it requests something newer. Outside a browser there is no difference.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// let current = client.revalidating();
    /// assert_eq!(current.get_product("0f9a").await?.name(), Some("Oat drink"));
    /// # Ok(())
    /// # });
    /// ```
    #[must_use]
    pub fn revalidating(&self) -> Self {
        PoolClient {
            revalidates: true,
            ..self.clone()
        }
    }

    /// The base URL, without `/v2`.
    pub fn base_url(&self) -> &str {
        self.base.as_str()
    }

    /// Whether it is a [`revalidating`](Self::revalidating) client.
    #[cfg(feature = "yew")]
    pub(crate) fn revalidates(&self) -> bool {
        self.revalidates
    }
}

impl<T: Transport> PoolClient<T> {
    /// A client with a transport.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`] for an invalid base URL, or a token that
    /// is not valid in a header.
    pub fn with_transport(options: &Options, transport: T) -> Result<Self, Error> {
        // There is only one thread on wasm32; elsewhere the state is shared
        // between threads.
        #[allow(clippy::arc_with_non_send_sync)]
        let shared = Arc::new(Shared {
            tokens: options.tokens()?,
            semaphore: Semaphore::new(options.concurrency),
            flights: SingleFlight::new(),
        });
        Ok(PoolClient {
            base: Arc::new(BaseUrl::parse(&options.base_url)?),
            retry_policy: options.retry_policy,
            revalidates: false,
            shared,
            transport,
        })
    }
}

#[cfg(test)]
mod tests;
