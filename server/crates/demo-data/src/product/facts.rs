//! The tables `data/facts.json` and `data/case_facts.json`: what suppliers state of foods of a
//! kind and of their cases. Fields that few suppliers fill in have a small share, so that a
//! catalogue has a value for every field.

use crate::data::read;
use crate::flags::yes_or_no;
use crate::foods::{Food, Presence, presence};
use crate::product::allergens::is_gluten_free;
use crate::product::format::Format;
use crate::product::plan::Plan;
use crate::random::{Purpose, Random};
use product_pool::model::Allergen;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// What is stated of foods that fit every condition. A later row outweighs those before it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fact {
    /// The section; without one the fields are of the component or the record itself.
    section: Option<&'static str>,
    /// The fields with their values: `true` and `false` are flags, of a list one is chosen,
    /// and `{name}` and `{origin}` in a text stand for the food's.
    state: Map<String, Value>,
    /// The percentage of products of which it is stated.
    #[serde(default = "all")]
    share: u32,
    // The conditions: the food has one of these.
    #[serde(default)]
    category: Vec<&'static str>,
    #[serde(default)]
    storage: Vec<&'static str>,
    #[serde(default)]
    pack: Vec<&'static str>,
    #[serde(default)]
    diet: Vec<&'static str>,
    #[serde(default)]
    origin: Vec<&'static str>,
    /// Words in its name.
    #[serde(default)]
    name: Vec<&'static str>,
    /// Words in its ingredients, in which asterisks enclose the allergens.
    #[serde(default)]
    ingredients: Vec<&'static str>,
    #[serde(default)]
    liquid: bool,
    /// The field name of an allergen that it lacks.
    lacks: Option<&'static str>,
    /// The format of the record.
    #[serde(default)]
    format: Vec<Format>,
}

static FACTS: LazyLock<Vec<Fact>> = LazyLock::new(|| read(include_str!("../../data/facts.json")));
static CASE_FACTS: LazyLock<Vec<Fact>> =
    LazyLock::new(|| read(include_str!("../../data/case_facts.json")));

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
    fn fits(&self, food: &Food, format: Format) -> bool {
        one_of(&self.category, &food.category)
            && one_of(&self.storage, &food.storage)
            && one_of(&self.pack, &food.pack)
            && one_of(&self.diet, &food.diet)
            && one_of(&self.origin, &food.origin)
            && one_of(&self.format, &format)
            && has_one_of(&self.name, food.name)
            && has_one_of(&self.ingredients, food.ingredients)
            && (food.liquid || !self.liquid)
            && self.lacks.is_none_or(|allergen| lacks(food, allergen))
    }
}

fn lacks(food: &Food, allergen: &str) -> bool {
    let gluten_free = allergen == Allergen::Cereal.wire_name() && is_gluten_free(food);
    let named = allergen.parse().ok();
    gluten_free || named.is_some_and(|allergen| presence(food, allergen) == Presence::Absent)
}

/// States the facts on a food in its component, the one at that place.
pub(crate) fn state(component: &mut Value, plan: &Plan, place: usize, food: &Food) {
    let random = Random::of(plan.seed, plan.index * 100 + place as u64, Purpose::Facts);
    state_each(&FACTS, component, plan, food, random);
}

/// States the facts on the case of a food in the record.
pub(crate) fn state_of_case(record: &mut Value, plan: &Plan, food: &Food) {
    let random = Random::of(plan.seed, plan.index, Purpose::CaseFacts);
    state_each(&CASE_FACTS, record, plan, food, random);
}

/// States the facts in the sections that there are. Of products of the showcase, which do not
/// depend on chance, it states what most such foods have.
fn state_each(facts: &[Fact], target: &mut Value, plan: &Plan, food: &Food, mut random: Random) {
    for fact in facts {
        // Drawn for every fact, so that versions with other ingredients differ in nothing else.
        let (is_drawn, chosen) = (random.percent(fact.share), random.next() as usize);
        let is_stated = if plan.is_showcase() {
            fact.share >= 50
        } else {
            is_drawn
        };
        let section = match fact.section {
            Some(name) => target.get_mut(name),
            None => Some(&mut *target),
        };
        let Some(section) = section else {
            continue;
        };
        if is_stated && fact.fits(food, plan.format()) {
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
        Value::Bool(yes) => yes_or_no(*yes),
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
    use product_pool::model::table::{COMPONENT, PRODUCT, Schema};
    use product_pool::model::view::Shape;

    #[test]
    fn every_fact_is_on_a_field_of_the_table_and_fits_some_food() {
        for (facts, table) in [(&FACTS, &COMPONENT), (&CASE_FACTS, &PRODUCT)] {
            for fact in facts.iter() {
                assert_on_table(fact, table);
                let formats = [Format::Numbered, Format::Hexadecimal];
                let fits = |food| formats.iter().any(|format| fact.fits(food, *format));
                assert!(foods().iter().any(fits), "{fact:?}");
            }
        }
    }

    fn assert_on_table(fact: &Fact, table: &'static Schema) {
        let section = match fact.section {
            None => table,
            Some(name) => match table.field(name).map(|field| field.shape) {
                Some(Shape::Record(section)) => section,
                _ => panic!("there is no section {name}"),
            },
        };
        for (field, value) in &fact.state {
            assert!(section.field(field).is_some(), "no {field}");
            assert_ne!(value, &Value::Array(Vec::new()), "{field}");
        }
    }
}
