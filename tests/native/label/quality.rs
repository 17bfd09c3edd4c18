//! Remarks on figures that cannot be correct.

use product_pool::label::{Warning, quality};
use product_pool::model::Product;
use serde_json::{Value, json};

fn warnings(nutrients: &Value) -> Vec<Warning> {
    let text = json!({"data": {"components": [{"nutrients": nutrients}]}}).to_string();
    quality(Product::from_json(&text).unwrap().data())
}

/// The kinds of the remarks on figures as sold.
fn kinds(nutrients: &Value) -> Vec<&'static str> {
    warnings(nutrients)
        .iter()
        .map(|warning| warning.kind.key())
        .collect()
}

fn grams(value: &str) -> Value {
    json!({"value": value, "units": "g"})
}

#[test]
fn a_serving_that_contradicts_the_figure_per_100_is_remarked_on() {
    let sugars = |size: &str, per_100: &str, serving: &str| {
        kinds(&json!({
            "nutrition_units": {"description": "per 100g"},
            "serving_size": size,
            "sugar_carb_100": grams(per_100),
            "sugar_carb_serving": serving,
        }))
    };
    for (size, per_100, serving) in [
        ("400 g", "22", "2"),
        ("400 g", "22", "80"),
        ("1/2 pack (120 g)", "10", "48"),
        ("30 g", "10", "10"),
        ("30 g", "<1", "5"),
    ] {
        let case = format!("{size}, {per_100} per 100, {serving}");
        assert_eq!(
            sugars(size, per_100, serving),
            ["serving-against-per-100"],
            "{case}"
        );
    }
    // Rounding explains these, or nothing is certain.
    for (size, per_100, serving) in [
        ("400 g", "22", "88"),
        ("400 g", "22", "90"),
        ("153 g", "14", "20.8"),
        ("30 g", "1.2", "0.4"),
        ("30 g", "0.1", "<0.5"),
        ("30 g", "0", "0"),
        ("400 g", "22", "trace"),
        ("a large one", "22", "2"),
        ("400 ml", "22", "2"),
    ] {
        let case = format!("{size}, {per_100} per 100, {serving}");
        assert!(sugars(size, per_100, serving).is_empty(), "{case}");
    }
}

#[test]
fn the_remark_on_a_serving_names_both_figures_and_the_size() {
    let warnings = warnings(&json!({
        "nutrition_units": {"description": "per 100g"},
        "serving_size": "400 g",
        "fat_100": grams("1"), "fat_serving": "4",
        "sugar_carb_100": grams("22"), "sugar_carb_serving": "2",
    }));
    let figures: Vec<_> = warnings[0]
        .figures
        .iter()
        .map(|figure| (figure.path.as_str(), figure.value.as_str()))
        .collect();
    assert_eq!(
        figures,
        [
            ("components[0].nutrients.sugar_carb_serving", "2"),
            ("components[0].nutrients.sugar_carb_100", "22"),
            ("components[0].nutrients.serving_size", "400 g"),
        ]
    );
}

#[test]
fn a_unit_that_stands_twice_is_remarked_on() {
    for (value, units) in [("2 g", "g"), ("2g", "g"), ("2 g", "mg"), ("2 grams", "g")] {
        let found = kinds(&json!({"fat_100": {"value": value, "units": units}}));
        assert_eq!(found, ["unit-twice"], "{value:?} {units}");
    }
    for (value, units) in [
        ("2", json!("g")),
        ("2 g", json!(null)),
        ("trace", json!("g")),
    ] {
        let found = kinds(&json!({"fat_100": {"value": value, "units": units}}));
        assert!(found.is_empty(), "{value:?} {units}");
    }
}

#[test]
fn more_than_100_g_in_100_g_is_remarked_on() {
    let sum = |basis: &str, fat: &str, carbohydrate: &str, salt: &str| {
        kinds(&json!({
            "nutrition_units": {"description": basis},
            "fat_100": grams(fat), "carb_100": grams(carbohydrate), "salt_100": grams(salt),
        }))
    };
    assert_eq!(sum("per 100g", "60", "60", "1"), ["sum-over-whole"]);
    assert_eq!(sum("per 100g", "50.5", "49.5", "1.2"), ["sum-over-whole"]);
    // Each is rounded: 33.4 + 66.4 + 0.2 are 100.
    assert!(sum("per 100g", "34", "66", "0.2").is_empty());
    // 100 ml of syrup weigh more than 100 g.
    assert!(sum("per 100ml", "0", "120", "0").is_empty());
    assert_eq!(sum("per 100ml", "60", "100", "0"), ["sum-over-whole"]);
}

#[test]
fn one_figure_above_the_whole_is_remarked_on() {
    let fat = |value: &str| {
        kinds(&json!({"nutrition_units": {"description": "per 100g"}, "fat_100": grams(value)}))
    };
    assert!(fat("100").is_empty());
    assert_eq!(fat("100.1"), ["figure-over-whole"]);
    assert_eq!(fat("850"), ["figure-over-whole"]);
    assert_eq!(fat(">101"), ["figure-over-whole"]);
    assert!(fat("<101").is_empty());
}

#[test]
fn a_serving_does_not_hold_more_salt_than_itself() {
    let salt =
        |size: Value, salt: &str| kinds(&json!({"serving_size": size, "salt_serving": salt}));
    assert_eq!(salt(json!("30 g"), "900"), ["figure-over-whole"]);
    assert_eq!(salt(json!("30 g"), "31"), ["figure-over-whole"]);
    assert!(salt(json!("30 g"), "0.9").is_empty());
    // Where the size is not known, ten days' intake of it.
    assert_eq!(salt(json!(null), "900"), ["figure-over-whole"]);
    assert!(salt(json!(null), "9").is_empty());
    // Milligrams, and said to be.
    assert!(salt(json!("30 g"), "900 mg").is_empty());
}

#[test]
fn the_energy_check_passes_over_alcohol_in_any_words() {
    let kinds = |strength: &str| {
        let data = json!({"data": {"components": [{
            "ingredients": {"alcohol_strength_per_vol": strength},
            "nutrients": {
                "cal_100_kj": 350, "fat_100": "0", "carb_100": "2", "protein_100": "0", "fibre_100": "0",
            },
        }]}});
        let product = Product::from_json(&data.to_string()).unwrap();
        quality(product.data()).len()
    };
    for strength in ["12% vol", "12,5 %", "See pack", "TBC", "about 12"] {
        assert_eq!(kinds(strength), 0, "{strength}");
    }
    for strength in ["0% vol", "0.0% ABV", "0", "-", ""] {
        assert_eq!(kinds(strength), 1, "{strength}");
    }
}
