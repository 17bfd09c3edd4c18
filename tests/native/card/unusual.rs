//! Cards of records that are unusual, incomplete or contradict themselves: nothing that a
//! shopper must know is left out or sounds calmer than it is.

use super::{record, text};
use product_pool::card::{CardProps, Element, Node, State, Variant, draw};
use product_pool::label::{key_facts, net_quantities};
use product_pool::messages::Messages;
use product_pool::model::{Allergen, Product};
use serde_json::{Value, json};

fn card(data: &Value, variant: Variant, avoid: Option<&str>) -> Element {
    let mut props = CardProps::new(State::Ready(record(data)), Messages::english());
    props.variant = variant;
    props.avoid = avoid.map(str::to_owned);
    draw(&props)
}

/// The texts of the elements with an attribute, without those in something folded.
fn open_with(element: &Element, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for child in element.child_nodes() {
        let Node::Element(child) = child else {
            continue;
        };
        let has = |name: &str| child.attributes().iter().any(|(known, _)| *known == name);
        if has(name) {
            found.push(text(child));
        }
        if child.name() != "details" || has("open") {
            found.extend(open_with(child, name));
        }
    }
    found
}

fn component(name: &str, flags: &[(&str, &str)]) -> Value {
    let mut allergens = json!({});
    for allergen in Allergen::ALL {
        allergens[format!("contains_{}", allergen.wire_name())] = json!({"description": "No"});
    }
    for (name, description) in flags {
        allergens[format!("contains_{name}")] = json!({"description": description});
    }
    json!({ "general": {"component_name": name}, "allergens": allergens })
}

fn kit(components: &[Value]) -> Value {
    json!({ "general": {"product_name": "Kit"}, "components": components })
}

#[test]
fn a_statement_about_several_risks_names_all_of_them() {
    let mut first = component(
        "Dip",
        &[("milk", "May contain"), ("peanuts", "May contain")],
    );
    let words = "Shared line with sesame";
    first["allergens"]["contains_milk_risk_source"] = json!(words);
    first["allergens"]["contains_peanuts_risk_source"] = json!(words);
    let drawn = card(
        &kit(&[first, component("Relish", &[])]),
        Variant::Full,
        None,
    );
    assert_eq!(
        open_with(&drawn, "data-statement"),
        [format!("Milk, Peanuts (Dip): {words}")]
    );
}

#[test]
fn a_component_that_does_not_declare_an_allergen_absent_is_named() {
    let data = kit(&[
        component("Dip", &[("milk", "Yes"), ("eggs", "Yes"), ("fish", "Yes")]),
        component("Relish", &[("milk", "May contain"), ("eggs", "-")]),
    ]);
    for variant in [Variant::Full, Variant::Badges] {
        let drawn = card(&data, variant, Some("milk eggs fish"));
        let places = open_with(&drawn, "data-in").into_iter();
        // Without the sign that parts it from the next.
        let places = places.map(|place| place.trim_end_matches([',', ';']).to_owned());
        assert_eq!(
            places.collect::<Vec<_>>(),
            [
                " — Dip, Relish (not stated)",
                " — Dip",
                " — Dip, Relish (may contain)"
            ]
        );
        let verdict = open_with(&drawn, "data-answer");
        assert!(
            verdict[0].contains("(Dip, Relish (may contain))"),
            "{verdict:?}"
        );
    }
    // What the pack says of the whole product needs no component.
    let mut data = data;
    data["safety_outer"] = json!({"product_health_warning": "Contains milk."});
    let drawn = card(&data, Variant::Full, Some("mustard"));
    let places = open_with(&drawn, "data-in");
    assert_eq!(places, [" — Dip, Relish (not stated)", " — Dip"]);
    data["safety_outer"] = json!({"product_health_warning": "Contains mustard."});
    let drawn = card(&data, Variant::Full, Some("mustard"));
    let all = text(&drawn);
    assert!(!all.contains("()"), "{all}");
}

#[test]
fn a_contradiction_in_one_component_does_not_hide_that_in_another() {
    let first = component("Dip", &[("almond_nuts", "Yes")]);
    let mut second = component("Relish", &[]);
    second["ingredients"] = json!({"plaintext_ingredients": "Water, nuts"});
    let drawn = card(&kit(&[first, second]), Variant::Full, None);
    let conflicts = open_with(&drawn, "data-conflict");
    assert_eq!(conflicts.len(), 2, "{conflicts:?}");
    let in_second = |conflict: &&String| conflict.contains("(Relish)");
    assert_eq!(
        conflicts.iter().filter(in_second).count(),
        1,
        "{conflicts:?}"
    );
}

#[test]
fn members_in_several_components_name_each_component_once() {
    let nuts = [("almond_nuts", "Yes"), ("cashew_nuts", "Yes")];
    let data = kit(&[
        component("Dip", &nuts),
        component("Relish", &nuts),
        component("Salad", &[]),
        component("Oil", &[]),
    ]);
    let conflicts = open_with(&card(&data, Variant::Full, None), "data-conflict");
    assert_eq!(conflicts.len(), 1, "{conflicts:?}");
    assert!(conflicts[0].ends_with("(Dip, Relish)"), "{conflicts:?}");
}

