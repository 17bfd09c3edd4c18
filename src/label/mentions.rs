//! Allergens that a text names: a list of ingredients, a statement, a name.
//!
//! A text that names an allergen counts unless it certainly denies it. How it
//! is worded decides only how grave it is: that the food contains it, that it
//! may, or that the declaration and the text must be compared with the label.

use super::lexicon::{Lexicon, Match, Named, Role};
use super::polarity::{Phrase, Polarity, deny, phrases};
use super::text::Run;
use super::tokens::{Break, Token, shown, tokenize};
use crate::model::Allergen;
use crate::words::Gather as _;

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

/// What is read out of a text.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) mentions: Vec<Mention>,
    /// The words that the supplier emphasised, but for those that are no food's.
    pub(super) emphasised: Vec<Emphasis>,
    /// Whether it denies something.
    pub(super) denies: bool,
    /// The allergens that it denies.
    pub(super) denied: Vec<Allergen>,
    /// Whether every word of it is accounted for.
    pub(super) is_read: bool,
    /// Whether it warns of something that it does not name.
    pub(super) warns: bool,
}

/// An allergen named in a text.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub(super) allergen: Allergen,
    /// The words as they stand in the text.
    pub(super) text: String,
    /// Whether the supplier emphasised them.
    pub(super) emphasised: bool,
    /// Whether such a food always holds the allergen.
    pub(super) always: bool,
    pub(super) polarity: Polarity,
}

/// Words that stand together and are emphasised.
#[derive(Clone, Debug)]
pub(super) struct Emphasis {
    pub(super) text: String,
    /// The allergens that they name.
    pub(super) allergens: Vec<Allergen>,
    /// Whether all of them are known to the lexicon.
    pub(super) is_known: bool,
}

/// How many wordings of the same are kept: a hostile list has one for each of a
/// word's spellings.
const WORDINGS: usize = 8;

/// How many emphasised texts are kept.
const EMPHASES: usize = 50;

/// A text with what the lexicon finds in it.
pub(super) struct Text {
    pub(super) tokens: Vec<Token>,
    pub(super) phrases: Vec<Phrase>,
    /// The foods, and false friends, in the order in which they begin.
    foods: Vec<Match>,
    sentences: Vec<Sentence>,
}

/// What holds of a sentence as a whole.
#[derive(Debug, Default)]
pub(super) struct Sentence {
    /// Whether a word of doubt undoes what it denies.
    pub(super) is_undone: bool,
    /// Where the first phrase stands that makes all it names a risk.
    around: Option<usize>,
    /// In how many brackets the outermost of them stands.
    around_depth: Option<usize>,
    /// Whether it speaks with caution.
    is_cautious: bool,
    /// Whether it speaks of cleaning.
    is_clean: bool,
    /// Whether it says of something that it is there, or may be.
    is_answered: bool,
    /// Whether it warns of something that is not understood.
    is_open: bool,
}

impl Sentence {
    /// Whether it makes what it names a risk: in a statement one word of
    /// caution is enough.
    fn warns(&self, kind: Kind) -> bool {
        self.around.is_some() || self.is_cautious && kind == Kind::Statement
    }

    /// Whether it warns of something that it does not name. "Our lines are
    /// cleaned between runs" does not; "but traces may remain" does.
    fn is_unanswered(&self, kind: Kind) -> bool {
        let is_harmless = self.is_clean && !self.is_undone;
        self.is_open || self.warns(kind) && !self.is_answered && !is_harmless
    }
}

impl Text {
    fn new(runs: &[Run], lexicon: &Lexicon) -> Text {
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
        let mut text = Text {
            tokens,
            phrases,
            foods,
            sentences: Vec::new(),
        };
        text.divide(&found);
        text
    }

