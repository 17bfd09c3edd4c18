//! Statements as evidence: what the pack says of an allergen counts, and what it denies
//! does not.

use product_pool::label::{AllergenReport, ConflictKind, Source, Status, allergen_report};
use product_pool::model::{Allergen, Product};
use serde_json::json;

/// The report on a component with one flag and one statement.
fn report(statement: &str, allergen: Allergen, flag: &str) -> AllergenReport {
    let component = json!({"allergens": {
        allergen.flag_field(): {"value": 1, "description": flag},
        "allergen_statement_on_pack": statement,
    }});
    let text = json!({"data": {"components": [component]}}).to_string();
    allergen_report(Product::from_json(&text).unwrap().data())
}

fn status(statement: &str, allergen: Allergen) -> Status {
    report(statement, allergen, "No").status(allergen)
}

#[test]
fn what_a_statement_says_may_be_there_may_be() {
    for statement in [
        "May contain nuts",
        "MAY CONTAIN NUTS",
        "May also contain traces of nuts and sesame.",
        "May contain: sesame, nuts",
        "May contain:\r\nnuts",
        "Contains milk. May contain nuts.",
        "Contains milk, may contain nuts",
        "Free from milk, may contain nuts",
        "Does not contain milk but may contain nuts",
        "Not suitable for nut allergy sufferers.",
        "Suitable for vegetarians, not suitable for those with a nut allergy",
        "Made in a factory that handles nuts",
        "No nuts in the recipe but made in a factory that also uses nuts",
        "Packed on a site where nuts are present",
        "Nuts may be present",
        "Traces of nuts",
        "We cannot guarantee that this product is nut free",
        "We cannot guarantee that this product is free from nuts",
        "There is no guarantee that it is free from nuts.",
        "Nuts are handled in the same room",
        "Could contain nuts",
        "May possibly contain nuts",
        "Made on equipment that also processes products that contain nuts",
        "May contain less than 0.5 % of nuts",
        "For allergens, see ingredients in bold, may also contain nuts.",
        "May <b>contain</b> <b>nuts</b>",
    ] {
        assert_eq!(
            status(statement, Allergen::TreeNuts),
            Status::MayContain,
            "{statement}"
        );
    }
}

#[test]
fn what_a_statement_says_is_there_is() {
    for statement in [
        "Contains: milk",
        "Contains wheat, egg and milk.",
        "Allergy advice: contains MILK",
        "Allergens: milk, eggs",
        "Free from nuts and contains milk",
        "May contain nuts, contains milk",
        "This product contains milk (and may contain nuts).",
        "Products that contain milk",
        "Allergen statement: milk",
        "Nuts: no; milk: yes",
        "No artificial colours, contains milk",
    ] {
        assert_eq!(
            status(statement, Allergen::Milk),
            Status::Contains,
            "{statement}"
        );
    }
}

#[test]
fn a_merely_named_allergen_overrides_a_no() {
    for statement in [
        "Milk",
        "Milk: see the list of ingredients",
        "No artificial colours, milk from Wales",
        "Free from all allergens except milk",
        "Free from nuts (tree nuts). Milk 20 %",
        "Contains nuts: no, milk: no",
        "Nuts - No Milk - Yes",
        "No. 1 milk of the year",
        "No 1 milk of the year",
        "Pesto (free from nuts), milk",
    ] {
        assert_eq!(
            status(statement, Allergen::Milk),
            Status::NotStated,
            "{statement}"
        );
    }
}

#[test]
fn what_is_said_not_to_be_there_is_no_evidence() {
    for statement in [
        "Free from milk",
        "Free from nuts, wheat and milk.",
        "Does not contain milk",
        "Does not contain nuts, milk or eggs",
        "Doesn't contain milk",
        "Contains no milk",
        "No milk",
        "No nuts, no milk",
        "With no milk",
        "Made without milk",
        "No traces of milk",
        "Milk free",
        "Milk-free and nut-free",
        "Never contains milk",
        "Coconut milk, cocoa butter",
        "Contains coconut milk and shea butter",
        "",
        "-",
    ] {
        assert_eq!(
            status(statement, Allergen::Milk),
            Status::NotPresent,
            "{statement}"
        );
    }
}

