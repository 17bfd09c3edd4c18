//! The nutrition declaration: the order of the law, the basis of the record,
//! figures as declared.

use product_pool::label::{Basis, CalculatedFrom, Decimal, NutritionTable, nutrition_table};
use product_pool::model::Product;
use product_pool::model::table::Column;
use proptest::prelude::*;
use serde_json::{Value, json};

fn declaration(nutrients: &Value, prepared: &Value) -> NutritionTable {
    let text =
        json!({"data": {"components": [{"nutrients": nutrients, "nutrients_prepared": prepared}]}});
    let product = Product::from_json(&text.to_string()).unwrap();
    nutrition_table(product.data().components().iter().next().unwrap())
}

fn keys(table: &NutritionTable) -> Vec<&str> {
    table.rows.iter().map(|row| row.nutrient).collect()
}

#[test]
fn rows_stand_in_the_order_of_the_law() {
    let quantity = |value: f64| json!({"value": value, "units": "g"});
    let table = declaration(
        &json!({
            "salt_100": quantity(0.3), "protein_100": quantity(1.0), "fibre_100": quantity(2.0),
            "sugar_carb_100": quantity(3.0), "carb_100": quantity(4.0), "poly_fat_100": "0.4",
            "mono_fat_100": "0.5", "sat_fat_100": quantity(0.2), "fat_100": quantity(1.1),
            "cal_100_kcal": {"value": 20, "units": "kcal"}, "cal_100_kj": {"value": 84, "units": "kJ"},
            "sodium_100": {"value": 120, "units": "mg"}, "polyols_carb_100": "0.1", "starch_carb_100": "1",
        }),
        &json!({}),
    );
    assert_eq!(
        keys(&table),
        [
            "cal_kj",
            "cal_kcal",
            "fat",
            "sat_fat",
            "mono_fat",
            "poly_fat",
            "carb",
            "sugar_carb",
            "polyols_carb",
            "starch_carb",
            "fibre",
            "protein",
            "salt"
        ]
    );
    assert!(table.rows[3].part && !table.rows[2].part);
}

#[test]
fn the_basis_is_read_never_assumed() {
    for (text, basis) in [
        (json!("per 100ml"), Basis::Millilitres),
        (json!("Per 100 g"), Basis::Grams),
        (json!("100ML"), Basis::Millilitres),
        (json!(null), Basis::NotStated),
        (json!("per 100 g drained"), Basis::NotStated),
        (json!("per portion"), Basis::NotStated),
    ] {
        let table = declaration(
            &json!({"nutrition_units": {"id": 1, "description": text}}),
            &json!({}),
        );
        assert_eq!(table.basis, basis, "{text}");
    }
}

#[test]
fn figures_are_shown_as_declared() {
    let text = r#"{"data":{"components":[{"nutrients":{"fat_100":{"value":9.950,"units":"g"},
        "salt_100":"<0.01","protein_100":7,"fat_serving":" 2.50 "}}]}}"#;
    let product = Product::from_json(text).unwrap();
    let table = nutrition_table(product.data().components().iter().next().unwrap());
    let value = |key: &str, column: usize| {
        let row = table.rows.iter().find(|row| row.nutrient == key).unwrap();
        row.amounts[column]
            .as_ref()
            .map(|amount| amount.value.clone())
    };
    assert_eq!(
        table
            .columns
            .iter()
            .map(|column| column.column)
            .collect::<Vec<_>>(),
        [Column::Per100, Column::Serving]
    );
    assert_eq!(value("fat", 0).as_deref(), Some("9.950"));
    assert_eq!(value("fat", 1).as_deref(), Some("2.50"));
    assert_eq!(value("salt", 0).as_deref(), Some("<0.01"));
    assert_eq!(value("protein", 0).as_deref(), Some("7"));
    assert_eq!(value("protein", 1), None);
}

#[test]
fn sodium_alone_is_shown_as_salt_with_its_share() {
    let table = declaration(
        &json!({"sodium_100": {"value": 400, "units": "mg"}}),
        &json!({}),
    );
    assert_eq!(keys(&table), ["salt"]);
    let salt = table.rows[0].amounts[0].as_ref().unwrap();
    assert_eq!(salt.reference_percent, Some(17));
}

/// The salt of the first column, as it is shown: the figure, the unit, and
/// what it was calculated from.
fn salt(nutrients: &Value) -> Option<(String, Option<String>, Option<CalculatedFrom>)> {
    let table = declaration(nutrients, &json!({}));
    let row = table.rows.into_iter().find(|row| row.nutrient == "salt")?;
    let amount = row.amounts.into_iter().next()??;
    Some((amount.value, amount.unit, amount.calculated_from))
}

#[test]
fn salt_is_calculated_from_sodium_where_it_is_not_given() {
    for (sodium, units, expected) in [
        ("400", json!("mg"), "1"),
        ("0.4", json!("g"), "1"),
        ("400mg", json!(null), "1"),
        ("0.4 g", json!(null), "1"),
        ("500", json!("mg"), "1.3"),
        ("92", json!("MG"), "0.23"),
        ("<4", json!("mg"), "<0.01"),
        ("4", json!("mg"), "<0.01"),
        ("0", json!("mg"), "0"),
        ("0", json!(null), "0"),
        ("400", json!(null), "1"),
        ("12000", json!("mg"), "30"),
    ] {
        for salt_100 in [
            json!(null),
            json!("-"),
            json!("N/A"),
            json!({"value": "tbc", "units": "g"}),
        ] {
            let (value, unit, from) = salt(&json!({
                "salt_100": salt_100, "sodium_100": {"value": sodium, "units": units},
            }))
            .unwrap();
            assert_eq!(
                (value.as_str(), unit.as_deref()),
                (expected, Some("g")),
                "{sodium}"
            );
            let from = from.unwrap();
            assert_eq!((from.field, from.value.as_str()), ("sodium_100", sodium));
        }
    }
    // A salt that is given stands as it is declared.
    let given = salt(&json!({"salt_100": "1.02", "sodium_100": {"value": 400, "units": "mg"}}));
    assert_eq!(given, Some(("1.02".to_owned(), Some("g".to_owned()), None)));
}

