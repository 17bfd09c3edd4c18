//! The nutrition declaration. Salt is 2.5 times sodium and energy is computed from the other
//! figures, so that only planted faults fail a check.

use crate::foods::{Figures, Food};
use crate::product::section::{Section, quantity, reference};
use crate::random::Random;
use product_pool::model::table::{Column, NUTRIENTS, NUTRIENTS_PREPARED};
use product_pool::model::{Micronutrient, Nutrient};
use serde_json::Value;

/// Rounds to a number of decimal places.
pub(crate) fn round(value: f64, places: i32) -> f64 {
    let scale = 10f64.powi(places);
    (value * scale).round() / scale
}

impl Figures {
    /// Varies the figures for one recipe of the food. `salt` is a separate factor, since most
    /// changes of a recipe reduce the salt.
    pub(crate) fn varied(self, random: &mut Random, salt: f64) -> Figures {
        let mut factor = || 0.94 + f64::from(random.below(1200)) / 10_000.0;
        let (fat, carbohydrate, fibre, protein) = (factor(), factor(), factor(), factor());
        // If the figures add up to nearly 100 g, they can only decrease.
        let whole = self.fat + self.carbohydrate + self.fibre + self.protein + self.salt;
        let most = if whole > 88.0 {
            (100.0 / whole).min(1.0)
        } else {
            1.06
        };
        let (fat, carbohydrate) = (fat.min(most), carbohydrate.min(most));
        let (fibre, protein) = (fibre.min(most), protein.min(most));
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

    /// Energy in kJ per gram of fat, carbohydrate, protein and fibre.
    pub(crate) fn kilojoules(self) -> f64 {
        37.0 * self.fat + 17.0 * self.carbohydrate + 17.0 * self.protein + 8.0 * self.fibre
    }

    /// Energy in kcal, likewise.
    pub(crate) fn kilocalories(self) -> f64 {
        9.0 * self.fat + 4.0 * self.carbohydrate + 4.0 * self.protein + 2.0 * self.fibre
    }

    /// The figure of a nutrient in its declared unit; `None` for nutrients that are not in the
    /// table of foods.
    pub(crate) fn of(self, nutrient: Nutrient) -> Option<f64> {
        Some(match nutrient {
            Nutrient::EnergyKj => self.kilojoules().round(),
            Nutrient::EnergyKcal => self.kilocalories().round(),
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

/// An amount as text, without trailing zeros.
fn text(value: f64, nutrient: Nutrient) -> String {
    let places = match nutrient {
        Nutrient::EnergyKj | Nutrient::EnergyKcal | Nutrient::Sodium => 0,
        Nutrient::Salt => 2,
        _ => 1,
    };
    round(value, places).to_string()
}

/// The declarations as sold and as prepared. `full` adds the figures per serving, the
/// micronutrients and the preparation.
pub(crate) fn declarations(
    food: &Food,
    figures: Figures,
    content: u32,
    full: bool,
) -> (Section, Section) {
    let mut sold = Section::blank(&NUTRIENTS);
    let mut prepared = Section::blank(&NUTRIENTS_PREPARED);
    sold.set(
        "nutrition_units",
        if food.liquid {
            reference(2, "per 100ml")
        } else {
            reference(1, "per 100g")
        },
    );
    if food.alcohol.is_some() {
        // Exempt under Regulation (EU) No 1169/2011 Article 16(4).
        sold.set("nutritional_data_exempt", "Yes");
        return (sold, prepared);
    }
    if full {
        describe_portions(&mut sold, &mut prepared, food, content);
    }
    for &nutrient in Nutrient::ALL {
        let Some(figure) = figures.of(nutrient) else {
            continue;
        };
        for (column, amount) in columns(food, figure) {
            let field = nutrient.field(column);
            match column {
                Column::Per100 => sold.set(field, declared(figure, nutrient)),
                _ if !full => &mut sold,
                Column::Serving => sold.set(field, text(amount, nutrient)),
                _ => prepared.set(field, text(amount, nutrient)),
            };
        }
    }
    (sold, prepared)
}

/// The figure per 100 g or ml.
fn declared(figure: f64, nutrient: Nutrient) -> Value {
    match nutrient {
        Nutrient::EnergyKj | Nutrient::EnergyKcal | Nutrient::Sodium => {
            quantity(figure as i64, nutrient.unit())
        }
        _ => quantity(figure, nutrient.unit()),
    }
}

/// Converts an amount per 100 g or ml to every column of the food.
pub(crate) fn columns(food: &Food, per_100: f64) -> Vec<(Column, f64)> {
    let mut amounts = vec![
        (Column::Per100, per_100),
        (Column::Serving, per_100 * f64::from(food.serving) / 100.0),
    ];
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

/// Sets what is said of servings and of the preparation, and the micronutrients.
fn describe_portions(sold: &mut Section, prepared: &mut Section, food: &Food, content: u32) {
    let unit = if food.liquid { "ml" } else { "g" };
    let serving = food.serving;
    sold.set("nutritional_data_exempt", "No")
        .set("nutritional_information_source", "Calculated")
        .set("serving_size", format!("{serving}{unit}"))
        .set(
            "serving_details",
            format!("One serving is {serving} {unit}."),
        )
        .set("number_of_servings", (content / serving).max(1).to_string())
        .set("traffic_light_labelling", "Yes")
        .set(
            "nutrition_statements",
            "Reference intake of an average adult (8400 kJ/2000 kcal)",
        );
    for (wire, amount) in &food.micronutrients {
        if let (Some(nutrient), Ok(number)) = (micronutrient(wire), amount.parse::<f64>()) {
            let serving = round(number * f64::from(serving) / 100.0, 2).to_string();
            sold.set(nutrient.field(Column::Per100), *amount)
                .set(nutrient.field(Column::Serving), serving);
        }
    }
    if let Some(preparation) = food.prepared {
        let portion = format!("{}{unit}", preparation.portion);
        prepared
            .set("prepared_product_details", preparation.details)
            .set("prepared_product_portion_size", portion);
    }
}

/// The vitamin or mineral with that field name.
pub(crate) fn micronutrient(wire: &str) -> Option<Micronutrient> {
    Micronutrient::ALL
        .iter()
        .copied()
        .find(|other| other.wire_name() == wire)
}
