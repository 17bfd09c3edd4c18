//! The product for search engines: what it says, what it does not claim, and
//! that nothing in it ends the element it stands in.

use product_pool::gtin::Gtin;
use product_pool::label::{JsonLdOptions, image_addresses, json_ld};
use product_pool::messages::Messages;
use product_pool::model::{self, Product};
use proptest::prelude::*;
use serde_json::{Value, json};

fn words(key: &str) -> String {
    // Read once: a document asks for dozens of words.
    thread_local!(static ENGLISH: Messages = Messages::english());
    ENGLISH.with(|english| english.get(key).to_owned())
}

fn document(data: &Value, options: &JsonLdOptions<'_>) -> Value {
    let product = Product::from_json(&json!({ "data": data }).to_string()).unwrap();
    serde_json::from_str(&json_ld(product.data(), options, &words)).unwrap()
}

fn soup() -> Value {
    let flag = |text: &str| json!({"value": 1, "description": text});
    json!({
        "general": {
            "product_name": "Tomato Soup", "brand": 3, "brand_name": "Fenwick",
            "manufacturer_name": "Fenwick Foods", "manufacturer_address": "1 Mill Lane",
            "manufacturer_product_code": "!@£ppp", "product_description": "A soup",
            "product_category": {"id": 4, "description": "Soups"},
        },
        "outer": {"traded_unit_gtin": "9520123456788"},
        "components": [{
            "inner": {"internal_gtin": "95201010"},
            "origin": {"country_of_origin": [{"id": 1, "description": "Italy"}, {"id": 1, "description": "Italy"}]},
            "allergens": {
                "contains_milk": flag("Yes"), "contains_tree_nuts": flag("May contain"),
                "contains_almond_nuts": flag("May contain"), "contains_walnut_nuts": flag("No"),
                "contains_eggs": flag("No"), "contains_cereal": flag("No"), "contains_rye": flag("Yes"),
                "allergen_statement_on_pack": "Contains milk and rye",
            },
            "ingredients": {"formatted_ingredients": "Tomatoes, <b>milk</b>, <b>rye</b>"},
            "nutrients": {
                "nutrition_units": {"id": 1, "description": "per 100g"},
                "fat_100": {"value": 1.50, "units": "g"}, "salt_serving": "<0.01", "iron_100": "2.1",
            },
        }],
    })
}

fn properties(document: &Value) -> Vec<(String, String)> {
    let list = document["additionalProperty"].as_array().unwrap();
    list.iter()
        .map(|property| {
            let unit = property["unitText"].as_str().map(|unit| format!(" {unit}"));
            let text = |name: &str| property[name].as_str().unwrap().to_owned();
            (text("name"), text("value") + &unit.unwrap_or_default())
        })
        .collect()
}

#[test]
fn the_whole_document_of_a_soup() {
    let images = ["https://img.test/1.png".to_owned()];
    let options = JsonLdOptions::new()
        .url("https://shop.test/soup")
        .images(&images);
    let mut document = document(&soup(), &options);
    let found = properties(&document);
    let expected = [
        ("Celery", "Not stated: check the label"),
        ("Gluten", "Contains: Rye"),
        ("Crustaceans", "Not stated: check the label"),
        ("Eggs", "Declared as not present"),
        ("Fish", "Not stated: check the label"),
        ("Lupin", "Not stated: check the label"),
        ("Milk", "Contains"),
        ("Molluscs", "Not stated: check the label"),
        ("Mustard", "Not stated: check the label"),
        ("Tree nuts", "May contain: Almonds"),
        ("Peanuts", "Not stated: check the label"),
        ("Sesame seeds", "Not stated: check the label"),
        ("Soybeans (soya)", "Not stated: check the label"),
        (
            "Sulphur dioxide and sulphites",
            "Not stated: check the label",
        ),
        ("Allergen statement", "Contains milk and rye"),
        ("Ingredients", "Tomatoes, milk, rye"),
        ("Fat (per 100 g)", "1.5 g"),
        ("Iron (per 100 g)", "2.1 mg"),
        ("Salt (per serving)", "<0.01 g"),
    ];
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    assert_eq!(found, expected);
    let cereal = &document["additionalProperty"][1];
    assert_eq!(cereal["propertyID"], "allergen.cereal");
    assert_eq!(cereal["description"], words("allergens.conflict"));
    document
        .as_object_mut()
        .unwrap()
        .remove("additionalProperty");
    assert_eq!(
        document,
        json!({
            "@context": "https://schema.org",
            "@type": "Product",
            "name": "Tomato Soup",
            "description": "A soup",
            "gtin": "9520123456788",
            "mpn": "!@£ppp",
            "brand": {"@type": "Brand", "name": "Fenwick"},
            "manufacturer": {"@type": "Organization", "name": "Fenwick Foods", "address": "1 Mill Lane"},
            "category": "Soups",
            "countryOfOrigin": [{"@type": "Country", "name": "Italy"}],
            "image": ["https://img.test/1.png"],
            "url": "https://shop.test/soup",
            "hasGS1DigitalLink": "https://id.gs1.org/01/09520123456788",
        })
    );
}

#[test]
fn the_gtin_that_was_asked_for_is_given_if_it_is_valid() {
    let of = |gtin: &str| {
        let gtin = Gtin::parse_lenient(gtin).unwrap();
        document(&soup(), &JsonLdOptions::new().gtin(gtin))
    };
    let asked = of("9520000000554");
    assert_eq!(asked["gtin"], "9520000000554");
    assert_eq!(
        asked["hasGS1DigitalLink"],
        "https://id.gs1.org/01/09520000000554"
    );
    assert_eq!(of("9520000000555")["gtin"], "9520123456788");
}

