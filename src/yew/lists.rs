//! The requests for lists: a page of products, the manufacturers.

use super::pool::use_pool;
use super::request::{UseRequest, use_request};
use super::resource::{Loaded, Other, Resource};
use crate::client::ListProducts;
#[cfg(target_arch = "wasm32")]
use crate::client::PoolClient;
use crate::model::{Listing, Manufacturer, ProductPage};
use std::rc::Rc;
use yew::prelude::*;

/// Requests what a function makes the request of, again when the key changes.
#[hook]
fn use_other<K, T>(key: K, request: fn(&K) -> Other) -> UseRequest<Rc<T>>
where
    K: PartialEq + 'static,
    T: PartialEq + 'static,
{
    let pool = use_pool();
    let other = use_memo(key, request);
    let request = use_request(&pool, Some(Resource::Other((*other).clone())));
    request.map(|loaded| match loaded {
        Loaded::Other(found) => found.0.downcast().ok(),
        _ => None,
    })
}

fn products(options: &ListProducts) -> Other {
    let options = options.clone();
    #[cfg(target_arch = "wasm32")]
    let options = async move |client: PoolClient| client.list_products(&options).await;
    Other::new(options)
}

fn manufacturers((): &()) -> Other {
    #[cfg(target_arch = "wasm32")]
    let wanted = async |client: PoolClient| client.list_manufacturers(None).await;
    #[cfg(not(target_arch = "wasm32"))]
    let wanted = ();
    Other::new(wanted)
}

/// Requests a page of products, as [`use_product`](super::use_product) does one product: once
/// while the options are equal.
///
/// ```
/// use product_pool::client::ListProducts;
/// use product_pool::yew::{ProductCard, use_products};
/// use yew::prelude::*;
///
/// #[component]
/// fn Shelf() -> Html {
///     let request = use_products(&ListProducts {
///         limit: Some(24),
///         ..ListProducts::default()
///     });
///     let items = request.ready().into_iter().flat_map(|page| page.items());
///     let ids = items.filter_map(|item| Some(item.pool_id().get()?.to_owned()));
///     html! {
///         for id in ids {
///             <ProductCard key={id.clone()} product_id={id.clone()} variant="summary"/>
///         }
///     }
/// }
/// ```
#[hook]
pub fn use_products(options: &ListProducts) -> UseRequest<Rc<ProductPage>> {
    use_other(options.clone(), products)
}

/// Requests the first page of manufacturers, as [`use_product`](super::use_product) does a
/// product.
#[hook]
pub fn use_manufacturers() -> UseRequest<Rc<Listing<Manufacturer>>> {
    use_other((), manufacturers)
}
