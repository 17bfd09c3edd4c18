//! What a text certainly denies. A clause denies only if all of it is a denial of these patterns and
//! words that are understood, so that nothing is left over to take it back; the named rules of
//! [`super::void`] take it back all the same.

use super::answers::{Row, answered, answers, is_answer};
use super::clause::{MOST, Text};
use super::cue::{CLAIMS, NO, REVERSES, SAYS};
use super::limit::end_of_limit;
use super::lists::{end_behind, end_of_names, is_free};
use super::said::Kind;
use super::void::{
    is_contrast, is_emphasised_alone, is_no, is_refused, is_remark, leads_elsewhere,
};
use super::why::Why;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Cues, Role, cues};
use crate::text::tokens::{Break, Token};
use std::ops::Range;

/// Which way a cue denies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
}

/// How far a cue denies, and what else must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// The name beside it, in a clause of which every other word is understood.
    Name,
    /// Items between commas, in such a clause: to its end if they are all foods, else as far as "and"
    /// or "or" closes them, else to the first comma.
    List,
    /// Names that "and" or "or" closes, from the start of such a clause or behind "is", if nothing that
    /// is named follows.
    Names,
    /// The names of a sentence of which every word is known, and which says nothing else.
    Sentence,
    /// The same, with an amount below which nothing need be declared.
    Limit,
    /// The names or the question that it answers.
    Answer,
}

impl Reach {
    fn is_of_clause(self) -> bool {
        matches!(self, Reach::Name | Reach::Names | Reach::List)
    }
}

/// How a cue denies, by an example.
pub(super) struct Control {
    pub(super) example: &'static str,
    pub(super) cue: Role,
    pub(super) direction: Direction,
    pub(super) reach: Reach,
}

const fn control(example: &'static str, cue: Role, direction: Direction, reach: Reach) -> Control {
    Control {
        example,
        cue,
        direction,
        reach,
    }
}

use Direction::{Backward, Forward};

/// The ways to deny; of two at the same word the first counts. In a list of ingredients only those of
/// clauses do.
#[rustfmt::skip]
pub(super) const CONTROLS: &[Control] = &[
    control("milk: no, egg: no, soya: yes", Role::No, Backward, Reach::Answer),
    control("free from milk, egg and nuts", Role::Absent, Forward, Reach::List),
    control("sunflower, not soya", Role::Not, Forward, Reach::List),
    control("this is milk, egg and nut free", Role::Free, Backward, Reach::Names),
    control("nut free tofu", Role::Free, Backward, Reach::Name),
    control("soya, nuts and milk are not used", Role::Missing, Backward, Reach::Sentence),
    control("contains less than 20 ppm gluten", Role::Below, Forward, Reach::Limit),
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
    controls: &'a [&'a Control],
    /// What is answered with no, by the units at which it starts.
    answered: Vec<Option<Row>>,
    units: Vec<bool>,
    lists: Vec<Range<usize>>,
}

pub(super) fn denials(text: &Text, doubts: &[bool]) -> Denials {
    denials_by(&CONTROLS.iter().collect_vec(), text, doubts)
}

