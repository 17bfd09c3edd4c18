//! Completeness for distance selling.

use product_pool::label::{ParticularFact, Presence, completeness};
use product_pool::model::table::{Column, Particular};
use product_pool::model::{Allergen, Nutrient, Product};
use serde_json::{Value, json};

fn product(data: &Value) -> Product {
    Product::from_json(&json!({"data": data}).to_string()).unwrap()
}

/// A record that gives everything.
fn full() -> Value {
    let flags = Allergen::groups().map(|group| {
        (
            group.flag_field().to_owned(),
            json!({"value": 0, "description": "No"}),
        )
    });
    json!({
        "general": {
            "product_name": "Cider", "manufacturer_name": "Example Foods",
            "manufacturer_address": "1 Example Road", "storage_type": {"description": "Chilled"},
        },
        "components": [{
            "allergens": Value::Object(flags.collect()),
            "ingredients": {"ingredients": "Apples (90%), sugar", "alcohol_strength_per_vol": "1.2"},
            "origin": {"country_of_origin": [{"id": 1, "description": "Wales"}]},
            "handling": {"storage_instructions": "Keep cold.", "directions_for_use": "Serve."},
            "inner": {"inner_component_weight": {"value": 330, "units": "g", "units_id": 1}},
            "nutrients": {
                "nutrition_units": {"description": "per 100ml"},
                "cal_100_kj": {"value": 150, "units": "kJ"}, "cal_100_kcal": {"value": 36, "units": "kcal"},
                "fat_100": {"value": 0, "units": "g"}, "sat_fat_100": {"value": 0, "units": "g"},
                "carb_100": {"value": 8, "units": "g"}, "sugar_carb_100": {"value": 8, "units": "g"},
                "protein_100": {"value": 0, "units": "g"}, "salt_100": {"value": 0, "units": "g"},
            },
        }],
    })
}

/// The record with the value at a path replaced.
fn with(pointer: &str, value: Value) -> Value {
    let mut data = full();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    data.pointer_mut(parent).unwrap()[name] = value;
    data
}

fn presence(data: &Value, particular: Particular) -> (Presence, Vec<String>) {
    let product = product(data);
    let mut facts = completeness(product.data()).into_iter();
    let fact = facts.find(|fact| fact.particular == particular).unwrap();
    (fact.presence, fact.paths)
}

fn lacking(mut particulars: Vec<ParticularFact>) -> Vec<ParticularFact> {
    particulars.retain(|fact| fact.presence == Presence::Lacking);
    particulars
}

#[test]
fn a_full_record_lacks_nothing_and_an_empty_one_everything() {
    let record = product(&full());
    for fact in completeness(record.data()) {
        assert_eq!(fact.presence, Presence::Given, "{:?}", fact.particular);
        assert!(fact.components.is_empty() && fact.paths.is_empty());
    }
    for data in [
        json!({}),
        json!({"components": [{}]}),
        json!({"components": [null]}),
    ] {
        let record = product(&data);
        let particulars = completeness(record.data());
        assert_eq!(particulars.len(), Particular::ALL.len());
        for fact in &particulars {
            let sometimes = [
                Particular::Quid,
                Particular::Origin,
                Particular::Use,
                Particular::Alcohol,
            ];
            let expected = if sometimes.contains(&fact.particular) {
                Presence::IfRequired
            } else {
                Presence::Lacking
            };
            assert_eq!(fact.presence, expected, "{data} {:?}", fact.particular);
        }
        assert_eq!(lacking(particulars).len(), Particular::ALL.len() - 4);
    }
}

