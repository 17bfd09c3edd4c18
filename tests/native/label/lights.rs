//! Front-of-pack colours: every limit from both sides, and what gets no light.

use product_pool::label::{Level, Lights, traffic_lights};
use product_pool::model::table::Column;
use product_pool::model::{Nutrient, Product};
use serde_json::{Value, json};

fn lights(nutrients: &Value) -> Option<Lights> {
    lights_of(&json!({"components": [{"nutrients": nutrients}]}))
}

/// The lights of a product's first component.
fn lights_of(data: &Value) -> Option<Lights> {
    let product = Product::from_json(&json!({"data": data}).to_string()).unwrap();
    let component = product.data().components().iter().next().unwrap();
    traffic_lights(product.data(), component)
}

/// The light of one nutrient, of which so much is declared per 100.
fn light(drink: bool, nutrient: Nutrient, value: &str) -> Option<Level> {
    let basis = if drink { "per 100ml" } else { "per 100g" };
    let lights = lights(&json!({
        "nutrition_units": {"id": 1, "description": basis},
        nutrient.field(Column::Per100): value,
    }))?;
    assert_eq!(lights.drink, drink);
    assert_eq!(lights.lights.len(), 1);
    assert!(!lights.lights[0].by_portion);
    Some(lights.lights[0].level)
}

/// The guide's limits: low up to the first, medium up to the second, high above
/// it; high by portion above the third.
const LIMITS: &[(bool, Nutrient, &str, &str, &str)] = &[
    (false, Nutrient::Fat, "3.0", "17.5", "21"),
    (false, Nutrient::Saturates, "1.5", "5.0", "6.0"),
    (false, Nutrient::Sugars, "5.0", "22.5", "27"),
    (false, Nutrient::Salt, "0.30", "1.50", "1.80"),
    (true, Nutrient::Fat, "1.5", "8.75", "10.5"),
    (true, Nutrient::Saturates, "0.75", "2.5", "3.0"),
    (true, Nutrient::Sugars, "2.5", "11.25", "13.5"),
    (true, Nutrient::Salt, "0.30", "0.75", "0.90"),
];

/// A number a hair above: another digit behind the last.
fn above(limit: &str) -> String {
    if limit.contains('.') {
        format!("{limit}001")
    } else {
        format!("{limit}.001")
    }
}

#[test]
fn every_limit_belongs_to_the_level_below_it() {
    for (drink, nutrient, green, amber, _) in LIMITS {
        let light = |value: &str| light(*drink, *nutrient, value);
        for (value, level) in [
            ("0", Level::Low),
            (green, Level::Low),
            (&above(green), Level::Medium),
            (amber, Level::Medium),
            (&above(amber), Level::High),
            ("99", Level::High),
        ] {
            assert_eq!(light(value), Some(level), "{drink} {nutrient:?} {value}");
        }
    }
}

#[test]
fn a_binary_fraction_would_be_wrong_here() {
    // Read as sent, and not to the nearest fraction of two.
    assert_eq!(
        light(false, Nutrient::Salt, "0.30000000000000004"),
        Some(Level::Medium)
    );
    assert_eq!(
        light(false, Nutrient::Salt, "0.29999999999999999"),
        Some(Level::Low)
    );
    // Too long to calculate with.
    assert_eq!(
        light(false, Nutrient::Salt, "0.30000000000000000000001"),
        None
    );
    assert_eq!(
        light(false, Nutrient::Salt, "0.3000000000001"),
        Some(Level::Medium)
    );
    assert_eq!(light(false, Nutrient::Salt, "0,30"), Some(Level::Low));
    assert_eq!(light(false, Nutrient::Salt, "3e-1"), Some(Level::Low));
}

