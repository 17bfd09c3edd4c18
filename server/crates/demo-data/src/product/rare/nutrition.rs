//! Rare figures of the nutrition declaration, computed from the figures of the record.

use super::put;
use crate::foods::{Category, Diet, Food};
use crate::product::nutrition::{columns, round};
use crate::random::Random;
use product_pool::model::table::Column;
use product_pool::model::{Micronutrient, Nutrient};
use serde_json::Value;

pub(super) fn fill_in(component: &mut Value, food: &Food, random: &mut Random) {
    if food.alcohol.is_some() {
        return;
    }
    if random.percent(30) {
        kinds_of_fat(component, food);
    }
    if random.percent(30) {
        kinds_of_carbohydrate(component, food);
    }
    let share = if food.prepared.is_some() { 40 } else { 6 };
    if random.percent(share) {
        full_analysis(component, food, random);
    }
    more_per_100(component, food, random);
    if random.percent(35) {
        profile(&mut component["nutrients"], food);
    }
}

/// The section that contains a column.
fn section(component: &mut Value, column: Column) -> &mut Value {
    match column {
        Column::Per100 | Column::Serving => &mut component["nutrients"],
        _ => &mut component["nutrients_prepared"],
    }
}

/// A declared figure, from a quantity or from text.
fn figure(section: &Value, field: &str) -> Option<f64> {
    let value = &section[field];
    value["value"]
        .as_f64()
        .or_else(|| value.as_str()?.parse().ok())
}

/// An amount with one decimal place, as text.
fn tenths(value: f64) -> String {
    round(value, 1).to_string()
}

/// Sets mono-unsaturates and polyunsaturates; the rest of the fat is glycerol.
fn kinds_of_fat(component: &mut Value, food: &Food) {
    let of = |nutrient: Nutrient| figure(&component["nutrients"], nutrient.field(Column::Per100));
    let (Some(fat), Some(saturates)) = (of(Nutrient::Fat), of(Nutrient::Saturates)) else {
        return;
    };
    let unsaturated = fat - saturates;
    in_all_columns(
        component,
        food,
        Nutrient::MonoUnsaturates,
        unsaturated * 0.6,
    );
    in_all_columns(
        component,
        food,
        Nutrient::PolyUnsaturates,
        unsaturated * 0.35,
    );
}

/// Sets starch, and the polyols of sweets.
fn kinds_of_carbohydrate(component: &mut Value, food: &Food) {
    let of = |nutrient: Nutrient| figure(&component["nutrients"], nutrient.field(Column::Per100));
    let (Some(whole), Some(sugars)) = (of(Nutrient::Carbohydrate), of(Nutrient::Sugars)) else {
        return;
    };
    let rest = whole - sugars;
    let sweets = matches!(food.category, Category::Confectionery | Category::Dessert);
    let polyols = if sweets || food.name.contains("Chocolate") {
        rest * 0.2
    } else {
        0.0
    };
    in_all_columns(component, food, Nutrient::Polyols, polyols);
    in_all_columns(component, food, Nutrient::Starch, (rest - polyols) * 0.9);
}

/// Sets a nutrient, given in grams per 100, in every column of the food.
fn in_all_columns(component: &mut Value, food: &Food, nutrient: Nutrient, per_100: f64) {
    // Rounded down, so that parts never add up to more than the whole; the other columns are
    // computed from the declared figure.
    let per_100 = (per_100 * 10.0 + 1e-6).floor().max(0.0) / 10.0;
    for (column, amount) in columns(food, per_100) {
        let field = nutrient.field(column);
        put(section(component, column), field, tenths(amount));
    }
}

/// Sets all vitamins and minerals in all columns of the food.
fn full_analysis(component: &mut Value, food: &Food, random: &mut Random) {
    for nutrient in Micronutrient::ALL {
        let share = f64::from(1 + random.below(12)) / 100.0;
        let reference: f64 = nutrient.reference_value().parse().unwrap_or_default();
        let stated = figure(&component["nutrients"], nutrient.field(Column::Per100));
        let per_100 = stated.unwrap_or(reference * share);
        for (column, amount) in columns(food, per_100) {
            let places = if amount < 1.0 { 3 } else { 1 };
            let section = section(component, column);
            if section[nutrient.field(column)].is_null() {
                put(
                    section,
                    nutrient.field(column),
                    round(amount, places).to_string(),
                );
            }
        }
    }
}

/// Sets cholesterol, trans fats and others, which are declared per 100 only.
fn more_per_100(component: &mut Value, food: &Food, random: &mut Random) {
    let of = |field: &str| figure(&component["nutrients"], field).unwrap_or_default();
    let (fat, sugars) = (of("fat_100"), of("sugar_carb_100"));
    let dry = fat + of("carb_100") + of("protein_100") + of("fibre_100") + of("salt_100");
    let prepared = figure(
        &component["nutrients_prepared"],
        Nutrient::Sugars.field(Column::PreparedPer100),
    );
    let is_cheese = !component["supplementary_information"]["cheese_format"].is_null();
    let nutrients = &mut component["nutrients"];
    if food.diet != Diet::Vegan && random.percent(15) {
        put(nutrients, "chol_100", format!("{} mg", (fat * 3.0).round()));
    }
    if fat > 5.0 && random.percent(15) {
        put(nutrients, "trans_fats_100", tenths(fat * 0.02));
    }
    if is_cheese && dry > 0.0 {
        let percentage = (fat / dry * 100.0).round().to_string();
        put(nutrients, "fat_percentage_dry_100", percentage);
    }
    if random.percent(40) {
        put(nutrients, "fibre_type", "AOAC");
    }
    if food.category != Category::Dairy && random.percent(10) {
        put(nutrients, "non_milk_extrinsic_sugars_100", tenths(sugars));
        if let Some(sugars) = prepared {
            put(
                nutrients,
                "non_milk_extrinsic_sugars_prepared",
                tenths(sugars),
            );
        }
    }
}

/// Sets the score of the United Kingdom's nutrient profiling model (2004/05), without the
/// points for fruit, vegetables and nuts: a food counts as high in fat, salt or sugar from 4
/// on, a drink from 1 on.
fn profile(nutrients: &mut Value, food: &Food) {
    let points = |field: &str, step: f64, most: f64| {
        let figure = figure(nutrients, field).unwrap_or_default();
        (((figure / step).ceil() - 1.0).max(0.0).min(most)) as i64
    };
    let negative = points("cal_100_kj", 335.0, 10.0)
        + points("sat_fat_100", 1.0, 10.0)
        + points("sugar_carb_100", 4.5, 10.0)
        + points("sodium_100", 90.0, 10.0);
    let fibre = points("fibre_100", 0.94, 5.0);
    let protein = if negative >= 11 {
        0
    } else {
        points("protein_100", 1.6, 5.0)
    };
    let score = negative - fibre - protein;
    let is_high = score >= if food.liquid { 1 } else { 4 };
    put(nutrients, "hfss_score", score.to_string());
    put(
        nutrients,
        "hfss_product",
        if is_high { "Yes" } else { "No" },
    );
}
