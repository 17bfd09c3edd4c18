//! What takes a denial back: a word of doubt in its sentence, an unknown or a denying word before it, a
//! remark behind it, and a turn to where the denied food is.

use super::clause::Text;
use super::cue::{CLAIMS, Cues, cues};
use super::said::Kind;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::Role;
use crate::text::is_among;
use crate::text::tokens::Break;
use std::ops::Range;

/// What takes back what a sentence denies.
pub(super) struct Void {
    /// Whether a word of doubt cancels its denials.
    pub(super) has_doubt: bool,
    pub(super) turns: Turns,
}

/// What takes back what each sentence denies.
pub(super) fn voids(text: &Text) -> Vec<Void> {
    let voids = text.sentences.iter().map(|sentence| Void {
        has_doubt: has_doubt(text, sentence.units.clone()),
        turns: Turns::of(text, sentence.units.clone()),
    });
    voids.collect_vec()
}

/// How many units before and after a denial are examined.
pub(super) const NEAR: usize = 40;

/// Doubt: "we hope that it is free from nuts", "nut free? We cannot say", but not "nut free? Yes."
fn has_doubt(text: &Text, mut units: Range<usize>) -> bool {
    let is_affirmed = |at: usize| {
        let ends = text
            .get(at + 1)
            .is_none_or(|next| next.breaks == Break::Sentence);
        text.is(at, Role::Yes) && ends
    };
    units.any(|at| is_doubt(text, at) || text.last(at).ends_question && !is_affirmed(at + 1))
}

/// Whether a unit is a word of doubt: the "not" of "does not contain" is none.
pub(super) fn is_doubt(text: &Text, at: usize) -> bool {
    const OTHERS: Cues = cues![Absent, Missing, Calm, May, Below];
    text.unit(at).has_not
        && !text.is_any(at, OTHERS)
        && !text.answers_heading(at)
        && !text.is_contrast(at)
}

/// Whether a matching unit comes before a denial with no break in between.
pub(super) fn is_preceded(text: &Text, at: usize, matches: impl Fn(usize) -> bool) -> bool {
    let before = (at.saturating_sub(NEAR)..at).rev();
    let is_same =
        |before: &usize| text.breaks(before + 1) <= Break::Quote && !text.is(*before, Role::And);
    before.take_while(is_same).any(matches)
}

/// An unknown word before it: "probably nut free".
pub(super) fn is_unclear(text: &Text, at: usize) -> bool {
    text.kind == Kind::Statement && is_preceded(text, at, |before| !text.unit(before).is_known)
}

/// A denying word before it: "no product is nut free", "no product is made without milk", but not "made
/// without milk in a nut free mill".
pub(super) fn is_negated(text: &Text, at: usize, denied: &[bool]) -> bool {
    let negates = |before: usize| {
        let mut between = before..at;
        let is_over = text.is(at, Role::Free) && between.any(|at| text.is_food(at) && denied[at]);
        text.is(before, Role::Absent) && !text.is(before, Role::Caution) && !is_over
    };
    !text.is(at, Role::And) && is_preceded(text, at, negates)
}

/// The words of a sentence that turn from what is denied to where it is: "no nuts in the recipe, but on
/// site".
#[derive(Clone, Copy, Default)]
pub(super) struct Turns {
    /// The ends of its last turn, and of the last before its last food.
    last: usize,
    before_food: usize,
    /// The end of its last word for a place.
    place: usize,
}

impl Turns {
    fn of(text: &Text, sentence: Range<usize>) -> Turns {
        let mut turns = Turns::default();
        for at in sentence {
            let turns_here = is_among(text.first(at), "but|however|though|although|except");
            if turns_here || text.is(at, Role::Yes) {
                turns.last = at + 1;
            }
            if text.is_food(at) {
                turns.before_food = turns.last;
            }
            if text.is_any(at, cues![Around, Place]) {
                turns.place = at + 1;
            }
        }
        turns
    }

    /// Whether a denial that ends here goes on to say where the denied food is. A food behind the turn
    /// may be what is there.
    pub(super) fn lead_elsewhere(self, end: usize) -> bool {
        self.last > end && self.before_food <= end && self.place > end
    }
}

/// A remark behind it: "nut free: no", "dairy free (to be confirmed)", "free from milk as far as we
/// know". In a statement that is any word that is not understood.
pub(super) fn is_taken_back(text: &Text, at: usize) -> bool {
    let Some(next) = text.get(at) else {
        return false;
    };
    let is_statement = text.kind == Kind::Statement;
    let near = at..text.units.len().min(at + NEAR);
    if next.breaks != Break::None {
        let ends = text.ends_at(at + 1) || text.is(at + 1, Role::And);
        // "Free from nuts, as far as we know", unless it says something of its own.
        let is_same = |unit: &usize| *unit == at || text.breaks(*unit) == Break::None;
        let mut remark = near.take_while(is_same);
        let speaks = |at: usize| text.is_food(at) || text.is_any(at, CLAIMS);
        let is_unknown = !matches!(next.breaks, Break::Line | Break::Sentence)
            && !remark.clone().any(speaks)
            && remark.any(|at| !text.unit(at).is_known);
        return ends && is_no(text, at) || is_statement && is_unknown;
    }
    const OTHERS: Cues = CLAIMS.without(cues![Free]);
    let ends = |at: &usize| {
        text.breaks(*at) != Break::None
            || text.is_any(*at, OTHERS) && !text.is(*at, Role::Place)
            || text.is(*at, Role::And)
            || text.is(*at, Role::But) && !text.is(*at, Role::Known)
    };
    let last = near.end;
    let end = near.clone().find(ends).unwrap_or(last);
    // "A nut-free snack" is the name of a food.
    let is_name = at > 0 && text.last(at - 1).hyphenated && !next.is_known;
    // "No milk above 10 mg/kg".
    let is_left_over =
        |at: usize| !text.unit(at).is_known || is_no(text, at) || text.is(at, Role::Not);
    is_statement && !is_name && (at..end).any(is_left_over)
        || text.get(end).is_some_and(|next| next.breaks != Break::None) && is_taken_back(text, end)
}

/// Whether a unit answers with no: "milk free: no".
pub(super) fn is_no(text: &Text, at: usize) -> bool {
    text.unit(at).words.len() == 1 && is_among(text.first(at), "no|n|x|none|nil|0|false")
}
