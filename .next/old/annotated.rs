//! A tokenized text, annotated with the lexicon's matches: foods, phrases, and
//! properties of each sentence.

use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Lexicon, Match, Role};
use crate::text::Run;
use crate::text::tokens::{Break, Token, tokenize};
use crate::text::{is_among, letters};
use std::ops::Range;

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A list of ingredients.
    List,
    /// A statement about allergens.
    Statement,
    /// A name, or prose about the food.
    Prose,
}

/// A text with the matches of the lexicon.
pub(super) struct Annotated {
    pub(super) tokens: Vec<Token>,
    pub(super) phrases: Vec<Phrase>,
    /// The foods and false friends, sorted by where they start.
    pub(super) foods: Vec<Match>,
    pub(super) sentences: Vec<Sentence>,
}

/// Properties of a sentence as a whole.
#[derive(Debug, Default)]
pub(super) struct Sentence {
    /// Whether a word of doubt cancels its denials.
    pub(super) has_doubt: bool,
    /// The bits of its phrases' roles.
    pub(super) roles: u32,
    /// The position of the first phrase that makes every allergen named in the
    /// sentence a risk.
    pub(super) risk_phrase: Option<usize>,
    /// The bracket depth of the outermost such phrase.
    pub(super) risk_depth: Option<usize>,
    /// Whether it warns of more than a place, and whether it does so mildly.
    is_risky: bool,
    is_mild: bool,
    /// Whether it mentions what makes a place or a machine harmless, if nothing takes it back.
    is_conditional: bool,
    /// Whether it speaks of allergens in doubt: "allergens not yet assessed".
    is_unsettled: bool,
    /// Whether it warns in a language that is not read.
    is_foreign: bool,
    /// Whether it says of a named allergen that it is, or may be, in the food.
    pub(super) is_resolved: bool,
    /// Whether it warns of something that was not understood.
    pub(super) warns_of_unknown: bool,
}

impl Sentence {
    /// Whether every allergen that it names is a risk: in a statement, one word
    /// of caution is enough.
    pub(super) fn warns(&self, kind: Kind) -> bool {
        let is_cautious = self.is_any(bits(&[Role::May, Role::Caution]));
        self.risk_phrase.is_some() || is_cautious && kind == Kind::Statement
    }

    /// Whether it has a phrase with one of the roles of these bits.
    pub(super) fn is_any(&self, roles: u32) -> bool {
        self.roles & roles != 0
    }

    /// Whether it warns of an allergen without naming it. "Our lines are
    /// cleaned between runs" does not; "but traces may remain" does.
    pub(super) fn warns_without_name(&self, kind: Kind) -> bool {
        if kind == Kind::Prose {
            return self.warns_of_unknown;
        }
        // "Shared lines without cleaning", "cleaned, but may contain traces".
        let is_open =
            self.has_doubt || self.is_any(bits(&[Role::May, Role::Contains, Role::Absent]));
        let is_cleaned = self.is_any(bit(Role::Clean)) && !is_open;
        let is_harmless = !(self.is_risky
            || self.is_mild && self.is_any(bit(Role::Any))
            || self.is_conditional && is_open
            || self.has_doubt && self.is_any(bit(Role::Clean)));
        let is_explained = self.is_resolved || is_cleaned || is_harmless;
        self.warns_of_unknown
            || self.is_unsettled && !self.is_resolved
            || self.warns(kind) && !is_explained
    }
}

impl Annotated {
    pub(super) fn new(runs: &[Run], kind: Kind, lexicon: &Lexicon) -> Annotated {
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
        text.apply_modifiers(kind);
        text
    }

