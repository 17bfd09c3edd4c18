//! Answers, and the rows of tables and the questions that they answer.

use super::clause::{NEAR, Text};
use super::cue::{ANSWERS, JOINS, NO, REVERSES};
use super::said::Kind;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Cues, Role, cues};
use crate::text::tokens::Break;

/// What is answered: the row of a table, or a question.
#[derive(Clone, Copy)]
pub(super) struct Row {
    start: usize,
    /// The index of the answer.
    pub(super) end: usize,
    /// Whether it has words of a question, not only foods.
    pub(super) asks: bool,
}

/// Whether a unit answers what ends before it: "milk: no", "nuts (yes)". The letter in "nuts (n)" may be the
/// sign of a remark, and a list follows in "milk - free from: nuts".
pub(super) fn answers(text: &Text, at: usize, cues: Cues) -> bool {
    let Some(unit) = text.get(at).filter(|unit| unit.is_any(cues)) else {
        return false;
    };
    let is_word = |at: usize| text.is_any(at, cues![Yes, No]) && !text.is(at, Role::Free);
    let explains = match unit.breaks {
        Break::Label => true,
        Break::Dash => !unit.is_any(cues![Absent, Free]) || unit.is(Role::Bare),
        // "Gluten N, milk no", "Ei nein".
        Break::None => {
            let is_short = unit.words.len() == 1 && text.first(at).len() < 5;
            unit.depth == 0 && is_word(at) && is_short
        }
        Break::Bracket => text.first(at).len() > 1 || unit.depth == 0,
        // A cell of a table of two columns, each a line: the text begins with no answer and ends with one.
        Break::Line => {
            let is_cell = |at: usize| is_word(at) && text.parts(at + 1);
            let last = text.units.len() - 1;
            let is_table = is_cell(at) && !is_cell(0) && is_cell(last);
            is_table && (text.is_food(at + 1) || at == last)
        }
        _ => false,
    };
    explains && is_last(text, at)
}

/// Whether neither a list nor anything else of its phrase follows a unit.
fn is_last(text: &Text, at: usize) -> bool {
    !matches!(text.breaks(at + 1), Break::None | Break::Label)
}

/// Whether a "none" answers a heading: "allergens: none (nut free)".
pub(super) fn answers_heading(text: &Text, at: usize) -> bool {
    const HEADINGS: Cues = cues![Any, Contains, May, Around];
    at > 0 && text.is_any(at - 1, HEADINGS) && answers(text, at, NO)
}

/// Whether a denying phrase answers what stands before it: "nuts: no, milk: yes", "milk: free from".
pub(super) fn is_answer(text: &Text, at: usize, denied: &[bool]) -> bool {
    let unit = text.unit(at);
    // "Free from milk, but not egg" says that egg is in it.
    if unit.is(Role::But) {
        let near = at.saturating_sub(NEAR).max(text.sentence(at).units.start);
        return denied[near..at].contains(&true);
    }
    let Some(before) = at.checked_sub(1) else {
        // "No: milk" is a list, "No, almonds" an answer.
        return unit.is(Role::Bare) && is_last(text, at);
    };
    // "Nut free? No: almonds are used", but "nuts (no peanuts)".
    let is_apart = unit.breaks >= Break::Clause
        || unit.breaks == Break::Phrase
        || unit.breaks == Break::Bracket && unit.depth > 0;
    let is_asked = text.is_food(before) && !denied[before] || text.is(before, Role::May);
    let ends = text.ends_at(at + 1) && at + 1 < text.units.len();
    text.is_food(before) && answers(text, at, ANSWERS)
        || unit.is(Role::Bare) && (ends || !is_apart && is_asked)
}

/// What is answered with no, by the units at which it starts: "milk: no, egg: no", but not "milk: no,
/// shared line"; "contains nuts? No", "nuts on site: no", "may contain: none".
pub(super) fn answered(text: &Text) -> Vec<Option<Row>> {
    let mut answered = vec![None; text.units.len()];
    let rows = rows(text);
    let is_table = is_table(text, &rows);
    let is_cell = |row: &Row| is_table && !text.in_sentence(row.start, cues![Around]);
    for row in rows.iter().filter(|row| row.asks || is_cell(row)) {
        if text.is_any(row.end, NO) {
            answered[row.start] = Some(*row);
        }
    }
    answered
}

/// Whether a text is a table of answers. Every word must be known, and nothing may reverse the answers,
/// such as the heading "Free from". A row without another must begin the only sentence.
fn is_table(text: &Text, rows: &[Row]) -> bool {
    let is_certain = |at| {
        let reverses = text.is_any(at, REVERSES.and(cues![Missing]));
        let is_reversed = reverses && !answers(text, at, ANSWERS);
        text.unit(at).is_known && !is_reversed && !text.last(at).ends_question
    };
    let is_alone = || rows.len() == 1 && rows[0].start == 0 && text.sentences.len() == 1;
    (rows.len() > 1 || is_alone()) && (0..text.units.len()).all(is_certain)
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
        is_name && (answers(text, at + 1, ANSWERS.without(NO)) || is_letter(at + 1))
    };
    text.kind == Kind::Statement && rows(text).len() > 1 && (0..text.units.len()).any(is_answered)
}

/// The rows of a table, and the questions and labels that are answered.
fn rows(text: &Text) -> Vec<Row> {
    let units = (0..text.units.len()).filter(|_| text.kind != Kind::List);
    units.filter_map(|at| row(text, at)).collect_vec()
}

/// What a unit answers: foods with what joins them, known words in brackets, as in "milk and milk products
/// (including lactose): no", and words of questions. "Nuts stored apart: no" has another word, and is none
/// of these.
fn row(text: &Text, end: usize) -> Option<Row> {
    const ASKS: Cues = cues![Contains, May, Around, Any, Place, Asks];
    const DENIES: Cues = cues![Absent, Free, Missing, Not];
    const WARNS: Cues = cues![May, Around, Caution];
    let is_asked = end > 0 && text.last(end - 1).ends_question && text.is_any(end, ANSWERS);
    if !is_asked && !answers(text, end, ANSWERS) {
        return None;
    }
    // "May contain pistachio (peanut: no)".
    let depth = text.unit(end).depth;
    // "Nuts? No", and nothing else.
    let is_all = end + 1 == text.units.len() && text.sentence_of[end - 1] == 0;
    let (mut start, mut asks) = (end, is_asked && is_all);
    while start > end.saturating_sub(NEAR) {
        let (unit, before) = (text.unit(start), text.unit(start - 1));
        if start < end && unit.breaks != Break::None && unit.depth <= depth {
            break;
        }
        start -= 1;
        let is_item = before.is_food() || before.is_any(JOINS);
        let is_bracketed = before.depth > depth && before.is_known && !before.is_any(WARNS);
        let is_word = before.depth <= depth && before.is_any(ASKS);
        let is_denied = text.last(start).ends_with_free || before.is_any(DENIES);
        if is_denied || !is_item && !is_bracketed && !is_word {
            return None;
        }
        asks |= is_word;
    }
    let widest = if asks { Break::Clause } else { Break::Phrase };
    let ends = text.breaks(end + 1) >= Break::Clause;
    let is_whole = text.breaks(start) >= widest && (!asks || ends);
    (is_whole && start < end).then_some(Row { start, end, asks })
}
