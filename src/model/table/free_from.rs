//! The free-from claims and the allergens they speak of.

use super::view::{Shape, Text, View};
use super::{Allergen, Field, field, optional, records};

macro_rules! claims {
    ($($wire:literal $title:literal $(not $allergen:ident)? $(beside $beside:ident)?;)*) => {
        const FIELDS: &[Field] = &[$(field(
            $wire,
            Shape::Text,
            true,
            concat!("The claim \"", $title, "\"."),
        )),*];

        impl FreeFromClaim {
            /// All claims, in the service's order.
            pub const ALL: &[FreeFromClaim] = &[$(FreeFromClaim {
                field: $wire,
                excludes: optional!(Allergen $($allergen)?),
                beside: optional!(Allergen $($beside)?),
            }),*];
        }
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
    /// An allergen that can be present although the claim holds, and that a reader
    /// may take for excluded: peanuts beside "free from nuts", milk beside
    /// "lactose-free".
    pub beside: Option<Allergen>,
}

impl FreeFromClaim {
    /// The claim of a field.
    pub(crate) fn of(field: &str) -> Option<&'static FreeFromClaim> {
        Self::ALL.iter().find(|claim| claim.field == field)
    }
}

claims! {
    "free_from_gluten" "gluten-free, at most 20 mg/kg" beside Cereal;
    "free_from_wheat" "free from wheat" not Wheat;
    "free_from_rye" "free from rye" not Rye;
    "free_from_barley" "free from barley" not Barley;
    "free_from_oats" "free from oats" not Oats;
    "free_from_nuts" "free from tree nuts" not TreeNuts beside Peanuts;
    "free_from_celery" "free from celery" not CeleryCeleriac;
    "free_from_crustacea" "free from crustacea" not Crustacea;
    "free_from_eggs" "free from eggs" not Eggs;
    "free_from_fish" "free from fish" not Fish;
    "free_from_lupin" "free from lupin" not Lupin;
    "free_from_mustard" "free from mustard" not Mustard;
    "free_from_lactose" "free from lactose" beside Milk;
    "free_from_milk" "free from milk" not Milk;
    "free_from_molluscs" "free from molluscs" not Molluscs;
    "free_from_peanuts" "free from peanuts" not Peanuts;
    "free_from_sesame" "free from sesame seeds" not SesameSeeds;
    "free_from_soybeans" "free from soybeans" not Soybeans;
    "free_from_sulphur_dioxide" "free from sulphur dioxide and sulphites" not SulphurDioxide;
    "very_low_gluten" "very low gluten, at most 100 mg/kg";
}

records! {
    /// Free-from claims.
    FREE_FROM FreeFrom "free_from" is read + FIELDS {
    }
}

impl<'a> FreeFrom<'a> {
    /// What is said of a claim.
    pub fn claim(self, claim: FreeFromClaim) -> Text<'a> {
        Text::view(self.read(claim.field))
    }
}
