//! What a text says of each allergen that it names and does not deny: that the food contains it, that it
//! may contain it, or only its name.

use super::answers::is_of_unknown;
use super::clause::Text;
use super::cue::{ANSWERS, NO, cues};
use super::grammar::Denials;
use super::misspelt::is_misspelt;
use super::said::{Kind, Mention, Polarity};
use super::warns::{Caution, Warning};
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{InList, Match, Named, Role};
use crate::model::Allergen;
use crate::text::tokens::{Break, shown};

/// The most wordings collected for the same mention: a hostile list could contain every spelling of a
/// word.
const WORDINGS: usize = 8;

/// What a text claims.
pub(super) struct Claims {
    pub(super) mentions: Vec<Mention>,
    /// Whether each sentence says of a named allergen that it is, or may be, in the food.
    pub(super) resolved: Vec<bool>,
    pub(super) warnings: Vec<Warning>,
}

pub(super) fn claims(text: &Text, denials: &Denials, cautions: &[Caution]) -> Claims {
    // The "no" of "milk: no, soya: yes" answers a row alone.
    let denies = |at: &usize| text.is_any(*at, cues![Absent, Free]) && !text.answers(*at, NO);
    let mut reader = Reader {
        text,
        denials,
        cautions,
        has_denial: (0..text.units.len()).any(|at| denies(&at)),
        scope: Scope::default(),
        start: 0,
        owes: false,
        item: Item::default(),
        claims: Claims {
            mentions: Vec::new(),
            resolved: denials.resolves.clone(),
            warnings: Vec::new(),
        },
    };
    for at in 0..text.units.len() {
        reader.unit(at);
    }
    reader.end_item();
    reader.owe(false);
    if is_of_unknown(text) {
        reader.claims.warnings.push(Warning::Unknown);
    }
    reader.claims
}

/// How far the words reach that say where the foods behind them are.
#[derive(Clone, Copy, Default)]
struct Scope {
    polarity: Polarity,
    /// The bracket depth at which it began, and its sentence.
    depth: usize,
    sentence: usize,
    /// The end of the words that began it, or that are skipped.
    end: usize,
    /// Whether it is a heading on a line of its own.
    heads_lines: bool,
    /// Whether a colon follows it.
    is_heading: bool,
    /// Whether it ends with its phrase.
    phrase_only: bool,
    /// Whether it is a label such as "Allergens:".
    is_label: bool,
}

/// An item between two commas of a list of what the food may contain.
#[derive(Default)]
struct Item {
    has_food: bool,
    is_unknown: bool,
    /// Whether any of its words is understood.
    is_known: bool,
}

struct Reader<'a> {
    text: &'a Text,
    denials: &'a Denials,
    cautions: &'a [Caution],
    /// Whether the text has a phrase that denies, such as the heading "Free from".
    has_denial: bool,
    scope: Scope,
    /// The start of the run of units up to the current one, without a break.
    start: usize,
    /// Whether a claim promised to name what is in the food: "contains allergens: see …".
    owes: bool,
    item: Item,
    claims: Claims,
}

