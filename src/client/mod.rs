//! The client: requests to a pool, its answers, and its errors.
//!
//! A [`Request`] is plain data, a [`Transport`] carries it, and [`PoolClient`]
//! joins the two: it knows where the service is, holds the token, and turns
//! whatever comes back into a record of [`model`](crate::model) or an
//! [`Error`]. In a browser, a worker or Node the transport is [`Fetch`]; the
//! rest knows no browser. What is deliberately absent: retries, caches, and
//! any header beyond `Accept` and `Authorization`.

#[cfg(target_arch = "wasm32")]
mod abort;
mod answer;
mod base;
mod error;
mod fetch;
mod request;
mod transport;

pub use error::{Error, ErrorCode, Problem};
pub use fetch::Fetch;
pub use request::{GetProduct, ListImages, Output, Request};
pub use transport::{Answer, Call, Failure, Transport};

use crate::gtin::Gtin;
use crate::model::{DecodeError, FeatureImage, ImagePage, Product};
use base::{BaseUrl, Token};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How long an answer may take unless the options say otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// Where the service is and how to ask it.
#[derive(Clone, PartialEq, Eq)]
pub struct Options {
    base_url: String,
    token: Option<String>,
    timeout: Option<Duration>,
}

impl Options {
    /// A service at `base_url`: `https://host`, or in a page also a path on its
    /// own host such as `/pool`, or nothing. A last slash and `/v2` may follow.
    pub fn new(base_url: impl Into<String>) -> Self {
        Options {
            base_url: base_url.into(),
            token: None,
            timeout: Some(DEFAULT_TIMEOUT),
        }
    }

    /// Sends this API token. A gateway that adds the token needs none.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Sends this API token, or none.
    #[must_use]
    pub fn token_if_any(mut self, token: Option<String>) -> Self {
        self.token = token;
        self
    }

    /// How long an answer may take; `None` is without end. 30 s unless set.
    #[must_use]
    pub fn timeout(mut self, timeout: Option<Duration>) -> Self {
        self.timeout = timeout;
        self
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("base_url", &self.base_url)
            .field("token", &self.token.as_ref().map(|_| "hidden"))
            .field("timeout", &self.timeout)
            .finish()
    }
}

/// A client of one service. Clones are cheap and share its settings.
///
/// ```
/// use product_pool::client::{Answer, Call, Failure, Options, PoolClient, Transport};
///
/// #[derive(Clone)]
/// struct Canned;
/// impl Transport for Canned {
///     async fn get(&self, call: &Call<'_>) -> Result<Answer, Failure> {
///         assert_eq!(call.url(), "https://pool.example/v2/products/a%2Fb");
///         let text = r#"{"data": {"pool_id": "a/b"}}"#.to_owned();
///         Ok(Answer { status: 200, text, ..Answer::default() })
///     }
/// }
///
/// # async fn example() -> Result<(), product_pool::client::Error> {
/// let client = PoolClient::with_transport(&Options::new("https://pool.example"), Canned)?;
/// let product = client.get_product("a/b", &Default::default()).await?;
/// assert_eq!(product.data().pool_id().get(), Some("a/b"));
/// # Ok(())
/// # }
/// # let mut example = std::pin::pin!(example());
/// # let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// # assert!(example.as_mut().poll(&mut context).is_ready());
/// ```
#[derive(Clone)]
pub struct PoolClient<T = Fetch> {
    settings: Arc<Settings>,
    transport: T,
}

struct Settings {
    base: BaseUrl,
    token: Option<Token>,
    timeout: Option<Duration>,
}

impl<T> fmt::Debug for PoolClient<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoolClient")
            .field("base_url", &self.settings.base.as_str())
            .field("timeout", &self.settings.timeout)
            .finish_non_exhaustive()
    }
}

/// A successful answer and where it came from.
pub(crate) struct Reply {
    url: String,
    answer: Answer,
}

impl Reply {
    /// The body.
    #[cfg(all(feature = "js", target_arch = "wasm32"))]
    pub(crate) fn text(&self) -> &str {
        &self.answer.text
    }

