//! Cards of products with several components.

use super::{attribute, card, elements, record, text};
use product_pool::card::Element;
use product_pool::gtin::Gtin;

/// A selection of two biscuits, the second of which has nuts.
fn selection() -> serde_json::Value {
    let yes = serde_json::json!({"value": 1, "description": "Yes"});
    serde_json::json!({
        "general": {"product_name": "Biscuit selection"},
        "outer": {"traded_unit_gtin": "19520000002006"},
        "components": [
            {
                "general": {"component_name": "Oat biscuit"},
                "inner": {"internal_gtin": "9520000002013"},
                "characteristics": {"ingredients": "oats"},
                "origin": {"place_of_provenance": "Leeds", "country_of_origin_details": "North"},
            },
            {
                "general": {"component_name": "Nut biscuit"},
                "inner": {"internal_gtin": "952000 0002020"},
                "origin": {"place_of_provenance": "York", "country_of_origin_details": "South"},
                "allergens": {"contains_tree_nuts": yes},
            },
        ],
    })
}

#[test]
fn a_scanned_component_is_named_and_comes_first() {
    let names = |card: &Element| -> Vec<String> {
        let all = elements(card).into_iter();
        let titles = all.filter(|element| attribute(element, "class") == Some("subtitle"));
        titles
            .map(text)
            .filter(|title| title.contains("biscuit"))
            .collect()
    };
    let line = |card: &Element| {
        let all = elements(card).into_iter();
        let mut lines = all.filter(|element| attribute(element, "data-notice") == Some("scanned"));
        lines.next().map(text)
    };
    let open = |code: Option<&str>| {
        let mut record = record(&selection());
        record.gtin = code.map(|code| Gtin::parse_lenient(code).unwrap());
        card(record)
    };
    let plain = open(None);
    let (scanned, second) = (open(Some("9520000002020")), "Nut biscuit");
    assert_eq!(
        line(&scanned).as_deref(),
        Some("This barcode is for: Nut biscuit")
    );
    assert!(names(&plain)[0].contains("Oat biscuit"));
    assert!(names(&scanned)[0].contains(second), "{:?}", names(&scanned));
    assert_eq!(names(&plain).len(), names(&scanned).len());
    // In a panel of plain facts as well.
    let panel = |card: &Element, name: &str| {
        let panel = elements(card)
            .into_iter()
            .find(|element| attribute(element, "data-panel") == Some(name));
        text(panel.unwrap())
    };
    for (name, first, second) in [
        ("origin", "North", "South"),
        ("ingredients", "Leeds", "York"),
    ] {
        let (plain, scanned) = (panel(&plain, name), panel(&scanned, name));
        assert!(plain.find(first).unwrap() < plain.find(second).unwrap());
        assert!(scanned.find(second).unwrap() < scanned.find(first).unwrap());
    }
    // The allergens are those of the whole product, whichever part was scanned.
    let allergens = |card: &Element| {
        let panel = elements(card)
            .into_iter()
            .find(|element| attribute(element, "data-panel") == Some("allergens"));
        text(panel.unwrap())
    };
    let first = open(Some("9520000002013"));
    assert_eq!(allergens(&first), allergens(&plain));
    assert_eq!(allergens(&scanned), allergens(&plain));
    assert_eq!(
        line(&first).as_deref(),
        Some("This barcode is for: Oat biscuit")
    );
    // The case, an unknown code, and a product of one component need no line.
    assert_eq!(line(&open(Some("19520000002006"))), None);
    assert_eq!(line(&open(Some("9520000002099"))), None);
    let mut single = selection();
    single["components"].as_array_mut().unwrap().truncate(1);
    let mut single = record(&single);
    single.gtin = Gtin::parse_lenient("9520000002013").ok();
    assert_eq!(line(&card(single)), None);
}

#[test]
fn every_fact_of_a_record_with_several_components_says_of_which_it_is() {
    let data = serde_json::json!({"components": [
        {"general": {"component_name": "Pasta"}, "handling": {"storage_instructions": "Keep dry."}},
        {"general": {"component_name": "Pesto"}, "handling": {"storage_instructions": "Keep cool."}}]});
    let drawn = card(record(&data));
    let handling = elements(&drawn)
        .into_iter()
        .find(|element| attribute(element, "data-panel") == Some("handling"))
        .map(text)
        .unwrap();
    let place = |word: &str| {
        handling
            .find(word)
            .unwrap_or_else(|| panic!("{word}: {handling}"))
    };
    assert!(place("Pasta") < place("Keep dry."));
    assert!(place("Keep dry.") < place("Pesto"));
    assert!(place("Pesto") < place("Keep cool."));
}
