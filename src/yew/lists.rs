//! The hooks for lists: a page of products, and lists that load page by page.

use super::pool::{Pool, use_pool};
use super::request::{RequestState, UseRequest, use_request, use_request_of};
use crate::client::{BoxClient, Checkpoint, ItemStream, ListProducts, Page};
use crate::model::{ListedProduct, Manufacturer, ProductPage};
use std::fmt;
use std::rc::Rc;
use yew::prelude::*;

/// Requests a page of products, as [`use_product`](super::use_product) does one product: once
/// while the options are equal. [`use_list`] loads further pages.
///
/// ```
/// use product_pool::card::Variant;
/// use product_pool::client::ListProducts;
/// use product_pool::yew::{ProductCard, use_products};
/// use yew::prelude::*;
///
/// #[component]
/// fn Shelf() -> Html {
///     let request = use_products(&ListProducts::new().limit(24));
///     let items = request.ready().into_iter().flat_map(|page| page.items());
///     let ids = items.filter_map(|item| Some(item.data().pool_id().get()?.to_owned()));
///     html! {
///         for id in ids {
///             <ProductCard key={id.clone()} product_id={id.clone()} variant={Variant::Summary}/>
///         }
///     }
/// }
/// ```
#[hook]
pub fn use_products(options: &ListProducts) -> UseRequest<ProductPage> {
    use_request(Some(options.clone()), async |options, client| {
        client.list_products(&options).await
    })
}

/// A list that a hook has requested, page by page.
///
/// ```
/// use product_pool::yew::{RequestState, use_manufacturers};
/// use yew::prelude::*;
///
/// #[component]
/// fn Makers() -> Html {
///     let list = use_manufacturers();
///     let names = list.items().filter_map(|maker| maker.data().name().get());
///     html! {
///         <>
///             <ul>{ for names.map(|name| html! { <li>{ name.to_owned() }</li> }) }</ul>
///             if let Some(more) = list.more.clone() {
///                 <button onclick={more.reform(|_| ())}>{ "More" }</button>
///             }
///             if let RequestState::Failed(_) = list.state {
///                 <button onclick={list.retry.reform(|_| ())}>{ "Try again" }</button>
///             }
///         </>
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UseList<I> {
    loaded: Loaded<I>,
    /// The state of the request for the latest page.
    pub state: RequestState<()>,
    /// Sends that request again.
    pub retry: Callback<()>,
    /// Requests the next page; `None` on the last, and while a page is being requested.
    pub more: Option<Callback<()>>,
}

impl<I> UseList<I> {
    /// The items of all pages that are there.
    pub fn items(&self) -> impl Iterator<Item = &I> {
        self.loaded.0.iter().flat_map(|page| &page.items)
    }
}

/// The pages of a list so far. It equals its clones only.
struct Loaded<I>(Rc<[Rc<Page<I>>]>);

impl<I> Clone for Loaded<I> {
    fn clone(&self) -> Self {
        Loaded(self.0.clone())
    }
}

impl<I> PartialEq for Loaded<I> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<I> fmt::Debug for Loaded<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pages", self.0.len())
    }
}

/// Requests a list of the client's page by page: the first one while the key is equal, and each
/// further one by [`UseList::more`].
///
/// ```
/// use product_pool::client::ListProducts;
/// use product_pool::yew::use_list;
/// use yew::prelude::*;
///
/// #[component]
/// fn Names() -> Html {
///     let options = ListProducts::new().limit(24);
///     let list = use_list(Some(options), |options, client| client.products(options));
///     let names = list.items().filter_map(|item| item.data().product_name().get());
///     let more = list.more.clone().map(|more| more.reform(|_| ()));
///     html! {
///         <>
///             <ul>{ for names.map(|name| html! { <li>{ name.to_owned() }</li> }) }</ul>
///             <button disabled={more.is_none()} onclick={more}>{ "More" }</button>
///         </>
///     }
/// }
/// ```
#[hook]
pub fn use_list<K, I>(
    key: Option<K>,
    list: impl Fn(&K, &BoxClient) -> ItemStream<I> + Copy + 'static,
) -> UseList<I>
where
    K: Clone + PartialEq + 'static,
    I: 'static,
{
    let pool = use_pool();
    let key = key.map(|key| (key, pool.clone()));
    // The pages after which another is wanted, with what they are pages of.
    let wanted = use_state(|| None::<((K, Pool), Loaded<I>)>);
    let before = wanted.as_ref().filter(|(of, _)| Some(of) == key.as_ref());
    let before = before.map(|(_, pages)| pages.clone());
    let inputs = key.clone().map(|(key, _)| (key, before.clone()));
    let request = use_request_of(&pool, inputs, async move |(key, before), client| {
        let before = before.map_or_else(Vec::new, |before: Loaded<I>| before.0.to_vec());
        let next = match before.last() {
            Some(page) => page.next.clone(),
            None => list(&key, &client).into_first_page(),
        };
        let page = match next {
            Some(next) => Some(Rc::new(next.fetch().await?)),
            None => None,
        };
        Ok(Loaded(before.into_iter().chain(page).collect()))
    });
    let more = use_callback((key, request.ready().cloned()), move |(), (key, pages)| {
        wanted.set(key.clone().zip(pages.clone()));
    });
    let has_more = request
        .ready()
        .and_then(|pages| pages.0.last()?.next.as_ref())
        .is_some();
    UseList {
        loaded: request
            .ready()
            .cloned()
            .or(before)
            .unwrap_or_else(|| Loaded(Rc::default())),
        state: request.state.and_then(|_| Some(())),
        retry: request.retry,
        more: has_more.then_some(more),
    }
}

/// Requests the manufacturers, page by page; see [`UseList`].
#[hook]
pub fn use_manufacturers() -> UseList<Manufacturer> {
    use_list(Some(()), |(), client| client.manufacturers())
}

/// Requests what has changed since a checkpoint, oldest first and page by page; see
/// [`PoolClient::changes`](crate::client::PoolClient::changes).
///
/// ```
/// use product_pool::client::Checkpoint;
/// use product_pool::yew::use_changes;
/// use yew::prelude::*;
///
/// #[component]
/// fn Changed() -> Html {
///     let changes = use_changes(Checkpoint::since("2024-10-12").ok());
///     html! { { changes.items().count() } }
/// }
/// ```
#[hook]
pub fn use_changes(since: Option<Checkpoint>) -> UseList<ListedProduct> {
    use_list(since, |since, client| {
        client.changes(since.clone()).into_pages()
    })
}