    /// Finds the sentences. A line that goes on in small letters is of the one
    /// before: what is copied from a document is broken anywhere.
    fn divide(&mut self, found: &[Match]) {
        for token in &mut self.tokens {
            let goes_on = token.shown.starts_with(char::is_lowercase);
            let begins = match token.breaks {
                Break::Sentence => true,
                Break::Line => !goes_on,
                _ => self.sentences.is_empty(),
            };
            if begins {
                self.sentences.push(Sentence::default());
            }
            token.sentence = self.sentences.len() - 1;
            if let Some(sentence) = self.sentences.last_mut() {
                // "Nut free? We cannot say".
                sentence.is_undone |= token.is_asked;
            }
        }
        for phrase in &self.phrases {
            let sentence = &mut self.sentences[self.tokens[phrase.start].sentence];
            if phrase.is(Role::Around) {
                let depth = self.tokens[phrase.start].depth;
                sentence.around.get_or_insert(phrase.start);
                let outer = sentence.around_depth.get_or_insert(depth);
                *outer = depth.min(*outer);
            }
            sentence.is_cautious |= phrase.is(Role::May) || phrase.is(Role::Caution);
            sentence.is_clean |= phrase.is(Role::Clean);
        }
        for not in found.iter().filter(|it| it.role() == Some(Role::Not)) {
            // The "not" of "does not contain" undoes no denial.
            let is_plain = [Role::Absent, Role::Calm, Role::May];
            if !is_plain.iter().any(|role| self.is(not.start, *role)) {
                self.sentences[self.tokens[not.start].sentence].is_undone = true;
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
    fn foods_at(&self, at: usize) -> &[Match] {
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
    let all: Vec<Match> = found.iter().filter(is_food).copied().gather();
    let is_loud = |food: &Match| {
        let mut own = tokens[food.start..food.end].iter();
        own.all(|token| token.emphasised)
    };
    let is_part = |food: &&Match| {
        let from = all.partition_point(|it| it.start + LONGEST < food.start);
        let mut near = all[from..].iter().take_while(|it| it.start <= food.start);
        near.any(|it| {
            let size = |it: &Match| (it.end - it.start, it.letters);
            it.end >= food.end && size(it) > size(food) && (is_loud(it) || !is_loud(food))
        })
    };
    let whole = all.iter().filter(|food| !is_part(food));
    whole.copied().gather()
}

/// What a text says of allergens.
pub(super) fn read(runs: &[Run], kind: Kind, lexicon: &Lexicon) -> Reading {
    let mut text = Text::new(runs, lexicon);
    deny(&mut text, kind);
    let mut reader = Reader {
        kind,
        polarity: Polarity::Named,
        depth: 0,
        from: 0,
        start: 0,
        is_headed: false,
        is_brief: false,
        by_label: false,
        said_in: 0,
        segment: Segment::default(),
        reading: Reading::default(),
    };
    for at in 0..text.tokens.len() {
        reader.step(&mut text, at);
    }
    reader.close(&mut text);
    let mut reading = reader.reading;
    let mut sentences = text.sentences.iter();
    reading.warns = sentences.any(|it| it.is_unanswered(kind));
    reading.denies = text.tokens.iter().any(|token| token.is_denied);
    reading.is_read = (0..text.tokens.len()).all(|at| text.is_known(at));
    if kind == Kind::List {
        reading.emphasised = emphases(&text);
    }
    reading
}

/// Reads a text word by word.
struct Reader {
    kind: Kind,
    /// What is said of what follows.
    polarity: Polarity,
    /// In how many brackets it was said.
    depth: usize,
    /// The end of the words that said so, or that are passed over.
    from: usize,
    /// Where the words began that nothing parts from the one at hand.
    start: usize,
    /// Whether it was said in a line of its own, over others.
    is_headed: bool,
    /// Whether it holds no further than its phrase.
    is_brief: bool,
    /// Whether a heading such as "Allergens:" said so.
    by_label: bool,
    /// The sentence in which it was said.
    said_in: usize,
    segment: Segment,
    reading: Reading,
}

/// What "may contain" lists between two commas.
#[derive(Default)]
struct Segment {
    sentence: usize,
    has_food: bool,
    is_unknown: bool,
}

impl Reader {
    fn step(&mut self, text: &mut Text, at: usize) {
        let breaks = text.tokens[at].breaks;
        let joins = text.is(at, Role::And);
        if breaks != Break::None {
            self.start = at;
        }
        if breaks != Break::None || joins {
            self.close(text);
        }
        if breaks >= Break::Dash {
            // "May contain:" speaks of the lines below it, and "Contains: milk;
            // eggs" of both.
            self.is_headed = match breaks {
                Break::Line => self.from == at || self.is_headed && !is_labelled(text, at),
                Break::Sentence => false,
                _ => self.is_headed,
            };
            if self.from != at && !self.is_headed && breaks > Break::Clause {
                self.polarity = Polarity::Named;
            }
        }
        if text.tokens[at].depth < self.depth || self.is_brief && breaks != Break::None {
            self.polarity = Polarity::Named;
            (self.depth, self.is_brief) = (0, false);
        }
        if at < self.from {
            return;
        }
        let phrase = text.phrase(at).filter(|phrase| phrase.start == at).cloned();
        // "Cereals containing gluten" contains nothing.
        if let Some(phrase) = phrase
            && !text.tokens[at].is_denied
            && !text.tokens[at].in_food
            && self.turn(text, &phrase)
        {
            return;
        }
        for food in text.foods_at(at).to_vec() {
            self.mention(text, &food);
        }
        self.segment.sentence = text.tokens[at].sentence;
        self.segment.has_food |= text.tokens[at].in_food;
        self.segment.is_unknown |= !text.is_known(at) || text.is(at, Role::Any);
    }

    /// What a phrase does to what follows it; whether its words are dealt with.
    fn turn(&mut self, text: &mut Text, phrase: &Phrase) -> bool {
        let at = phrase.start;
        let explained = |end: usize| {
            let next = text.tokens.get(end);
            next.is_some_and(|next| next.breaks == Break::Label)
        };
        let breaks = text.tokens[at].breaks;
        let sentence = text.tokens[at].sentence;
        let around = text.sentences[sentence].around;
        let polarity = if phrase.is(Role::May) {
            Polarity::MayContain
        } else if phrase.is(Role::Any) && around.is_none() && explained(phrase.end) {
            Polarity::Contains
        } else if phrase.is(Role::Contains) {
            // "Equipment for products that contain", "may possibly contain".
            let goes_on = |from: usize| self.start <= from;
            if around.is_some_and(|around| around < at && goes_on(around)) {
                return false;
            }
            let doubts = |from: usize| text.is(from, Role::Not) && goes_on(from);
            if (at.saturating_sub(3)..at).any(doubts) {
                Polarity::MayContain
            } else {
                Polarity::Contains
            }
        } else if phrase.is(Role::Calm) && (self.polarity == Polarity::Named || self.by_label) {
            self.from = phrase.end;
            return true;
        } else {
            // "A factory that handles nuts and other allergens".
            let is_open = phrase.is(Role::Any) && around.is_some() && !explained(phrase.end);
            text.sentences[sentence].is_open |= is_open;
            return false;
        };
        let before = std::mem::replace(&mut self.polarity, polarity);
        (self.depth, self.from) = (text.tokens[at].depth, phrase.end);
        self.is_headed = false;
        self.said_in = sentence;
        self.by_label = phrase.is(Role::Any);
        // In the midst of a list it is about the ingredient before it; not so
        // in "this product contains".
        self.is_brief = self.kind == Kind::List
            && polarity == Polarity::Contains
            && before != Polarity::Contains
            && breaks < Break::Label
            && !explained(phrase.end)
            && at > 0
            && text.tokens[at - 1].sentence == sentence
            && (text.tokens[at - 1].in_food
                || !text.is_known(at - 1)
                || text.is(at - 1, Role::FreeNoun) && !text.is(at - 1, Role::Filler));
        self.segment = Segment::default();
        true
    }

    fn mention(&mut self, text: &mut Text, food: &Match) {
        let Some(named) = food.named() else { return };
        let own = &text.tokens[food.start..food.end];
        if own.iter().all(|token| token.is_denied) {
            self.reading.denied.extend(named.allergens());
            return;
        }
        let sentence = &mut text.sentences[own[0].sentence];
        let is_refused = text.tokens.get(food.end).is_some_and(|next| {
            matches!(next.breaks, Break::Label | Break::Bracket | Break::Dash)
                && matches!(next.text.as_str(), "no" | "none" | "nil")
        });
        // A warning in brackets is about what stands in them.
        let depth = text.tokens[food.start].depth;
        let is_outside =
            self.kind == Kind::List && sentence.around_depth.is_some_and(|around| around > depth);
        let polarity = match self.polarity {
            _ if is_refused => Polarity::Named,
            Polarity::Named if sentence.warns(self.kind) && !is_outside => Polarity::MayContain,
            Polarity::Contains if !named.always => Polarity::Named,
            other => other,
        };
        sentence.is_answered |= polarity != Polarity::Named;
        // "May contain" over a line of its own is answered by that line.
        if self.polarity != Polarity::Named {
            text.sentences[self.said_in].is_answered |= polarity != Polarity::Named;
        }
        for allergen in named.allergens() {
            self.add(Mention {
                allergen,
                text: shown(own),
                emphasised: own.iter().any(|token| token.emphasised),
                always: named.always,
                polarity,
            });
        }
    }

    fn add(&mut self, mention: Mention) {
        let is_same = |other: &&Mention| {
            other.allergen == mention.allergen
                && other.emphasised == mention.emphasised
                && other.always == mention.always
                && other.polarity == mention.polarity
        };
        let same = self.reading.mentions.iter().filter(is_same);
        let known = same
            .clone()
            .any(|other| other.text.eq_ignore_ascii_case(&mention.text));
        if !known && same.count() < WORDINGS {
            self.reading.mentions.push(mention);
        }
    }

    /// Ends what stands between two commas. Where that "may" be in the food and
    /// is not understood, something is warned of that has no name.
    fn close(&mut self, text: &mut Text) {
        let segment = std::mem::take(&mut self.segment);
        if self.polarity == Polarity::MayContain && segment.is_unknown && !segment.has_food {
            text.sentences[segment.sentence].is_open = true;
        }
    }
}

/// Whether the line at a place is one such as "Serve with: fish".
fn is_labelled(text: &Text, at: usize) -> bool {
    let rest = text.tokens[at..].iter().skip(1);
    rest.take_while(|token| token.breaks < Break::Clause)
        .any(|token| token.breaks == Break::Label)
}

/// The emphasised words of a list that are more than its headings. What is
/// emphasised in a denial is left out.
fn emphases(text: &Text) -> Vec<Emphasis> {
    let mut found: Vec<Emphasis> = Vec::new();
    let mut at = 0;
    while at < text.tokens.len() && found.len() < EMPHASES {
        let start = at;
        at += 1;
        if !text.tokens[start].emphasised {
            continue;
        }
        let goes_on = |token: &Token| token.emphasised && token.breaks == Break::None;
        while text.tokens.get(at).is_some_and(goes_on) {
            at += 1;
        }
        let is_plain = |at: usize| {
            let is_filler = text.phrase(at).is_some_and(Phrase::is_filler);
            !text.tokens[at].in_food && text.is_known(at) && !is_filler
        };
        if (start..at).all(is_plain) || (start..at).any(|at| text.tokens[at].is_denied) {
            continue;
        }
        let emphasis = Emphasis {
            text: shown(&text.tokens[start..at]),
            allergens: text
                .foods
                .iter()
                .filter(|food| food.start < at && food.end > start)
                .filter_map(Match::named)
                .flat_map(Named::allergens)
                .gather(),
            is_known: (start..at).all(|at| text.is_known(at)),
        };
        if !found.iter().any(|other| other.text == emphasis.text) {
            found.push(emphasis);
        }
    }
    found
}
