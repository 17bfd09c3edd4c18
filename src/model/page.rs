//! Pages of lists.

use super::faults::{Fault, faults};
use super::product::{DecodeError, framed};
use super::table::view::View;
use super::table::{
    self, BrandData, CatalogItem, CatalogPageBody, Image, ImagePageBody, LabelData, ListItem,
    ManufacturerData, ProductPageBody, Record,
};
use super::value::Value;
use crate::collect_vec::CollectVec as _;
use std::marker::PhantomData;
use std::sync::Arc;

/// A page of products: the answer of List Products. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductPage(Arc<Value>);

/// A page of images: the answer of List Product Images. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImagePage(Arc<Value>);

/// A page of a wholesaler's catalog: the answer of List Catalog Products.
/// Experimental: the service's documentation does not show it.
///
/// ```
/// use product_pool::model::CatalogPage;
/// let body = r#"{"page": 1, "pages": 1, "data": [{"product_code": "!@£ppp", "pool_id": "7"}]}"#;
/// let page = CatalogPage::from_json(body)?;
/// let product = page.products().next().unwrap();
/// assert_eq!(product.product_code().get(), Some("!@£ppp"));
/// assert_eq!(product.item().pool_id().get(), Some("7"));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogPage(Arc<Value>);

macro_rules! pages {
    ($(
        #[$about:meta]
        $owned:ident $view:ident $table:ident: $items:ident $item:ident, $into:ident $entry:ident;
    )*) => {$(
        impl $owned {
            #[$about]
            pub fn $items(&self) -> impl ExactSizeIterator<Item = $item<'_>> {
                self.view().data().iter()
            }

            #[$about]
            /// They are taken out of the page.
            pub fn $into(self) -> Vec<$entry> {
                let data = into_data(Arc::unwrap_or_clone(self.0));
                data.into_iter().map($entry).collect_vec()
            }

            /// Reads an answer's body.
            ///
            /// # Errors
            /// The body is not a JSON object, or its `data` is not an array.
            pub fn from_json(text: &str) -> Result<Self, DecodeError> {
                Value::parse(text)?.try_into()
            }

            /// The typed view of the body: the elements and the paging.
            pub fn view(&self) -> $view<'_> {
                $view::view(Some(self.body()))
            }

            /// The whole body, as it was sent.
            pub fn body(&self) -> &Value {
                &self.0
            }

            /// The body as JSON: equal to what was sent.
            pub fn to_json(&self) -> String {
                self.0.to_json()
            }

            /// Where the page departs from the table.
            pub fn faults(&self) -> Vec<Fault> {
                const TABLE: &Record = &table::$table;
                faults(&self.0, TABLE)
            }
        }

        impl TryFrom<Value> for $owned {
            type Error = DecodeError;

            fn try_from(body: Value) -> Result<Self, DecodeError> {
                Ok($owned(Arc::new(framed(body, true)?)))
            }
        }
    )*};
}

pages! {
    /// The products of this page.
    ProductPage ProductPageBody PRODUCT_PAGE: items ListItem, into_items ListedProduct;
    /// The images of this page.
    ImagePage ImagePageBody IMAGE_PAGE: images Image, into_images ListedImage;
    /// The products of this page.
    CatalogPage CatalogPageBody CATALOG_PAGE: products CatalogItem, into_products CatalogProduct;
}

impl ProductPage {
    /// The cursor of the next page; `None` on the last.
    pub fn next(&self) -> Option<&str> {
        self.view().next().get()
    }

    /// The cursor of the page before; `None` on the first.
    pub fn previous(&self) -> Option<&str> {
        self.view().previous().get()
    }

    /// The number of products that match the query, if
    /// `client::ListProducts::count` requested it. The
    /// service does not document its form; anything but a whole number is in
    /// [`body`](Self::body).
    pub fn count(&self) -> Option<u64> {
        number(&self.0, "count")
    }
}

/// The paging of a list with numbered pages.
macro_rules! numbered {
    ($([$($bounds:tt)*] $page:ty;)*) => {$(
        impl<$($bounds)*> $page {
            /// The number of this page, from 1.
            pub fn page(&self) -> Option<u64> {
                number(self.body(), "page")
            }

            /// How many entries a page holds: the member `per page`.
            pub fn per_page(&self) -> Option<u64> {
                number(self.body(), "per page")
            }

            /// How many pages there are.
            pub fn pages(&self) -> Option<u64> {
                number(self.body(), "pages")
            }

            /// How many entries there are in all pages.
            pub fn total(&self) -> Option<u64> {
                number(self.body(), "total")
            }

            /// The number of the next page; `None` on the last, and where the page
            /// does not say how many there are.
            pub fn next_page(&self) -> Option<u64> {
                let (page, pages) = (self.page()?, self.pages()?);
                (page < pages).then(|| page.saturating_add(1))
            }
        }
    )*};
}

numbered! {
    [] ImagePage;
    [] CatalogPage;
    [Entry: From<Value>] Listing<Entry>;
}

/// A member that is a whole number, or the text of one.
fn number(body: &Value, name: &str) -> Option<u64> {
    body.get(name)?.as_scalar()?.parse().ok()
}

