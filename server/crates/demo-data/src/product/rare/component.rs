//! Rare fields of a component: those that apply to some kinds of food only, and those that few
//! suppliers state.

use super::put;
use crate::foods::{Category, Diet, Food, Pack, Presence, Storage, presence};
use crate::product::allergens::is_gluten_free;
use crate::product::component::edge;
use crate::product::section::yes_or_no;
use crate::random::Random;
use product_pool::model::Allergen;
use product_pool::model::table::GlutenClaim;
use serde_json::{Value, json};

pub(super) fn fill_in(component: &mut Value, food: &Food, content: u32, random: &mut Random) {
    origin(&mut component["origin"], food, random);
    customs(&mut component["inner_other"], food, random);
    gluten(component, food, random);
    kosher(&mut component["diets"], food, random);
    unit(&mut component["inner"], food, content, random);
    packaging(component, food, random);
    kind_of_food(&mut component["supplementary_information"], food, random);
    controls(component, food, random);
    if food.category == Category::Drink && random.percent(10) {
        let concentration = &mut component["ingredients"];
        put(concentration, "cbd_concentration", "0 mg per 100 ml");
    }
    if random.percent(2) {
        // The service does not document the content of this field; this shape is made up.
        component["derived"] = json!([{"name": "portions", "value": content / food.serving}]);
    }
}

fn origin(origin: &mut Value, food: &Food, random: &mut Random) {
    if random.percent(15) {
        put(
            origin,
            "primary_ingredient_details",
            format!("From approved growers in {}.", food.origin),
        );
    }
}

fn customs(other: &mut Value, food: &Food, random: &mut Random) {
    if random.percent(25) {
        let heading = 200 + food.category.id() * 70;
        let code = format!("{heading:04}{:06}", food.name.len() * 1000);
        put(other, "intrastat_taric", code);
    }
    if matches!(food.category, Category::Confectionery | Category::Bakery) && random.percent(30) {
        let code = format!("7{:03}", random.below(900));
        put(other, "meursing_code", code);
    }
    if matches!(food.category, Category::Dairy | Category::Meat) && random.percent(40) {
        let answer = random.pick(&["Yes", "No"]);
        put(other, "not_for_eu", answer);
    }
}

/// States that a food with a cereal is not low in gluten.
fn gluten(component: &mut Value, food: &Food, random: &mut Random) {
    if is_gluten_free(food) || !random.percent(20) {
        return;
    }
    let mut contained = false;
    for claim in GlutenClaim::ALL {
        if matches!(presence(food, claim.allergen), Presence::Contains(_)) {
            put(&mut component["allergens"], claim.field, "No");
            contained = true;
        }
    }
    if contained {
        put(&mut component["free_from"], "very_low_gluten", "No");
    }
}

fn kosher(diets: &mut Value, food: &Food, random: &mut Random) {
    let forbidden = food.ingredients.contains("Pork")
        || matches!(presence(food, Allergen::Crustacea), Presence::Contains(_))
        || matches!(presence(food, Allergen::Molluscs), Presence::Contains(_));
    let certified = food.diet == Diet::Vegan && food.alcohol.is_none();
    if forbidden && random.percent(40) {
        put(diets, "kosher_suitable", yes_or_no(false));
    } else if !forbidden && certified && random.percent(12) {
        put(diets, "kosher_suitable", yes_or_no(true));
    }
}

fn unit(inner: &mut Value, food: &Food, content: u32, random: &mut Random) {
    if inner["no_inner_component_present"] == "Yes" {
        return;
    }
    if matches!(food.pack, Pack::Can | Pack::Jar | Pack::Tub) && random.percent(60) {
        let diameter = format!("{}mm", edge(content) * 11 / 10);
        put(inner, "inner_component_diameter", diameter);
    }
    let drained = ["Water", "Juice", "Brine"];
    let in_liquid = drained.iter().any(|word| food.ingredients.contains(word));
    if matches!(food.pack, Pack::Can | Pack::Jar) && in_liquid && !food.liquid {
        put(
            inner,
            "net_drained_weight",
            format!("{}g", content * 6 / 10),
        );
    }
    if !food.liquid && random.percent(20) {
        let pieces = (content / food.serving).max(1) * 2;
        put(inner, "count_per_inner_component", pieces.to_string());
    }
}

fn packaging(component: &mut Value, food: &Food, random: &mut Random) {
    let (.., material, _) = food.pack.material();
    if material == "plastic" && random.percent(35) {
        let share = random.pick(&["30%", "50%", "100%"]);
        let packaging = &mut component["waste_inner"]["inner_packaging"][0];
        put(packaging, "recycled_plastic", share);
    }
    // A foil lid, a wooden spoon, an absorbent pad.
    let more = match (food.pack, food.category) {
        (Pack::Tub, Category::Dairy) => Some(("aluminium", 1)),
        (Pack::Tub, Category::Dessert) => Some(("wood", 2)),
        (Pack::Tray, Category::Meat | Category::Fish) => Some(("other", 3)),
        _ => None,
    };
    if let Some((material, grams)) = more
        && random.percent(60)
    {
        let field = format!("inner_packaging_{material}_weight");
        put(&mut component["waste_packaging"], &field, grams);
    }
}

fn kind_of_food(facts: &mut Value, food: &Food, random: &mut Random) {
    if !facts["cheese_format"].is_null() && random.percent(70) {
        let strength = if food.name.contains("Mature") || food.name.contains("Blue") {
            "Strong"
        } else {
            "Mild"
        };
        put(facts, "cheese_flavour_strength", strength);
    }
    if food.category == Category::Meat {
        if random.percent(50) {
            put(facts, "desinewed_meat", "No");
        }
        if random.percent(40) {
            let cut = random.pick(&["Boneless, trimmed", "Coarse minced", "Sliced, 3 mm"]);
            put(facts, "cut_details", cut);
        }
    }
    let fried = ["Crisps", "Chips", "Battered", "Onion Rings", "Crackers"];
    if fried.iter().any(|word| food.name.contains(word)) && random.percent(70) {
        put(facts, "fried_during_manufacture", "Yes");
    }
    if food.storage == Storage::Chilled && matches!(food.pack, Pack::Tray | Pack::Bag) {
        let answer = random.pick(&["Yes", "No"]);
        put(facts, "modified_atmosphere_packaging", answer);
    }
}

fn controls(component: &mut Value, food: &Food, random: &mut Random) {
    let hazards = &mut component["hazard_controls"];
    if matches!(food.category, Category::Vegetable | Category::Fruit) && random.percent(60) {
        put(hazards, "hazard_optical_sorting", "Yes");
    }
    if matches!(food.pack, Pack::Jar | Pack::Can) && random.percent(60) {
        put(hazards, "hazard_xray", "Yes");
    }
    let preserved = matches!(food.pack, Pack::Can | Pack::Jar | Pack::Carton);
    if food.storage == Storage::Ambient && preserved && random.percent(50) {
        let characteristics = &mut component["characteristics"];
        put(characteristics, "commercially_sterile", "Yes");
    }
}
