//! Warnings about the quality of data: figures that contradict each other, invalid GTINs.

use product_pool::label::{WarningKind, quality};
use product_pool::model::table::Column;
use product_pool::model::{Nutrient, Product};
use serde_json::{Value, json};

fn product(data: &Value) -> Product {
    Product::from_json(&json!({ "data": data }).to_string()).unwrap()
}

/// The kinds of warning about one column of figures.
fn kinds(figures: &[(Nutrient, &str)]) -> Vec<WarningKind> {
    let mut kinds = Vec::new();
    // The same figures as sold, per serving, and as prepared, warn the same.
    for column in Column::ALL {
        let fields = figures
            .iter()
            .map(|(nutrient, value)| (nutrient.field(*column).to_owned(), json!(value)));
        let section = match column {
            Column::Per100 | Column::Serving => "nutrients",
            _ => "nutrients_prepared",
        };
        let mut component = json!({section: Value::Object(fields.collect())});
        component["nutrients"]["serving_size"] = json!("100 g");
        component["nutrients_prepared"]["prepared_product_portion_size"] = json!("100 g");
        let product = product(&json!({"components": [component]}));
        let warnings = quality(product.data());
        assert!(
            warnings
                .iter()
                .all(|warning| warning.column == Some(*column))
        );
        let found: Vec<WarningKind> = warnings.iter().map(|warning| warning.kind).collect();
        if *column == Column::Per100 {
            kinds = found;
        } else {
            assert_eq!(kinds, found, "{figures:?} {column:?}");
        }
    }
    kinds
}

#[test]
fn a_part_is_not_more_than_the_whole() {
    use Nutrient::*;
    let over = |part, whole, a, b| kinds(&[(part, a), (whole, b)]);
    for (part, whole, kind) in [
        (Saturates, Fat, WarningKind::SaturatesOverFat),
        (Sugars, Carbohydrate, WarningKind::SugarsOverCarbohydrate),
    ] {
        assert_eq!(over(part, whole, "3.0", "3.0"), []);
        assert_eq!(over(part, whole, "3.01", "3.0"), [kind]);
        assert_eq!(over(part, whole, "0,6", "<0.5"), [kind]);
        assert_eq!(over(part, whole, "0.4", "<0.5"), []);
        assert_eq!(over(part, whole, "<0.5", "0.1"), []);
        assert_eq!(over(part, whole, "9", "trace"), []);
        assert_eq!(over(part, whole, "9", ""), []);
        assert_eq!(over(part, whole, "1,500", "3"), []);
    }
}

#[test]
fn salt_is_two_and_a_half_times_sodium() {
    use Nutrient::*;
    let salt = |salt, sodium| !kinds(&[(Salt, salt), (Sodium, sodium)]).is_empty();
    assert!(!salt("1.25", "500"));
    assert!(!salt("1.3", "500"), "rounded to a tenth");
    assert!(salt("1.5", "500"));
    assert!(!salt("0.02", "8"));
    assert!(!salt("0", "4"), "rounded to nothing");
    assert!(salt("0.5", "500"));
    assert!(salt("0.5", "0.5 mg"));
    // Without a unit the sodium may be meant in grams.
    assert!(!salt("1.25", "0.5"));
    assert!(!salt("<0.01", "<4"));
    assert!(!salt("1.25", "trace"));
}

#[test]
fn energy_is_within_a_tenth_of_what_its_sources_give() {
    use Nutrient::*;
    // 37 × 10 + 17 × 25 + 17 × 10 + 8 × 4.375 = 1000 kJ.
    let energy = |kj: &str| {
        !kinds(&[
            (EnergyKj, kj),
            (Fat, "10"),
            (Carbohydrate, "25"),
            (Protein, "10"),
            (Fibre, "4.375"),
        ])
        .is_empty()
    };
    for (kj, wrong) in [
        ("899", true),
        ("900", false),
        ("1000", false),
        ("1100", false),
        ("1101", true),
        ("<1000", false),
        ("<800", true),
    ] {
        assert_eq!(energy(kj), wrong, "{kj}");
    }
    // Small figures are rounded out of proportion.
    let small = kinds(&[
        (EnergyKj, "5"),
        (Fat, "0"),
        (Carbohydrate, "0.1"),
        (Protein, "0"),
    ]);
    assert_eq!(small, []);
    // Without fibre the energy may be higher by what fibre could give.
    let without = |kj| {
        !kinds(&[
            (EnergyKj, kj),
            (Fat, "10"),
            (Carbohydrate, "25"),
            (Protein, "10"),
        ])
        .is_empty()
    };
    assert!(without("860"));
    assert!(!without("1300"));
    assert!(without("1600"));
    // A source that is not declared, or has another factor, says nothing.
    assert_eq!(
        kinds(&[(EnergyKj, "5000"), (Fat, "10"), (Carbohydrate, "25")]),
        []
    );
    let polyols = [
        (EnergyKj, "500"),
        (Fat, "0"),
        (Carbohydrate, "60"),
        (Polyols, "60"),
        (Protein, "0"),
        (Fibre, "0"),
    ];
    assert_eq!(kinds(&polyols), []);
}

#[test]
fn kilojoules_are_within_a_twentieth_of_kilocalories() {
    use Nutrient::*;
    let energy = |kj, kcal| !kinds(&[(EnergyKj, kj), (EnergyKcal, kcal)]).is_empty();
    // 1000 kcal are 4184 kJ, and 5 % of that is 209.2.
    assert!(energy("3974", "1000"));
    assert!(!energy("3975", "1000"));
    assert!(!energy("4393", "1000"));
    assert!(energy("4394", "1000"));
    assert!(!energy("2", "0"), "both are rounded");
    assert!(energy("420", "420"));
    assert!(!energy("1,760", "420"), "thousands or not, nobody knows");
}

#[test]
fn invalid_gtins_are_reported() {
    let product = product(&json!({
        "outer": {"traded_unit_gtin": "9520123456789"},
        "inner_pack": {"inner_pack_gtin": "-"},
        "pallet": {"pallet_gtin": "00000000000000"},
        "components": [{"inner": {"internal_gtin": "9520123456788"}}, {"inner": {"internal_gtin": "12345"}}],
    }));
    let warnings = quality(product.data());
    let found: Vec<_> = warnings
        .iter()
        .map(|warning| {
            (
                warning.kind,
                warning.component,
                warning.figures[0].path.as_str(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (WarningKind::CheckDigit, None, "outer.traded_unit_gtin"),
            (WarningKind::MalformedGtin, None, "pallet.pallet_gtin"),
            (
                WarningKind::MalformedGtin,
                Some(1),
                "components[1].inner.internal_gtin"
            ),
        ]
    );
    assert_eq!(warnings[0].figures[0].value, "9520123456789");
}

#[test]
fn a_warning_carries_the_figures_as_declared() {
    let product = product(&json!({"components": [{}, {"nutrients": {
        "fat_100": {"value": 1.50, "units": "g"}, "sat_fat_100": {"value": 2, "units": "g"},
    }}]}));
    let warning = &quality(product.data())[0];
    assert_eq!(warning.component, Some(1));
    let figures: Vec<_> = warning
        .figures
        .iter()
        .map(|figure| {
            (
                figure.path.as_str(),
                figure.value.as_str(),
                figure.units.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        figures,
        [
            ("components[1].nutrients.sat_fat_100", "2", Some("g")),
            ("components[1].nutrients.fat_100", "1.5", Some("g")),
        ]
    );
}
