//! The most important rule: what is not stated is never absent, and no positive
//! statement is lost.

use product_pool::label::{AllergenReport, ConflictKind, Source, Status, allergen_report};
use product_pool::model::{Allergen, Product};
use proptest::prelude::*;
use serde_json::{Value, json};

fn report(components: &Value) -> AllergenReport {
    let text = json!({"data": {"components": components}}).to_string();
    allergen_report(Product::from_json(&text).unwrap().data())
}

fn flags(pairs: &[(Allergen, &str)]) -> Value {
    let flags = pairs.iter().map(|(allergen, text)| {
        (
            allergen.flag_field().to_owned(),
            json!({"value": 1, "description": text}),
        )
    });
    json!({"allergens": Value::Object(flags.collect())})
}

#[test]
fn a_missing_record_states_nothing() {
    for components in [
        json!(null),
        json!([]),
        json!([null]),
        json!("x"),
        json!([{"allergens": []}]),
    ] {
        let report = report(&components);
        assert_eq!(report.groups.len(), 14);
        assert!(
            report
                .groups
                .iter()
                .all(|fact| fact.status == Status::NotStated),
            "{components}"
        );
    }
}

#[test]
fn what_is_no_known_description_states_nothing() {
    for flag in [
        json!(null),
        json!({"value": 0}),
        json!({"value": 2, "description": null}),
        json!({"value": 1, "description": "-"}),
        json!({"description": ""}),
        json!({"description": "Non"}),
        json!({"description": ["No"]}),
        json!(0),
        json!(false),
        json!([]),
    ] {
        let report = report(&json!([{"allergens": {"contains_milk": flag}}]));
        assert_eq!(report.status(Allergen::Milk), Status::NotStated, "{flag}");
    }
}

#[test]
fn evidence_in_the_wrong_type_is_still_evidence() {
    for flag in [
        json!("Yes"),
        json!(true),
        json!({"description": " contains. "}),
    ] {
        let report = report(&json!([{"allergens": {"contains_milk": flag}}]));
        assert_eq!(report.status(Allergen::Milk), Status::Contains, "{flag}");
    }
}

#[test]
fn a_lone_component_outside_an_array_is_read() {
    let report = report(&flags(&[(Allergen::Milk, "Yes")]));
    assert_eq!(report.status(Allergen::Milk), Status::Contains);
}

#[test]
fn a_member_outweighs_its_group_and_the_conflict_is_reported() {
    let report = report(&json!([flags(&[
        (Allergen::TreeNuts, "No"),
        (Allergen::Hazelnut, "Yes")
    ])]));
    let nuts = report.fact(Allergen::TreeNuts).unwrap();
    assert_eq!(nuts.status, Status::Contains);
    assert_eq!(nuts.conflicts.len(), 1);
    assert_eq!(
        (nuts.conflicts[0].kind, nuts.conflicts[0].member),
        (ConflictKind::Member, Some(Allergen::Hazelnut))
    );
    assert_eq!(
        nuts.conflicts[0].path,
        "components[0].allergens.contains_hazelnut_nuts"
    );
}

#[test]
fn silence_of_one_component_unsays_the_others_no() {
    let report = report(&json!([flags(&[(Allergen::Milk, "No")]), {}]));
    assert_eq!(report.status(Allergen::Milk), Status::NotStated);
}

#[test]
fn a_free_from_claim_against_a_flag_is_a_conflict_and_lowers_nothing() {
    let mut component = flags(&[(Allergen::Milk, "May Contain"), (Allergen::Wheat, "Yes")]);
    component["free_from"] =
        json!({"free_from_milk": "Yes", "free_from_gluten": "Yes", "free_from_eggs": "No"});
    let report = report(&json!([component]));
    let milk = report.fact(Allergen::Milk).unwrap();
    assert_eq!(milk.status, Status::MayContain);
    assert_eq!(milk.conflicts[0].kind, ConflictKind::FreeFrom);
    // Wheat can be gluten-free: both are true.
    assert!(report.fact(Allergen::Wheat).unwrap().conflicts.is_empty());
    assert!(report.fact(Allergen::Cereal).unwrap().conflicts.is_empty());
}

fn ingredients(html: &str, allergen: Allergen, flag: &str) -> AllergenReport {
    let mut component = flags(&[(allergen, flag)]);
    component["ingredients"] = json!({"formatted_ingredients": html});
    report(&json!([component]))
}

#[test]
fn ingredients_that_name_an_allergen_contradict_a_no() {
    let emphasised = ingredients("Flour, <b>MILK</b>", Allergen::Milk, "No");
    assert_eq!(emphasised.status(Allergen::Milk), Status::Contains);
    assert_eq!(
        emphasised.fact(Allergen::Milk).unwrap().conflicts[0].kind,
        ConflictKind::Ingredients
    );
    let named = ingredients("Flour, whey powder", Allergen::Milk, "No");
    assert_eq!(named.status(Allergen::Milk), Status::NotStated);
    assert_eq!(named.fact(Allergen::Milk).unwrap().conflicts.len(), 1);
    let member = ingredients("Flour (<b>WHEAT</b>)", Allergen::Cereal, "No");
    assert_eq!(member.status(Allergen::Cereal), Status::Contains);
    let may = ingredients("Salt. May contain milk. Sugar", Allergen::Milk, "No");
    assert_eq!(may.status(Allergen::Milk), Status::MayContain);
}