#[test]
fn a_figure_per_serving_that_cannot_be_read_does_not_spare_a_large_portion() {
    for serving in [
        Some("trace"),
        Some("about 40"),
        Some("40 mg"),
        Some("-1"),
        None,
    ] {
        assert_eq!(
            by_portion(false, Nutrient::Fat, "400 g", serving, "10"),
            Some((Level::High, true)),
            "{serving:?}"
        );
    }
    // One that rounding reconciles with the figure per 100 holds, for it is the
    // supplier's own: 153 g of 14 per 100 are between 20.6 g and 22.3 g.
    assert_eq!(
        by_portion(false, Nutrient::Fat, "153 g", Some("20.8"), "14"),
        Some((Level::Medium, false))
    );
}

#[test]
fn of_two_figures_that_contradict_each_other_the_graver_counts() {
    // 400 g of 22 per 100 are 88 g, whatever the serving is said to hold.
    for serving in ["2", "27", "<3", "0"] {
        assert_eq!(
            by_portion(false, Nutrient::Sugars, "400 g", Some(serving), "22"),
            Some((Level::High, true)),
            "{serving}"
        );
    }
    assert_eq!(
        by_portion(false, Nutrient::Sugars, "400 g", Some("28"), "2"),
        Some((Level::High, true))
    );
}

#[test]
fn a_light_by_portion_shows_the_portion_s_figure() {
    let sugars = |serving: Value| {
        let lights = lights(&json!({
            "nutrition_units": {"description": "per 100g"},
            "serving_size": "400 g",
            "sugar_carb_100": {"value": 22, "units": "g"},
            "sugar_carb_serving": serving,
        }))
        .unwrap();
        assert_eq!(lights.portion.as_deref(), Some("400 g"));
        let light = lights.lights.into_iter().next().unwrap();
        let amount = light.amount;
        let from = amount
            .calculated_from
            .map(|figure| (figure.field, figure.value));
        (amount.value, amount.unit, from)
    };
    let gram = Some("g".to_owned());
    let calculated = Some(("sugar_carb_100", "22".to_owned()));
    for serving in [json!(null), json!("2"), json!("trace")] {
        let expected = ("88".to_owned(), gram.clone(), calculated.clone());
        assert_eq!(sugars(serving), expected);
    }
    // As declared, digit for digit.
    assert_eq!(sugars(json!("88.0")), ("88.0".to_owned(), gram, None));
    // A light that the portion did not raise shows the figure per 100.
    let lights = lights(&json!({
        "nutrition_units": {"description": "per 100g"}, "serving_size": "400 g",
        "salt_100": {"value": "0.20", "units": "g"},
    }))
    .unwrap();
    assert_eq!(lights.lights[0].amount.value, "0.20");
    assert_eq!(lights.portion, Some("400 g".to_owned()));
}

/// The level of sugars of a product in a category, and whether it was judged as
/// a drink.
fn sugars(general: &Value, basis: &str, value: &str) -> Option<(bool, Level)> {
    let lights = lights_of(&json!({"general": general, "components": [{"nutrients": {
        "nutrition_units": {"description": basis}, "sugar_carb_100": value,
    }}]}))?;
    Some((lights.drink, lights.lights[0].level))
}

#[test]
fn a_food_that_is_declared_by_volume_is_judged_as_food() {
    for category in [
        "Soups and Stocks",
        "Sauces and Condiments",
        "Ice Cream",
        "ICES",
        "Yogurts",
        "Yoghurt",
        "Oils & Vinegars",
        "Salad Dressings",
        "Desserts",
        "Gravy",
    ] {
        let general = json!({"product_category": {"id": 1, "description": category}});
        assert_eq!(
            sugars(&general, "per 100ml", "4.4"),
            Some((false, Level::Low)),
            "{category}"
        );
    }
    let by_type = json!({"product_type": {"id": 1, "description": "Soup"}});
    assert_eq!(
        sugars(&by_type, "per 100ml", "4.4"),
        Some((false, Level::Low))
    );
    // Its portion is a food's as well.
    let soup = lights_of(&json!({
        "general": {"product_category": {"description": "Soups"}},
        "components": [{"nutrients": {
            "nutrition_units": {"description": "per 100ml"}, "serving_size": "400 ml",
            "sugar_carb_100": "5", "salt_100": "0.6",
        }}],
    }))
    .unwrap();
    let levels: Vec<_> = soup
        .lights
        .iter()
        .map(|light| (light.level, light.by_portion))
        .collect();
    assert_eq!(levels, [(Level::Low, false), (Level::High, true)]);
}

