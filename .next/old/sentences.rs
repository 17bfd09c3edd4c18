//! Denials that a sentence as a whole makes: "nuts are not used on this site", "milk: no, egg: no",
//! "contains nuts? No", "gluten: below 20 ppm". They need every word of it to be known, so that none
//! takes them back.

use super::annotated::{Annotated, Kind, Phrase, bit, bits};
use super::answers::{ANSWERS, NO, is_answered};
use super::polarity::{LOOK_BACK, MOST, is_taken_back};
use crate::lexicon::{Match, Named, Role};
use crate::model::Allergen;
use crate::text::is_among;
use crate::text::tokens::{Break, Token};
use std::ops::Range;

/// The roles of phrases that reverse the answers after them.
const REVERSES: u32 = bits(&[
    Role::Absent,
    Role::Free,
    Role::Not,
    Role::But,
    Role::Caution,
]);

/// The roles of phrases that leave open where the foods of a sentence are, even if the phrase is known.
const SAYS: u32 = bits(&[
    Role::Contains,
    Role::May,
    Role::Around,
    Role::Any,
    Role::Yes,
    Role::Vegan,
]);

/// The roles of phrases that stand between a denial and what it denies.
const JOINS: u32 = bits(&[Role::And, Role::Filler]);

/// Denies what the sentences of a text deny.
pub(super) fn deny_sentences(text: &mut Annotated) {
    for index in 0..text.phrases.len() {
        let phrase = text.phrases[index];
        if phrase.is(Role::Missing) {
            deny_before(text, &phrase);
        }
    }
    for sentence in 0..text.sentences.len() {
        let words = text.words_of(sentence);
        if says_limit(text, &words) {
            text.deny(words.clone());
        }
        let is_resolved = is_denied(text, words);
        text.sentence_mut(sentence).is_resolved |= is_resolved;
    }
}

/// Whether every allergen of a sentence is denied, and nothing else is said: "no nuts are handled on
/// this site". What a break or an "and" separates from them may be another matter: "no nuts, shared
/// line".
fn is_denied(text: &Annotated, words: Range<usize>) -> bool {
    let allowed = bits(&[Role::Absent, Role::Free, Role::Around, Role::Any]);
    let (mut has_name, mut is_behind) = (false, false);
    for at in words.clone() {
        let token = text.token(at);
        let is_name = token.in_food || text.is(at, Role::Any);
        let is_apart = at > words.start && token.breaks != Break::None || token.text == "and";
        if is_name && !token.is_denied || is_apart && !has_name {
            return false;
        }
        has_name |= is_name;
        // The names may be a list.
        is_behind = !is_name && (is_behind || is_apart);
    }
    has_name && !is_behind && is_certain(text, words, allowed)
}

/// Whether a sentence says of gluten that it is at most 20 mg/kg, or of sulphites that they are at most
/// 10: only more must be declared.
fn says_limit(text: &Annotated, words: &Range<usize>) -> bool {
    let allowed = bits(&[Role::Contains, Role::Absent, Role::Free, Role::Not]);
    let mut foods = text.foods_in(words.clone());
    let mut allergens = foods
        .clone()
        .filter_map(Match::named)
        .flat_map(Named::allergens);
    let named = allergens.next();
    let most = match named {
        Some(Allergen::Cereal) => 20,
        Some(Allergen::SulphurDioxide) => 10,
        _ => return false,
    };
    // "No sulphites above 10 mg/kg".
    let denies = foods
        .next()
        .is_some_and(|food| food.start > 0 && text.is(food.start - 1, Role::Absent));
    let is_below = |at: usize| {
        let limits = |phrase: &&Phrase| phrase.is(Role::Below) && (denies || !phrase.is(Role::Not));
        let phrase = text.phrase(at).filter(limits);
        let rest = phrase.map_or(&[][..], |phrase| text.words(phrase.end..words.end));
        let near: String = rest.iter().take(4).map(|word| word.text.as_str()).collect();
        let unit = near.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let amount = near
            .strip_suffix(unit)
            .and_then(|digits| digits.parse().ok());
        // Not "20 mg per 100 g". A slash is read as "or".
        let mut units = "ppm|partspermillion|mgorkg|mgperkg|mgorl|mgperl".split('|');
        amount.is_some_and(|amount: u32| amount <= most)
            && units.any(|known| unit.starts_with(known))
    };
    // "Contains sulphites below 10 mg/kg" says that it contains them.
    let contains = |at| text.is(at, Role::Contains) && !text.is(at, Role::Below);
    allergens.all(|allergen| Some(allergen) == named)
        && words.clone().any(is_below)
        && !words.clone().any(contains)
        && is_certain(text, words.clone(), allowed)
}

/// Denies the list of foods before a phrase that says that they are missing: "soya, nuts and milk are
/// not used", "egg: absent". It crosses a comma only in a list that "and" or "or" closes: "milk, nuts
/// not used" may name milk. Nothing in the sentence may leave the denial open. Its last such phrase must
/// end it, but for words without a break that name no food, as "in the sauce" does.
fn deny_before(text: &mut Annotated, phrase: &Phrase) {
    let words = text.words_of(text.token(phrase.start).sentence);
    if words.len() > MOST {
        return;
    }
    let mut behind = phrase.end..words.end;
    let breaks = |at: &usize| text.token(*at).breaks != Break::None;
    let end = behind.clone().find(breaks).unwrap_or(words.end);
    if behind.any(|at| at < end && text.token(at).in_food)
        || end < words.end && !(end..words.end).any(|at| text.is(at, Role::Missing))
        || !is_certain(text, words.start..phrase.start, bit(Role::Around))
        || !is_certain(text, phrase.start..words.end, 0)
        || is_taken_back(text, phrase.end, Kind::Statement)
    {
        return;
    }
    let mut at = phrase.start;
    // "Nuts are not used".
    while at > 0 && text.token(at).breaks == Break::None && text.is(at - 1, Role::Known) {
        at -= 1;
    }
    let last = at;
    let (mut widest, mut is_joined) = (Break::Dash, false);
    while at > 0
        && text.token(at).breaks <= widest
        && (text.token(at - 1).in_food || text.is_any(at - 1, JOINS))
    {
        at -= 1;
        is_joined |= text.is(at, Role::And);
        widest = if is_joined {
            Break::Phrase
        } else {
            Break::None
        };
    }
    text.deny(at..last);
}

