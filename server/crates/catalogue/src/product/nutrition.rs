//! The nutrition declaration. Salt is 2.5 times sodium and energy is computed from the other
//! figures, so that only planted faults fail a check.

use crate::foods::{Figures, Food};
use crate::product::section::{Section, quantity, reference};
use crate::random::Random;
use product_pool::model::table::{Column, NUTRIENTS, NUTRIENTS_PREPARED};
use product_pool::model::{Micronutrient, Nutrient};

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

/// The declaration as sold. `full` adds the figures per serving and the micronutrients.
pub(crate) fn nutrients(food: &Food, figures: Figures, content: u32, full: bool) -> Section {
    let mut section = Section::blank(&NUTRIENTS);
    section.set(
        "nutrition_units",
        if food.liquid {
            reference(2, "per 100ml")
        } else {
            reference(1, "per 100g")
        },
    );
    if food.alcohol.is_some() {
        // Exempt under Regulation (EU) No 1169/2011 Article 16(4).
        section.set("nutritional_data_exempt", "Yes");
        return section;
    }
    for &nutrient in Nutrient::ALL {
        let Some(figure) = figures.of(nutrient) else {
            continue;
        };
        let value = match nutrient {
            Nutrient::EnergyKj | Nutrient::EnergyKcal | Nutrient::Sodium => {
                quantity(figure as i64, nutrient.unit())
            }
            _ => quantity(figure, nutrient.unit()),
        };
        section.set(nutrient.field(Column::Per100), value);
    }
    if full {
        declare_servings(&mut section, food, figures, content);
    }
    section
}

/// Adds the figures per serving and the micronutrients.
fn declare_servings(section: &mut Section, food: &Food, figures: Figures, content: u32) {
    let unit = if food.liquid { "ml" } else { "g" };
    let part = f64::from(food.serving) / 100.0;
    section.set("nutritional_data_exempt", "No");
    section.set("nutritional_information_source", "Calculated");
    section.set("serving_size", format!("{}{unit}", food.serving));
    section.set(
        "serving_details",
        format!("One serving is {} {unit}.", food.serving),
    );
    section.set(
        "number_of_servings",
        (content / food.serving).max(1).to_string(),
    );
    section.set("traffic_light_labelling", "Yes");
    section.set(
        "nutrition_statements",
        "Reference intake of an average adult (8400 kJ/2000 kcal)",
    );
    for &nutrient in Nutrient::ALL {
        if let Some(figure) = figures.of(nutrient) {
            section.set(
                nutrient.field(Column::Serving),
                text(figure * part, nutrient),
            );
        }
    }
    for (wire, amount) in &food.micronutrients {
        if let Some(micronutrient) = micronutrient(wire) {
            section.set(micronutrient.field(Column::Per100), *amount);
            if let Ok(number) = amount.parse::<f64>() {
                let serving = round(number * part, 2).to_string();
                section.set(micronutrient.field(Column::Serving), serving);
            }
        }
    }
}

/// The declaration as prepared; all fields are `null` if the food needs no preparation.
pub(crate) fn nutrients_prepared(food: &Food, figures: Figures) -> Section {
    let mut section = Section::blank(&NUTRIENTS_PREPARED);
    let Some(prepared) = food.prepared else {
        return section;
    };
    let unit = if food.liquid { "ml" } else { "g" };
    section.set("prepared_product_details", prepared.details);
    section.set(
        "prepared_product_portion_size",
        format!("{}{unit}", prepared.portion),
    );
    for &nutrient in Nutrient::ALL {
        if let Some(figure) = figures.of(nutrient) {
            let figure = figure * prepared.part;
            let portion = figure * f64::from(prepared.portion) / 100.0;
            section.set(
                nutrient.field(Column::PreparedPer100),
                text(figure, nutrient),
            );
            section.set(nutrient.field(Column::Prepared), text(portion, nutrient));
        }
    }
    section
}

/// The vitamin or mineral with that field name.
pub(crate) fn micronutrient(wire: &str) -> Option<Micronutrient> {
    Micronutrient::ALL
        .iter()
        .copied()
        .find(|other| other.wire_name() == wire)
}