#[test]
fn what_may_be_a_drink_is_judged_by_the_stricter_criteria() {
    for general in [
        json!({}),
        json!({"product_category": {"description": "Store Cupboard"}}),
        json!({"product_category": {"description": "Yogurt Drinks"}}),
        json!({"product_category": {"description": "Yogurts"}, "product_name": "Strawberry Yogurt Drink"}),
        json!({"product_category": {"description": "Soups, Juices"}}),
        json!({"product_name": "Tomato Juice"}),
        json!({"product_category": {"description": "Spirits"}}),
    ] {
        let found = sugars(&general, "per 100ml", "4.4");
        assert_eq!(found, Some((true, Level::Medium)), "{general}");
    }
    // Where either criteria could hold, a portion that is large for a food
    // counts as well as one that is large for a drink.
    let light = |size: &str, serving: &str| {
        let lights = lights(&json!({
            "nutrition_units": {"description": "per 100ml"}, "serving_size": size,
            "sugar_carb_100": "2", "sugar_carb_serving": serving,
        }))?;
        Some((lights.lights[0].level, lights.lights[0].by_portion))
    };
    assert_eq!(light("120 ml", "28"), Some((Level::High, true)));
    assert_eq!(light("120 ml", "27"), Some((Level::Low, false)));
    assert_eq!(light("160 ml", "14"), Some((Level::High, true)));
}

#[test]
fn a_drink_that_is_declared_by_weight_is_judged_as_a_drink() {
    let drinks = json!({"product_category": {"description": "Juices and Smoothies"}});
    assert_eq!(sugars(&drinks, "per 100g", "12"), Some((true, Level::High)));
    assert_eq!(
        sugars(&json!({}), "per 100g", "12"),
        Some((false, Level::Medium))
    );
    // What is made up into a drink is none as sold.
    let granules = lights_of(&json!({
        "general": {"product_category": {"description": "Hot Beverages"}},
        "components": [{
            "nutrients": {"nutrition_units": {"description": "per 100g"}, "sugar_carb_100": "3"},
            "nutrients_prepared": {"cal_kj_prepared_100": "4"},
        }],
    }))
    .unwrap();
    assert_eq!(
        (granules.drink, granules.lights[0].level),
        (false, Level::Low)
    );
}

/// Lights of a nutrient with a figure per serving, of a serving of a size.
fn by_portion(
    drink: bool,
    nutrient: Nutrient,
    size: &str,
    serving: Option<&str>,
    per_100: &str,
) -> Option<(Level, bool)> {
    let basis = if drink { "per 100ml" } else { "per 100g" };
    let category = if drink { "Soft Drinks" } else { "Bakery" };
    let lights = lights_of(&json!({
        "general": {"product_category": {"id": 1, "description": category}},
        "components": [{"nutrients": {
            "nutrition_units": {"description": basis},
            "serving_size": size,
            nutrient.field(Column::Per100): per_100,
            nutrient.field(Column::Serving): serving,
        }}],
    }))?;
    let light = lights.lights.first()?;
    Some((light.level, light.by_portion))
}

