//! A component: one food of a product.

use crate::flags::yes_or_no;
use crate::foods::{Food, Recipe, STATEMENT};
use crate::lists::lists;
use crate::product::allergens::{allergens, free_from};
use crate::product::facts;
use crate::product::gtins::{Unit, gtin13};
use crate::product::nutrition::declarations;
use crate::product::plan::{Level, Plan};
use crate::product::section::{blank, quantity, reference, section};
use crate::random::Random;
use product_pool::model::table::{
    ACCREDITATIONS, ADDITIVES, CHARACTERISTICS, COMPONENT_GENERAL, DIETS, HANDLING,
    HAZARD_CONTROLS, INGREDIENTS, INNER, INNER_OTHER, ORGANOLEPTICS, ORIGIN,
    SUPPLEMENTARY_INFORMATION, WASTE_INNER, WASTE_PACKAGING_INNER,
};
use serde_json::{Value, json};

/// The component at index `place` of a product. `age` is the number of newer versions: older
/// recipes have more salt, and some have other allergens.
pub(crate) fn component(
    plan: &Plan,
    place: usize,
    food: &'static Food,
    content: u32,
    age: u32,
    random: &mut Random,
) -> Value {
    let food = match age {
        1.. if plan.has_history() => food.earlier(),
        _ => food,
    };
    let mut component = json!({"general": general(plan, place, food)});
    if plan.level == Level::Sparse {
        component["inner"] = inner(plan, place, food, content);
        return component;
    }
    let complete = plan.level == Level::Complete;
    let figures = food.figures.varied(random, 1.0 + f64::from(age) * 0.05);
    let claims = random.percent(30);
    let (nutrients, prepared) = declarations(food, figures, content, complete);
    component["origin"] = origin(food);
    component["allergens"] = allergens(food, plan.level, random);
    component["nutrients"] = nutrients;
    component["ingredients"] = ingredients(food, random);
    component["diets"] = blank(&DIETS);
    component["handling"] = blank(&HANDLING);
    component["inner"] = inner(plan, place, food, content);
    if complete {
        component["accreditations"] = blank(&ACCREDITATIONS);
        component["inner_other"] = inner_other(plan, food);
        component["additives"] = blank(&ADDITIVES);
        component["free_from"] = free_from(food, claims);
        component["nutrients_prepared"] = prepared;
        component["waste_inner"] = waste_inner(food, content);
        component["characteristics"] = blank(&CHARACTERISTICS);
        component["supplementary_information"] = blank(&SUPPLEMENTARY_INFORMATION);
        component["hazard_controls"] = blank(&HAZARD_CONTROLS);
        component["organoleptics"] = blank(&ORGANOLEPTICS);
        component["derived"] = json!([]);
        component["waste_packaging"] = waste_packaging(food, content);
    }
    facts::state(&mut component, plan, place, food);
    if let Some(prepared) = food.prepared {
        component["handling"]["directions_for_use"] = format!("{}.", prepared.details).into();
    }
    if plan.has_no_unit() {
        component["inner"] = section(&INNER, json!({"no_inner_component_present": "Yes"}));
    }
    component
}

fn general(plan: &Plan, place: usize, food: &Food) -> Value {
    let index = plan.index * 100 + place as u64;
    let fields = json!({
        "component_name": food.name,
        "component_uuid": format!("00000000-0000-4000-8000-{index:012x}"),
    });
    section(&COMPONENT_GENERAL, fields)
}

fn origin(food: &Food) -> Value {
    let country = reference(lists().countries[food.origin], food.origin);
    let mut origin = section(&ORIGIN, json!({"country_of_origin": [country]}));
    if food.origin != "United Kingdom" {
        origin["place_of_provenance"] = food.origin.into();
        origin["primary_ingredient_origin"] = origin["country_of_origin"].clone();
    }
    origin
}

fn ingredients(food: &Food, random: &mut Random) -> Value {
    let recipe = Recipe(food.ingredients);
    let fields = json!({
        "ingredients": recipe.capitals(),
        "formatted_ingredients": recipe.html(random.pick(&["b", "strong"])),
        "plaintext_ingredients": recipe.plain(),
        "alcohol_strength_per_vol": food.alcohol,
    });
    let mut ingredients = section(&INGREDIENTS, fields);
    if recipe.emphasised().next().is_some() {
        ingredients["ingredients_statements"] = STATEMENT.into();
    }
    ingredients
}

/// The section on the consumer unit; incomplete records lack its sizes.
fn inner(plan: &Plan, place: usize, food: &Food, content: u32) -> Value {
    let fields = json!({
        "internal_gtin": gtin13(plan.index, Unit::Component(place)),
        "manufacturers_component_code": format!("C{:06}-{place}", plan.index),
    });
    let mut inner = section(&INNER, fields);
    let (units, id) = if food.liquid { ("ml", 4) } else { ("g", 1) };
    if plan.level != Level::Sparse {
        inner["inner_component_weight"] = json!({"value": content, "units": units, "units_id": id});
    }
    if plan.level == Level::Complete {
        let edge = edge(content);
        inner["inner_component_height"] = quantity(edge * 13 / 10, "mm");
        inner["inner_component_width"] = quantity(edge, "mm");
        inner["inner_component_depth"] = quantity(edge * 8 / 10, "mm");
        inner["variable_weight_consumer_item"] = yes_or_no(false);
        inner["e_mark"] = "Yes".into();
        if food.liquid {
            inner["inner_component_volume"] = format!("{content}ml").into();
        }
    }
    inner
}

/// The edge, in mm, of a cube that holds this many grams.
pub(crate) fn edge(content: u32) -> u32 {
    ((f64::from(content) * 1_250.0).cbrt().round() as u32).max(20)
}

fn inner_other(plan: &Plan, food: &Food) -> Value {
    let heading = 200 + lists().categories[food.category].id * 70;
    let code = format!("{heading:04}{:04}00", food.name.len() * 10);
    let mut other = section(&INNER_OTHER, json!({"commodity_code": code}));
    if matches!(food.category, "Dairy" | "Meat" | "Fish") {
        other["health_marks"] = format!("GB XX{:03}", plan.manufacturer.id % 1000).into();
    }
    other
}

/// The weight of a unit's packaging in grams.
fn packaging_weight(food: &Food, content: u32) -> u32 {
    let weight = lists().packs[food.pack].weight * f64::from(content) / 100.0;
    weight.round().max(1.0) as u32
}

fn waste_inner(food: &Food, content: u32) -> Value {
    let pack = &lists().packs[food.pack];
    let packaging = json!({
        "packaging_type": reference(pack.id, food.pack),
        "packaging_weight": packaging_weight(food, content),
        "recycled_plastic": null,
        "base_material_type": reference(pack.material_id, pack.material),
        "packaging_returnable": "No",
    });
    section(&WASTE_INNER, json!({"inner_packaging": [packaging]}))
}

fn waste_packaging(food: &Food, content: u32) -> Value {
    let mut weights = blank(&WASTE_PACKAGING_INNER);
    let material = lists().packs[food.pack].weighed_as;
    weights[format!("inner_packaging_{material}_weight")] = packaging_weight(food, content).into();
    weights
}
