//! Words written together that name an allergen: "CODfillet", "wheyprotein", "MAYCONTAINNUTS", and
//! "<b>Cod</b>fillet", in which tags mark the name.

use super::{Cues, Entry, Lexicon, Meaning, Named, cues, has_star, matches_word};
use crate::collect_vec::CollectVec as _;
use crate::text::letters;
use crate::text::tokens::{Token, fold, plain};
use std::ops::Range;

/// The fewest letters of a name, and of what stands before one, in a word that no emphasis parts.
const SHORTEST: usize = 3;
const BEFORE: usize = 4;

/// The most bytes of a word that is searched for others.
const LONGEST: usize = 40;

impl Lexicon {
    /// Splits the words that are written together, if one of them names an allergen.
    pub(super) fn split(&self, tokens: &mut Vec<Token>) {
        let mut split = Vec::with_capacity(tokens.len());
        for mut token in tokens.drain(..) {
            token.other_forms = self.other_forms(&token.text);
            let part = match token.is_spelt || token.shown.len() > LONGEST {
                true => None,
                false => self.stressed_part(&token).or_else(|| self.part(&token)),
            };
            match part {
                Some(part) => {
                    let first = split.len();
                    parts(&token, &part, &mut split);
                    for word in &mut split[first..] {
                        word.other_forms = self.other_forms(&word.text);
                    }
                }
                None => split.push(token),
            }
        }
        *tokens = split;
    }

    /// The part of a word that tags or capitals set apart, if it names an allergen. It beats a false
    /// friend: the "NUT" of "butterNUT".
    fn stressed_part(&self, token: &Token) -> Option<Range<usize>> {
        let whole = 0..token.shown.len();
        let stressed = match token.emphasised {
            true => token.stressed.clone(),
            // A word in small letters has none.
            false if token.shown == token.text => return None,
            false => capitals(&token.shown),
        };
        if stressed == whole {
            return None;
        }
        let part = fold(token.shown.get(stressed.clone())?);
        let names = |word: &str| self.any_form(word, &|form| self.names(form, false));
        let is_name = part.len() > 1 && names(&part);
        (is_name && !names(&token.text)).then_some(stressed)
    }

    /// The name of a food that always contains an allergen, at an end of an unknown word whose
    /// rest is known.
    fn part(&self, token: &Token) -> Option<Range<usize>> {
        let shown = token.shown.as_str();
        let (name, begins) = self.look_up(&token.text, false);
        let is_known = begins
            || token
                .other_forms
                .iter()
                .any(|form| self.look_up(form, false).1)
            || self.stem_before_free(&token.text).is_some();
        if is_known {
            return name.and_then(|(most, _)| self.first_of_two(token, most.len()));
        }
        // "Maycontaintracesof".
        let mut claims = self.0.claims.iter();
        let is_claim = claims.any(|claim| token.text.starts_with(&**claim));
        let is_always = |word: &str| self.names(word, true);
        // Of one letter that is shown there may be two in the text: "ß" is "ss".
        let mut before = 0;
        let mut ends = shown.char_indices();
        ends.find_map(|(at, letter)| {
            #[cfg(test)]
            crate::text::steps::step();
            let (start, end) = token.text.split_at_checked(before)?;
            before += plain(letter, &mut [0; 4]).len();
            if start.len() < SHORTEST || end.len() < SHORTEST {
                return None;
            }
            if is_always(start) && self.is_part(end) {
                return Some(0..at);
            }
            let singular = end.trim_end_matches('s');
            let is_name = is_always(end) || singular.len() >= SHORTEST && is_always(singular);
            let is_part = is_name && start.len() >= BEFORE && self.is_part(start);
            let is_claimed = || self.any_form(end, &is_always);
            (is_part || is_claim && is_claimed()).then_some(at..shown.len())
        })
    }

    /// Whether two words around a hyphen name an allergen as one, and alone none: the hyphen of the end of
    /// a line stayed in "mus-tard".
    pub(super) fn is_broken(&self, word: &Token, rest: &Token) -> bool {
        let names = |word: &str| self.names(word, false);
        let is_parted = rest.hyphenated && !rest.is_joined;
        is_parted
            && !names(&word.text)
            && !names(&rest.text)
            && names(&format!("{}{}", word.text, rest.text))
    }

