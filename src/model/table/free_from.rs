//! The free-from claims and the allergens they speak of.

use super::{Allergen, Field, field, records};
use crate::model::view::{Shape, Text, View};

macro_rules! claims {
    ($($wire:literal $(not $allergen:ident)?;)*) => {
        const FIELDS: &[Field] = &[$(field($wire, Shape::Text, true, "The claim of this name.")),*];

        impl FreeFromClaim {
            /// All claims, in the service's order.
            pub const ALL: &[FreeFromClaim] = &[$(FreeFromClaim {
                field: $wire,
                excludes: allergen!($($allergen)?),
            }),*];
        }
    };
}
macro_rules! allergen {
    () => {
        None
    };
    ($allergen:ident) => {
        Some(Allergen::$allergen)
    };
}

/// A claim that a food is free from something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FreeFromClaim {
    /// The wire name; also the message key.
    pub field: &'static str,
    /// The allergen that cannot be present if the claim holds. Gluten and
    /// lactose have none: a food with wheat can be gluten-free (at most
    /// 20 mg/kg), and one with milk can be lactose-free.
    pub excludes: Option<Allergen>,
}

claims! {
    "free_from_gluten";
    "free_from_wheat" not Wheat;
    "free_from_rye" not Rye;
    "free_from_barley" not Barley;
    "free_from_oats" not Oats;
    "free_from_nuts" not TreeNuts;
    "free_from_celery" not CeleryCeleriac;
    "free_from_crustacea" not Crustacea;
    "free_from_eggs" not Eggs;
    "free_from_fish" not Fish;
    "free_from_lupin" not Lupin;
    "free_from_mustard" not Mustard;
    "free_from_lactose";
    "free_from_milk" not Milk;
    "free_from_molluscs" not Molluscs;
    "free_from_peanuts" not Peanuts;
    "free_from_sesame" not SesameSeeds;
    "free_from_soybeans" not Soybeans;
    "free_from_sulphur_dioxide" not SulphurDioxide;
    "very_low_gluten";
}

records! {
    /// Free-from claims.
    FREE_FROM FreeFrom "free_from" + FIELDS {
    }
}

impl<'a> FreeFrom<'a> {
    /// What is said of a claim.
    pub fn claim(self, claim: FreeFromClaim) -> Text<'a> {
        Text::view(self.get(claim.field))
    }
}
