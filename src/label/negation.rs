//! Clauses that as a whole deny what they name: "nuts are not handled on this
//! site", "prepared without the use of eggs or milk".
//!
//! One list, one negation, and nothing else that is not understood: then it does
//! not matter how the words are put. A word that is unknown, doubtful or says
//! something of its own ("but", "may", "which are") leaves the clause to what
//! [`polarity`](super::polarity) makes of it.

use super::annotated::{Annotated, bits};
use crate::collect_vec::CollectVec as _;
use crate::lexicon::Role;
use crate::text::tokens::{Break, Token};
use std::ops::Range;

/// The longest clause that is read as a whole.
const LONGEST: usize = 40;

/// The roles of words that may stand anywhere in a denial.
const NEUTRAL: u64 = bits(&[Role::Known, Role::Filler, Role::Place, Role::Any, Role::And]);

/// What a text denies as a whole: the words that say it, and the list that they deny.
pub(super) struct Denial {
    pub(super) words: Range<usize>,
    pub(super) list: Range<usize>,
}

/// The clauses of a text that are short enough to be read as a whole.
fn clauses(text: &Annotated) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for end in 1..=text.tokens.len() {
        let next = text.tokens.get(end);
        if next.is_none_or(|it| it.breaks >= Break::Clause) {
            found.push(start..end);
            start = end;
        }
    }
    found.retain(|it| it.len() <= LONGEST);
    found
}

/// The denials among the clauses of a statement.
pub(super) fn denials(text: &Annotated) -> Vec<Denial> {
    let mut clauses = clauses(text);
    clauses.retain(|it| !text.tokens[it.clone()].iter().any(|it| it.ends_question));
    let denials = clauses.into_iter().filter_map(|words| {
        let list = denied_list(text, words.clone());
        let whole = list.map(|list| Denial {
            words: words.clone(),
            list,
        });
        whole.or_else(|| contrasts(text, words))
    });
    denials.collect_vec()
}

/// What a clause contrasts with what it says: "may contain milk, not nuts", "nuts (no
/// peanuts)".
fn contrasts(text: &Annotated, clause: Range<usize>) -> Option<Denial> {
    let is_start = |at: &usize| {
        matches!(text.token(*at).breaks, Break::Phrase | Break::Bracket)
            && text
                .phrase(*at)
                .is_some_and(|it| it.end == *at + 1 || it.is(Role::Absent))
            && is_negation(text, *at)
    };
    let start = clause.clone().skip(1).find(is_start)?;
    let says =
        (clause.start..start).any(|at| text.is(at, Role::Contains) || text.is(at, Role::May));
    let depth = text.token(start).depth;
    let end = (start + 1..clause.end).find(|at| {
        let token = text.token(*at);
        token.breaks > Break::Phrase || token.depth < depth
    });
    let words = start..end.unwrap_or(clause.end);
    let list = list(text, words.clone())?;
    let begins = text.phrase(start).map_or(start + 1, |it| it.end);
    (says && list == (begins..words.end) && is_closed(text, &list))
        .then_some(Denial { words, list })
}

/// The lists whose question is answered with no: "celery: no, mustard: no", "contains nuts?
/// No". A lone "nuts: no" is none, because its "no" may begin what follows.
pub(super) fn denied_answers(text: &Annotated) -> Vec<Denial> {
    const ANSWERS: u64 = bits(&[Role::Yes, Role::No, Role::Contains, Role::May, Role::Absent]);
    let answers = (1..text.tokens.len())
        .filter(|at| text.answer(*at).is_some_and(|it| it.is_any(ANSWERS)))
        .collect_vec();
    let mut found = Vec::new();
    let mut from = 0;
    for at in answers.iter().copied() {
        let Some(answer) = text.answer(at) else {
            continue;
        };
        let begins = |at: &usize| text.token(*at).breaks >= Break::Clause;
        let start = (from + 1..at).rfind(begins).unwrap_or(from);
        from = answer.end + usize::from(text.is(answer.end, Role::And));
        let words = start..at;
        let is_known = words
            .clone()
            .all(|at| text.is_known(at) && !is_negation(text, at) && !text.is(at, Role::Not));
        let is_short = words.len() <= LONGEST;
        let list = is_short.then(|| list(text, words.clone())).flatten();
        let list = list.filter(|list| is_closed(text, list));
        // The "n" of "nuts (n)" is not certain.
        let is_letter = text.token(at).text.len() < 2;
        let is_sure = !is_letter || text.token(at).depth == text.token(start).depth;
        if let Some(list) = list
            && is_known
            && is_sure
            && (answer.is(Role::No) || answer.is(Role::Absent))
            && (answers.len() > 1 || words.len() > 2 && !is_letter)
        {
            found.push(Denial {
                words: start..answer.end,
                list,
            });
        }
    }
    found
}

