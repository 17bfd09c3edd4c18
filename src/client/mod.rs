//! The client: requests to the service, its responses and its errors.
//!
//! A [`Request`] is plain data, a [`Transport`] carries it, and [`PoolClient`]
//! combines the two: it has the base URL and the token, retries transient
//! failures, and turns a response into a record of [`model`] or
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
//!
//! # pool::run(async |client| {
//! let mut products = client.products(&ListProducts::new().manufacturer(7));
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

use crate::model::{
    self, Brand, CatalogPage, FeatureImage, ImagePage, Label, Manufacturer, Product, ProductPage,
};

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

    /// List Products: one page. [`products`](Self::products) is a stream of
    /// all.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use product_pool::client::ListProducts;
    ///
    /// # pool::run(async |client| {
    /// let options = ListProducts::new().manufacturer(7).limit(1);
    /// let first = client.list_products(&options).await?;
    /// assert_eq!(first.items().next().unwrap().name(), Some("Oat drink"));
    ///
    /// let cursor = first.next().expect("there are two pages");
    /// let second = client.list_products(&options.cursor(cursor)).await?;
    /// assert_eq!(second.items().next().unwrap().name(), Some("Tomato soup"));
    /// assert_eq!(second.next(), None);
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::InvalidArgument`] as for
    /// [`Request::list_products`].
    pub async fn list_products(&self, options: &ListProducts) -> Result<ProductPage, Error> {
        self.send(&Request::list_products(options)?)
            .await?
            .decode(ProductPage::from_json)
    }

    /// Get Product: the product with this `pool_id`.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// match client.get_product("no-such-id").await {
    ///     Ok(product) => println!("{}", product.name().unwrap_or("?")),
    ///     Err(error) if error.is_not_found() => println!("no such product"),
    ///     Err(error) => return Err(error.into()),
    /// }
    /// assert_eq!(client.get_product("0f9a").await?.name(), Some("Oat drink"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::InvalidArgument`] for an empty id.
    pub async fn get_product(&self, product: &str) -> Result<Product, Error> {
        self.get_product_with(product, &GetProduct::new()).await
    }

    /// Get Product with parameters, such as an earlier version.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use product_pool::client::GetProduct;
    ///
    /// # pool::run(async |client| {
    /// let version = GetProduct::new().version("2");
    /// let second = client.get_product_with("0f9a", &version).await?;
    /// assert_eq!(second.data().version().get(), Some("2"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// As [`get_product`](Self::get_product).
    pub async fn get_product_with(
        &self,
        product: &str,
        options: &GetProduct,
    ) -> Result<Product, Error> {
        self.send(&Request::get_product(product, options)?)
            .await?
            .decode(Product::from_json)
    }

    /// List Manufacturers: a page, from 1.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// let page = client.list_manufacturers(None).await?;
    /// assert_eq!(page.items().next().unwrap().data().name().get(), Some("Bellwether"));
    /// assert_eq!(page.next_page(), None);
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::InvalidArgument`] for the page 0.
    pub async fn list_manufacturers(
        &self,
        page: Option<u64>,
    ) -> Result<model::Page<Manufacturer>, Error> {
        self.send(&Request::list_manufacturers(page)?)
            .await?
            .decode(model::Page::from_json)
    }

    /// Get Manufacturer: the manufacturer with this id.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// let maker = client.get_manufacturer(7).await?;
    /// assert_eq!(maker.data().name().get(), Some("Bellwether"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// Any [`ErrorCode`] but [`ErrorCode::InvalidArgument`].
    pub async fn get_manufacturer(&self, manufacturer: u64) -> Result<Manufacturer, Error> {
        self.send(&Request::get_manufacturer(manufacturer))
            .await?
            .decode(Manufacturer::from_json)
    }

    /// List Brands: a page of a manufacturer's brands, from 1.
    ///
    /// # Errors
    /// As [`list_manufacturers`](Self::list_manufacturers).
    pub async fn list_brands(
        &self,
        manufacturer: u64,
        page: Option<u64>,
    ) -> Result<model::Page<Brand>, Error> {
        self.send(&Request::list_brands(manufacturer, page)?)
            .await?
            .decode(model::Page::from_json)
    }

    /// Get Brand: a manufacturer's brand with this id.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// let brand = client.get_brand(7, 12).await?;
    /// assert_eq!(brand.data().name().get(), Some("Bellwether Oats"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// Any [`ErrorCode`] but [`ErrorCode::InvalidArgument`].
    pub async fn get_brand(&self, manufacturer: u64, brand: u64) -> Result<Brand, Error> {
        self.send(&Request::get_brand(manufacturer, brand))
            .await?
            .decode(Brand::from_json)
    }

    /// List Product Images: a page of the product's images.
    /// [`images`](Self::images) is a stream of all.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// let images = client.list_images("0f9a").await?;
    /// let first = images.items().next().unwrap();
    /// assert_eq!(first.data().url().get(), Some("https://img.example/1.png"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// As [`get_product`](Self::get_product).
    pub async fn list_images(&self, product: &str) -> Result<ImagePage, Error> {
        self.list_images_with(product, &ListImages::new()).await
    }

    /// List Product Images with parameters, such as a wholesaler's.
    ///
    /// # Errors
    /// As [`get_product`](Self::get_product).
    pub async fn list_images_with(
        &self,
        product: &str,
        options: &ListImages,
    ) -> Result<ImagePage, Error> {
        self.send(&Request::list_images(product, options)?)
            .await?
            .decode(ImagePage::from_json)
    }

    /// Get Product Feature Image: the image the brand owner chose; with
    /// `wholesaler`, of that wholesaler's images too.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// # pool::run(async |client| {
    /// let image = client.get_feature_image("0f9a", None).await?;
    /// assert_eq!(image.data().url().get(), Some("https://img.example/1.png"));
    /// # Ok(())
    /// # });
    /// ```
    ///
    /// # Errors
    /// As [`get_product`](Self::get_product).
    pub async fn get_feature_image(
        &self,
        product: &str,
        wholesaler: Option<u64>,
    ) -> Result<FeatureImage, Error> {
        let request = Request::get_feature_image(product, wholesaler)?;
        self.send(&request).await?.decode(FeatureImage::from_json)
    }

    /// List Catalog Products: a page of a wholesaler's products, by the
    /// wholesaler's own codes. [`catalog_products`](Self::catalog_products) is a
    /// stream of all.
    ///
    /// Experimental: the service's documentation mentions wholesaler catalogs, but
    /// does not show them. The path, the parameters and the fields were gathered
    /// from public documentation of services of this family.
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::Forbidden`] for the catalog of another
    /// wholesaler.
    pub async fn list_catalog_products(
        &self,
        wholesaler: u64,
        options: &ListCatalogProducts,
    ) -> Result<CatalogPage, Error> {
        self.send(&Request::list_catalog_products(wholesaler, options)?)
            .await?
            .decode(CatalogPage::from_json)
    }

    /// Get Catalog Product: the product with this code of the wholesaler, in the
    /// version that has the code, which may be older than the newest.
    ///
    /// Experimental, as [`list_catalog_products`](Self::list_catalog_products) is;
    /// the path is an assumption.
    ///
    /// # Errors
    /// Any [`ErrorCode`]; [`ErrorCode::InvalidArgument`] for a code that is empty
    /// or has `.` or `..` as a segment of a path.
    pub async fn get_catalog_product(&self, wholesaler: u64, code: &str) -> Result<Product, Error> {
        self.send(&Request::get_catalog_product(wholesaler, code)?)
            .await?
            .decode(Product::from_json)
    }

    /// List Labels: a page of the account's own labels, from 1.
    /// [`labels`](Self::labels) is a stream of all.
    ///
    /// Experimental, as [`list_catalog_products`](Self::list_catalog_products) is.
    ///
    /// # Errors
    /// As [`list_manufacturers`](Self::list_manufacturers).
    pub async fn list_labels(&self, page: Option<u64>) -> Result<model::Page<Label>, Error> {
        self.send(&Request::list_labels(page)?)
            .await?
            .decode(model::Page::from_json)
    }

    /// Get Label: the account's label with this id.
    ///
    /// Experimental, as [`list_catalog_products`](Self::list_catalog_products) is.
    ///
    /// # Errors
    /// Any [`ErrorCode`] but [`ErrorCode::InvalidArgument`].
    pub async fn get_label(&self, label: u64) -> Result<Label, Error> {
        self.send(&Request::get_label(label))
            .await?
            .decode(Label::from_json)
    }
}

#[cfg(test)]
mod tests;
