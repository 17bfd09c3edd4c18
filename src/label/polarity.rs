//! Polarity of the mentions in a text: contains, may contain, or certainly
//! denied.
//!
//! A denial counts only where it cannot mean anything else. It is a phrase from
//! a closed list, with the denied words directly after it ("free from nuts and
//! milk") or directly before it ("nut free"). It ends with its clause, and one
//! word of doubt in the sentence cancels it.

use super::annotated::{Annotated, Kind, Phrase, bit};
use crate::lexicon::{Match, Role};
use crate::text::tokens::{Break, Token};

/// What a text says about an allergen that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Polarity {
    /// It is named, without saying whether it is in the food.
    Named,
    /// It is in the food.
    Contains,
    /// It may be in the food.
    MayContain,
}

/// How many words before a denial are examined.
const LOOK_BACK: usize = 40;

/// Marks the words that are certainly denied.
pub(super) fn mark_denied(text: &mut Annotated, kind: Kind) {
    for index in 0..text.phrases.len() {
        let phrase = &text.phrases[index];
        let denies = phrase.is(Role::Absent) || phrase.is(Role::Free);
        if !denies || text.sentence(phrase.start).has_doubt {
            continue;
        }
        let is_unknown = |before| !text.is_known(before);
        if kind == Kind::Statement && is_preceded_by(text, phrase.start, is_unknown) {
            continue;
        }
        let mut denied = phrase.end..phrase.end;
        if phrase.is(Role::Absent) && begins_denial(text, phrase) {
            let denial = Denial::read(text, phrase.end);
            let may_end_with_clause = !is_bare_no(text, phrase) && kind != Kind::List;
            let end = denial.end(kind, starts_clause(text, phrase.start), may_end_with_clause);
            denied.end = end.unwrap_or(phrase.end);
            if is_disputed(text, denied.end, kind) {
                continue;
            }
        }
        let is_negated =
            || is_preceded_by(text, phrase.start, |before| text.is(before, Role::Absent));
        if phrase.is(Role::Free) && !is_negated() && !is_disputed(text, phrase.end, kind) {
            denied = free_start(text, phrase, kind)..phrase.start;
        }
        for token in &mut text.tokens[denied] {
            token.is_denied = true;
        }
    }
    for at in 0..text.tokens.len() {
        let token = &text.tokens[at];
        let is_free = token.ends_with_free && token.in_food && denies_itself(text, at, kind);
        text.tokens[at].is_denied |= is_free;
    }
}

/// Whether a compound such as "nussfrei" denies what it names.
fn denies_itself(text: &Annotated, at: usize, kind: Kind) -> bool {
    let voids =
        |before| text.is(before, Role::Absent) || kind == Kind::Statement && !text.is_known(before);
    !text.sentence(at).has_doubt
        && !is_preceded_by(text, at, voids)
        && !is_disputed(text, at + 1, kind)
}

/// Whether a matching word comes before a denial with no break in between: an
/// unknown word ("probably nut free") or a "no" ("no product is nut free").
fn is_preceded_by(text: &Annotated, at: usize, matches: impl Fn(usize) -> bool) -> bool {
    let before = (at.saturating_sub(LOOK_BACK)..at).rev();
    let mut before = before.take_while(|before| text.tokens[before + 1].breaks == Break::None);
    before.any(matches)
}

/// Whether the words after a denial answer it: "nut free: no", "dairy free: N", "free from
/// nuts (to be confirmed)". In a statement that is any word that is not understood.
fn is_disputed(text: &Annotated, at: usize, kind: Kind) -> bool {
    let Some(answer) = text.tokens.get(at) else {
        return false;
    };
    let ends = |next: &Token| next.breaks != Break::None;
    let is_no = matches!(answer.text.as_str(), "no" | "n" | "x")
        && text.tokens.get(at + 1).is_none_or(ends);
    let explains = matches!(answer.breaks, Break::Label | Break::Bracket | Break::Dash);
    let is_unknown =
        kind == Kind::Statement && explains && !text.is_known(at) && answer.text != "yes";
    ends(answer) && (is_no || is_unknown)
}

