//! Rare fields of the case, the packs in it, and their packaging.

use super::put;
use crate::foods::{Category, Pack, Storage};
use crate::product::case::Case;
use crate::product::component::edge;
use crate::product::plan::{Content, Plan};
use crate::product::section::reference;
use crate::random::Random;
use serde_json::{Value, json};

pub(super) fn fill_in(plan: &Plan, record: &mut Value, random: &mut Random) {
    let case = Case::of(plan);
    let outer = &mut record["outer"];
    if matches!(plan.content, Content::Several(_)) {
        put(outer, "variable_inner_components", "Yes");
    } else if random.percent(20) {
        put(outer, "variable_inner_components", "No");
    }
    if record["inner_pack"]["inner_pack_gtin"] != "" {
        put(&mut record["outer"], "inner_packs_in_case", "2");
        inner_pack(plan, case, &mut record["inner_pack"], random);
        put(
            &mut record["waste_outer"],
            "inner_pack_packaging",
            "Cardboard sleeve, 35 g",
        );
    }
    shelf_life(plan, &mut record["logistics"], random);
    if random.percent(15) {
        shrink_wrap(&mut record["waste_outer"]);
    }
    if random.percent(30) {
        let packaging = &mut record["waste_outer"]["transport_packaging"][0];
        put(packaging, "packaging_returnable", "No");
    }
    weights(plan, case, &mut record["waste_packaging"], random);
    if random.percent(2) {
        // The service does not document the content of these fields; this shape is made up.
        let code = format!("{:04}", plan.index % 10_000);
        record["codes"] = json!([{"type": "commodity", "code": code}]);
    }
}

fn inner_pack(plan: &Plan, case: Case, pack: &mut Value, random: &mut Random) {
    let millimetres = |part: u32| format!("{part}mm");
    let edge = edge(case.units * case.unit / 2);
    let kilograms = f64::from(case.units * case.unit / 2) * 1.05 / 1000.0;
    put(pack, "inner_pack_height", millimetres(edge));
    put(pack, "inner_pack_depth", millimetres(edge * 9 / 10));
    put(pack, "inner_pack_width", millimetres(edge * 14 / 10));
    let splittable = random.pick(&["Yes", "No"]);
    put(pack, "inner_pack_splittable", splittable);
    put(pack, "inner_pack_gross_weight", format!("{kilograms:.2}kg"));
    put(
        pack,
        "inner_pack_product_code",
        format!("IP{:05}", plan.index),
    );
}

fn shelf_life(plan: &Plan, logistics: &mut Value, random: &mut Random) {
    if random.percent(35) {
        let days = match plan.content.storage() {
            Storage::Ambient => "7 days",
            Storage::Chilled => "3 days",
            Storage::Frozen => "24 hours after defrosting",
        };
        put(logistics, "shelf_life_from_opening", days);
    }
    // Drinks of 10 % alcohol and more, fresh fruit, sugar and salt need no date
    // (Regulation (EU) No 1169/2011 Annex X).
    let strong = plan.parts().iter().any(|(food, _)| {
        let strength = food.alcohol.and_then(|text| text.parse::<f64>().ok());
        strength.is_some_and(|strength| strength >= 10.0)
    });
    if strong {
        put(logistics, "shelf_life_exempt", "Yes");
    } else if random.percent(15) {
        put(logistics, "shelf_life_exempt", "No");
    }
}

/// Adds a second packaging item, partly of recycled plastic.
fn shrink_wrap(waste: &mut Value) {
    if let Some(list) = waste["outer_packaging"].as_array_mut() {
        list.push(json!({
            "packaging_type": reference(40, "Shrink wrap"),
            "packaging_weight": 12,
            "recycled_plastic": "50%",
            "base_material_type": reference(7, "Plastic - LDPE"),
            "packaging_returnable": "No",
        }));
    }
}

/// The weights of the case's packaging by material, if it has more than card and film.
fn weights(plan: &Plan, case: Case, waste: &mut Value, random: &mut Random) {
    let content = case.units * case.unit;
    let by_pack = match plan.content.pack() {
        Pack::Jar => Some(("glass", content / 2)),
        Pack::Can if plan.content.category() == Category::Drink => {
            Some(("aluminium", content / 24))
        }
        Pack::Can => Some(("steel", content / 8)),
        Pack::Carton => Some(("fibre_based_composite", content / 30)),
        _ => None,
    };
    if let Some((material, grams)) = by_pack
        && random.percent(40)
    {
        let field = format!("outer_packaging_{material}_weight");
        put(waste, &field, grams.max(1));
    }
    let fresh = matches!(
        plan.content.category(),
        Category::Vegetable | Category::Fruit
    );
    if fresh && random.percent(20) {
        put(waste, "outer_packaging_wood_weight", 850);
    }
    if random.percent(10) {
        // A foil seal, a strap, a label and its glue.
        let (material, grams) = random.pick(&[("aluminium", 3), ("steel", 9), ("other", 2)]);
        put(waste, &format!("outer_packaging_{material}_weight"), grams);
    }
}
