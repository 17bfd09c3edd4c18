//! The diets a food may suit, and the allergens that none of its eaters accept.

use super::view::{Reference, Shape, View};
use super::{Allergen, Field, REFERENCE, field, records};

macro_rules! diets {
    ($($(#[doc = $doc:literal])+ $name:ident $field:ident $about:literal not [$($allergen:ident),*];)*) => {
        /// A diet that the service asks suppliers about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Diet {
            $($(#[doc = $doc])+ $name,)*
        }

        const FIELDS: &[Field] = &[$(field(
            stringify!($field),
            Shape::Record(&REFERENCE),
            false,
            $about,
        )),*];

        impl Diet {
            /// All of them, in the service's order.
            pub const ALL: &[Diet] = &[$(Diet::$name),*];

            /// The wire name; also the message key.
            pub fn wire_name(self) -> &'static str {
                FIELDS[self as usize].name
            }

            /// The allergens that contradict suitability where they are an
            /// ingredient. Traces do not: they say nothing of what a food is
            /// made of.
            pub fn excludes(self) -> &'static [Allergen] {
                match self { $(Diet::$name => &[$(Allergen::$allergen),*],)* }
            }
        }

        impl<'a> Diets<'a> {
            $(
                #[doc = $about]
                pub fn $field(self) -> Reference<'a> {
                    self.suitability(Diet::$name)
                }
            )*
        }
    };
}

diets! {
    /// Nothing of animal origin.
    Vegan vegan_suitable "Whether vegans may eat it." not [Milk, Eggs, Fish, Crustacea, Molluscs];
    /// Nothing of a dead animal.
    Vegetarian vegetarian_suitable "Whether vegetarians may eat it." not [Fish, Crustacea, Molluscs];
    /// Lawful by Islamic rules. The schools differ on seafood, so no allergen
    /// contradicts it.
    Halal halal_suitable "Whether it is halal." not [];
    /// Lawful by Jewish rules, which allow neither crustaceans nor molluscs.
    Kosher kosher_suitable "Whether it is kosher." not [Crustacea, Molluscs];
}

records! {
    /// For whom it is suitable.
    DIETS Diets "diets" is read + FIELDS {
    }
}

impl<'a> Diets<'a> {
    /// What is said of a diet.
    pub fn suitability(self, diet: Diet) -> Reference<'a> {
        Reference::view(self.read(diet.wire_name()))
    }
}
