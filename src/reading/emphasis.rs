//! The emphasised words of a list.

use super::clause::Text;
use super::grammar::Denials;
use super::said::Emphasis;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::Match;
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
    let mut at = 0;
    let mut unit_of = Vec::with_capacity(text.words.len());
    for (index, unit) in text.units.iter().enumerate() {
        unit_of.extend(unit.words.clone().map(|_| index));
    }
    while at < text.words.len() && found.len() < MOST {
        let start = at;
        at += 1;
        if !text.words[start].emphasised {
            continue;
        }
        while at < text.words.len()
            && text.words[at].emphasised
            && text.words[at].breaks == Break::None
        {
            at += 1;
        }
        let units = unit_of[start]..unit_of[at - 1] + 1;
        let is_plain = |at: usize| text.unit(at).is_plain();
        let fills = |at: usize| text.unit(at).only_fills();
        let is_plain =
            units.clone().any(is_plain) && units.clone().all(|at| is_plain(at) || fills(at));
        if is_plain {
            ordinary += usize::from(is_in_capitals(&shown(&text.words[start..at])));
            continue;
        }
        if units.clone().any(|at| denials.units[at]) {
            continue;
        }
        let foods = text
            .foods(units.clone())
            .filter(|food| food.end > start && food.start < at);
        let emphasis = Emphasis {
            text: shown(&text.words[start..at]),
            allergens: foods.flat_map(Match::allergens).collect_vec(),
            is_known: units.clone().all(|at| text.unit(at).is_read()),
        };
        if !found.iter().any(|other| other.text == emphasis.text) {
            found.push(emphasis);
        }
    }
    // "AZÚCAR, CACAO, SAL, AROMA, LECHE": half of the list is in capitals, which distinguish nothing.
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
