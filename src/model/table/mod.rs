//! The one table: every field of the service, one line each.
//!
//! A line gives a field's wire name, its type, whether it may be null, and
//! what it is. From it come the typed accessors, the check for departures
//! ([`faults`](super::faults)), the TypeScript types and whatever else must
//! know a field's name. The allergens, the nutrients, the vitamins and minerals
//! and the accreditations are families: one line a member, from which all
//! fields of the member come.
//!
//! What serves documentation alone (descriptions, known values) is left out of
//! the table on WebAssembly, so that no page downloads it.

mod accreditation;
mod allergen;
mod free_from;
mod logistics;
mod nutrient;
mod product;
mod resources;

pub use accreditation::{ACCREDITATIONS, Accreditation, Accreditations};
pub use allergen::{ALLERGENS, Allergen, Allergens, GlutenClaim};
pub use free_from::{FREE_FROM, FreeFrom, FreeFromClaim};
pub use logistics::*;
pub use nutrient::{
    Column, Micronutrient, NUTRIENTS, NUTRIENTS_PREPARED, Nutrient, Nutrients, NutrientsPrepared,
};
pub use product::*;
pub use resources::*;

use super::view::Shape;

/// One field: a line of the table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Field {
    /// The name on the wire.
    pub name: &'static str,
    /// What the value is.
    pub shape: Shape,
    /// Whether the service says that it may be `null`.
    pub nullable: bool,
    /// What it holds, in sentences, with its unit. Not on WebAssembly.
    #[cfg(not(target_arch = "wasm32"))]
    pub doc: &'static str,
    /// Values that the service is known to send; it may send others. Empty for
    /// a field that can hold anything. Not on WebAssembly.
    #[cfg(not(target_arch = "wasm32"))]
    pub known: &'static [&'static str],
}

/// An object of the wire: a section of a product, a component, an image.
#[derive(Debug)]
#[non_exhaustive]
pub struct Record {
    /// Its name: for a section the wire name, otherwise what it is.
    pub name: &'static str,
    /// Its fields: those listed one by one, then those of its families.
    pub fields: &'static [&'static [Field]],
    /// What it is, in sentences. Not on WebAssembly.
    #[cfg(not(target_arch = "wasm32"))]
    pub doc: &'static str,
}

impl Record {
    /// All fields in the table's order.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.fields.iter().flat_map(|part| part.iter())
    }

    /// The field of that wire name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields().find(|field| field.name == name)
    }
}

/// Declares records: the table entry, a view struct and an accessor a field.
macro_rules! records {
    ($(
        $(#[doc = $doc:literal])+
        $table:ident $name:ident $wire:literal $(+ $($family:ident),+)? {
            $($field:ident $(($wire_name:literal))?: $view:ident $(<$of:ident>)? $(one of [$($known:literal),+])? $(| $null:ident)?, $about:literal;)*
        }
    )*) => {$(
        #[doc = concat!("The table of [`", stringify!($name), "`].")]
        pub static $table: $crate::model::table::Record = $crate::model::table::Record {
            name: $wire,
            fields: &[&[$($crate::model::table::Field {
                name: $crate::model::table::wire_name!($field $($wire_name)?),
                shape: <$view$(::<$of>)? as $crate::model::view::View>::SHAPE,
                nullable: $crate::model::table::nullable!($($null)?),
                #[cfg(not(target_arch = "wasm32"))]
                doc: $about,
                #[cfg(not(target_arch = "wasm32"))]
                known: &[$($($known),+)?],
            }),*], $($($family),+)?],
            #[cfg(not(target_arch = "wasm32"))]
            doc: concat!($($doc),+),
        };

        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'a>(Option<&'a $crate::model::Value>);

        impl<'a> $crate::model::view::View<'a> for $name<'a> {
            const SHAPE: $crate::model::view::Shape =
                $crate::model::view::Shape::Record(&$table);
            fn view(value: Option<&'a $crate::model::Value>) -> Self {
                $name(value)
            }
        }

        impl<'a> $name<'a> {
            /// What was sent, whatever its type; `None` where nothing was.
            pub fn raw(self) -> Option<&'a $crate::model::Value> {
                self.0
            }

            /// The value of the field of that wire name, as sent.
            pub fn get(self, field: &str) -> Option<&'a $crate::model::Value> {
                self.0?.get(field)
            }

            $(
                #[doc = $about]
                pub fn $field(self) -> $view<'a $(, $of<'a>)?> {
                    $crate::model::view::View::view(self.get($crate::model::table::wire_name!($field $($wire_name)?)))
                }
            )*
        }
    )*};
}
macro_rules! nullable {
    () => {
        false
    };
    (null) => {
        true
    };
}
/// A field's wire name: the accessor's, unless that is a Rust keyword.
macro_rules! wire_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}
use {nullable, records, wire_name};

/// A line made by a family.
#[cfg_attr(
    target_arch = "wasm32",
    allow(unused_variables, reason = "descriptions stay out of WebAssembly")
)]
const fn field(name: &'static str, shape: Shape, nullable: bool, doc: &'static str) -> Field {
    Field {
        name,
        shape,
        nullable,
        #[cfg(not(target_arch = "wasm32"))]
        doc,
        #[cfg(not(target_arch = "wasm32"))]
        known: &[],
    }
}

/// A record of values, written without the macro because views read it by hand.
#[cfg_attr(
    target_arch = "wasm32",
    allow(unused_variables, reason = "descriptions stay out of WebAssembly")
)]
const fn record(
    name: &'static str,
    fields: &'static [&'static [Field]],
    doc: &'static str,
) -> Record {
    Record {
        name,
        fields,
        #[cfg(not(target_arch = "wasm32"))]
        doc,
    }
}
