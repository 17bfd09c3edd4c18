//! Checks that a response is about the product that was requested.
//!
//! An upstream, or a cache in front of it, may mix up its responses, or send an empty record. A card
//! with another product's allergens is worse than none, and so is one that states nothing in place of
//! one that did: neither response is accepted.

use product_pool::operations::Returns;

use crate::body::Body;
use crate::target::Target;
use product_pool_store::record::columns::padded_gtin;
use product_pool_store::record::gtins::gtins_in;

/// Whether a body can be the response to that request: a record has the identifier or the GTIN that
/// was requested.
pub(crate) fn is_about(target: &Target, body: &Body) -> bool {
    // Images do not say whose they are, and the layout of records in other output formats is not
    // documented; if they have the identifier, it is in the same place.
    let is_record = target.returns() == Returns::Product;
    if let Some(requested) = &target.product {
        return match body.pool_id() {
            // Some databases compare identifiers without regard to case.
            Some(found) => found.eq_ignore_ascii_case(requested),
            None => !is_record,
        };
    }
    let Some(requested) = &target.gtin else {
        // A wholesaler's code is in no record.
        return !is_record || body.pool_id().is_some();
    };
    // A product may be found by the GTIN of a case, a pack or a component, so the GTIN counts
    // anywhere in the record, in whatever form the supplier wrote it.
    let is_of_unit = |gtin: String| gtins_in(body.text()).contains(&gtin);
    mentions(body.text(), requested.trim_start_matches('0'))
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
            (r#"{"data":{}}"#, false),
            (r#"{"data":{"pool_id":null}}"#, false),
            (r#"{"data":{"pool_id":7}}"#, false),
            (r#"{"data":{"pool_id":""}}"#, false),
            (r#"{"data":{"pool_id":"a2"}}"#, false),
            (r#"{"data":{"pool_id":"a1","pool_id":"b"}}"#, false),
        ] {
            for address in ["/v2/products/a1", "/v2/products/a1?version=2"] {
                assert_eq!(is(address, body), right, "{body}");
            }
        }
        assert!(is("/v2/products", r#"{"data":[{"pool_id":"b"}]}"#));
        assert!(is("/v2/images/a1", r#"{"data":[{"id":"b"}]}"#));
        assert!(is("/v2/images/a1/feature", r#"{"data":{}}"#));
        assert!(is("/v2/products/7", r#"{"data":{"pool_id":7}}"#));
        assert!(is("/v2/catalogs/7/a", r#"{"data":{"pool_id":"b"}}"#));
        assert!(!is("/v2/catalogs/7/a", r#"{"data":{}}"#));
        assert!(is("/v2/products/a1?output=flat", r#"{"data":[]}"#));
    }

    #[test]
    fn another_gtin_is_refused() {
        assert!(!is("/v2/products/gtin/9520000000016", r#"{"data":{}}"#));
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
            ("null", "null", false),
            (r#""unknown""#, "null", false),
            ("null", r#""9520000000016""#, true),
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
