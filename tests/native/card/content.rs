//! The content of a card: its panels, answers and failures.

use super::*;
use std::collections::BTreeSet;

#[test]
fn a_full_record_fills_every_panel_but_the_images() {
    let drawn = card(record(&full()));
    let mut shown = panels(&drawn);
    let mut known: Vec<&str> = Panel::ALL
        .iter()
        .map(|panel| panel.key())
        .filter(|name| *name != "gallery")
        .collect();
    assert_eq!(shown, known);
    shown.sort_unstable();
    known.sort_unstable();
    assert_eq!(shown, known, "a panel twice");
}

#[test]
fn an_empty_record_says_so_where_the_law_asks() {
    let drawn = card(record(&serde_json::json!({})));
    assert_eq!(
        panels(&drawn),
        ["summary", "allergens", "ingredients", "nutrition"]
    );
    let text = text(&drawn);
    for sentence in [
        "No allergen information was supplied: check the label.",
        "The list of ingredients was not supplied. Check the label.",
        "Nutrition information was not supplied. Check the label.",
    ] {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
}

#[test]
fn panels_come_as_chosen() {
    let mut chosen = props(State::Ready(record(&full())));
    chosen.panels = Some(Panel::parse_list("nutrition allergens nonsense nutrition"));
    assert_eq!(panels(&draw(&chosen)), ["nutrition", "allergens"]);
}

/// Each sign has an outline of its own, and none is a character of a font.
#[test]
fn every_sign_is_a_shape_unlike_all_others() {
    let sheet = concat!(
        include_str!("../../../pkg/styles/base.css"),
        include_str!("../../../pkg/styles/views.css"),
        include_str!("../../../pkg/styles/later.css")
    );
    let rules: Vec<(&str, &str)> = sheet
        .lines()
        .filter_map(|line| line.strip_prefix("[data-sign=\"")?.split_once("\"] "))
        .collect();
    let names: BTreeSet<&str> = rules.iter().map(|(name, _)| *name).collect();
    let known = SIGNS.map(|(name, _)| name);
    assert_eq!(names, BTreeSet::from(known));
    assert_eq!(rules.len(), known.len());
    let shapes: BTreeSet<&str> = rules
        .iter()
        .filter_map(|(_, rule)| Some(rule.split_once("clip-path: ")?.1))
        .collect();
    assert_eq!(shapes.len(), rules.len());
    let drawn = card(record(&full()));
    let drawn = elements(&drawn).into_iter();
    let signs: Vec<&Element> = drawn
        .filter(|element| attribute(element, "data-sign").is_some())
        .collect();
    assert!(signs.len() > 3);
    assert!(signs.iter().all(|sign| sign.child_nodes().is_empty()));
}

#[test]
fn a_shoppers_list_is_answered_first_and_never_with_a_promise() {
    let data = serde_json::json!({"components": [{"allergens": {
        "contains_milk": {"description": "Yes"},
        "contains_eggs": {"description": "May Contain"},
        "contains_fish": {"description": "No"},
        "contains_celery_celeriac": null,
    }}]});
    let mut asked = props(State::Ready(record(&data)));
    asked.avoid = Some("fish celery eggs milk pollen".into());
    let drawn = draw(&asked);
    let answers: Vec<(&str, String)> = elements(&drawn)
        .into_iter()
        .filter(|element| element.name() == "li")
        .filter_map(|element| Some((attribute(element, "data-answer")?, text(element))))
        .collect();
    let expected = [
        ("contains", "●Milk: in this product"),
        ("may-contain", "◐Eggs: may be in this product"),
        ("not-stated", "?Celery: not stated — check the label"),
        ("declared-not-present", "○Fish: declared as not present"),
        ("unknown", "?“pollen” was not recognised — check the label"),
    ];
    assert_eq!(
        answers,
        expected.map(|(answer, text)| (answer, text.to_owned()))
    );
    let worst = elements(&drawn)
        .into_iter()
        .find(|element| attribute(element, "class") == Some("verdict"))
        .and_then(|element| attribute(element, "data-answer"));
    assert_eq!(worst, Some("contains"));
}

#[test]
fn a_word_that_is_not_understood_is_never_taken_for_an_answer() {
    let data = serde_json::json!({"components": [{"allergens": {
        "contains_fish": {"description": "No"}}}]});
    for (asked, worst) in [
        ("fish", "declared-not-present"),
        ("fish pollen", "not-stated"),
        ("pollen", "not-stated"),
    ] {
        let mut props = props(State::Ready(record(&data)));
        props.avoid = Some(asked.into());
        let drawn = draw(&props);
        let found = elements(&drawn)
            .into_iter()
            .find(|element| attribute(element, "class") == Some("verdict"))
            .and_then(|element| attribute(element, "data-answer"));
        assert_eq!(found, Some(worst));
    }
}

#[test]
fn every_failure_has_its_words_and_those_that_may_pass_a_button() {
    for failure in Failure::ALL {
        let drawn = draw(&props(State::Failed {
            failure: *failure,
            detail: None,
        }));
        assert_eq!(attribute(&drawn, "data-state"), Some(failure.key()));
        let text = text(&drawn);
        assert!(
            *failure == Failure::BadGtin || !text.contains("error."),
            "{text}"
        );
        let again = elements(&drawn)
            .into_iter()
            .any(|element| attribute(element, "data-action") == Some("retry"));
        assert_eq!(again, failure.may_pass(), "{failure:?}");
    }
}

#[test]
fn what_must_not_be_overlooked_cannot_be_folded() {
    let mut compact = props(State::Ready(record(&full())));
    compact.density = Density::Compact;
    let drawn = draw(&compact);
    for element in elements(&drawn) {
        if let Some(name) = attribute(element, "data-panel") {
            let folds = element
                .child_nodes()
                .iter()
                .any(|node| matches!(node, Node::Element(child) if child.name() == "details"));
            assert_eq!(
                folds,
                !["summary", "gallery", "allergens"].contains(&name),
                "{name}"
            );
        }
    }
}

/// The text of the elements of a class, or of a name.
fn shown(data: &serde_json::Value, wanted: &str) -> Vec<String> {
    let card = card(record(data));
    elements(&card)
        .into_iter()
        .filter(|element| element.name() == wanted || attribute(element, "class") == Some(wanted))
        .map(text)
        .collect()
}

#[test]
fn a_light_by_portion_says_what_the_portion_holds() {
    let lights = |serving: serde_json::Value| {
        let data = serde_json::json!({"components": [{"nutrients": {
            "nutrition_units": {"description": "per 100g"}, "serving_size": "400 g",
            "sugar_carb_100": {"value": 22, "units": "g"}, "sugar_carb_serving": serving,
        }}]});
        let card = card(record(&data));
        let panel = elements(&card)
            .into_iter()
            .find(|element| attribute(element, "data-panel") == Some("lights"));
        text(panel.unwrap())
    };
    let portion = "High because of the large portion size (400\u{a0}g): sugars";
    let calculated = "Calculated, not declared: sugars";
    for serving in [serde_json::json!("2"), serde_json::json!(null)] {
        let lights = lights(serving);
        assert!(lights.contains("sugars88\u{a0}gHIGH98% RI*"), "{lights}");
        assert!(lights.contains(portion), "{lights}");
        assert!(lights.contains(calculated), "{lights}");
    }
    let declared = lights(serde_json::json!("88.5"));
    assert!(
        declared.contains("sugars88.5\u{a0}gHIGH98% RI*"),
        "{declared}"
    );
    assert!(declared.contains(portion), "{declared}");
    assert!(!declared.contains(calculated), "{declared}");
}

#[test]
fn salt_from_sodium_is_said_to_be_calculated() {
    let data = serde_json::json!({"components": [{"nutrients": {
        "salt_100": "-", "sodium_100": {"value": 400, "units": "mg"},
    }}]});
    assert_eq!(
        shown(&data, "td"),
        ["1\u{a0}g17% RI*calculated from sodium (400\u{a0}mg)"]
    );
}

#[test]
fn no_unit_is_shown_twice_or_beside_words() {
    let data = serde_json::json!({"components": [{"nutrients": {
        "fat_100": {"value": "2 g", "units": "g"}, "protein_100": {"value": "trace", "units": "g"},
        "salt_100": {"value": "1.2", "units": "g"},
    }}]});
    assert_eq!(
        shown(&data, "td"),
        ["2\u{a0}g3% RI*", "trace", "1.2\u{a0}g20% RI*"]
    );
}

#[test]
fn values_are_kept_as_text() {
    // A value that no reader of JSON numbers would keep.
    let value =
        Value::parse(r#"{"data": {"components": [{"nutrients": {"fat_100": {"value": 1.50}}}]}}"#);
    let product = Product::from_json(&value.unwrap().to_json()).unwrap();
    assert!(text(&card(Record::new(product))).contains("1.50"));
}
