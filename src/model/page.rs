//! Pages of lists, and their elements.

use super::faults::{Fault, faults};
use super::ids::{BrandId, LabelId, ManufacturerId, id};
use super::product::{DecodeError, framed};
use super::table::view::{Text, View as _};
use super::table::{
    self, BrandData, CatalogItem, Image, LabelData, ListItem, ManufacturerData, Schema,
};
use super::value::Value;
use crate::collect_vec::CollectVec as _;
use std::sync::Arc;
use std::{fmt, mem};

/// A page of a list, as it was sent. Cheap to clone.
///
/// The service does not document the shape of lists of [`Manufacturer`]s, [`Brand`]s and
/// [`Label`]s: their items are the member `data`, or the body where that is an array.
///
/// ```
/// use product_pool::model::CatalogPage;
/// let body = r#"{"page": 1, "pages": 1, "data": [{"product_code": "!@£ppp", "pool_id": "7"}]}"#;
/// let page = CatalogPage::from_json(body)?;
/// let product = page.items().next().unwrap();
/// assert_eq!(product.data().product_code().get(), Some("!@£ppp"));
/// assert_eq!(product.data().item().pool_id().get(), Some("7"));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Page<Item>(Arc<Parts<Item>>);

#[derive(Clone, PartialEq, Eq)]
struct Parts<Item> {
    /// The body, with an empty list in the place of the items.
    frame: Value,
    items: Vec<Item>,
}

/// A page of products: the answer of List Products.
///
/// ```
/// use product_pool::model::ProductPage;
///
/// let page = ProductPage::from_json(r#"{"data": [], "next": "c2", "previous": null, "count": 7}"#)?;
/// assert_eq!((page.next(), page.previous(), page.count()), (Some("c2"), None, Some(7)));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub type ProductPage = Page<ListedProduct>;

/// A page of images: the answer of List Product Images.
pub type ImagePage = Page<ListedImage>;

/// A page of a wholesaler's catalog: the answer of List Catalog Products.
/// Experimental: the service's documentation does not show it.
pub type CatalogPage = Page<CatalogProduct>;

/// An element of a list. No other type implements it.
pub trait PageItem: From<Value> + Clone + Sealed {}

mod sealed {
    use super::{Schema, Value};

    pub trait Sealed {
        /// The table of a page; `None` where the service does not document its shape.
        const PAGE: Option<&'static Schema>;

        /// The item as it was sent.
        fn value(&self) -> &Value;
    }
}
use sealed::Sealed;

impl<Item: PageItem> Page<Item> {
    /// Reads an answer's body.
    ///
    /// # Errors
    /// The body has no array as `data`, nor is one where the service does not document that.
    pub fn from_json(text: &str) -> Result<Self, DecodeError> {
        Value::parse(text)?.try_into()
    }

    /// The items of this page.
    pub fn items(&self) -> std::slice::Iter<'_, Item> {
        self.0.items.iter()
    }

    /// The items of this page, taken out of it.
    pub fn into_items(self) -> Vec<Item> {
        Arc::unwrap_or_clone(self.0).items
    }

    /// The whole body, as it was sent.
    pub fn to_value(&self) -> Value {
        let mut body = self.0.frame.clone();
        let items = self.items().map(|item| item.value().clone());
        if let Some(list) = list_of(&mut body) {
            *list = items.collect_vec();
        }
        body
    }

    /// The body as JSON: equal to what was sent.
    pub fn to_json(&self) -> String {
        self.to_value().to_json()
    }

    /// The departures of the page from the table; none where that does not describe it.
    pub fn faults(&self) -> Vec<Fault> {
        let table = Item::PAGE;
        table.map_or_else(Vec::new, |table| faults(&self.to_value(), table))
    }

    /// The number of this page, from 1; `None` for a list with cursors.
    pub fn page(&self) -> Option<u64> {
        self.number("page")
    }

    /// The number of items on a page: the member `per page`.
    pub fn per_page(&self) -> Option<u64> {
        self.number("per page")
    }

    /// The number of pages.
    pub fn pages(&self) -> Option<u64> {
        self.number("pages")
    }

    /// The number of items on all pages.
    pub fn total(&self) -> Option<u64> {
        self.number("total")
    }

    /// The number of the next page; `None` on the last, and where the page
    /// does not say how many there are.
    pub fn next_page(&self) -> Option<u64> {
        let (page, pages) = (self.page()?, self.pages()?);
        (page < pages).then(|| page.saturating_add(1))
    }

    /// A member that is a whole number, or the text of one.
    fn number(&self, name: &str) -> Option<u64> {
        self.0.frame.get(name)?.as_scalar()?.parse().ok()
    }
}

impl ProductPage {
    /// The cursor of the next page; `None` on the last.
    pub fn next(&self) -> Option<&str> {
        Text::view(self.0.frame.get("next")).get()
    }

    /// The cursor of the page before; `None` on the first.
    pub fn previous(&self) -> Option<&str> {
        Text::view(self.0.frame.get("previous")).get()
    }

    /// The number of products that match the query, if
    /// `client::ListProducts::count` requested it. The
    /// service does not document its form; anything but a whole number is in
    /// [`to_value`](Self::to_value).
    pub fn count(&self) -> Option<u64> {
        self.number("count")
    }
}

impl<Item: PageItem> TryFrom<Value> for Page<Item> {
    type Error = DecodeError;

