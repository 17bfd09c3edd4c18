//! Lists of what is denied: items between commas, closed by "and" or "or": "milk, eggs and nuts".

use super::clause::{MOST, Text};
use super::said::Kind;
use super::void::is_no;
use crate::lexicon::{Cues, Role, cues};
use crate::text::tokens::{Break, Token};
use std::ops::Range;

/// An item of a list.
struct Item {
    end: usize,
    /// Whether it names what food may be free from, and whether it leads to that: "the following".
    is_named: bool,
    explains: bool,
    has_food: bool,
    /// Whether "and" or "or" stands before it, and whether a comma stands before it or one before it.
    is_joined: bool,
    is_apart: bool,
    /// The break behind it.
    breaks: Break,
}

/// The items that begin at a unit, behind no stronger break than this.
fn items(
    text: &Text,
    start: usize,
    mut widest: Break,
    is_item: impl Fn(usize) -> bool,
) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut at = start;
    let (mut is_joined, mut is_apart) = (false, false);
    while let Some(end) = end_of_item(text, at, widest).filter(|end| is_item(*end)) {
        let breaks = text.breaks(end);
        let explains = text.is_any(end - 1, cues![Any, Following]);
        // "Free from nuts, milk: yes", "free from milk: no", "free from nuts, allergens: milk".
        let is_answered = breaks == Break::Label && (is_apart || !explains && is_no(text, end));
        // "Free from nuts, traces of milk", "no egg and milk traces", but "no milk or traces of it".
        let is_joined_by_or = is_joined && !text.is(at - 1, Role::More);
        let warns = (at..end).any(|at| text.is_any(at, cues![Around, May]));
        if is_answered {
            break;
        }
        if warns
            && !is_joined_by_or
            && let Some(last) = items.last_mut()
        {
            last.breaks = Break::Clause;
            break;
        }
        if end - start >= MOST {
            // The list is cut off here.
            items
                .iter_mut()
                .for_each(|item| item.breaks = Break::Phrase);
            break;
        }
        let mut units = at..end;
        items.push(Item {
            end,
            is_named: units
                .clone()
                .any(|at| text.is_food(at) || text.is_any(at, cues![Any, Known])),
            explains,
            has_food: units.any(|at| text.is_food(at)),
            is_joined,
            is_apart,
            breaks,
        });
        is_joined = text.is(end, Role::And);
        is_apart |= breaks != Break::None;
        widest = if is_joined { Break::None } else { breaks };
        match breaks {
            Break::None if is_joined => at = end + 1,
            Break::Label if explains => at = end,
            Break::Phrase => at = end + usize::from(is_joined),
            _ => break,
        }
    }
    items
}

/// Where the item at `start` ends, before the first word that is none.
fn end_of_item(text: &Text, start: usize, widest: Break) -> Option<usize> {
    let fits = |at: &usize| {
        let breaks = if *at == start { widest } else { Break::None };
        let fills = text.is_any(*at, cues![Filler, Any]) && !text.is(*at, Role::And);
        text.breaks(*at) <= breaks && (text.is_food(*at) || fills)
    };
    let near = (start..text.units.len()).take(MOST);
    let end = start + near.take_while(fits).count();
    // "Free from wheat <b>milk</b>": two foods without an "and".
    let foods = text.foods(start..end);
    let mut foods = foods.filter_map(|food| Some((food.start, food.named()?)));
    let is_mixed = foods.next().is_some_and(|(first, food)| {
        foods.any(|(start, other)| start > first && other.is_other_than(food))
    });
    // "No raw egg", "free from fish bones", "ohne Rohmilch".
    let mut units = text.units[start..end].iter();
    let is_some = units.any(|unit| {
        let mut foods = unit.foods.iter();
        unit.is(Role::Sort) || foods.any(|food| food.has_prefix && !food.names_none())
    });
    (end > start && !is_mixed && !is_some).then_some(end)
}

/// Whether a word behind an item makes it part of another name: "free from colours made with milk", "no
/// nut cleaning", "not a fish cakes free product".
fn is_continued(text: &Text, end: usize) -> bool {
    let is_joined = |at: &usize| text.get(*at).is_some_and(|unit| unit.breaks == Break::None);
    let is_known = |at: &usize| is_joined(at) && text.unit(*at).cues.is_only(Role::Known);
    let is_of_free = (end..)
        .find(|at| !is_known(at))
        .is_some_and(|at| text.is(at, Role::Free) && is_joined(&at));
    let is_noun = |cues: Cues| cues.is_empty() || cues.is(Role::Clean) || cues.is_only(Role::Plain);
    // "Free From Gluten Fruit Loaf": no food is called after gluten.
    let is_gluten = text.kind == Kind::Prose && text.is(end - 1, Role::Claimed);
    is_of_free || is_joined(&end) && is_noun(text.unit(end).cues) && !is_gluten
}

