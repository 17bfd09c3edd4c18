//! The units of a text: foods, phrases and other words, each the longest that the lexicon has.

use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Cues, Match, Role, cues};
use crate::model::Allergen;
use crate::text::letters;
use crate::text::tokens::{Break, Token};
use std::ops::Range;

/// An upper bound of the number of words in a food of the lexicon.
const LONGEST: usize = 8;

/// Words that mean something together.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// The indices of its words.
    pub(super) words: Range<usize>,
    /// The foods and false friends that it names.
    pub(super) foods: Vec<Match>,
    /// What it says of the units around it.
    pub(super) cues: Cues,
    /// The cues of all phrases in it: the doubt of "not" in "not guaranteed".
    pub(super) inner: Cues,
    /// Whether it is understood, so that a denial may stand beside it.
    pub(super) is_known: bool,
    /// The break before it.
    pub(super) breaks: Break,
    /// How many brackets are open.
    pub(super) depth: usize,
}

impl Unit {
    pub(super) fn is(&self, role: Role) -> bool {
        self.cues.is(role)
    }

    pub(super) fn is_any(&self, cues: Cues) -> bool {
        self.cues.any(cues)
    }

    pub(super) fn is_food(&self) -> bool {
        !self.foods.is_empty()
    }

    /// The allergens that its foods name.
    pub(super) fn allergens(&self) -> impl Iterator<Item = Allergen> {
        self.foods.iter().flat_map(Match::allergens)
    }

    /// Whether it is understood, or an ordinary food.
    pub(super) fn is_read(&self) -> bool {
        self.is_known || self.is(Role::Plain)
    }

    /// Whether its emphasis means nothing.
    pub(super) fn is_plain(&self) -> bool {
        self.is(Role::Plain) || !self.is_food() && self.is_known && !self.only_fills()
    }

    /// Whether it only describes what stands beside it.
    pub(super) fn only_fills(&self) -> bool {
        self.cues.without(cues![Sort]).is_only(Role::Filler)
    }
}

/// The units of the words in which these entries of the lexicon were found.
pub(super) fn units(words: &[Token], found: &[Match]) -> Vec<Unit> {
    let foods = whole_foods(found, words);
    let mut units: Vec<Unit> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (phrase, mut cues) = phrase(found, at);
        let first = foods.partition_point(|food| food.start < at);
        let here = foods[first..].iter().take_while(|food| food.start == at);
        let food = here.map(|food| food.end).fold(at + 1, usize::max);
        if phrase < food {
            cues = Cues::default();
        }
        let mut end = food.max(phrase);
        let mut own = Vec::new();
        for food in &foods[first..] {
            if food.start >= end {
                break;
            }
            end = end.max(food.end);
            own.push(*food);
        }
        // "Pasta de cacao" is no pasta.
        if cues.is_only(Role::Plain) && phrase > food {
            own.clear();
        }
        let is_known = !own.is_empty()
            || is_phrase_known(cues)
            || words[at..end].iter().all(is_slight)
            || is_town(&units, words, at);
        units.push(Unit {
            words: at..end,
            foods: own,
            cues,
            inner: phrases(found, at..end).fold(Cues::default(), |all, (_, cues)| all.and(cues)),
            is_known,
            breaks: words[at].breaks,
            depth: words[at].depth,
        });
        at = end;
    }
    units
}

/// The end of the longest phrase that begins at a word, and its cues.
fn phrase(found: &[Match], at: usize) -> (usize, Cues) {
    let phrases = phrases(found, at..at + 1);
    let end = phrases
        .clone()
        .map(|(end, _)| end)
        .max()
        .unwrap_or_default();
    let longest = phrases.filter(|phrase| phrase.0 == end);
    // The lexicon of a language gives its own words of warning other cues.
    let is_own = |cues: Cues| !cues.is(Role::Foreign);
    let has_own = longest.clone().any(|(_, cues)| is_own(cues));
    let longest = longest.filter(|(_, cues)| !has_own || is_own(*cues));
    (
        end,
        longest.fold(Cues::default(), |all, (_, cues)| all.and(cues)),
    )
}

/// The phrases that begin among some words: where they end, and their cues.
fn phrases(found: &[Match], words: Range<usize>) -> impl Iterator<Item = (usize, Cues)> + Clone {
    let first = found.partition_point(|found| found.start < words.start);
    let here = found[first..].iter();
    let here = here.take_while(move |found| found.start < words.end);
    here.filter_map(|found| Some((found.end, found.cues()?)))
}

/// A word for some of many leaves a denial open: "several products contain no milk", "no nuts such as
/// almonds". So does another food: "free from milk chocolate".
fn is_phrase_known(cues: Cues) -> bool {
    let mut open = [Role::Other, Role::Example, Role::Plain, Role::Enclosed].iter();
    !cues.is_empty() && !open.any(|role| cues.is_only(*role))
}

/// Whether a word is too short to matter: a letter, a number.
pub(super) fn is_slight(word: &Token) -> bool {
    let is_digit = |letter: char| letter.is_ascii_digit();
    word.text.len() < 2 || word.is_spelt || word.text.starts_with(is_digit)
}

/// Whether a word is the name of where a place is: "a gluten free bakery in Wiltshire".
fn is_town(before: &[Unit], words: &[Token], at: usize) -> bool {
    let is_name = matches!(words[at].shown.as_bytes(), [b'A'..=b'Z', b'a'..=b'z', ..]);
    let is_in = |unit: &Unit| unit.is(Role::In);
    let mut near = before.iter().rev().take(2);
    is_name && before.last().is_some_and(is_in) && near.any(|unit| unit.is(Role::Place))
}

/// The foods of a text. A food inside a longer one is dropped, such as the milk in "coconut milk",
/// unless the supplier emphasised it alone.
fn whole_foods(found: &[Match], words: &[Token]) -> Vec<Match> {
    let is_food = |found: &&Match| found.named().is_some_and(|named| !named.only_avoided);
    let all = found.iter().filter(is_food).copied().collect_vec();
    let is_emphasised = |food: &Match| {
        words[food.start..food.end]
            .iter()
            .all(|word| word.emphasised)
    };
    let is_part = |food: &&Match| {
        let from = all.partition_point(|other| other.start + LONGEST < food.start);
        let near = all[from..].iter();
        let mut near = near.take_while(|other| other.start <= food.start);
        near.any(|other| {
            let size = |food: &Match| (food.end - food.start, food.letters);
            // The "base" of Italian is not the plural of the English "basa".
            let is_inflected = food.is_english && !food.first_is_plain;
            let is_word = other.first_is_plain && !other.is_english && other.end == food.end;
            // The milk of "free from nuts milk" is not nut milk, but "setas de ostra" are mushrooms.
            other.end >= food.end
                && (other.first_is_plain || !other.is_english || other.start == food.start)
                && (size(other) > size(food) || is_inflected && is_word)
                && (is_emphasised(other) || !is_emphasised(food))
        })
    };
    all.iter()
        .filter(|food| !is_part(food))
        .copied()
        .collect_vec()
}

/// Whether a line that begins with this word continues the one before: text copied from a document
/// may break anywhere.
pub(super) fn continues(word: &Token) -> bool {
    word.shown.starts_with(letters::is_lowercase)
}
