//! The allergens mentioned in a text: a list of ingredients, a statement or a
//! name.
//!
//! A text that names an allergen counts unless it certainly denies it. The
//! wording only decides how serious the mention is: that the food contains it,
//! that it may contain it, or that the declaration must be checked against the
//! label.

use super::annotated::{Annotated, Kind, LONGEST, Phrase, bit, bits};
use super::answers::{NO, answers_food, is_answered};
use super::misspelt::is_misspelt;
use super::polarity::{Polarity, mark_denied};
use super::sentences::{deny_answers, deny_sentences};
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Lexicon, Match, Named, Role};
use crate::model::Allergen;
use crate::text::tokens::{Break, Token, shown};
use crate::text::{Run, rich_text};

/// What was found in a text.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) mentions: Vec<Mention>,
    /// The words that the supplier emphasised, except those that belong to no
    /// food.
    pub(crate) emphasised: Vec<Emphasis>,
    /// Whether the text denies an allergen.
    pub(crate) denies: bool,
    /// Whether every word of the text was understood.
    pub(crate) is_read: bool,
    /// Whether the text warns of an allergen without naming it.
    pub(crate) warns: bool,
    /// Whether it mentions a place, or a step of production.
    pub(crate) has_place: bool,
    /// How many items it has, if it is a list.
    pub(crate) items: usize,
}

/// A mention of an allergen in a text.
#[derive(Clone, Debug)]
pub(crate) struct Mention {
    pub(crate) allergen: Allergen,
    /// The words of the text, verbatim.
    pub(crate) text: String,
    /// Whether the supplier emphasised them.
    pub(crate) emphasised: bool,
    /// Whether such a food always contains the allergen.
    pub(crate) always: bool,
    /// Whether there are imitations of the food without it.
    pub(crate) imitated: bool,
    /// Whether it is a group of which all members are meant: "almonds and other nuts".
    pub(crate) has_others: bool,
    pub(crate) polarity: Polarity,
}

impl Mention {
    /// A mention of an allergen itself, without emphasis.
    pub(super) fn of(allergen: Allergen, text: String, polarity: Polarity) -> Mention {
        Mention {
            allergen,
            text,
            emphasised: false,
            always: true,
            imitated: false,
            has_others: false,
            polarity,
        }
    }
}

/// A run of emphasised words.
#[derive(Clone, Debug)]
pub(crate) struct Emphasis {
    pub(crate) text: String,
    /// The allergens that they name.
    pub(crate) allergens: Vec<Allergen>,
    /// Whether the lexicon knows all of them.
    pub(crate) is_known: bool,
}

/// The most wordings collected for the same mention: a hostile list could
/// contain every spelling of a word.
const WORDINGS: usize = 8;

/// The most emphasised runs collected from a text.
const EMPHASES: usize = 50;

thread_local! {
    /// Whether texts are read by the new reader, while there are two.
    static IS_NEW: std::cell::Cell<bool> =
        std::cell::Cell::new(std::env::var("READER").is_ok_and(|name| name == "new"));
}

/// Chooses the reader of texts of this thread, while there are two.
#[doc(hidden)]
pub fn use_new_reader(is_new: bool) {
    IS_NEW.set(is_new);
}

/// The allergens that the foods named in a text always contain, in the
/// service's order.
///
/// ```
/// use product_pool::label::{Lexicon, named_allergens};
/// use product_pool::model::Allergen;
/// let named = named_allergens("Coconut milk, tahini", &Lexicon::english());
/// assert_eq!(named, [Allergen::SesameSeeds]);
/// ```
pub fn named_allergens(text: &str, lexicon: &Lexicon) -> Vec<Allergen> {
    let mentions = read(&rich_text(text), Kind::Prose, lexicon).mentions;
    let is_named = |allergen: &&Allergen| {
        let mut always = mentions.iter().filter(|mention| mention.always);
        always.any(|mention| mention.allergen == **allergen)
    };
    Allergen::ALL.iter().filter(is_named).copied().collect_vec()
}

