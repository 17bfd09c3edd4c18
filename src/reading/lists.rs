//! Lists of what a denial denies: "milk, eggs and nuts".

use super::clause::Text;
use super::cue::{Cues, JOINS, cues};
use super::said::Kind;
use super::void::{NEAR, is_no};
use crate::lexicon::Role;
use crate::text::is_among;
use crate::text::tokens::Break;
use std::ops::Range;

/// The most units of a list that is denied. A longer one is not: texts that repeat themselves take no
/// longer for it.
pub(super) const MOST: usize = 200;

/// An item of a list.
struct Item {
    end: usize,
    /// Whether it names what food may be free from.
    is_named: bool,
    has_food: bool,
}

/// The item at `start`; `None` where another word follows it: "free from colours made with milk".
fn item(text: &Text, start: usize, widest: Break) -> Option<Item> {
    let fits = |at: usize| {
        let unit = text.get(at)?;
        let breaks = if at == start { widest } else { Break::None };
        let fills = unit.is_any(cues![Filler, Any]) && !unit.is(Role::And);
        (unit.breaks <= breaks && (unit.is_food() || fills)).then_some(unit)
    };
    let mut at = start;
    let (mut is_named, mut has_food) = (false, false);
    while let Some(unit) = fits(at) {
        has_food |= unit.is_food();
        is_named |= unit.is_food() || unit.is_any(cues![Any, Known]);
        at += 1;
    }
    // "No nut cleaning", "no milk free line".
    let is_noun = |cues: Cues| {
        let is_free = cues.any(cues![Clean, Free]);
        cues.is_empty() || is_free || cues.is_only(Role::Plain)
    };
    let next = text.get(at);
    // "Free From Gluten Fruit Loaf": no food is called after gluten.
    let is_gluten = text.kind == Kind::Prose && at > start && text.first(at - 1) == "gluten";
    let continues =
        next.is_some_and(|next| next.breaks == Break::None && is_noun(next.cues) && !is_gluten);
    // "Free from wheat <b>milk</b>": two foods without an "and".
    let mut foods = text
        .foods(start..at)
        .filter_map(|food| Some((food.start, food.named()?)));
    let is_mixed = foods.next().is_some_and(|(first, food)| {
        foods.any(|(start, other)| start > first && other.is_other_than(food))
    });
    (at > start && !continues && !is_mixed).then_some(Item {
        end: at,
        is_named,
        has_food,
    })
}

/// Where the list behind a denying word ends: `item [, item]… [and item]`; `None` where it covers
/// nothing.
///
/// It crosses a comma only in a list of foods that "and" or "or" closes, or of allergens alone that
/// reaches the end of the clause: "no colours, fresh milk" and "without palm oil, milk" do not deny
/// milk. After a bare "no" the list must be closed: "no nuts, milk" may name milk. Inside a list of
/// ingredients a comma ends it.
pub(super) fn end_behind(text: &Text, cue: usize) -> Option<usize> {
    let mut at = cue + 1;
    // A colon may follow the phrase, and the word "allergens".
    let mut widest = Break::Label;
    let (mut is_after_break, mut is_joined) = (false, false);
    // The ends of the items before the first break, of those up to the last "and", and of all.
    let (mut near, mut closed, mut last) = (None, None, None);
    let (mut are_named, mut are_foods, mut ends_clause) = (true, true, false);
    // Whether an item named nothing: "free from colours, milk", unlike "free from milk and colours".
    let mut is_vague = false;
    while let Some(item) = item(text, at, widest) {
        let end = item.end;
        if end - cue > MOST {
            return None;
        }
        let breaks = text.get(end).map_or(Break::Sentence, |next| next.breaks);
        // "Free from the following: milk, egg".
        let explains = text.is(end - 1, Role::Any) || text.first(end - 1) == "following";
        // "Free from nuts, milk: yes", "free from milk: no", "free from nuts, allergens: milk".
        let is_answered =
            is_after_break || !explains && text.get(end).is_some() && is_no(text, end);
        if breaks == Break::Label && is_answered {
            break;
        }
        last = Some(end);
        if !is_after_break {
            near = last;
        } else if is_joined {
            closed = last;
        }
        are_named &= !(is_vague && item.is_named);
        is_vague |= !item.is_named && !explains;
        are_foods &= item.has_food || explains;
        let joins = text.is(end, Role::And);
        let continues = match breaks {
            Break::None => joins,
            Break::Phrase => true,
            Break::Label => explains,
            _ => false,
        };
        at = end + usize::from(joins);
        if !continues {
            ends_clause = breaks != Break::None;
            break;
        }
        is_after_break |= breaks != Break::None;
        is_joined = joins;
        widest = if joins { Break::None } else { breaks };
    }
    // "Neither milk nor egg was left out" denies nothing.
    let food = at + usize::from(text.is(at, Role::Filler));
    if is_joined && !ends_clause && text.is_food(food) {
        return None;
    }
    if text.kind == Kind::List && text.breaks(cue) < Break::Bracket || !are_named {
        return near;
    }
    let may_end = ends_clause && are_foods && text.kind != Kind::List && !is_bare_no(text, cue);
    last.filter(|_| may_end).or(closed).or(near)
}

