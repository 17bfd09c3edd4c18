//! Certificates and memberships: the schemes that apply to each food.

use super::put;
use crate::foods::{Category, Diet, Food, Pack, Presence, presence};
use crate::random::Random;
use product_pool::model::Allergen;
use serde_json::Value;

use crate::product::allergens::is_gluten_free;

/// Schemes that any manufacturer may belong to: the field, its value, and the percentage of products.
const GENERAL: &[(&str, &str, u32)] = &[
    ("acc_sedex", "Yes", 20),
    ("acc_iso_9001_2015", "Yes", 8),
    ("acc_iso_14001", "Yes", 8),
    ("acc_iso_22000", "Yes", 6),
    ("acc_iso_45001", "Yes", 4),
    ("acc_fssc_22000", "Version 6", 6),
    ("acc_ifs_food_standard", "Higher level", 5),
    ("acc_sqf", "Level 3", 3),
    ("acc_salsa", "Yes", 8),
    ("acc_bcorp", "Yes", 3),
    ("acc_clas", "Yes", 3),
    ("acc_loop", "Yes", 2),
    ("acc_femas", "Yes", 2),
    ("acc_bpi", "Yes", 2),
    ("acc_school_approved", "Yes", 6),
    ("acc_food_for_life", "Silver", 3),
    ("acc_brcgs_agents_brokers", "A", 3),
    ("acc_brcgs_ethical", "Yes", 3),
    ("acc_brcgs_packaging", "AA", 5),
    ("acc_brcgs_start", "Intermediate", 2),
    ("acc_brcgs_storage_distribution", "AA", 8),
    ("other_accreditation", "Regional producers' mark", 4),
];

pub(super) fn fill_in(component: &mut Value, food: &Food, random: &mut Random) {
    let accreditations = &mut component["accreditations"];
    let mut state = |field: &str, text: &str, share: u32| {
        if random.percent(share) {
            put(accreditations, field, text);
        }
    };
    for (field, text, share) in GENERAL {
        state(field, text, *share);
    }
    if matches!(food.pack, Pack::Box | Pack::Carton) {
        state("acc_fsc", "FSC Mix", 30);
    }
    let has = |word: &str| food.ingredients.contains(word);
    if food.diet == Diet::Vegan {
        state("acc_brcgs_plant_based", "Yes", 8);
    }
    if is_gluten_free(food) || presence(food, Allergen::Cereal) == Presence::Absent {
        state("acc_aoecs", "Yes", 5);
        state("acc_brcgs_gluten_free", "Yes", 5);
    }
    if has("Soya") || has("*Soya") {
        state("acc_rtrs", "Mass balance", 15);
    }
    if has("Free Range") || has("Chicken") || has("Pork") {
        state("acc_freedom_food", "Yes", 20);
    }
    if has("Cocoa") || food.name.contains("Tea") || food.name.contains("Coffee") {
        state("acc_fair_trade", "Yes", 30);
    }
    if food.name.contains("Tea") {
        state("acc_ethical_tea", "Yes", 60);
    }
    for (field, text, share) in by_category(food) {
        state(field, text, *share);
    }
}

/// The certificates of a category of foods.
fn by_category(food: &Food) -> &'static [(&'static str, &'static str, u32)] {
    match food.category {
        Category::Fish => &[
            ("acc_asc", "Yes", 15),
            ("acc_bap_cert", "4 star", 12),
            ("acc_iceland_responsible_fisheries", "Yes", 10),
            ("acc_responsible_fisheries_management", "Yes", 8),
            ("acc_mel_japan", "Yes", 6),
        ],
        Category::Meat if food.origin == "United Kingdom" => &[
            ("acc_bmpa", "Yes", 30),
            ("acc_quality_meat_scotland", "Yes", 12),
            ("acc_fa_welsh_livestock", "Yes", 10),
            ("acc_ni_beef_lamb_fqas", "Yes", 8),
        ],
        Category::Dairy if food.name.contains("Chees") || food.name.contains("Cheddar") => {
            &[("acc_spec_cheese_assoc", "Yes", 30)]
        }
        Category::Vegetable | Category::Fruit => &[
            ("acc_global_gap", "Yes", 30),
            ("acc_leaf", "Yes", 15),
            ("acc_organic", "Yes", 8),
        ],
        Category::Alcohol => &[("acc_bbpa", "Yes", 40), ("acc_siba", "Yes", 30)],
        _ => &[],
    }
}
