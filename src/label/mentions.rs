//! Allergens that a text names: a list of ingredients, a statement, a name.
//!
//! A text that names an allergen counts unless it certainly denies it. How it
//! is worded decides only how grave it is: that the food contains it, that it
//! may, or that the declaration and the text must be compared with the label.

use super::annotated::{Annotated, Kind, Phrase};
use super::polarity::{Polarity, deny};
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Lexicon, Match, Named, Role};
use crate::model::Allergen;
use crate::text::tokens::{Break, Token, shown};
use crate::text::{Run, rich_text};

/// What is read out of a text.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) mentions: Vec<Mention>,
    /// The words that the supplier emphasised, but for those that are no food's.
    pub(super) emphasised: Vec<Emphasis>,
    /// Whether it denies something.
    pub(super) denies: bool,
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

/// The limit on wordings of the same: a hostile list has one for each of a
/// word's spellings.
const WORDINGS: usize = 8;

/// The limit on emphasised texts.
const EMPHASES: usize = 50;

/// The allergens that the foods in a text always hold, in the service's order.
///
/// ```
/// use product_pool::label::{Lexicon, named_allergens};
/// use product_pool::model::Allergen;
/// let named = named_allergens("Coconut milk, tahini", &Lexicon::english());
/// assert_eq!(named, [Allergen::SesameSeeds]);
/// ```
pub fn named_allergens(text: &str, lexicon: &Lexicon) -> Vec<Allergen> {
    let mentions = read(&rich_text(text), Kind::Name, lexicon).mentions;
    let is_named = |allergen: &&Allergen| {
        let mut always = mentions.iter().filter(|it| it.always);
        always.any(|it| it.allergen == **allergen)
    };
    Allergen::ALL.iter().filter(is_named).copied().collect_vec()
}

/// What a text says of allergens.
pub(super) fn read(runs: &[Run], kind: Kind, lexicon: &Lexicon) -> Reading {
    let mut text = Annotated::new(runs, lexicon);
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
    let mut sentences = text.sentences.iter();
    reading.is_read =
        (0..text.tokens.len()).all(|at| text.is_known(at)) && !sentences.any(|it| it.is_clean);
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
    fn step(&mut self, text: &mut Annotated, at: usize) {
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
    fn turn(&mut self, text: &mut Annotated, phrase: &Phrase) -> bool {
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

    fn mention(&mut self, text: &mut Annotated, food: &Match) {
        let Some(named) = food.named() else { return };
        let own = &text.tokens[food.start..food.end];
        if own.iter().all(|token| token.is_denied) {
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
    fn close(&mut self, text: &mut Annotated) {
        let segment = std::mem::take(&mut self.segment);
        if self.polarity == Polarity::MayContain && segment.is_unknown && !segment.has_food {
            text.sentences[segment.sentence].is_open = true;
        }
    }
}

/// Whether the line at a place is one such as "Serve with: fish".
fn is_labelled(text: &Annotated, at: usize) -> bool {
    let rest = text.tokens[at..].iter().skip(1);
    rest.take_while(|token| token.breaks < Break::Clause)
        .any(|token| token.breaks == Break::Label)
}

/// The emphasised words of a list that are more than its headings. What is
/// emphasised in a denial is left out.
fn emphases(text: &Annotated) -> Vec<Emphasis> {
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
                .collect_vec(),
            is_known: (start..at).all(|at| text.is_known(at)),
        };
        if !found.iter().any(|other| other.text == emphasis.text) {
            found.push(emphasis);
        }
    }
    found
}
