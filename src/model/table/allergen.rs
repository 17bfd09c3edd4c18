//! The allergens: 26 names of the service, the 14 groups of Regulation (EU)
//! No 1169/2011 Annex II, and all fields that speak of them.

use super::view::{Coded, Shape, Text, View};
use super::{CODED, Field, by_name, field, records};

macro_rules! allergens {
    ($($(#[doc = $doc:literal])+ $name:ident $wire:literal in $group:ident;)*) => {
        /// An allergen as the service names it: one of the 14 groups of
        /// Annex II, or a member of the cereals or the tree nuts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "AllergenName"))]
        #[non_exhaustive]
        pub enum Allergen {
            $(
                $(#[doc = $doc])+
                #[serde(rename = $wire)]
                $name,
            )*
        }

        /// The lines of the family.
        const FIELDS: &[Field] = &[$(
            field(
                concat!("contains_", $wire),
                Shape::Record(&CODED),
                false,
                concat!("The allergen flag:", $($doc),+),
            ),
            field(
                concat!("contains_", $wire, "_risk_source"),
                Shape::Text,
                true,
                concat!("The source of a risk of cross-contact:", $($doc),+),
            ),
        )*];

        impl Allergen {
            /// All of them, in the service's order.
            pub const ALL: &[Allergen] = &[$(Allergen::$name),*];

            /// The wire names of all.
            pub const NAMES: &[&str] = &[$($wire),*];

            /// The service's name, such as `tree_nuts`; also the message key.
            pub fn wire_name(self) -> &'static str {
                let flag = self.flag_field();
                flag.strip_prefix("contains_").unwrap_or(flag)
            }

            /// The group of Annex II it belongs to; itself, if it is one.
            ///
            /// ```
            /// use product_pool::model::Allergen;
            ///
            /// let almond: Allergen = "almond_nuts".parse()?;
            /// assert_eq!(almond.group(), Allergen::TreeNuts);
            /// assert!(Allergen::TreeNuts.members().any(|member| member == almond));
            /// # Ok::<(), product_pool::model::table::UnknownName>(())
            /// ```
            pub fn group(self) -> Allergen {
                match self { $(Allergen::$name => Allergen::$group,)* }
            }

            /// The wire name of the flag.
            pub fn flag_field(self) -> &'static str {
                FIELDS[self as usize * 2].name
            }

            /// The wire name of the source of the risk.
            pub fn risk_source_field(self) -> &'static str {
                FIELDS[self as usize * 2 + 1].name
            }
        }
    };
}

allergens! {
    /// Celery, celeriac among it.
    CeleryCeleriac "celery_celeriac" in CeleryCeleriac;
    /// Cereals containing gluten.
    Cereal "cereal" in Cereal;
    /// Barley.
    Barley "barley" in Cereal;
    /// Oats.
    Oats "oats" in Cereal;
    /// Rye.
    Rye "rye" in Cereal;
    /// Wheat, spelt and khorasan wheat among it.
    Wheat "wheat" in Cereal;
    /// Crustaceans.
    Crustacea "crustacea" in Crustacea;
    /// Eggs.
    Eggs "eggs" in Eggs;
    /// Fish.
    Fish "fish" in Fish;
    /// Lupin.
    Lupin "lupin" in Lupin;
    /// Milk, lactose among it.
    Milk "milk" in Milk;
    /// Molluscs.
    Molluscs "molluscs" in Molluscs;
    /// Mustard.
    Mustard "mustard" in Mustard;
    /// Nuts: those of trees.
    TreeNuts "tree_nuts" in TreeNuts;
    /// Almonds.
    Almond "almond_nuts" in TreeNuts;
    /// Brazil nuts.
    Brazil "brazil_nuts" in TreeNuts;
    /// Cashews.
    Cashew "cashew_nuts" in TreeNuts;
    /// Hazelnuts.
    Hazelnut "hazelnut_nuts" in TreeNuts;
    /// Macadamia or Queensland nuts.
    Macadamia "macadamia_nuts" in TreeNuts;
    /// Pecans.
    Pecan "pecan_nuts" in TreeNuts;
    /// Pistachios.
    Pistachio "pistachio_nuts" in TreeNuts;
    /// Walnuts.
    Walnut "walnut_nuts" in TreeNuts;
    /// Peanuts.
    Peanuts "peanuts" in Peanuts;
    /// Sesame seeds.
    SesameSeeds "sesame_seeds" in SesameSeeds;
    /// Soybeans.
    Soybeans "soybeans" in Soybeans;
    /// Sulphur dioxide and sulphites above 10 mg/kg.
    SulphurDioxide "sulphur_dioxide" in SulphurDioxide;
}

impl Allergen {
    /// Whether it is one of the 14 groups of Annex II.
    pub fn is_group(self) -> bool {
        self.group() == self
    }

    /// The 14 groups of Annex II, in the service's order.
    ///
    /// ```
    /// use product_pool::model::Allergen;
    ///
    /// assert_eq!(Allergen::groups().count(), 14);
    /// assert_eq!(Allergen::Almond.group(), Allergen::TreeNuts);
    /// ```
    pub fn groups() -> impl Iterator<Item = Allergen> {
        let all = Self::ALL.iter().copied();
        all.filter(|allergen| allergen.is_group())
    }

    /// The members of a group other than itself: none but for cereals and nuts.
    pub fn members(self) -> impl Iterator<Item = Allergen> {
        let all = Self::ALL.iter().copied();
        all.filter(move |other| other.group() == self && *other != self)
    }
}

by_name! { Allergen wire_name }

macro_rules! gluten_claims {
    ($($name:ident $wire:literal;)*) => {
        /// A claim of at most 20 mg gluten per kg in spite of a cereal. It can
        /// be true beside a declared cereal: both are shown, never merged.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct GlutenClaim {
            /// The cereal it speaks of.
            pub allergen: Allergen,
            /// The wire name.
            pub field: &'static str,
        }

        const GLUTEN_FIELDS: &[Field] = &[$(field(
            $wire,
            Shape::Text,
            true,
            concat!(
                "Whether gluten is at most 20 mg/kg (20 ppm) in spite of this cereal: ",
                stringify!($name),
                "."
            ),
        )),*];

        impl GlutenClaim {
            /// All such claims.
            pub const ALL: &[GlutenClaim] = &[$(GlutenClaim {
                allergen: Allergen::$name,
                field: $wire,
            }),*];
        }
    };
}

gluten_claims! {
    Cereal "contains_cereal_gluten_20ppm";
    Wheat "contains_wheat_gluten_20ppm";
    Rye "contains_rye_gluten_20ppm";
    Barley "contains_barley_gluten_20ppm";
    Oats "contains_oats_gluten_20ppm";
}

records! {
    /// The declarations of allergens.
    ALLERGENS Allergens "allergens" + FIELDS, GLUTEN_FIELDS {
        allergen_statement_on_pack: Text, "The allergen statement as it stands on the pack.";
        additional_allergen_information: Text, "More about allergens.";
    }
}

impl<'a> Allergens<'a> {
    /// The flag of an allergen.
    pub fn flag(self, allergen: Allergen) -> Coded<'a> {
        Coded::view(self.read(allergen.flag_field()))
    }

    /// Where a risk of the allergen comes from.
    pub fn risk_source(self, allergen: Allergen) -> Text<'a> {
        Text::view(self.read(allergen.risk_source_field()))
    }

    /// What is said of gluten in spite of a cereal.
    pub fn gluten_claim(self, claim: GlutenClaim) -> Text<'a> {
        Text::view(self.read(claim.field))
    }
}
