//! GS1 Digital Links: the target of a `/01/…` link, and the linkset of a product (GS1 Digital
//! Link standard, URI syntax and resolution).

use product_pool::gtin::Gtin;
use serde_json::{Value, json};

use product_pool_http::responses::answer::LINKSET;

/// The link types of this resolver: the page for people, and the record for programs.
pub(super) const PAGE: &str = "gs1:pip";
pub(super) const RECORD: &str = "gs1:masterData";

/// The vocabulary of the abbreviated link types.
const VOCABULARY: &str = "https://gs1.org/voc/";

/// The link type that a request selects.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LinkTarget {
    /// The default link, to the page.
    Page,
    /// The record.
    Record,
    /// The list of all links.
    All,
    /// A link type that this resolver does not have.
    Unknown,
}

impl LinkTarget {
    /// Selects by the query's `linkType`, or else by the `Accept` header.
    pub(super) fn of(link_type: Option<&str>, accept: &str) -> LinkTarget {
        let full = |short: &str| short.replace("gs1:", VOCABULARY);
        match link_type {
            Some("all" | "linkset") => LinkTarget::All,
            Some("gs1:defaultLink") => LinkTarget::Page,
            Some(name) if name == PAGE || name == full(PAGE) => LinkTarget::Page,
            Some(name) if name == RECORD || name == full(RECORD) => LinkTarget::Record,
            Some(_) => LinkTarget::Unknown,
            None if accept.contains(LINKSET) => LinkTarget::All,
            None => LinkTarget::Page,
        }
    }
}

/// Parses the GTIN of a path: digits, even if a supplier mistyped the check digit.
pub(super) fn gtin(text: &str) -> Option<Gtin> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    Gtin::parse_lenient(text).ok().filter(|_| digits)
}

/// Parses the GTIN of a Digital Link's path; whatever follows it must be qualifiers.
pub(super) fn of_path(path: &str) -> Option<Gtin> {
    // The domain does not matter, but the parser needs one.
    let link = format!("https://id.gs1.org{path}");
    Gtin::from_scan_lenient(&link).ok()
}

/// All links of a product as a linkset (RFC 9264). `record` is the path of its record.
pub(super) fn linkset(base: &str, gtin: &str, record: &str, name: &str, language: &str) -> Value {
    let anchor = format!("{base}/01/{gtin}");
    let page = json!({
        "href": format!("{base}/p/{gtin}"),
        "title": name,
        "type": "text/html",
        "hreflang": [language],
    });
    json!({"linkset": [{
        "anchor": anchor,
        "itemDescription": name,
        (format!("{VOCABULARY}defaultLink")): [page],
        (PAGE.replace("gs1:", VOCABULARY)): [page],
        (RECORD.replace("gs1:", VOCABULARY)): [{
            "href": format!("{base}{record}"),
            "title": name,
            "type": "application/json",
        }],
    }]})
}

/// The resolver description file at `/.well-known/gs1resolver`.
pub(super) fn description(base: &str) -> Value {
    json!({
        "name": "product-pool",
        "resolverRoot": base,
        "supportedPrimaryKeys": ["01"],
        "linkTypeDefaultCanBeLinkset": false,
        "supportedLinkType": [{
            "namespace": VOCABULARY,
            "prefix": "gs1:",
            "profile": "https://www.gs1.org/voc/?show=linktypes",
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_type_takes_precedence_over_the_accept_header() {
        let linkset = "application/linkset+json";
        assert_eq!(LinkTarget::of(None, "text/html"), LinkTarget::Page);
        assert_eq!(LinkTarget::of(None, linkset), LinkTarget::All);
        assert_eq!(LinkTarget::of(Some("gs1:pip"), linkset), LinkTarget::Page);
        assert_eq!(
            LinkTarget::of(Some("https://gs1.org/voc/masterData"), ""),
            LinkTarget::Record
        );
        assert_eq!(LinkTarget::of(Some("all"), ""), LinkTarget::All);
        assert_eq!(
            LinkTarget::of(Some("gs1:recipeInfo"), ""),
            LinkTarget::Unknown
        );
    }

    #[test]
    fn a_digital_link_s_path_has_a_gtin_and_qualifiers_and_nothing_else() {
        for path in ["", "/10/A%2FB", "/10/%00/21/1"] {
            let path = format!("/01/9520123456788{path}");
            let gtin = of_path(&path).map(|gtin| gtin.to_14());
            assert_eq!(gtin.as_deref(), Some("09520123456788"), "{path}");
        }
        for path in ["/", "/junk", "/21/1/10/A", "%20", "/01/123"] {
            let path = format!("/01/9520123456788{path}");
            assert_eq!(of_path(&path), None, "{path}");
        }
    }

    #[test]
    fn a_gtin_in_a_path_is_digits() {
        for text in ["9520123456788", "09520123456788"] {
            let gtin = gtin(text).map(|gtin| gtin.to_14());
            assert_eq!(gtin.as_deref(), Some("09520123456788"));
        }
        assert!(gtin("9520123456789").is_some_and(|gtin| gtin.check().is_err()));
        for wrong in [
            "",
            "abc",
            "0",
            "952012345678 8",
            "9520123456",
            "0000000000000",
        ] {
            assert_eq!(gtin(wrong), None, "{wrong}");
        }
    }
}
