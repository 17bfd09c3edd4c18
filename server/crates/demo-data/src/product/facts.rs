//! The table `data/facts.json`: what suppliers state of foods of a kind.

use crate::data::read;
use crate::foods::{Category, Diet, Food, Pack, Presence, Storage, presence};
use crate::product::allergens::is_gluten_free;
use crate::product::plan::Plan;
use crate::product::section::flag;
use crate::random::{Purpose, Random};
use product_pool::model::Allergen;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// What is stated of foods that fit every condition. A later row outweighs those before it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fact {
    section: &'static str,
    /// The section's fields with their values: `true` and `false` are flags, of a list one is chosen,
    /// and `{name}` and `{origin}` in a text stand for the food's.
    state: Map<String, Value>,
    /// The percentage of products of which it is stated.
    #[serde(default = "all")]
    share: u32,
    // The conditions: the food has one of these.
    #[serde(default)]
    category: Vec<Category>,
    #[serde(default)]
    storage: Vec<Storage>,
    #[serde(default)]
    pack: Vec<Pack>,
    #[serde(default)]
    diet: Vec<Diet>,
    #[serde(default)]
    origin: Vec<&'static str>,
    /// Words in its name.
    #[serde(default)]
    name: Vec<&'static str>,
    /// Words in its ingredients.
    #[serde(default)]
    ingredients: Vec<&'static str>,
    #[serde(default)]
    liquid: bool,
    /// The field name of an allergen that it lacks.
    lacks: Option<&'static str>,
}

fn facts() -> &'static [Fact] {
    static FACTS: LazyLock<Vec<Fact>> =
        LazyLock::new(|| read(include_str!("../../data/facts.json")));
    &FACTS
}

fn all() -> u32 {
    100
}

/// Whether a list names the value, or nothing, which is no condition.
fn one_of<T: PartialEq>(list: &[T], value: &T) -> bool {
    list.is_empty() || list.contains(value)
}

/// Whether a text has one of the words, if there are any.
fn has_one_of(words: &[&str], text: &str) -> bool {
    words.is_empty() || words.iter().any(|word| text.contains(word))
}

impl Fact {
    fn fits(&self, food: &Food) -> bool {
        one_of(&self.category, &food.category)
            && one_of(&self.storage, &food.storage)
            && one_of(&self.pack, &food.pack)
            && one_of(&self.diet, &food.diet)
            && one_of(&self.origin, &food.origin)
            && has_one_of(&self.name, food.name)
            && has_one_of(&self.ingredients, food.ingredients)
            && (food.liquid || !self.liquid)
            && self.lacks.is_none_or(|allergen| lacks(food, allergen))
    }
}

fn lacks(food: &Food, allergen: &str) -> bool {
    let gluten_free = allergen == Allergen::Cereal.wire_name() && is_gluten_free(food);
    let mut named = Allergen::ALL
        .iter()
        .filter(|one| one.wire_name() == allergen);
    gluten_free || named.any(|allergen| presence(food, *allergen) == Presence::Absent)
}

/// States the facts on a food in the sections that its component has. Of products of the showcase, which
/// do not depend on chance, it states what most such foods have.
pub(crate) fn state(component: &mut Value, plan: &Plan, place: usize, food: &Food) {
    let mut random = Random::of(plan.seed, plan.index * 100 + place as u64, Purpose::Facts);
    for fact in facts() {
        // Drawn for every fact, so that versions with other ingredients differ in nothing else.
        let (is_drawn, chosen) = (random.percent(fact.share), random.next() as usize);
        let is_stated = if plan.is_showcase() {
            fact.share >= 50
        } else {
            is_drawn
        };
        let Some(section) = component.get_mut(fact.section) else {
            continue;
        };
        if is_stated && fact.fits(food) {
            for (field, value) in &fact.state {
                if let Some(place) = section.get_mut(field) {
                    *place = filled_in(value, chosen, food);
                }
            }
        }
    }
}

/// A value of the table for a food.
fn filled_in(value: &Value, chosen: usize, food: &Food) -> Value {
    match value {
        Value::Bool(yes) => flag(*yes),
        Value::Array(values) => values[chosen % values.len()].clone(),
        Value::String(text) => {
            let text = text.replace("{name}", &food.name.to_lowercase());
            text.replace("{origin}", food.origin).into()
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foods::foods;
    use product_pool::model::table::COMPONENT;
    use product_pool::model::view::Shape;

    #[test]
    fn every_fact_is_on_a_field_of_the_table_and_fits_some_food() {
        for fact in facts() {
            let Some(Shape::Record(section)) =
                COMPONENT.field(fact.section).map(|field| field.shape)
            else {
                panic!("a component has no section {}", fact.section);
            };
            for (field, value) in &fact.state {
                assert!(section.field(field).is_some(), "no {field}");
                assert_ne!(value, &Value::Array(Vec::new()), "{field}");
            }
            assert!(foods().iter().any(|food| fact.fits(food)), "{fact:?}");
        }
    }
}
