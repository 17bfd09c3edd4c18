//! What takes a denial back: a word of doubt in its sentence, an unknown or a denying word before it, a
//! remark behind it, and a turn to where the denied food is.

use super::answers::answers_heading;
use super::clause::{MOST, NEAR, Text};
use super::cue::CLAIMS;
use super::said::Kind;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Cues, Role, cues};
use crate::text::tokens::Break;
use std::ops::Range;

/// Whether a word of doubt cancels the denials of each sentence, or an exception behind it.
pub(super) fn doubts(text: &Text) -> Vec<bool> {
    let mut is_exempt = false;
    let sentences = text.sentences.iter().rev();
    let doubts = sentences.map(|sentence| {
        let has_doubt = is_exempt || has_doubt(text, sentence.units.clone());
        is_exempt |= is_exception(text, sentence.units.clone());
        has_doubt
    });
    let mut doubts = doubts.collect_vec();
    doubts.reverse();
    doubts
}

/// An exception in a sentence of its own, to what the text denied before: "No milk. Except the icing",
/// "Some packs affected", "Not the dressing".
fn is_exception(text: &Text, sentence: Range<usize>) -> bool {
    const SAYS: Cues = cues![Absent, Free, Missing, Contains];
    let is_other = |at: &usize| text.is_food(*at) || text.is_any(*at, SAYS);
    let mut own = sentence.clone().take_while(|at| !is_other(at));
    own.any(|at| {
        let unit = text.unit(at);
        let is_at_end = at == sentence.start || at + 1 == sentence.end;
        unit.is(Role::Not) && unit.is_any(cues![Turn, Open]) && (is_at_end || !unit.is(Role::Bare))
    })
}

/// Doubt: "we hope that it is free from nuts", "nut free? We cannot say", but not "nut free? Yes."
fn has_doubt(text: &Text, mut units: Range<usize>) -> bool {
    let is_affirmed = |at: usize| text.is(at, Role::Yes) && text.breaks(at + 1) == Break::Sentence;
    units.any(|at| is_doubt(text, at) || text.last(at).ends_question && !is_affirmed(at + 1))
}

/// Whether a unit is a word of doubt: the "not" of "does not contain" is none.
pub(super) fn is_doubt(text: &Text, at: usize) -> bool {
    const OTHERS: Cues = cues![Absent, Missing, Calm, May, Below];
    text.unit(at).inner.is(Role::Not)
        && !text.is_any(at, OTHERS)
        && !answers_heading(text, at)
        && !is_contrast(text, at)
}

/// Whether a "not" says what a food is not made of: "sunflower, not soya". "Nut free, not milk" and
/// "eggless, not milk" may mean that milk is in it.
pub(super) fn is_contrast(text: &Text, at: usize) -> bool {
    const LIMITED: Cues = cues![
        Absent, Free, Missing, Vegan, Around, Place, Any, Caution, Clean
    ];
    let unit = text.unit(at);
    let begins = unit.breaks == Break::Phrase || unit.breaks == Break::Bracket && unit.depth > 0;
    let is_between = at > 0 && text.is_food(at - 1) && text.is_food(at + 1);
    unit.is(Role::Bare)
        && unit.is(Role::Not)
        && begins
        && is_between
        && !text.last(at - 1).ends_with_free
        && text.ends_at(at + 2)
        && !text.in_sentence(at, LIMITED)
}

/// Whether a sentence turns from a denial that ends here to where the denied food is: "no nuts in the
/// recipe, but on site". A food behind the turn may be what is there.
pub(super) fn leads_elsewhere(text: &Text, end: usize) -> bool {
    let rest = end..text.sentence(end - 1).units.end.min(end + MOST);
    let turn = rest.clone().find(|at| text.is_any(*at, cues![Turn, Yes]));
    turn.is_some_and(|turn| !(turn..rest.end).any(|at| text.is_food(at)))
        && rest.clone().any(|at| text.is_any(at, cues![Around, Place]))
}

/// An answer that takes a denial back: "nut free: no", "free from milk (n)". In "nut free: no egg free:
/// yes" another row follows it.
pub(super) fn is_refused(text: &Text, at: usize) -> bool {
    let is_row = text.is_food(at + 1) && text.is(at + 2, Role::Free);
    is_no(text, at) && (text.ends_at(at + 1) || text.is(at + 1, Role::And) || is_row)
}

/// A remark in a statement that takes a denial back: "dairy free (to be confirmed)", "free from nuts, as
/// far as we know". It has a word that is not understood, and says nothing of its own.
pub(super) fn is_remark(text: &Text, at: usize) -> bool {
    let near = at..text.units.len().min(at + NEAR);
    let is_same = |unit: &usize| *unit == at || text.breaks(*unit) == Break::None;
    let mut remark = near.take_while(is_same);
    let speaks = |at: usize| text.is_food(at) || text.is_any(at, CLAIMS);
    text.kind == Kind::Statement
        && !matches!(text.breaks(at), Break::Line | Break::Sentence)
        && !remark.clone().any(speaks)
        && remark.any(|at| !text.unit(at).is_known)
}

/// Whether a unit answers with no: "milk free: no".
pub(super) fn is_no(text: &Text, at: usize) -> bool {
    text.is(at, Role::Refusal)
        || text.is(at, Role::No)
            && (text.is(at, Role::Bare) || !text.is_any(at, cues![Absent, Free, Missing]))
}

/// Whether a list of ingredients emphasises a name without the rest of it, which names it all the same:
/// "<b>egg</b>less mayonnaise".
pub(super) fn is_emphasised_alone(text: &Text, at: usize, list: &Range<usize>) -> bool {
    let rest = match () {
        () if text.is(at, Role::Style) => text.words_of(at).first(),
        () if text.last(at).ends_with_free => {
            let next = text.unit(at).words.end;
            text.words.get(next).or_else(|| text.words.last())
        }
        () => None,
    };
    let mut words = list.clone().flat_map(|at| text.words_of(at));
    let is_plain = rest.is_some_and(|word| !word.emphasised);
    text.kind == Kind::List && is_plain && words.any(|word| word.emphasised)
}
