//! Tests that records of the second format have all properties of that format.

use super::*;

#[test]
fn both_formats_have_what_they_promise() {
    let entries = catalogue();
    let (mut seen, mut numbered): (HashSet<String>, u32) = (HashSet::new(), 0);
    let mut note = |text: String| {
        seen.insert(text);
    };
    for entry in sound(entries) {
        let product = newest(entry);
        let general = &product["general"];
        if product["pool_id"].as_str().unwrap().len() == 9 {
            numbered += 1;
            assert_eq!(general["schema"], "food");
            assert!(product.get("product_id").is_none());
            continue;
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        note(format!("version {}", text(&product["version"])));
        note(format!("schema {}", text(&general["schema"])));
        for field in ["product_type", "storage_type"] {
            let reference = &general[field];
            note(format!(
                "{field} {} {}",
                reference["id"],
                text(&reference["description"])
            ));
        }
        note(format!("change {}", product["change_type"]));
        assert!(text(&product["reviewed_at"]) < text(&product["changed_at"]));
        if general["brand"] == 0 {
            assert_eq!(general["brand_name"], general["manufacturer_name"]);
            note("no brand".to_owned());
        }
        if general["label"] == 0 {
            assert_eq!(general["label_code"], "");
        }
        if general["manufacturer_version_number"] == "" {
            note("no version of its own".to_owned());
        }
        if product["product_id"].is_u64() && product["updated_at"].is_string() {
            note("undocumented members".to_owned());
        }
        let code = text(&general["manufacturer_product_code"]);
        if code.len() == 4 && code.starts_with('0') {
            note("code of digits".to_owned());
        }
        for letter in text(&general["product_name"])
            .chars()
            .filter(|char| !char.is_ascii())
        {
            note(format!("letter {letter}"));
        }
    }
    assert!(numbered > 400, "{numbered}");
    for expected in [
        "version 1.0",
        "version 1.1",
        "version 2.0",
        "schema food",
        "schema drinks",
        "schema generic",
        "product_type 1 Food",
        "storage_type 1 Frozen",
        "change 3",
        "no brand",
        "no version of its own",
        "undocumented members",
        "code of digits",
        "letter ®",
        "letter ü",
    ] {
        assert!(seen.contains(expected), "{expected}: {seen:?}");
    }
}
