//! A value serializes under the key that names it in messages and markup.

use super::*;
use crate::gtin;

/// Checks an enum's variants; the list has to have all of them to compile.
macro_rules! serialize_as_key {
    ($($kind:ident: $($name:ident)+;)+) => {$(
        for value in [$($kind::$name),+] {
            match value {
                $($kind::$name => {})+
            }
            assert_eq!(serde_json::to_value(value).unwrap(), value.key());
        }
    )+};
}

#[test]
#[allow(clippy::unwrap_used)]
fn a_value_serializes_as_its_key() {
    serialize_as_key! {
        Answer: NotDeclared NotStated MayContain Contains;
        Caution: Conflict Group Unread;
        Claim: Yes No NotStated;
        Direction: BecamePositive Raised BecameUnstated Lowered BecameAbsent Within;
        Level: Low Medium High;
        Match: Uuid Gtin Name Place;
        NoticeKind: Recalled Withdrawn UnknownStatus Draft Discontinued Archived Replaced
            OldVersion OtherVersion OldDate FutureDate;
        PieceKind: Same Removed Added;
        Presence: Given IfRequired Lacking;
        Status: NotPresent NotStated MayContain Contains;
        Subject: Allergens Ingredients Nutrition Component Safety Identity Handling Diets Origin
            Claims Logistics Packaging Other Record;
        Trend: More Less Given Gone Restated;
        WarningKind: SaturatesOverFat SugarsOverCarbohydrate SaltAgainstSodium
            EnergyAgainstNutrients KilojoulesAgainstKilocalories ServingAgainstPer100 SumOverWhole
            FigureOverWhole UnitTwice CheckDigit MalformedGtin;
    }
    for particular in crate::model::table::Particular::ALL {
        let json = serde_json::to_value(particular).unwrap();
        assert_eq!(json, particular.key());
    }
    for allergen in crate::model::Allergen::ALL {
        let json = serde_json::to_value(allergen).unwrap();
        assert_eq!(json, allergen.wire_name());
    }
    let caution = serde_json::to_value(gtin::Caution::RestrictedCirculation);
    assert_eq!(caution.unwrap(), "restricted-circulation");
}
