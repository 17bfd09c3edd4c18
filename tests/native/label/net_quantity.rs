//! The net quantity of a product, and the strength of a drink.

use product_pool::label::{Measure, NetQuantity, net_quantities};
use product_pool::model::Product;
use serde_json::{Value, json};

fn product(data: &Value) -> Product {
    Product::from_json(&json!({ "data": data }).to_string()).unwrap()
}

/// The quantity as a pack would state it.
fn text(quantity: &NetQuantity<'_>) -> String {
    let measure = |amount: Measure<'_>| match amount.unit {
        Some(unit) => format!("{} {unit}", amount.value),
        None => amount.value.to_owned(),
    };
    let mut text = String::new();
    if let Some(count) = quantity.count {
        text += &format!("{count} x ");
    }
    for amount in [quantity.weight, quantity.volume].into_iter().flatten() {
        text += &format!("{};", measure(amount));
    }
    if let Some(drained) = quantity.drained {
        text += &format!("drained {};", measure(drained));
    }
    if let Some(pieces) = quantity.pieces {
        text += &format!("{pieces} pieces;");
    }
    text
}

fn of(data: &Value) -> Vec<String> {
    let product = product(data);
    net_quantities(product.data()).iter().map(text).collect()
}

/// A case of units, each with these fields.
fn case(units: &Value, inner: &Value) -> Value {
    json!({
        "outer": {"consumer_units_per_traded": units},
        "components": [{ "inner": inner }],
    })
}

#[test]
fn a_unit_has_the_weight_or_the_volume_that_is_declared() {
    for (inner, expected) in [
        (
            json!({"inner_component_weight": {"value": 400, "units": "g"}}),
            "400 g;",
        ),
        (
            json!({"inner_component_weight": {"value": "0.50", "units": "kg"}}),
            "0.50 kg;",
        ),
        (
            json!({"inner_component_weight": {"value": "400g"}}),
            "400 g;",
        ),
        (
            json!({"inner_component_weight": {"value": 330, "units": "ml"}}),
            "330 ml;",
        ),
        (json!({"inner_component_volume": "330ml"}), "330 ml;"),
        (
            json!({"inner_component_volume": "approx. 330 ml"}),
            "approx. 330 ml;",
        ),
        (
            json!({"inner_component_volume": "2 x 330 ml"}),
            "2 x 330 ml;",
        ),
        (
            json!({"inner_component_weight": {"value": 330, "units": "ml"}, "inner_component_volume": "330ml"}),
            "330 ml;",
        ),
        (
            json!({"inner_component_weight": {"value": 500, "units": "g"}, "inner_component_volume": "485 ml"}),
            "500 g;485 ml;",
        ),
        (
            json!({"inner_component_weight": {"value": 400, "units": "g"}, "net_drained_weight": "240 g"}),
            "400 g;drained 240 g;",
        ),
        (json!({"count_per_inner_component": "6"}), "6 pieces;"),
        (
            json!({"count_per_inner_component": "6", "inner_component_weight": {"value": 240, "units": "g"}}),
            "240 g;",
        ),
    ] {
        assert_eq!(of(&case(&Value::Null, &inner)), [expected], "{inner}");
    }
}

#[test]
fn nothing_is_made_of_what_is_not_an_amount() {
    for inner in [
        json!({}),
        json!({"inner_component_weight": {"value": 400, "units": null}}),
        json!({"inner_component_weight": {"value": 0, "units": "g"}}),
        json!({"inner_component_weight": {"value": null, "units": "g"}}),
        json!({"inner_component_volume": "330"}),
        json!({"inner_component_volume": "-"}),
        json!({"inner_component_volume": "n/a"}),
        json!({"inner_component_volume": "see pack"}),
        json!({"count_per_inner_component": "1"}),
        json!({"count_per_inner_component": "several"}),
        json!({"no_inner_component_present": "Yes"}),
    ] {
        assert_eq!(
            of(&case(&json!({"value": 6, "units": "Each"}), &inner)),
            [""; 0],
            "{inner}"
        );
    }
}

#[test]
fn units_are_counted_only_where_they_are_units_of_one_component() {
    let inner = json!({"inner_component_weight": {"value": 400, "units": "g"}});
    for (units, expected) in [
        (json!({"value": 10, "units": "Each"}), "10 x 400 g;"),
        (json!({"value": "10", "units": null}), "10 x 400 g;"),
        (json!({"value": 1, "units": "Each"}), "400 g;"),
        (json!({"value": 0, "units": "Each"}), "400 g;"),
        (json!({"value": "ten", "units": "Each"}), "400 g;"),
        (json!({"value": 10, "units": "kg"}), "400 g;"),
        (json!({"value": 10, "units": "Inner pack"}), "400 g;"),
        (Value::Null, "400 g;"),
    ] {
        assert_eq!(of(&case(&units, &inner)), [expected], "{units}");
    }
    let mut kit = case(&json!({"value": 10, "units": "Each"}), &inner);
    let second = json!({"inner": {"inner_component_volume": "190 ml"}});
    kit["components"].as_array_mut().unwrap().push(second);
    assert_eq!(of(&kit), ["400 g;", "190 ml;"]);
}

#[test]
fn a_product_without_a_consumer_unit_has_the_weight_of_its_case() {
    let mut data = case(&Value::Null, &json!({"no_inner_component_present": "Yes"}));
    data["outer"]["outer_case_net_weight"] = json!({"value": "2.5", "units": "kg"});
    assert_eq!(of(&data), ["2.5 kg;"]);
    data["components"][0]["inner"] = json!({});
    assert_eq!(of(&data), [""; 0]);
}
