//! Hooks that request a product and its images.

use super::pool::{Pool, use_pool};
use super::request::{UseRequest, use_request};
use super::resource::{ImagesOf, Loaded, LoadedProduct, ProductKey, Resource};
use crate::model::{FeatureImage, ImagePage};
use std::rc::Rc;
use yew::prelude::*;

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
