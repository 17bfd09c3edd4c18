//! Answers with no: the rows of a table, and questions.

use super::clause::{NEAR, Text};
use super::cue::{ANSWERS, JOINS, NO, REVERSES};
use super::said::Kind;
use crate::lexicon::{Cues, cues};
use crate::text::tokens::Break;

/// What is answered: a cell of a table or a question.
#[derive(Clone, Copy)]
pub(super) struct Answered {
    start: usize,
    /// The index of the answer.
    pub(super) end: usize,
    /// Whether it has words of a question, not only foods.
    pub(super) asks: bool,
}

/// What is answered with no, by the units at which it starts: "milk: no, egg: no", but not "milk: no,
/// shared line"; "contains nuts? No", "nuts on site: no", "may contain: none".
pub(super) fn answered(text: &Text) -> Vec<Option<Answered>> {
    let mut answered = vec![None; text.units.len()];
    if text.kind == Kind::List {
        return answered;
    }
    let is_table = is_table(text);
    let is_cell = |row: &Answered| is_table && !text.in_sentence(row.start, cues![Around]);
    let rows = (0..text.units.len()).filter_map(|at| row(text, at, NO));
    for row in rows.filter(|row| row.asks || is_cell(row)) {
        answered[row.start] = Some(row);
    }
    answered
}

/// The row of a table, the question or the label that a unit answers: foods with what joins them, known
/// words in brackets, as in "milk and milk products (including lactose): no", and words of questions.
/// "Nuts stored apart: no" has another word, and is none of these.
fn row(text: &Text, at: usize, answers: Cues) -> Option<Answered> {
    const ASKS: Cues = cues![Contains, May, Around, Any, Place, Asks];
    const DENIES: Cues = cues![Absent, Free, Missing, Not];
    const WARNS: Cues = cues![May, Around, Caution];
    let is_asked = at > 0 && text.last(at - 1).ends_question && text.is_any(at, answers);
    if !is_asked && !text.answers(at, answers) {
        return None;
    }
    // "May contain pistachio (peanut: no)".
    let depth = text.unit(at).depth;
    // "Nuts? No", and nothing else.
    let is_all = at + 1 == text.units.len() && text.sentence_of[at - 1] == 0;
    let (mut start, mut asks) = (at, is_asked && is_all);
    while start > at.saturating_sub(NEAR) {
        let (unit, before) = (text.unit(start), text.unit(start - 1));
        if start < at && unit.breaks != Break::None && unit.depth <= depth {
            break;
        }
        start -= 1;
        let is_item = before.is_food() || before.is_any(JOINS);
        let is_bracketed = before.depth > depth && before.is_known && !before.is_any(WARNS);
        let is_word = before.depth <= depth && before.is_any(ASKS);
        if text.last(start).ends_with_free
            || before.is_any(DENIES)
            || !is_item && !is_bracketed && !is_word
        {
            return None;
        }
        asks |= is_word;
    }
    let widest = if asks { Break::Clause } else { Break::Phrase };
    let ends = text.breaks(at + 1) >= Break::Clause;
    let is_whole = text.breaks(start) >= widest && (!asks || ends);
    let end = at;
    (is_whole && start < at).then_some(Answered { start, end, asks })
}

/// Whether a table answers for a name that is not known with anything but no: "milk Y, fish N, ses M".
pub(super) fn is_of_unknown(text: &Text) -> bool {
    let begins = |at: usize| at == 0 || text.breaks(at) >= Break::Phrase;
    let is_letter = |at: usize| {
        let is_short = text.breaks(at) == Break::None && text.first(at).len() == 1;
        is_short && !text.is_any(at, NO) && begins(at + 1)
    };
    let is_answered = |at: usize| {
        // An abbreviation of a name has three letters.
        let is_name = !text.unit(at).is_read() && text.first(at).len() > 2 && begins(at);
        is_name && (text.answers(at + 1, ANSWERS.without(NO)) || is_letter(at + 1))
    };
    let rows = (0..text.units.len()).filter(|at| row(text, *at, ANSWERS).is_some());
    text.kind == Kind::Statement
        && rows.take(2).count() == 2
        && (0..text.units.len()).any(is_answered)
}

/// Whether a text is a table of answers. Every word must be known, and nothing may reverse the answers,
/// such as the heading "Free from". A row without another must begin the only sentence.
fn is_table(text: &Text) -> bool {
    let is_certain = |at| {
        let reverses = REVERSES.and(cues![Missing]);
        let reverses = text.is_any(at, reverses) && !text.answers(at, ANSWERS);
        text.unit(at).is_known && !reverses && !text.last(at).ends_question
    };
    let count = text.units.len();
    let mut rows = (0..count).filter_map(|at| row(text, at, ANSWERS));
    let is_alone = rows.next().is_some_and(|row| row.start == 0) && text.sentences.len() == 1;
    (is_alone || rows.next().is_some()) && (0..count).all(is_certain)
}
