//! The nutrition declaration. Salt is 2.5 times sodium and energy is computed from the other
//! figures, so that only planted faults fail a check.

use crate::foods::{Figures, Food};
use crate::product::section::{blank, quantity, reference};
use crate::random::Random;
use product_pool::model::table::{Column, NUTRIENTS, NUTRIENTS_PREPARED};
use product_pool::model::{Micronutrient, Nutrient};
use serde_json::Value;

/// Rounds to a number of decimal places.
fn round(value: f64, places: i32) -> f64 {
    let scale = 10f64.powi(places);
    (value * scale).round() / scale
}

impl Figures {
    /// Varies the figures for one recipe of the food. `salt` is a separate factor, since most
    /// changes of a recipe reduce the salt.
    pub(crate) fn varied(self, random: &mut Random, salt: f64) -> Figures {
        // If the figures add up to nearly 100 g, they can only decrease.
        let whole = self.fat + self.carbohydrate + self.fibre + self.protein + self.salt;
        let (most, salt) = if whole > 88.0 {
            ((100.0 / whole).min(1.0), salt.min(1.0))
        } else {
            (1.06, salt)
        };
        let mut factor = || (0.94 + f64::from(random.below(1200)) / 10_000.0).min(most);
        let (fat, carbohydrate, fibre, protein) = (factor(), factor(), factor(), factor());
        Figures {
            fat: round(self.fat * fat, 1),
            saturates: round(self.saturates * fat, 1),
            carbohydrate: round(self.carbohydrate * carbohydrate, 1),
            sugars: round(self.sugars * carbohydrate, 1),
            fibre: round(self.fibre * fibre, 1),
            protein: round(self.protein * protein, 1),
            salt: round(self.salt * salt, 2),
        }
    }

    /// The figure of a nutrient in its declared unit; `None` for nutrients that are not in the
    /// table of foods.
    fn of(self, nutrient: Nutrient) -> Option<f64> {
        let energy = |fat: f64, other: f64, fibre: f64| {
            fat * self.fat + other * self.carbohydrate + other * self.protein + fibre * self.fibre
        };
        Some(match nutrient {
            Nutrient::EnergyKj => energy(37.0, 17.0, 8.0).round(),
            Nutrient::EnergyKcal => energy(9.0, 4.0, 2.0).round(),
            Nutrient::Fat => self.fat,
            Nutrient::Saturates => self.saturates,
            Nutrient::Carbohydrate => self.carbohydrate,
            Nutrient::Sugars => self.sugars,
            Nutrient::Fibre => self.fibre,
            Nutrient::Protein => self.protein,
            Nutrient::Salt => self.salt,
            Nutrient::Sodium => (self.salt * 400.0).round(),
            _ => return None,
        })
    }
}

/// The declarations as sold and as prepared. `full` adds the figures per serving, the other
/// nutrients and the preparation.
pub(crate) fn declarations(
    food: &Food,
    figures: Figures,
    content: u32,
    full: bool,
) -> (Value, Value) {
    let (mut sold, mut prepared) = (blank(&NUTRIENTS), blank(&NUTRIENTS_PREPARED));
    sold["nutrition_units"] = if food.liquid {
        reference(2, "per 100ml")
    } else {
        reference(1, "per 100g")
    };
    if food.alcohol.is_some() {
        // Exempt under Regulation (EU) No 1169/2011 Article 16(4).
        sold["nutritional_data_exempt"] = "Yes".into();
        return (sold, prepared);
    }
    for &nutrient in Nutrient::ALL {
        let Some(figure) = figures.of(nutrient) else {
            continue;
        };
        let places = match nutrient {
            Nutrient::EnergyKj | Nutrient::EnergyKcal | Nutrient::Sodium => 0,
            Nutrient::Salt => 2,
            _ => 1,
        };
        sold[nutrient.field(Column::Per100)] = match places {
            0 => quantity(figure as i64, nutrient.unit()),
            _ => quantity(figure, nutrient.unit()),
        };
        if full {
            for (column, amount) in other_columns(food, figure) {
                section(column, &mut sold, &mut prepared)[nutrient.field(column)] =
                    round(amount, places).to_string().into();
            }
        }
    }
    if full {
        describe_portions(&mut sold, &mut prepared, food, content);
        add_nutrients(&mut sold, &mut prepared, food);
    }
    (sold, prepared)
}

/// The section that has a column.
fn section<'a>(column: Column, sold: &'a mut Value, prepared: &'a mut Value) -> &'a mut Value {
    match column {
        Column::Per100 | Column::Serving => sold,
        _ => prepared,
    }
}

/// Converts an amount per 100 g or ml to the food's columns other than that.
fn other_columns(food: &Food, per_100: f64) -> Vec<(Column, f64)> {
    let mut amounts = vec![(Column::Serving, per_100 * f64::from(food.serving) / 100.0)];
    if let Some(prepared) = food.prepared {
        let per_100 = per_100 * prepared.part;
        let portion = per_100 * f64::from(prepared.portion) / 100.0;
        amounts.extend([
            (Column::PreparedPer100, per_100),
            (Column::Prepared, portion),
        ]);
    }
    amounts
}

/// Sets what is said of servings and of the preparation.
fn describe_portions(sold: &mut Value, prepared: &mut Value, food: &Food, content: u32) {
    let unit = if food.liquid { "ml" } else { "g" };
    let serving = food.serving;
    sold["nutritional_data_exempt"] = "No".into();
    sold["nutritional_information_source"] = "Calculated".into();
    sold["serving_size"] = format!("{serving}{unit}").into();
    sold["serving_details"] = format!("One serving is {serving} {unit}.").into();
    sold["number_of_servings"] = (content / serving).max(1).to_string().into();
    sold["traffic_light_labelling"] = "Yes".into();
    sold["nutrition_statements"] =
        "Reference intake of an average adult (8400 kJ/2000 kcal)".into();
    if let Some(preparation) = food.prepared {
        let portion = format!("{}{unit}", preparation.portion);
        prepared["prepared_product_details"] = preparation.details.into();
        prepared["prepared_product_portion_size"] = portion.into();
    }
}

/// Sets vitamins, minerals and the nutrients that few foods state.
fn add_nutrients(sold: &mut Value, prepared: &mut Value, food: &Food) {
    for (name, amount) in &food.nutrients {
        let field = |column| field(name, column).unwrap_or_default();
        sold[field(Column::Per100)] = (*amount).into();
        let per_100 = amount.parse().unwrap_or_default();
        for (column, amount) in other_columns(food, per_100) {
            section(column, sold, prepared)[field(column)] = round(amount, 2).to_string().into();
        }
    }
}

/// The field of a nutrient, vitamin or mineral in a column.
pub(crate) fn field(name: &str, column: Column) -> Option<&'static str> {
    let nutrient = name.parse::<Nutrient>().ok();
    let micronutrient = || name.parse::<Micronutrient>().ok();
    let field = nutrient.map(|nutrient| nutrient.field(column));
    field.or_else(|| Some(micronutrient()?.field(column)))
}