fn starts_clause(text: &Annotated, at: usize) -> bool {
    text.tokens[at].breaks >= Break::Bracket
}

fn is_bare_no(text: &Annotated, phrase: &Phrase) -> bool {
    text.tokens[phrase.start].text == "no" && phrase.end == phrase.start + 1
}

/// Whether a phrase denies the words after it. A "no" may instead answer the
/// words before it: "Nuts: no, milk: yes", "nuts no milk yes".
fn begins_denial(text: &Annotated, phrase: &Phrase) -> bool {
    let first = &text.tokens[phrase.start];
    let is_bare_no = is_bare_no(text, phrase);
    // "Nut free? No: almonds are used", "No, almonds".
    let answers = text
        .tokens
        .get(phrase.end)
        .is_some_and(|next| next.breaks != Break::None);
    if is_bare_no && answers && (phrase.start > 0 || text.tokens[phrase.end].breaks != Break::Label)
    {
        return false;
    }
    !is_bare_no
        || phrase.start == 0
        || match first.breaks {
            Break::None => text.is_any(phrase.start - 1, bit(Role::And) | bit(Role::But)),
            Break::Label | Break::Bracket | Break::Dash => false,
            _ => true,
        }
}

/// The items that a denial covers.
#[derive(Default)]
struct Denial {
    items: Vec<Item>,
    /// Whether the items reach the end of the clause.
    ends_clause: bool,
}

struct Item {
    end: usize,
    /// Whether a comma or a colon separates it from the first item.
    is_after_break: bool,
    /// Whether "and" or "or" stands before it.
    is_joined: bool,
    names_food: bool,
}

impl Denial {
    /// Reads `item [, item]… [and item]` from `start`. An item consists of
    /// words of the lexicon only: one that continues with other words ("free
    /// from colours made with milk") is not certainly denied.
    fn read(text: &Annotated, start: usize) -> Denial {
        let mut denial = Denial::default();
        let (mut at, mut is_after_break, mut is_joined) = (start, false, false);
        // A colon may follow the phrase, and the word "allergens".
        let mut widest = Break::Label;
        while let Some((end, names_food)) = item_end(text, at, widest) {
            let explains = text.is(end - 1, Role::Any);
            let is_label = |it: &Token| it.breaks == Break::Label;
            if explains && is_after_break && text.tokens.get(end).is_some_and(is_label) {
                // "Free from nuts, allergens: milk".
                break;
            }
            denial.items.push(Item {
                end,
                is_after_break,
                is_joined,
                names_food,
            });
            let Some(token) = text.tokens.get(end) else {
                denial.ends_clause = true;
                break;
            };
            let joins = text.is(end, Role::And);
            match token.breaks {
                Break::None if !joins => break,
                Break::None | Break::Phrase => {}
                Break::Label if explains => {}
                // "Free from nuts, milk: yes", "Free from milk: no".
                Break::Label
                    if is_after_break
                        || matches!(token.text.as_str(), "no" | "yes" | "none" | "nil") =>
                {
                    denial.items.pop();
                    break;
                }
                _ => {
                    denial.ends_clause = true;
                    break;
                }
            }
            is_after_break |= token.breaks != Break::None;
            is_joined = joins;
            at = if joins { end + 1 } else { end };
            widest = if joins { Break::None } else { token.breaks };
        }
        // "Neither milk nor egg was left out" denies nothing.
        let food = at + usize::from(text.is(at, Role::Filler));
        if is_joined && !denial.ends_clause && text.food(food).is_some() {
            denial.items.clear();
        }
        denial
    }