/// What a text denies by some of the patterns.
pub(super) fn denials_by(controls: &[&Control], text: &Text, doubts: &[bool]) -> Denials {
    let count = text.units.len();
    let mut reader = Reader {
        text,
        doubts,
        controls,
        answered: answered(text),
        units: vec![false; count],
        lists: Vec::new(),
    };
    reader.whole(|reach| reach == Reach::Answer);
    let mut at = 0;
    while at < count {
        at = reader.clause(at);
    }
    reader.whole(|reach| matches!(reach, Reach::Sentence | Reach::Limit));
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
                note!(text, at, Why::Answered);
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
        let mut controls = self
            .controls
            .iter()
            .filter(|control| control.reach.is_of_clause());
        let mut found = || controls.find_map(|control| self.found(control, clause.start, at));
        if is_open && let Some((list, end)) = found() {
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
            note!(text, at, Why::LeftOver);
            clause.is_unclear = true;
            clause.denied.clear();
        }
        at + 1
    }

    /// What a control denies at a unit of a clause, and where its pattern ends.
    fn found(&self, control: &Control, start: usize, at: usize) -> Option<(Range<usize>, usize)> {
        let text = self.text;
        let (list, end) = match control.reach {
            Reach::Answer => {
                let end = (*self.answered.get(at)?)?.end;
                (at..end, end + 1)
            }
            Reach::Limit => {
                let end = end_of_limit(text, at)?;
                (at..end, end)
            }
            _ => match control.direction {
                Direction::Forward => self.behind(control.cue, at)?,
                Direction::Backward => before(text, control, start, at)?,
            },
        };
        // "Nut free*", and the note is elsewhere. What is struck out denies nothing.
        let has_notes = text.kind == Kind::Statement;
        let is_void = |word: &Token| word.is_struck || has_notes && word.has_note;
        let mut words = (at..end).flat_map(|at| text.words_of(at));
        let may_deny = !words.any(is_void)
            && match control.reach {
                Reach::Answer => true,
                Reach::Limit | Reach::Sentence => self.is_whole(&list, end),
                Reach::Name | Reach::Names | Reach::List => self.may_deny(at, &list),
            };
        if may_deny {
            note!(text, at, Why::Denies(control.example));
        }
        may_deny.then_some((list, end))
    }

    /// The list behind a cue.
    fn behind(&self, cue: Role, at: usize) -> Option<(Range<usize>, usize)> {
        let text = self.text;
        let denies = match cue {
            Role::Not => is_contrast(text, at),
            cue => text.is(at, cue) && !is_answer(text, at, &self.units),
        };
        let end = denies.then(|| end_behind(text, at))??;
        Some((at + 1..end, end))
    }

    /// Whether nothing that a sentence says elsewhere takes a denial back, nor emphasis.
    fn may_deny(&self, at: usize, list: &Range<usize>) -> bool {
        let text = self.text;
        // "Products without nuts are not handled", unlike "tested for milk: not detected".
        let is_answered = text.is(list.end, Role::Missing) && answers(text, list.end, NO);
        let is_missing = text.in_sentence(at, cues![Missing]) && !is_answered;
        let why = match () {
            () if self.doubts[text.sentence_of[at]] => Why::Doubt,
            () if is_missing => Why::Unused,
            () if leads_elsewhere(text, list.end) => Why::Elsewhere,
            () if is_emphasised_alone(text, at, list) => Why::Emphasised,
            () => return true,
        };
        note!(text, at, why);
        false
    }

    /// Denies what those controls do that are none of a clause.
    fn whole(&mut self, is_it: impl Fn(Reach) -> bool) {
        let text = self.text;
        for at in (0..text.units.len()).filter(|_| text.kind != Kind::List) {
            for control in self.controls.iter().filter(|control| is_it(control.reach)) {
                if let Some((list, _)) = self.found(control, at, at) {
                    self.units[list].fill(true);
                }
            }
        }
    }

    /// Whether nothing is left open in the sentence of a denial that ends here.
    fn is_whole(&self, list: &Range<usize>, end: usize) -> bool {
        const HANDLED: Cues = cues![Around];
        const LIMITED: Cues = cues![Contains, Absent, Free, Not];
        let text = self.text;
        let sentence = text.sentence(list.start).units.clone();
        if sentence.len() > MOST {
            return false;
        }
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

/// The names before a cue that begin at a unit of a clause, and where the cue ends.
fn before(
    text: &Text,
    control: &Control,
    start: usize,
    at: usize,
) -> Option<(Range<usize>, usize)> {
    let (end, cue) = match control.reach {
        // "Nutfree".
        Reach::Name if text.is_food(at) && text.last(at).ends_with_free => {
            return Some((at..at + 1, at + 1));
        }
        Reach::Name if text.is_food(at) || text.is(at, Role::Any) => (at + 1, at + 1),
        Reach::Names if is_led(text, start, at) => {
            let end = end_of_names(text, at)?;
            is_closed(text, at, end + 1).then_some((end, end))?
        }
        Reach::Sentence if text.in_sentence(at, Cues::of(&[control.cue])) => {
            let end = end_of_names(text, at)?;
            (end, text.end_of_known(end)?)
        }
        _ => return None,
    };
    let denies = match control.cue {
        Role::Free => is_free(text, &(at..end)),
        _ => text.breaks(cue) <= Break::Dash,
    };
    (text.is(cue, control.cue) && denies).then_some((at..end, cue + 1))
}

/// Whether names that begin here begin a clause, or stand behind "is".
fn is_led(text: &Text, start: usize, at: usize) -> bool {
    let is_behind = at > 0 && text.is(at - 1, Role::Lead);
    at == start && text.parts(at) || is_behind && text.breaks(at) == Break::None
}

/// Whether what denies names ends a clause, or is about a place. In the name of a food "gluten" may begin
/// them: "gluten and dairy free cake".
fn is_closed(text: &Text, start: usize, end: usize) -> bool {
    let is_claimed = text.kind == Kind::Prose && text.is(start, Role::Claimed);
    text.ends_at(end) || text.is_any(end, cues![Known, Place]) || is_claimed
}
