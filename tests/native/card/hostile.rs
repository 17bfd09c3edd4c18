//! Cards of hostile records: whatever a supplier sends stays text.

use super::*;

/// What a card is made of, and nothing else may be in it.
const NAMES: &[&str] = &[
    "a", "article", "b", "br", "button", "caption", "code", "dd", "details", "dialog", "div", "dl",
    "dt", "h1", "h2", "h3", "h4", "h5", "h6", "header", "img", "li", "p", "q", "section", "slot",
    "span", "strong", "summary", "table", "tbody", "td", "th", "thead", "tr", "ul",
];

fn check(card: &Element, hostile: &str) {
    for element in elements(card) {
        assert!(NAMES.contains(&element.name()), "{element:?}");
        let is_described = element.name() != "img" || attribute(element, "alt").is_some();
        assert!(is_described, "{element:?}");
        let mut names: Vec<&str> = element.attributes().iter().map(|(name, _)| *name).collect();
        for name in &names {
            assert!(
                !name.starts_with("on") && *name != "style",
                "{name}: {hostile:?}"
            );
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(
            names.len(),
            element.attributes().len(),
            "an attribute twice"
        );
        for name in ["src", "href"] {
            if let Some(address) = attribute(element, name) {
                assert!(
                    address.starts_with("https://") || address.starts_with("http://"),
                    "{name}={address:?}"
                );
            }
        }
        if let Some(set) = attribute(element, "srcset") {
            for candidate in set.split(", ") {
                let (address, width) = candidate.rsplit_once(' ').unwrap();
                assert!(
                    address.starts_with("http") && !address.contains(' '),
                    "{set:?}"
                );
                assert!(width.ends_with('w'), "{set:?}");
            }
        }
    }
}

#[test]
fn whatever_a_supplier_sends_stays_text() {
    let hostile: Vec<String> = serde_json::from_str(HOSTILE).unwrap();
    assert!(hostile.len() >= 200);
    let full = full();
    for text in &hostile {
        let mut record = record(&replaced(&full, text));
        let image = serde_json::json!({"data": {"id": text, "description": text, "url": text,
            "url_medium": text, "url_large": text, "type": {"name": text}}});
        record.image = FeatureImage::from_json(&image.to_string()).ok();
        let page = serde_json::json!({"data": [image["data"], image["data"]]});
        record.images = ImagePage::from_json(&page.to_string()).ok();
        let mut props = props(State::Ready(record));
        props.avoid = Some(text.clone());
        props.successor = Some(text.clone());
        let drawn = draw(&props);
        check(&drawn, text);
    }
}
