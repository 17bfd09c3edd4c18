//! What a sentence says of risks, whatever it names.

use super::clause::Text;
use super::said::Kind;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Cues, Role, cues};
use crate::text::tokens::Break;

/// What a sentence says of risks.
#[derive(Debug, Default)]
pub(super) struct Caution {
    pub(super) cues: Cues,
    /// The first unit that makes every allergen named in the sentence a risk.
    pub(super) risk: Option<usize>,
    /// The bracket depth of the outermost such unit.
    pub(super) depth: Option<usize>,
    /// Whether it warns of more than a place, and whether it does so mildly.
    pub(super) is_risky: bool,
    pub(super) is_mild: bool,
    /// Whether it mentions what makes a place or a machine harmless, if nothing takes it back.
    pub(super) is_conditional: bool,
    pub(super) has_doubt: bool,
}

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
        caution
    });
    cautions.collect_vec()
}

impl Caution {
    fn read(&mut self, text: &Text, at: usize) {
        const CAUTIONS: Cues = cues![May, Caution, Around];
        let unit = text.unit(at);
        if is_share(text, at) {
            return;
        }
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
        self.cues = self.cues.and(match is_conditional {
            true => unit.cues.without(cues![Clean]),
            false => unit.cues,
        });
    }

    /// Whether every allergen that the sentence names is a risk: in a statement, one word of caution is
    /// enough.
    pub(super) fn warns(&self, kind: Kind) -> bool {
        let is_cautious = self.cues.any(cues![May, Caution]);
        self.risk.is_some() || is_cautious && kind == Kind::Statement
    }
}

/// Whether traces in a bracket of their own are those of another ingredient than an allergen: "rennet
/// (traces)".
fn is_share(text: &Text, at: usize) -> bool {
    let is_alone = text.breaks(at) == Break::Bracket && text.ends_at(at + 1);
    let (unit, is_list) = (text.unit(at), text.kind == Kind::List);
    let is_traces = unit.is(Role::Around) && unit.is(Role::Filler) && unit.depth > 0;
    is_list && is_alone && is_traces && !text.is_food(at - 1)
}