/// The list that a clause denies.
fn denied_list(text: &Annotated, mut clause: Range<usize>) -> Option<Range<usize>> {
    // "Although nuts are not used".
    if text.is(clause.start, Role::But) && clause.len() > 1 {
        clause.start += 1;
    }
    let mut list = list(text, clause.clone())?;
    // "No nut cross contamination risk".
    while text
        .tokens
        .get(list.end)
        .is_some_and(|it| it.breaks == Break::None && it.has(Role::Link))
    {
        list.end += 1;
    }
    // "No nutfree product".
    if text.tokens[list.clone()].iter().any(|it| it.ends_with_free) {
        return None;
    }
    let is_outside = |at: &usize| !list.contains(at) && is_negation(text, *at);
    let negation = clause.clone().find(is_outside)?;
    let rest = if negation < list.start {
        precedes(text, &clause, negation, &list) && {
            let is_bare_no = text.token(negation).text == "no";
            is_closed(text, &list) || !is_bare_no && list.end == clause.end
        }
    } else {
        follows(text, &clause, negation, &list) && is_closed(text, &list)
    };
    let rest = rest.then_some(list.end.max(negation + 1))?;
    // Whether what is said to be used, or present, is what the negation denies.
    let (mut is_negated, mut goes_on) = (true, false);
    for at in rest..clause.end {
        let token = text.token(at);
        let joins = text.is(at - 1, Role::And);
        if is_negation(text, at) {
            // "Nut free: no" and "not nut free" deny nothing certain.
            let joins = joins || text.is(at, Role::And);
            let is_next = goes_on || joins || token.breaks == Break::Phrase && token.text != "no";
            if is_negated && !is_next {
                return None;
            }
            (is_negated, goes_on) = (true, false);
            continue;
        }
        goes_on |= joins || text.is(at, Role::And);
        let is_relative = text.token(at - 1).has(Role::Relative);
        let begins = text.is(at - 1, Role::And) && !is_negation(text, at - 1);
        is_negated &=
            token.breaks == Break::None && !(begins && token.has(Role::Verb) || is_relative);
        // "Not in all products", "not in every batch" leave some of them.
        let is_partial = matches!(
            token.text.as_str(),
            "all" | "every" | "each" | "other" | "both"
        );
        let is_said = !is_partial && (is_negated || !token.has(Role::Presence));
        if !is_neutral(text, at) || !is_said || token.breaks > Break::Dash {
            return None;
        }
    }
    Some(list)
}

/// What the directions of a text name: "just add an egg", "use like single cream". They
/// say what a cook needs, not what is in the food.
pub(super) fn directions(text: &Annotated) -> Vec<Range<usize>> {
    const SAYS: u64 = bits(&[Role::Contains, Role::May, Role::Around]);
    let mut clauses = clauses(text);
    clauses.retain(|clause| {
        let words = &text.tokens[clause.clone()];
        // "Serve with", "then sprinkle over", but not "we serve".
        let is_imperative = |at: usize| {
            !text.is(clause.start + at, Role::Known)
                && words[..=at].iter().all(|it| it.has(Role::Imperative))
        };
        let directs = |at: &usize| words[*at].has(Role::Direction) || is_imperative(*at);
        let says = |at: usize| text.is_any(at, SAYS) && !text.is(at, Role::Place);
        (0..words.len()).find(directs).is_some_and(|at| {
            // "Enjoy our milk chocolate" is no direction.
            let end = if is_imperative(at) { words.len() } else { at };
            !words[..end].iter().any(|it| it.has(Role::Subject))
                && !words.iter().any(|it| it.emphasised)
                && !clause.clone().any(says)
        })
    });
    clauses
}

