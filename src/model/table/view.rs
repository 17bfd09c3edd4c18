//! Typed, tolerant readings of single values; public as [`model::view`](crate::model::view).

use super::{Schema, tables};
use crate::model::value::Value;
use std::marker::PhantomData;

/// What the service promises of a value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// A string.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// An object with these fields.
    Record(&'static Schema),
    /// An array of such values.
    List(&'static Shape),
    /// Not described by the service.
    Any,
}

/// A reading of one value of a record. No other type implements it.
pub trait View<'a>: Sealed {
    /// What the value is meant to be.
    const SHAPE: Shape;
    /// Reads `value`; `None` where the record has no such field.
    fn view(value: Option<&'a Value>) -> Self;
}

pub(in crate::model) mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

// The views of these read bare values too, so they are not made of the table.
tables! {
    /// A coded flag. The integers are not documented; the description decides.
    CODED Coded "coded flag" {
        value: Integer | null, "The code. Its meaning is not documented, so decide by the description.";
        description: Text | null, "The word of the flag, such as `Yes`, `No` or `May Contain`; also blank or `-`. A flag that is missing or unclear is not a no.";
    }

    /// A reference to an entry of one of the service's lists.
    REFERENCE Reference "reference" {
        id: Integer | null, "The id within the service.";
        description: Text | null, "Its meaning, in words.";
    }

    /// A quantity with its unit.
    QUANTITY Quantity "quantity" {
        value: Numeric | null, "The amount, as the supplier declares it.";
        units: Text | null, "The unit, such as `g` or `mm`.";
    }

    /// A quantity in whole numbers, with its unit.
    INTEGER_QUANTITY IntegerQuantity "integer quantity" {
        value: Integer | null, "The amount, as the supplier declares it.";
        units: Text | null, "The unit, such as `g` or `mm`.";
    }
}

/// Declares views: readings of a value that are no more than a reference to it.
macro_rules! views {
    ($($(#[$doc:meta])* $name:ident: $shape:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'a>(Option<&'a $crate::model::Value>);

        impl $crate::model::table::view::sealed::Sealed for $name<'_> {}

        impl<'a> $crate::model::view::View<'a> for $name<'a> {
            const SHAPE: $crate::model::view::Shape = $shape;
            fn view(value: Option<&'a $crate::model::Value>) -> Self {
                $name(value)
            }
        }

        impl<'a> $name<'a> {
            /// The value, of any type; `None` where the field is missing.
            pub fn raw(self) -> Option<&'a $crate::model::Value> {
                self.0
            }
        }
    )*};
}
pub(super) use views;

views! {
    /// A string.
    Text: Shape::Text;
    /// A whole number, such as a manufacturer's id.
    Integer: Shape::Integer;
    /// A number.
    Numeric: Shape::Number;
    /// A value that the service does not describe.
    Any: Shape::Any;
    /// A coded flag, `{value, description}`. The integers are not documented:
    /// only the description says what a flag means.
    Coded: Shape::Record(&CODED);
    /// A reference, `{id, description}`.
    Reference: Shape::Record(&REFERENCE);
    /// A quantity with a fraction, `{value, units}`.
    Quantity: Shape::Record(&QUANTITY);
    /// A quantity in whole numbers, `{value, units}`.
    IntegerQuantity: Shape::Record(&INTEGER_QUANTITY);
}

impl<'a> Text<'a> {
    /// The text, trimmed; `None` where it is missing, null or blank. A number
    /// or a boolean sent in its place reads as its text.
    pub fn get(self) -> Option<&'a str> {
        scalar(self.0)
    }
}

impl<'a> Integer<'a> {
    /// The number; one sent as a string is read too.
    pub fn get(self) -> Option<i64> {
        scalar(self.0)?.parse().ok()
    }
}

impl<'a> Numeric<'a> {
    /// The number as declared, digit for digit.
    pub fn get(self) -> Option<&'a str> {
        scalar(self.0)
    }
}

impl<'a> Coded<'a> {
    /// The description, trimmed; a bare string, number or boolean sent in
    /// place of the object is taken for one, so that evidence is not lost.
    pub fn description(self) -> Option<&'a str> {
        member(self.0, "description")
    }

    /// The undocumented code.
    pub fn value(self) -> Option<i64> {
        Integer(self.0?.get("value")).get()
    }
}

impl<'a> Reference<'a> {
    /// The description, trimmed; a bare string instead of the object counts.
    pub fn description(self) -> Option<&'a str> {
        member(self.0, "description")
    }

    /// The id.
    pub fn id(self) -> Option<i64> {
        Integer(self.0?.get("id")).get()
    }
}

macro_rules! quantity {
    ($name:ident) => {
        impl<'a> $name<'a> {
            /// The amount as declared, digit for digit; a bare number or
            /// string instead of the object counts.
            pub fn value(self) -> Option<&'a str> {
                member(self.0, "value")
            }

            /// The unit, such as `g`.
            pub fn units(self) -> Option<&'a str> {
                scalar(self.0?.get("units"))
            }
        }
    };
}
quantity!(Quantity);
quantity!(IntegerQuantity);

/// The text of a member; of a value that is no object, its own.
fn member<'a>(value: Option<&'a Value>, name: &str) -> Option<&'a str> {
    match value? {
        Value::Object(object) => scalar(object.get(name)),
        bare => scalar(Some(bare)),
    }
}

/// A value's text, trimmed, blank counting as absent.
fn scalar(value: Option<&Value>) -> Option<&str> {
    let text = value?.as_scalar()?.trim();
    (!text.is_empty()).then_some(text)
}

/// An array of views.
#[derive(Clone, Copy, Debug)]
pub struct List<'a, T> {
    value: Option<&'a Value>,
    element: PhantomData<T>,
}

impl<T> Sealed for List<'_, T> {}

impl<'a, T: View<'a>> View<'a> for List<'a, T> {
    const SHAPE: Shape = Shape::List(&T::SHAPE);
    fn view(value: Option<&'a Value>) -> Self {
        List {
            value,
            element: PhantomData,
        }
    }
}

impl<'a, T: View<'a>> List<'a, T> {
    /// The value, of any type; `None` where the field is missing.
    pub fn raw(self) -> Option<&'a Value> {
        self.value
    }

    /// The elements. A single value sent instead of an array is read as an
    /// array of one, so that a lone component is not lost.
    pub fn iter(self) -> impl ExactSizeIterator<Item = T> + use<'a, T> {
        let elements = Value::elements(self.value);
        elements.iter().map(|value| T::view(Some(value)))
    }
}