    /// Where the denial ends. It crosses a comma only in a list of foods that
    /// "and" or "or" closes, or that reaches the end of the clause: "no
    /// colours, fresh milk" does not deny milk. After a bare "no" the list must
    /// be closed: "no nuts, milk" may name milk. Inside a list of ingredients a
    /// comma ends it.
    fn end(&self, kind: Kind, starts_clause: bool, may_end_with_clause: bool) -> Option<usize> {
        let near = self.items.iter().take_while(|item| !item.is_after_break);
        let near = near.last().map(|item| item.end);
        if kind == Kind::List && !starts_clause || !self.items.iter().all(|it| it.names_food) {
            return near;
        }
        let closed = self
            .items
            .iter()
            .rfind(|it| it.is_after_break && it.is_joined);
        let last = self.items.last();
        let last = last.filter(|_| self.ends_clause && may_end_with_clause);
        last.or(closed).map(|item| item.end).or(near)
    }
}

/// The end of the item at `start`, and whether it names a food. `None` if an
/// unknown word follows it.
fn item_end(text: &Annotated, start: usize, widest: Break) -> Option<(usize, bool)> {
    let mut at = start;
    let mut first = None;
    let mut names_any = false;
    loop {
        let token = text.tokens.get(at);
        if token.is_none_or(|it| it.breaks > if at == start { widest } else { Break::None }) {
            break;
        }
        let filler = text.phrase(at).filter(|phrase| {
            let fills = phrase.is(Role::Filler) || phrase.is(Role::Any);
            phrase.start == at && fills && !phrase.is(Role::And)
        });
        if let Some(end) = text.food(at) {
            first.get_or_insert(at);
            at = end;
        } else if let Some(filler) = filler {
            names_any |= filler.is(Role::Any);
            at = filler.end;
        } else {
            break;
        }
    }
    let next = text.tokens.get(at);
    // "No nut cleaning", "no milk free line".
    let is_noun = text
        .phrase(at)
        .is_none_or(|it| it.is(Role::Clean) || it.is(Role::Free));
    let continues = next.is_some_and(|it| it.breaks == Break::None && is_noun);
    // "Free from wheat <b>milk</b>": two foods without an "and".
    let first = first.unwrap_or(at);
    let from = text.foods.partition_point(|food| food.start < first);
    let inside = text.foods.iter().skip(from);
    let inside = inside.take_while(|food| food.start < at);
    let mut named = inside.filter_map(Match::named);
    let is_mixed = named
        .next()
        .is_some_and(|food| named.any(|it| it.is_other_than(food)));
    (at > start && !continues && !is_mixed).then_some((at, names_any || first < at))
}

/// The start of the words that a "free" denies; its own start where it denies
/// none.
fn free_start(text: &Annotated, free: &Phrase, kind: Kind) -> usize {
    let tokens = &text.tokens;
    let none = free.start;
    let Some(food) = text.food_before(free.start) else {
        return none;
    };
    let own = &tokens[food.start..food.end];
    let all_emphasised = |tokens: &[Token]| tokens.iter().all(|it| it.emphasised);
    let hyphenated = tokens[free.start].hyphenated;
    // "<b>milk</b> free range <b>egg</b>" is not free from milk.
    if tokens[free.start].breaks != Break::None
        || !hyphenated && all_emphasised(own) != tokens[free.start].emphasised
    {
        return none;
    }
    let ends = match tokens.get(free.end) {
        Some(next) if next.breaks == Break::None => {
            let is_known = text.is_any(
                free.end,
                bit(Role::FreeNoun) | bit(Role::And) | bit(Role::But),
            );
            // "Gluten Free Rice Cakes" is the name of a food.
            let is_title = kind == Kind::Prose && starts_clause(text, food.start);
            if !hyphenated && !is_known && !is_title {
                return none;
            }
            false
        }
        _ => true,
    };
    // "Dairy, egg and nut free" covers all three, if nothing else is in the
    // text.
    let near = food.start.saturating_sub(LOOK_BACK);
    let first = (near..=food.start).rfind(|at| starts_clause(text, *at));
    let is_list = |start: usize| {
        (start..free.start)
            .all(|at| tokens[at].in_food || text.is(at, Role::And) || text.is(at, Role::Filler))
    };
    match first {
        Some(start) if ends && kind != Kind::List && is_list(start) => start,
        _ => food.start,
    }
}
