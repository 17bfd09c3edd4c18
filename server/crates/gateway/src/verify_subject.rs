//! Checks that a response is about the product that was requested.
//!
//! An upstream, or a cache in front of it, may mix up its responses. A card with another
//! product's allergens is worse than none, so such a response is not accepted.

use product_pool::gtin::Gtin;
use product_pool::model::Product;

use crate::target::Target;
use product_pool_store::record::columns::padded_gtin;
use product_pool_store::record::raw_object::RawObject;

/// Whether a body can be the response to that request. A record that does not say which
/// product it is about is accepted.
pub(crate) fn fits(target: &Target, body: &str) -> bool {
    // The layout of records in other output formats is not documented; if they have the
    // identifier, it is in the same place.
    let Some(members) = RawObject::parse(body) else {
        return true;
    };
    let Some(data) = members.get("data").and_then(RawObject::parse) else {
        return true;
    };
    if let Some(asked) = &target.product {
        let text = |json: &str| serde_json::from_str::<String>(json).ok();
        let found = data.get("pool_id").and_then(text);
        // Some databases compare identifiers without regard to case.
        return found.is_none_or(|found| found.eq_ignore_ascii_case(asked));
    }
    let Some(asked) = &target.gtin else {
        return true;
    };
    // A product may be found by the GTIN of a case, a pack or a component, so the GTIN counts
    // anywhere in the record. A record without a GTIN of its case is accepted.
    let outer = data.get("outer").and_then(RawObject::parse);
    let known = outer
        .as_ref()
        .and_then(|outer| outer.get("traded_unit_gtin"))
        .and_then(|gtin| padded_gtin(gtin.trim_matches('"')))
        .is_some();
    !known || mentions(body, asked.trim_start_matches('0')) || is_of_unit(body, asked)
}

/// Whether a unit of the record has this GTIN of 14 digits, in whatever form
/// the supplier wrote it.
fn is_of_unit(body: &str, gtin: &str) -> bool {
    let gtin = Gtin::parse_lenient(gtin);
    let product = Product::from_json(body);
    matches!((gtin, product), (Ok(gtin), Ok(product)) if product.unit_with(&gtin).is_some())
}

/// Whether the text contains that number as a whole, perhaps after zeros.
fn mentions(text: &str, number: &str) -> bool {
    text.match_indices(number).any(|(at, _)| {
        let before = text[..at].trim_end_matches('0');
        let after = &text[at + number.len()..];
        !before.ends_with(|c: char| c.is_ascii_digit())
            && !after.starts_with(|c: char| c.is_ascii_digit())
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn is(address: &str, body: &str) -> bool {
        fits(&Target::of(&address.parse().unwrap()).unwrap(), body)
    }

    #[test]
    fn another_product_is_no_answer() {
        for (body, right) in [
            (r#"{"data":{"pool_id":"a1"}}"#, true),
            (r#"{"data":{"pool_id":"A1"}}"#, true),
            (r#"{"data":{"pool_id":"\u00611"}}"#, true),
            (r#"{"data":{}}"#, true),
            (r#"{"data":{"pool_id":7}}"#, true),
            (r#"{"data":[]}"#, true),
            (r#"{"data":{"pool_id":"a2"}}"#, false),
            (r#"{"data":{"pool_id":"a1","pool_id":"b"}}"#, false),
        ] {
            for address in ["/v2/products/a1", "/v2/products/a1?version=2"] {
                assert_eq!(is(address, body), right, "{body}");
            }
        }
        assert!(is("/v2/products", r#"{"data":[{"pool_id":"b"}]}"#));
        assert!(is("/v2/images/a1", r#"{"data":[{"id":"b"}]}"#));
    }

    #[test]
    fn another_gtin_is_no_answer() {
        let with = |outer: &str, inner: &str| {
            format!(
                r#"{{"data":{{"pool_id":"a","outer":{{"traded_unit_gtin":{outer}}},
                   "components":[{{"inner":{{"internal_gtin":{inner}}}}}]}}}}"#
            )
        };
        for (outer, inner, right) in [
            (r#""9520000000016""#, "null", true),
            (r#""09520000000016""#, "null", true),
            (r#""9 520000 000016""#, "null", true),
            (r#""9 520000 000023""#, r#""952-0000-000016""#, true),
            (r#""9 520000 000023""#, "null", false),
            ("9520000000016", "null", true),
            (r#""9520000000023""#, r#""9520000000016""#, true),
            ("null", "null", true),
            (r#""unknown""#, "null", true),
            (r#""9520000000023""#, "null", false),
            (r#""95200000000167""#, "null", false),
            (r#""19520000000016""#, "null", false),
            (r#""9520000000023""#, r#""195200000000160""#, false),
        ] {
            for asked in ["9520000000016", "09520000000016"] {
                let address = format!("/v2/products/gtin/{asked}");
                assert_eq!(is(&address, &with(outer, inner)), right, "{outer} {inner}");
            }
        }
    }
}