pub(super) fn is_bare_no(text: &Text, at: usize) -> bool {
    is_among(text.first(at), "no|not|zero") && text.unit(at).words.len() == 1
}

/// Where the list before "free" begins: "milk, egg and nut free"; `None` where it denies nothing.
pub(super) fn start_before_free(text: &Text, free: usize) -> Option<usize> {
    /// The words before a list of which each item is free.
    const LEADS: &str = "is|are|a|an|our|naturally|certified|also|now|100";
    let last = free.checked_sub(1)?;
    // "<b>milk</b> free range <b>egg</b>" is not free from milk.
    let of_free = text.words_of(free).first()?;
    if of_free.breaks != Break::None {
        return None;
    }
    let food = text.unit(last);
    if !food.is_food() {
        // "An allergen free site".
        return food.is(Role::Any).then_some(last);
    }
    // "99.9% milk free".
    let is_digit = |letter: char| letter.is_ascii_digit();
    let is_share = last.checked_sub(1).is_some_and(|share| {
        let word = &text.last(share).text;
        food.breaks == Break::None && word.starts_with(is_digit) && word != "100"
    });
    let is_emphasised = text.words_of(last).iter().all(|word| word.emphasised);
    if is_share || !of_free.hyphenated && is_emphasised != of_free.emphasised {
        return None;
    }
    let ends = text.ends_at(free + 1) || text.is_any(free + 1, cues![Known, Place]);
    // "Dairy, egg and nut free" covers all three, but "milk chocolate, nut free" may be milk. In a
    // name a comma parts.
    let parts = |at: usize| match text.kind {
        Kind::Prose => text.breaks(at) != Break::None,
        Kind::List | Kind::Statement => text.breaks(at) >= Break::Bracket,
    };
    let joins = |at: usize| text.is_any(at, JOINS);
    let mut before = (last.saturating_sub(NEAR)..last).rev();
    let is_closed = before
        .clone()
        .find(|at| !text.is(*at, Role::Filler))
        .is_some_and(|at| text.is(at, Role::And));
    let is_item = |at: &usize| !parts(at + 1) && (joins(*at) || text.is_food(*at));
    let items = before
        .by_ref()
        .take_while(is_item)
        .filter(|at| text.is_food(*at));
    let start = items.last().unwrap_or(last);
    let is_list = (start..free).all(|at| {
        let begins = at == start || text.breaks(at) != Break::None || joins(at - 1);
        // "Peanut butter, dairy and gluten free" may be made of peanuts.
        joins(at) || text.is_food(at) && begins && (text.unit(at).words.len() == 1 || at == last)
    });
    // "This product is egg and nut free", not "made with egg and nut free".
    let is_led = parts(start) || is_among(&text.last(start - 1).text, LEADS);
    // "Gluten & dairy free brownies", not "milk & nut free chocolate".
    let is_claim = text.kind == Kind::Prose && is_among(text.first(start), "gluten|dairy");
    let is_whole = (ends || is_claim) && text.kind != Kind::List && is_closed && is_list && is_led;
    Some(if is_whole { start } else { last })
}

/// What is missing stands before the word that says so: "soya, nuts and milk are not used". It crosses
/// a comma only in a list that "and" or "or" closes: "milk, nuts not used" may name milk.
pub(super) fn before_missing(text: &Text, missing: usize) -> Range<usize> {
    let mut at = missing;
    // "Nuts are not used".
    while at > 0 && text.breaks(at) == Break::None && text.is(at - 1, Role::Known) {
        at -= 1;
    }
    let last = at;
    let (mut widest, mut is_joined) = (Break::Dash, false);
    while at > 0
        && text.breaks(at) <= widest
        && (text.is_food(at - 1) || text.is_any(at - 1, JOINS))
    {
        at -= 1;
        is_joined |= text.is(at, Role::And);
        widest = if is_joined {
            Break::Phrase
        } else {
            Break::None
        };
    }
    at..last
}
