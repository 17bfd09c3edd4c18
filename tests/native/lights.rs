//! Front-of-pack colours: every limit from both sides, and what gets no light.

use product_pool::label::{Level, Lights, traffic_lights};
use product_pool::model::table::Column;
use product_pool::model::{Nutrient, Product};
use serde_json::{Value, json};

fn lights(nutrients: &Value) -> Option<Lights> {
    let text = json!({"data": {"components": [{"nutrients": nutrients}]}}).to_string();
    let product = Product::from_json(&text).unwrap();
    let component = product.data().components().iter().next().unwrap();
    traffic_lights(component)
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
    // One that can be read holds, for it is the supplier's own.
    assert_eq!(
        by_portion(false, Nutrient::Fat, "400 g", Some("20"), "10"),
        Some((Level::Medium, false))
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
    let lights = lights(&json!({
        "nutrition_units": {"description": basis},
        "serving_size": size,
        nutrient.field(Column::Per100): per_100,
        nutrient.field(Column::Serving): serving,
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
        .map(|it| (it.nutrient, it.level))
        .collect();
    assert_eq!(shown, [(Nutrient::Salt, Level::High)]);
}
