//! Warnings that name no allergen.

use super::answers::is_of_unknown;
use super::claims::{Claim, resolved};
use super::clause::Text;
use super::grammar::Denials;
use super::misspelt::is_misspelt;
use super::said::{Kind, Polarity};
use super::scope::{Scope, is_heading};
use super::unit::Unit;
use super::void::is_doubt;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Cues, Match, Role, cues};
use crate::text::tokens::Break;
use std::ops::Range;

/// Why a text warns of an allergen without naming it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Warning {
    /// "May contain zibbel".
    Unknown,
    /// "Contains glutten".
    Misspelt,
    /// "Contains an allergen: ask staff".
    Promised,
    /// "A factory that handles allergens".
    Unnamed,
    /// "Allergens: yes".
    Affirmed,
    /// "Made on a shared line".
    Caution,
    /// "Allergens not yet assessed".
    Unsettled,
    /// "Kann Spuren von Zibbel enthalten" on an English page.
    Foreign,
}

/// What a sentence says of risks.
#[derive(Debug, Default)]
pub(super) struct Caution {
    cues: Cues,
    /// The first unit that makes every allergen named in the sentence a risk.
    pub(super) risk: Option<usize>,
    /// The bracket depth of the outermost such unit.
    pub(super) depth: Option<usize>,
    /// Whether it warns of more than a place, and whether it does so mildly.
    is_risky: bool,
    is_mild: bool,
    /// Whether it mentions what makes a place or a machine harmless, if nothing takes it back.
    is_conditional: bool,
    /// Whether it speaks of allergens in doubt: "allergens not yet assessed".
    is_unsettled: bool,
    /// Whether it warns in a language that is not read.
    is_foreign: bool,
    has_doubt: bool,
}

const ANY: Cues = cues![Any];
const CLEAN: Cues = cues![Clean];

pub(super) fn cautions(text: &Text, doubts: &[bool]) -> Vec<Caution> {
    let sentences = text.sentences.iter().zip(doubts);
    let cautions = sentences.map(|(sentence, has_doubt)| {
        let mut caution = Caution {
            has_doubt: *has_doubt,
            ..Caution::default()
        };
        for at in sentence.units.clone() {
            caution.read(text, at);
        }
        let is_open = |at: usize| is_doubt(text, at) && text.unit(at).inner.is(Role::Open);
        caution.is_unsettled = caution.cues.any(ANY) && sentence.units.clone().any(is_open);
        caution
    });
    cautions.collect_vec()
}

impl Caution {
    fn read(&mut self, text: &Text, at: usize) {
        const CAUTIONS: Cues = cues![May, Caution, Around];
        let unit = text.unit(at);
        if unit.is(Role::Around) {
            self.risk.get_or_insert(at);
            let outer = self.depth.get_or_insert(unit.depth);
            *outer = unit.depth.min(*outer);
        }
        let is_mild = unit.is(Role::Mild);
        let warns = unit.is_any(CAUTIONS) && (is_mild || !unit.is(Role::Place));
        // "A dedicated line" is harmless, "no dedicated line" and one at a shared site are not.
        let is_conditional = warns && unit.is(Role::Clean);
        self.is_conditional |= is_conditional;
        self.is_risky |= warns && !is_mild && !is_conditional;
        self.is_mild |= warns;
        // The lexicon of a language gives its own words other roles.
        let foreign = unit.cues.without(cues![Caution]);
        self.is_foreign |= foreign.is_only(Role::Foreign);
        self.cues = self.cues.and(match is_conditional {
            true => unit.cues.without(CLEAN),
            false => unit.cues,
        });
    }

    /// Whether every allergen that the sentence names is a risk: in a statement, one word of caution is
    /// enough.
    pub(super) fn warns(&self, kind: Kind) -> bool {
        let is_cautious = self.cues.any(cues![May, Caution]);
        self.risk.is_some() || is_cautious && kind == Kind::Statement
    }

    /// "Our lines are cleaned between runs" warns of nothing; "but traces may remain" does.
    fn warning(&self, kind: Kind, is_resolved: bool) -> Option<Warning> {
        if kind == Kind::Prose || is_resolved {
            return None;
        }
        // "Shared lines without cleaning", "cleaned, but may contain traces".
        let open = cues![May, Contains, Absent];
        let is_open = self.has_doubt || self.cues.any(open);
        let is_cleaned = self.cues.any(CLEAN);
        let is_harmless = !(self.is_risky
            || self.is_mild && self.cues.any(ANY)
            || self.is_conditional && is_open
            || self.has_doubt && is_cleaned);
        if self.is_unsettled {
            Some(Warning::Unsettled)
        } else if self.warns(kind) && !is_harmless && (!is_cleaned || is_open) {
            Some(Warning::Caution)
        } else {
            None
        }
    }
}