/// Whether a negation leads to a list: "no", "without the use of", "has never handled", "no
/// risk of contact with".
fn precedes(text: &Annotated, clause: &Range<usize>, negation: usize, list: &Range<usize>) -> bool {
    let (start, end) = (clause.start, clause.end);
    let token = text.token(negation);
    let link = negation + 1..list.start;
    // "Nutmeg and butternut are not nuts".
    let is_friend =
        list.start == negation + 1 && (start..negation).any(|at| text.token(at).in_food);
    let is_whole = !token.has(Role::NotVerb) || text.is(negation, Role::Absent) || is_friend;
    let is_bare_no = token.text == "no";
    // "Absent from recipe, line and site: nuts, milk".
    let is_heading = !is_bare_no && text.token(list.start).breaks == Break::Label;
    let own = text.phrase(negation).map_or(link.start, |it| it.end);
    // "No policy on nuts" is about the policy.
    let takes_nouns = is_heading || token.text == "nothing" || !token.has(Role::Negation);
    let may_follow =
        |at: usize| takes_nouns || text.is(at, Role::Filler) || text.token(at).has(Role::Presence);
    // "Free from gelatine, gluten and dairy".
    let is_filler = |at: usize| {
        text.is_any(at, bits(&[Role::And, Role::Filler])) || text.token(at).has(Role::Link)
    };
    let is_last = list.end == end
        && (own..list.start).all(is_filler)
        && (own..list.end).any(|at| text.is(at, Role::And));
    let is_joined = |at: usize| match text.token(at).breaks {
        Break::None => true,
        Break::Phrase => is_heading || is_last && !is_bare_no,
        Break::Label => !is_bare_no,
        _ => false,
    };
    let links = |at: usize| {
        let token = text.token(at);
        at < own
            || token.has(Role::Link)
            || token.has(Role::Contains) && !is_heading
            || may_follow(at)
                && is_neutral(text, at)
                && !is_negation(text, at)
                && !token.text.starts_with(|it: char| it.is_ascii_digit())
    };
    let is_subject =
        |at: usize| is_neutral(text, at) && text.token(at).breaks <= Break::Phrase || at == start;
    // "Contains: no nuts".
    let says = |at: usize| {
        at + 1 == negation
            && text
                .phrase(at)
                .is_some_and(|it| it.is(Role::Contains) || it.is(Role::May))
    };
    // "Does not contain added milk" is about what is added.
    let is_added = text.token(list.start - 1).text == "added";
    !text.is(negation, Role::Free)
        && !is_added
        && (is_whole || link.clone().any(|at| text.token(at).has(Role::Presence)))
        && link.clone().all(links)
        && (link.start..=link.end).all(is_joined)
        && (start..negation)
            .all(|at| is_subject(at) && is_neutral(text, at) || says(at) || says(at + 1))
}

/// Whether a negation belongs to the list before it: "nuts are not used", "nuts: absent".
fn follows(text: &Annotated, clause: &Range<usize>, negation: usize, list: &Range<usize>) -> bool {
    let token = text.token(negation);
    let is_copula = |at: usize| is_neutral(text, at) && !text.token(at).has(Role::Presence);
    let mut after = negation + 1..clause.end;
    let is_whole = !token.has(Role::NotVerb)
        || after
            .find(|at| !is_neutral(text, *at) || text.token(*at).has(Role::Presence))
            .is_some_and(|at| is_neutral(text, at));
    // The "no" of "nuts: no" may begin what follows, and that of "salmon, no bones" does.
    let next = text.tokens.get(negation + 1);
    let ends = next.is_some_and(|it| it.breaks != Break::None) || text.is(negation + 1, Role::And);
    let may_begin = token.text == "no" && (negation + 1 == clause.end || !ends);
    let answers = token.has(Role::No) || token.has(Role::NotVerb) || text.is(negation, Role::Free);
    (clause.start..list.start).all(|at| is_neutral(text, at))
        && (list.end..negation).all(is_copula)
        && is_whole
        && answers
        && !may_begin
        && token.breaks <= Break::Dash
}

/// The words from the first food of a clause to the last; without foods, from the first word
/// that refers to allergens, or to risks.
fn named(text: &Annotated, clause: Range<usize>) -> Option<Range<usize>> {
    let foods = text.foods_in(clause.clone());
    let foods = foods.filter(|it| it.named().is_some_and(|it| !it.is_none()));
    let is_food = |at: &usize| foods.clone().any(|it| (it.start..it.end).contains(at));
    let refers = |at: &usize| text.is(*at, Role::Any);
    let is_risk = |at: &usize| {
        text.is_any(*at, bits(&[Role::Around, Role::Caution])) && !text.is(*at, Role::Mild)
    };
    let kinds: [&dyn Fn(&usize) -> bool; 3] = [&is_food, &refers, &is_risk];
    kinds.into_iter().find_map(|is_it| {
        let start = clause.clone().find(|at| is_it(at))?;
        let end = clause.clone().rfind(|at| is_it(at))? + 1;
        Some(start..end)
    })
}

