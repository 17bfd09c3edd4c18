//! Checks that a response is about the product that was requested.
//!
//! An upstream, or a cache in front of it, may mix up its responses. A card with another
//! product's allergens is worse than none, so such a response is not accepted.

use crate::body::Body;
use crate::target::Target;
use product_pool_store::record::columns::padded_gtin;
use product_pool_store::record::gtins::gtins_in;
use product_pool_store::record::raw_object::members;

/// Whether a body can be the response to that request. A record that does not say which
/// product it is about is accepted.
pub(crate) fn is_about(target: &Target, body: &Body) -> bool {
    // The layout of records in other output formats is not documented; if they have the
    // identifier, it is in the same place.
    if let Some(requested) = &target.product {
        // Some databases compare identifiers without regard to case.
        let found = body.pool_id();
        return found.is_none_or(|found| found.eq_ignore_ascii_case(requested));
    }
    let Some(requested) = &target.gtin else {
        return true;
    };
    // A product may be found by the GTIN of a case, a pack or a component, so the GTIN counts
    // anywhere in the record. A record without a GTIN of its case is accepted.
    let outer = body.data("outer").and_then(members);
    let of_case = outer
        .as_ref()
        .and_then(|outer| outer.get("traded_unit_gtin"));
    let of_case = of_case.and_then(|gtin| padded_gtin(gtin.get().trim_matches('"')));
    // It counts in whatever form the supplier wrote it.
    let is_of_unit = |gtin: String| gtins_in(body.text()).contains(&gtin);
    of_case.is_none()
        || mentions(body.text(), requested.trim_start_matches('0'))
        || padded_gtin(requested).is_some_and(is_of_unit)
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
mod tests {
    use super::*;

    fn is(address: &str, body: &str) -> bool {
        let target = Target::of(&address.parse().unwrap()).unwrap();
        is_about(&target, &Body::from(body.to_owned()))
    }

    #[test]
    fn another_product_is_refused() {
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
    fn another_gtin_is_refused() {
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
            for requested in ["9520000000016", "09520000000016"] {
                let address = format!("/v2/products/gtin/{requested}");
                assert_eq!(is(&address, &with(outer, inner)), right, "{outer} {inner}");
            }
        }
    }
}
