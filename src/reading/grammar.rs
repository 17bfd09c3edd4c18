//! What a text certainly denies. A denial counts only where it matches one of these patterns, and where
//! nothing takes it back (see [`super::void`]).

use super::clause::Text;
use super::cue::{ANSWERS, Cues, JOINS, NO, REVERSES, SAYS, cues};
use super::lists::{MOST, before_missing, end_behind, is_bare_no, start_before_free};
use super::said::Kind;
use super::void::{NEAR, Void, is_negated, is_preceded, is_taken_back, is_unclear};
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Match, Named, Role};
use crate::model::Allergen;
use crate::text::is_among;
use crate::text::tokens::{Break, Token};
use std::ops::Range;

/// A way to deny, by an example, and the units that it denies if its cue is the unit at an index.
type Pattern = (
    &'static str,
    fn(&Text, &Denials<'_>, usize) -> Option<Range<usize>>,
);

/// Answers, of texts of which every word is known. They are no patterns of a list of ingredients.
const ANSWERED: &[Pattern] = &[
    ("milk: no, egg: no, soya: yes", table),
    ("contains nuts? No", question),
];

/// Clauses. What they deny also modifies the names around it: the wheat of "gluten free bread".
const CLAUSES: &[Pattern] = &[
    ("free from milk, egg and nuts", behind),
    ("milk, egg and nut free", before_free),
    ("nussfrei", within),
];

/// Sentences of which every word is known. They are no patterns of a list of ingredients.
const SENTENCES: &[Pattern] = &[
    ("soya, nuts and milk are not used", missing),
    ("contains less than 20 ppm gluten", limit),
];

/// What a text denies.
pub(super) struct Denials<'a> {
    voids: &'a [Void],
    /// Whether each unit is denied.
    pub(super) units: Vec<bool>,
    /// The lists that modify the names around them.
    pub(super) lists: Vec<Range<usize>>,
    /// Whether each sentence only denies: "no nuts are handled on this site".
    pub(super) resolves: Vec<bool>,
    /// Whether the text is a table of answers.
    is_table: bool,
}

pub(super) fn denials<'a>(text: &Text, voids: &'a [Void]) -> Denials<'a> {
    let mut denials = Denials {
        voids,
        units: vec![false; text.units.len()],
        lists: Vec::new(),
        resolves: vec![false; text.sentences.len()],
        is_table: is_table(text),
    };
    let is_list = text.kind == Kind::List;
    for (patterns, modifies) in [(ANSWERED, false), (CLAUSES, true), (SENTENCES, false)] {
        for at in (0..text.units.len()).filter(|_| modifies || !is_list) {
            for (_, denied) in patterns {
                if let Some(units) = denied(text, &denials, at) {
                    denials.units[units.clone()].fill(true);
                    denials.lists.extend(Some(units).filter(|_| modifies));
                }
            }
        }
    }
    if !is_list {
        denials.resolves = denials.resolved(text);
    }
    denials
}

/// "Free from milk, egg and nuts", "sunflower, not soya".
fn behind(text: &Text, denials: &Denials<'_>, at: usize) -> Option<Range<usize>> {
    let unit = text.unit(at);
    let denies = unit.is(Role::Absent) || unit.is(Role::Not) && text.is_contrast(at);
    if !denies || !denials.may_deny(text, at) || denials.answers(text, at) {
        return None;
    }
    let end = end_behind(text, at)?;
    let is_gentle = unit.is(Role::Style);
    let rest = text.words_of(at).first().filter(|_| is_gentle);
    let list = at + 1..end;
    let is_certain = is_gentle || !is_taken_back(text, end);
    (is_certain && !is_emphasised_alone(text, &list, rest)).then_some(list)
}

/// "Milk, egg and nut free".
fn before_free(text: &Text, denials: &Denials<'_>, at: usize) -> Option<Range<usize>> {
    let is_certain =
        text.is(at, Role::Free) && denials.may_deny(text, at) && !is_taken_back(text, at + 1);
    let start = start_before_free(text, at).filter(|_| is_certain)?;
    Some(start..at)
}

/// "Nussfrei".
fn within(text: &Text, denials: &Denials<'_>, at: usize) -> Option<Range<usize>> {
    let last = text.last(at);
    let is_certain = last.ends_with_free
        && text.is_food(at)
        && !denials.void(text, at).has_doubt
        && !is_unclear(text, at)
        && !is_preceded(text, at, |before| text.is(before, Role::Absent))
        && !is_taken_back(text, at + 1);
    let next = text.words.get(text.unit(at).words.end).unwrap_or(last);
    let list = at..at + 1;
    (is_certain && !is_emphasised_alone(text, &list, Some(next))).then_some(list)
}

