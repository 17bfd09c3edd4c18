//! Pages of lists.

use super::faults::{Fault, faults};
use super::product::{DecodeError, frame};
use super::table::{self, Image, ImagePageBody, ListItem, ProductPageBody, Record};
use super::value::Value;
use super::view::View;

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
            /// A body that is no JSON object, or whose `data` is no array.
            pub fn from_json(text: &str) -> Result<Self, DecodeError> {
                frame(text, true).map($owned)
            }

            /// The body with types: the elements and where in the list they stand.
            pub fn view(&self) -> $view<'_> {
                $view::view(Some(&self.0))
            }

            /// The whole body, as it came.
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