#[test]
fn sodium_that_cannot_be_read_keeps_its_name() {
    // Without a unit, 0.4 may be meant in grams as in milligrams.
    for (sodium, units) in [
        ("0.4", json!(null)),
        ("trace", json!("mg")),
        ("400", json!("%")),
    ] {
        let table = declaration(
            &json!({"salt_100": "-", "sodium_100": {"value": sodium, "units": units}}),
            &json!({}),
        );
        assert_eq!(keys(&table), ["sodium"], "{sodium} {units}");
    }
}

#[test]
fn fillers_are_no_figures() {
    for filler in [
        "-",
        "N/A",
        "tbc",
        "See pack",
        "refer to label",
        "To follow",
        " – ",
        "not available",
    ] {
        let table = declaration(
            &json!({"fat_100": filler, "salt_serving": filler, "iron_100": filler, "protein_100": "1"}),
            &json!({"fat_prepared": filler}),
        );
        assert_eq!(keys(&table), ["protein"], "{filler}");
        assert_eq!(table.columns.len(), 1, "{filler}");
        assert!(table.micronutrients.is_empty(), "{filler}");
    }
    // A nil and a zero are figures.
    for figure in ["0", "nil", "none", "trace"] {
        assert_eq!(
            keys(&declaration(&json!({"fat_100": figure}), &json!({}))),
            ["fat"],
            "{figure}"
        );
    }
}

#[test]
fn a_unit_is_shown_once_and_none_beside_words() {
    for (value, units, unit) in [
        ("2", json!("g"), Some("g")),
        ("2", json!(null), Some("g")),
        ("<0.5", json!("g"), Some("g")),
        ("2 g", json!("g"), None),
        ("2g", json!(null), None),
        ("600 mg", json!(null), None),
        ("2 g", json!("mg"), Some("mg")),
        ("trace", json!("g"), None),
        ("nil", json!(null), None),
    ] {
        let table = declaration(
            &json!({"fat_100": {"value": value, "units": units}}),
            &json!({}),
        );
        let amount = table.rows[0].amounts[0].as_ref().unwrap();
        assert_eq!(
            (amount.value.as_str(), amount.unit.as_deref()),
            (value, unit)
        );
    }
}

#[test]
fn shares_are_of_the_reference_intake_and_only_in_its_unit() {
    let table = declaration(
        &json!({"fat_100": {"value": 7, "units": "g"}, "salt_100": {"value": 600, "units": "mg"},
            "vitamin_c_100": "12"}),
        &json!({}),
    );
    let share = |index: usize| {
        table.rows[index].amounts[0]
            .as_ref()
            .unwrap()
            .reference_percent
    };
    assert_eq!(share(0), Some(10));
    assert_eq!(share(1), None, "600 mg is not 10000 % of 6 g");
    assert_eq!(
        table.micronutrients[0].amounts[0]
            .as_ref()
            .unwrap()
            .reference_percent,
        Some(15)
    );
    // The unit may stand in the figure.
    for (field, value, share) in [
        ("calcium_100", "120 mg", Some(15)),
        ("calcium_100", "120 g", None),
        ("vitamin_d_100", "2.5µg", Some(50)),
        ("vitamin_d_100", "2.5 mg", None),
    ] {
        let table = declaration(&json!({field: value}), &json!({}));
        let amount = table.micronutrients[0].amounts[0].as_ref().unwrap();
        assert_eq!(amount.reference_percent, share, "{value}");
    }
}

#[test]
fn decimals_round_half_up() {
    let percent = |part: &str, whole: i64| {
        Decimal::parse(part)
            .unwrap()
            .percent_of(Decimal::whole(whole))
    };
    assert_eq!(percent("0.345", 1), Some(35));
    assert_eq!(percent("1", 0), None);
    assert_eq!(Decimal::parse("1e3").unwrap(), Decimal::whole(1000));
    for bad in [
        "",
        "-",
        ".",
        "1.2.3",
        "trace",
        "<0.5",
        "NaN",
        "1e99999999999",
        "99999999999999999999",
    ] {
        assert!(Decimal::parse(bad).is_none(), "{bad}");
    }
}

proptest! {
    #[test]
    fn decimals_agree_with_integers(mantissa in -1_000_000i64..1_000_000, scale in 0u32..6) {
        let text = format!("{mantissa}e-{scale}");
        let decimal = Decimal::parse(&text).unwrap();
        prop_assert_eq!(decimal.to_string().parse::<f64>().unwrap(), mantissa as f64 / 10f64.powi(scale as i32));
    }

    #[test]
    fn decimals_never_panic(text in "[-0-9.,eE+<]{0,24}") {
        if let Some(decimal) = Decimal::parse(&text) {
            let _ = decimal.percent_of(Decimal::whole(70));
            let _ = decimal.to_string();
        }
    }
}
