//! Properties of the difference between any two versions.

use super::diff::{components, diff, flag, product};
use product_pool::label::{Direction, PieceKind, allergen_report, diff_products, ingredient_list};
use product_pool::model::Allergen;
use proptest::prelude::*;
use serde_json::{Value, json};

/// All paths to values that hold no others.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(object) if !object.is_empty() => {
            for (name, member) in object {
                leaves(member, &format!("{path}/{name}"), found);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            for (index, element) in list.iter().enumerate() {
                leaves(element, &format!("{path}/{index}"), found);
            }
        }
        _ => found.push(path.to_owned()),
    }
}

/// A JSON pointer in the way that changes write paths.
fn written(pointer: &str) -> String {
    let mut path = String::new();
    for step in pointer.split('/').skip(1) {
        if step.bytes().all(|byte| byte.is_ascii_digit()) {
            path += &format!("[{step}]");
        } else {
            path += if path.is_empty() { "" } else { "." };
            path += step;
        }
    }
    path
}

/// Versions of products as a pool has them.
fn records() -> Vec<Value> {
    let entries = product_pool_demo_data::entries(11, 60);
    let versions = entries.into_iter().flat_map(|entry| entry.versions);
    versions
        .map(|version| serde_json::to_value(version).unwrap())
        .collect()
}

#[test]
fn a_version_does_not_differ_from_itself_and_does_from_the_next() {
    let mut differ = 0;
    for entry in product_pool_demo_data::entries(3, 120) {
        for pair in entry.versions.windows(2) {
            let of = |index: usize| serde_json::to_value(&pair[index]).unwrap();
            assert!(diff(&of(0), &of(0)).same);
            let found = diff(&of(0), &of(1));
            assert!(!found.same);
            differ += 1;
        }
    }
    assert!(differ > 10, "{differ} pairs of versions");
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!({"value": 1, "description": "Yes"})),
        Just(json!([])),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[A-Za-z<&]{0,12}".prop_map(Value::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_changed_leaf_is_told_with_both_values(
        which in any::<prop::sample::Index>(),
        places in prop::collection::vec((any::<prop::sample::Index>(), any_value()), 1..6),
    ) {
        thread_local!(static RECORDS: Vec<Value> = records());
        let before = RECORDS.with(|all| which.get(all).clone());
        let mut after = before.clone();
        let mut paths = Vec::new();
        leaves(&before, "", &mut paths);
        // Who a component is stays: otherwise it is another one, and told as such.
        paths.retain(|path| {
            !["uuid", "internal_gtin", "component_name"].iter().any(|name| path.ends_with(name))
        });
        let mut changed = Vec::new();
        for (place, value) in places {
            let path = place.get(&paths);
            *after.pointer_mut(path).unwrap() = value;
            changed.push(path);
        }
        let found = diff(&before, &after);
        for pointer in changed {
            let (old, new) = (before.pointer(pointer), after.pointer(pointer));
            let path = written(pointer);
            let told = found.fields.iter().find_map(|change| {
                let (one, other) = (change.before.as_ref()?, change.after.as_ref()?);
                // A whole flag or quantity may be told for a leaf in it.
                let rest = path.strip_prefix(one.path.as_str())?;
                (rest.is_empty() || rest.starts_with(['.', '['])).then(|| {
                    let inside = rest.replace(['.', '['], "/").replace(']', "");
                    let of = |json: String| serde_json::from_str::<Value>(&json).unwrap().pointer(&inside).cloned();
                    (of(one.value.to_json()), of(other.value.to_json()))
                })
            });
            if old == new {
                continue;
            }
            prop_assert_eq!(told, Some((old.cloned(), new.cloned())), "{}", path);
        }
        // And nothing is told that did not change.
        for change in &found.fields {
            prop_assert_ne!(
                change.before.as_ref().map(|place| &place.value),
                change.after.as_ref().map(|place| &place.value)
            );
        }
    }

    #[test]
    fn the_pieces_are_both_texts(before in "[a-cA-C<b>/ ,.1\n]{0,60}", after in "[a-cA-C<b>/ ,.1\n]{0,60}") {
        let of = |text: &str| json!({"ingredients": {"formatted_ingredients": text}});
        let found = components(&of(&before), &of(&after));
        let runs = |text: &str| {
            let product = product(&json!({"components": [of(text)]}));
            let component = product.data().components().iter().next().unwrap();
            let runs = ingredient_list(component).runs;
            runs.into_iter()
                .flat_map(|run| run.text.chars().map(|c| (c, run.emphasised)).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        let (before, after) = (runs(&before), runs(&after));
        match found.ingredients.first() {
            None => prop_assert_eq!(before, after),
            Some(change) => {
                let without = |kind| change.pieces.iter().filter(|piece| piece.kind != kind)
                    .flat_map(|piece| {
                        piece.text.chars().map(|c| (c, piece.emphasised)).collect::<Vec<_>>()
                    })
                    .collect::<Vec<_>>();
                prop_assert_eq!(without(PieceKind::Added), before);
                prop_assert_eq!(without(PieceKind::Removed), after);
            }
        }
    }

    #[test]
    fn an_allergen_is_told_exactly_when_its_status_differs(
        one in prop::collection::vec((any::<prop::sample::Index>(), "(Yes|No|May contain|-)"), 0..12),
        other in prop::collection::vec((any::<prop::sample::Index>(), "(Yes|No|May contain|-)"), 0..12),
    ) {
        let of = |flags: &[(prop::sample::Index, String)]| {
            let flags = flags.iter().map(|(at, text)| (at.get(Allergen::ALL).flag_field().to_owned(), flag(text)));
            json!({"components": [{"allergens": Value::Object(flags.collect())}]})
        };
        let (one, other) = (product(&of(&one)), product(&of(&other)));
        let (before, after) = (allergen_report(one.data()), allergen_report(other.data()));
        let found = diff_products(one.data(), other.data());
        for allergen in Allergen::ALL.iter().copied() {
            let told = found.allergens.iter().find(|change| change.allergen == allergen);
            let (old, new) = (before.status(allergen), after.status(allergen));
            prop_assert_eq!(
                told.is_some_and(|change| change.direction != Direction::Within),
                old != new
            );
            if let Some(told) = told {
                prop_assert_eq!((told.before, told.after), (old, new));
            }
        }
    }
}
