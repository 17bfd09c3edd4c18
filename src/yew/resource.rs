//! What the components request, and how it is fetched.

use super::browser;
use crate::card::Record;
#[cfg(target_arch = "wasm32")]
use crate::client::{Error, GetProduct, ListImages, PoolClient, Request};
use crate::gtin::Gtin;
use crate::model::{FeatureImage, ImagePage, Product};
use std::any::Any;
use std::fmt;
#[cfg(target_arch = "wasm32")]
use std::pin::Pin;
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

/// Which product's images to request, and of which wholesaler beside the brand owner's.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ImagesOf {
    pub(super) id: AttrValue,
    pub(super) wholesaler: Option<u64>,
}

/// What is requested. One type for all requests, so that a page has the code that sends them
/// once.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Resource {
    /// A product.
    Product(ProductKey),
    /// The feature image of a product.
    FeatureImage(ImagesOf),
    /// The list of all images of a product.
    Images(ImagesOf),
    /// Anything else.
    Other(Other),
}

/// A request that its hook brings along, so that an application without the hook has no code
/// for it. One equals its clones only.
#[derive(Clone)]
pub(super) struct Other(Rc<Fetch>);

/// Requests anything of a client.
#[cfg(target_arch = "wasm32")]
type Fetch = dyn Fn(PoolClient) -> Pin<Box<dyn Future<Output = Result<Found, Error>>>>;

/// A server requests nothing.
#[cfg(not(target_arch = "wasm32"))]
type Fetch = dyn Any;

impl Other {
    /// The request that a function makes of a client.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn new<T: 'static>(
        fetch: impl AsyncFn(PoolClient) -> Result<T, Error> + 'static,
    ) -> Other {
        let fetch = Rc::new(fetch);
        Other(Rc::new(move |client| {
            let fetch = fetch.clone();
            Box::pin(async move { Ok(Found(Rc::new(fetch(client).await?))) })
        }))
    }

    /// The request of something.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn new(wanted: impl Any) -> Other {
        Other(Rc::new(wanted))
    }
}

impl PartialEq for Other {
    fn eq(&self, other: &Other) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Other {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Other")
    }
}

/// What was requested otherwise.
#[derive(Clone, Debug)]
pub(super) struct Found(pub(super) Rc<dyn Any>);

impl PartialEq for Found {
    fn eq(&self, other: &Found) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// What the service returned.
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(dead_code, reason = "a server requests nothing")
)]
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Loaded {
    /// The product.
    Product(LoadedProduct),
    /// Its feature image.
    FeatureImage(Rc<FeatureImage>),
    /// Its images.
    Images(Rc<ImagePage>),
    /// Anything else.
    Other(Found),
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
            Resource::Other(Other(fetch)) => Loaded::Other(fetch(client).await?),
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
