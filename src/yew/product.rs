//! Hooks that request a product and its images.

use super::pool::{Pool, use_pool};
use super::request::{RequestState, UseRequest, use_request, use_request_of, use_request_suspense};
use crate::client::{Error, GetProduct, ListImages, PoolClient, Reply, Request};
use crate::gtin::Gtin;
use crate::model::{FeatureImage, ImagePage, Product};
use yew::html::IntoPropValue;
use yew::prelude::*;
use yew::suspense::SuspensionResult;

/// The header in which a gateway states since when it could not check a response.
const STALE: &str = "x-product-pool-stale";

/// Which product to request. A text is a GTIN, as typed or scanned.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ProductKey {
    /// The one with this GTIN.
    Gtin {
        /// The GTIN, as typed or scanned: that of the case, or through a gateway that of a
        /// component.
        gtin: AttrValue,
        /// A version other than the newest.
        version: Option<AttrValue>,
    },
    /// The one with this `pool_id`.
    Id {
        /// The `pool_id`.
        id: AttrValue,
        /// A version other than the newest.
        version: Option<AttrValue>,
    },
}

impl ProductKey {
    /// The product with this `pool_id`.
    pub fn id(id: impl Into<AttrValue>) -> ProductKey {
        let (id, version) = (id.into(), None);
        ProductKey::Id { id, version }
    }
}

/// Makes texts and GTINs keys.
macro_rules! gtins {
    ($($kind:ty: $text:expr;)*) => {$(
        impl From<$kind> for ProductKey {
            fn from(gtin: $kind) -> ProductKey {
                let (gtin, version) = ($text(gtin), None);
                ProductKey::Gtin { gtin, version }
            }
        }
    )*};
}

gtins! {
    AttrValue: AttrValue::from;
    &AttrValue: AttrValue::clone;
    String: AttrValue::from;
    &str: |gtin: &str| AttrValue::from(gtin.to_owned());
    Gtin: |gtin: Gtin| AttrValue::from(gtin.to_string());
}

/// What a hook takes as a key: anything that is a [`ProductKey`], or an `Option` of it.
pub trait IntoKey {
    /// The key, if there is one.
    fn into_key(self) -> Option<ProductKey>;
}

impl<T: Into<ProductKey>> IntoKey for T {
    fn into_key(self) -> Option<ProductKey> {
        Some(self.into())
    }
}

impl<T: Into<ProductKey>> IntoKey for Option<T> {
    fn into_key(self) -> Option<ProductKey> {
        self.map(Into::into)
    }
}

/// A product that a hook has requested.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LoadedProduct {
    /// The product.
    pub product: Product,
    /// The GTIN by which it was found.
    pub gtin: Option<Gtin>,
    /// Since when a gateway could not check it with the supplier, such as
    /// `2026-01-31T12:00:00Z`.
    pub stale: Option<String>,
}

impl LoadedProduct {
    fn read(reply: &Reply) -> Result<LoadedProduct, Error> {
        Ok(LoadedProduct {
            product: reply.decode(Product::from_json)?,
            gtin: None,
            stale: reply.headers().get(STALE),
        })
    }

    fn has_version(&self, version: &str) -> bool {
        self.product.data().version().get() == Some(version)
    }
}

/// Requests a product: by GTIN, or as [`ProductKey::id`] by its `pool_id`. It is requested
/// again when the key changes; while the key is equal, it is not. The request is aborted when
/// the key changes or the component is removed. The key may be an `Option`: without one, nothing
/// is requested.
///
/// ```
/// use product_pool::yew::{RequestState, use_product};
/// use yew::prelude::*;
///
/// #[component]
/// fn Name() -> Html {
///     let request = use_product("09520000000004");
///     match &request.state {
///         RequestState::Ready(loaded) => {
///             html! { loaded.product.data().general().product_name().get().unwrap_or("…") }
///         }
///         RequestState::Failed(error) => html! { error.message() },
///         _ => html! { "…" },
///     }
/// }
/// ```
#[hook]
pub fn use_product(key: impl IntoKey) -> UseRequest<LoadedProduct> {
    use_request(key.into_key(), product)
}

/// The same for a component that Yew suspends until there is a response or an error, as
/// [`use_request_suspense`] does.
///
/// ```
/// use product_pool::card::Panel;
/// use product_pool::yew::{ProductPanel, use_product_suspense};
/// use yew::prelude::*;
///
/// #[component]
/// fn Allergens() -> HtmlResult {
///     let request = use_product_suspense("09520000000004")?;
///     Ok(match request.ready() {
///         Some(product) => html! { <ProductPanel panel={Panel::Allergens} {product}/> },
///         None => html! { "Check the label." },
///     })
/// }
/// ```
#[hook]
pub fn use_product_suspense(
    key: impl Into<ProductKey>,
) -> SuspensionResult<UseRequest<LoadedProduct>> {
    use_request_suspense(key.into(), product)
}