    /// Splits the text into sentences. A line that begins in lower case
    /// continues the one before: text copied from a document may break
    /// anywhere.
    fn split_sentences(&mut self, found: &[Match]) {
        for token in &mut self.tokens {
            let continues = token.shown.starts_with(letters::is_lowercase);
            let begins = match token.breaks {
                Break::Sentence => true,
                Break::Line => !continues,
                _ => self.sentences.is_empty(),
            };
            if begins {
                self.sentences.push(Sentence::default());
            }
            token.sentence = self.sentences.len() - 1;
        }
        for at in 0..self.tokens.len() {
            // "Nut free? We cannot say", but not "nut free? Yes."
            let ends = |next: &Token| next.breaks == Break::Sentence;
            let is_affirmed =
                self.is(at + 1, Role::Yes) && self.tokens.get(at + 2).is_none_or(ends);
            let Token { sentence, .. } = *self.token(at);
            self.sentences[sentence].has_doubt |= self.token(at).ends_question && !is_affirmed;
        }
        for phrase in &self.phrases {
            let Token {
                sentence, depth, ..
            } = *self.token(phrase.start);
            let sentence = &mut self.sentences[sentence];
            if phrase.is(Role::Around) {
                sentence.risk_phrase.get_or_insert(phrase.start);
                let outer = sentence.risk_depth.get_or_insert(depth);
                *outer = depth.min(*outer);
            }
            let is_mild = phrase.is(Role::Mild);
            let warns = phrase.is_any(CAUTIONS) && (is_mild || !phrase.is(Role::Place));
            // "A dedicated line" is harmless, "no dedicated line" and one at a shared site are not.
            let is_conditional = warns && phrase.is(Role::Clean);
            sentence.is_conditional |= is_conditional;
            sentence.is_risky |= warns && !is_mild && !is_conditional;
            sentence.is_mild |= warns;
            // The lexicon of a language gives its own words other roles.
            sentence.is_foreign |= phrase.roles & !bit(Role::Caution) == bit(Role::Foreign);
            sentence.roles |= match is_conditional {
                true => phrase.roles & !bit(Role::Clean),
                false => phrase.roles,
            };
        }
        for not in found.iter().filter(|found| found.role() == Some(Role::Not)) {
            // The "not" of "does not contain" is not a word of doubt.
            const OTHERS: u32 = bits(&[
                Role::Absent,
                Role::Missing,
                Role::Calm,
                Role::May,
                Role::Below,
            ]);
            let is_doubt = !self.is_any(not.start, OTHERS) && !self.answers_heading(not.start);
            if is_doubt && !self.is_contrast(not.start) {
                let is_open = is_among(&self.token(not.start).text, "not|unknown|to");
                let sentence = self.token(not.start).sentence;
                let sentence = self.sentence_mut(sentence);
                sentence.has_doubt = true;
                sentence.is_unsettled |= is_open && sentence.is_any(bit(Role::Any));
            }
        }
    }

    /// Whether a "none" answers a heading: "allergens: none (nut free)".
    pub(super) fn answers_heading(&self, at: usize) -> bool {
        const HEADINGS: u32 = bits(&[Role::Any, Role::Contains, Role::May, Role::Around]);
        let is_apart = |next: &Token| !matches!(next.breaks, Break::None | Break::Label);
        let none = self.phrase(at).filter(|phrase| phrase.is(Role::No));
        let is_behind = matches!(self.token(at).breaks, Break::Label | Break::Dash);
        is_behind
            && at > 0
            && self.is_any(at - 1, HEADINGS)
            && none.is_some_and(|none| self.tokens.get(none.end).is_none_or(is_apart))
    }

    /// Whether a "not" says what a food is not made of: "sunflower, not soya". "Nut free, not milk" and
    /// "eggless, not milk" may mean that milk is in it.
    pub(super) fn is_contrast(&self, at: usize) -> bool {
        const LIMITED: u32 = bits(&[
            Role::Absent,
            Role::Free,
            Role::Missing,
            Role::Vegan,
            Role::Around,
            Role::Place,
            Role::Any,
            Role::Caution,
            Role::Clean,
        ]);
        let token = self.token(at);
        let begins =
            token.breaks == Break::Phrase || token.breaks == Break::Bracket && token.depth > 0;
        let ends = |end| {
            self.tokens
                .get(end)
                .is_none_or(|next: &Token| next.breaks != Break::None)
        };
        let is_food = |token: &Token| token.in_food && !token.ends_with_free;
        token.text == "not"
            && begins
            && is_food(self.token(at - 1))
            && self.food(at + 1).is_some_and(ends)
            && !self.sentence(at).is_any(LIMITED)
    }

