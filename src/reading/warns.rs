//! Warnings that name no allergen.

use super::clause::Text;
use super::cue::{Cues, cues};
use super::said::Kind;
use super::void::is_doubt;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::Role;

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

/// The warnings of sentences that no claim resolves.
pub(super) fn warnings(text: &Text, resolved: &[bool], cautions: &[Caution]) -> Vec<Warning> {
    let sentences = cautions.iter().zip(resolved);
    let open =
        sentences.filter_map(|(caution, is_resolved)| caution.warning(text.kind, *is_resolved));
    let is_foreign =
        |at: usize| cautions[text.sentence_of[at]].is_foreign && !text.unit(at).is_read();
    let mut foreign = (0..text.units.len()).filter(|at| is_foreign(*at));
    let foreign = foreign.next().map(|_| Warning::Foreign);
    open.chain(foreign).collect_vec()
}