    /// The error of a body that cannot be read.
    pub(crate) fn unreadable(&self, reason: &str) -> Error {
        answer::unreadable(&self.answer, reason).with_url(&self.url)
    }

    fn decode<R>(&self, read: fn(&str) -> Result<R, DecodeError>) -> Result<R, Error> {
        read(&self.answer.text).map_err(|error| self.unreadable(&error.to_string()))
    }
}

impl<T: Transport> PoolClient<T> {
    /// A client whose calls `transport` makes.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`] for a base URL that is none, or a token
    /// that no header can hold.
    pub fn with_transport(options: &Options, transport: T) -> Result<Self, Error> {
        let settings = Settings {
            base: BaseUrl::parse(&options.base_url)?,
            token: options.token.as_deref().map(Token::parse).transpose()?,
            timeout: options.timeout,
        };
        Ok(PoolClient {
            settings: Arc::new(settings),
            transport,
        })
    }

    /// Get Product by GTIN: the product whose traded unit (the case) has this
    /// GTIN. The form given is asked for first, then the 13- or 14-digit form.
    ///
    /// # Errors
    /// [`ErrorCode::NotFound`] where no form is known; any other code but
    /// [`ErrorCode::InvalidArgument`].
    pub async fn get_product_by_gtin(&self, gtin: &Gtin) -> Result<Product, Error> {
        self.fetch_first(&Request::product_by_gtin(gtin))
            .await?
            .decode(Product::from_json)
    }

    /// Get Product: the product with this `pool_id`.
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::InvalidArgument`] for an empty id.
    pub async fn get_product(&self, product: &str, options: &GetProduct) -> Result<Product, Error> {
        self.fetch(&Request::product(product, options)?)
            .await?
            .decode(Product::from_json)
    }

    /// List Product Images: a page of the product's images.
    ///
    /// # Errors
    /// As [`get_product`](Self::get_product).
    pub async fn list_images(
        &self,
        product: &str,
        options: &ListImages,
    ) -> Result<ImagePage, Error> {
        self.fetch(&Request::images(product, options)?)
            .await?
            .decode(ImagePage::from_json)
    }

    /// Get Product Feature Image: the image the brand owner chose; with
    /// `wholesaler`, of that wholesaler's images too.
    ///
    /// # Errors
    /// As [`get_product`](Self::get_product).
    pub async fn get_feature_image(
        &self,
        product: &str,
        wholesaler: Option<u32>,
    ) -> Result<FeatureImage, Error> {
        let request = Request::feature_image(product, wholesaler)?;
        self.fetch(&request).await?.decode(FeatureImage::from_json)
    }

    /// Tries requests in turn for as long as the answer is "not found"; the
    /// error of the first speaks for all.
    pub(crate) async fn fetch_first(&self, requests: &[Request]) -> Result<Reply, Error> {
        let mut first = None;
        for request in requests {
            match self.fetch(request).await {
                Err(error) if error.is_not_found() => {
                    first.get_or_insert(error);
                }
                result => return result,
            }
        }
        Err(first.unwrap_or_else(|| Error::argument("there is nothing to ask for")))
    }

    /// Makes a request; an answer that is no success is an error.
    pub(crate) async fn fetch(&self, request: &Request) -> Result<Reply, Error> {
        let Settings {
            base,
            token,
            timeout,
        } = &*self.settings;
        let url = [base.as_str(), request.target()].concat();
        let call = Call {
            url: &url,
            authorization: token.as_ref().map(Token::header),
            timeout: *timeout,
        };
        let error = match self.transport.get(&call).await {
            Ok(answer) if (200..300).contains(&answer.status) => return Ok(Reply { url, answer }),
            Ok(answer) => answer::refused(&answer, token.is_some()),
            Err(failure) => answer::failed(failure, *timeout),
        };
        let error = error.with_url(&url);
        Err(match token {
            // A service, a proxy or a transport may repeat what it was sent.
            Some(token) => error.map_texts(|text| token.hide(text)),
            None => error,
        })
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