impl Reader<'_> {
    fn unit(&mut self, at: usize) {
        let text = self.text;
        let unit = text.unit(at);
        let breaks = unit.breaks;
        if breaks != Break::None {
            self.start = at;
        }
        if breaks != Break::None || unit.is(Role::And) {
            self.end_item();
        }
        self.end_scope(at);
        if text.answers_heading(at) {
            self.scope.polarity = Polarity::Named;
        }
        let may_begin = !unit.cues.is_empty() && (!unit.is_food() || unit.is(Role::Calm));
        if may_begin && !self.denials.units[at] && self.begin(at) {
            return;
        }
        for food in &unit.foods {
            self.mention(at, food);
        }
        self.item.is_unknown |= !unit.is_read() || unit.is(Role::Any);
        self.item.is_known |= unit.is_read();
        // "Contains glutten".
        if !unit.is_read()
            && text.kind == Kind::Statement
            && is_misspelt(&text.words_of(at)[0], &text.spellings)
        {
            self.claims.warnings.push(Warning::Misspelt);
        }
    }

    /// Ends the scope where a break or a bracket does.
    fn end_scope(&mut self, at: usize) {
        let breaks = self.text.breaks(at);
        let scope = &mut self.scope;
        if breaks >= Break::Dash {
            // "May contain:" applies to the lines below it, and "Contains: milk; eggs" to both items.
            scope.heads_lines = match breaks {
                Break::Line => scope.end == at || scope.heads_lines && !is_labelled(self.text, at),
                Break::Sentence => false,
                _ => scope.heads_lines,
            };
            if scope.end != at && !scope.heads_lines && breaks > Break::Clause {
                scope.polarity = Polarity::Named;
            }
        }
        if self.text.unit(at).depth < scope.depth || scope.phrase_only && breaks != Break::None {
            scope.polarity = Polarity::Named;
            (scope.depth, scope.phrase_only) = (0, false);
        }
    }

    /// Begins a scope with a phrase; returns whether it does.
    fn begin(&mut self, at: usize) -> bool {
        let text = self.text;
        let unit = text.unit(at);
        // "Milk: contains; egg: may contain".
        if at > 0 && text.is_food(at - 1) && text.answers(at, ANSWERS) {
            return false;
        }
        if unit.is(Role::Apart) {
            self.scope.polarity = Polarity::Named;
            return true;
        }
        let sentence = text.sentence_of[at];
        let risk = self.cautions[sentence].risk;
        let scope = self.scope;
        let fills = |between: usize| {
            let unit = text.unit(between);
            let fills = unit.is_any(cues![Filler, Other]);
            !unit.is_food() && (unit.cues.is_empty() || fills)
        };
        // "Contains allergens", "may contain the following allergens: …".
        let is_claimed = unit.is(Role::Any)
            && scope.polarity != Polarity::Named
            && !scope.is_label
            && (scope.end..at).rev().all(fills);
        let next = text.get(at + 1);
        let is_heading = next.is_some_and(|next| next.breaks == Break::Label);
        let heads = unit.is(Role::Any) && is_heading;
        let polarity = if unit.is(Role::May) {
            Polarity::MayContain
        } else if heads && is_claimed {
            scope.polarity
        } else if heads && risk.is_none() {
            Polarity::Contains
        } else if unit.is(Role::Contains) {
            // "Equipment for products that contain", "may possibly contain".
            if risk.is_some_and(|risk| risk < at && self.start <= risk) {
                return false;
            }
            let is_doubtful = |before: usize| text.is(before, Role::Not) && self.start <= before;
            match (at.saturating_sub(3)..at).any(is_doubtful) {
                true => Polarity::MayContain,
                false => Polarity::Contains,
            }
        } else if unit.is(Role::Calm) && (scope.polarity == Polarity::Named || scope.is_label) {
            self.scope.end = at + 1;
            return true;
        } else {
            // "A factory that handles nuts and other allergens", "contains allergens".
            let is_contained = is_claimed && scope.polarity == Polarity::Contains;
            if unit.is(Role::Any) && (risk.is_some() || is_contained) && !is_heading {
                self.claims.warnings.push(Warning::Unnamed);
            }
            return false;
        };
        // In the middle of a list it refers to the ingredient before it, unlike "this product
        // contains".
        let phrase_only = text.kind == Kind::List
            && polarity == Polarity::Contains
            && scope.polarity != Polarity::Contains
            && unit.breaks < Break::Label
            && !is_heading
            && at > text.sentences[sentence].units.start
            && (text.is_food(at - 1) || !text.unit(at - 1).is_known);
        self.owe(is_claimed);
        self.scope = Scope {
            polarity,
            depth: unit.depth,
            sentence,
            end: at + 1,
            heads_lines: false,
            is_heading,
            phrase_only,
            is_label: unit.is(Role::Any),
        };
        self.item = Item::default();
        // "Allergens: yes".
        if unit.is(Role::Any) && text.is(at + 1, Role::Yes) {
            self.claims.warnings.push(Warning::Affirmed);
        }
        true
    }

    fn mention(&mut self, at: usize, food: &Match) {
        let text = self.text;
        let Some(named) = food.named() else { return };
        self.item.has_food |= named.always;
        if self.denials.units[at] {
            return;
        }
        let is_yes = self.scope.polarity == Polarity::Named
            && named.always
            && text.answers(at + 1, cues![Yes, Contains])
            && !self.has_denial;
        let sentence = text.sentence_of[at];
        let caution = &self.cautions[sentence];
        // A warning in brackets applies only inside them.
        let is_inside = |risk| risk > text.unit(at).depth;
        let is_outside = text.kind == Kind::List && caution.depth.is_some_and(is_inside);
        let polarity = match self.scope.polarity {
            _ if text.answers(at + 1, NO) => Polarity::Named,
            _ if is_yes => Polarity::Contains,
            Polarity::Named if caution.warns(text.kind) && !is_outside => Polarity::MayContain,
            Polarity::Contains if !named.always => Polarity::Named,
            other => other,
        };
        if polarity != Polarity::Named {
            self.claims.resolved[sentence] = true;
            self.owes &= !self.scope.is_label;
            // "May contain" as a heading is resolved by the line below it.
            if self.scope.polarity != Polarity::Named {
                self.claims.resolved[self.scope.sentence] = true;
            }
        }
        let words = &text.words[food.start..food.end];
        let emphasised = words.iter().any(|word| word.emphasised);
        let is_listed = text.kind == Kind::List
            && self.scope.polarity == Polarity::Named
            && polarity == Polarity::Named
            && !emphasised;
        let is_silent = match named.in_list {
            InList::Asks => false,
            InList::Silent => true,
            InList::IfMuch => !is_much(text, at),
        };
        if is_listed && is_silent {
            return;
        }
        let (has_others, has_examples) = (has_others(text, at), text.is(at + 1, Role::Example));
        let has_examples = has_examples && text.breaks(at + 1) <= Break::Bracket;
        let is_vague = polarity == Polarity::MayContain && is_vague(text, at, named);
        let has_others = has_others || is_vague;
        for allergen in named.allergens() {
            // "Almonds etc." are nuts of any kind.
            let group = Some(allergen.group());
            let group = group.filter(|group| has_examples && *group != allergen);
            for allergen in std::iter::once(allergen).chain(group) {
                self.add(Mention {
                    has_others: has_others || has_examples,
                    allergen,
                    text: shown(words),
                    emphasised,
                    always: named.always || has_others,
                    imitated: named.imitated,
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
        let same = self.claims.mentions.iter().filter(is_same).collect_vec();
        let is_known = |other: &&Mention| other.text.eq_ignore_ascii_case(&mention.text);
        if same.len() < WORDINGS && !same.iter().any(is_known) {
            self.claims.mentions.push(mention);
        }
    }

    /// Begins what a claim promises to name. If nothing named what the one before it did, the text warns
    /// of something unknown: "contains an allergen: ask staff".
    fn owe(&mut self, owes: bool) {
        if std::mem::replace(&mut self.owes, owes) {
            self.claims.warnings.push(Warning::Promised);
        }
    }

    /// Ends the item between two commas. If it "may" be in the food but was not understood, the text
    /// warns of something unknown.
    fn end_item(&mut self) {
        let item = std::mem::take(&mut self.item);
        // "Contains: mlik".
        let lists = match self.scope.polarity {
            Polarity::MayContain => true,
            Polarity::Contains => {
                self.scope.is_heading && self.text.kind == Kind::Statement && !item.is_known
            }
            Polarity::Named => false,
        };
        if lists && item.is_unknown && !item.has_food {
            self.claims.warnings.push(Warning::Unknown);
        }
    }
}

/// Whether a word beside a food says that more of its kind are meant: "other tree nuts", "nuts of other
/// kinds", "cnau eraill".
fn has_others(text: &Text, at: usize) -> bool {
    const NEAR: usize = 4;
    let fills = |at: &usize| text.is_any(*at, cues![Other, Filler]);
    let is_near = |at: &usize| text.breaks(*at) <= Break::Quote && fills(at);
    let before = (0..at).rev().take(NEAR);
    let mut before = before.take_while(|at| text.breaks(*at + 1) <= Break::Quote && fills(at));
    let mut behind = (at + 1..text.units.len()).take(NEAR).take_while(is_near);
    let is_other = |at: usize| text.is(at, Role::Other);
    before.any(is_other) || behind.any(is_other)
}

/// Whether nuts of any kind are meant: "may contain almonds, nuts", and in French "noix", which are
/// walnuts too, but not "nuts (almonds)" and "almonds (nuts)".
fn is_vague(text: &Text, at: usize, named: Named) -> bool {
    let is_behind = text.breaks(at) == Break::Bracket && text.unit(at).depth > 0;
    let breaks = text.get(at + 1).map(|next| next.breaks);
    let is_before = matches!(breaks, Some(Break::Bracket | Break::Label | Break::Dash));
    named.allergens().any(|of| of == Allergen::TreeNuts) && !is_behind && !is_before
}

/// Whether an ingredient is the first of a list, or 5 % of it or more.
fn is_much(text: &Text, at: usize) -> bool {
    const MUCH: u32 = 5;
    let begins = |at: usize| {
        matches!(
            text.breaks(at),
            Break::Phrase | Break::Clause | Break::Bracket
        )
    };
    let is_first = !(1..=at).any(begins);
    let percent = |at: usize| text.first(at).parse::<u32>().ok();
    let behind = at + 1..text.units.len().min(at + 3);
    let mut behind = behind.take_while(|at| text.breaks(*at) != Break::Phrase);
    let figure = behind.find_map(percent);
    // "12 % red wine".
    let before = (at.saturating_sub(3)..at).rev();
    let mut before = before.take_while(|at| text.breaks(*at + 1) == Break::None);
    let figure = figure.or_else(|| before.find_map(percent));
    figure.map_or(is_first, |figure| figure >= MUCH)
}

/// Whether the line that begins here has a label, such as "Serve with: fish".
fn is_labelled(text: &Text, at: usize) -> bool {
    let rest = at + 1..text.units.len();
    let mut line = rest.take_while(|at| text.breaks(*at) < Break::Clause);
    line.any(|at| text.breaks(at) == Break::Label)
}
