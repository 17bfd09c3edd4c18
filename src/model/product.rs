//! The service's answers on single products and images, as they were sent.

use super::faults::{Fault, faults};
use super::ids::{BrandId, ManufacturerId, id};
use super::normalize::normalize;
use super::parse::ParseError;
use super::table::view::View;
use super::table::{self, Image, ProductData, Schema};
use super::value::{Object, Value};
use std::fmt;
use std::sync::Arc;

/// The reason why an answer cannot be decoded. Only the frame around `data` can
/// fail: its content always decodes.
///
/// ```
/// use product_pool::model::{DecodeError, Product};
///
/// let error = Product::from_json("<html>").unwrap_err();
/// assert!(matches!(error, DecodeError::NotJson(_)));
/// assert_eq!(Product::from_json("{}"), Err(DecodeError::MissingData));
/// // What is inside `data` never fails.
/// assert_eq!(Product::from_json(r#"{"data": {"general": 7}}"#)?.name(), None);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The text is not JSON.
    NotJson(ParseError),
    /// The body is this kind of value, not a JSON object.
    NotObject(&'static str),
    /// The body has no member `data`.
    MissingData,
    /// `data` is this kind of value, not what was expected.
    WrongData(&'static str),
    /// The object is certainly no product; what it is, and what to do.
    NotProduct(&'static str),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::NotJson(error) => write!(f, "the body is not JSON: {error}"),
            DecodeError::NotObject(kind) => {
                write!(f, "the body is a JSON {kind} where an object was expected")
            }
            DecodeError::MissingData => f.write_str("the body has no member \"data\""),
            DecodeError::WrongData(kind) => write!(f, "the member \"data\" is {kind}"),
            DecodeError::NotProduct(what) => write!(f, "not a product but {what}"),
        }
    }
}

impl std::error::Error for DecodeError {}

impl From<ParseError> for DecodeError {
    fn from(error: ParseError) -> Self {
        DecodeError::NotJson(error)
    }
}

/// Checks the frame of an answer: an object whose `data` is an object or an array.
pub(super) fn framed(body: Value, list: bool) -> Result<Value, DecodeError> {
    let Some(object) = body.as_object() else {
        return Err(DecodeError::NotObject(body.kind()));
    };
    match object.get("data") {
        Some(Value::Object(_)) if !list => Ok(body),
        Some(Value::List(_)) if list => Ok(body),
        None => Err(DecodeError::MissingData),
        Some(other) => Err(DecodeError::WrongData(other.kind())),
    }
}

/// A full product: the answer of Get Product and Get Product by GTIN. Cheap to clone.
///
/// A value that was sent in another form than the table describes, such as a
/// coded value instead of a text, is read as what it says; [`body`](Self::body)
/// has it as it was sent.
///
/// ```
/// use product_pool::model::Product;
/// let product = Product::from_json(r#"{"data": {"general": {"product_name": "Oat drink"}}}"#)?;
/// assert_eq!(product.data().general().product_name().get(), Some("Oat drink"));
/// assert_eq!(product.data().general().brand_name().get(), None);
///
/// let product = Product::from_json(
///     r#"{"data": {"general": {"product_name": {"id": 7, "description": "Oat drink"}}}}"#,
/// )?;
/// assert_eq!(product.data().general().product_name().get(), Some("Oat drink"));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product(Arc<Value>);

/// A product's feature image: the answer of Get Product Feature Image. Cheap to clone.
///
/// ```
/// use product_pool::model::FeatureImage;
///
/// let image = FeatureImage::from_json(r#"{"data": {"url": "https://img.example/1.png"}}"#)?;
/// assert_eq!(image.data().url().get(), Some("https://img.example/1.png"));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureImage(Arc<Value>);

macro_rules! answers {
    ($($owned:ident $view:ident $table:ident;)*) => {$(
        impl $owned {
            /// Reads an answer's body.
            ///
            /// # Errors
            /// The body is not a JSON object, or its `data` is not an object.
            /// Anything inside `data` decodes.
            pub fn from_json(text: &str) -> Result<Self, DecodeError> {
                Value::parse(text)?.try_into()
            }

            /// The value of `data`, with types.
            pub fn data(&self) -> $view<'_> {
                $view::view(self.0.get("data"))
            }

            /// The whole body, as it was sent.
            pub fn body(&self) -> &Value {
                &self.0
            }

            /// The body as JSON: equal to what was sent.
            pub fn to_json(&self) -> String {
                self.0.to_json()
            }

            /// Where `data` departs from the table.
            pub fn faults(&self) -> Vec<Fault> {
                const TABLE: &Schema = &table::$table;
                self.0.get("data").map(|data| faults(data, TABLE)).unwrap_or_default()
            }

            fn new(mut body: Value) -> Self {
                if let Some(Value::Object(data)) = body.get_mut("data") {
                    normalize(data, &table::$table);
                }
                $owned(Arc::new(body))
            }
        }

        impl TryFrom<Value> for $owned {
            type Error = DecodeError;

            fn try_from(body: Value) -> Result<Self, DecodeError> {
                framed(body, false).map($owned::new)
            }
        }
    )*};
}

