//! Streams over the items of all pages of a list.

use super::{
    Error, ListCatalogProducts, ListImages, ListProducts, MAX_LIMIT, PoolClient, Transport,
};
use crate::model::{Brand, CatalogProduct, Label, ListedProduct, Manufacturer, Value};
use futures_core::Stream;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::vec;

/// The items of a page, and the cursor or number of the next page.
type Page<I, C> = Result<(Vec<I>, Option<C>), Error>;

/// A [`Stream`] over the items of all pages of a list, which ends after the last
/// item or the first error.
///
/// The next page is fetched while the items of the current one are consumed.
pub struct ItemStream<I, C, M, F> {
    fetch: M,
    next_page: NextPage<I, C, F>,
    items: vec::IntoIter<I>,
}

enum NextPage<I, C, F> {
    /// The current page is the last.
    End,
    Fetching(Pin<Box<F>>),
    Fetched(Page<I, C>),
}

impl<I, C, M, F> ItemStream<I, C, M, F>
where
    M: FnMut(Option<C>) -> F,
    F: Future<Output = Page<I, C>>,
{
    fn new(mut fetch: M) -> Self {
        let next_page = NextPage::Fetching(Box::pin(fetch(None)));
        ItemStream {
            fetch,
            next_page,
            items: Vec::new().into_iter(),
        }
    }
}

// The only pinned field is in a box of its own.
impl<I, C, M, F> Unpin for ItemStream<I, C, M, F> {}

impl<I, C, M, F> Stream for ItemStream<I, C, M, F>
where
    M: FnMut(Option<C>) -> F,
    F: Future<Output = Page<I, C>>,
{
    type Item = Result<I, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let NextPage::Fetching(page) = &mut this.next_page
                && let Poll::Ready(page) = page.as_mut().poll(context)
            {
                this.next_page = NextPage::Fetched(page);
            }
            if let Some(item) = this.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match std::mem::replace(&mut this.next_page, NextPage::End) {
                NextPage::End => return Poll::Ready(None),
                NextPage::Fetched(Err(error)) => return Poll::Ready(Some(Err(error))),
                NextPage::Fetched(Ok((items, next))) => {
                    this.items = items.into_iter();
                    if let Some(next) = next {
                        this.next_page = NextPage::Fetching(Box::pin((this.fetch)(Some(next))));
                    }
                }
                fetching @ NextPage::Fetching(_) => {
                    this.next_page = fetching;
                    return Poll::Pending;
                }
            }
        }
    }
}

impl<I, C, M, F> fmt::Debug for ItemStream<I, C, M, F> {
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

/// The number of the next page: none that does not exceed the current one, in
/// case a service ignores the parameter `page` and repeats one page.
fn next_number(next: Option<u64>, asked: Option<u64>) -> Option<u64> {
    next.filter(|next| Some(*next) > asked)
}

impl<T: Transport + Clone> PoolClient<T> {
    /// List Products: all products from `cursor` on, fetched in pages of `limit`
    /// (500 by default).
    ///
    /// ```
    /// # use product_pool::client::{Error, ListProducts, PoolClient, Transport};
    /// use futures_util::TryStreamExt;
    ///
    /// # async fn example<T: Transport + Clone>(client: PoolClient<T>) -> Result<(), Error> {
    /// let mut products = client.products(&ListProducts::default());
    /// while let Some(product) = products.try_next().await? {
    ///     println!("{:?}", product.data().pool_id().get());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn products(
        &self,
        options: &ListProducts,
    ) -> impl Stream<Item = Result<ListedProduct, Error>> + Unpin + use<T> {
        let client = self.clone();
        let mut first = options.clone();
        first.limit.get_or_insert(MAX_LIMIT);
        ItemStream::new(move |cursor: Option<String>| {
            let client = client.clone();
            let mut options = first.clone();
            options.cursor = cursor.or(options.cursor);
            async move {
                let page = client.list_products(&options).await?;
                let is_empty = page.items().len() == 0;
                let next = next_cursor(page.next(), options.cursor.as_deref(), is_empty);
                Ok((page.into_items(), next))
            }
        })
    }

    /// List Product Images: all images of a product, as JSON values.
    pub fn images(
        &self,
        product: &str,
        options: &ListImages,
    ) -> impl Stream<Item = Result<Value, Error>> + Unpin + use<T> {
        let client = self.clone();
        let (product, first) = (product.to_owned(), options.clone());
        ItemStream::new(move |page: Option<u64>| {
            let client = client.clone();
            let (product, mut options) = (product.clone(), first.clone());
            options.page = page.or(options.page);
            async move {
                let page = client.list_images(&product, &options).await?;
                let next = next_number(page.next_page(), options.page);
                Ok((page.into_images(), next))
            }
        })
    }

    /// List Manufacturers: all manufacturers.
    pub fn manufacturers(
        &self,
    ) -> impl Stream<Item = Result<Manufacturer, Error>> + Unpin + use<T> {
        let client = self.clone();
        ItemStream::new(move |page: Option<u64>| {
            let client = client.clone();
            async move {
                let list = client.list_manufacturers(page).await?;
                let next = next_number(list.next_page(), page);
                Ok((list.into_entries(), next))
            }
        })
    }

    /// List Brands: all brands of a manufacturer.
    pub fn brands(
        &self,
        manufacturer: u64,
    ) -> impl Stream<Item = Result<Brand, Error>> + Unpin + use<T> {
        let client = self.clone();
        ItemStream::new(move |page: Option<u64>| {
            let client = client.clone();
            async move {
                let list = client.list_brands(manufacturer, page).await?;
                let next = next_number(list.next_page(), page);
                Ok((list.into_entries(), next))
            }
        })
    }

    /// List Catalog Products: all products of a wholesaler's catalog, fetched in
    /// pages of `limit` (500 by default). Experimental.
    pub fn catalog_products(
        &self,
        wholesaler: u64,
        options: &ListCatalogProducts,
    ) -> impl Stream<Item = Result<CatalogProduct, Error>> + Unpin + use<T> {
        let client = self.clone();
        let mut first = options.clone();
        first.limit.get_or_insert(MAX_LIMIT);
        ItemStream::new(move |page: Option<u64>| {
            let client = client.clone();
            let mut options = first.clone();
            options.page = page.or(options.page);
            async move {
                let page = client.list_catalog_products(wholesaler, &options).await?;
                let next = next_number(page.next_page(), options.page);
                Ok((page.into_products(), next))
            }
        })
    }

    /// List Labels: all labels of the account. Experimental.
    pub fn labels(&self) -> impl Stream<Item = Result<Label, Error>> + Unpin + use<T> {
        let client = self.clone();
        ItemStream::new(move |page: Option<u64>| {
            let client = client.clone();
            async move {
                let list = client.list_labels(page).await?;
                let next = next_number(list.next_page(), page);
                Ok((list.into_entries(), next))
            }
        })
    }
}
