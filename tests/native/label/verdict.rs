//! A shopper's own list.

use product_pool::label::{Status, Verdict, allergen_report, avoid_list, verdicts};
use product_pool::model::{Allergen, Product};
use serde_json::{Value, json};

#[test]
fn every_name_of_the_service_is_understood() {
    for allergen in Allergen::ALL {
        let avoid = avoid_list(allergen.wire_name());
        assert_eq!(avoid.allergens, [*allergen]);
        assert!(avoid.unknown.is_empty());
        // With a space, "almond nuts" may be two entries of a list.
        let spaced = avoid_list(&allergen.wire_name().replace('_', " ").to_uppercase());
        assert_eq!(spaced.allergens[0], *allergen);
        let others = &spaced.allergens[1..];
        let nuts = [Allergen::TreeNuts, Allergen::Peanuts];
        assert!(others.iter().all(|other| nuts.contains(other)));
        let dashed = avoid_list(&allergen.wire_name().replace('_', "-"));
        assert_eq!(dashed.allergens, [*allergen]);
    }
    let all: Vec<&str> = Allergen::ALL
        .iter()
        .map(|allergen| allergen.wire_name())
        .collect();
    assert_eq!(avoid_list(&all.join(" ")).allergens, Allergen::ALL);
}

#[test]
fn plain_words_are_understood() {
    use Allergen::*;
    for (text, expected) in [
        ("milk nuts", &[Milk, TreeNuts, Peanuts][..]),
        ("milk,nuts", &[Milk, TreeNuts, Peanuts]),
        ("  Milk ;; NUT ", &[Milk, TreeNuts, Peanuts]),
        ("gluten", &[Cereal]),
        ("cereals containing gluten", &[Cereal]),
        ("soya", &[Soybeans]),
        ("soy beans", &[Soybeans]),
        ("celery", &[CeleryCeleriac]),
        ("sulphites", &[SulphurDioxide]),
        ("sulfites", &[SulphurDioxide]),
        ("SO2", &[SulphurDioxide]),
        ("sulfur dioxide", &[SulphurDioxide]),
        ("dairy egg", &[Milk, Eggs]),
        ("peanut", &[Peanuts]),
        ("tree-nuts", &[TreeNuts]),
        ("Brazil nuts", &[Brazil]),
        ("cashew-nut", &[Cashew]),
        ("brazil nuts nuts", &[Brazil, TreeNuts, Peanuts]),
        ("sesame", &[SesameSeeds]),
        ("prawns", &[Crustacea]),
        ("shellfish", &[Crustacea, Molluscs]),
        ("milk and eggs or milk", &[Milk, Eggs]),
        ("", &[]),
        (" , ", &[]),
    ] {
        let avoid = avoid_list(text);
        assert_eq!(avoid.allergens, expected, "{text:?}");
        assert!(avoid.unknown.is_empty(), "{text:?}: {:?}", avoid.unknown);
    }
}

#[test]
fn words_that_name_no_allergen_are_reported() {
    let avoid = avoid_list("Milch, eggs, Pine nuts; contains_milk");
    assert_eq!(avoid.allergens, [Allergen::Eggs, Allergen::Milk]);
    assert_eq!(avoid.unknown, ["Milch", "Pine nuts", "contains"]);
}

fn answers(components: &Value, avoid: &[Allergen]) -> Vec<(Status, Vec<usize>)> {
    let text = json!({"data": {"components": components}}).to_string();
    let product = Product::from_json(&text).unwrap();
    verdicts(&allergen_report(product.data()), avoid)
        .into_iter()
        .map(|verdict| (verdict.answer, verdict.components))
        .collect()
}

fn flags(pairs: &[(&str, &str)]) -> Value {
    let flags = pairs
        .iter()
        .map(|(allergen, text)| (format!("contains_{allergen}"), json!({"description": text})));
    json!({"allergens": Value::Object(flags.collect())})
}

#[test]
fn not_declared_takes_a_no_of_every_component() {
    let no = flags(&[("milk", "No")]);
    let milk = &[Allergen::Milk];
    for (components, answer, from) in [
        (json!([no, no]), Status::DeclaredNotPresent, vec![0, 1]),
        (json!([no, {}]), Status::NotStated, vec![1]),
        (
            json!([no, flags(&[("milk", "-")])]),
            Status::NotStated,
            vec![1],
        ),
        (
            json!([no, flags(&[("milk", "May contain")])]),
            Status::MayContain,
            vec![1],
        ),
        (
            json!([flags(&[("milk", "Yes")]), no]),
            Status::Contains,
            vec![0],
        ),
        (json!([]), Status::NotStated, vec![]),
    ] {
        assert_eq!(answers(&components, milk), [(answer, from)], "{components}");
    }
}