/// Reads what a text says about allergens.
pub(super) fn read(runs: &[Run], kind: Kind, lexicon: &Lexicon) -> Reading {
    if IS_NEW.get() {
        return crate::reading::read(runs, kind, lexicon);
    }
    let mut text = Annotated::new(runs, kind, lexicon);
    let is_list = kind == Kind::List;
    if !is_list {
        deny_answers(&mut text);
    }
    mark_denied(&mut text, kind);
    if !is_list {
        deny_sentences(&mut text);
    }
    // The "no" of "milk: no, soya: yes" answers a row alone.
    let denies = |phrase: &Phrase| {
        phrase.is_any(bits(&[Role::Absent, Role::Free])) && !is_answered(&text, phrase.start, NO)
    };
    let mut reader = Reader {
        has_denial: text.phrases.iter().any(denies),
        kind,
        polarity: Polarity::Named,
        depth: 0,
        consumed: 0,
        start: 0,
        heads_lines: false,
        is_heading: false,
        phrase_only: false,
        from_heading: false,
        polarity_sentence: 0,
        owes: None,
        segment: Segment::default(),
        reading: Reading::default(),
    };
    for at in 0..text.tokens.len() {
        reader.read_token(&mut text, at);
    }
    reader.end_segment(&mut text);
    reader.owe(&mut text, None);
    let mut reading = reader.reading;
    let mut sentences = text.sentences.iter();
    reading.warns = sentences.any(|sentence| sentence.warns_without_name(kind))
        || (0..text.tokens.len()).any(|at| text.is_foreign(at));
    reading.has_place = text.phrases.iter().any(|phrase| phrase.is(Role::Place));
    let is_item = |token: &&Token| token.breaks == Break::Phrase;
    reading.items = 1 + text.tokens.iter().filter(is_item).count();
    reading.denies = text.tokens.iter().any(|token| token.is_denied);
    let mut sentences = text.sentences.iter();
    reading.is_read = (0..text.tokens.len()).all(|at| text.is_known(at))
        && !sentences.any(|sentence| sentence.is_any(bit(Role::Clean)));
    if kind == Kind::List {
        reading.emphasised = emphases(&text);
    }
    reading
}

/// Reads a text word by word.
struct Reader {
    kind: Kind,
    /// The polarity of the words that follow.
    polarity: Polarity,
    /// The bracket depth at which the polarity was set.
    depth: usize,
    /// The end of the words that set the polarity or are skipped.
    consumed: usize,
    /// The start of the run of words up to the current one, without a break.
    start: usize,
    /// Whether the polarity was set by a heading on a line of its own.
    heads_lines: bool,
    /// Whether a colon followed the words that set the polarity.
    is_heading: bool,
    /// Whether the polarity ends with its phrase.
    phrase_only: bool,
    /// Whether a label such as "Allergens:" set the polarity.
    from_heading: bool,
    /// Whether the text has a phrase that denies, such as the heading "Free from".
    has_denial: bool,
    /// The sentence in which the polarity was set.
    polarity_sentence: usize,
    /// The sentence that promises to name what is in the food: "contains allergens: see …".
    owes: Option<usize>,
    segment: Segment,
    reading: Reading,
}

/// An item between two commas of a "may contain" list.
#[derive(Default)]
struct Segment {
    sentence: usize,
    has_food: bool,
    is_unknown: bool,
    /// Whether any of its words is understood.
    is_known: bool,
}

impl Reader {
    fn read_token(&mut self, text: &mut Annotated, at: usize) {
        let breaks = text.token(at).breaks;
        let is_conjunction = text.is(at, Role::And);
        if breaks != Break::None {
            self.start = at;
        }
        if breaks != Break::None || is_conjunction {
            self.end_segment(text);
        }
        if breaks >= Break::Dash {
            // "May contain:" applies to the lines below it, and "Contains:
            // milk; eggs" to both items.
            self.heads_lines = match breaks {
                Break::Line => self.consumed == at || self.heads_lines && !is_labelled(text, at),
                Break::Sentence => false,
                _ => self.heads_lines,
            };
            if self.consumed != at && !self.heads_lines && breaks > Break::Clause {
                self.polarity = Polarity::Named;
            }
        }
        if text.token(at).depth < self.depth || self.phrase_only && breaks != Break::None {
            self.polarity = Polarity::Named;
            (self.depth, self.phrase_only) = (0, false);
        }
        if at < self.consumed {
            return;
        }
        let phrase = text.phrase(at).filter(|phrase| phrase.start == at).copied();
        if text.answers_heading(at) {
            self.polarity = Polarity::Named;
        }
        // The "containing" of "cereals containing gluten" is part of a name.
        if let Some(phrase) = phrase
            && !text.token(at).is_denied
            && !text.token(at).in_food
            && self.apply_phrase(text, &phrase)
        {
            return;
        }
        for food in text.foods_at(at).to_vec() {
            self.mention(text, &food);
        }
        self.segment.sentence = text.token(at).sentence;
        let is_known = text.is_known(at);
        self.segment.is_unknown |= !is_known || text.is(at, Role::Any);
        self.segment.is_known |= is_known;
        // "Contains glutten".
        if !is_known && self.kind == Kind::Statement && is_misspelt(text.token(at)) {
            let sentence = self.segment.sentence;
            text.sentence_mut(sentence).warns_of_unknown = true;
        }
    }

