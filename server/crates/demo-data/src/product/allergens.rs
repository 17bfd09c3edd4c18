//! The allergen flags, derived from the ingredients.

use crate::flags::{MAY_CONTAIN, NO, YES, flag};
use crate::foods::{Food, Presence, STATEMENT, presence};
use crate::product::plan::Level;
use crate::product::section::blank;
use crate::random::Random;
use product_pool::model::Allergen;
use product_pool::model::table::{ALLERGENS, FREE_FROM, FreeFromClaim, GlutenClaim};
use serde_json::{Value, json};

/// The allergens section of a food: the flags and the fields that go with them.
pub(crate) fn allergens(food: &Food, level: Level, random: &mut Random) -> Value {
    let mut section = blank(&ALLERGENS);
    let (mut contains, mut may_contain) = (Vec::new(), Vec::new());
    // Suppliers write the same value in different ways.
    let yes = random.pick(&["Yes", "Yes", "Yes", "Contains", "YES"]);
    let may = random.pick(&["May Contain", "May Contain", "may contain", "May Contain "]);
    for &allergen in Allergen::ALL {
        let (value, source) = match presence(food, allergen) {
            Presence::Contains(words) => {
                if allergen.is_group() {
                    contains.push(words);
                }
                (flag(YES, yes), Some(format!("Ingredient: {words}")))
            }
            Presence::MayContain => {
                if allergen.is_group() {
                    may_contain.push(allergen.wire_name().replace('_', " "));
                }
                let source = "Handled on the same production line".to_owned();
                (flag(MAY_CONTAIN, may), Some(source))
            }
            // Only absent allergens are left out: a record that hides a present allergen would
            // be a fault, and faults are planted elsewhere.
            Presence::Absent if level != Level::Complete && random.percent(40) => {
                (left_out(random), None)
            }
            Presence::Absent => (flag(NO, "No"), None),
            Presence::Unknown => continue,
        };
        section[allergen.flag_field()] = value;
        section[allergen.risk_source_field()] = source.into();
    }
    let statement = food.statement.map(str::to_owned);
    let statement = statement.unwrap_or_else(|| self::statement(&contains, &may_contain));
    section["allergen_statement_on_pack"] = statement.into();
    if !may_contain.is_empty() {
        section["additional_allergen_information"] =
            "Allergens are managed by a documented cleaning programme between runs.".into();
    }
    // The claims for the cereals with gluten that a food contains.
    for claim in GlutenClaim::ALL {
        let contains = matches!(presence(food, claim.allergen), Presence::Contains(_));
        if is_gluten_free(food) && contains {
            section[claim.field] = "Yes".into();
        }
    }
    section
}

/// The flag of an allergen that a supplier left out, in one of the forms in use.
fn left_out(random: &mut Random) -> Value {
    match random.below(3) {
        0 => flag(0, "-"),
        1 => json!({"value": 0, "description": null}),
        _ => json!({"value": null, "description": null}),
    }
}

/// Whether a food contains a cereal but at most 20 mg of gluten per kg.
pub(crate) fn is_gluten_free(food: &Food) -> bool {
    food.name.starts_with("Gluten Free")
}

fn statement(contains: &[&str], may_contain: &[String]) -> String {
    let mut sentences = Vec::new();
    if !contains.is_empty() {
        sentences.push(STATEMENT.to_owned());
    }
    if !may_contain.is_empty() {
        sentences.push(format!("May also contain {}.", may_contain.join(", ")));
    }
    sentences.join(" ")
}

/// The free-from claims of a food; they never contradict its flags.
pub(crate) fn free_from(food: &Food, claims: bool) -> Value {
    let mut section = blank(&FREE_FROM);
    for claim in FreeFromClaim::ALL {
        section[claim.field] = match claim.excludes.map(|allergen| presence(food, allergen)) {
            Some(Presence::Absent) if claims => "Yes".into(),
            Some(Presence::Contains(_)) if claims => "No".into(),
            _ => Value::Null,
        };
    }
    if is_gluten_free(food) || (claims && presence(food, Allergen::Cereal) == Presence::Absent) {
        section["free_from_gluten"] = "Yes".into();
    }
    if food.name.starts_with("Lactose Free") {
        section["free_from_lactose"] = "Yes".into();
    }
    section
}
