//! The emphasised words of a list.

use super::clause::Text;
use super::grammar::Denials;
use super::said::Emphasis;
use super::scope::is_heading;
use super::unit::Unit;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Match, Role};
use crate::text::letters;
use crate::text::tokens::{Break, shown};

/// The most emphasised runs collected from a text.
const MOST: usize = 50;

/// How many ordinary foods in capitals show that capitals mark no allergens.
const ORDINARY: usize = 3;

/// The emphasised words of a list, without its headings. Words emphasised inside a denial are left out.
pub(super) fn emphases(text: &Text, denials: &Denials) -> Vec<Emphasis> {
    let mut found: Vec<Emphasis> = Vec::new();
    let mut ordinary = 0;
    // "COLOMBA A LIEVITAZIONE NATURALE Ingredienti: …" begins with the name of the food.
    let goes_on = |at: &usize| *at == 0 || matches!(text.breaks(*at), Break::None | Break::Line);
    let mut title = (0..text.units.len()).take_while(goes_on);
    let title = title.find(|at| text.is(*at, Role::Ingredients) && is_heading(text, *at));
    let title = title.map_or(0, |heading| heading + 1);
    let units = text.units.iter().enumerate();
    let words = units.flat_map(|(at, unit)| unit.words.clone().map(move |word| (word, at)));
    let words = words.collect_vec();
    let is_marked = |word: usize| text.words[word].emphasised;
    let goes_on = |next: usize| is_marked(next) && text.words[next].breaks == Break::None;
    let runs = words.chunk_by(|(word, _), (next, _)| is_marked(*word) && goes_on(*next));
    for run in runs.filter(|run| is_marked(run[0].0)) {
        let (words, units) = (
            run[0].0..run[0].0 + run.len(),
            run[0].1..run[run.len() - 1].1 + 1,
        );
        let own = &text.units[units.clone()];
        let is_plain = own.iter().any(Unit::is_plain)
            && own.iter().all(|unit| unit.is_plain() || unit.only_fills());
        let foods = text.foods(units.clone());
        let foods = foods.filter(|food| food.end > words.start && food.start < words.end);
        let emphasis = Emphasis {
            text: shown(&text.words[words.clone()]),
            allergens: foods.flat_map(Match::allergens).collect_vec(),
            is_known: own.iter().all(Unit::is_read),
        };
        // "EMULSIFIER: E471" has a heading, "DOP" and "ORGANIC" are no foods.
        let is_ordinary = own
            .iter()
            .any(|unit| unit.is(Role::Plain) && !unit.is(Role::Known))
            && !is_heading(text, units.end - 1)
            && is_in_capitals(&emphasis.text);
        ordinary += usize::from(is_plain && is_ordinary);
        let is_title = units.end <= title && emphasis.allergens.is_empty();
        let is_denied = denials.units[units].contains(&true);
        let is_found = |other: &Emphasis| other.text == emphasis.text;
        if found.len() < MOST && !is_plain && !is_title && !is_denied && !found.iter().any(is_found)
        {
            found.push(emphasis);
        }
    }
    // "AZÚCAR, ACEITE, HARINA DE ARROZ, LECHE": half of the list is in capitals, which distinguish nothing.
    let is_said = |emphasis: &Emphasis| {
        ordinary < ORDINARY || !is_in_capitals(&emphasis.text) || !emphasis.allergens.is_empty()
    };
    found.retain(is_said);
    found
}

/// Whether words have no small letter.
fn is_in_capitals(words: &str) -> bool {
    !words.chars().any(letters::is_lowercase)
}
