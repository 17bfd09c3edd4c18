//! What a text certainly denies. A denial counts only where all of its clause matches one pattern, and
//! where nothing takes it back (see [`super::void`]).

use super::clause::Text;
use super::cue::{ANSWERS, Cues, JOINS, NO, REVERSES, SAYS};
use super::lists::{MOST, before_missing, end_behind, is_bare_no, start_before_free};
use super::said::Kind;
use super::void::{NEAR, Turns, has_doubt, is_negated, is_preceded, is_taken_back, is_unclear};
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Match, Named, Role};
use crate::model::Allergen;
use crate::text::is_among;
use crate::text::tokens::{Break, Token};
use std::ops::Range;

/// What a text denies.
pub(super) struct Denials {
    /// Whether each unit is denied.
    pub(super) units: Vec<bool>,
    /// The lists that also say something of the names around them: the wheat of "gluten free bread".
    pub(super) lists: Vec<Range<usize>>,
    /// Whether each sentence only denies: "no nuts are handled on this site".
    pub(super) resolves: Vec<bool>,
    doubts: Vec<bool>,
    turns: Vec<Turns>,
}

pub(super) fn denials(text: &Text) -> Denials {
    let mut denials = Denials {
        units: vec![false; text.units.len()],
        lists: Vec::new(),
        resolves: vec![false; text.sentences.len()],
        doubts: (0..text.sentences.len())
            .map(|sentence| has_doubt(text, sentence))
            .collect_vec(),
        turns: text
            .sentences
            .iter()
            .map(|sentence| Turns::of(text, sentence.clone()))
            .collect_vec(),
    };
    let is_list = text.kind == Kind::List;
    if !is_list {
        denials.answers(text);
    }
    denials.clauses(text);
    if !is_list {
        denials.sentences(text);
    }
    denials
}

impl Denials {
    pub(super) fn has_doubt(&self, sentence: usize) -> bool {
        self.doubts[sentence]
    }

    fn deny(&mut self, units: Range<usize>) {
        for unit in self.units.get_mut(units).into_iter().flatten() {
            *unit = true;
        }
    }

    /// Denies a list, unless it emphasises a word without the rest of its name: "<b>egg</b>less
    /// mayonnaise".
    fn deny_list(&mut self, text: &Text, rest: Option<&Token>, list: Range<usize>) {
        let mut words = list.clone().flat_map(|at| text.words_of(at));
        let is_plain = rest.is_some_and(|word| !word.emphasised);
        let is_emphasised = is_plain && words.any(|word| word.emphasised);
        if list.is_empty() || text.kind == Kind::List && is_emphasised {
            return;
        }
        self.deny(list.clone());
        self.lists.push(list);
    }

    /// "Free from a, b and c", "a, b and c free", "nutfree", "sunflower, not soya".
    fn clauses(&mut self, text: &Text) {
        for at in 0..text.units.len() {
            let unit = text.unit(at);
            let begins = unit.is(Role::Absent) || unit.is(Role::Not) && text.is_contrast(at);
            let is_void = self.doubts[text.sentence_of[at]];
            if (begins || unit.is(Role::Free)) && !is_void && self.may_deny(text, at) {
                if begins && self.begins(text, at) {
                    self.behind(text, at);
                }
                if unit.is(Role::Free)
                    && !is_taken_back(text, at + 1)
                    && let Some(start) = start_before_free(text, at)
                {
                    self.deny_list(text, None, start..at);
                }
            }
            let last = text.last(at);
            if last.ends_with_free && unit.is_food() && !is_void && self.denies_itself(text, at) {
                let next = text.words.get(unit.words.end).unwrap_or(last);
                self.deny_list(text, Some(next), at..at + 1);
            }
        }
    }

    fn may_deny(&self, text: &Text, at: usize) -> bool {
        // "Products without nuts are not handled".
        let is_missing = text.in_sentence(at, Cues::of(&[Role::Missing]));
        // "A great alternative to milk, at home in coffee" only names what it replaces.
        let is_gentle = text.is(at, Role::Style);
        let answers_food = at > 0 && text.is_food(at - 1) && text.answers(at, ANSWERS);
        !is_missing
            && (is_gentle || !is_unclear(text, at))
            && !is_negated(text, at, &self.units)
            && !self.turns[text.sentence_of[at]].lead_elsewhere(at + 1)
            && !answers_food
    }