    pub(super) fn sentence(&self, at: usize) -> &Sentence {
        &self.sentences[self.token(at).sentence]
    }

    /// The words of a sentence.
    pub(super) fn words_of(&self, sentence: usize) -> Range<usize> {
        let start = |of| self.tokens.partition_point(|token| token.sentence < of);
        start(sentence)..start(sentence + 1)
    }

    /// Marks words as denied.
    pub(super) fn deny(&mut self, words: Range<usize>) {
        for token in self.tokens.get_mut(words).into_iter().flatten() {
            token.is_denied = true;
        }
    }

    /// Words in a row.
    pub(super) fn words(&self, words: Range<usize>) -> &[Token] {
        self.tokens.get(words).unwrap_or_default()
    }

    pub(super) fn sentence_mut(&mut self, sentence: usize) -> &mut Sentence {
        &mut self.sentences[sentence]
    }

    /// The word at an index. One place that may panic is smaller than a hundred.
    pub(super) fn token(&self, at: usize) -> &Token {
        #[cfg(test)]
        crate::text::steps::step();
        &self.tokens[at]
    }

    /// The phrase that a word is part of.
    pub(super) fn phrase(&self, at: usize) -> Option<&Phrase> {
        #[cfg(test)]
        crate::text::steps::step();
        self.phrases.get(self.tokens.get(at)?.phrase?)
    }

    /// Whether a word is part of a phrase with this role.
    pub(super) fn is(&self, at: usize, role: Role) -> bool {
        self.is_any(at, bit(role))
    }

    /// Whether a word is part of a phrase with one of the roles of these bits.
    pub(super) fn is_any(&self, at: usize, roles: u32) -> bool {
        self.phrase(at).is_some_and(|phrase| phrase.is_any(roles))
    }

    /// A food by its index.
    pub(super) fn food_of(&self, index: usize) -> Match {
        self.foods[index]
    }

    /// The foods that begin at a word.
    pub(super) fn foods_at(&self, at: usize) -> &[Match] {
        let first = self.foods.partition_point(|food| food.start < at);
        let end = self.foods.partition_point(|food| food.start <= at);
        self.foods.get(first..end).unwrap_or_default()
    }

    /// The end of the longest food that begins at a word.
    pub(super) fn food(&self, at: usize) -> Option<usize> {
        self.foods_at(at).iter().map(|food| food.end).max()
    }

    /// The longest food that ends before a word.
    pub(super) fn food_before(&self, at: usize) -> Option<&Match> {
        let near = (at.saturating_sub(LONGEST)..at).flat_map(|start| self.foods_at(start));
        let mut near = near.filter(|food| food.end == at);
        near.next()
    }

    /// Whether a word beside a food says that more of its kind are meant: "other tree nuts", "nuts
    /// of other kinds", "cnau eraill".
    pub(super) fn has_others(&self, food: &Match) -> bool {
        const NEAR: usize = 4;
        let fills = |at: &usize| self.is_any(*at, bits(&[Role::Other, Role::Filler]));
        let is_near = |at: &usize| self.token(*at).breaks <= Break::Quote && fills(at);
        let before = (0..food.start).rev().take(NEAR);
        let mut before =
            before.take_while(|at| self.token(*at + 1).breaks <= Break::Quote && fills(at));
        let mut behind = (food.end..self.tokens.len()).take(NEAR).take_while(is_near);
        let is_other = |at: usize| self.is(at, Role::Other);
        before.any(is_other) || behind.any(is_other)
    }

    /// Whether a food is an example of its kind, or examples follow it: "almonds etc.", "nuts, e.g.
    /// almonds".
    pub(super) fn has_examples(&self, food: &Match) -> bool {
        let is_near = |token: &Token| token.breaks <= Break::Bracket;
        self.tokens.get(food.end).is_some_and(is_near) && self.is(food.end, Role::Example)
    }

    /// Whether a word is not understood in a sentence that warns in a language that is not
    /// read: one known name among others does not resolve it.
    pub(super) fn is_foreign(&self, at: usize) -> bool {
        self.sentence(at).is_foreign && !self.is_known(at)
    }

