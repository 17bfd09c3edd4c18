//! Hooks that request a product and its images.

use super::pool::{Pool, use_pool};
use super::renewal::{Received, Renewal, use_renewal};
use super::request::{RequestState, UseRequest, use_request, use_request_suspense, use_resendable};
use crate::client::{BoxClient, Error, GetProduct, ListImages, Request, Response};
use crate::gtin::Gtin;
use crate::model::{FeatureImage, ImagePage, Object, Product, Value, WholesalerId};
use yew::html::IntoPropValue;
use yew::prelude::*;
use yew::suspense::SuspensionResult;

/// The header in which a gateway states since when it could not check a response.
const STALE: &str = "x-product-pool-stale";

/// Which product to request. A text is a GTIN, as typed or scanned.
///
/// ```
/// use product_pool::yew::{ProductKey, use_product};
/// use yew::prelude::*;
///
/// #[component]
/// fn Names() -> Html {
///     let scanned = use_product("9520000000004");
///     let known = use_product(ProductKey::id("0f9a"));
///     let loaded = [&scanned, &known].map(|request| request.ready());
///     let names = loaded.into_iter().flatten().filter_map(|loaded| loaded.product.name());
///     html! { for name in names { <p>{ name.to_owned() }</p> } }
/// }
/// ```
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

    /// The same product in this version, not in the newest.
    ///
    /// ```
    /// use product_pool::yew::{ProductKey, use_product};
    /// use yew::prelude::*;
    ///
    /// #[component]
    /// fn FirstVersion() -> Html {
    ///     let request = use_product(ProductKey::id("0f9a").with_version("1.0"));
    ///     html! { request.ready().and_then(|loaded| loaded.product.name()).unwrap_or("…") }
    /// }
    /// ```
    #[must_use]
    pub fn with_version(mut self, of_product: impl Into<AttrValue>) -> ProductKey {
        let (ProductKey::Gtin { version, .. } | ProductKey::Id { version, .. }) = &mut self;
        *version = Some(of_product.into());
        self
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
/// No other type implements it.
pub trait IntoKey: Sealed {
    /// The key, if there is one.
    fn into_key(self) -> Option<ProductKey>;
}

mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

impl<T: Into<ProductKey>> Sealed for T {}
impl<T: Into<ProductKey>> Sealed for Option<T> {}

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
///
/// ```
/// use product_pool::label::allergen_report;
/// use product_pool::yew::LoadedProduct;
/// use yew::prelude::*;
///
/// fn summary(loaded: &LoadedProduct) -> Html {
///     let report = allergen_report(&loaded.product);
///     html! {
///         <>
///             { loaded.product.name().unwrap_or("Without a name") }
///             if report.has_conflicts || loaded.stale.is_some() { { " (check the label)" } }
///         </>
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LoadedProduct {
    /// The product.
    pub product: Product,
    /// The GTIN by which it was found.
    pub gtin: Option<Gtin>,
    /// Since when it could not be checked with the supplier, by a gateway or by the page, such as
    /// `2026-01-31T12:00:00Z`.
    pub stale: Option<String>,
    /// When the response arrived; `None` for a product that the application has already.
    pub(super) received: Option<Received>,
}

impl LoadedProduct {
    fn read(reply: &Response, client: &BoxClient) -> Result<LoadedProduct, Error> {
        Ok(LoadedProduct {
            product: reply.product()?,
            gtin: None,
            stale: reply.headers().get(STALE),
            received: Some(Received::now(reply, client.revalidates())),
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
/// A product that is shown for longer than its response holds is requested again, without a change
/// of state meanwhile; where that fails, it is [`stale`](LoadedProduct::stale).
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
    let pool = use_pool();
    use_product_of(&pool, key.into_key(), None)
}

/// The same of a pool, renewed while `place` is near the viewport.
#[hook]
pub(super) fn use_product_of(
    pool: &Pool,
    key: Option<ProductKey>,
    place: Option<&NodeRef>,
) -> UseRequest<LoadedProduct> {
    let (mut request, resend) = use_resendable(pool, key.clone(), product);
    let received = request.ready().and_then(|loaded| loaded.received.clone());
    let renewal = key.zip(received).zip(resend);
    let renewal = renewal.map(|((key, received), resend)| Renewal {
        key: format!("{key:?}"),
        received,
        resend,
        received_of: |found| found.downcast_ref::<LoadedProduct>()?.received.clone(),
    });
    let old_since = use_renewal(pool, place, renewal);
    if let RequestState::Ready(loaded) = &mut request.state
        && loaded.stale.is_none()
    {
        loaded.stale = old_since;
    }
    request
}

/// The same for a component that Yew suspends until there is a response or an error, as
/// [`use_request_suspense`] does. Its product is not renewed.
///
/// ```
/// # mod page { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/yew/examples.rs")); }
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
/// # assert!(page::render::<Allergens>().contains(r#"data-panel="allergens""#));
/// ```
#[hook]
pub fn use_product_suspense(
    key: impl Into<ProductKey>,
) -> SuspensionResult<UseRequest<LoadedProduct>> {
    use_request_suspense(key.into(), product)
}

/// The images of a product.
///
/// ```
/// use product_pool::yew::LoadedImages;
/// use yew::prelude::*;
///
/// fn picture(images: &LoadedImages) -> Html {
///     let feature = images.feature.as_ref();
///     let address = feature.and_then(|image| image.data().url().get()).map(str::to_owned);
///     html! { if let Some(src) = address { <img {src} alt=""/> } }
/// }
/// # assert_eq!(picture(&LoadedImages::default()), html! {});
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LoadedImages {
    /// The feature image, if the product has one; its only image, if there are no others.
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
    let key = id.into_prop_value().map(|id| ImagesKey {
        id,
        wholesaler: None,
        feature: true,
        all: true,
    });
    use_request(key, async |key, client| {
        let (all, feature) = key.request(&client).await?;
        Ok(LoadedImages {
            feature: feature?,
            all,
        })
    })
}

/// Which images to request.
#[derive(Clone, PartialEq)]
pub(super) struct ImagesKey {
    /// The `pool_id` of the product.
    pub(super) id: AttrValue,
    /// The wholesaler whose images are wanted as well as the brand owner's.
    pub(super) wholesaler: Option<WholesalerId>,
    pub(super) feature: bool,
    pub(super) all: bool,
}

impl ImagesKey {
    /// Requests the images, which the product may not have: the list first, for that of a product
    /// without any is a response like others, while a request for its feature image would be an error
    /// on the console of the page. Of several images the list does not say which is the feature
    /// image, and a service may have no list.
    async fn request(
        &self,
        client: &BoxClient,
    ) -> Result<(Option<ImagePage>, Result<Option<FeatureImage>, Error>), Error> {
        let mut options = ListImages::new();
        options.wholesaler = self.wholesaler;
        let list = or_none(client.list_images_with(&self.id, &options).await)?;
        let images = list.as_ref().map(|list| list.items().as_slice());
        let feature = match images {
            _ if !self.feature => Ok(None),
            Some([]) => Ok(None),
            Some([only]) => Ok(of_image(only.body().clone())),
            _ => or_none(client.get_feature_image(&self.id, self.wholesaler).await),
        };
        Ok((list.filter(|_| self.all), feature))
    }
}

/// The response for a feature image.
fn of_image(image: Value) -> Option<FeatureImage> {
    let mut body = Object::default();
    body.push("data", image);
    FeatureImage::try_from(Value::Object(body)).ok()
}

/// Requests images for a card, which does without those that cannot be loaded.
pub(super) async fn images(key: ImagesKey, client: BoxClient) -> Result<LoadedImages, Error> {
    let (all, feature) = key.request(&client).await.unwrap_or((None, Ok(None)));
    Ok(LoadedImages {
        feature: feature.unwrap_or_default(),
        all,
    })
}

/// What was found; `None` if there is no such thing.
fn or_none<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Err(error) if error.is_not_found() => Ok(None),
        result => result.map(Some),
    }
}

/// Requests a product.
pub(super) async fn product(key: ProductKey, client: BoxClient) -> Result<LoadedProduct, Error> {
    match key {
        ProductKey::Gtin { gtin, version } => {
            let gtin = Gtin::from_scan_lenient(&gtin)?;
            let newest = LoadedProduct::read(&client.send_by_gtin(&gtin, false).await?, &client)?;
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
    client: &BoxClient,
) -> Result<LoadedProduct, Error> {
    let mut options = GetProduct::new();
    options.version = version.map(|version| version.to_string());
    let request = Request::get_product(id, &options)?;
    LoadedProduct::read(&client.send(&request).await?, client)
}