    fn behind(&mut self, text: &Text, at: usize) {
        let end = end_behind(text, at).unwrap_or(at + 1);
        let is_gentle = text.is(at, Role::Style);
        if is_gentle || !is_taken_back(text, end) {
            let rest = text.words_of(at).first().filter(|_| is_gentle);
            self.deny_list(text, rest, at + 1..end);
        }
    }

    /// Whether a phrase denies what follows. A "no" may instead answer what stands before: "nuts: no,
    /// milk: yes", "nuts no milk yes".
    fn begins(&self, text: &Text, at: usize) -> bool {
        let unit = text.unit(at);
        let is_bare_no = is_bare_no(text, at);
        // "Nut free? No: almonds are used", "No, almonds".
        let next = text.get(at + 1).map_or(Break::None, |next| next.breaks);
        if is_bare_no && next != Break::None && (at > 0 || next != Break::Label) {
            return false;
        }
        // "Free from milk, but not egg" says that egg is in it.
        let before = at.saturating_sub(NEAR).max(text.sentence(at).start)..at;
        if unit.is(Role::But) {
            return !before.into_iter().any(|at| self.units[at]);
        }
        let Some(before) = at.checked_sub(1) else {
            return true;
        };
        let is_answer = text.is_food(before) && !self.units[before];
        // "Nuts (no peanuts)".
        !is_bare_no
            || unit.breaks >= Break::Clause
            || unit.breaks == Break::Phrase
            || unit.breaks == Break::Bracket && unit.depth > 0
            || !is_answer && !text.is(before, Role::May)
    }

    /// Whether a compound such as "nussfrei" denies what it names.
    fn denies_itself(&self, text: &Text, at: usize) -> bool {
        !is_unclear(text, at)
            && !is_preceded(text, at, |before| text.is(before, Role::Absent))
            && !is_taken_back(text, at + 1)
    }

    /// Denies what sentences deny as a whole.
    fn sentences(&mut self, text: &Text) {
        for at in 0..text.units.len() {
            if text.is(at, Role::Missing) {
                self.missing(text, at);
            }
        }
        for (index, sentence) in text.sentences.iter().enumerate() {
            if self.says_limit(text, sentence) {
                self.deny(sentence.clone());
            }
            self.resolves[index] |= self.is_denied(text, sentence.clone());
        }
    }

