//! The base foods and kits, read from `data/`, from which the whole catalogue is made.
//!
//! Energy is not in the table: it is computed from the other figures with the conversion
//! factors of Regulation (EU) No 1169/2011 Annex XIV. Nor are allergens: they are the words
//! between asterisks in the ingredients, so that the list and the flags cannot differ.

mod presence;
mod text;

pub(crate) use presence::{Presence, presence};
pub(crate) use text::{Recipe, STATEMENT};

use crate::data::read;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

/// Figures per 100 g or 100 ml.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Figures {
    /// Fat, in grams, as are the next six fields.
    pub(crate) fat: f64,
    pub(crate) saturates: f64,
    pub(crate) carbohydrate: f64,
    pub(crate) sugars: f64,
    pub(crate) fibre: f64,
    pub(crate) protein: f64,
    pub(crate) salt: f64,
}

/// The preparation of a food.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Prepared {
    /// The instructions.
    pub(crate) details: &'static str,
    /// The amount of the food in 1 g or ml of the prepared food.
    pub(crate) part: f64,
    /// A portion of the prepared food, in grams or millilitres.
    pub(crate) portion: u32,
}

/// A base food.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Food {
    /// The name, which is unique.
    pub(crate) name: &'static str,
    /// A category of `data/lists.json`.
    pub(crate) category: &'static str,
    /// `Ambient`, `Chilled` or `Frozen`.
    pub(crate) storage: &'static str,
    /// The pack of a consumer unit: one of `data/lists.json`.
    pub(crate) pack: &'static str,
    /// The drawings of the pack and of the motif on it.
    pub(crate) picture: [&'static str; 2],
    /// The content of a consumer unit, in grams or millilitres.
    pub(crate) content: u32,
    /// Whether it is measured in millilitres, with figures per 100 ml.
    #[serde(default)]
    pub(crate) liquid: bool,
    /// A serving, in grams or millilitres.
    pub(crate) serving: u32,
    pub(crate) figures: Figures,
    /// `Vegan`, `Vegetarian` or `Omnivore`.
    pub(crate) diet: &'static str,
    /// The country of origin.
    pub(crate) origin: &'static str,
    /// The ingredients; asterisks enclose the allergens.
    pub(crate) ingredients: &'static str,
    /// The field names of allergens that it may contain.
    #[serde(default)]
    pub(crate) may_contain: Vec<&'static str>,
    /// Vitamins, minerals and other nutrients per 100 g or ml: field names and figures.
    #[serde(default)]
    pub(crate) nutrients: BTreeMap<&'static str, &'static str>,
    pub(crate) prepared: Option<Prepared>,
    /// The alcohol content in per cent by volume. Above 1.2 no nutrition declaration is
    /// required.
    pub(crate) alcohol: Option<&'static str>,
    /// The allergen statement on the pack, where it is not made of the recipe.
    pub(crate) statement: Option<&'static str>,
    /// What was different before the newest version.
    pub(crate) earlier: Option<Earlier>,
    /// The presence of each allergen, once it has been read from the ingredients.
    #[serde(skip)]
    pub(crate) presences: OnceLock<Vec<Presence>>,
}

/// What earlier versions of a product say of its allergens. What is left out has not changed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Earlier {
    ingredients: Option<&'static str>,
    may_contain: Option<Vec<&'static str>>,
    statement: Option<&'static str>,
}

impl Food {
    /// The food as earlier versions have it.
    pub(crate) fn earlier(&'static self) -> &'static Food {
        static EARLIER: LazyLock<Vec<Food>> =
            LazyLock::new(|| foods().iter().filter_map(Food::before).collect());
        let mut foods = EARLIER.iter();
        foods.find(|food| food.name == self.name).unwrap_or(self)
    }

    fn before(&self) -> Option<Food> {
        let earlier = self.earlier.as_ref()?;
        let may_contain = earlier.may_contain.as_ref();
        Some(Food {
            ingredients: earlier.ingredients.unwrap_or(self.ingredients),
            may_contain: may_contain.unwrap_or(&self.may_contain).clone(),
            statement: earlier.statement.or(self.statement),
            presences: OnceLock::new(),
            ..self.clone()
        })
    }
}

/// What a case contains: one food, or a kit of several under a name of its own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Article {
    /// The name, which is unique.
    pub(crate) name: &'static str,
    pub(crate) category: &'static str,
    pub(crate) storage: &'static str,
    /// The pack of the whole; the foods of a kit have packs of their own.
    pub(crate) pack: &'static str,
    pub(crate) picture: [&'static str; 2],
    /// The foods: their names and contents in grams or millilitres. The first of a kit has its
    /// storage.
    pub(crate) components: Vec<(&'static str, u32)>,
}

impl From<&'static Food> for Article {
    fn from(food: &'static Food) -> Article {
        Article {
            name: food.name,
            category: food.category,
            storage: food.storage,
            pack: food.pack,
            picture: food.picture,
            components: vec![(food.name, food.content)],
        }
    }
}

/// All base foods.
pub(crate) fn foods() -> &'static [Food] {
    static FOODS: LazyLock<Vec<Food>> =
        LazyLock::new(|| read(include_str!("../../data/foods.json")));
    &FOODS
}

/// All foods and kits.
pub(crate) fn articles() -> &'static [Article] {
    static ARTICLES: LazyLock<Vec<Article>> = LazyLock::new(|| {
        let kits: Vec<Article> = read(include_str!("../../data/kits.json"));
        foods().iter().map(Article::from).chain(kits).collect()
    });
    &ARTICLES
}

/// Finds a food by name.
pub(crate) fn food(name: &str) -> Option<&'static Food> {
    foods().iter().find(|food| food.name == name)
}

#[cfg(test)]
mod tests;
