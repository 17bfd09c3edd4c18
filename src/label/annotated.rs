//! A text as its words, with what the lexicon finds in them: foods, phrases,
//! and what holds of each sentence as a whole.

use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Lexicon, Match, Role};
use crate::text::Run;
use crate::text::tokens::{Break, Token, tokenize};

/// What kind of text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A list of ingredients.
    List,
    /// Words about allergens.
    Statement,
    /// The name of a food.
    Name,
}

/// A text with what the lexicon finds in it.
pub(super) struct Annotated {
    pub(super) tokens: Vec<Token>,
    pub(super) phrases: Vec<Phrase>,
    /// The foods, and false friends, in the order in which they begin.
    pub(super) foods: Vec<Match>,
    pub(super) sentences: Vec<Sentence>,
}

/// What holds of a sentence as a whole.
#[derive(Debug, Default)]
pub(super) struct Sentence {
    /// Whether a word of doubt undoes what it denies.
    pub(super) has_doubt: bool,
    /// Where the first phrase stands that makes all it names a risk.
    pub(super) risk_phrase: Option<usize>,
    /// In how many brackets the outermost of them stands.
    pub(super) risk_depth: Option<usize>,
    /// Whether it speaks with caution.
    is_cautious: bool,
    /// Whether it speaks of cleaning.
    pub(super) mentions_cleaning: bool,
    /// Whether it says of something that it is there, or may be.
    pub(super) is_resolved: bool,
    /// Whether it warns of something that is not understood.
    pub(super) warns_of_unknown: bool,
}

impl Sentence {
    /// Whether it makes what it names a risk: in a statement one word of
    /// caution is enough.
    pub(super) fn warns(&self, kind: Kind) -> bool {
        self.risk_phrase.is_some() || self.is_cautious && kind == Kind::Statement
    }

    /// Whether it warns of something that it does not name. "Our lines are
    /// cleaned between runs" does not; "but traces may remain" does.
    pub(super) fn warns_without_name(&self, kind: Kind) -> bool {
        let is_harmless = self.mentions_cleaning && !self.has_doubt;
        self.warns_of_unknown || self.warns(kind) && !self.is_resolved && !is_harmless
    }
}

impl Annotated {
    pub(super) fn new(runs: &[Run], lexicon: &Lexicon) -> Annotated {
        let mut tokens = tokenize(runs);
        let found = lexicon.find(&mut tokens);
        let foods = foods(&found, &tokens);
        let phrases = phrases(&found);
        for (index, phrase) in phrases.iter().enumerate() {
            for token in &mut tokens[phrase.start..phrase.end] {
                token.phrase = Some(index);
            }
        }
        for food in &foods {
            for token in &mut tokens[food.start..food.end] {
                token.in_food = true;
            }
        }
        let mut text = Annotated {
            tokens,
            phrases,
            foods,
            sentences: Vec::new(),
        };
        text.split_sentences(&found);
        text
    }

    /// Finds the sentences. A line that goes on in small letters is of the one
    /// before: what is copied from a document is broken anywhere.
    fn split_sentences(&mut self, found: &[Match]) {
        for token in &mut self.tokens {
            let continues = token.shown.starts_with(char::is_lowercase);
            let begins = match token.breaks {
                Break::Sentence => true,
                Break::Line => !continues,
                _ => self.sentences.is_empty(),
            };
            if begins {
                self.sentences.push(Sentence::default());
            }
            token.sentence = self.sentences.len() - 1;
            if let Some(sentence) = self.sentences.last_mut() {
                // "Nut free? We cannot say".
                sentence.has_doubt |= token.ends_question;
            }
        }
        for phrase in &self.phrases {
            let sentence = &mut self.sentences[self.tokens[phrase.start].sentence];
            if phrase.is(Role::Around) {
                let depth = self.tokens[phrase.start].depth;
                sentence.risk_phrase.get_or_insert(phrase.start);
                let outer = sentence.risk_depth.get_or_insert(depth);
                *outer = depth.min(*outer);
            }
            sentence.is_cautious |= phrase.is(Role::May) || phrase.is(Role::Caution);
            sentence.mentions_cleaning |= phrase.is(Role::Clean);
        }
        for not in found.iter().filter(|it| it.role() == Some(Role::Not)) {
            // The "not" of "does not contain" undoes no denial.
            let is_plain = [Role::Absent, Role::Calm, Role::May];
            if !is_plain.iter().any(|role| self.is(not.start, *role)) {
                self.sentences[self.tokens[not.start].sentence].has_doubt = true;
            }
        }
    }

