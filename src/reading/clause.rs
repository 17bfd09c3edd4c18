//! A text as units in sentences, and what stands around a unit.

use super::imitate::TakenBack;
use super::said::Kind;
use super::unit::{Unit, continues, units};
use crate::collect_vec::nested;
use crate::lexicon::{Cues, Lexicon, Match, Role};
use crate::text::Run;
use crate::text::tokens::{Break, Token, tokenize};
use std::ops::Range;

/// How many units near a denial are examined.
pub(super) const NEAR: usize = 40;

/// The most units of a list that is denied. A longer one is not: texts that repeat themselves take no
/// longer for it.
pub(super) const MOST: usize = 200;

/// A sentence of a text.
pub(super) struct Sentence {
    pub(super) units: Range<usize>,
    /// The cues of its units.
    pub(super) cues: Cues,
}

/// A text as the phases read it. None of them changes what one before it made.
pub(super) struct Text {
    pub(super) kind: Kind,
    pub(super) words: Vec<Token>,
    pub(super) units: Vec<Unit>,
    pub(super) sentences: Vec<Sentence>,
    /// The sentence of each unit.
    pub(super) sentence_of: Vec<usize>,
    pub(super) lexicon: Lexicon,
}

impl Text {
    pub(super) fn new(runs: &[Run], kind: Kind, lexicon: &Lexicon) -> Text {
        let mut words = tokenize(runs);
        let found = lexicon.find(&mut words);
        let units = units(&words, &found);
        let mut sentences: Vec<Sentence> = Vec::new();
        let mut sentence_of = Vec::with_capacity(units.len());
        for (at, unit) in units.iter().enumerate() {
            let begins = match unit.breaks {
                Break::Sentence => true,
                Break::Line => !continues(&words[unit.words.start]),
                _ => sentences.is_empty(),
            };
            if begins {
                sentences.push(Sentence {
                    units: at..at,
                    cues: Cues::default(),
                });
            }
            if let Some(sentence) = sentences.last_mut() {
                sentence.units.end = at + 1;
                sentence.cues = sentence.cues.and(unit.cues);
            }
            sentence_of.push(sentences.len() - 1);
        }
        Text {
            kind,
            words,
            units,
            sentences,
            sentence_of,
            lexicon: lexicon.clone(),
        }
    }

    /// The unit at an index. One place that may panic is smaller than a hundred.
    pub(super) fn unit(&self, at: usize) -> &Unit {
        #[cfg(test)]
        crate::text::steps::step();
        &self.units[at]
    }

    pub(super) fn get(&self, at: usize) -> Option<&Unit> {
        #[cfg(test)]
        crate::text::steps::step();
        self.units.get(at)
    }

    /// Whether there is a unit with this role at an index.
    pub(super) fn is(&self, at: usize, role: Role) -> bool {
        self.is_any(at, Cues::of(&[role]))
    }

    pub(super) fn is_any(&self, at: usize, cues: Cues) -> bool {
        self.get(at).is_some_and(|unit| unit.is_any(cues))
    }

    pub(super) fn is_food(&self, at: usize) -> bool {
        self.get(at).is_some_and(Unit::is_food)
    }

    /// The break before a unit, or at the end of the text.
    pub(super) fn breaks(&self, at: usize) -> Break {
        self.get(at).map_or(Break::Sentence, |unit| unit.breaks)
    }

    /// The words of a unit.
    pub(super) fn words_of(&self, at: usize) -> &[Token] {
        &self.words[self.unit(at).words.clone()]
    }

    /// The first word of a unit, in plain letters.
    pub(super) fn first(&self, at: usize) -> &str {
        &self.words[self.unit(at).words.start].text
    }

    /// The last word of a unit.
    pub(super) fn last(&self, at: usize) -> &Token {
        &self.words[self.unit(at).words.end - 1]
    }

    /// The sentence of a unit.
    pub(super) fn sentence(&self, at: usize) -> &Sentence {
        &self.sentences[self.sentence_of[at]]
    }

    pub(super) fn in_sentence(&self, at: usize, cues: Cues) -> bool {
        self.sentence(at).cues.any(cues)
    }

    pub(super) fn foods(&self, units: Range<usize>) -> impl Iterator<Item = &Match> + Clone {
        let units = self.units.get(units).unwrap_or_default();
        nested(units, |unit| &unit.foods)
    }

    /// Whether nothing follows a unit before a break.
    pub(super) fn ends_at(&self, end: usize) -> bool {
        self.breaks(end) != Break::None
    }

    /// Whether what stands before a unit is no part of a list of names. In a name a comma parts.
    pub(super) fn parts(&self, at: usize) -> bool {
        match self.kind {
            Kind::Prose => self.breaks(at) != Break::None,
            Kind::List | Kind::Statement => self.breaks(at) >= Break::Bracket,
        }
    }

    /// Where words end that mean nothing and stand at a unit without a break.
    pub(super) fn end_of_known(&self, start: usize) -> Option<usize> {
        let widest = |at| {
            if at == start {
                Break::Dash
            } else {
                Break::None
            }
        };
        let mut known = start..self.units.len();
        known.find(|at| self.breaks(*at) > widest(*at) || !self.is(*at, Role::Known))
    }

    /// The same text without what modifiers take back.
    pub(super) fn without(mut self, taken: &[TakenBack]) -> Text {
        for taken in taken {
            let is_marked =
                |words: Range<usize>| self.words[words].iter().all(|word| word.emphasised);
            let by = &self.words[self.unit(taken.by).words.start];
            let (is_marked_by, is_struck) = (by.emphasised, by.is_struck);
            let foods = self.units[taken.units.clone()]
                .iter_mut()
                .flat_map(|unit| &mut unit.foods);
            for food in foods {
                #[cfg(test)]
                crate::text::steps::step();
                let is_alone = !is_marked_by && is_marked(food.start..food.end);
                if !is_alone && !is_struck && (taken.from)(food) {
                    food.take_back(taken.allergens);
                }
            }
        }
        self
    }
}
