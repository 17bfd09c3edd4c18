//! The one table: every field of the service, one line each.
//!
//! A line gives a field's wire name, its type, whether it may be null, what it
//! is, whether it is read for allergens, and, where it is a plain fact, a legal
//! particular or a key fact, of what. From it come the typed accessors, the check
//! for departures ([`faults`](super::faults)), the TypeScript types and everything
//! else that needs a field's name. The allergens, the nutrients, the vitamins and minerals
//! and the accreditations are families: one line a member, from which all
//! fields of the member come.
//!
//! ```
//! use product_pool::model::table::{INGREDIENTS, PRODUCT};
//! use product_pool::model::view::Shape;
//!
//! // A tool that shows all texts that are read for allergens.
//! let texts = INGREDIENTS.fields().filter(|field| matches!(field.shape, Shape::Text));
//! assert!(texts.map(|field| field.name).any(|name| name == "ingredients"));
//! assert!(PRODUCT.field("components").is_some());
//! ```
//!
//! What serves documentation alone (descriptions, known values) is left out of
//! the table on WebAssembly, so that no page downloads it.

mod accreditation;
mod allergen;
mod diet;
mod free_from;
mod logistics;
mod nutrient;
mod product;
mod resources;
pub(crate) mod view;

pub use accreditation::{ACCREDITATIONS, Accreditation, Accreditations};
pub use allergen::{ALLERGENS, Allergen, Allergens, GlutenClaim};
pub use diet::{DIETS, Diet, Diets};
pub use free_from::{FREE_FROM, FreeFrom, FreeFromClaim};
pub use logistics::*;
pub use nutrient::{
    Column, Micronutrient, NUTRIENTS, NUTRIENTS_PREPARED, Nutrient, Nutrients, NutrientsPrepared,
};
pub use product::*;
pub use resources::*;
pub use view::{CODED, INTEGER_QUANTITY, QUANTITY, REFERENCE};

use self::view::Shape;
use crate::collect_vec::nested;
use std::fmt;

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
    #[cfg(not(target_arch = "wasm32"))]
    assigned: bool,
    /// What it is a fact about, if that is not what its record's fields are.
    pub topic: Option<Topic>,
    /// The unit of a bare number.
    pub unit: Option<ImpliedUnit>,
    /// The legal particular that it gives.
    pub particular: Option<Particular>,
    /// Whether it is a text that is read for allergens, besides the lists of ingredients, the
    /// fields on allergens and the health warning. Directions, serving suggestions and marketing
    /// are not: "serve with milk" names no ingredient. Neither are codes, figures, and names of
    /// companies. A test requires every field to be read, or its reason not to be.
    pub is_read: bool,
    /// The key fact that it is, by which of its answers.
    pub key_fact: Option<(KeyFactKind, Says)>,
    #[cfg(not(target_arch = "wasm32"))]
    doc: &'static str,
    #[cfg(not(target_arch = "wasm32"))]
    known: &'static [&'static str],
}

#[cfg(not(target_arch = "wasm32"))]
impl Field {
    /// Whether the service itself assigns the value, as it does identifiers in
    /// lists, so that the field is always there. Any other field may be missing.
    pub fn is_assigned(&self) -> bool {
        self.assigned
    }

    /// What it holds, in sentences, with its unit.
    pub fn doc(&self) -> &'static str {
        self.doc
    }

    /// Values that the service is known to send; it may send others. Empty for
    /// a field that can hold anything.
    pub fn known(&self) -> &'static [&'static str] {
        self.known
    }
}

/// An object of the wire: a section of a product, a component, an image.
#[derive(Debug)]
#[non_exhaustive]
pub struct Schema {
    /// Its name: for a section the wire name, otherwise what it is.
    pub name: &'static str,
    /// Its fields: those listed one by one, then those of its families.
    pub(crate) fields: &'static [&'static [Field]],
    /// What its fields are facts about. `None` for fields that are not plain
    /// facts, such as flags with rules of their own, or that are internal to the
    /// service.
    pub topic: Option<Topic>,
    /// Whether all that stands in it is read for allergens.
    pub is_read: bool,
    #[cfg(not(target_arch = "wasm32"))]
    doc: &'static str,
}

impl Schema {
    /// All fields in the table's order.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        nested(self.fields, |fields| fields)
    }

    /// The field of that wire name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields().find(|field| field.name == name)
    }

    /// What it is, in sentences.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn doc(&self) -> &'static str {
        self.doc
    }
}