#[test]
fn the_formula_that_names_gluten_on_every_label_is_no_evidence() {
    for (statement, expected) in [
        (
            "For allergens, including cereals containing gluten, see ingredients in BOLD.",
            Status::NotPresent,
        ),
        (
            "Allergy advice! For allergens, including Cereals containing Gluten, see ingredients in bold.",
            Status::NotPresent,
        ),
        (
            "Contains allergens including cereals containing gluten",
            Status::Contains,
        ),
        (
            "May contain allergens, including cereals containing gluten",
            Status::MayContain,
        ),
    ] {
        assert_eq!(status(statement, Allergen::Cereal), expected, "{statement}");
    }
}

#[test]
fn a_statement_against_a_no_is_a_conflict_with_its_words() {
    let report = report("May contain Hazelnuts", Allergen::Hazelnut, "No");
    let nuts = report.fact(Allergen::TreeNuts).unwrap();
    assert_eq!(nuts.status, Status::MayContain);
    let hazelnut = report.fact(Allergen::Hazelnut).unwrap();
    let conflict = &hazelnut.conflicts[0];
    assert_eq!(conflict.kind, ConflictKind::Statement);
    assert_eq!(
        conflict.path,
        "components[0].allergens.allergen_statement_on_pack"
    );
    assert_eq!(conflict.verbatim, "Hazelnuts");
    let piece = hazelnut.evidence.last().unwrap();
    assert_eq!(piece.source, Source::Statement);
}

#[test]
fn a_statement_never_lowers_a_flag() {
    for statement in ["Free from milk", "May contain milk", "No milk", "Milk"] {
        let report = report(statement, Allergen::Milk, "Yes");
        assert_eq!(
            report.status(Allergen::Milk),
            Status::Contains,
            "{statement}"
        );
    }
}

#[test]
fn further_information_and_statements_of_the_list_count_as_well() {
    for component in [
        json!({"allergens": {"additional_allergen_information": "May contain milk"}}),
        json!({"ingredients": {"ingredients_statements": "<p>May contain milk</p>"}}),
    ] {
        let text = json!({"data": {"components": [component]}}).to_string();
        let report = allergen_report(Product::from_json(&text).unwrap().data());
        assert_eq!(report.status(Allergen::Milk), Status::MayContain, "{text}");
    }
}

#[test]
fn a_list_of_ingredients_that_only_one_field_gives_in_full_loses_nothing() {
    let component = json!({"ingredients": {
        "formatted_ingredients": "Flour, salt",
        "ingredients": "Flour, MILK, salt",
        "plaintext_ingredients": "Flour, milk, egg, salt",
    }});
    let text = json!({"data": {"components": [component]}}).to_string();
    let report = allergen_report(Product::from_json(&text).unwrap().data());
    let milk = report.fact(Allergen::Milk).unwrap();
    assert_eq!(milk.status, Status::Contains);
    // The flag, and the one field that says most: not each field again.
    let paths: Vec<&str> = milk
        .evidence
        .iter()
        .map(|evidence| evidence.path.as_str())
        .collect();
    assert_eq!(
        paths,
        [
            "components[0].allergens.contains_milk",
            "components[0].ingredients.ingredients"
        ]
    );
    assert_eq!(report.fact(Allergen::Eggs).unwrap().evidence.len(), 2);
}

#[test]
fn brackets_close_what_is_said_in_them() {
    for (list, expected) in [
        (
            "Chocolate (free from gluten), <b>milk</b>",
            Status::Contains,
        ),
        (
            "Chocolate (may contain nuts), <b>milk</b>",
            Status::Contains,
        ),
        ("Salt. May contain <b>milk</b>", Status::MayContain),
        ("Free from nuts, milk and eggs", Status::NotPresent),
    ] {
        let component = json!({
            "allergens": {"contains_milk": {"value": 1, "description": "No"}},
            "ingredients": {"formatted_ingredients": list},
        });
        let text = json!({"data": {"components": [component]}}).to_string();
        let report = allergen_report(Product::from_json(&text).unwrap().data());
        assert_eq!(report.status(Allergen::Milk), expected, "{list}");
    }
}