#[test]
fn each_particular_is_missed_where_it_stands() {
    use Particular::*;
    use Presence::*;
    for (pointer, value, particular, expected, path) in [
        (
            "/general/product_name",
            json!(" "),
            Name,
            Lacking,
            "general.product_name",
        ),
        (
            "/general/manufacturer_address",
            json!("n/a"),
            BusinessAddress,
            Lacking,
            "general.manufacturer_address",
        ),
        (
            "/general/manufacturer_name",
            json!("-"),
            BusinessName,
            Lacking,
            "general.manufacturer_name",
        ),
        (
            "/components/0/ingredients/ingredients",
            json!("<p>&nbsp;</p>"),
            Ingredients,
            Lacking,
            "components[0].ingredients.ingredients",
        ),
        (
            "/components/0/ingredients/ingredients",
            json!("Apples"),
            Quid,
            IfRequired,
            "components[0].ingredients.ingredients",
        ),
        (
            "/components/0/ingredients/alcohol_strength_per_vol",
            json!(null),
            Alcohol,
            IfRequired,
            "components[0].ingredients.alcohol_strength_per_vol",
        ),
        (
            "/components/0/origin/country_of_origin",
            json!([{"id": 3}]),
            Origin,
            IfRequired,
            "components[0].origin.country_of_origin",
        ),
        (
            "/components/0/handling/storage_instructions",
            json!("TBC"),
            Storage,
            Lacking,
            "components[0].handling.storage_instructions",
        ),
        (
            "/components/0/handling/directions_for_use",
            json!(""),
            Use,
            IfRequired,
            "components[0].handling.directions_for_use",
        ),
        (
            "/components/0/inner/inner_component_weight",
            json!({"value": 0, "units": "g"}),
            NetQuantity,
            Lacking,
            "components[0].inner.inner_component_weight",
        ),
        (
            "/components/0/allergens/contains_milk",
            json!({"value": 0}),
            Allergens,
            Lacking,
            "components[0].allergens.contains_milk",
        ),
        (
            "/components/0/nutrients/nutrition_units",
            json!(null),
            Nutrition,
            Lacking,
            "components[0].nutrients.nutrition_units",
        ),
        (
            "/components/0/nutrients/salt_100",
            json!({"value": null}),
            Nutrition,
            Lacking,
            "components[0].nutrients.salt_100",
        ),
    ] {
        let (presence, paths) = presence(&with(pointer, value), particular);
        assert_eq!(presence, expected, "{pointer}");
        assert!(
            paths.iter().any(|found| found == path),
            "{pointer}: {paths:?}"
        );
    }
}

#[test]
fn what_the_law_exempts_is_not_lacking() {
    let strong = |strength: &str, particular| {
        let mut data = with(
            "/components/0/ingredients/alcohol_strength_per_vol",
            json!(strength),
        );
        data["components"][0]["ingredients"]["ingredients"] = json!(null);
        data["components"][0]["nutrients"] = json!({});
        presence(&data, particular).0
    };
    for particular in [Particular::Ingredients, Particular::Nutrition] {
        assert_eq!(strong("1.2", particular), Presence::Lacking);
        assert_eq!(strong("1.21", particular), Presence::IfRequired);
        for strength in [
            "4.5%",
            "12% vol",
            "12 % vol.",
            "12.5% ABV",
            "ABV 12.5%",
            "alc. 12% vol",
            "Alc.12% Vol",
            "12,5 %",
            "4.5% vol (1.8 units)",
            "12 vol",
            "12%vol",
        ] {
            assert_eq!(
                strong(strength, particular),
                Presence::IfRequired,
                "{strength}"
            );
        }
        for strength in [
            "0.5% vol",
            "<12%",
            "up to 12%",
            "80 proof",
            "12 apples",
            "N/A",
            "0.5-12%",
            "vol",
        ] {
            assert_eq!(
                strong(strength, particular),
                Presence::Lacking,
                "{strength}"
            );
        }
    }
    let exempt = |said: &str| {
        let nutrients = json!({"nutritional_data_exempt": said});
        presence(
            &with("/components/0/nutrients", nutrients),
            Particular::Nutrition,
        )
        .0
    };
    assert_eq!(exempt("Yes"), Presence::IfRequired);
    assert_eq!(exempt("No"), Presence::Lacking);
    let mut ambient = with("/general/storage_type", json!({"description": "Ambient"}));
    ambient["components"][0]["handling"] = json!({});
    assert_eq!(
        presence(&ambient, Particular::Storage).0,
        Presence::IfRequired
    );
}

