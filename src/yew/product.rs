//! The requests for a product and its images.

use super::browser;
use super::pool::{Pool, use_pool};
use super::request::{Loaded, Resource, UseRequest, use_request};
use crate::card::Record;
#[cfg(target_arch = "wasm32")]
use crate::client::{Error, GetProduct, ListImages, PoolClient, Request};
use crate::gtin::Gtin;
use crate::model::{FeatureImage, ImagePage, Product};
use std::rc::Rc;
use yew::prelude::*;

/// The header in which a gateway states since when it could not check a response.
#[cfg(target_arch = "wasm32")]
const STALE: &str = "x-product-pool-stale";

/// Which product to request. A text is a GTIN, as typed or scanned.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ProductKey {
    /// The one with this GTIN, as typed or scanned: that of the case, or through a
    /// gateway that of a component.
    Gtin(AttrValue),
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

impl From<&str> for ProductKey {
    fn from(gtin: &str) -> ProductKey {
        ProductKey::Gtin(AttrValue::from(gtin.to_owned()))
    }
}

impl From<&AttrValue> for ProductKey {
    fn from(gtin: &AttrValue) -> ProductKey {
        ProductKey::Gtin(gtin.clone())
    }
}

impl From<String> for ProductKey {
    fn from(gtin: String) -> ProductKey {
        ProductKey::Gtin(gtin.into())
    }
}

impl From<Gtin> for ProductKey {
    fn from(gtin: Gtin) -> ProductKey {
        ProductKey::Gtin(gtin.to_string().into())
    }
}

/// A product that a hook has requested.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LoadedProduct {
    /// The product.
    pub product: Rc<Product>,
    /// The GTIN by which it was found.
    pub gtin: Option<Gtin>,
    /// Since when a gateway could not check it with the supplier, such as
    /// `2026-01-31T12:00:00Z`.
    pub stale: Option<String>,
}

impl LoadedProduct {
    /// The record of a card, without images.
    pub(super) fn record(&self, language: &str) -> Record {
        let mut record = Record::new(self.product.clone());
        record.gtin = self.gtin;
        let stale = self.stale.as_deref();
        record.stale = stale.map(|it| browser::instant(it, language));
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
    use_product_of(&pool, Some(key.into()))
}

/// Requests a product, if one is given, of a pool.
#[hook]
pub(super) fn use_product_of(pool: &Pool, key: Option<ProductKey>) -> UseRequest<LoadedProduct> {
    let request = use_request(pool, key.map(Resource::Product));
    request.map(|loaded| match loaded {
        Loaded::Product(product) => Some(product),
        _ => None,
    })
}

/// The images of a product.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LoadedImages {
    /// The feature image, if the product has one.
    pub feature: Option<Rc<FeatureImage>>,
    /// The list of all images.
    pub all: Option<Rc<ImagePage>>,
}

/// Which product's images to request, and of which wholesaler beside the brand owner's.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ImagesOf {
    id: AttrValue,
    wholesaler: Option<u64>,
}

#[cfg(target_arch = "wasm32")]
impl Resource {
    /// Requests it.
    pub(super) async fn fetch(self, client: PoolClient) -> Result<Loaded, Error> {
        Ok(match self {
            Resource::Product(key) => Loaded::Product(product(key, &client).await?),
            Resource::FeatureImage(ImagesOf { id, wholesaler }) => {
                Loaded::FeatureImage(Rc::new(client.get_feature_image(&id, wholesaler).await?))
            }
            Resource::Images(ImagesOf { id, wholesaler }) => {
                let options = ListImages {
                    wholesaler,
                    ..ListImages::default()
                };
                Loaded::Images(Rc::new(client.list_images(&id, &options).await?))
            }
        })
    }
}

#[cfg(target_arch = "wasm32")]
async fn product(key: ProductKey, client: &PoolClient) -> Result<LoadedProduct, Error> {
    let (gtin, reply) = match key {
        ProductKey::Gtin(text) => {
            let gtin =
                Gtin::from_scan_lenient(&text).map_err(|error| Error::argument(error.message()))?;
            (Some(gtin), client.send_by_gtin(&gtin, false).await?)
        }
        ProductKey::Id { id, version } => {
            let options = GetProduct {
                version: version.map(|it| it.to_string()),
                ..GetProduct::default()
            };
            let request = Request::product(&id, &options)?;
            (None, client.send(&request).await?)
        }
    };
    Ok(LoadedProduct {
        product: Rc::new(reply.decode(Product::from_json)?),
        gtin,
        stale: reply.headers().get(STALE),
    })
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
///     let url = images.feature.and_then(|it| Some(it.data().url().get()?.to_owned()));
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
    let of = id.map(|id| ImagesOf { id, wholesaler });
    let feature = of.clone().filter(|_| needs.feature);
    let feature = use_request(pool, feature.map(Resource::FeatureImage));
    let all = of.filter(|_| needs.all);
    let all = use_request(pool, all.map(Resource::Images));
    LoadedImages {
        feature: match feature.ready() {
            Some(Loaded::FeatureImage(image)) => Some(image.clone()),
            _ => None,
        },
        all: match all.ready() {
            Some(Loaded::Images(page)) => Some(page.clone()),
            _ => None,
        },
    }
}
