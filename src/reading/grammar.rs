//! What a text certainly denies. A clause denies only if all of it is a denial of these patterns and
//! words that are understood, so that nothing is left over to take it back; the named rules of
//! [`super::void`] take it back all the same.

use super::answers::{Answered, answered};
use super::clause::{MOST, NEAR, Text};
use super::cue::{ANSWERS, CLAIMS, NO, REVERSES, SAYS};
use super::limit::end_of_limit;
use super::lists::{are_short, end_behind, end_of_names};
use super::said::Kind;
use super::void::{is_emphasised_alone, is_no, is_refused, is_remark, is_share, leads_elsewhere};
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Cues, Role, cues};
use crate::text::tokens::{Break, Token};
use std::ops::Range;

/// A part of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A phrase that denies what follows: "free from".
    Never,
    /// A "not" that says what a food is not made of.
    NotOf,
    /// What is denied: items between commas.
    List,
    /// The start of a clause, or what leads to names: "this product is".
    Lead,
    /// Names between commas, closed by "and" or "or".
    Names,
    /// What names of ranges claim to be without: "gluten".
    Claimed,
    /// One name, or "allergen".
    Name,
    /// A word that denies the name before it: "free".
    Free,
    /// A name and "free" in one word.
    Compound,
    /// The end of a clause, or what a claim is about: "site".
    End,
    /// Words that mean nothing.
    Known,
    /// A phrase that denies what stands before it: "not used".
    Missing,
    /// A sentence with a limit below which nothing need be declared.
    Limit,
    /// The names that a cell of a table answers.
    Cell,
    /// The words of a question.
    Question,
    /// An answer with no.
    No,
}

use Part::{Cell, Claimed, Compound, End, Free, Known, Lead, Limit, List, Missing};
use Part::{Name, Names, Never, No, NotOf, Question};

/// Where a pattern is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Before an answer: the units before it are denied.
    Answer,
    /// In a clause of which every other word is understood. The denial also modifies the names around it:
    /// the wheat of "gluten free bread".
    Clause,
    /// In a sentence of which every word is known, and which says nothing else.
    Sentence,
}

/// A way to deny, by an example.
pub(super) struct Row {
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "it documents the pattern, and tests it")
    )]
    pub(super) example: &'static str,
    pub(super) scope: Scope,
    pub(super) parts: &'static [Part],
}

const fn row(example: &'static str, scope: Scope, parts: &'static [Part]) -> Row {
    Row {
        example,
        scope,
        parts,
    }
}

/// The ways to deny. In a list of ingredients only clauses do.
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row("milk: no, egg: no, soya: yes", Scope::Answer, &[Cell, No]),
    row("contains nuts? No", Scope::Answer, &[Question, No]),
    row("free from milk, egg and nuts", Scope::Clause, &[Never, List]),
    row("sunflower, not soya", Scope::Clause, &[NotOf, List]),
    row("this is milk, egg and nut free", Scope::Clause, &[Lead, Names, Free, End]),
    row("gluten and dairy free cake", Scope::Clause, &[Lead, Claimed, Names, Free]),
    row("nut free tofu", Scope::Clause, &[Name, Free]),
    row("nutfree", Scope::Clause, &[Compound]),
    row("soya, nuts and milk are not used", Scope::Sentence, &[Names, Known, Missing]),
    row("contains less than 20 ppm gluten", Scope::Sentence, &[Limit]),
];

/// What a text denies.
pub(super) struct Denials {
    /// Whether each unit is denied.
    pub(super) units: Vec<bool>,
    /// The lists that modify the names around them.
    pub(super) lists: Vec<Range<usize>>,
    /// Whether each sentence only denies: "no nuts are handled on this site".
    pub(super) resolves: Vec<bool>,
}

/// What a text denies, while it is read.
struct Reader<'a> {
    text: &'a Text,
    /// Whether each sentence has a word of doubt.
    doubts: &'a [bool],
    rows: &'a [&'a Row],
    /// What is answered with no, by the units at which it starts.
    answered: Vec<Option<Answered>>,
    units: Vec<bool>,
    lists: Vec<Range<usize>>,
}

pub(super) fn denials(text: &Text, doubts: &[bool]) -> Denials {
    denials_by(&ROWS.iter().collect_vec(), text, doubts)
}