#[test]
fn properties_alone_are_for_a_product_of_the_page() {
    let whole = document(&soup(), &JsonLdOptions::default());
    let options = JsonLdOptions::new().properties_only();
    let properties = document(&soup(), &options);
    assert_eq!(
        properties,
        json!({
            "@context": "https://schema.org",
            "additionalProperty": whole["additionalProperty"],
        })
    );
}

#[test]
fn a_bare_record_claims_nothing_and_still_names_every_allergen() {
    let document = document(&json!({}), &JsonLdOptions::default());
    let names: Vec<&str> = document
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(names, ["@context", "@type", "additionalProperty"]);
    let found = properties(&document);
    assert_eq!(found.len(), 14);
    assert!(
        found
            .iter()
            .all(|(_, value)| value == "Not stated: check the label")
    );
}

#[test]
fn nothing_is_absent_without_advice_in_a_record_that_may_be_out_of_date() {
    for (member, value, said) in [
        ("status", json!("published"), "Declared as not present"),
        (
            "status",
            json!("archived"),
            "Declared as not present: check the label",
        ),
        (
            "replaced_by",
            json!(["p-2"]),
            "Declared as not present: check the label",
        ),
    ] {
        let mut data = soup();
        data[member] = value;
        let found = properties(&document(&data, &JsonLdOptions::default()));
        let of = |name: &str| found.iter().find(|(known, _)| known == name).unwrap();
        assert_eq!(of("Eggs").1, said, "{}", data[member]);
        assert_eq!(of("Milk").1, "Contains");
        assert_eq!(of("Fish").1, "Not stated: check the label");
    }
}

#[test]
fn a_member_is_named_with_its_own_status() {
    let flag = |text: &str| json!({"description": text});
    let data = json!({"components": [{
        "allergens": {
            "contains_almond_nuts": flag("Yes"),
            "contains_walnut_nuts": flag("May contain"),
            "contains_pecan_nuts": flag("No"),
        },
        "ingredients": {"ingredients": "Almonds, pecans"},
    }]});
    let found = properties(&document(&data, &JsonLdOptions::default()));
    let nuts = format!(
        "Contains: Almonds, Pecan nuts (check the label), Walnuts ({})",
        words("status.may-contain").to_lowercase()
    );
    assert!(found.iter().any(|(_, value)| *value == nuts), "{found:?}");
}

#[test]
fn the_gtin_is_given_as_issued_and_only_if_valid() {
    let of = |case: &str, unit: &str, about_unit: bool| {
        let data = json!({
            "outer": {"traded_unit_gtin": case},
            "components": [{"inner": {"internal_gtin": unit}}],
        });
        let mut options = JsonLdOptions::new().resolver("https://shop.test/");
        options.unit = about_unit;
        let found = document(&data, &options);
        let text = |name: &str| {
            found
                .get(name)
                .map(|value| value.as_str().unwrap().to_owned())
        };
        (text("gtin"), text("hasGS1DigitalLink"))
    };
    let pair = |gtin: &str, link: &str| {
        (
            Some(gtin.to_owned()),
            Some(format!("https://shop.test/01/{link}")),
        )
    };
    assert_eq!(
        of("09520123456788", "96385074", false),
        pair("09520123456788", "09520123456788")
    );
    assert_eq!(
        of("9520123456788", "96385074", true),
        pair("96385074", "00000096385074")
    );
    assert_eq!(
        of("9520123456788", "", true),
        pair("9520123456788", "09520123456788")
    );
    assert_eq!(of("9520123456789", "", false), (None, None));
}

#[test]
fn brand_0_is_no_brand() {
    let data = json!({"general": {"brand": 0, "brand_name": "None", "manufacturer_name": "M"}});
    let document = document(&data, &JsonLdOptions::default());
    assert_eq!(document.get("brand"), None);
    assert_eq!(document["manufacturer"]["name"], "M");
}

#[test]
fn several_components_are_distinguished() {
    let one = |name: Value| json!({"general": {"component_name": name}, "nutrients": {"fat_serving": "1"}});
    let data = json!({"components": [one(json!("Noodles")), one(json!(null))]});
    let found = properties(&document(&data, &JsonLdOptions::default()));
    assert_eq!(found[14].0, "Fat (per serving) – Noodles");
    assert_eq!(found[15].0, "Fat (per serving) – 2");
}

#[test]
fn images_are_addresses_over_the_web() {
    let of = |value: Value| image_addresses(&model::Value::parse(&value.to_string()).unwrap());
    let image = json!({"url": "https://i.test/s.png", "url_medium": "https://i.test/m.png", "url_large": null});
    assert_eq!(of(json!({"data": image})), ["https://i.test/m.png"]);
    assert_eq!(
        of(json!({"data": [image, {"url": "javascript:alert(1)"}]})),
        ["https://i.test/m.png"]
    );
    assert_eq!(
        of(json!([
            "http://i.test/a",
            " https://i.test/b ",
            "data:x",
            "/c",
            7,
            null
        ])),
        ["http://i.test/a", "https://i.test/b"]
    );
}

proptest! {
    #[test]
    fn no_text_ends_the_element_or_is_lost(text in "[ -~<>&\"'\\\\/\u{2028}é]{1,40}") {
        let data = json!({"general": {"product_name": text.clone(), "brand_name": "</script><!--"}});
        let product = Product::from_json(&json!({ "data": data }).to_string()).unwrap();
        let found = json_ld(product.data(), &JsonLdOptions::default(), &words);
        let ends = found.contains(['<', '>', '&', '\u{2028}']);
        prop_assert!(!ends, "{}", found);
        let document: Value = serde_json::from_str(&found).unwrap();
        let trimmed = text.trim();
        prop_assert_eq!(
            document.get("name").and_then(Value::as_str),
            (!trimmed.is_empty()).then_some(trimmed)
        );
    }
}