    /// The first name of a word with two, of different allergens: the "Krebs" of "Krebsbutter". An entry
    /// for more of the word than one of them decides alone: "Butternuss", "pindakaas".
    fn first_of_two(&self, token: &Token, most: usize) -> Option<Range<usize>> {
        let whole = fold(&token.shown);
        // Of one letter that is shown there may be two in the text: "ß" is "ss".
        let mut before = 0;
        let mut ends = token.shown.char_indices();
        ends.find_map(|(at, letter)| {
            let (start, end) = whole.split_at_checked(before)?;
            before += plain(letter, &mut [0; 4]).len();
            let is_long = start.len().min(end.len()) >= SHORTEST;
            if !is_long || most > start.len().max(end.len()) {
                return None;
            }
            // The "hake" of "milkshake" is none.
            let first = self.name(start, true);
            let first = first.filter(|(letters, _)| start.ends_with(letters));
            let (one, other) = (first?.1, self.name(end, true)?.1);
            one.is_of_other_groups(other).then_some(0..at)
        })
    }

    /// Whether something holds for a word, or for a singular that it may be the plural of.
    fn any_form(&self, word: &str, holds: &dyn Fn(&str) -> bool) -> bool {
        holds(word) || self.other_forms(word).iter().any(|form| holds(form))
    }

    /// Whether a word by itself names an allergen, or a food that always contains one.
    fn names(&self, word: &str, always: bool) -> bool {
        self.name(word, always).is_some()
    }

    /// The letters by which a word by itself names an allergen, or a food that always contains one, and
    /// what they name. Of the entries that match it the longest decides, which may be a false friend.
    fn name(&self, word: &str, always: bool) -> Option<(&str, Named)> {
        self.look_up(word, always).0
    }

    /// The [`name`](Self::name) of a word, and whether an entry begins with it. The stem of a phrase may be
    /// a part: the "whole*" of "wholesoya".
    fn look_up(&self, word: &str, always: bool) -> (Option<(&str, Named)>, bool) {
        let counts = |named: Named| !named.is_none() && (named.always || !always);
        let size = |(phrase, named): (&str, Named)| (phrase.len(), counts(named));
        let (mut longest, mut begins) = (None, false);
        self.beginning(word, &mut |entry| {
            let food = entry.food();
            begins |= food.is_some() || !has_star(entry.first());
            let food =
                food.filter(|named| !named.only_avoided && matches_word(&entry.phrase, word));
            let food = food.map(|named| (&*entry.phrase, named));
            if food.map(size) >= longest.map(size) {
                longest = food;
            }
        });
        let name = longest.filter(|(_, named)| counts(*named));
        (
            name.map(|(phrase, named)| (phrase.trim_matches('*'), named)),
            begins,
        )
    }

    /// Whether a word is the rest of a compound: a food, or what is made of one.
    fn is_part(&self, word: &str) -> bool {
        #[cfg(test)]
        crate::text::steps::step();
        const PARTS: Cues = cues![Filler, Form, Known];
        let is_part = |entry: &Entry| match entry.meaning {
            Meaning::Food(named) => !named.only_avoided,
            Meaning::Phrase(cues) => cues.any(PARTS),
        };
        self.any_form(word, &|form| {
            let mut found = self.0.parts.iter().any(|part| matches_word(part, form));
            self.beginning(form, &mut |entry| {
                found |= is_part(entry) && matches_word(&entry.phrase, form);
            });
            found
        })
    }
}

/// The first capitals in a row, three or more, of a word that is not all in capitals.
fn capitals(word: &str) -> Range<usize> {
    let mut run = 0..0;
    let mut count = 0;
    for (at, letter) in word.char_indices() {
        if letters::is_uppercase(letter) {
            run.start = if count == 0 { at } else { run.start };
            run.end = at + letter.len_utf8();
            count += 1;
        } else if count >= SHORTEST {
            break;
        } else {
            count = 0;
        }
    }
    if count < SHORTEST { 0..0 } else { run }
}

/// Splits a word into a part and what stands before and behind it.
fn parts(token: &Token, part: &Range<usize>, words: &mut Vec<Token>) {
    let ranges = [0..part.start, part.clone(), part.end..token.shown.len()];
    let ranges = ranges
        .into_iter()
        .filter(|range| !range.is_empty())
        .collect_vec();
    let last = ranges.len() - 1;
    for (index, range) in ranges.into_iter().enumerate() {
        let shown = token.shown.get(range.clone()).unwrap_or_default();
        let is_stressed = token.stressed.start < range.end && range.start < token.stressed.end;
        let mut word = Token {
            text: fold(shown),
            shown: shown.to_owned(),
            // Capitals that set a name apart keep it from being part of a longer one.
            emphasised: token.emphasised && is_stressed || range == capitals(&token.shown),
            is_struck: token.is_struck,
            depth: token.depth,
            ends_question: token.ends_question && index == last,
            has_note: token.has_note,
            ..Token::default()
        };
        if index == 0 {
            (word.breaks, word.hyphenated) = (token.breaks, token.hyphenated);
            (word.continues, word.after_sign) = (token.continues, token.after_sign);
        } else {
            (word.hyphenated, word.is_joined) = (true, true);
        }
        words.push(word);
    }
}
