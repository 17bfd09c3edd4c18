//! Pages of lists.

use super::faults::{Fault, faults};
use super::product::{DecodeError, framed};
use super::table::view::View;
use super::table::{self, Image, ImagePageBody, ListItem, ProductPageBody, Record};
use super::value::Value;
use crate::collect_vec::CollectVec as _;

/// A page of products: the answer of List Products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductPage(Value);

/// A page of images: the answer of List Product Images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImagePage(Value);

macro_rules! pages {
    ($($owned:ident $view:ident $table:ident;)*) => {$(
        impl $owned {
            /// Reads an answer's body.
            ///
            /// # Errors
            /// The body is not a JSON object, or its `data` is not an array.
            pub fn from_json(text: &str) -> Result<Self, DecodeError> {
                Value::parse(text)?.try_into()
            }

            /// The typed view of the body: the elements and the paging.
            pub fn view(&self) -> $view<'_> {
                $view::view(Some(&self.0))
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
                framed(body, true).map($owned)
            }
        }
    )*};
}

pages! {
    ProductPage ProductPageBody PRODUCT_PAGE;
    ImagePage ImagePageBody IMAGE_PAGE;
}

impl ProductPage {
    /// The products of this page.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ListItem<'_>> {
        self.view().data().iter()
    }

    /// The cursor of the next page; `None` on the last.
    pub fn next(&self) -> Option<&str> {
        self.view().next().get()
    }

    /// The cursor of the page before; `None` on the first.
    pub fn previous(&self) -> Option<&str> {
        self.view().previous().get()
    }
}

impl ImagePage {
    /// The images of this page.
    pub fn images(&self) -> impl ExactSizeIterator<Item = Image<'_>> {
        self.view().data().iter()
    }
}

impl ImagePage {
    /// The number of the next page; `None` on the last, and where the page does
    /// not say how many there are.
    pub fn next_page(&self) -> Option<u64> {
        next_page(&self.0)
    }
}

/// The page after this one, by the members `page` and `pages`.
fn next_page(body: &Value) -> Option<u64> {
    let number = |name: &str| body.get(name)?.as_scalar()?.parse::<u64>().ok();
    let (page, pages) = (number("page")?, number("pages")?);
    (page < pages).then(|| page.saturating_add(1))
}

/// A product of a list: the element of `data` in List Products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedProduct(Value);

impl ListedProduct {
    /// The product with types.
    pub fn data(&self) -> ListItem<'_> {
        ListItem::view(Some(&self.0))
    }

    /// The product as it was sent.
    pub fn body(&self) -> &Value {
        &self.0
    }

    /// The product as JSON: equal to what was sent.
    pub fn to_json(&self) -> String {
        self.0.to_json()
    }
}

impl From<Value> for ListedProduct {
    fn from(value: Value) -> Self {
        ListedProduct(value)
    }
}

impl ProductPage {
    /// The products of this page, taken out of the page.
    pub fn into_items(self) -> Vec<ListedProduct> {
        into_data(self.0)
            .into_iter()
            .map(ListedProduct)
            .collect_vec()
    }
}

impl ImagePage {
    /// The images of this page as they were sent, taken out of the page.
    pub fn into_images(self) -> Vec<Value> {
        into_data(self.0)
    }
}

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

/// A page of manufacturers or brands. The service does not document its shape:
/// the entries are the member `data`, or the body where that is an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing(Value);

impl Listing {
    /// Reads an answer's body.
    ///
    /// # Errors
    /// The body is not an array and has no array as `data`.
    pub fn from_json(text: &str) -> Result<Self, DecodeError> {
        Value::parse(text)?.try_into()
    }

    /// The entries of this page.
    pub fn entries(&self) -> &[Value] {
        let data = self.0.get("data").unwrap_or(&self.0);
        data.as_list().unwrap_or_default()
    }

    /// The entries of this page, taken out of the page.
    pub fn into_entries(self) -> Vec<Value> {
        match self.0 {
            Value::List(list) => list,
            body => into_data(body),
        }
    }

    /// The number of the next page; `None` on the last, and where the page does
    /// not say how many there are.
    pub fn next_page(&self) -> Option<u64> {
        next_page(&self.0)
    }

    /// The whole body, as it was sent.
    pub fn body(&self) -> &Value {
        &self.0
    }
}

impl TryFrom<Value> for Listing {
    type Error = DecodeError;

    fn try_from(body: Value) -> Result<Self, DecodeError> {
        if body.as_list().is_some() {
            return Ok(Listing(body));
        }
        framed(body, true).map(Listing)
    }
}

/// Reads a resource whose fields the service does not document: the value of
/// `data`, or the whole body.
///
/// # Errors
/// The body is not a JSON object.
pub fn entry_from_json(text: &str) -> Result<Value, DecodeError> {
    match Value::parse(text)? {
        Value::Object(object) => {
            let body = Value::Object(object);
            Ok(match body.get("data") {
                Some(data @ Value::Object(_)) => data.clone(),
                _ => body,
            })
        }
        other => Err(DecodeError::NotObject(other.kind())),
    }
}
