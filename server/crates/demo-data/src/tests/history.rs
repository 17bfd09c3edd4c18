//! What later versions of products change in allergens.

use super::*;
use product_pool::label::{Direction, ProductDiff, Status, Subject, diff_products};

/// The difference between the version before the newest and the newest.
fn latest_change(entry: &Entry) -> Option<ProductDiff> {
    let [.., before, after] = entry.versions.as_slice() else {
        return None;
    };
    let read = |version: &Value| model::Product::from_json(&json!({"data": version}).to_string());
    let (before, after) = (read(before).ok()?, read(after).ok()?);
    Some(diff_products(before.data(), after.data()))
}

fn changes_an_allergen(diff: &ProductDiff, is_meant: impl Fn(Direction, Status) -> bool) -> bool {
    let mut changes = diff.allergens.iter();
    changes.any(|change| is_meant(change.direction, change.before))
}

#[test]
fn the_first_product_begins_with_allergens_that_appeared() {
    let diff = latest_change(&catalogue()[0]).unwrap();
    let changes = diff.allergens.iter();
    let changes: Vec<_> = changes.map(|one| (one.allergen, one.direction)).collect();
    assert_eq!(
        changes,
        [
            (Allergen::Milk, Direction::BecamePositive),
            (Allergen::Peanuts, Direction::Raised),
        ]
    );
}

#[test]
fn allergens_come_and_go_and_are_worded_anew() {
    let diffs: Vec<ProductDiff> = sound(catalogue()).filter_map(latest_change).collect();
    let count = |is_meant: &dyn Fn(&ProductDiff) -> bool| {
        diffs.iter().filter(|diff| is_meant(diff)).count()
    };
    let appeared = |direction, _| direction == Direction::BecamePositive;
    let stronger = |direction, _| direction == Direction::Raised;
    let went =
        |direction, before| direction == Direction::BecameAbsent && before == Status::Contains;
    let found = [
        count(&|diff| changes_an_allergen(diff, appeared)),
        count(&|diff| changes_an_allergen(diff, stronger)),
        count(&|diff| changes_an_allergen(diff, went)),
        count(&|diff| {
            let mut fields = diff.fields.iter();
            let worded = fields.any(|change| change.subject == Subject::Allergens);
            worded && diff.allergens.is_empty()
        }),
    ];
    assert!(found.iter().all(|count| *count > 1), "{found:?}");
    // Most changes are of other kinds.
    let changed = diffs.iter().filter(|diff| !diff.allergens.is_empty());
    assert!(changed.count() * 4 < diffs.len());
}