/// Whether every word of a sentence is known, and none leaves open where the foods in it are, but for
/// phrases with an allowed role. Other words for handling and traces than known ones never are.
fn is_certain(text: &Annotated, mut words: Range<usize>, allowed: u32) -> bool {
    !text.sentence(words.start).has_doubt
        && words.all(|at| {
            let is_among = |roles: &[Role]| text.is_any(at, bits(roles));
            let open = match () {
                () if is_among(&[Role::Place]) => 0,
                () if is_among(&[Role::Known]) => SAYS & !allowed,
                () => (SAYS | REVERSES) & !(allowed & !bit(Role::Around)),
            };
            // The "containing" of "cereals containing gluten" is part of a name.
            let token = text.token(at);
            token.is_denied || token.in_food || text.is_known(at) && !text.is_any(at, open)
        })
}

/// Denies what is answered with no: the foods of a table ("milk: no, egg: no, soya: yes"), and what a
/// question asks or a label says ("contains nuts? No", "nuts on site: no", "may contain: none").
///
/// Every word of a text with a table must be known, and nothing may reverse its answers, such as the
/// heading "Free from". A row without another must begin the only sentence.
pub(super) fn deny_answers(text: &mut Annotated) {
    let is_certain = |at| {
        let reverses =
            text.is_any(at, REVERSES | bit(Role::Missing)) && !is_answered(text, at, ANSWERS);
        text.is_known(at) && !reverses && !text.token(at).ends_question
    };
    let count = text.tokens.len();
    let mut rows = (0..count).filter_map(|at| row(text, at, ANSWERS));
    let is_alone = rows.next().is_some_and(|row| row.start == 0) && text.sentences.len() == 1;
    let is_table = (is_alone || rows.next().is_some()) && (0..count).all(is_certain);
    for at in 0..count {
        let Some(row) = row(text, at, NO) else {
            continue;
        };
        if row.asks {
            let sentence = text.token(row.start).sentence;
            let words = text.words_of(sentence);
            let is_whole = words.start == row.start && words.end <= row.end;
            text.sentence_mut(sentence).is_resolved |= is_whole;
        }
        // "Milk: no, egg: no, shared line".
        let is_at_risk = text.sentence(row.start).risk_phrase.is_some();
        if row.asks || is_table && !is_at_risk {
            text.deny(row.start..at);
        }
    }
}

/// What an answer is to.
struct Row {
    start: usize,
    /// The end of the answer.
    end: usize,
    /// Whether it has words of a question, not only foods.
    asks: bool,
}

/// The row of a table, the question or the label that the word at `at` answers: foods with what joins
/// them, known words in brackets, as in "milk and milk products (including lactose): no", and words of
/// questions. "Nuts stored apart: no" has another word, and is none of these.
fn row(text: &Annotated, at: usize, answers: u32) -> Option<Row> {
    /// Words of questions.
    const ASKS: &str = "source|is|are|does|do|in|on|used|present|handled|stored|line|recipe|factory|risk|cross|\
        contamination|contact|this";
    const NAMES: u32 = bits(&[
        Role::Contains,
        Role::May,
        Role::Around,
        Role::Any,
        Role::Place,
    ]);
    const DENIES: u32 = bits(&[Role::Absent, Role::Free, Role::Missing, Role::Not]);
    const WARNS: u32 = bits(&[Role::May, Role::Around, Role::Caution]);
    let is_asked = at > 0 && text.token(at - 1).ends_question && text.is_any(at, answers);
    if !is_asked && !is_answered(text, at, answers) {
        return None;
    }
    let end = text.phrase(at)?.end;
    // "May contain pistachio (peanut: no)".
    let depth = text.token(at).depth;
    // "Nuts? No", and nothing else.
    let is_all = end == text.tokens.len() && text.token(at - 1).sentence == 0;
    let (mut start, mut asks) = (at, is_asked && is_all);
    while start > at.saturating_sub(LOOK_BACK) {
        let (token, before) = (text.token(start), text.token(start - 1));
        if start < at && token.breaks != Break::None && token.depth <= depth {
            break;
        }
        start -= 1;
        let is_item = before.in_food || text.is_any(start, JOINS);
        let is_bracketed =
            before.depth > depth && text.is_known(start) && !text.is_any(start, WARNS);
        let is_word =
            before.depth <= depth && (text.is_any(start, NAMES) || is_among(&before.text, ASKS));
        if before.ends_with_free
            || text.is_any(start, DENIES)
            || !is_item && !is_bracketed && !is_word
        {
            return None;
        }
        asks |= is_word;
    }
    let widest = if asks { Break::Clause } else { Break::Phrase };
    let ends = |next: &Token| next.breaks >= Break::Clause;
    let is_whole =
        text.token(start).breaks >= widest && (!asks || text.tokens.get(end).is_none_or(ends));
    (is_whole && start < at).then_some(Row { start, end, asks })
}
