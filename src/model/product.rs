//! Whole answers of the service, kept as they came.

use super::faults::{Fault, faults};
use super::parse::ParseError;
use super::table::view::View;
use super::table::{self, Image, ProductData, Record};
use super::value::{Object, Value};
use std::fmt;

/// Why an answer is not what the service promises. Only the frame can fail:
/// what is inside always decodes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The text is not JSON.
    NotJson(ParseError),
    /// The body is no JSON object, but this kind of value.
    NotObject(&'static str),
    /// The body has no member `data`.
    MissingData,
    /// `data` is this kind of value and cannot be read.
    WrongData(&'static str),
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

/// A full product: the answer of Get Product and Get Product by GTIN.
///
/// ```
/// use product_pool::model::Product;
/// let product = Product::from_json(r#"{"data": {"general": {"product_name": "Oat drink"}}}"#)?;
/// assert_eq!(product.data().general().product_name().get(), Some("Oat drink"));
/// assert_eq!(product.data().general().brand_name().get(), None);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product(Value);

/// A product's feature image: the answer of Get Product Feature Image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureImage(Value);

macro_rules! answers {
    ($($owned:ident $view:ident $table:ident;)*) => {$(
        impl $owned {
            /// Reads an answer's body.
            ///
            /// # Errors
            /// A body that is no JSON object, or whose `data` is no object.
            /// Whatever is inside `data` decodes.
            pub fn from_json(text: &str) -> Result<Self, DecodeError> {
                Value::parse(text)?.try_into()
            }

            /// What stands under `data`.
            pub fn data(&self) -> $view<'_> {
                $view::view(self.0.get("data"))
            }

            /// The whole body, as it came.
            pub fn body(&self) -> &Value {
                &self.0
            }

            /// The body as JSON: equal to what was sent.
            pub fn to_json(&self) -> String {
                self.0.to_json()
            }

            /// Where `data` departs from the table.
            pub fn faults(&self) -> Vec<Fault> {
                const TABLE: &Record = &table::$table;
                self.0.get("data").map(|data| faults(data, TABLE)).unwrap_or_default()
            }
        }

        impl TryFrom<Value> for $owned {
            type Error = DecodeError;

            fn try_from(body: Value) -> Result<Self, DecodeError> {
                framed(body, false).map($owned)
            }
        }
    )*};
}

answers! {
    Product ProductData PRODUCT;
    FeatureImage Image IMAGE;
}

impl Product {
    /// Reads a product however it is at hand: a whole answer, or what stands
    /// under its `data`, as the package's client gives it.
    ///
    /// ```
    /// use product_pool::model::Product;
    /// let bare = Product::from_answer_or_data(r#"{"pool_id": "7"}"#)?;
    /// assert_eq!(bare, Product::from_json(r#"{"data": {"pool_id": "7"}}"#)?);
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// Text that is no JSON object.
    pub fn from_answer_or_data(text: &str) -> Result<Self, DecodeError> {
        let value = Value::parse(text)?;
        match &value {
            Value::Object(object) if matches!(object.get("data"), Some(Value::Object(_))) => {
                Ok(Product(value))
            }
            Value::Object(_) => {
                let mut body = Object::default();
                body.push("data", value);
                Ok(Product(Value::Object(body)))
            }
            other => Err(DecodeError::NotObject(other.kind())),
        }
    }
}