/// Whether a list of ingredients emphasises a word without the rest of its name, which names it all the
/// same: "<b>egg</b>less mayonnaise".
fn is_emphasised_alone(text: &Text, list: &Range<usize>, rest: Option<&Token>) -> bool {
    let mut words = list.clone().flat_map(|at| text.words_of(at));
    let is_plain = rest.is_some_and(|word| !word.emphasised);
    text.kind == Kind::List && is_plain && words.any(|word| word.emphasised)
}

/// "Soya, nuts and milk are not used", "egg: absent". Its last such phrase must end the sentence, but
/// for words without a break that name no food, as "in the sauce" does.
fn missing(text: &Text, denials: &Denials<'_>, at: usize) -> Option<Range<usize>> {
    let sentence = text.sentence(at).units.clone();
    if !text.is(at, Role::Missing) || sentence.len() > MOST {
        return None;
    }
    let mut behind = at + 1..sentence.end;
    let end = behind.clone().find(|at| text.breaks(*at) != Break::None);
    let end = end.unwrap_or(sentence.end);
    let is_last = end < sentence.end && !(end..sentence.end).any(|at| text.is(at, Role::Missing));
    let is_certain = !is_last
        && !behind.any(|at| at < end && text.is_food(at))
        && denials.is_certain(text, sentence.start..at, cues![Around])
        && denials.is_certain(text, at..sentence.end, Cues::default())
        && !is_taken_back(text, at + 1);
    is_certain.then(|| before_missing(text, at))
}