    /// Whether every allergen of a sentence is denied, and nothing else is said. What a break or an
    /// "and" separates from them may be another matter: "no nuts, shared line".
    fn is_denied(&self, text: &Text, sentence: Range<usize>) -> bool {
        const ALLOWED: Cues = Cues::of(&[Role::Absent, Role::Free, Role::Around, Role::Any]);
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

    /// "Contains less than 20 ppm gluten", "no sulphites above 10 mg/kg": only more must be declared.
    fn says_limit(&self, text: &Text, sentence: &Range<usize>) -> bool {
        const ALLOWED: Cues = Cues::of(&[Role::Contains, Role::Absent, Role::Free, Role::Not]);
        let foods = text.foods(sentence.clone());
        let mut allergens = foods.filter_map(Match::named).flat_map(Named::allergens);
        let named = allergens.next();
        let most = match named {
            Some(Allergen::Cereal) => 20,
            Some(Allergen::SulphurDioxide) => 10,
            _ => return false,
        };
        // "No sulphites above 10 mg/kg".
        let first = sentence.clone().find(|at| text.is_food(*at));
        let denies = first.is_some_and(|food| food > 0 && text.is(food - 1, Role::Absent));
        let is_below = |at: usize| {
            let limits = text.is(at, Role::Below) && (denies || !text.is(at, Role::Not));
            let rest = at + 1..sentence.end;
            let near = rest.filter(|_| limits).take(4);
            let near: String = near
                .flat_map(|at| text.words_of(at))
                .take(4)
                .map(|word| word.text.as_str())
                .collect();
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
            && sentence.clone().any(is_below)
            && !sentence.clone().any(contains)
            && self.is_certain(text, sentence.clone(), ALLOWED)
    }

    /// "Soya, nuts and milk are not used", "egg: absent". Nothing in the sentence may leave the denial
    /// open. Its last such phrase must end it, but for words without a break that name no food, as "in
    /// the sauce" does.
    fn missing(&mut self, text: &Text, at: usize) {
        let sentence = text.sentence(at);
        if sentence.len() > MOST {
            return;
        }
        let mut behind = at + 1..sentence.end;
        let breaks = |at: &usize| text.breaks(*at) != Break::None;
        let end = behind.clone().find(breaks).unwrap_or(sentence.end);
        let is_last = |at| !text.is(at, Role::Missing);
        if behind.any(|at| at < end && text.is_food(at))
            || end < sentence.end && (end..sentence.end).all(is_last)
            || !self.is_certain(text, sentence.start..at, Cues::of(&[Role::Around]))
            || !self.is_certain(text, at..sentence.end, Cues::default())
            || is_taken_back(text, at + 1)
        {
            return;
        }
        self.deny(before_missing(text, at));
    }

    /// Whether every unit of a sentence is known, and none leaves open where the foods in it are, but
    /// for allowed cues. Other words for handling and traces than known ones never are.
    fn is_certain(&self, text: &Text, mut units: Range<usize>, allowed: Cues) -> bool {
        const AROUND: Cues = Cues::of(&[Role::Around]);
        !self.doubts[text.sentence_of[units.start.min(text.units.len() - 1)]]
            && units.all(|at| {
                let unit = text.unit(at);
                let open = match () {
                    () if unit.is(Role::Place) => Cues::default(),
                    () if unit.is(Role::Known) => SAYS.without(allowed),
                    () => SAYS.and(REVERSES).without(allowed.without(AROUND)),
                };
                self.units[at] || unit.is_food() || unit.is_known && !unit.is_any(open)
            })
    }

    /// Denies what is answered with no: the foods of a table ("milk: no, egg: no, soya: yes"), and what a
    /// question asks or a label says ("contains nuts? No", "nuts on site: no", "may contain: none").
    ///
    /// Every word of a text with a table must be known, and nothing may reverse its answers, such as the
    /// heading "Free from". A row without another must begin the only sentence.
    fn answers(&mut self, text: &Text) {
        let is_certain = |at| {
            let reverses = REVERSES.and(Cues::of(&[Role::Missing]));
            let reverses = text.is_any(at, reverses) && !text.answers(at, ANSWERS);
            text.unit(at).is_known && !reverses && !text.last(at).ends_question
        };
        let count = text.units.len();
        let mut rows = (0..count).filter_map(|at| row(text, at, ANSWERS));
        let is_alone = rows.next().is_some_and(|row| row.start == 0) && text.sentences.len() == 1;
        let is_table = (is_alone || rows.next().is_some()) && (0..count).all(is_certain);
        for at in 0..count {
            let Some(row) = row(text, at, NO) else {
                continue;
            };
            let sentence = text.sentence(row.start);
            if row.asks {
                let is_whole = sentence.start == row.start && sentence.end <= at + 1;
                self.resolves[text.sentence_of[row.start]] |= is_whole;
            }
            // "Milk: no, egg: no, shared line".
            let is_at_risk = || text.in_sentence(row.start, Cues::of(&[Role::Around]));
            if row.asks || is_table && !is_at_risk() {
                self.deny(row.start..at);
            }
        }
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
    const NAMES: Cues = Cues::of(&[
        Role::Contains,
        Role::May,
        Role::Around,
        Role::Any,
        Role::Place,
    ]);
    const DENIES: Cues = Cues::of(&[Role::Absent, Role::Free, Role::Missing, Role::Not]);
    const WARNS: Cues = Cues::of(&[Role::May, Role::Around, Role::Caution]);
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