macro_rules! entries {
    ($($(#[$about:meta])+ $owned:ident $view:ident;)*) => {$(
        $(#[$about])+
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $owned(Value);

        impl $owned {
            /// The fields with types.
            pub fn data(&self) -> $view<'_> {
                $view::view(Some(&self.0))
            }

            /// The object as it was sent, with fields that no type names.
            pub fn body(&self) -> &Value {
                &self.0
            }

            /// The object as JSON: equal to what was sent.
            pub fn to_json(&self) -> String {
                self.0.to_json()
            }
        }

        impl From<Value> for $owned {
            fn from(value: Value) -> Self {
                $owned(value)
            }
        }
    )*};
}

/// Entries that are answers by themselves too.
macro_rules! single {
    ($($owned:ident)*) => {$(
        impl $owned {
            /// Reads an answer's body: the value of `data`, or the whole body.
            ///
            /// # Errors
            /// The body is not a JSON object.
            pub fn from_json(text: &str) -> Result<Self, DecodeError> {
                entry(Value::parse(text)?).map($owned)
            }
        }
    )*};
}

entries! {
    /// A product of a list: the element of `data` in List Products.
    ListedProduct ListItem;

    /// An image of a list: the element of `data` in List Product Images.
    ListedImage Image;

    /// A product of a wholesaler's catalog: the element of `data` in List Catalog
    /// Products. Experimental: the service's documentation does not show it.
    CatalogProduct CatalogItem;

    /// A manufacturer: the answer of Get Manufacturer, or an element of List
    /// Manufacturers. The service documents only its id.
    ///
    /// ```
    /// use product_pool::model::Manufacturer;
    /// let maker = Manufacturer::from_json(r#"{"data": {"id": 1001, "name": "Bellwether"}}"#)?;
    /// assert_eq!(maker.data().id().get(), Some(1001));
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    Manufacturer ManufacturerData;

    /// A brand of one manufacturer: the answer of Get Brand, or an element of List
    /// Brands. The service documents only its id.
    ///
    /// ```
    /// use product_pool::model::Brand;
    /// let brand = Brand::from_json(r#"{"data": {"id": 2011, "manufacturer": 1001}}"#)?;
    /// assert_eq!(brand.data().manufacturer().get(), Some(1001));
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    Brand BrandData;

    /// A label of the account: the answer of Get Label, or an element of List Labels.
    /// Experimental: the service's documentation does not show it.
    ///
    /// ```
    /// use product_pool::model::Label;
    /// let label = Label::from_json(r#"{"data": {"id": 31, "name": "Kitchen staples"}}"#)?;
    /// assert_eq!(label.data().name().get(), Some("Kitchen staples"));
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    Label LabelData;
}

single! { Manufacturer Brand Label }

/// The elements of the member `data`; none if it is not an array.
fn into_data(body: Value) -> Vec<Value> {
    match body {
        Value::Object(object) => match object.take("data") {
            Some(Value::List(list)) => list,
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A page of [`Manufacturer`]s, [`Brand`]s or [`Label`]s. The service does not document its
/// shape: the entries are the member `data`, or the body where that is an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<Entry> {
    body: Value,
    entry: PhantomData<Entry>,
}

impl<Entry: From<Value>> Listing<Entry> {
    /// Reads an answer's body.
    ///
    /// # Errors
    /// The body is not an array and has no array as `data`.
    pub fn from_json(text: &str) -> Result<Self, DecodeError> {
        Value::parse(text)?.try_into()
    }

    /// The entries of this page, as they were sent.
    pub fn entries(&self) -> &[Value] {
        let data = self.body.get("data").unwrap_or(&self.body);
        data.as_list().unwrap_or_default()
    }

    /// The entries of this page with types, taken out of the page.
    pub fn into_entries(self) -> Vec<Entry> {
        let entries = match self.body {
            Value::List(list) => list,
            body => into_data(body),
        };
        entries.into_iter().map(Entry::from).collect_vec()
    }

    /// The whole body, as it was sent.
    pub fn body(&self) -> &Value {
        &self.body
    }
}

impl<Entry> TryFrom<Value> for Listing<Entry> {
    type Error = DecodeError;

    fn try_from(body: Value) -> Result<Self, DecodeError> {
        let body = match body {
            Value::List(_) => body,
            body => framed(body, true)?,
        };
        Ok(Listing {
            body,
            entry: PhantomData,
        })
    }
}

/// A resource whose answer's frame the service does not document: the value of
/// `data`, or the whole body.
fn entry(body: Value) -> Result<Value, DecodeError> {
    let Value::Object(object) = body else {
        return Err(DecodeError::NotObject(body.kind()));
    };
    match object.get("data") {
        Some(data @ Value::Object(_)) => Ok(data.clone()),
        _ => Ok(Value::Object(object)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_envelope_of_a_page_is_typed() {
        let body = r#"{"page": 2, "per page": 20, "pages": "3", "total": 41, "data": []}"#;
        let page = ImagePage::from_json(body).unwrap();
        let numbers = [
            page.page(),
            page.per_page(),
            page.pages(),
            page.total(),
            page.next_page(),
        ];
        assert_eq!(numbers, [2, 20, 3, 41, 3].map(Some));
        let listing = Listing::<Brand>::from_json(body).unwrap();
        assert_eq!((listing.per_page(), listing.total()), (Some(20), Some(41)));
        for body in [
            "[]",
            r#"{"data": []}"#,
            r#"{"page": -1, "pages": null, "data": []}"#,
        ] {
            let listing = Listing::<Brand>::from_json(body).unwrap();
            assert_eq!((listing.page(), listing.next_page()), (None, None));
        }
    }

    #[test]
    fn a_count_is_a_whole_number() {
        let count = |text: &str| {
            let body = format!(r#"{{"data": [], "count": {text}}}"#);
            ProductPage::from_json(&body).unwrap().count()
        };
        assert_eq!(count("7"), Some(7));
        assert_eq!(count("\"7\""), Some(7));
        assert_eq!(count("{\"total\": 7}"), None);
        assert_eq!(count("null"), None);
    }
}