    fn try_from(body: Value) -> Result<Self, DecodeError> {
        let mut frame = match body {
            Value::List(_) if Item::PAGE.is_none() => body,
            body => framed(body, true)?,
        };
        let items = list_of(&mut frame).map(mem::take).unwrap_or_default();
        let items = items.into_iter().map(Item::from).collect_vec();
        Ok(Page(Arc::new(Parts { frame, items })))
    }
}

/// The list in the body of a page.
fn list_of(body: &mut Value) -> Option<&mut Vec<Value>> {
    match body {
        Value::List(list) => Some(list),
        body => match body.get_mut("data")? {
            Value::List(list) => Some(list),
            _ => None,
        },
    }
}

impl<Item: PageItem> fmt::Debug for Page<Item> {
    /// The body as JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Page({:?})", self.to_value())
    }
}

macro_rules! items {
    ($($(#[$about:meta])+ $owned:ident $view:ident $page:expr;)*) => {$(
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

        impl PageItem for $owned {}

        impl Sealed for $owned {
            const PAGE: Option<&'static Schema> = $page;

            fn value(&self) -> &Value {
                &self.0
            }
        }
    )*};
}

/// Items that are answers by themselves too.
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

items! {
    /// A product of a list: the element of `data` in List Products.
    ///
    /// ```
    /// use product_pool::model::ProductPage;
    /// let body = r#"{"data": [{"pool_id": "7", "product_name": "Oat drink"}], "next": "c2"}"#;
    /// let page = ProductPage::from_json(body)?;
    /// let product = page.items().next().unwrap();
    /// assert_eq!(product.data().pool_id().get(), Some("7"));
    /// assert_eq!(product.name(), Some("Oat drink"));
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    ListedProduct ListItem Some(&table::PRODUCT_PAGE);

    /// An image of a list: the element of `data` in List Product Images.
    ///
    /// ```
    /// use product_pool::model::ImagePage;
    /// let body = r#"{"page": 1, "pages": 2, "data": [{"url": "https://img.example/1.png"}]}"#;
    /// let page = ImagePage::from_json(body)?;
    /// let image = page.items().next().unwrap();
    /// assert_eq!(image.data().url().get(), Some("https://img.example/1.png"));
    /// assert_eq!(page.next_page(), Some(2));
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    ListedImage Image Some(&table::IMAGE_PAGE);

    /// A product of a wholesaler's catalog: the element of `data` in List Catalog
    /// Products. Experimental: the service's documentation does not show it.
    ///
    /// ```
    /// use product_pool::model::{CatalogProduct, Value};
    /// let item = Value::parse(r#"{"product_code": "A-7", "pool_id": "7"}"#)?;
    /// let product = CatalogProduct::from(item);
    /// assert_eq!(product.data().product_code().get(), Some("A-7"));
    /// # Ok::<(), product_pool::model::ParseError>(())
    /// ```
    CatalogProduct CatalogItem Some(&table::CATALOG_PAGE);

    /// A manufacturer: the answer of Get Manufacturer, or an element of List
    /// Manufacturers. The service documents only its id.
    ///
    /// ```
    /// use product_pool::model::Manufacturer;
    /// let maker = Manufacturer::from_json(r#"{"data": {"id": 1001, "name": "Bellwether"}}"#)?;
    /// assert_eq!(maker.data().id().get(), Some(1001));
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    Manufacturer ManufacturerData None;

    /// A brand of one manufacturer: the answer of Get Brand, or an element of List
    /// Brands. The service documents only its id.
    ///
    /// ```
    /// use product_pool::model::Brand;
    /// let brand = Brand::from_json(r#"{"data": {"id": 2011, "manufacturer": 1001}}"#)?;
    /// assert_eq!(brand.data().manufacturer().get(), Some(1001));
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    Brand BrandData None;

    /// A label of the account: the answer of Get Label, or an element of List Labels.
    /// Experimental: the service's documentation does not show it.
    ///
    /// ```
    /// use product_pool::model::Label;
    /// let label = Label::from_json(r#"{"data": {"id": 31, "name": "Kitchen staples"}}"#)?;
    /// assert_eq!(label.data().name().get(), Some("Kitchen staples"));
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    Label LabelData None;
}

single! { Manufacturer Brand Label }

impl Manufacturer {
    /// Its id, by which the client requests it, its brands and its products.
    pub fn id(&self) -> Option<ManufacturerId> {
        id(self.data().id().get()).map(ManufacturerId)
    }
}

impl Brand {
    /// Its id, by which the client requests it and its products.
    pub fn id(&self) -> Option<BrandId> {
        id(self.data().id().get()).map(BrandId)
    }
}

impl Label {
    /// Its id, by which the client requests it and its products.
    pub fn id(&self) -> Option<LabelId> {
        id(self.data().id().get()).map(LabelId)
    }
}

impl ListedProduct {
    /// The id of its manufacturer.
    pub fn manufacturer_id(&self) -> Option<ManufacturerId> {
        id(self.data().manufacturer().get()).map(ManufacturerId)
    }

    /// The id of its brand.
    pub fn brand_id(&self) -> Option<BrandId> {
        id(self.data().brand().get()).map(BrandId)
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
        let listing = Page::<Brand>::from_json(body).unwrap();
        assert_eq!((listing.per_page(), listing.total()), (Some(20), Some(41)));
        for body in [
            "[]",
            r#"{"data": []}"#,
            r#"{"page": -1, "pages": null, "data": []}"#,
        ] {
            let listing = Page::<Brand>::from_json(body).unwrap();
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
