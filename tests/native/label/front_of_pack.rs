//! Front-of-pack nutrition information: what the figures are for, and which
//! figure counts.

use product_pool::label::{Energy, FrontOfPack, Level, front_of_pack, traffic_lights};
use product_pool::model::table::Column;
use product_pool::model::{Nutrient, Product};
use serde_json::{Value, json};

fn strip_of(component: &Value) -> Option<FrontOfPack> {
    let data = json!({"data": {"components": [component]}});
    let product = Product::from_json(&data.to_string()).unwrap();
    let component = product.data().components().iter().next().unwrap();
    let strip = front_of_pack(product.data(), component);
    // The levels are those of the lights, and no other nutrient has one.
    let lights = traffic_lights(product.data(), component);
    let lights = lights.iter().flat_map(|lights| &lights.lights);
    let lights: Vec<_> = lights
        .map(|light| (light.nutrient, light.level, light.by_portion))
        .collect();
    let nutrients = strip.iter().flat_map(|strip| &strip.nutrients);
    let levels: Vec<_> = nutrients
        .filter_map(|figure| Some((figure.nutrient, figure.level?, figure.by_portion)))
        .collect();
    assert_eq!(levels, lights);
    strip
}

/// The strip of figures per 100 g as sold.
fn strip(more: &Value) -> Option<FrontOfPack> {
    let mut nutrients = json!({
        "nutrition_units": {"description": "per 100g"},
        "cal_100_kj": {"value": 1500, "units": "kJ"},
        "cal_100_kcal": {"value": 357, "units": "kcal"},
        "fat_100": {"value": 10, "units": "g"},
        "sat_fat_100": {"value": 1.2, "units": "g"},
        "sugar_carb_100": {"value": 22, "units": "g"},
        "salt_100": {"value": 1.6, "units": "g"},
    });
    for (name, value) in more.as_object().unwrap() {
        nutrients[name] = value.clone();
    }
    strip_of(&json!({ "nutrients": nutrients }))
}

fn energy(energy: Option<&Energy>) -> String {
    let energy = energy.unwrap();
    let amounts = [&energy.kilojoules, &energy.kilocalories];
    let texts = amounts.into_iter().flatten();
    let texts: Vec<_> = texts
        .map(|amount| [amount.value.as_str(), amount.unit.as_deref().unwrap()].join(" "))
        .collect();
    texts.join(" / ")
}

fn figures(strip: &FrontOfPack) -> Vec<&str> {
    let nutrients = strip.nutrients.iter();
    nutrients
        .map(|figure| figure.amount.value.as_str())
        .collect()
}

#[test]
fn figures_are_for_a_portion_where_the_record_has_one() {
    let strip = strip(&json!({
        "serving_size": "30 g", "cal_kj_serving": "450", "cal_kcal_serving": "107",
        "fat_serving": "3.0", "sat_fat_serving": "0.4", "sugar_carb_serving": "6.6",
        "salt_serving": "0.48",
    }))
    .unwrap();
    assert_eq!(strip.column, Column::Serving);
    assert_eq!(strip.portion.as_deref(), Some("30 g"));
    assert_eq!(energy(strip.energy.as_ref()), "450 kJ / 107 kcal");
    assert_eq!(
        energy(strip.energy_per_100.as_ref()),
        "1500 kJ / 357 kcal",
        "the law wants the energy per 100 g beside it"
    );
    assert_eq!(figures(&strip), ["3.0", "0.4", "6.6", "0.48"]);
    assert_eq!(strip.energy.unwrap().reference_percent(), Some(5));
    let shares: Vec<_> = strip
        .nutrients
        .iter()
        .map(|figure| figure.amount.reference_percent)
        .collect();
    assert_eq!(shares, [Some(4), Some(2), Some(7), Some(8)]);
    // The colours are those of 100 g.
    let levels: Vec<_> = strip.nutrients.iter().map(|figure| figure.level).collect();
    let (low, medium, high) = (Level::Low, Level::Medium, Level::High);
    assert_eq!(levels, [medium, low, medium, high].map(Some));
}

#[test]
fn without_a_portion_the_figures_are_per_100() {
    for more in [
        json!({}),
        json!({"serving_size": "30 g"}),
        json!({"serving_size": "30 g", "fat_serving": "-"}),
        // A portion without a readable size, for which most figures are unknown.
        json!({"serving_size": "one bowl", "fat_serving": "3"}),
        json!({"fat_serving": "3", "salt_serving": "0.5"}),
    ] {
        let strip = strip(&more).unwrap();
        assert_eq!(strip.column, Column::Per100, "{more}");
        assert_eq!((strip.portion, strip.energy_per_100), (None, None));
        assert_eq!(energy(strip.energy.as_ref()), "1500 kJ / 357 kcal");
    }
}