/// The same, if nothing but a list lies between them.
fn list(text: &Annotated, clause: Range<usize>) -> Option<Range<usize>> {
    let Range { start, mut end } = named(text, clause.clone())?;
    // "Gluten, dairy and yeast".
    let trails = |at: usize| {
        text.token(at).breaks <= Break::Phrase && text.is_any(at, bits(&[Role::And, Role::Filler]))
    };
    if text.is(end, Role::And) && end + 1 < clause.end && text.is(end + 1, Role::Filler) {
        while end < clause.end && trails(end) {
            end += 1;
        }
    }
    let is_item = |at: usize| {
        // "Milk products (including lactose)".
        let includes = text.token(at).text.starts_with("incl");
        at == start
            || includes && text.token(at).breaks == Break::Bracket
            || text.token(at).breaks <= Break::Phrase
                && (text.token(at).in_food
                    || text.token(at).has(Role::Link)
                    // "No milk, no egg and no nuts".
                    || is_negation(text, at)
                        && (text.token(at).breaks == Break::Phrase || text.is(at - 1, Role::And))
                    || text.is_any(at, bits(&[Role::And, Role::Filler, Role::Any])))
    };
    // "Free from wheat <b>milk</b>": two foods without an "and".
    let foods = text.foods_in(start..end).collect_vec();
    let is_mixed = foods.windows(2).any(|pair| {
        let between = pair[0].end..=pair[1].start;
        let named = pair[0].named().zip(pair[1].named());
        let is_split = |at: usize| text.is(at, Role::And) || text.token(at).breaks > Break::None;
        !between.into_iter().any(is_split)
            && named.is_some_and(|(one, other)| !other.is_none() && one.is_other_than(other))
    });
    (!is_mixed && (start..end).all(is_item)).then_some(start..end)
}

/// Whether a list without "and" or "or" has no more than one item.
fn is_closed(text: &Annotated, list: &Range<usize>) -> bool {
    let mut inside = list.clone().skip(1);
    inside.clone().any(|at| text.is(at, Role::And))
        || inside.all(|at| text.token(at).breaks == Break::None)
}

/// Whether a word negates, by itself or as part of a phrase such as "free from".
fn is_negation(text: &Annotated, at: usize) -> bool {
    let Some(phrase) = text.phrase(at) else {
        return false;
    };
    const NEGATES: u64 = bits(&[
        Role::Negation,
        Role::NotVerb,
        Role::Absent,
        Role::Free,
        Role::No,
    ]);
    if text.token(at).text.len() < 2 {
        return false;
    }
    let spells = |at: usize| {
        let token = text.token(at);
        token.has(Role::Negation) || token.has(Role::NotVerb)
    };
    let is_it = match (phrase.start..phrase.end).any(spells) {
        true => spells(at),
        false => at == phrase.start,
    };
    is_it && phrase.is_any(NEGATES)
}

/// Whether a word says nothing of its own.
fn is_neutral(text: &Annotated, at: usize) -> bool {
    let token = text.token(at);
    let Some(phrase) = text.phrase(at) else {
        // A false friend, a letter, the name of a place: "in Italy".
        let is_name = |it: &Token| it.shown.starts_with(char::is_uppercase);
        let is_place = at > 0
            && matches!(text.token(at - 1).text.as_str(), "in" | "at")
            && is_name(token)
            && !is_name(text.token(at - 1));
        return token.in_food || token.text.len() < 2 || is_place;
    };
    const RISKS: u64 = bits(&[Role::May, Role::Caution, Role::Around]);
    let is_risk = phrase.is_any(RISKS) && !phrase.is(Role::Place) && !phrase.is(Role::Known);
    let is_weak = phrase.is(Role::Known) || phrase.is(Role::Presence);
    let is_doubt = phrase.is(Role::Not) || phrase.is(Role::But) && !is_weak;
    (phrase.is_any(NEUTRAL)
        || phrase.is(Role::Absent)
        || phrase.is(Role::Free)
        || token.has(Role::Presence))
        && !is_risk
        && !is_doubt
}