    /// Whether a word is understood: part of a food or a phrase, or too short
    /// to matter. A word for some of many leaves a denial open: "several products contain no milk",
    /// "no nuts such as almonds".
    pub(super) fn is_known(&self, at: usize) -> bool {
        let token = self.token(at);
        let is_part_of =
            |phrase: &Phrase| !phrase.is_only(Role::Other) && !phrase.is_only(Role::Example);
        token.in_food
            || self.phrase(at).is_some_and(is_part_of)
            || token.text.len() < 2
            || token.is_spelt
            || self.is_town(at)
            || token.text.starts_with(|first: char| first.is_ascii_digit())
    }

    /// Whether a word is the name of where a place is: "a gluten free bakery in Wiltshire".
    fn is_town(&self, at: usize) -> bool {
        let is_name = matches!(
            self.token(at).shown.as_bytes(),
            [b'A'..=b'Z', b'a'..=b'z', ..]
        );
        is_name && at > 1 && self.is(at - 2, Role::Place) && self.token(at - 1).text == "in"
    }
}

/// The roles of phrases that warn by themselves.
const CAUTIONS: u32 = bits(&[Role::May, Role::Caution, Role::Around]);

/// An upper bound of the number of words in a food of the lexicon.
pub(super) const LONGEST: usize = 8;

/// The foods of a text. A food inside a longer one is dropped, such as the milk
/// in "coconut milk", unless the supplier emphasised it alone.
fn foods(found: &[Match], tokens: &[Token]) -> Vec<Match> {
    let is_food = |found: &&Match| found.named().is_some_and(|named| !named.only_avoided);
    let all: Vec<Match> = found.iter().filter(is_food).copied().collect_vec();
    let is_all_emphasised = |food: &Match| {
        let mut own = tokens[food.start..food.end].iter();
        own.all(|token| token.emphasised)
    };
    let is_part = |food: &&Match| {
        let from = all.partition_point(|other| other.start + LONGEST < food.start);
        let mut near = all[from..]
            .iter()
            .take_while(|other| other.start <= food.start);
        near.any(|other| {
            let size = |food: &Match| (food.end - food.start, food.letters);
            // The milk of "free from nuts milk" is not nut milk.
            other.end >= food.end
                && (other.first_is_plain || other.start == food.start)
                && size(other) > size(food)
                && (is_all_emphasised(other) || !is_all_emphasised(food))
        })
    };
    let whole = all.iter().filter(|food| !is_part(food));
    whole.copied().collect_vec()
}

/// The bit of a role in a set of roles.
pub(super) const fn bit(role: Role) -> u32 {
    1 << role as u32
}

/// The bits of several roles.
pub(super) const fn bits(roles: &[Role]) -> u32 {
    let mut all = 0;
    let mut at = 0;
    while at < roles.len() {
        all |= bit(roles[at]);
        at += 1;
    }
    all
}

/// A phrase of the lexicon found in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phrase {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The [`bit`]s of its roles.
    roles: u32,
}

impl Phrase {
    pub(super) fn is(&self, role: Role) -> bool {
        self.is_any(bit(role))
    }

    /// Whether it has a role of these bits.
    pub(super) fn is_any(&self, roles: u32) -> bool {
        self.roles & roles != 0
    }

    /// Whether it has no other role.
    pub(super) fn is_only(&self, role: Role) -> bool {
        self.roles == bit(role)
    }
}

/// The longest phrases from left to right, without overlaps.
fn phrases(found: &[Match]) -> Vec<Phrase> {
    let mut phrases: Vec<Phrase> = Vec::new();
    let mut from = 0;
    for found in found {
        let Some(role) = found.role() else { continue };
        match phrases.last_mut() {
            Some(last) if last.start == found.start => {
                if found.end > last.end {
                    (last.end, last.roles) = (found.end, 0);
                }
                if found.end == last.end {
                    last.roles |= bit(role);
                }
                from = last.end;
            }
            _ if found.start >= from => {
                from = found.end;
                phrases.push(Phrase {
                    start: found.start,
                    end: from,
                    roles: bit(role),
                });
            }
            _ => {}
        }
    }
    phrases
}