impl<'a> From<&'a Product> for ProductData<'a> {
    fn from(product: &'a Product) -> Self {
        product.data()
    }
}

answers! {
    Product ProductData PRODUCT;
    FeatureImage Image IMAGE;
}

impl Product {
    /// The id of its manufacturer.
    pub fn manufacturer_id(&self) -> Option<ManufacturerId> {
        id(self.data().general().manufacturer().get()).map(ManufacturerId)
    }

    /// The id of its brand.
    pub fn brand_id(&self) -> Option<BrandId> {
        id(self.data().general().brand().get()).map(BrandId)
    }

    /// Reads a product from a whole answer or from the value of its `data`, as the
    /// package's client returns it.
    ///
    /// ```
    /// use product_pool::model::Product;
    /// let bare = Product::from_answer_or_data(r#"{"pool_id": "7"}"#)?;
    /// assert_eq!(bare, Product::from_json(r#"{"data": {"pool_id": "7"}}"#)?);
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    ///
    /// What a program has mistaken for a product would else look like one whose allergens
    /// are not stated:
    ///
    /// ```
    /// # use product_pool::model::Product;
    /// let item = r#"{"pool_id": "7", "product_name": "Oat drink", "components": []}"#;
    /// let error = Product::from_answer_or_data(item).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "not a product but an item of a list: request the product by its pool_id"
    /// );
    /// ```
    ///
    /// # Errors
    /// The text is not a JSON object, or that is an item of a list, a page, or a result of
    /// a look-up that contains a product.
    pub fn from_answer_or_data(text: &str) -> Result<Self, DecodeError> {
        let value = Value::parse(text)?;
        let Value::Object(object) = &value else {
            return Err(DecodeError::NotObject(value.kind()));
        };
        let data = match object.get("data") {
            Some(Value::Object(data)) => data,
            Some(Value::List(_)) => {
                return Err(DecodeError::NotProduct("a page: pass one product"));
            }
            _ => object,
        };
        if let Some(what) = other_than_product(data) {
            return Err(DecodeError::NotProduct(what));
        }
        if std::ptr::eq(data, object) {
            let mut body = Object::default();
            body.push("data", value);
            return Ok(Product::new(Value::Object(body)));
        }
        Ok(Product::new(value))
    }
}

/// What an object is that is certainly no product, and what to do. Any section of a product
/// may be missing, so what counts is what it has.
fn other_than_product(data: &Object) -> Option<&'static str> {
    let is_of_items =
        |name: &str| table::LIST_ITEM.field(name).is_some() && table::PRODUCT.field(name).is_none();
    if data.get("general").is_some() {
        None
    } else if data.get("product").is_some() {
        Some("what was found for a GTIN: pass its product")
    } else if data.iter().any(|(name, _)| is_of_items(name)) {
        Some("an item of a list: request the product by its pool_id")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certainly_no_product_is_refused() {
        for text in [
            "{}",
            r#"{"pool_id": "7"}"#,
            r#"{"components": []}"#,
            r#"{"unknown": 1}"#,
            r#"{"data": {"outer": null}}"#,
            // A supplier's own names beside the sections change nothing.
            r#"{"general": {}, "product_name": "Oat drink", "product": {}}"#,
            r#"{"general": null, "data": null}"#,
        ] {
            assert!(Product::from_answer_or_data(text).is_ok(), "{text}");
        }
        for (text, what) in [
            (
                r#"{"data": [{"pool_id": "7"}], "next": null}"#,
                "a page: pass one product",
            ),
            (
                r#"{"product": {"general": {}}, "component": null}"#,
                "what was found for a GTIN: pass its product",
            ),
            (
                r#"{"pool_id": "7", "manufacturer_product_name": "x"}"#,
                "an item of a list: request the product by its pool_id",
            ),
        ] {
            let error = Product::from_answer_or_data(text).err();
            assert_eq!(error, Some(DecodeError::NotProduct(what)), "{text}");
        }
    }
}