#[test]
fn a_declaration_as_prepared_is_one_and_a_case_without_units_has_its_weight() {
    let mut data = with(
        "/components/0/nutrients",
        json!({"nutrition_units": {"description": "per 100g"}}),
    );
    let prepared = Nutrient::ALL
        .iter()
        .filter(|nutrient| nutrient.reference_intake().is_some())
        .map(|nutrient| {
            (
                nutrient.field(Column::PreparedPer100).to_owned(),
                json!("1"),
            )
        });
    data["components"][0]["nutrients_prepared"] = Value::Object(prepared.collect());
    assert_eq!(presence(&data, Particular::Nutrition).0, Presence::Given);
    let mut by_case = with(
        "/components/0/inner",
        json!({"no_inner_component_present": "Yes"}),
    );
    assert_eq!(
        presence(&by_case, Particular::NetQuantity).0,
        Presence::Lacking
    );
    by_case["outer"] = json!({"outer_case_net_weight": {"value": 10, "units": "kg"}});
    assert_eq!(
        presence(&by_case, Particular::NetQuantity).0,
        Presence::Given
    );
}

#[test]
fn one_component_s_lack_is_the_product_s() {
    let mut data = full();
    let first = data["components"][0].clone();
    data["components"] = json!([first.clone(), {}, first]);
    let record = product(&data);
    let lacking = lacking(completeness(record.data()));
    assert_eq!(lacking.len(), 5);
    for fact in lacking {
        assert_eq!(fact.components, [1], "{:?}", fact.particular);
    }
}

const FILLERS: [&str; 11] = [
    "N/A",
    "n.a.",
    "See pack",
    "see packaging.",
    "Please refer to the label",
    "Refer to label",
    "as per pack",
    "As stated on pack",
    "TBC",
    "To follow",
    "to be confirmed",
];

#[test]
fn words_that_fill_a_field_give_no_particular() {
    for filler in FILLERS {
        for (pointer, value, particular) in [
            ("/general/product_name", json!(filler), Particular::Name),
            (
                "/general/manufacturer_address",
                json!(filler),
                Particular::BusinessAddress,
            ),
            (
                "/components/0/ingredients/ingredients",
                json!(filler),
                Particular::Ingredients,
            ),
            (
                "/components/0/ingredients/alcohol_strength_per_vol",
                json!(filler),
                Particular::Alcohol,
            ),
            (
                "/components/0/origin/country_of_origin",
                json!([{"description": filler}]),
                Particular::Origin,
            ),
            (
                "/components/0/handling/storage_instructions",
                json!(filler),
                Particular::Storage,
            ),
            (
                "/components/0/handling/directions_for_use",
                json!(filler),
                Particular::Use,
            ),
            (
                "/components/0/inner/inner_component_weight",
                json!({"value": filler, "units": "g"}),
                Particular::NetQuantity,
            ),
            (
                "/components/0/nutrients/nutrition_units",
                json!({"description": filler}),
                Particular::Nutrition,
            ),
            (
                "/components/0/nutrients/salt_100",
                json!({"value": filler, "units": "g"}),
                Particular::Nutrition,
            ),
        ] {
            let (presence, _) = presence(&with(pointer, value), particular);
            assert_ne!(presence, Presence::Given, "{pointer} {filler:?}");
        }
    }
    let marked = json!("<p>See pack for details</p>");
    let data = with("/components/0/handling/storage_instructions", marked);
    assert_eq!(presence(&data, Particular::Storage).0, Presence::Lacking);
    for words in [
        "Keep cool. See pack",
        "Check the seal",
        "Pack",
        "Label Foods Ltd",
    ] {
        let data = with("/components/0/handling/storage_instructions", json!(words));
        assert_eq!(
            presence(&data, Particular::Storage).0,
            Presence::Given,
            "{words}"
        );
    }
}

#[test]
fn a_case_whose_weight_is_a_filler_gives_no_net_quantity() {
    let mut data = with(
        "/components/0/inner",
        json!({"no_inner_component_present": "Yes"}),
    );
    for weight in ["-", "N/A", "See pack"] {
        data["outer"] = json!({"outer_case_net_weight": {"value": weight, "units": "kg"}});
        assert_eq!(
            presence(&data, Particular::NetQuantity).0,
            Presence::Lacking,
            "{weight}"
        );
    }
}

#[test]
fn sodium_does_not_give_the_salt_of_the_declaration() {
    // The law asks for salt: sodium does not replace it.
    let mut data = with("/components/0/nutrients/salt_100", json!("-"));
    data["components"][0]["nutrients"]["sodium_100"] = json!({"value": 400, "units": "mg"});
    assert_eq!(presence(&data, Particular::Nutrition).0, Presence::Lacking);
}