/// The warnings of a text: of sentences that no claim resolves, and of what is claimed and not understood.
pub(super) fn warnings(
    text: &Text,
    denials: &Denials,
    scopes: &[Scope],
    cautions: &[Caution],
    claims: &[Claim<'_>],
) -> Vec<Warning> {
    let resolved = resolved(text, denials, scopes, claims);
    let sentences = cautions.iter().zip(&resolved);
    let open =
        sentences.filter_map(|(caution, is_resolved)| caution.warning(text.kind, *is_resolved));
    let units = (0..text.units.len()).filter(|at| !denials.units[*at]);
    let units = units.filter_map(|at| unit_warning(text, at, &scopes[at], cautions));
    let unread = has_unread_item(text, scopes) || is_of_unknown(text);
    let owes = |at: &usize| scopes[*at].promises_at(*at) && !is_kept(*at, scopes, claims);
    let promised = (0..text.units.len()).find(owes);
    let others = [
        unread.then_some(Warning::Unknown),
        promised.map(|_| Warning::Promised),
    ];
    let others = others.into_iter().flatten();
    open.chain(units).chain(others).collect_vec()
}

/// What a unit warns of where it stands.
fn unit_warning(text: &Text, at: usize, scope: &Scope, cautions: &[Caution]) -> Option<Warning> {
    let unit = text.unit(at);
    let caution = &cautions[text.sentence_of[at]];
    let is_contained = || scope.polarity == Polarity::Contains && scope.is_about(text, at);
    let is_apart = scope.is_phrase(at) || unit.is_food();
    let is_unread = !unit.is_read();
    match () {
        () if is_unread && caution.is_foreign => Some(Warning::Foreign),
        () if is_unread && text.kind == Kind::Statement => {
            let word = &text.words[unit.words.start];
            is_misspelt(word, &text.spellings).then_some(Warning::Misspelt)
        }
        () if !unit.is(Role::Any) || unit.is(Role::Heading) => None,
        () if scope.is_phrase(at) && text.is(at + 1, Role::Yes) => Some(Warning::Affirmed),
        () if !is_apart && (caution.risk.is_some() || is_contained()) && !is_heading(text, at) => {
            Some(Warning::Unnamed)
        }
        () => None,
    }
}

/// Whether a promise to name an allergen is kept before another claim begins.
fn is_kept(at: usize, scopes: &[Scope], claims: &[Claim<'_>]) -> bool {
    let first = claims.partition_point(|claim| claim.at < at);
    let mut own = claims[first..].iter();
    own.any(|claim| claim.says() && scopes[claim.at].at == at)
}

/// Whether something that the food "may" contain was not understood, or nothing of an item behind
/// "contains:".
fn has_unread_item(text: &Text, scopes: &[Scope]) -> bool {
    let begins = |at: usize| {
        let unit = text.unit(at);
        unit.breaks != Break::None || unit.is(Role::And) || scopes[at].is_phrase(at)
    };
    let mut start = 0;
    let count = text.units.len();
    (1..=count).any(|end| {
        let ends = end == count || begins(end);
        ends && is_unread(text, scopes, std::mem::replace(&mut start, end)..end)
    })
}

fn is_unread(text: &Text, scopes: &[Scope], item: Range<usize>) -> bool {
    let scope = &scopes[item.end - 1];
    let units = item.filter(|at| !scopes[*at].is_phrase(*at));
    let units = units.map(|at| text.unit(at));
    let is_unread = |unit: &Unit| !unit.is_read() || unit.is(Role::Any);
    let mut foods = units.clone().flat_map(|unit| &unit.foods);
    let lists = match scope.polarity {
        Polarity::Named => false,
        Polarity::MayContain => true,
        Polarity::Contains => {
            let is_heading = text.kind == Kind::Statement && scope.is_heading(text);
            is_heading && !units.clone().any(Unit::is_read)
        }
    };
    let is_named = |food: &Match| food.named().is_some_and(|named| named.always);
    // "May contain one or more of the following: …".
    let leads = units.clone().any(|unit| unit.is(Role::Following));
    lists && !leads && units.clone().any(is_unread) && !foods.any(is_named)
}