#[test]
fn the_words_of_a_brand_in_a_name_are_answered_by_the_list() {
    let named = |brand: &str, name: &str, list: &str| {
        let mut component = flags(&[(Allergen::Fish, "No")]);
        component["ingredients"] = json!({"ingredients": list});
        let general = json!({"brand_name": brand, "product_name": name});
        let text = json!({"data": {"general": general, "components": [component]}}).to_string();
        allergen_report(Product::from_json(&text).unwrap().data()).status(Allergen::Fish)
    };
    let fish = |brand: &str, list: &str| named(brand, "Tuna Bay fruit cake", list);
    let list = "Sugar, raisins, rice flour, water, salt";
    assert_eq!(
        named("Tuna Bay", "Tuna Bay tuna salad", list),
        Status::NotStated
    );
    assert_eq!(fish("Tuna Bay", list), Status::DeclaredNotPresent);
    assert_eq!(fish("Bellwether", list), Status::NotStated);
    assert_eq!(fish("Tuna Bay", ""), Status::NotStated);
    let list = "Sugar, raisins, rice flour, water, tuna";
    assert_eq!(fish("Tuna Bay", list), Status::NotStated);
}

#[test]
fn a_statement_is_read_as_one_where_a_list_has_the_same_words() {
    let text = "Sugar, free from milk, eggs and nuts";
    let mut component = flags(&[]);
    component["ingredients"] = json!({"ingredients": text});
    component["allergens"]["allergen_statement_on_pack"] = json!(text);
    let text = json!({"data": {"components": [component]}}).to_string();
    let report = allergen_report(Product::from_json(&text).unwrap().data());
    let eggs = report
        .groups
        .iter()
        .find(|fact| fact.allergen == Allergen::Eggs);
    let sources: Vec<Source> = eggs
        .unwrap()
        .evidence
        .iter()
        .map(|piece| piece.source)
        .collect();
    // In a list a comma ends what is denied.
    assert!(sources.contains(&Source::NamedIngredient), "{sources:?}");
    assert!(!sources.contains(&Source::Statement), "{sources:?}");
}

#[test]
fn false_friends_raise_no_alarm() {
    for text in [
        "Coconut milk, water",
        "Sugar, cocoa butter, cocoa mass",
        "Raising agent (cream of tartar)",
        "Dairy-free spread, milk-free",
        "Coconut, butternut squash, nutmeg, buckwheat, water chestnut",
        "Free from milk, nuts and eggs",
    ] {
        for allergen in [
            Allergen::Milk,
            Allergen::TreeNuts,
            Allergen::Wheat,
            Allergen::Cereal,
        ] {
            let report = ingredients(text, allergen, "No");
            assert_eq!(
                report.status(allergen),
                Status::DeclaredNotPresent,
                "{text}: {allergen:?}"
            );
        }
    }
}

const DESCRIPTIONS: &[&str] = &[
    "Yes",
    "No",
    "May Contain",
    "Contains",
    "-",
    "",
    " yes ",
    "NO",
    "unknown",
    "n/a",
];

fn component() -> impl Strategy<Value = Value> {
    let flag = prop_oneof![
        4 => prop::sample::select(DESCRIPTIONS).prop_map(|text| json!({"value": 1, "description": text})),
        1 => Just(json!(null)),
        1 => Just(json!({"value": 0})),
        1 => prop::sample::select(DESCRIPTIONS).prop_map(|text| json!(text)),
        1 => any::<bool>().prop_map(|flag| json!(flag)),
    ];
    prop::collection::vec(prop::option::of(flag), Allergen::ALL.len()).prop_map(|flags| {
        let members = Allergen::ALL
            .iter()
            .zip(flags)
            .filter_map(|(allergen, flag)| Some((allergen.flag_field().to_owned(), flag?)));
        json!({"allergens": Value::Object(members.collect())})
    })
}

/// What a flag says, read without the library's own reader of flags.
fn said(component: &Value, allergen: Allergen) -> Status {
    let flag = &component["allergens"][allergen.flag_field()];
    match flag.as_str().or_else(|| flag["description"].as_str()) {
        Some(text) => Status::from_description(Some(text)),
        None if flag == &json!(true) => Status::Contains,
        None => Status::NotStated,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn unstated_never_reads_as_absent_and_positive_is_never_lost(
        components in prop::collection::vec(component(), 1..4),
    ) {
        let report = report(&Value::Array(components.clone()));
        for group in Allergen::groups() {
            let status = report.status(group);
            let worst = components
                .iter()
                .flat_map(|component| {
                    let all = std::iter::once(group).chain(group.members());
                    all.map(|allergen| said(component, allergen))
                })
                .max()
                .unwrap();
            prop_assert!(!worst.is_positive() || status == worst, "{:?} lost {:?}", group, worst);
            let all_declared = components
                .iter()
                .all(|component| said(component, group) == Status::DeclaredNotPresent);
            prop_assert!(status != Status::DeclaredNotPresent || all_declared, "{:?} absent, unstated", group);
        }
    }

    #[test]
    fn no_unknown_words_state_anything(text in "[a-z ]{0,12}") {
        let status = Status::from_description(Some(&text));
        if status == Status::DeclaredNotPresent {
            prop_assert!(["no", "n", "does not contain", "not present", "free from"]
                .contains(&text.split_whitespace().collect::<Vec<_>>().join(" ").as_str()));
        }
    }
}

#[test]
fn each_fact_names_the_components_it_rests_on() {
    let report = report(&json!([
        flags(&[(Allergen::Milk, "No")]),
        flags(&[(Allergen::Milk, "Yes")]),
        flags(&[(Allergen::Milk, "May Contain")]),
    ]));
    let milk = report.fact(Allergen::Milk).unwrap();
    assert_eq!(
        (milk.status, milk.components.clone()),
        (Status::Contains, vec![1])
    );
    assert_eq!(milk.evidence.len(), 3);
}