/// "Contains less than 20 ppm gluten", "no sulphites above 10 mg/kg": only more must be declared.
fn limit(text: &Text, denials: &Denials<'_>, at: usize) -> Option<Range<usize>> {
    const ALLOWED: Cues = cues![Contains, Absent, Free, Not];
    let sentence = text.sentence(at).units.clone();
    if at != sentence.start || !text.in_sentence(at, cues![Below]) {
        return None;
    }
    let foods = text.foods(sentence.clone());
    let mut allergens = foods.filter_map(Match::named).flat_map(Named::allergens);
    let named = allergens.next();
    let most = match named {
        Some(Allergen::Cereal) => 20,
        Some(Allergen::SulphurDioxide) => 10,
        _ => return None,
    };
    // "No sulphites above 10 mg/kg".
    let first = sentence.clone().find(|at| text.is_food(*at));
    let denies = first.is_some_and(|food| food > 0 && text.is(food - 1, Role::Absent));
    let is_below = |at: usize| {
        let limits = text.is(at, Role::Below) && (denies || !text.is(at, Role::Not));
        let rest = (at + 1..sentence.end).filter(|_| limits);
        let words = rest.flat_map(|at| text.words_of(at)).take(4);
        let near: String = words.map(|word| word.text.as_str()).collect();
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
    let is_certain = allergens.all(|allergen| Some(allergen) == named)
        && sentence.clone().any(is_below)
        && !sentence.clone().any(contains)
        && denials.is_certain(text, sentence.clone(), ALLOWED);
    is_certain.then_some(sentence)
}

/// "Milk: no, egg: no, soya: yes", but not "milk: no, shared line".
fn table(text: &Text, denials: &Denials<'_>, at: usize) -> Option<Range<usize>> {
    let row = row(text, at, NO).filter(|row| !row.asks && denials.is_table)?;
    let is_at_risk = text.in_sentence(row.start, cues![Around]);
    (!is_at_risk).then_some(row.start..at)
}

/// "Contains nuts? No", "nuts on site: no", "may contain: none".
fn question(text: &Text, _: &Denials<'_>, at: usize) -> Option<Range<usize>> {
    let row = row(text, at, NO).filter(|row| row.asks)?;
    Some(row.start..at)
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

impl Denials<'_> {
    fn void(&self, text: &Text, at: usize) -> &Void {
        &self.voids[text.sentence_of[at]]
    }

    /// Whether nothing before a phrase, or behind it in its sentence, takes its denial back.
    fn may_deny(&self, text: &Text, at: usize) -> bool {
        let void = self.void(text, at);
        // "Products without nuts are not handled".
        let is_missing = text.sentence(at).cues.is(Role::Missing);
        // "A great alternative to milk, at home in coffee" only names what it replaces.
        let is_gentle = text.is(at, Role::Style);
        let answers_food = at > 0 && text.is_food(at - 1) && text.answers(at, ANSWERS);
        !void.has_doubt
            && !is_missing
            && (is_gentle || !is_unclear(text, at))
            && !is_negated(text, at, &self.units)
            && !void.turns.lead_elsewhere(at + 1)
            && !answers_food
    }

    /// Whether a "no" answers what stands before it: "nuts: no, milk: yes", "nuts no milk yes".
    fn answers(&self, text: &Text, at: usize) -> bool {
        let unit = text.unit(at);
        // "Free from milk, but not egg" says that egg is in it.
        if unit.is(Role::But) {
            let near = at.saturating_sub(NEAR).max(text.sentence(at).units.start);
            return self.units[near..at].contains(&true);
        }
        if !is_bare_no(text, at) {
            return false;
        }
        let Some(before) = at.checked_sub(1) else {
            // "No: milk" is a list, "No, almonds" an answer.
            return !matches!(
                text.get(1).map(|next| next.breaks),
                Some(Break::None | Break::Label)
            );
        };
        // "Nut free? No: almonds are used", but "nuts (no peanuts)".
        let is_apart = unit.breaks >= Break::Clause
            || unit.breaks == Break::Phrase
            || unit.breaks == Break::Bracket && unit.depth > 0;
        let is_asked = text.is_food(before) && !self.units[before] || text.is(before, Role::May);
        text.ends_at(at + 1) && at + 1 < text.units.len() || !is_apart && is_asked
    }

    /// Whether each sentence is a question that is answered with no, or only denies.
    fn resolved(&self, text: &Text) -> Vec<bool> {
        let sentences = text.sentences.iter();
        let denied = sentences.map(|sentence| self.is_denied(text, sentence.units.clone()));
        let mut resolved = denied.collect_vec();
        for at in 0..text.units.len() {
            if let Some(row) = question(text, self, at) {
                let sentence = &text.sentence(row.start).units;
                let is_whole = sentence.start == row.start && sentence.end <= at + 1;
                resolved[text.sentence_of[row.start]] |= is_whole;
            }
        }
        resolved
    }

    /// Whether every allergen of a sentence is denied, and nothing else is said. What a break or an
    /// "and" separates from them may be another matter: "no nuts, shared line".
    fn is_denied(&self, text: &Text, sentence: Range<usize>) -> bool {
        const ALLOWED: Cues = cues![Absent, Free, Around, Any];
        let (mut has_name, mut is_behind) = (false, false);
        for at in sentence.clone() {
            let unit = text.unit(at);
            let is_name = unit.is_food() || unit.is(Role::Any);
            let is_apart =
                at > sentence.start && unit.breaks != Break::None || text.first(at) == "and";
            if is_name && !self.units[at] || is_apart && !has_name {
                return false;
            }
            has_name |= is_name;
            // The names may be a list.
            is_behind = !is_name && (is_behind || is_apart);
        }
        has_name && !is_behind && self.is_certain(text, sentence, ALLOWED)
    }

    /// Whether every unit is known, and none leaves open where the foods are, but for allowed cues.
    /// Other words for handling and traces than known ones never are.
    fn is_certain(&self, text: &Text, mut units: Range<usize>, allowed: Cues) -> bool {
        const AROUND: Cues = cues![Around];
        units.all(|at| {
            let unit = text.unit(at);
            let open = match () {
                () if unit.is(Role::Place) => Cues::default(),
                () if unit.is(Role::Known) => SAYS.without(allowed),
                () => SAYS.and(REVERSES).without(allowed.without(AROUND)),
            };
            let is_said = self.units[at] || unit.is_food();
            !self.void(text, at).has_doubt && (is_said || unit.is_known && !unit.is_any(open))
        })
    }
}

/// What an answer is to.
struct Row {
    start: usize,
    /// Whether it has words of a question, not only foods.
    asks: bool,
}

/// The row of a table, the question or the label that a unit answers: foods with what joins them, known
/// words in brackets, as in "milk and milk products (including lactose): no", and words of questions.
/// "Nuts stored apart: no" has another word, and is none of these.
fn row(text: &Text, at: usize, answers: Cues) -> Option<Row> {
    /// Words of questions.
    const ASKS: &str = "source|is|are|does|do|in|on|used|present|handled|stored|line|recipe|factory|risk|cross|\
        contamination|contact|this";
    const NAMES: Cues = cues![Contains, May, Around, Any, Place];
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
        let is_word =
            before.depth <= depth && (before.is_any(NAMES) || is_among(text.first(start), ASKS));
        if text.last(start).ends_with_free
            || before.is_any(DENIES)
            || !is_item && !is_bracketed && !is_word
        {
            return None;
        }
        asks |= is_word;
    }
    let widest = if asks { Break::Clause } else { Break::Phrase };
    let ends = text
        .get(at + 1)
        .is_none_or(|next| next.breaks >= Break::Clause);
    let is_whole = text.breaks(start) >= widest && (!asks || ends);
    (is_whole && start < at).then_some(Row { start, asks })
}