/// The error of a text that should be one of several names.
///
/// ```
/// use product_pool::card::Variant;
/// assert_eq!("Summary".parse(), Ok(Variant::Summary));
/// let error = "sumary".parse::<Variant>().unwrap_err();
/// assert_eq!(error.to_string(), "\"sumary\" is none of full, summary, badges");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    pub(crate) name: String,
    pub(crate) known: &'static [&'static str],
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is none of {}", self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// Declares an enumeration whose members have names for programs. `$none` matches nothing: it is there
/// because what is optional has to have a variable.
macro_rules! named {
    ($(#[$about:meta])+ $kind:ident $key:ident: $what:literal { $($(#[doc = $doc:literal])+ $(#[default $($none:tt)?])? $name:ident $text:literal,)* }) => {
        $(#[$about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        pub enum $kind {
            $(
                $(#[doc = $doc])+
                $(#[default $($none)?])?
                #[serde(rename = $text)]
                $name,
            )*
        }

        #[cfg(feature = "typescript")]
        impl $kind {
            /// What is said of each, for declarations in other languages.
            pub const DOCS: &[&str] = &[$(concat!($($doc),+)),*];
        }

        $crate::model::table::names! { $kind $key: $what { $($name $text,)* } }
    };
}

/// Gives the variants of an enum names, and reads and writes them.
macro_rules! names {
    ($kind:ident $key:ident: $what:literal { $($name:ident $text:literal,)* }) => {
        impl $kind {
            /// All of them.
            pub const ALL: &[$kind] = &[$($kind::$name),*];

            /// The names of all.
            pub const NAMES: &[&str] = &[$($text),*];

            #[doc = $what]
            pub fn $key(self) -> &'static str {
                match self { $($kind::$name => $text,)* }
            }
        }

        $crate::model::table::by_name! { $kind $key }
    };
}

/// Reads and writes an enum by the names that it has.
macro_rules! by_name {
    ($kind:ident $key:ident) => {
        impl std::str::FromStr for $kind {
            type Err = $crate::model::table::UnknownName;

            /// Reads the name, in any case.
            fn from_str(name: &str) -> Result<$kind, Self::Err> {
                let mut all = $kind::ALL.iter();
                let found = all.find(|known| known.$key().eq_ignore_ascii_case(name));
                found
                    .copied()
                    .ok_or_else(|| $crate::model::table::UnknownName {
                        name: name.to_owned(),
                        known: $kind::NAMES,
                    })
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.$key())
            }
        }
    };
}

pub(crate) use {by_name, named, names};

named! {
    /// What a plain fact is about: where a reader would look for it.
    #[non_exhaustive]
    Topic key: "Its name, the same as that of the card's panel." {
        /// What the food is made of, beside the list of ingredients.
        Ingredients "ingredients",
        /// The nutrition declaration, beside its figures.
        Nutrition "nutrition",
        /// Additives.
        Additives "additives",
        /// Storage, use, and what to heed.
        Handling "handling",
        /// Where it comes from.
        Origin "origin",
        /// Packaging and recycling.
        Packaging "packaging",
        /// Cases, pallets and measures.
        Logistics "logistics",
        /// Who supplies it, and which version of the record this is.
        Supplier "supplier",
        /// All else.
        Details "details",
    }
}

named! {
    /// The unit of a number that the service sends without one.
    #[non_exhaustive]
    ImpliedUnit symbol: "The unit's sign." {
        /// Grams.
        Gram "g",
        /// Per cent.
        Percent "%",
    }
}

named! {
    /// What a shop must show before a food is bought at a distance (Regulation
    /// (EU) No 1169/2011 Article 14): all but the durability date.
    #[non_exhaustive]
    Particular key: "The key of its message, and its name in markup." {
        /// The name of the food.
        Name "name",
        /// The list of ingredients.
        Ingredients "ingredients",
        /// The allergens.
        Allergens "allergens",
        /// The quantity of ingredients that the name or the pack stresses.
        Quid "quid",
        /// The net quantity.
        NetQuantity "net-quantity",
        /// Storage conditions.
        Storage "storage",
        /// The name of the business that answers for the food.
        BusinessName "business-name",
        /// Its address.
        BusinessAddress "business-address",
        /// The country of origin or place of provenance.
        Origin "origin",
        /// Instructions for use.
        Use "use",
        /// The alcoholic strength of a drink above 1.2 % by volume.
        Alcohol "alcohol",
        /// The nutrition declaration.
        Nutrition "nutrition",
    }
}

named! {
    /// What a key fact is about.
    #[non_exhaustive]
    KeyFactKind key: "Its name." {
        /// A warning or an age limit.
        Warning "warning",
        /// What is in the food, and how it was treated or packed.
        Composition "composition",
        /// Where the food or its primary ingredient comes from.
        Origin "origin",
    }
}

/// Which answers of a field are a key fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Says {
    /// Yes. Another text is shown as it is, and no is not a key fact.
    Yes,
    /// No. Another text is shown as it is, and yes is not a key fact.
    No,
    /// Any value.
    Value,
}

