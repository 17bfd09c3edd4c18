//! Rare fields of a component that are computed from others.

use super::put;
use crate::foods::{Category, Diet, Food, Pack, Presence, presence};
use crate::product::allergens::is_gluten_free;
use crate::product::component::edge;
use crate::product::section::yes_or_no;
use crate::random::Random;
use product_pool::model::Allergen;
use product_pool::model::table::GlutenClaim;
use serde_json::{Value, json};

pub(super) fn fill_in(component: &mut Value, food: &Food, content: u32, random: &mut Random) {
    customs(&mut component["inner_other"], food, random);
    gluten(component, food, random);
    kosher(&mut component["diets"], food, random);
    unit(&mut component["inner"], food, content, random);
    packaging(component, food, random);
    if random.percent(2) {
        // The service does not document the content of this field; this shape is made up.
        component["derived"] = json!([{"name": "portions", "value": content / food.serving}]);
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
