//! The presence of allergens in a food, read from its ingredients.

use super::{Food, Recipe};
use product_pool::model::Allergen;

/// The presence of an allergen in a food.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// It is in the ingredients, under this name.
    Contains(&'static str),
    /// The food may contain it.
    MayContain,
    /// The food may contain its group; the member is not known.
    Unknown,
    /// The food does not contain it.
    Absent,
}

/// The presence of an allergen in a food.
pub(crate) fn presence(food: &Food, allergen: Allergen) -> Presence {
    // Kept, because parsing a list of ingredients is slow.
    let presences = food.presences.get_or_init(|| presences(food));
    let place = Allergen::ALL.iter().position(|other| *other == allergen);
    // There is a place for every allergen.
    place.map_or(Presence::Unknown, |place| presences[place])
}

/// The presence of each allergen, in the order of [`Allergen::ALL`].
fn presences(food: &Food) -> Vec<Presence> {
    let found = Recipe(food.ingredients).allergens();
    let may = |other: Allergen| food.may_contain.contains(&other.wire_name());
    let of = |allergen: Allergen| {
        if let Some((_, words)) = found.iter().find(|(other, _)| *other == allergen) {
            Presence::Contains(words)
        } else if may(allergen) || allergen.members().any(may) {
            Presence::MayContain
        } else if may(allergen.group()) {
            Presence::Unknown
        } else {
            Presence::Absent
        }
    };
    Allergen::ALL.iter().map(|allergen| of(*allergen)).collect()
}