/// What a text denies by some of the patterns.
pub(super) fn denials_by(rows: &[&Row], text: &Text, doubts: &[bool]) -> Denials {
    let count = text.units.len();
    let mut reader = Reader {
        text,
        doubts,
        rows,
        answered: answered(text),
        units: vec![false; count],
        lists: Vec::new(),
    };
    reader.whole(Scope::Answer);
    let mut at = 0;
    while at < count {
        at = reader.clause(at);
    }
    reader.whole(Scope::Sentence);
    Denials {
        resolves: reader.resolved(),
        units: reader.units,
        lists: reader.lists,
    }
}

/// A clause while it is read.
#[derive(Default)]
struct Clause {
    start: usize,
    /// The lists that it denies, if what follows is understood as well.
    denied: Vec<Range<usize>>,
    /// Whether a word is not understood: "probably nut free".
    is_unclear: bool,
    /// Whether a denial without a name came first: "no product is nut free".
    is_negated: bool,
    /// Whether a denial came first that another one turns around: "no sauce is made without milk".
    is_denial: bool,
    /// Whether it is the name of a food: "a nut-free snack".
    is_name: bool,
}

impl Reader<'_> {
    /// Denies the lists of a clause.
    fn keep(&mut self, clause: &mut Clause) {
        for list in clause.denied.drain(..) {
            self.units[list.clone()].fill(true);
            self.lists.push(list);
        }
        clause.is_name = false;
    }

    /// Reads the clause that begins at a unit, up to a break or an "and"; returns its end.
    fn clause(&mut self, start: usize) -> usize {
        /// What says something of its own.
        const OTHERS: Cues = CLAIMS.without(cues![Free]);
        let text = self.text;
        let mut clause = Clause {
            start,
            ..Clause::default()
        };
        let mut at = start;
        while let Some(unit) = text.get(at) {
            let ends = at > start && unit.breaks != Break::None;
            if ends && (is_refused(text, at) || is_remark(text, at)) {
                note!(
                    text,
                    at,
                    "takes back what its clause denies: an answer, or a remark"
                );
                clause.denied.clear();
            }
            let is_other = unit.is_any(OTHERS) && !unit.is(Role::Place)
                || unit.is(Role::And)
                || unit.is(Role::But) && !unit.is(Role::Known);
            if ends || is_other {
                self.keep(&mut clause);
            }
            if at > start && (unit.breaks > Break::Quote || unit.is(Role::And)) {
                return at;
            }
            at = self.step(at, &mut clause);
        }
        self.keep(&mut clause);
        at
    }

    /// Reads a denial, or a word that must be understood; returns its end.
    fn step(&mut self, at: usize, clause: &mut Clause) -> usize {
        let text = self.text;
        let unit = text.unit(at);
        // "A great alternative to milk" only names what it replaces.
        let is_gentle = unit.is(Role::Style);
        let is_denial = unit.is(Role::Absent) && !unit.is(Role::Caution);
        clause.is_negated |= is_denial && clause.is_denial;
        let is_open = !clause.is_negated && (!clause.is_unclear || is_gentle);
        let found = self.found(Scope::Clause, clause.start, at);
        if let Some((list, end)) = found.into_iter().next().filter(|_| is_open) {
            let is_named = |at| text.is_food(at) || text.is(at, Role::Any);
            clause.is_negated = is_denial && !list.clone().any(is_named);
            clause.is_denial = is_denial;
            clause.denied.push(list);
            if is_gentle {
                self.keep(clause);
            }
            clause.is_name = text.last(end - 1).hyphenated;
            return end;
        }
        clause.is_negated |= is_denial;
        let is_left_over = !unit.is_known || is_no(text, at) || unit.is(Role::Not);
        if text.kind == Kind::Statement && is_left_over && !unit.is(Role::Absent) && !clause.is_name
        {
            note!(
                text,
                at,
                "leaves open what its clause denies: not understood, or “not”"
            );
            clause.is_unclear = true;
            clause.denied.clear();
        }
        at + 1
    }

    /// What the patterns of a scope deny at a unit of a clause, and where they end.
    fn found(&self, scope: Scope, start: usize, at: usize) -> Vec<(Range<usize>, usize)> {
        let rows = self.rows.iter().filter(|row| row.scope == scope);
        let found = rows.filter_map(|row| {
            let found = self.matches(row.parts, start, at);
            if found.is_some() {
                note!(self.text, at, "matches “{}”", row.example);
            }
            found
        });
        let found = found.filter(|(list, end)| match scope {
            Scope::Answer => true,
            Scope::Clause => self.may_deny(at, list),
            Scope::Sentence => self.is_whole(list, *end),
        });
        found.collect_vec()
    }

    /// What a pattern denies at a unit of a clause, and where the pattern ends.
    fn matches(&self, parts: &[Part], start: usize, at: usize) -> Option<(Range<usize>, usize)> {
        let text = self.text;
        let (mut list, mut end) = (at..at, at);
        for part in parts {
            let first = end;
            let is = |role| text.is(first, role);
            let one = |is_it: bool| is_it.then_some(first + 1);
            let none = |is_it: bool| is_it.then_some(first);
            let answered = |asks| {
                self.answered
                    .get(first)?
                    .filter(|it| it.asks == asks)
                    .map(|it| it.end)
            };
            end = match part {
                Never => one(is(Role::Absent) && !self.is_answer(first)),
                NotOf => one(is(Role::Not) && text.is_contrast(first)),
                List => end_behind(text, first - 1),
                Lead => none(
                    text.parts(first) && first == start
                        || first > 0
                            && text.is(first - 1, Role::Lead)
                            && text.breaks(first) == Break::None,
                ),
                Names => end_of_names(text, first),
                Claimed => none(text.kind == Kind::Prose && is(Role::Claimed)),
                Name => one(text.is_food(first) || is(Role::Any)),
                Free => one(is(Role::Free)
                    && text.breaks(first) == Break::None
                    && are_short(text, &list)
                    && !is_share(text, first)),
                Compound => one(text.is_food(first) && text.last(first).ends_with_free),
                End => none(text.ends_at(first) || text.is_any(first, cues![Known, Place])),
                Known => text.end_of_known(first),
                Missing => one(is(Role::Missing) && text.breaks(first) <= Break::Dash),
                Limit => end_of_limit(text, first),
                Cell => answered(false),
                Question => answered(true),
                No => one(text.is_any(first, NO)),
            }?;
            if matches!(
                part,
                List | Names | Name | Compound | Limit | Cell | Question
            ) {
                list = first..end;
            }
        }
        // "Nut free*", and the note is elsewhere. What is struck out denies nothing.
        let has_notes = text.kind == Kind::Statement;
        let is_void = |word: &Token| word.is_struck || has_notes && word.has_note;
        let mut words = (at..end).flat_map(|at| text.words_of(at));
        (!words.any(is_void)).then_some((list, end))
    }

    /// Whether nothing that a sentence says elsewhere takes a denial back, nor emphasis.
    fn may_deny(&self, at: usize, list: &Range<usize>) -> bool {
        let text = self.text;
        // "Products without nuts are not handled".
        let is_missing = text.sentence(at).cues.is(Role::Missing);
        let taken_back = match () {
            () if self.doubts[text.sentence_of[at]] => "a word of doubt in its sentence",
            () if is_missing => "“not used” in its sentence",
            () if leads_elsewhere(text, list.end) => "a turn to where it is",
            () if is_emphasised_alone(text, at, list) => "emphasis",
            () => return true,
        };
        note!(text, at, "is taken back by {taken_back}");
        false
    }

    /// Whether a denying phrase answers what stands before it: "nuts: no, milk: yes", "milk: free from".
    fn is_answer(&self, at: usize) -> bool {
        let text = self.text;
        let unit = text.unit(at);
        let before = at.checked_sub(1);
        if before.is_some_and(|before| text.is_food(before)) && text.answers(at, ANSWERS) {
            return true;
        }
        // "Free from milk, but not egg" says that egg is in it.
        if unit.is(Role::But) {
            let near = at.saturating_sub(NEAR).max(text.sentence(at).units.start);
            return self.units[near..at].contains(&true);
        }
        if !unit.is(Role::Bare) {
            return false;
        }
        let Some(before) = before else {
            // "No: milk" is a list, "No, almonds" an answer.
            return text.is_last(at);
        };
        // "Nut free? No: almonds are used", but "nuts (no peanuts)".
        let is_apart = unit.breaks >= Break::Clause
            || unit.breaks == Break::Phrase
            || unit.breaks == Break::Bracket && unit.depth > 0;
        let is_asked = text.is_food(before) && !self.units[before] || text.is(before, Role::May);
        text.ends_at(at + 1) && at + 1 < text.units.len() || !is_apart && is_asked
    }

    /// Denies what the patterns do that are none of a list of ingredients.
    fn whole(&mut self, scope: Scope) {
        let text = self.text;
        let may_deny = |at: &usize| {
            let is_short = text.sentence(*at).units.len() <= MOST;
            scope == Scope::Answer || is_short && text.in_sentence(*at, cues![Missing, Below])
        };
        let units = 0..text.units.len();
        for at in units.filter(|at| text.kind != Kind::List && may_deny(at)) {
            for (list, _) in self.found(scope, at, at) {
                self.units[list].fill(true);
            }
        }
    }

    /// Whether nothing is left open in the sentence of a denial that ends here.
    fn is_whole(&self, list: &Range<usize>, end: usize) -> bool {
        const HANDLED: Cues = cues![Around];
        const LIMITED: Cues = cues![Contains, Absent, Free, Not];
        let text = self.text;
        let sentence = text.sentence(list.start).units.clone();
        if list.end == sentence.end {
            return self.is_certain(sentence, LIMITED);
        }
        // What follows without a break names no food, as "in the sauce" does.
        let mut behind = end..sentence.end;
        let next = behind.clone().find(|at| text.breaks(*at) != Break::None);
        let next = next.unwrap_or(sentence.end);
        let has_more = (next..sentence.end).any(|at| text.is(at, Role::Missing));
        (next == sentence.end || has_more)
            && !behind.any(|at| at < next && text.is_food(at))
            && self.is_certain(sentence.start..end - 1, HANDLED)
            && self.is_certain(end - 1..sentence.end, Cues::default())
            && !is_refused(text, end)
    }

    /// Whether each sentence is a question that is answered with no, or only denies.
    fn resolved(&self) -> Vec<bool> {
        let text = self.text;
        let sentences = text.sentences.iter();
        let denied = sentences
            .map(|sentence| text.kind != Kind::List && self.is_denied(sentence.units.clone()));
        let mut resolved = denied.collect_vec();
        for (start, answered) in self.answered.iter().enumerate() {
            if let Some(answered) = answered.filter(|answered| answered.asks) {
                let sentence = &text.sentence(start).units;
                let is_whole = sentence.start == start && sentence.end <= answered.end + 1;
                resolved[text.sentence_of[start]] |= is_whole;
            }
        }
        resolved
    }

    /// Whether every allergen of a sentence is denied, and nothing else is said. What a break or an
    /// "and" separates from them may be another matter: "no nuts, shared line".
    fn is_denied(&self, sentence: Range<usize>) -> bool {
        const ALLOWED: Cues = cues![Absent, Free, Around, Any];
        let text = self.text;
        let (mut has_name, mut is_behind) = (false, false);
        for at in sentence.clone() {
            let unit = text.unit(at);
            let is_name = unit.is_food() || unit.is(Role::Any);
            let is_apart = at > sentence.start && unit.breaks != Break::None || unit.is(Role::More);
            if is_name && !self.units[at] || is_apart && !has_name {
                return false;
            }
            has_name |= is_name;
            // The names may be a list.
            is_behind = !is_name && (is_behind || is_apart);
        }
        has_name && !is_behind && self.is_certain(sentence, ALLOWED)
    }

    /// Whether every unit is known, and none leaves open where the foods are, but for allowed cues.
    /// Other words for handling and traces than known ones never are.
    fn is_certain(&self, mut units: Range<usize>, allowed: Cues) -> bool {
        const AROUND: Cues = cues![Around];
        let text = self.text;
        units.all(|at| {
            let unit = text.unit(at);
            let open = match () {
                () if unit.is(Role::Place) => Cues::default(),
                () if unit.is(Role::Known) => SAYS.without(allowed),
                () => SAYS.and(REVERSES).without(allowed.without(AROUND)),
            };
            let is_said = self.units[at] || unit.is_food();
            !self.doubts[text.sentence_of[at]] && (is_said || unit.is_known && !unit.is_any(open))
        })
    }
}