/// Where the list behind a denying phrase ends; `None` where it covers nothing.
///
/// It crosses a comma only in a list of foods that "and" or "or" closes, or of allergens alone that
/// reaches the end of the clause: "no colours, fresh milk" and "without palm oil, milk" do not deny
/// milk. After a bare "no" the list must be closed: "no nuts, milk" may name milk. Inside a list of
/// ingredients a comma ends it.
pub(super) fn end_behind(text: &Text, cue: usize) -> Option<usize> {
    // A colon may follow the phrase.
    let items = items(text, cue + 1, Break::Label, |end| !is_continued(text, end));
    let last = items.last()?;
    // "Neither milk nor egg was left out" denies nothing.
    let food = last.end + 1 + usize::from(text.is(last.end + 1, Role::Filler));
    if last.breaks == Break::None && text.is(last.end, Role::And) && text.is_food(food) {
        return None;
    }
    // "Free from colours, milk", unlike "free from milk and colours".
    let mut vague = items
        .iter()
        .skip_while(|item| item.is_named || item.explains);
    let are_named = !vague.any(|item| item.is_named);
    if text.kind == Kind::List && text.breaks(cue) < Break::Bracket || !are_named {
        return end_near(&items);
    }
    let ends_clause = match last.breaks {
        Break::None => false,
        // "Free from milk, eggs, contains soya".
        Break::Phrase => text.is_any(last.end, cues![Contains, May]),
        Break::Label => !last.explains,
        _ => true,
    };
    let are_foods = items.iter().all(|item| item.has_food || item.explains);
    let may_end = ends_clause && are_foods && text.kind != Kind::List;
    match may_end && !text.is(cue, Role::Bare) {
        true => Some(last.end),
        false => end_closed(&items),
    }
}

/// The end of the items before the first comma.
fn end_near(items: &[Item]) -> Option<usize> {
    let near = items.iter().take_while(|item| !item.is_apart);
    near.last().map(|item| item.end)
}

/// The end of what "and" or "or" closes: "milk, nuts not used" may name milk.
fn end_closed(items: &[Item]) -> Option<usize> {
    let closed = items.iter().rfind(|item| item.is_apart && item.is_joined);
    closed.map(|item| item.end).or_else(|| end_near(items))
}

/// Where a list of names ends that stands before what denies it.
pub(super) fn end_of_names(text: &Text, start: usize) -> Option<usize> {
    let is_name = |end| text.is_food(end - 1) || text.is(end - 1, Role::Filler);
    let items = items(text, start, Break::Sentence, is_name);
    let names = items
        .iter()
        .take_while(|item| item.has_food && !(text.kind == Kind::Prose && item.is_apart));
    let count = names.count();
    end_closed(&items[..count]).filter(|_| text.is_food(start) && text.kind != Kind::List)
}

/// Whether "free" behind names denies them. Each but the last is of one word: "peanut butter, dairy and gluten
/// free" may be made of peanuts. A share of it may be free, or another word: "99.9% milk free",
/// "<b>milk</b> free range <b>egg</b>".
pub(super) fn is_free(text: &Text, list: &Range<usize>) -> bool {
    let is_longer = |at: usize| text.is_food(at) && text.breaks(at) == Break::None;
    let is_short = |at: usize| text.unit(at).words.len() == 1 && !is_longer(at + 1);
    let last = list.end - 1;
    let mut names = (list.start..last).filter(|at| text.is_food(*at));
    let is_digit = |letter: char| letter.is_ascii_digit();
    let is_share = last.checked_sub(1).is_some_and(|share| {
        let word = &text.last(share).text;
        text.breaks(last) == Break::None && word.starts_with(is_digit) && word != "100"
    });
    let is_emphasised = text.words_of(last).iter().all(|word| word.emphasised);
    let is_same = |free: &Token| free.hyphenated || is_emphasised == free.emphasised;
    text.breaks(list.end) == Break::None
        && names.all(is_short)
        && !is_share
        && text
            .words
            .get(text.unit(last).words.end)
            .is_some_and(is_same)
}
