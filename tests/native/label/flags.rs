//! What flags say, also those that are repeated, broken, or none.

use crate::support::{check, no, product, report, yes};
use product_pool::label::{AllergenReport, ConflictKind, Status, allergen_report};
use product_pool::model::{Allergen, Product};
use serde_json::{Value, json};

#[test]
fn a_flag_that_is_repeated_says_something_each_time() {
    let flag =
        |description: &str| format!(r#""contains_milk": {{"description": "{description}"}}"#);
    for (first, second, expected) in [
        ("Yes", "No", Status::Contains),
        ("No", "Yes", Status::Contains),
        ("May contain", "No", Status::MayContain),
        ("-", "No", Status::NotStated),
        ("No", "No", Status::DeclaredNotPresent),
    ] {
        let text = format!(
            r#"{{"data": {{"components": [{{"allergens": {{{}, {}}}}}]}}}}"#,
            flag(first),
            flag(second)
        );
        let report = allergen_report(Product::from_json(&text).unwrap().data());
        assert_eq!(report.status(Allergen::Milk), expected, "{text}");
        let fact = report.fact(Allergen::Milk).unwrap();
        let said = |text| {
            let mut evidence = fact.evidence.iter();
            evidence.any(|evidence| evidence.verbatim.as_deref() == Some(text))
        };
        // The gravest and the last are kept with their words.
        assert!(said(second), "{text}");
        assert_eq!(
            said(first),
            expected != Status::DeclaredNotPresent && first != "No" || first == second
        );
    }
}

#[test]
fn values_that_are_not_flags_state_nothing() {
    for value in [
        json!(null),
        json!(0),
        json!(1),
        json!(2.5),
        json!(false),
        json!([]),
        json!({}),
        json!(""),
        json!(["No"]),
        json!([{"description": "No"}]),
        json!({"description": ["No"]}),
        json!({"description": {"description": "No"}}),
        json!({"value": 0}),
        json!({"value": "No"}),
        json!("unknown"),
        json!("N/A"),
        json!("n/a"),
        json!("No?"),
        json!("No (see pack)"),
        json!("0"),
        json!("no\u{200b}"),
        json!("\u{41d}o"),
        json!("nein"),
        json!("NO NO"),
        json!("false"),
    ] {
        let report = report(&json!({"components": [{"allergens": {"contains_milk": value}}]}));
        assert_eq!(report.status(Allergen::Milk), Status::NotStated, "{value}");
    }
    for value in [
        json!("Y"),
        json!("yes "),
        json!(true),
        json!("\tYES.\r\n"),
        json!("Contains"),
    ] {
        let report = report(&json!({"components": [{"allergens": {"contains_milk": value}}]}));
        assert_eq!(report.status(Allergen::Milk), Status::Contains, "{value}");
    }
}

#[test]
fn a_warning_in_another_member_of_a_flag_counts() {
    for (flag, expected) in [
        (
            json!({"value": "Yes", "description": "No"}),
            Status::Contains,
        ),
        (
            json!({"value": true, "description": "No"}),
            Status::Contains,
        ),
        (
            json!({"value": "May Contain", "description": "No"}),
            Status::MayContain,
        ),
        (
            json!({"value": {"value": 1, "description": "Yes"}, "description": "No"}),
            Status::Contains,
        ),
        (
            json!({"description": "No", "note": "may contain"}),
            Status::MayContain,
        ),
        (
            json!({"description": "No", "note": "may contain traces of milk"}),
            Status::MayContain,
        ),
        (
            json!({"value": "No", "description": "No"}),
            Status::DeclaredNotPresent,
        ),
        (
            json!({"value": 7, "description": "No"}),
            Status::DeclaredNotPresent,
        ),
        (
            json!({"value": null, "description": "No"}),
            Status::DeclaredNotPresent,
        ),
    ] {
        let report = report(&json!({"components": [{"allergens": {"contains_milk": flag}}]}));
        assert_eq!(report.status(Allergen::Milk), expected, "{flag}");
    }
}

#[test]
fn fields_that_nobody_knows_are_read_where_allergens_stand() {
    for (section, field, value, expected) in [
        ("allergens", "contains_dairy", yes(), Status::Contains),
        ("allergens", "Contains_Milk", yes(), Status::Contains),
        (
            "allergens",
            "may_contain_milk",
            json!("Yes"),
            Status::MayContain,
        ),
        (
            "allergens",
            "contains_dairy",
            no(),
            Status::DeclaredNotPresent,
        ),
        (
            "allergens",
            "contains_caffeine",
            yes(),
            Status::DeclaredNotPresent,
        ),
        (
            "allergens",
            "statement",
            json!("Contains milk."),
            Status::Contains,
        ),
        (
            "allergens",
            "statement",
            json!("May contain milk"),
            Status::MayContain,
        ),
        (
            "allergens",
            "statement",
            json!(["Yes", "Contains milk"]),
            Status::Contains,
        ),
        (
            "ingredients",
            "text",
            json!("Sugar, milk"),
            Status::NotStated,
        ),
        (
            "ingredients",
            "text",
            json!("Sugar, salt"),
            Status::DeclaredNotPresent,
        ),
    ] {
        let mut component = json!({"allergens": {"contains_milk": no()}});
        component[section][field] = value.clone();
        let report = report(&json!({"components": [component]}));
        assert_eq!(report.status(Allergen::Milk), expected, "{field}: {value}");
        assert!(!report.warns, "{field}: {value}");
    }
}

#[test]
fn claims_count_where_no_field_is_documented() {
    let pair = |value: &str| json!([{"name": "Allergens", "value": value}]);
    for (field, value, expected) in [
        ("attributes", pair("Milk"), Status::Contains),
        ("attributes", pair("None"), Status::DeclaredNotPresent),
        ("allergen_list", json!(["Egg", "Milk"]), Status::NotStated),
        ("texts", json!([[["Contains milk"]]]), Status::Contains),
        ("texts", json!([["Milk"]]), Status::DeclaredNotPresent),
        ("general", json!(["May contain milk"]), Status::MayContain),
    ] {
        let mut record = json!({"components": [{"allergens": {"contains_milk": no()}}]});
        record[field] = value;
        let report = report(&record);
        assert_eq!(report.status(Allergen::Milk), expected, "{record}");
        assert!(!report.warns, "{record}");
    }
}

#[test]
fn what_stands_in_another_place_is_read_too() {
    let calm = || json!({"allergens": {"contains_milk": no()}});
    let milky = |flag: Value| json!({"allergens": {"contains_milk": flag}});
    let listed = json!({"ingredients": {"ingredients": "Sugar, milk"}});
    let answered = json!({"ingredients": {"ingredients": "Sugar, milk", "organic": "Yes"}});
    let dairy = json!({"allergens": {"contains_dairy": "Yes"}});
    for (inner, expected) in [
        (milky(yes()), Status::Contains),
        (milky(json!("May contain")), Status::MayContain),
        (dairy, Status::Contains),
        (listed, Status::NotStated),
        // Which of the words an answer beside them is about, nobody knows.
        (answered, Status::Contains),
        (milky(no()), Status::DeclaredNotPresent),
    ] {
        let mut around = calm();
        around["components"] = json!([inner]);
        let mut within = calm();
        within["component"] = json!({"details": inner});
        let mut inside = calm();
        inside["general"] = inner.clone();
        let mut beside = json!({"components": [calm()]});
        for (section, fields) in inner.as_object().unwrap() {
            beside[section] = fields.clone();
        }
        for record in [
            json!({"components": [around]}),
            json!({"components": [within]}),
            json!({"components": [inside]}),
            beside,
        ] {
            let report = report(&record);
            assert_eq!(report.status(Allergen::Milk), expected, "{record}");
        }
        // A list is a component that states nothing, and an object the only one.
        let report = report(&json!({"components": [calm(), [inner]]}));
        let expected = expected.max(Status::NotStated);
        assert_eq!(report.status(Allergen::Milk), expected, "{inner}");
    }
}

#[test]
fn a_list_of_ingredients_in_place_of_its_section_is_read() {
    for list in [json!("Sugar, milk"), json!(["Sugar", "milk"])] {
        let flags = json!({"contains_milk": no()});
        let component = json!({"allergens": flags, "ingredients": list});
        let report = report(&json!({"components": [component]}));
        assert_eq!(report.status(Allergen::Milk), Status::NotStated, "{list}");
    }
}

#[test]
fn a_member_that_is_named_but_denied_keeps_its_conflict() {
    for group in [
        Value::Null,
        yes(),
        json!({"description": "May contain"}),
        json!({"description": "-"}),
    ] {
        let mut data = product(
            "ingredients",
            "formatted_ingredients",
            "<b>Hazelnuts</b>",
            &no(),
        );
        data["components"][0]["allergens"]["contains_tree_nuts"] = group.clone();
        let report = report(&data);
        let hazelnut = report.fact(Allergen::Hazelnut).unwrap();
        assert_eq!(
            hazelnut.conflicts[0].kind,
            ConflictKind::Ingredients,
            "{group}"
        );
        assert_eq!(hazelnut.status, Status::Contains, "{group}");
        assert!(report.status(Allergen::TreeNuts).is_positive(), "{group}");
    }
}

/// The report of a record in which a member is repeated.
fn raw(components: &str) -> AllergenReport {
    let text = ["{\"data\":{", components, "}}"].concat();
    allergen_report(Product::from_json(&text).unwrap().data())
}

const NO: &str = r#"{"contains_milk":{"value":0,"description":"No"}}"#;
const YES: &str = r#"{"contains_milk":{"value":1,"description":"Yes"}}"#;

#[test]
fn of_a_repeated_section_the_graver_wins() {
    for (first, second) in [(NO, YES), (YES, NO)] {
        let section = format!(r#""components":[{{"allergens":{first},"allergens":{second}}}]"#);
        assert_eq!(
            raw(&section).status(Allergen::Milk),
            Status::Contains,
            "{section}"
        );
    }
}

#[test]
fn of_repeated_descriptions_the_graver_wins() {
    for (members, expected) in [
        (
            r#""description":"No","description":"Yes""#,
            Status::Contains,
        ),
        (
            r#""description":"Yes","description":"No""#,
            Status::Contains,
        ),
        (
            r#""description":"Yes","description":{"a":"No"}"#,
            Status::Contains,
        ),
        (
            r#""description":null,"description":"No""#,
            Status::NotStated,
        ),
        (
            r#""description":"No","description":null"#,
            Status::NotStated,
        ),
        (
            r#""description":"No","description":"No""#,
            Status::DeclaredNotPresent,
        ),
    ] {
        let flag = format!(r#"{{"contains_milk":{{"value":0,{members}}}}}"#);
        let section = format!(r#""components":[{{"allergens":{flag}}}]"#);
        assert_eq!(raw(&section).status(Allergen::Milk), expected, "{members}");
    }
}

#[test]
fn of_repeated_components_the_graver_win() {
    for (first, second) in [(NO, YES), (YES, NO)] {
        let section = format!(
            r#""components":[{{"allergens":{first}}}],"components":[{{"allergens":{second}}}]"#
        );
        assert_eq!(
            raw(&section).status(Allergen::Milk),
            Status::Contains,
            "{section}"
        );
    }
}

#[test]
fn of_repeated_ingredients_both_are_read() {
    let milk = r#"{"formatted_ingredients":"Sugar, <b>milk</b>"}"#;
    let sugar = r#"{"formatted_ingredients":"Sugar"}"#;
    for (first, second) in [(milk, sugar), (sugar, milk)] {
        let section = format!(
            r#""components":[{{"allergens":{NO},"ingredients":{first},"ingredients":{second}}}]"#
        );
        check(&raw(&section), Allergen::Milk, Status::Contains, &section);
    }
}