    pub(super) fn sentence(&self, at: usize) -> &Sentence {
        &self.sentences[self.tokens[at].sentence]
    }

    /// The phrase that a word belongs to.
    pub(super) fn phrase(&self, at: usize) -> Option<&Phrase> {
        self.phrases.get(self.tokens.get(at)?.phrase?)
    }

    /// Whether a word belongs to a phrase of that role.
    pub(super) fn is(&self, at: usize, role: Role) -> bool {
        self.phrase(at).is_some_and(|phrase| phrase.is(role))
    }

    /// The foods that begin with a word.
    pub(super) fn foods_at(&self, at: usize) -> &[Match] {
        let first = self.foods.partition_point(|food| food.start < at);
        let end = self.foods.partition_point(|food| food.start <= at);
        self.foods.get(first..end).unwrap_or_default()
    }

    /// The end of the longest food that begins with a word.
    pub(super) fn food(&self, at: usize) -> Option<usize> {
        self.foods_at(at).iter().map(|food| food.end).max()
    }

    /// The longest food that ends before a word.
    pub(super) fn food_before(&self, at: usize) -> Option<&Match> {
        let near = (at.saturating_sub(LONGEST)..at).flat_map(|start| self.foods_at(start));
        let mut near = near.filter(|food| food.end == at);
        near.next()
    }

    /// Whether nothing is left to understand of a word.
    pub(super) fn is_known(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        token.in_food
            || token.phrase.is_some()
            || token.text.len() < 2
            || token.text.starts_with(|it: char| it.is_ascii_digit())
    }
}

/// More words than any food of the lexicon has.
const LONGEST: usize = 8;

/// The foods of a text. One on the words of a longer one is another thing, as
/// milk in "coconut milk" is; but not where the supplier emphasised it alone.
fn foods(found: &[Match], tokens: &[Token]) -> Vec<Match> {
    let is_food = |it: &&Match| it.named().is_some_and(|it| !it.only_avoided);
    let all: Vec<Match> = found.iter().filter(is_food).copied().collect_vec();
    let is_all_emphasised = |food: &Match| {
        let mut own = tokens[food.start..food.end].iter();
        own.all(|token| token.emphasised)
    };
    let is_part = |food: &&Match| {
        let from = all.partition_point(|it| it.start + LONGEST < food.start);
        let mut near = all[from..].iter().take_while(|it| it.start <= food.start);
        near.any(|it| {
            let size = |it: &Match| (it.end - it.start, it.letters);
            it.end >= food.end
                && size(it) > size(food)
                && (is_all_emphasised(it) || !is_all_emphasised(food))
        })
    };
    let whole = all.iter().filter(|food| !is_part(food));
    whole.copied().collect_vec()
}

/// A phrase of the lexicon where it stands in a text.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    pub(super) start: usize,
    pub(super) end: usize,
    roles: Vec<Role>,
}

impl Phrase {
    pub(super) fn is(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// Whether it is nothing but a word that may be denied.
    pub(super) fn is_filler(&self) -> bool {
        self.roles.iter().all(|role| *role == Role::Filler)
    }
}

/// The longest phrases from left to right, none on the words of another.
fn phrases(found: &[Match]) -> Vec<Phrase> {
    let mut phrases: Vec<Phrase> = Vec::new();
    let mut from = 0;
    for found in found {
        let Some(role) = found.role() else { continue };
        match phrases.last_mut() {
            Some(last) if last.start == found.start => {
                if found.end > last.end {
                    (last.end, last.roles) = (found.end, Vec::new());
                }
                if found.end == last.end {
                    last.roles.push(role);
                }
                from = last.end;
            }
            _ if found.start >= from => {
                from = found.end;
                phrases.push(Phrase {
                    start: found.start,
                    end: from,
                    roles: vec![role],
                });
            }
            _ => {}
        }
    }
    // The place of "nut free factory" is no source of a risk.
    for at in 1..phrases.len() {
        let frees = phrases[at - 1].is(Role::Free) && phrases[at - 1].end == phrases[at].start;
        if frees && phrases[at].is(Role::FreeNoun) {
            phrases[at].roles = vec![Role::FreeNoun];
        }
    }
    phrases
}
