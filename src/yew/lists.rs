//! The requests for lists: a page of products, the manufacturers.

use super::pool::use_pool;
use super::request::{UseRequest, use_request};
use crate::client::{Error, ListProducts, PoolClient};
use crate::model::{Listing, Manufacturer, ProductPage};
use std::rc::Rc;
use yew::prelude::*;

/// Requests a page of products, as [`use_product`](super::use_product) does one product: once
/// while the options are equal.
///
/// ```
/// use product_pool::card::Variant;
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
///             <ProductCard key={id.clone()} product_id={id.clone()} variant={Variant::Summary}/>
///         }
///     }
/// }
/// ```
#[hook]
pub fn use_products(options: &ListProducts) -> UseRequest<ProductPage> {
    let pool = use_pool();
    use_request(&pool, Some(options.clone()), products)
}

/// Requests the first page of manufacturers, as [`use_product`](super::use_product) does a
/// product.
#[hook]
pub fn use_manufacturers() -> UseRequest<Rc<Listing<Manufacturer>>> {
    let pool = use_pool();
    use_request(&pool, Some(()), manufacturers)
}

async fn products(options: ListProducts, client: PoolClient) -> Result<ProductPage, Error> {
    client.list_products(&options).await
}

async fn manufacturers((): (), client: PoolClient) -> Result<Rc<Listing<Manufacturer>>, Error> {
    client.list_manufacturers(None).await.map(Rc::new)
}
