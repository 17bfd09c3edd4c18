//! Limits below which nothing need be declared.

use super::clause::Text;
use crate::lexicon::{Match, Role, cues};
use crate::model::Allergen;

/// Where a sentence ends that begins here and states a limit: "contains less than 20 ppm gluten", "no
/// sulphites above 10 mg/kg".
pub(super) fn end_of_limit(text: &Text, start: usize) -> Option<usize> {
    let sentence = text.sentence(start).units.clone();
    if start != sentence.start || !text.in_sentence(start, cues![Below]) {
        return None;
    }
    let foods = text.foods(sentence.clone());
    let mut allergens = foods.flat_map(Match::allergens);
    let named = allergens.next();
    let most = match named {
        Some(Allergen::Cereal) => 20,
        Some(Allergen::SulphurDioxide) => 10,
        _ => return None,
    };
    // "No sulphites above 10 mg/kg".
    let first = sentence.clone().find(|at| text.is_food(*at));
    let denies = first.is_some_and(|food| food > 0 && text.is(food - 1, Role::Absent));
    let is_below = |at: usize| {
        let limits = text.is(at, Role::Below) && (denies || !text.is(at, Role::Not));
        // "20 ppm", "20ppm".
        let is_share = (at + 1..at + 3).any(|at| text.is(at, Role::Share));
        let amount = || {
            let word = text.first(at + 1);
            let unit = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
            word.strip_suffix(unit)?.parse::<u32>().ok()
        };
        limits && is_share && amount().is_some_and(|amount| amount <= most)
    };
    // "Contains sulphites below 10 mg/kg" says that it contains them.
    let contains = |at| text.is(at, Role::Contains) && !text.is(at, Role::Below);
    let is_certain = allergens.all(|allergen| Some(allergen) == named)
        && sentence.clone().any(is_below)
        && !sentence.clone().any(contains);
    is_certain.then_some(sentence.end)
}