/// Declares records: the table entry, a view struct and an accessor a field.
macro_rules! records {
    ($($lines:tt)*) => {
        $crate::model::table::tables! { $($lines)* }
        $crate::model::table::accessors! { $($lines)* }
    };
}
/// Declares table entries alone.
macro_rules! tables {
    ($(
        $(#[doc = $doc:literal])+
        $table:ident $name:ident $wire:literal $(in $topic:ident)? $(is $all_read:ident)? $(+ $($family:ident),+)? {
            $($field:ident $(($wire_name:literal))?: $view:ident $(<$of:ident>)? $([$unit:ident])? $(one of [$($known:literal),+])? $(by $assigner:ident)? $(| $null:ident)? $(in $about_what:ident)? $(for $particular:ident)? $(key $key_fact:ident $says:ident)? $(is $read:ident)?, $about:literal;)*
        }
    )*) => {$(
        #[doc = concat!("The table of [`", stringify!($name), "`].")]
        pub static $table: $crate::model::table::Schema = $crate::model::table::Schema {
            name: $wire,
            fields: &[&[$($crate::model::table::Field {
                name: $crate::model::table::wire_name!($field $($wire_name)?),
                shape: <$view$(::<$of>)? as $crate::model::view::View>::SHAPE,
                nullable: $crate::model::table::flag!($($null)?),
                #[cfg(not(target_arch = "wasm32"))]
                assigned: $crate::model::table::flag!($($assigner)?),
                topic: $crate::model::table::optional!(Topic $($about_what)?),
                unit: $crate::model::table::optional!(ImpliedUnit $($unit)?),
                particular: $crate::model::table::optional!(Particular $($particular)?),
                is_read: $crate::model::table::flag!($($read)?),
                key_fact: $crate::model::table::optional!(KeyFactKind $($key_fact, Says $says)?),
                #[cfg(not(target_arch = "wasm32"))]
                doc: $about,
                #[cfg(not(target_arch = "wasm32"))]
                known: &[$($($known),+)?],
            }),*], $($($family),+)?],
            topic: $crate::model::table::optional!(Topic $($topic)?),
            is_read: $crate::model::table::flag!($($all_read)?),
            #[cfg(not(target_arch = "wasm32"))]
            doc: concat!($($doc),+),
        };
    )*};
}
/// Declares view structs with an accessor a field.
macro_rules! accessors {
    ($(
        $(#[doc = $doc:literal])+
        $table:ident $name:ident $wire:literal $(in $topic:ident)? $(is $all_read:ident)? $(+ $($family:ident),+)? {
            $($field:ident $(($wire_name:literal))?: $view:ident $(<$of:ident>)? $([$unit:ident])? $(one of [$($known:literal),+])? $(by $assigner:ident)? $(| $null:ident)? $(in $about_what:ident)? $(for $particular:ident)? $(key $key_fact:ident $says:ident)? $(is $read:ident)?, $about:literal;)*
        }
    )*) => {$(
        $crate::model::table::view::views! {
            $(#[doc = $doc])+
            $name: $crate::model::view::Shape::Record(&$table);
        }

        impl serde::Serialize for $name<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        impl<'a> $name<'a> {
            /// The value of the field of that wire name, as sent.
            pub fn get(self, field: &str) -> Option<&'a $crate::model::Value> {
                self.0?.get(field)
            }

            /// The value of the field of that wire name, in the form of the table.
            #[allow(dead_code, reason = "not every record has families")]
            pub(crate) fn read(self, field: &str) -> Option<&'a $crate::model::Value> {
                self.0?.read(field)
            }

            $(
                #[doc = $about]
                pub fn $field(self) -> $view<'a $(, $of<'a>)?> {
                    $crate::model::view::View::view(self.read($crate::model::table::wire_name!($field $($wire_name)?)))
                }
            )*
        }
    )*};
}
macro_rules! optional {
    ($kind:ident) => {
        None
    };
    ($kind:ident $name:ident) => {
        Some($crate::model::table::$kind::$name)
    };
    ($kind:ident $name:ident, $other:ident $value:ident) => {
        Some((
            $crate::model::table::$kind::$name,
            $crate::model::table::$other::$value,
        ))
    };
}
macro_rules! flag {
    () => {
        false
    };
    (null) => {
        true
    };
    (service) => {
        true
    };
    (read) => {
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
use {accessors, flag, optional, records, tables, wire_name};

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
        assigned: false,
        topic: None,
        unit: None,
        particular: None,
        is_read: false,
        key_fact: None,
        #[cfg(not(target_arch = "wasm32"))]
        doc,
        #[cfg(not(target_arch = "wasm32"))]
        known: &[],
    }
}
