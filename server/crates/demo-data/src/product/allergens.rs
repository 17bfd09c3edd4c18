//! The allergen flags, derived from the ingredients.

use crate::flags::{MAY_CONTAIN, NO, YES};
use crate::foods::{Food, Presence, STATEMENT, presence};
use crate::product::plan::Level;
use crate::product::section::Section;
use crate::random::Random;
use product_pool::model::Allergen;
use product_pool::model::table::{ALLERGENS, FREE_FROM, FreeFromClaim, GlutenClaim};
use serde_json::{Value, json};

/// The allergens section of a food: the flags and the fields that go with them.
pub(crate) fn allergens(food: &Food, level: Level, random: &mut Random) -> Section {
    let mut section = Section::blank(&ALLERGENS);
    let (mut contains, mut may_contain) = (Vec::new(), Vec::new());
    // Suppliers write the same value in different ways.
    let yes = random.pick(&["Yes", "Yes", "Yes", "Contains", "YES"]);
    let may = random.pick(&["May Contain", "May Contain", "may contain", "May Contain "]);
    for &allergen in Allergen::ALL {
        let (code, text, source) = match presence(food, allergen) {
            Presence::Contains(words) => {
                if allergen.is_group() {
                    contains.push(words);
                }
                (YES, yes, Some(format!("Ingredient: {words}")))
            }
            Presence::MayContain => {
                if allergen.is_group() {
                    may_contain.push(allergen.wire_name().replace('_', " "));
                }
                (
                    MAY_CONTAIN,
                    may,
                    Some("Handled on the same production line".to_owned()),
                )
            }
            Presence::Absent => (NO, "No", None),
            Presence::Unknown => continue,
        };
        // Only absent allergens are left out: a record that hides a present allergen would be
        // a fault, and faults are planted elsewhere.
        let flag = if level != Level::Complete && code == NO && random.percent(40) {
            left_out(random)
        } else {
            json!({"value": code, "description": text})
        };
        // The service documents a flag as an object, but some suppliers leave it out by
        // writing null.
        if flag.is_null() {
            continue;
        }
        section.set(allergen.flag_field(), flag);
        section.set(allergen.risk_source_field(), source);
    }
    let on_pack = food.statement.map(str::to_owned);
    section.set(
        "allergen_statement_on_pack",
        on_pack.unwrap_or_else(|| statement(&contains, &may_contain)),
    );
    if !may_contain.is_empty() {
        section.set(
            "additional_allergen_information",
            "Allergens are managed by a documented cleaning programme between runs.",
        );
    }
    if is_gluten_free(food) {
        claim_low_gluten(&mut section, food);
    }
    section
}

/// Sets the claims for the cereals with gluten that a food contains.
fn claim_low_gluten(section: &mut Section, food: &Food) {
    for claim in GlutenClaim::ALL {
        if matches!(presence(food, claim.allergen), Presence::Contains(_)) {
            section.set(claim.field, "Yes");
        }
    }
}

/// The flag of an allergen that a supplier left out, in one of the forms in use.
fn left_out(random: &mut Random) -> Value {
    match random.below(4) {
        0 => json!({"value": 0, "description": "-"}),
        1 => json!({"value": 0, "description": null}),
        2 => Value::Null,
        _ => json!({"value": null, "description": null}),
    }
}

/// Whether a food contains a cereal but at most 20 mg of gluten per kg.
pub(crate) fn is_gluten_free(food: &Food) -> bool {
    food.name.starts_with("Gluten Free")
}

fn statement(contains: &[&str], may_contain: &[String]) -> String {
    let mut text = String::new();
    if !contains.is_empty() {
        text.push_str(STATEMENT);
    }
    if !may_contain.is_empty() {
        text.push_str(if text.is_empty() {
            "May also contain "
        } else {
            " May also contain "
        });
        text.push_str(&may_contain.join(", "));
        text.push('.');
    }
    text
}

/// The free-from claims of a food; they never contradict its flags.
pub(crate) fn free_from(food: &Food, claims: bool) -> Section {
    let mut section = Section::blank(&FREE_FROM);
    for claim in FreeFromClaim::ALL {
        let answer = match claim.excludes {
            Some(allergen) if claims => match presence(food, allergen) {
                Presence::Absent => Some("Yes"),
                Presence::Contains(_) => Some("No"),
                Presence::MayContain | Presence::Unknown => None,
            },
            _ => None,
        };
        section.set(claim.field, answer);
    }
    if is_gluten_free(food) || (claims && presence(food, Allergen::Cereal) == Presence::Absent) {
        section.set("free_from_gluten", "Yes");
    }
    if food.name.starts_with("Lactose Free") {
        section.set("free_from_lactose", "Yes");
    }
    section
}
