//! Tests of the table of foods: its consistency, and its agreement with the law's terms.

use super::text::named;
use super::*;
use crate::lists::lists;
use crate::product::nutrient_field;
use product_pool::model::Allergen;
use product_pool::model::table::Column;
use std::collections::HashSet;

/// The foods, and as earlier versions of products have them.
fn recipes() -> impl Iterator<Item = &'static Food> {
    let foods = foods().iter();
    foods.clone().chain(foods.map(Food::earlier))
}

#[test]
fn there_are_enough_foods_and_each_name_is_one_food() {
    let names: HashSet<_> = foods().iter().map(|food| food.name).collect();
    assert!(names.len() >= 80, "{}", names.len());
    assert_eq!(names.len(), foods().len());
}

#[test]
fn every_emphasised_word_names_an_allergen() {
    for food in recipes() {
        let marks = food.ingredients.matches('*').count();
        assert_eq!(marks % 2, 0, "{}: a mark without its other half", food.name);
        for word in Recipe(food.ingredients).emphasised() {
            assert!(
                named(word).next().is_some(),
                "{}: {word:?} names no allergen",
                food.name
            );
        }
    }
}

/// Words in ingredients that sound like an allergen but are not one.
const HARMLESS: &[&str] = &["cocoa butter", "cream of tartar"];

#[test]
fn flags_agree_with_the_ingredients() {
    for food in recipes() {
        let mut plain = Recipe(food.ingredients).plain().to_lowercase();
        for harmless in HARMLESS {
            plain = plain.replace(harmless, "");
        }
        // Every allergen that the list names, emphasised or not, must be declared, and no
        // other may be.
        for allergen in Allergen::ALL {
            let group_named = named(&plain).any(|other| other.group() == *allergen);
            let is_named = named(&plain).any(|other| other == *allergen) || group_named;
            let contains = matches!(presence(food, *allergen), Presence::Contains(_));
            assert_eq!(
                contains,
                is_named,
                "{}: {}",
                food.name,
                allergen.wire_name()
            );
        }
    }
}

#[test]
fn may_contain_names_what_is_not_contained() {
    for food in recipes() {
        for wire in &food.may_contain {
            let allergen = wire.parse::<Allergen>().ok();
            assert!(allergen.is_some(), "{}: {wire}", food.name);
            let contains = matches!(presence(food, allergen.unwrap()), Presence::Contains(_));
            assert!(
                !contains,
                "{}: both contains and may contain {wire}",
                food.name
            );
        }
    }
}

#[test]
fn diets_agree_with_the_ingredients() {
    use Allergen::{Crustacea, Eggs, Fish, Milk, Molluscs};
    let animal = [
        "Pork", "Beef", "Chicken", "Turkey", "Gelatine", "Lard", "Carmine", "Fish",
    ];
    for food in recipes() {
        let has = |allergen| matches!(presence(food, allergen), Presence::Contains(_));
        let meat = animal.iter().any(|word| food.ingredients.contains(word))
            || [Crustacea, Fish, Molluscs].into_iter().any(has);
        let dairy = has(Milk) || has(Eggs) || food.ingredients.contains("Honey");
        match food.diet {
            "Vegan" => assert!(!meat && !dairy, "{} is not vegan", food.name),
            "Vegetarian" => assert!(!meat, "{} is not vegetarian", food.name),
            "Omnivore" => assert!(meat, "{} has no meat or fish", food.name),
            other => panic!("{}: {other}", food.name),
        }
    }
}

#[test]
fn figures_are_possible() {
    for food in foods() {
        let f = food.figures;
        let sum = f.fat + f.carbohydrate + f.fibre + f.protein + f.salt;
        assert!(
            (0.0..=100.05).contains(&sum),
            "{}: {sum} g in 100",
            food.name
        );
        assert!(f.saturates <= f.fat, "{}: saturates", food.name);
        assert!(f.sugars <= f.carbohydrate, "{}: sugars", food.name);
        assert!(
            food.serving > 0 && food.serving <= food.content,
            "{}: serving",
            food.name
        );
        for (name, amount) in &food.nutrients {
            assert!(amount.parse::<f64>().is_ok(), "{}: {name}", food.name);
            let field = nutrient_field(name, Column::Per100);
            assert!(field.is_some(), "{}: {name}", food.name);
        }
    }
}

const STORAGES: [&str; 3] = ["Ambient", "Chilled", "Frozen"];

#[test]
fn there_is_every_sort_of_food() {
    let all = |of: fn(&Food) -> &'static str| -> HashSet<_> { foods().iter().map(of).collect() };
    assert_eq!(all(|food| food.storage), HashSet::from(STORAGES));
    let categories = lists().categories.keys().copied();
    assert_eq!(all(|food| food.category), categories.collect());
    assert_eq!(
        all(|food| food.pack),
        lists().packs.keys().copied().collect()
    );
    let countries = lists().countries.keys().copied();
    assert!(all(|food| food.origin).is_subset(&countries.collect()));
    for allergen in Allergen::ALL {
        let contained = |food: &&Food| matches!(presence(food, *allergen), Presence::Contains(_));
        assert!(
            foods().iter().find(contained).is_some(),
            "no food contains {}",
            allergen.wire_name()
        );
    }
    assert!(
        foods()
            .iter()
            .filter(|food| food.category == "Drink")
            .all(|f| f.liquid || f.prepared.is_some())
    );
}

#[test]
fn kits_are_made_of_foods() {
    for kit in &articles()[foods().len()..] {
        assert!(kit.components.len() > 1, "{}", kit.name);
        assert!(food(kit.name).is_none(), "{} is a food too", kit.name);
        assert!(
            lists().categories.contains_key(kit.category),
            "{}",
            kit.name
        );
        assert!(lists().packs.contains_key(kit.pack), "{}", kit.name);
        for (name, _) in &kit.components {
            assert!(food(name).is_some(), "{}: {name}", kit.name);
        }
        // What is stated of the case is that of its first food.
        let first = food(kit.components[0].0).unwrap();
        assert_eq!(first.storage, kit.storage, "{}", kit.name);
    }
}
