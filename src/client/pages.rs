//! Streams over the items of all pages of a list.

use super::transport::Fetches;
use super::{
    BoxFuture, Error, ListCatalogProducts, ListImages, ListProducts, MAX_LIMIT, MaybeSend,
    MaybeSync, PoolClient, Transport,
};
use crate::model::{
    Brand, CatalogProduct, Label, ListedImage, ListedProduct, Manufacturer, ManufacturerId,
    WholesalerId,
};
use futures_core::{FusedStream, Stream};
use std::collections::HashSet;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::vec;

/// A page of a list.
pub(crate) struct Page<I> {
    pub(crate) items: Vec<I>,
    /// The next page; `None` on the last.
    pub(crate) next: Option<NextPage<I>>,
}

/// A page that can be fetched, as often as one likes.
pub(crate) struct NextPage<I> {
    position: Position,
    fetch: Arc<dyn Fetches<Fetching<I>>>,
}

impl<I> NextPage<I> {
    pub(crate) fn fetch(&self) -> Fetching<I> {
        self.fetch.fetch()
    }
}

impl<I> Clone for NextPage<I> {
    fn clone(&self) -> Self {
        NextPage {
            position: self.position.clone(),
            fetch: self.fetch.clone(),
        }
    }
}

type Fetching<I> = BoxFuture<'static, Result<Page<I>, Error>>;

/// Where in its list a page begins.
#[derive(Clone, Debug, Default)]
struct Position {
    cursor: Option<String>,
    page: Option<u64>,
}

/// The options of a request for a page, which say where it begins.
pub(super) trait Begins {
    fn cursor(&self) -> Option<&str> {
        None
    }

    fn page(&self) -> Option<u64> {
        None
    }
}

impl Begins for ListProducts {
    fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }
}

impl Begins for (Arc<str>, ListImages) {
    fn page(&self) -> Option<u64> {
        self.1.page
    }
}

impl Begins for ListCatalogProducts {
    fn page(&self) -> Option<u64> {
        self.page
    }
}

impl Begins for Option<u64> {
    fn page(&self) -> Option<u64> {
        *self
    }
}

/// A [`Stream`] over the items of all pages of a list.
///
/// The next page is fetched while the items of the current one are consumed. An error does not end the
/// stream: polled again, it requests the page that failed once more. So stop at an error that will not
/// go away, as `try_next` and `?` do, and see [`Error::code`]. A process that ends in between goes on
/// from [`cursor`](Self::cursor) or [`page`](Self::page).
///
/// ```
/// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
/// use futures_util::TryStreamExt as _;
/// use product_pool::client::ListProducts;
///
/// # pool::run(async |client| {
/// let mut products = client.products(&ListProducts::new());
/// assert!(products.try_next().await?.is_some());
/// assert_eq!(products.cursor(), None);
/// assert!(products.try_next().await?.is_some());
/// // The list from here on begins with the page of this product.
/// let resumed = ListProducts::new().cursor(products.cursor().unwrap());
/// let rest: Vec<_> = client.products(&resumed).try_collect().await?;
/// assert_eq!(rest[0].name(), Some("Tomato soup"));
/// # Ok(())
/// # });
/// ```
#[must_use = "streams do nothing unless polled"]
pub struct ItemStream<I> {
    items: vec::IntoIter<I>,
    /// Where the page of these items begins.
    position: Position,
    next: Next<I>,
    /// The cursors so far: a faulty service may lead from page to page in a circle.
    cursors: HashSet<String>,
}

/// The page after the current one, as far as it has come.
enum Next<I> {
    Known(NextPage<I>),
    Fetching(NextPage<I>, Fetching<I>),
    Fetched(NextPage<I>, Result<Page<I>, Error>),
    None,
}

impl<I> ItemStream<I> {
    pub(super) fn new(first: NextPage<I>) -> Self {
        ItemStream {
            items: Vec::new().into_iter(),
            position: first.position.clone(),
            cursors: first.position.cursor.iter().cloned().collect(),
            next: Next::Known(first),
        }
    }

    /// The cursor of the page that the last item was on: the list from there on begins with the first
    /// item of that page. `None` on the first page, and in lists whose pages have numbers.
    pub fn cursor(&self) -> Option<&str> {
        self.position.cursor.as_deref()
    }

    /// The number of the page that the last item was on, in lists whose pages have numbers. `None` on
    /// the first page, unless the list was begun with a number.
    pub fn page(&self) -> Option<u64> {
        self.position.page
    }

    /// The first page, while the stream has not begun.
    #[cfg(feature = "yew")]
    pub(crate) fn into_first_page(self) -> Option<NextPage<I>> {
        match self.next {
            Next::Known(first) => Some(first),
            _ => None,
        }
    }
}

// No field is pinned but the future, which is in a box of its own.
impl<I> Unpin for ItemStream<I> {}