    /// Applies a phrase to the words after it; returns whether the phrase is
    /// consumed.
    fn apply_phrase(&mut self, text: &mut Annotated, phrase: &Phrase) -> bool {
        let at = phrase.start;
        // "Milk: contains; egg: may contain".
        if answers_food(text, at) {
            return false;
        }
        let followed_by_colon = |end: usize| {
            let next = text.tokens.get(end);
            next.is_some_and(|next| next.breaks == Break::Label)
        };
        let breaks = text.token(at).breaks;
        let sentence = text.token(at).sentence;
        let risk_phrase = text.sentence(at).risk_phrase;
        let fills = |between: usize| {
            let is_filler = |phrase: &Phrase| phrase.is_any(bits(&[Role::Filler, Role::Other]));
            !text.token(between).in_food && text.phrase(between).is_none_or(is_filler)
        };
        // "Contains allergens", "may contain the following allergens: …".
        let is_claimed = phrase.is(Role::Any)
            && self.polarity != Polarity::Named
            && !self.from_heading
            && (self.consumed..at).rev().all(fills)
            && text.token(at - 1).text != "containing";
        let is_heading = followed_by_colon(phrase.end);
        let heads = phrase.is(Role::Any) && is_heading;
        let polarity = if phrase.is(Role::May) {
            Polarity::MayContain
        } else if heads && is_claimed {
            self.polarity
        } else if heads && risk_phrase.is_none() {
            Polarity::Contains
        } else if phrase.is(Role::Contains) {
            // "Equipment for products that contain", "may possibly contain".
            let continues = |consumed: usize| self.start <= consumed;
            if risk_phrase.is_some_and(|risk_phrase| risk_phrase < at && continues(risk_phrase)) {
                return false;
            }
            let is_doubtful = |consumed: usize| text.is(consumed, Role::Not) && continues(consumed);
            if (at.saturating_sub(3)..at).any(is_doubtful) {
                Polarity::MayContain
            } else {
                Polarity::Contains
            }
        } else if phrase.is(Role::Calm) && (self.polarity == Polarity::Named || self.from_heading) {
            self.consumed = phrase.end;
            return true;
        } else {
            // "A factory that handles nuts and other allergens", "contains allergens".
            let is_contained = is_claimed && self.polarity == Polarity::Contains;
            let warns_of_unknown =
                phrase.is(Role::Any) && (risk_phrase.is_some() || is_contained) && !is_heading;
            text.sentence_mut(sentence).warns_of_unknown |= warns_of_unknown;
            return false;
        };
        let before = std::mem::replace(&mut self.polarity, polarity);
        (self.depth, self.consumed) = (text.token(at).depth, phrase.end);
        self.heads_lines = false;
        self.polarity_sentence = sentence;
        self.from_heading = phrase.is(Role::Any);
        self.is_heading = is_heading;
        self.owe(text, is_claimed.then_some(sentence));
        // In the middle of a list it refers to the ingredient before it, unlike
        // "this product contains".
        self.phrase_only = self.kind == Kind::List
            && polarity == Polarity::Contains
            && before != Polarity::Contains
            && breaks < Break::Label
            && !is_heading
            && at > 0
            && text.token(at - 1).sentence == sentence
            && (text.token(at - 1).in_food || !text.is_known(at - 1));
        self.segment = Segment::default();
        // "Allergens: yes".
        let is_affirmed = self.from_heading && text.is(phrase.end, Role::Yes);
        text.sentence_mut(sentence).warns_of_unknown |= is_affirmed;
        true
    }