/// The images of a product.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LoadedImages {
    /// The feature image, if the product has one.
    pub feature: Option<FeatureImage>,
    /// The list of all images.
    pub all: Option<ImagePage>,
}

/// Requests the images of the product with this `pool_id`, as [`use_product`] does a product.
/// Many products have none, which is no error.
///
/// ```
/// use product_pool::card::Panel;
/// use product_pool::yew::{ProductPanel, use_images, use_product};
/// use yew::prelude::*;
///
/// #[component]
/// fn Pictures() -> Html {
///     let request = use_product("09520000000004");
///     let product = request.ready();
///     let id = product.and_then(|loaded| loaded.product.data().pool_id().get());
///     let images = use_images(id.map(str::to_owned)).ready().cloned();
///     match product {
///         Some(product) => html! { <ProductPanel panel={Panel::Gallery} {product} {images}/> },
///         None => html! { "…" },
///     }
/// }
/// ```
#[hook]
pub fn use_images(id: impl IntoPropValue<Option<AttrValue>>) -> UseRequest<LoadedImages> {
    let pool = use_pool();
    let needs = Needs {
        feature: true,
        all: true,
    };
    let (feature, all) = use_images_of(&pool, id.into_prop_value(), None, needs);
    let images = LoadedImages::of(&feature, &all);
    let state = match (feature.state, all.state) {
        (RequestState::Failed(error), _) | (_, RequestState::Failed(error)) => {
            RequestState::Failed(error)
        }
        (RequestState::Ready(_), RequestState::Ready(_)) => RequestState::Ready(images),
        (RequestState::Idle, _) => RequestState::Idle,
        _ => RequestState::Loading,
    };
    let retry = use_callback((feature.retry, all.retry), |(), (feature, all)| {
        feature.emit(());
        all.emit(());
    });
    UseRequest { state, retry }
}

/// A request for images that a product may not have.
type ImageRequest<T> = UseRequest<Option<T>>;

impl LoadedImages {
    /// Those that are there already.
    pub(super) fn of(
        feature: &ImageRequest<FeatureImage>,
        all: &ImageRequest<ImagePage>,
    ) -> LoadedImages {
        LoadedImages {
            feature: feature.ready().cloned().flatten(),
            all: all.ready().cloned().flatten(),
        }
    }
}

/// Which images are needed.
#[derive(Clone, Copy)]
pub(super) struct Needs {
    pub(super) feature: bool,
    pub(super) all: bool,
}

/// Requests the images that are needed of the product with this id, once it is known.
#[hook]
pub(super) fn use_images_of(
    pool: &Pool,
    id: Option<AttrValue>,
    wholesaler: Option<u64>,
    needs: Needs,
) -> (ImageRequest<FeatureImage>, ImageRequest<ImagePage>) {
    let key = id.map(|id| (id, wholesaler));
    let feature = key.clone().filter(|_| needs.feature);
    let all = key.filter(|_| needs.all);
    let feature = use_request_of(pool, feature, feature_image);
    let all = use_request_of(pool, all, all_images);
    (feature, all)
}

/// The product whose images are requested, and the wholesaler whose images are wanted as well as
/// the brand owner's.
type ImagesOf = (AttrValue, Option<u64>);

async fn feature_image(
    (id, wholesaler): ImagesOf,
    client: PoolClient,
) -> Result<Option<FeatureImage>, Error> {
    or_none(client.get_feature_image(&id, wholesaler).await)
}

async fn all_images(
    (id, wholesaler): ImagesOf,
    client: PoolClient,
) -> Result<Option<ImagePage>, Error> {
    let options = ListImages {
        wholesaler,
        ..ListImages::default()
    };
    or_none(client.list_images(&id, &options).await)
}

/// What was found; `None` if there is no such thing.
fn or_none<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Err(error) if error.is_not_found() => Ok(None),
        result => result.map(Some),
    }
}

/// Requests a product.
pub(super) async fn product(key: ProductKey, client: PoolClient) -> Result<LoadedProduct, Error> {
    match key {
        ProductKey::Gtin { gtin, version } => {
            let gtin =
                Gtin::from_scan_lenient(&gtin).map_err(|error| Error::argument(error.message()))?;
            let newest = LoadedProduct::read(&client.send_by_gtin(&gtin, false).await?)?;
            let mut found = match version {
                // The service gives versions by identifier only.
                Some(version) if !newest.has_version(&version) => {
                    let data = newest.product.data();
                    let id = data.pool_id().get().unwrap_or_default();
                    version_of(id, Some(version), &client).await?
                }
                _ => newest,
            };
            found.gtin = Some(gtin);
            Ok(found)
        }
        ProductKey::Id { id, version } => version_of(&id, version, &client).await,
    }
}

async fn version_of(
    id: &str,
    version: Option<AttrValue>,
    client: &PoolClient,
) -> Result<LoadedProduct, Error> {
    let options = GetProduct {
        version: version.map(|version| version.to_string()),
        ..GetProduct::default()
    };
    let request = Request::product(id, &options)?;
    LoadedProduct::read(&client.send(&request).await?)
}