#[test]
fn words_that_name_an_allergen_stand_with_all_their_components() {
    let with = |name, flag, list| {
        let mut component = component(name, &[("mustard", flag)]);
        component["ingredients"] = json!({ "plaintext_ingredients": list });
        component
    };
    let list = "Water, mustard seed";
    let named = |components: &[Value]| {
        open_with(&card(&kit(components), Variant::Full, None), "data-named")
    };
    let all = named(&[with("Dip", "-", list), with("Relish", "-", list)]);
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(!all[0].contains("Dip"), "{all:?}");
    // A contradiction in one component says nothing about the others.
    let other = named(&[with("Dip", "No", list), with("Relish", "-", list)]);
    assert_eq!(other.len(), 1, "{other:?}");
    assert!(other[0].contains("(Relish)"), "{other:?}");
}

#[test]
fn a_net_quantity_keeps_its_unit_and_its_component() {
    for (value, units, expected) in [
        ("4 x 100", "g", Some(("4 x 100", Some("g")))),
        ("4 × 100", "g", Some(("4 × 100", Some("g")))),
        ("~400", "g", Some(("~400", Some("g")))),
        ("approx. 400", "g", Some(("approx. 400", Some("g")))),
        ("400 ℮", "g", Some(("400 ℮", Some("g")))),
        ("1 000", "g", Some(("1 000", Some("g")))),
        ("400g e", "g", Some(("400g e", None))),
        ("400", "-", None),
        ("400", "n/a", None),
        ("0", "g", None),
    ] {
        let weight = json!({"inner_component_weight": {"value": value, "units": units}});
        let data = json!({"data": {"components": [{ "inner": weight }]}});
        let product = Product::from_json(&data.to_string()).unwrap();
        let found = net_quantities(product.data());
        let found = found.first().and_then(|quantity| quantity.weight);
        assert_eq!(
            found.map(|measure| (measure.value, measure.unit)),
            expected,
            "{value} {units}"
        );
    }
    let quantity = |data: &Value| {
        let drawn = card(data, Variant::Summary, None);
        let found = open_with(&drawn, "data-field").into_iter();
        found.collect::<Vec<_>>().join("|").replace('\u{a0}', " ")
    };
    let mut case = kit(&[component("Dip", &[])]);
    case["outer"] = json!({"consumer_units_per_traded": {"value": 10}});
    case["components"][0]["inner"] =
        json!({"inner_component_weight": {"value": "10 x 400", "units": "g"}});
    assert_eq!(quantity(&case), "Net quantity: 10 x 400 g");
    // Not the weight of the whole kit.
    let mut case = kit(&[component("Dip", &[]), component("Relish", &[])]);
    case["components"][1]["inner"] = json!({"inner_component_weight": {"value": 80, "units": "g"}});
    assert_eq!(quantity(&case), "Net quantity: 80 g (Relish)");
}

#[test]
fn a_key_fact_may_be_coded_or_plain() {
    for value in [json!("Yes"), json!({"value": 1, "description": "Yes"})] {
        for (section, field) in [
            ("additives", "artificial_sweeteners"),
            ("supplementary_information", "modified_atmosphere_packaging"),
        ] {
            let data = json!({"data": {"components": [{ section: { field: value } }]}});
            let product = Product::from_json(&data.to_string()).unwrap();
            let facts = key_facts(product.data());
            assert_eq!(facts.len(), 1, "{field} {value}");
            assert!(facts[0].is_plain, "{field} {value}");
        }
    }
}

#[test]
fn the_graver_of_two_energies_gives_the_share() {
    let energy = |kilojoules, kilocalories| {
        let mut data = kit(&[component("Dip", &[])]);
        data["components"][0]["nutrients"] = json!({
            "nutrition_units": {"description": "per 100g"},
            "cal_100_kj": {"value": kilojoules, "units": "kJ"},
            "cal_100_kcal": {"value": kilocalories, "units": "kcal"},
        });
        text(&card(&data, Variant::Full, None))
    };
    assert!(energy(840, 200).contains("10%"), "{}", energy(840, 200));
    assert!(energy(840, 500).contains("25%"));
    assert!(energy(2100, 200).contains("25%"));
}

#[test]
fn what_only_a_text_names_stands_out_where_nothing_is_declared() {
    let mut data =
        json!({"components": [{"ingredients": {"plaintext_ingredients": "Water, milk"}}]});
    let milk = |data: &Value, variant| {
        let names = open_with(&card(data, variant, None), "data-allergen");
        let names = names.into_iter().filter(|name| name.contains("Milk"));
        let names = names.map(|name| name.trim_end_matches(',').to_owned());
        names.collect::<Vec<_>>()
    };
    for variant in [Variant::Full, Variant::Summary] {
        assert_eq!(milk(&data, variant), ["⚠Milk"], "{variant:?}");
    }
    // In a row of its own.
    assert_eq!(milk(&data, Variant::Badges), ["Milk"]);
    let badges = card(&data, Variant::Badges, None);
    assert_eq!(open_with(&badges, "data-allergen").len(), 1);
    // Also beside an allergen that a text declares.
    data["components"][0]["allergens"] = json!({"allergen_statement_on_pack": "Contains egg."});
    assert_eq!(milk(&data, Variant::Badges), ["Milk"]);
}