#[test]
fn nuts_of_no_name_may_be_any_nut() {
    let almond = &[Allergen::Almond];
    for (pairs, answer) in [
        (&[("tree_nuts", "Yes")][..], Status::MayContain),
        (&[("tree_nuts", "May contain")], Status::MayContain),
        (
            &[("tree_nuts", "Yes"), ("almond_nuts", "No")],
            Status::NotStated,
        ),
        (
            &[
                ("tree_nuts", "Yes"),
                ("almond_nuts", "No"),
                ("hazelnut_nuts", "Yes"),
            ],
            Status::DeclaredNotPresent,
        ),
        (
            &[("tree_nuts", "Yes"), ("hazelnut_nuts", "Yes")],
            Status::NotStated,
        ),
        (&[("tree_nuts", "No")], Status::NotStated),
        (
            &[("tree_nuts", "No"), ("almond_nuts", "No")],
            Status::DeclaredNotPresent,
        ),
        (&[("almond_nuts", "Yes")], Status::Contains),
    ] {
        let answers = answers(&json!([flags(pairs)]), almond);
        assert_eq!(answers[0].0, answer, "{pairs:?}");
    }
    // The hazelnut of one component does not explain the nuts of another.
    let components = json!([
        flags(&[
            ("tree_nuts", "Yes"),
            ("hazelnut_nuts", "Yes"),
            ("almond_nuts", "No")
        ]),
        flags(&[("tree_nuts", "Yes"), ("almond_nuts", "No")]),
    ]);
    assert_eq!(answers(&components, almond), [(Status::NotStated, vec![1])]);
}

/// The verdict on an allergen in a product of one component.
fn verdict(pairs: &[(&str, &str)], allergen: Allergen) -> Verdict {
    let text = json!({"data": {"components": [flags(pairs)]}}).to_string();
    let product = Product::from_json(&text).unwrap();
    let mut found = verdicts(&allergen_report(product.data()), &[allergen]);
    found.remove(0)
}

#[test]
fn an_answer_on_tree_nuts_says_where_peanuts_are() {
    for (nuts, peanuts, answer) in [
        ("No", "Yes", Some(Status::Contains)),
        ("Yes", "Yes", Some(Status::Contains)),
        ("No", "May contain", Some(Status::MayContain)),
        ("Yes", "May contain", Some(Status::MayContain)),
        ("No", "-", Some(Status::NotStated)),
        ("-", "-", None),
        ("May contain", "-", None),
        ("No", "No", None),
        ("Yes", "No", None),
    ] {
        let pairs = [("tree_nuts", nuts), ("peanuts", peanuts)];
        let verdict = verdict(&pairs, Allergen::TreeNuts);
        assert_eq!(verdict.peanuts, answer, "{pairs:?}");
        // It changes no answer.
        let status = product_pool::label::Status::from_description(Some(nuts));
        assert_eq!(verdict.answer, status, "{pairs:?}");
    }
    let pairs = [("almond_nuts", "No"), ("peanuts", "Yes")];
    assert_eq!(verdict(&pairs, Allergen::Almond).peanuts, None);
    assert_eq!(verdict(&pairs, Allergen::Peanuts).peanuts, None);
}

#[test]
fn little_gluten_stands_beside_the_answer_and_does_not_change_it() {
    let component = json!({"allergens": {
        "contains_oats": {"description": "Yes"},
        "contains_wheat": {"description": "No"},
        "contains_oats_gluten_20ppm": "Yes",
    }});
    let text = json!({"data": {"components": [component]}}).to_string();
    let product = Product::from_json(&text).unwrap();
    let report = allergen_report(product.data());
    for (allergen, answer, count) in [
        (Allergen::Cereal, Status::Contains, 1),
        (Allergen::Oats, Status::Contains, 1),
        (Allergen::Wheat, Status::DeclaredNotPresent, 0),
        (Allergen::Milk, Status::NotStated, 0),
    ] {
        let verdict = verdicts(&report, &[allergen]).remove(0);
        assert_eq!((verdict.answer, verdict.gluten.len()), (answer, count));
    }
}

#[test]
fn no_answer_s_key_is_a_word_of_comfort() {
    for answer in [
        Status::DeclaredNotPresent,
        Status::NotStated,
        Status::MayContain,
        Status::Contains,
    ] {
        assert!(!answer.key().contains("safe") && !answer.key().contains("free"));
    }
}
