//! Limits below which nothing need be declared.

use super::clause::Text;
use crate::lexicon::{Match, Role, cues};
use crate::model::Allergen;

/// Below how many mg/kg an allergen need not be declared.
const LIMITS: [(Allergen, u32); 2] = [(Allergen::Cereal, 20), (Allergen::SulphurDioxide, 10)];

/// Where a sentence ends that begins here and states a limit: "contains less than 20 ppm gluten", "no
/// sulphites above 10 mg/kg".
pub(super) fn end_of_limit(text: &Text, start: usize) -> Option<usize> {
    let mut sentence = text.sentence(start).units.clone();
    if start != sentence.start || !text.in_sentence(start, cues![Below]) {
        return None;
    }
    let end = sentence.end;
    let food = sentence.clone().find(|at| text.is_food(*at))?;
    let mut allergens = text.foods(food..end).flat_map(Match::allergens);
    let (named, most) = LIMITS
        .into_iter()
        .find(|(of, _)| text.unit(food).allergens().next() == Some(*of))?;
    // "No sulphites above 10 mg/kg".
    let denies = food > start && text.is(food - 1, Role::Absent);
    // "20 ppm", "20ppm".
    let amount = |at: usize| {
        let word = text.first(at);
        let unit = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_share = text.is_any(at, cues![Share]) || text.is(at + 1, Role::Share);
        word.strip_suffix(unit)?
            .parse::<u32>()
            .ok()
            .filter(|_| is_share)
    };
    let is_below = |at: usize| {
        let limits = text.is(at, Role::Below) && (denies || !text.is(at, Role::Not));
        limits && at + 1 < text.units.len() && amount(at + 1).is_some_and(|amount| amount <= most)
    };
    // "Contains sulphites below 10 mg/kg" says that it contains them.
    let contains = |at| text.is(at, Role::Contains) && !text.is(at, Role::Below);
    let is_certain = allergens.all(|allergen| allergen == named)
        && sentence.clone().any(is_below)
        && !sentence.any(contains);
    is_certain.then_some(end)
}