#[test]
fn a_portion_s_missing_figures_are_calculated() {
    let strip = strip(&json!({
        "serving_size": "30g", "cal_kj_serving": "451", "fat_100": "0.2", "sat_fat_100": "0.05",
        "sugar_carb_100": "<0.5", "salt_100": "0.02",
    }))
    .unwrap();
    assert_eq!(strip.column, Column::Serving);
    // As declared, and 30 % of 357.
    assert_eq!(energy(strip.energy.as_ref()), "451 kJ / 107 kcal");
    // What is negligible is not stated as nothing.
    assert_eq!(figures(&strip), ["<0.5", "<0.1", "<0.5", "<0.01"]);
    let from = strip.nutrients[0].amount.calculated_from.as_ref().unwrap();
    assert_eq!((from.field, from.value.as_str()), ("fat_100", "0.2"));
    assert_eq!(strip.nutrients[0].amount.reference_percent, None);
}

#[test]
fn nothing_is_calculated_as_nothing() {
    let strip = strip(&json!({
        "serving_size": "30g", "cal_kj_serving": "450", "fat_100": "0", "sugar_carb_100": "0.0",
    }))
    .unwrap();
    assert_eq!(figures(&strip)[0], "0");
    assert_eq!(figures(&strip)[2], "0");
}

#[test]
fn a_portion_s_figure_that_is_too_low_gives_way() {
    let sugars = |serving: &str| {
        let strip = strip(&json!({
            "serving_size": "30 g", "cal_kj_serving": "450", "sugar_carb_serving": serving,
        }));
        let sugars = strip.unwrap().nutrients.swap_remove(2);
        (sugars.amount.value, sugars.amount.calculated_from.is_some())
    };
    // 30 g of 22 per 100 are 6.6 g.
    assert_eq!(sugars("6.7"), ("6.7".to_owned(), false));
    assert_eq!(sugars("2"), ("6.6".to_owned(), true));
    assert_eq!(sugars("<3"), ("6.6".to_owned(), true));
    assert_eq!(sugars("66"), ("66".to_owned(), false), "the graver counts");
    assert_eq!(sugars("about 2"), ("about 2".to_owned(), false));
}

#[test]
fn a_light_by_portion_has_the_portion_s_figure() {
    let strip = strip(&json!({"serving_size": "400 g"})).unwrap();
    assert_eq!(strip.column, Column::Per100);
    assert_eq!(strip.portion.as_deref(), Some("400 g"));
    let shown: Vec<_> = strip
        .nutrients
        .iter()
        .map(|figure| (figure.by_portion, figure.amount.value.as_str()))
        .collect();
    // 1.6 g of salt are high per 100 g.
    let expected = [(true, "40"), (false, "1.2"), (true, "88"), (false, "1.6")];
    assert_eq!(shown, expected);
}

#[test]
fn energy_alone_is_shown_and_never_coloured() {
    // Without a basis there are no lights.
    let energy_of = |nutrients: Value| strip_of(&json!({ "nutrients": nutrients }));
    let strip = energy_of(json!({"cal_100_kcal": {"value": 40, "units": "kcal"}})).unwrap();
    assert_eq!(energy(strip.energy.as_ref()), "40 kcal");
    assert!(strip.nutrients.is_empty());
    let strip = energy_of(json!({
        "cal_100_kj": {"value": 168, "units": "kJ"}, "fat_100": {"value": 9, "units": "g"},
    }))
    .unwrap();
    assert_eq!(strip.nutrients[0].level, None);
    assert_eq!(energy_of(json!({})), None);
    assert_eq!(
        energy_of(json!({"fat_100": "9", "salt_100": "trace"})),
        None
    );
}

#[test]
fn an_uncertain_figure_has_no_level() {
    let strip = strip(&json!({"fat_100": "<4", "salt_100": "trace"})).unwrap();
    assert_eq!(figures(&strip), ["<4", "1.2", "22", "trace"]);
    assert_eq!(strip.nutrients[0].level, None);
    assert_eq!(strip.nutrients[3].level, None);
}

#[test]
fn figures_as_prepared_alone_have_no_colours() {
    let strip = strip_of(&json!({
        "nutrients": {"nutrition_units": {"description": "per 100ml"}},
        "nutrients_prepared": {
            "prepared_product_portion_size": "50 ml", "cal_kj_prepared_100": "80",
            "fat_prepared_100": "9", "cal_kj_prepared": "40",
        },
    }))
    .unwrap();
    assert_eq!(strip.column, Column::Prepared);
    assert_eq!(energy(strip.energy.as_ref()), "40 kJ");
    assert_eq!(energy(strip.energy_per_100.as_ref()), "80 kJ");
    assert_eq!(figures(&strip), ["4.5"]);
    assert_eq!(strip.nutrients[0].level, None);
}

#[test]
fn salt_is_calculated_from_sodium_without_a_level() {
    let strip = strip(&json!({"salt_100": null, "sodium_100": {"value": 400, "units": "mg"}}));
    let salt = strip.unwrap().nutrients.swap_remove(3);
    assert_eq!((salt.nutrient, salt.level), (Nutrient::Salt, None));
    assert_eq!(salt.amount.value, "1");
    assert_eq!(salt.amount.calculated_from.unwrap().field, "sodium_100");
}