#[test]
fn a_large_portion_is_red_above_its_own_limit() {
    for (drink, nutrient, green, _, portion) in LIMITS {
        let light =
            |size: &str, serving: &str| by_portion(*drink, *nutrient, size, Some(serving), green);
        let (limit, over) = if *drink {
            ("150 ml", "151 ml")
        } else {
            ("100 g", "101 g")
        };
        let case = format!("{drink} {nutrient:?}");
        // At the size's limit the portion does not count, however much it holds.
        assert_eq!(light(limit, "99"), Some((Level::Low, false)), "{case}");
        assert_eq!(light(over, portion), Some((Level::Low, false)), "{case}");
        assert_eq!(
            light(over, &above(portion)),
            Some((Level::High, true)),
            "{case}"
        );
        // What is no clear number or size decides nothing.
        assert_eq!(light(over, "about 99"), Some((Level::Low, false)), "{case}");
        assert_eq!(
            light("a large one", "99"),
            Some((Level::Low, false)),
            "{case}"
        );
        assert_eq!(light("2 x 90 g", "99"), Some((Level::Low, false)), "{case}");
    }
}

#[test]
fn a_portion_whose_figure_is_missing_is_calculated() {
    let fat = |size, per_100| by_portion(false, Nutrient::Fat, size, None, per_100);
    // 150 g of 14 per 100 are 21 g, the limit; of 14.1 they are more.
    assert_eq!(fat("150 g", "14"), Some((Level::Medium, false)));
    assert_eq!(fat("150 g", "14.1"), Some((Level::High, true)));
    assert_eq!(fat("100 g", "17"), Some((Level::Medium, false)));
    // Red per 100 g is red without the portion.
    assert_eq!(fat("150 g", "18"), Some((Level::High, false)));
}

#[test]
fn a_drink_s_portion_is_measured_in_millilitres_only() {
    let sugars = |size| by_portion(true, Nutrient::Sugars, size, Some("20"), "2");
    assert_eq!(sugars("250 ml"), Some((Level::High, true)));
    assert_eq!(sugars("0.25 l"), Some((Level::High, true)));
    assert_eq!(sugars("250 g"), Some((Level::Low, false)));
}

#[test]
fn what_is_missing_or_unclear_has_no_light() {
    for value in [
        "", "-", "trace", "nil", "about 3", "2-4", "-1", "1,500", "3 mg",
    ] {
        assert_eq!(light(false, Nutrient::Fat, value), None, "{value:?}");
    }
    // "<0.5" is at most 0.5: low for certain. "<4" may be low or medium.
    assert_eq!(light(false, Nutrient::Fat, "<0.5"), Some(Level::Low));
    assert_eq!(light(false, Nutrient::Fat, "< 0.5 g"), Some(Level::Low));
    assert_eq!(light(false, Nutrient::Fat, "<4"), None);
    assert_eq!(light(false, Nutrient::Fat, ">20"), Some(Level::High));
    assert_eq!(light(false, Nutrient::Fat, ">4"), None);
}

#[test]
fn sodium_is_not_salt_and_energy_has_no_light() {
    for nutrient in [
        Nutrient::Sodium,
        Nutrient::EnergyKj,
        Nutrient::EnergyKcal,
        Nutrient::Protein,
        Nutrient::Fibre,
    ] {
        assert_eq!(light(false, nutrient, "1"), None, "{nutrient:?}");
    }
}

#[test]
fn without_a_basis_there_is_no_light() {
    for basis in [
        json!(null),
        json!({"description": "per serving"}),
        json!({"description": "-"}),
    ] {
        let nutrients = json!({"nutrition_units": basis, "fat_100": {"value": 1, "units": "g"}});
        assert_eq!(lights(&nutrients), None, "{basis}");
    }
}

#[test]
fn a_figure_in_another_unit_has_no_light() {
    let lights = lights(&json!({
        "nutrition_units": {"description": "100 g"},
        "fat_100": {"value": 1, "units": "mg"},
        "salt_100": {"value": 2, "units": "G"},
    }))
    .unwrap();
    let shown: Vec<(Nutrient, Level)> = lights
        .lights
        .iter()
        .map(|light| (light.nutrient, light.level))
        .collect();
    assert_eq!(shown, [(Nutrient::Salt, Level::High)]);
}
