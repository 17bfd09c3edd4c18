//! The base foods: a hand-written table, one entry for each food, from which the whole
//! catalogue is made.
//!
//! Energy is not in the table: it is computed from the other figures with the conversion
//! factors of Regulation (EU) No 1169/2011 Annex XIV. Nor are allergens: they are the words
//! between asterisks in the ingredients, so that the list and the flags cannot differ.

mod baked;
mod chilled;
mod cupboard;
mod drinks;
mod kinds;
mod kits;
mod market;
mod text;

pub(crate) use kinds::{Category, Diet, Motif, Pack, Storage};
pub(crate) use kits::{KITS, Kit};
pub(crate) use text::Recipe;

/// Figures per 100 g or 100 ml.
#[derive(Clone, Copy, Debug, PartialEq)]
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prepared {
    /// The instructions.
    pub(crate) details: &'static str,
    /// The amount of the food in 1 g or ml of the prepared food.
    pub(crate) part: f64,
    /// A portion of the prepared food, in grams or millilitres.
    pub(crate) portion: u32,
}

/// A base food.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Food {
    /// The name, which is unique.
    pub(crate) name: &'static str,
    pub(crate) category: Category,
    pub(crate) storage: Storage,
    /// The pack of a consumer unit.
    pub(crate) pack: Pack,
    /// The motif on the pack.
    pub(crate) motif: Motif,
    /// The content of a consumer unit, in grams or millilitres.
    pub(crate) content: u32,
    /// Whether it is measured in millilitres, with figures per 100 ml.
    pub(crate) liquid: bool,
    /// A serving, in grams or millilitres.
    pub(crate) serving: u32,
    pub(crate) figures: Figures,
    pub(crate) diet: Diet,
    /// The country of origin.
    pub(crate) origin: &'static str,
    /// The ingredients; asterisks enclose the allergens.
    pub(crate) ingredients: &'static str,
    /// The field names of allergens that it may contain, separated by spaces.
    pub(crate) may_contain: &'static str,
    /// Vitamins and minerals per 100 g or ml: field names and figures.
    pub(crate) micronutrients: &'static [(&'static str, &'static str)],
    pub(crate) prepared: Option<Prepared>,
    /// The alcohol content in per cent by volume. Above 1.2 no nutrition declaration is
    /// required.
    pub(crate) alcohol: Option<&'static str>,
}

/// Parses the table. The format of a line: name, category, storage, pack (motif), content and
/// serving with the unit, `[fat saturates carbohydrate sugars fibre protein salt]`, diet,
/// origin, ingredients, and then the optional parts.
macro_rules! table {
    ($($name:literal $category:ident $storage:ident $pack:ident($motif:ident)
       $content:literal/$serving:literal $unit:ident
       [$fat:literal $saturates:literal $carbohydrate:literal $sugars:literal $fibre:literal $protein:literal $salt:literal]
       $diet:ident $origin:literal $ingredients:literal
       $(may $may:literal)?
       $(micro $($micro:ident $amount:literal),+)?
       $(made $details:literal $part:literal $portion:literal)?
       $(alcohol $alcohol:literal)?;)*) => {
        pub(super) const FOODS: &[super::Food] = &[$(super::Food {
            name: $name,
            category: super::Category::$category,
            storage: super::Storage::$storage,
            pack: super::Pack::$pack,
            motif: super::Motif::$motif,
            content: $content,
            liquid: super::is_millilitres(stringify!($unit)),
            serving: $serving,
            figures: super::Figures {
                fat: $fat,
                saturates: $saturates,
                carbohydrate: $carbohydrate,
                sugars: $sugars,
                fibre: $fibre,
                protein: $protein,
                salt: $salt,
            },
            diet: super::Diet::$diet,
            origin: $origin,
            ingredients: $ingredients,
            may_contain: concat!("", $($may)?),
            micronutrients: &[$($((stringify!($micro), $amount)),+)?],
            prepared: super::first([$(super::Prepared { details: $details, part: $part, portion: $portion },)?]),
            alcohol: super::first([$($alcohol,)?]),
        }),*];
    };
}

use table;

/// Whether a unit of the table is `ml`.
const fn is_millilitres(unit: &str) -> bool {
    unit.len() == 2
}

/// The value of an optional part of a line.
const fn first<T: Copy, const N: usize>(list: [T; N]) -> Option<T> {
    if N == 0 { None } else { Some(list[0]) }
}

/// All base foods.
pub(crate) fn foods() -> impl Iterator<Item = &'static Food> {
    [
        baked::FOODS,
        chilled::FOODS,
        cupboard::FOODS,
        drinks::FOODS,
        market::FOODS,
    ]
    .into_iter()
    .flatten()
}

/// Finds a food by name.
pub(crate) fn food(name: &str) -> Option<&'static Food> {
    foods().find(|food| food.name == name)
}

#[cfg(test)]
mod tests;
