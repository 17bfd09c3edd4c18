//! The description of a product as JSON, which is also its shape in JavaScript.

use product_pool::label::{DescribeOptions, avoid_list, describe};
use product_pool::model::Product;
use product_pool::model::table::Topic;
use serde_json::{Value, json};

fn view(data: &Value) -> Value {
    let product = Product::from_json(&json!({ "data": data }).to_string()).unwrap();
    let avoid = avoid_list("milk gluten");
    let options = DescribeOptions::new().avoid(&avoid);
    let json = serde_json::to_string(&describe(product.data(), &options)).unwrap();
    serde_json::from_str(&json).unwrap()
}

#[test]
fn a_bare_record_has_every_key_and_says_nothing() {
    let view = view(&json!({}));
    assert_eq!(view["name"], json!(null));
    assert_eq!(view["gtins"], json!([]));
    assert_eq!(view["notices"], json!([]));
    let groups = view["allergens"]["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 14);
    assert!(groups.iter().all(|group| group["status"] == "not-stated"));
}

#[test]
fn notices_come_first() {
    let of = |data: Value| view(&data)["notices"].clone();
    let notice = |kind: &str, version: Value, by: Value| json!({"kind": kind, "status": null, "latestVersion": version, "changedAt": null, "replacedBy": by});
    assert_eq!(
        of(
            json!({"status": "Archived", "version": "1", "latest_version": "3", "replaced_by": [{"pool_id": "9"}, null]})
        ),
        json!([
            notice("archived", json!(null), json!([])),
            notice("replaced", json!(null), json!([{"pool_id": "9"}])),
            notice("old-version", json!("3"), json!([])),
        ])
    );
    assert_eq!(
        of(
            json!({"status": "published", "version": "3", "latest_version": "3", "replaced_by": []})
        ),
        json!([])
    );
}

#[test]
fn gtins_keep_the_suppliers_digits_and_say_when_they_are_none() {
    let view = view(&json!({
        "outer": {"traded_unit_gtin": "9520123456788"},
        "components": [{"inner": {"internal_gtin": "2012345678903"}}, {"inner": {"internal_gtin": "12"}}],
    }));
    let gtins = view["gtins"].as_array().unwrap();
    assert_eq!(gtins[0]["kind"], "case");
    assert_eq!(gtins[0]["gtin14"], "09520123456788");
    assert_eq!(gtins[1]["component"], 0);
    assert_eq!(gtins[1]["caution"], "restricted-circulation");
    assert_eq!(gtins[2]["path"], "components[1].inner.internal_gtin");
    assert_eq!(
        (&gtins[2]["verbatim"], &gtins[2]["gtin"]),
        (&json!("12"), &json!(null))
    );
}

#[test]
fn an_allergen_carries_what_speaks_for_it() {
    let flag = |text: &str| json!({"value": 1, "description": text});
    let view = view(&json!({"components": [{
        "general": {"component_uuid": "u", "component_name": "Bar"},
        "allergens": {
            "contains_tree_nuts": flag("No"), "contains_cashew_nuts": flag("May contain"),
            "contains_cashew_nuts_risk_source": "Same line",
        },
        "ingredients": {"formatted_ingredients": "Sugar, <b>milk</b>"},
    }]}));
    let group = |name: &str| {
        let groups = view["allergens"]["groups"].as_array().unwrap();
        groups
            .iter()
            .find(|group| group["allergen"] == name)
            .unwrap()
            .clone()
    };
    let nuts = group("tree_nuts");
    assert_eq!(nuts["status"], "may-contain");
    assert_eq!(nuts["members"][0]["allergen"], "cashew_nuts");
    assert_eq!(nuts["members"][0]["evidence"][0]["riskSource"], "Same line");
    assert_eq!(nuts["conflicts"][0]["kind"], "member");
    assert_eq!(nuts["conflicts"][0]["member"], "cashew_nuts");
    assert_eq!(view["allergens"]["hasConflicts"], true);
    let milk = group("milk");
    assert_eq!(
        (&milk["status"], &milk["components"]),
        (&json!("contains"), &json!([0]))
    );
    let named = milk["evidence"].as_array().unwrap();
    assert!(
        named
            .iter()
            .any(|evidence| evidence["source"] == "emphasised-ingredient"
                && evidence["verbatim"] == "milk")
    );
    let component = &view["components"][0];
    assert_eq!(
        (&component["uuid"], &component["name"]),
        (&json!("u"), &json!("Bar"))
    );
    assert_eq!(
        component["ingredients"]["runs"],
        json!([
            {"text": "Sugar, ", "emphasised": false, "struck": false},
            {"text": "milk", "emphasised": true, "struck": false}
        ])
    );
}

#[test]
fn figures_stand_as_declared_with_their_share() {
    let view = view(&json!({"components": [{"nutrients": {
        "nutrition_units": {"id": 2, "description": "per 100ml"},
        "fat_100": {"value": 35.0, "units": "g"}, "serving_size": "250 ml", "salt_serving": "trace", "iron_100": "7",
    }}]}));
    let table = &view["components"][0]["nutrition"];
    assert_eq!(table["basis"], "ml");
    assert_eq!(
        table["columns"],
        json!([{"column": "per-100", "portion": null}, {"column": "serving", "portion": "250 ml"}])
    );
    assert_eq!(
        table["rows"],
        json!([
            {"nutrient": "fat", "part": false, "amounts": [{"value": "35.0", "unit": "g", "referencePercent": 50, "calculatedFrom": null}, null]},
            {"nutrient": "salt", "part": false, "amounts": [null, {"value": "trace", "unit": null, "referencePercent": null, "calculatedFrom": null}]},
        ])
    );
    assert_eq!(
        table["micronutrients"][0]["amounts"][0]["referencePercent"],
        50
    );
}

#[test]
fn what_is_calculated_names_its_source() {
    let view = view(&json!({"components": [{"nutrients": {
        "nutrition_units": {"description": "per 100g"}, "serving_size": "400 g",
        "sugar_carb_100": {"value": 22, "units": "g"}, "sugar_carb_serving": "2",
        "salt_100": "-", "sodium_100": {"value": 400, "units": "mg"},
    }}]}));
    let component = &view["components"][0];
    let salt = &component["nutrition"]["rows"][1];
    assert_eq!(salt["nutrient"], "salt");
    assert_eq!(
        salt["amounts"][0],
        json!({"value": "1", "unit": "g", "referencePercent": 17,
            "calculatedFrom": {"field": "sodium_100", "value": "400", "unit": "mg"}})
    );
    assert_eq!(component["lights"]["portion"], "400 g");
    assert_eq!(
        component["lights"]["lights"][0],
        json!({"nutrient": "sugar_carb", "level": "high", "byPortion": true, "amount": {
            "value": "88", "unit": "g", "referencePercent": 98,
            "calculatedFrom": {"field": "sugar_carb_100", "value": "22", "unit": "g"},
        }})
    );
    assert_eq!(view["quality"][0]["kind"], "serving-against-per-100");
}

#[test]
fn verdicts_colours_claims_and_facts_are_part_of_it() {
    let view = view(&json!({
        "pallet": {"pallet_height": {"value": 1.5, "units": "m"}},
        "waste_outer": {"outer_packaging": [{"packaging_weight": 4}]},
        "components": [{
            "allergens": {"contains_milk": {"description": "Yes"}},
            "diets": {"vegan_suitable": {"id": 1, "description": "Yes"}},
            "free_from": {"free_from_nuts": "Yes"},
            "accreditations": {"acc_msc": "Yes"},
            "handling": {"storage_instructions": "Keep cool"},
            "origin": {"country_of_origin": [{"id": 1, "description": "Italy"}]},
            "nutrients": {"nutrition_units": {"id": 1, "description": "per 100g"}, "fat_100": {"value": 20, "units": "g"}},
        }],
    }));
    let answers: Vec<_> = view["avoid"]["verdicts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|verdict| {
            (
                verdict["allergen"].as_str().unwrap(),
                verdict["answer"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(answers, [("milk", "contains"), ("cereal", "not-stated")]);
    assert_eq!(
        view["components"][0]["lights"],
        json!({"drink": false, "basis": "g", "portion": null, "lights": [{
            "nutrient": "fat", "level": "high", "byPortion": false,
            "amount": {"value": "20", "unit": "g", "referencePercent": 29, "calculatedFrom": null},
        }]})
    );
    let vegan = view["diets"]
        .as_array()
        .unwrap()
        .iter()
        .find(|diet| diet["key"] == "vegan_suitable")
        .unwrap();
    assert_eq!(
        (&vegan["claim"], &vegan["conflicts"][0]["allergen"]),
        (&json!("yes"), &json!("milk"))
    );
    assert!(
        view["freeFrom"]
            .as_array()
            .unwrap()
            .iter()
            .any(|claim| claim["key"] == "free_from_nuts")
    );
    assert_eq!(view["accreditations"][0]["key"], "acc_msc");
    let value = |topic: &str| view["facts"][topic][0]["facts"][0]["value"].clone();
    assert_eq!(
        value("handling"),
        json!({"kind": "text", "text": "Keep cool"})
    );
    assert_eq!(
        value("logistics"),
        json!({"kind": "quantity", "value": "1.5", "units": "m"})
    );
    assert_eq!(
        value("origin"),
        json!({"kind": "several", "texts": ["Italy"]})
    );
    assert_eq!(
        value("packaging")["rows"][0][0]["field"],
        "packaging_weight"
    );
}

#[test]
fn every_topic_of_the_table_is_in_the_facts() {
    let view = view(&json!({}));
    let topics: Vec<&str> = Topic::ALL.iter().map(|topic| topic.key()).collect();
    let members: Vec<&String> = view["facts"].as_object().unwrap().keys().collect();
    assert_eq!(members, topics);
}

#[test]
fn values_of_the_record_are_written_as_they_came() {
    let body = r#"{"data": {"replaced_by": [1.50, 12345678901234567890123, 1e999, {"__proto__": {"a": 1}, "a": 1, "a": 2}]}}"#;
    let product = Product::from_json(body).unwrap();
    let json = serde_json::to_string(&describe(product.data(), &DescribeOptions::default()));
    let expected =
        r#""replacedBy":[1.50,12345678901234567890123,1e999,{"__proto__":{"a":1},"a":1,"a":2}]"#;
    assert!(json.unwrap().contains(expected));
}
