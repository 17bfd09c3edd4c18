//! Streams over the items of all pages of a list.

use super::transport::Fetches;
use super::{
    BoxFuture, Error, ListCatalogProducts, ListImages, ListProducts, MAX_LIMIT, MaybeSend,
    MaybeSync, PoolClient, Transport,
};
use crate::model::{Brand, CatalogProduct, Label, ListedImage, ListedProduct, Manufacturer};
use futures_core::Stream;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::vec;

/// A page of a list.
pub(crate) struct Page<I> {
    pub(crate) items: Vec<I>,
    /// What fetches the next page; `None` on the last.
    pub(crate) next: Option<NextPage<I>>,
}

/// What fetches a page, as often as it is called.
pub(crate) type NextPage<I> = Arc<dyn Fetches<Fetching<I>>>;

type Fetching<I> = BoxFuture<'static, Result<Page<I>, Error>>;

/// A [`Stream`] over the items of all pages of a list, which ends after the last
/// item or the first error.
///
/// The next page is fetched while the items of the current one are consumed.
pub struct ItemStream<I> {
    items: vec::IntoIter<I>,
    /// The next page, as far as it has come.
    next: Option<NextPage<I>>,
    fetching: Option<Fetching<I>>,
    fetched: Option<Result<Page<I>, Error>>,
}

impl<I> ItemStream<I> {
    pub(super) fn new(first: NextPage<I>) -> Self {
        ItemStream {
            items: Vec::new().into_iter(),
            next: Some(first),
            fetching: None,
            fetched: None,
        }
    }

    /// What fetches the first page, while the stream has not begun.
    #[cfg(feature = "card")]
    pub(crate) fn into_first_page(self) -> Option<NextPage<I>> {
        self.next
    }
}

// No field is pinned but the future, which is in a box of its own.
impl<I> Unpin for ItemStream<I> {}

impl<I> Stream for ItemStream<I> {
    type Item = Result<I, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(next) = this.next.take() {
                this.fetching = Some(next.fetch());
            }
            if let Some(page) = &mut this.fetching
                && let Poll::Ready(page) = page.as_mut().poll(context)
            {
                this.fetching = None;
                this.fetched = Some(page);
            }
            if let Some(item) = this.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match this.fetched.take() {
                Some(Ok(page)) => {
                    this.items = page.items.into_iter();
                    this.next = page.next;
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None if this.fetching.is_some() => return Poll::Pending,
                None => return Poll::Ready(None),
            }
        }
    }
}

impl<I> fmt::Debug for ItemStream<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemStream")
            .field("buffered", &self.items.len())
            .finish_non_exhaustive()
    }
}

/// The cursor of the next page: none after an empty page, and none that repeats
/// the current one, so that a faulty service cannot cause an endless loop.
pub(super) fn next_cursor(
    next: Option<&str>,
    used: Option<&str>,
    is_empty: bool,
) -> Option<String> {
    next.filter(|next| !is_empty && !next.is_empty() && Some(*next) != used)
        .map(str::to_owned)
}

/// The number of the next page, which does not count unless it exceeds the current one: a
/// service may ignore the parameter `page` and repeat one page.
fn next_number(next: Option<u64>, used: Option<u64>) -> Option<u64> {
    next.filter(|next| Some(*next) > used)
}

/// The pages of a list. `fetch` returns the items at a place of the list, and the place after
/// them unless they are the last.
pub(super) fn pages<C, P, I, F>(
    client: C,
    place: P,
    fetch: impl Fn(C, P) -> F + Clone + MaybeSend + MaybeSync + 'static,
) -> NextPage<I>
where
    C: Clone + MaybeSend + MaybeSync + 'static,
    P: Clone + MaybeSend + MaybeSync + 'static,
    I: 'static,
    F: Future<Output = Result<(Vec<I>, Option<P>), Error>> + MaybeSend + 'static,
{
    Arc::new(move || -> Fetching<I> {
        let (client, place, fetch) = (client.clone(), place.clone(), fetch.clone());
        Box::pin(async move {
            let (items, next) = fetch(client.clone(), place).await?;
            let next = next.map(|next| pages(client, next, fetch));
            Ok(Page { items, next })
        })
    })
}

impl<T: Transport + Clone + 'static> PoolClient<T> {
    /// List Products: all products from `cursor` on, fetched in pages of `limit`
    /// (500 by default).
    ///
    /// ```
    /// # use product_pool::client::{Error, ListProducts, PoolClient, Transport};
    /// use futures_util::TryStreamExt;
    ///
    /// # async fn example<T: Transport + Clone + 'static>(client: PoolClient<T>) -> Result<(), Error> {
    /// let mut products = client.products(&ListProducts::default());
    /// while let Some(product) = products.try_next().await? {
    ///     println!("{:?}", product.data().pool_id().get());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn products(&self, options: &ListProducts) -> ItemStream<ListedProduct> {
        let mut options = options.clone();
        options.limit.get_or_insert(MAX_LIMIT);
        ItemStream::new(pages(
            self.clone(),
            options,
            |client, mut options| async move {
                let page = client.list_products(&options).await?;
                let is_empty = page.items().len() == 0;
                options.cursor = next_cursor(page.next(), options.cursor.as_deref(), is_empty);
                let next = options.cursor.is_some().then_some(options);
                Ok((page.into_items(), next))
            },
        ))
    }

    /// List Product Images: all images of a product.
    pub fn images(&self, product: &str, options: &ListImages) -> ItemStream<ListedImage> {
        let first = (Arc::<str>::from(product), options.clone());
        ItemStream::new(pages(
            self.clone(),
            first,
            |client, (product, mut options)| async move {
                let page = client.list_images(&product, &options).await?;
                options.page = next_number(page.next_page(), options.page);
                let next = options.page.is_some().then_some((product, options));
                Ok((page.into_items(), next))
            },
        ))
    }

    /// List Manufacturers: all manufacturers.
    pub fn manufacturers(&self) -> ItemStream<Manufacturer> {
        ItemStream::new(pages(self.clone(), None, |client, page| async move {
            let list = client.list_manufacturers(page).await?;
            let next = next_number(list.next_page(), page);
            Ok((list.into_items(), next.map(Some)))
        }))
    }

    /// List Brands: all brands of a manufacturer.
    pub fn brands(&self, manufacturer: u64) -> ItemStream<Brand> {
        ItemStream::new(pages(self.clone(), None, move |client, page| async move {
            let list = client.list_brands(manufacturer, page).await?;
            let next = next_number(list.next_page(), page);
            Ok((list.into_items(), next.map(Some)))
        }))
    }

    /// List Catalog Products: all products of a wholesaler's catalog, fetched in
    /// pages of `limit` (500 by default). Experimental.
    pub fn catalog_products(
        &self,
        wholesaler: u64,
        options: &ListCatalogProducts,
    ) -> ItemStream<CatalogProduct> {
        let mut options = options.clone();
        options.limit.get_or_insert(MAX_LIMIT);
        ItemStream::new(pages(
            self.clone(),
            options,
            move |client, mut options| async move {
                let page = client.list_catalog_products(wholesaler, &options).await?;
                options.page = next_number(page.next_page(), options.page);
                let next = options.page.is_some().then_some(options);
                Ok((page.into_items(), next))
            },
        ))
    }

    /// List Labels: all labels of the account. Experimental.
    pub fn labels(&self) -> ItemStream<Label> {
        ItemStream::new(pages(self.clone(), None, |client, page| async move {
            let list = client.list_labels(page).await?;
            let next = next_number(list.next_page(), page);
            Ok((list.into_items(), next.map(Some)))
        }))
    }
}
