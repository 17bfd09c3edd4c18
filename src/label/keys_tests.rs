//! A value serializes under the key that names it in messages and markup.

#![cfg(not(target_arch = "wasm32"))]

use super::*;
use crate::gtin;

#[test]
fn a_value_serializes_as_its_key() {
    for claim in [Claim::Yes, Claim::No, Claim::NotStated] {
        assert_eq!(serde_json::to_value(claim).unwrap(), claim.key());
    }
    for status in Status::ALL.iter().copied() {
        assert_eq!(serde_json::to_value(status).unwrap(), status.key());
        assert_eq!(status.to_string().parse(), Ok(status));
    }
    for kind in WarningKind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.key());
    }
    for particular in crate::model::table::Particular::ALL {
        let json = serde_json::to_value(particular).unwrap();
        assert_eq!(json, particular.key());
    }
    for allergen in crate::model::Allergen::ALL {
        let json = serde_json::to_value(allergen).unwrap();
        assert_eq!(json, allergen.wire_name());
        assert_eq!(allergen.to_string().parse(), Ok(*allergen));
    }
    let caution = serde_json::to_value(gtin::GtinCaution::RestrictedCirculation);
    assert_eq!(caution.unwrap(), "restricted-circulation");
}
