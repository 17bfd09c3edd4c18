//! Hooks that request a product and its images.

use super::browser;
use super::pool::{Pool, use_pool};
use super::request::{UseRequest, use_request};
use crate::card::Record;
use crate::client::{Error, GetProduct, ListImages, PoolClient, Reply, Request};
use crate::gtin::Gtin;
use crate::model::{FeatureImage, ImagePage, Product};
use yew::prelude::*;

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

    fn gtin(gtin: AttrValue) -> ProductKey {
        let version = None;
        ProductKey::Gtin { gtin, version }
    }
}

impl From<&str> for ProductKey {
    fn from(gtin: &str) -> ProductKey {
        ProductKey::gtin(AttrValue::from(gtin.to_owned()))
    }
}

impl From<&AttrValue> for ProductKey {
    fn from(gtin: &AttrValue) -> ProductKey {
        ProductKey::gtin(gtin.clone())
    }
}

impl From<String> for ProductKey {
    fn from(gtin: String) -> ProductKey {
        ProductKey::gtin(gtin.into())
    }
}

impl From<Gtin> for ProductKey {
    fn from(gtin: Gtin) -> ProductKey {
        ProductKey::gtin(gtin.to_string().into())
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

    /// The record of a card, without images.
    pub(super) fn record(&self, language: &str) -> Record {
        let mut record = Record::new(self.product.clone());
        record.gtin = self.gtin;
        let stale = self.stale.as_deref();
        record.stale = stale.map(|stale| browser::instant(stale, language));
        record
    }
}

/// Requests a product: by GTIN, or as [`ProductKey::id`] by its `pool_id`. It is requested
/// again when the key changes; while the key is equal, it is not. The request is aborted when
/// the key changes or the component is removed.
///
/// ```
/// use product_pool::yew::{RequestState, use_product};
/// use yew::prelude::*;
///
/// #[component]
/// fn Name() -> Html {
///     let request = use_product("09520000000004");
///     match &request.state {
///         RequestState::Loading => html! { "…" },
///         RequestState::Ready(loaded) => {
///             html! { loaded.product.data().general().product_name().get().unwrap_or("…") }
///         }
///         RequestState::Failed(error) => html! { error.to_string() },
///     }
/// }
/// ```
#[hook]
pub fn use_product(key: impl Into<ProductKey>) -> UseRequest<LoadedProduct> {
    let pool = use_pool();
    use_request(&pool, Some(key.into()), product)
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
/// Many products have none, so there is no error: what could not be loaded is `None`.
///
/// ```
/// use product_pool::yew::use_images;
/// use yew::prelude::*;
///
/// #[component]
/// fn Picture() -> Html {
///     let images = use_images("a-pool-id");
///     let url = images.feature.and_then(|image| Some(image.data().url().get()?.to_owned()));
///     html! { <img src={url} alt=""/> }
/// }
/// ```
#[hook]
pub fn use_images(id: impl Into<AttrValue>) -> LoadedImages {
    let pool = use_pool();
    use_images_of(
        &pool,
        Some(id.into()),
        None,
        Needs {
            feature: true,
            all: true,
        },
    )
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
) -> LoadedImages {
    let key = id.map(|id| (id, wholesaler));
    let feature = key.clone().filter(|_| needs.feature);
    let all = key.filter(|_| needs.all);
    let feature = use_request(pool, feature, feature_image);
    let all = use_request(pool, all, all_images);
    LoadedImages {
        feature: feature.ready().cloned(),
        all: all.ready().cloned(),
    }
}

/// The product whose images are requested, and the wholesaler whose images are beside the brand
/// owner's.
type ImagesOf = (AttrValue, Option<u64>);

async fn feature_image(
    (id, wholesaler): ImagesOf,
    client: PoolClient,
) -> Result<FeatureImage, Error> {
    client.get_feature_image(&id, wholesaler).await
}

async fn all_images(
    (id, wholesaler): ImagesOf,
    client: PoolClient,
) -> Result<ImagePage, Error> {
    let options = ListImages {
        wholesaler,
        ..ListImages::default()
    };
    client.list_images(&id, &options).await
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