    fn mention(&mut self, text: &mut Annotated, food: &Match) {
        let Some(named) = food.named() else { return };
        self.segment.has_food |= named.always;
        let own = text.words(food.start..food.end);
        if own.iter().all(|token| token.is_denied) {
            return;
        }
        let is_no = is_answered(text, food.end, NO);
        let is_yes = self.polarity == Polarity::Named
            && named.always
            && is_answered(text, food.end, bits(&[Role::Yes, Role::Contains]))
            && !self.has_denial;
        let Token {
            sentence: index,
            depth,
            ..
        } = *text.token(food.start);
        let sentence = text.sentence(food.start);
        // A warning in brackets applies only inside them.
        let is_inside = |risk_depth| risk_depth > depth;
        let is_outside = self.kind == Kind::List && sentence.risk_depth.is_some_and(is_inside);
        let polarity = match self.polarity {
            _ if is_no => Polarity::Named,
            _ if is_yes => Polarity::Contains,
            Polarity::Named if sentence.warns(self.kind) && !is_outside => Polarity::MayContain,
            Polarity::Contains if !named.always => Polarity::Named,
            other => other,
        };
        let (words, emphasised) = (shown(own), own.iter().any(|token| token.emphasised));
        if polarity != Polarity::Named {
            text.sentence_mut(index).is_resolved = true;
            if self.from_heading {
                self.owes = None;
            }
            // "May contain" as a heading is resolved by the line below it.
            if self.polarity != Polarity::Named {
                text.sentence_mut(self.polarity_sentence).is_resolved = true;
            }
        }
        let (has_others, has_examples) = (text.has_others(food), text.has_examples(food));
        for allergen in named.allergens() {
            // "Almonds etc." are nuts of any kind.
            let group = Some(allergen.group());
            let group = group.filter(|group| has_examples && *group != allergen);
            for allergen in std::iter::once(allergen).chain(group) {
                self.add(Mention {
                    has_others: has_others || has_examples,
                    allergen,
                    text: words.clone(),
                    emphasised,
                    always: named.always || has_others,
                    imitated: false,
                    polarity,
                });
            }
        }
    }

    fn add(&mut self, mention: Mention) {
        let is_same = |other: &&Mention| {
            other.allergen == mention.allergen
                && other.emphasised == mention.emphasised
                && other.always == mention.always
                && other.has_others == mention.has_others
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

    /// Begins what a claim promises to name. If nothing named what the one before it did, the text warns
    /// of something unknown: "contains an allergen: ask staff".
    fn owe(&mut self, text: &mut Annotated, owes: Option<usize>) {
        if let Some(sentence) = std::mem::replace(&mut self.owes, owes) {
            text.sentence_mut(sentence).warns_of_unknown = true;
        }
    }

    /// Ends the item between two commas. If it "may" be in the food but was not
    /// understood, the text warns of something unknown.
    fn end_segment(&mut self, text: &mut Annotated) {
        let segment = std::mem::take(&mut self.segment);
        // "Contains: mlik".
        let lists = match self.polarity {
            Polarity::MayContain => true,
            Polarity::Contains => {
                self.is_heading && self.kind == Kind::Statement && !segment.is_known
            }
            Polarity::Named => false,
        };
        if lists && segment.is_unknown && !segment.has_food {
            text.sentence_mut(segment.sentence).warns_of_unknown = true;
        }
    }
}

/// Whether the line that begins here has a label, such as "Serve with: fish".
fn is_labelled(text: &Annotated, at: usize) -> bool {
    let rest = text.tokens.iter().skip(at + 1);
    rest.take_while(|token| token.breaks < Break::Clause)
        .any(|token| token.breaks == Break::Label)
}

/// The emphasised words of a list, without its headings. Words emphasised
/// inside a denial are left out.
fn emphases(text: &Annotated) -> Vec<Emphasis> {
    let mut found: Vec<Emphasis> = Vec::new();
    let mut at = 0;
    while at < text.tokens.len() && found.len() < EMPHASES {
        let start = at;
        at += 1;
        if !text.token(start).emphasised {
            continue;
        }
        let continues = |token: &Token| token.emphasised && token.breaks == Break::None;
        while text.tokens.get(at).is_some_and(continues) {
            at += 1;
        }
        let is_plain = |at: usize| {
            let is_filler = text
                .phrase(at)
                .is_some_and(|phrase| phrase.is_only(Role::Filler));
            !text.token(at).in_food && text.is_known(at) && !is_filler
        };
        if (start..at).all(is_plain) || (start..at).any(|at| text.token(at).is_denied) {
            continue;
        }
        let emphasis = Emphasis {
            text: shown(text.words(start..at)),
            allergens: text
                .foods_in(start.saturating_sub(LONGEST)..at)
                .filter(|food| food.end > start)
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
