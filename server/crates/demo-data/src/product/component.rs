//! A component: one food of a product.

use crate::foods::{Category, Diet, Food, Recipe, STATEMENT};
use crate::product::allergens::{allergens, free_from};
use crate::product::country::country;
use crate::product::facts;
use crate::product::gtins::{Unit, gtin13};
use crate::product::nutrition::declarations;
use crate::product::plan::{Level, Plan};
use crate::product::section::{Section, flag, quantity, reference, yes_or_no};
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
    let mut component = Section::empty();
    let complete = plan.level == Level::Complete;
    let food = match age {
        1.. if plan.has_history() => food.earlier(),
        _ => food,
    };
    component.add("general", general(plan, place, food));
    if plan.level == Level::Sparse {
        component.add("inner", inner(plan, place, food, content, false));
        return component.into();
    }
    let figures = food.figures.varied(random, 1.0 + f64::from(age) * 0.05);
    let claims = random.percent(30);
    let (nutrients, prepared) = declarations(food, figures, content, complete);
    component
        .add("origin", origin(food))
        .add("allergens", allergens(food, plan.level, random))
        .add("nutrients", nutrients)
        .add("ingredients", ingredients(food, random))
        .add("diets", diets(food))
        .add("handling", Section::blank(&HANDLING))
        .add("inner", inner(plan, place, food, content, complete));
    if complete {
        component
            .add("accreditations", Section::blank(&ACCREDITATIONS))
            .add("inner_other", inner_other(plan, food))
            .add("additives", Section::blank(&ADDITIVES))
            .add("free_from", free_from(food, claims))
            .add("nutrients_prepared", prepared)
            .add("waste_inner", waste_inner(food, content))
            .add("characteristics", Section::blank(&CHARACTERISTICS))
            .add(
                "supplementary_information",
                Section::blank(&SUPPLEMENTARY_INFORMATION),
            )
            .add("hazard_controls", Section::blank(&HAZARD_CONTROLS))
            .add("organoleptics", Section::blank(&ORGANOLEPTICS))
            .add("derived", Value::Array(Vec::new()))
            .add("waste_packaging", waste_packaging(food, content));
    }
    let mut component = Value::from(component);
    facts::state(&mut component, plan, place, food);
    if let Some(prepared) = food.prepared {
        component["handling"]["directions_for_use"] = format!("{}.", prepared.details).into();
    }
    component
}

fn general(plan: &Plan, place: usize, food: &Food) -> Section {
    let mut section = Section::blank(&COMPONENT_GENERAL);
    let index = plan.index * 100 + place as u64;
    section.set("component_name", food.name).set(
        "component_uuid",
        format!("00000000-0000-4000-8000-{index:012x}"),
    );
    section
}

fn origin(food: &Food) -> Section {
    let mut section = Section::blank(&ORIGIN);
    section.set("country_of_origin", json!([country(food.origin)]));
    if food.origin != "United Kingdom" {
        section
            .set("place_of_provenance", food.origin)
            .set("primary_ingredient_origin", json!([country(food.origin)]));
    } else {
        section.set(
            "country_of_origin_details",
            "Made in the UK from UK and imported ingredients.",
        );
    }
    section
}

fn ingredients(food: &Food, random: &mut Random) -> Section {
    let mut section = Section::blank(&INGREDIENTS);
    let recipe = Recipe(food.ingredients);
    section
        .set("ingredients", recipe.capitals())
        .set(
            "formatted_ingredients",
            recipe.html(random.pick(&["b", "strong"])),
        )
        .set("plaintext_ingredients", recipe.plain())
        .set("alcohol_strength_per_vol", food.alcohol);
    if recipe.emphasised().next().is_some() {
        section.set("ingredients_statements", STATEMENT);
    }
    section
}

fn diets(food: &Food) -> Section {
    let mut section = Section::blank(&DIETS);
    section
        .set("vegan_suitable", yes_or_no(food.diet == Diet::Vegan))
        .set(
            "vegetarian_suitable",
            yes_or_no(food.diet != Diet::Omnivore),
        );
    // Without a certificate either way, the field is set only where alcohol or pork rules it
    // out.
    if food.alcohol.is_some() || food.ingredients.contains("Pork") {
        section.set("halal_suitable", yes_or_no(false));
    }
    section
}

fn inner(plan: &Plan, place: usize, food: &Food, content: u32, complete: bool) -> Section {
    let mut section = Section::blank(&INNER);
    if plan.has_no_unit() {
        section.set("no_inner_component_present", "Yes");
        return section;
    }
    section.set("internal_gtin", gtin13(plan.index, Unit::Component(place)));
    section.set(
        "manufacturers_component_code",
        format!("C{:06}-{place}", plan.index),
    );
    if plan.level == Level::Sparse {
        return section;
    }
    let (units, id) = if food.liquid { ("ml", 4) } else { ("g", 1) };
    section.set(
        "inner_component_weight",
        json!({"value": content, "units": units, "units_id": id}),
    );
    if complete {
        let edge = edge(content);
        section
            .set("inner_component_height", quantity(edge * 13 / 10, "mm"))
            .set("inner_component_width", quantity(edge, "mm"))
            .set("inner_component_depth", quantity(edge * 8 / 10, "mm"))
            .set("variable_weight_consumer_item", flag(false))
            .set("e_mark", "Yes");
        if food.liquid {
            section.set("inner_component_volume", format!("{content}ml"));
        }
    }
    section
}

/// The edge, in mm, of a cube that holds this many grams.
pub(crate) fn edge(content: u32) -> u32 {
    ((f64::from(content) * 1_250.0).cbrt().round() as u32).max(20)
}

fn inner_other(plan: &Plan, food: &Food) -> Section {
    let mut section = Section::blank(&INNER_OTHER);
    if matches!(
        food.category,
        Category::Dairy | Category::Meat | Category::Fish
    ) {
        section.set(
            "health_marks",
            format!("GB XX{:03}", plan.manufacturer.id % 1000),
        );
    }
    section.set(
        "commodity_code",
        format!(
            "{:04}{:04}00",
            200 + food.category.id() * 70,
            food.name.len() * 10
        ),
    );
    section
}

/// The weight of a unit's packaging in grams.
fn packaging_weight(food: &Food, content: u32) -> u32 {
    (food.pack.material().3 * f64::from(content) / 100.0)
        .round()
        .max(1.0) as u32
}

fn waste_inner(food: &Food, content: u32) -> Section {
    let mut section = Section::blank(&WASTE_INNER);
    let (id, material, ..) = food.pack.material();
    section.set(
        "inner_packaging",
        json!([{
            "packaging_type": reference(food.pack.id(), food.pack.text()),
            "packaging_weight": packaging_weight(food, content),
            "recycled_plastic": null,
            "base_material_type": reference(id, material),
            "packaging_returnable": "No",
        }]),
    );
    section
}

fn waste_packaging(food: &Food, content: u32) -> Section {
    let mut section = Section::blank(&WASTE_PACKAGING_INNER);
    let (.., part, _) = food.pack.material();
    section.set(
        &format!("inner_packaging_{part}_weight"),
        packaging_weight(food, content),
    );
    section
}