impl<I> Stream for ItemStream<I> {
    type Item = Result<I, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            this.next = match std::mem::replace(&mut this.next, Next::None) {
                Next::Known(page) => {
                    let fetching = page.fetch();
                    Next::Fetching(page, fetching)
                }
                next => next,
            };
            if let Next::Fetching(page, fetching) = &mut this.next
                && let Poll::Ready(fetched) = fetching.as_mut().poll(context)
            {
                this.next = Next::Fetched(page.clone(), fetched);
            }
            if let Some(item) = this.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match std::mem::replace(&mut this.next, Next::None) {
                Next::Fetched(of, Ok(page)) => {
                    this.items = page.items.into_iter();
                    this.position = of.position;
                    let next = page.next.filter(|next| {
                        let cursor = next.position.cursor.clone();
                        cursor.is_none_or(|cursor| this.cursors.insert(cursor))
                    });
                    this.next = next.map_or(Next::None, Next::Known);
                }
                Next::Fetched(failed, Err(error)) => {
                    this.next = Next::Known(failed);
                    return Poll::Ready(Some(Err(error)));
                }
                Next::None => return Poll::Ready(None),
                pending => {
                    this.next = pending;
                    return Poll::Pending;
                }
            }
        }
    }
}

impl<I> FusedStream for ItemStream<I> {
    fn is_terminated(&self) -> bool {
        self.items.len() == 0 && matches!(self.next, Next::None)
    }
}

impl<I> fmt::Debug for ItemStream<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemStream")
            .field("position", &self.position)
            .field("buffered", &self.items.len())
            .finish_non_exhaustive()
    }
}

/// The cursor of the next page, unless it repeats the current one, which is no next page. An empty page
/// may have one: a list that ended there would be incomplete, and a checkpoint would skip the rest.
pub(super) fn next_cursor(next: Option<&str>, used: Option<&str>) -> Option<String> {
    next.filter(|next| !next.is_empty() && Some(*next) != used)
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
    P: Begins + Clone + MaybeSend + MaybeSync + 'static,
    I: 'static,
    F: Future<Output = Result<(Vec<I>, Option<P>), Error>> + MaybeSend + 'static,
{
    let position = Position {
        cursor: place.cursor().map(str::to_owned),
        page: place.page(),
    };
    let fetch = Arc::new(move || -> Fetching<I> {
        let (client, place, fetch) = (client.clone(), place.clone(), fetch.clone());
        Box::pin(async move {
            let (items, next) = fetch(client.clone(), place).await?;
            let next = next.map(|next| pages(client, next, fetch));
            Ok(Page { items, next })
        })
    });
    NextPage { position, fetch }
}

impl<T: Transport + Clone + 'static> PoolClient<T> {
    /// List Products: all products from `cursor` on, fetched in pages of `limit`
    /// (500 by default).
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use futures_util::TryStreamExt as _;
    /// use product_pool::client::{ListProducts, StatusFilter};
    ///
    /// # pool::run(async |client| {
    /// let current = ListProducts::new().status(StatusFilter::Published);
    /// let products: Vec<_> = client.products(&current).try_collect().await?;
    /// assert_eq!(products.len(), 2);
    /// # Ok(())
    /// # });
    /// ```
    pub fn products(&self, options: &ListProducts) -> ItemStream<ListedProduct> {
        let mut options = options.clone();
        options.limit.get_or_insert(MAX_LIMIT);
        ItemStream::new(pages(
            self.clone(),
            options,
            |client, mut options| async move {
                let page = client.list_products(&options).await?;
                options.cursor = next_cursor(page.next(), options.cursor.as_deref());
                let next = options.cursor.is_some().then_some(options);
                Ok((page.into_items(), next))
            },
        ))
    }

    /// List Product Images: all images of a product.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use futures_util::TryStreamExt as _;
    ///
    /// # pool::run(async |client| {
    /// let images: Vec<_> = client.images("0f9a").try_collect().await?;
    /// assert_eq!(images[0].data().url().get(), Some("https://img.example/1.png"));
    /// # Ok(())
    /// # });
    /// ```
    pub fn images(&self, product: &str) -> ItemStream<ListedImage> {
        self.images_with(product, &ListImages::new())
    }

    /// List Product Images with parameters: all of those images.
    pub fn images_with(&self, product: &str, options: &ListImages) -> ItemStream<ListedImage> {
        let first = (Arc::<str>::from(product), options.clone());
        ItemStream::new(pages(
            self.clone(),
            first,
            |client, (product, mut options)| async move {
                let page = client.list_images_with(&product, &options).await?;
                options.page = next_number(page.next_page(), options.page);
                let next = options.page.is_some().then_some((product, options));
                Ok((page.into_items(), next))
            },
        ))
    }

    /// List Manufacturers: all manufacturers.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use futures_util::TryStreamExt as _;
    ///
    /// # pool::run(async |client| {
    /// let makers: Vec<_> = client.manufacturers().try_collect().await?;
    /// assert_eq!(makers[0].data().name().get(), Some("Bellwether"));
    /// # Ok(())
    /// # });
    /// ```
    pub fn manufacturers(&self) -> ItemStream<Manufacturer> {
        ItemStream::new(pages(self.clone(), None, |client, page| async move {
            let list = client.list_manufacturers(page).await?;
            let next = next_number(list.next_page(), page);
            Ok((list.into_items(), next.map(Some)))
        }))
    }

    /// List Brands: all brands of a manufacturer.
    ///
    /// ```
    /// # mod pool { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples.rs")); }
    /// use futures_util::TryStreamExt as _;
    /// use product_pool::model::ManufacturerId;
    ///
    /// # pool::run(async |client| {
    /// let brands: Vec<_> = client.brands(ManufacturerId(7)).try_collect().await?;
    /// assert_eq!(brands[0].data().name().get(), Some("Bellwether Oats"));
    /// # Ok(())
    /// # });
    /// ```
    pub fn brands(&self, manufacturer: ManufacturerId) -> ItemStream<Brand> {
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
        wholesaler: WholesalerId,
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
