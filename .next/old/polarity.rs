//! Polarity of the mentions in a text: contains, may contain, or certainly
//! denied.
//!
//! A denial counts only where it cannot mean anything else. It is a phrase from
//! a closed list, with the denied words directly after it ("free from nuts and
//! milk") or directly before it ("nut free", "nuts are not used"). It ends with its clause; one
//! word of doubt in the sentence cancels it, and so does what is left over in the
//! clause ("nut free: 0").

use super::annotated::{Annotated, Kind, Phrase, bit, bits};
use super::answers::answers_food;
use crate::lexicon::Role;
use crate::text::is_among;
use crate::text::tokens::{Break, Token};
use std::ops::Range;

/// What a text says about an allergen that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Polarity {
    /// It is named, without saying whether it is in the food.
    Named,
    /// It is in the food.
    Contains,
    /// It may be in the food.
    MayContain,
}

/// How many words before and after a denial are examined.
pub(super) const LOOK_BACK: usize = 40;

/// The most words of a list that a denial covers, of a sentence that denies as a whole, and of a name
/// that a claim is about. A longer one is not denied: texts that repeat themselves take no longer for
/// it.
pub(super) const MOST: usize = 200;

/// The roles of phrases that say something of their own, whatever was denied before.
const SAYS: u32 = bits(&[
    Role::Contains,
    Role::May,
    Role::Around,
    Role::Absent,
    Role::Free,
]);

/// Marks the words that are certainly denied.
pub(super) fn mark_denied(text: &mut Annotated, kind: Kind) {
    let turns = turns(text);
    for index in 0..text.phrases.len() {
        let phrase = text.phrases[index];
        let begins = phrase.is(Role::Absent) || text.is_contrast(phrase.start);
        let denies = begins || phrase.is(Role::Free);
        let sentence = text.sentence(phrase.start);
        // "Products without nuts are not handled".
        if !denies || sentence.has_doubt || sentence.is_any(bit(Role::Missing)) {
            continue;
        }
        // "A great alternative to milk, at home in coffee" only names what it replaces.
        let is_gentle = phrase.is(Role::Style);
        let is_unknown = |before: usize| !text.is_known(before);
        if kind == Kind::Statement && !is_gentle && is_preceded_by(text, phrase.start, &is_unknown)
        {
            continue;
        }
        // "No product is nut free", "no product is made without milk", but not "made without milk in a
        // nut free mill".
        let is_negated = |before: usize| {
            let mut between = text.words(before..phrase.start).iter();
            let is_over =
                phrase.is(Role::Free) && between.any(|token| token.in_food && token.is_denied);
            text.is(before, Role::Absent) && !text.is(before, Role::Caution) && !is_over
        };
        if !phrase.is(Role::And) && is_preceded_by(text, phrase.start, &is_negated) {
            continue;
        }
        let turns = &turns[text.token(phrase.start).sentence];
        if turns.lead_elsewhere(phrase.end) || answers_food(text, phrase.start) {
            continue;
        }
        if begins && begins_denial(text, &phrase) {
            let end = denial_end(text, &phrase, kind).unwrap_or(phrase.end);
            if is_gentle || !is_taken_back(text, end, kind) {
                deny(
                    text,
                    is_gentle.then_some(phrase.start),
                    phrase.end..end,
                    kind,
                );
            }
        }
        if phrase.is(Role::Free) && !is_taken_back(text, phrase.end, kind) {
            let start = free_start(text, &phrase, kind);
            deny(text, None, start..phrase.start, kind);
        }
    }
    for at in 0..text.tokens.len() {
        let token = text.token(at);
        if token.ends_with_free && token.in_food && denies_itself(text, at, kind) {
            let next = (at + 1).min(text.tokens.len() - 1);
            deny(text, Some(next), at..at + 1, kind);
        }
    }
}

/// The words of a sentence that turn from what is denied to where it is.
#[derive(Clone, Default)]
struct Turns {
    /// The ends of its last turn, and of the last before its last food.
    last: usize,
    before_food: usize,
    /// The end of its last word for a place.
    place: usize,
}

impl Turns {
    /// Whether a denial that ends here goes on to say where the denied food is: "no nuts in the recipe,
    /// but on site". A food behind the turn may be what is there.
    fn lead_elsewhere(&self, end: usize) -> bool {
        self.last > end && self.before_food <= end && self.place > end
    }
}

/// The turns of every sentence.
fn turns(text: &Annotated) -> Vec<Turns> {
    const PLACES: u32 = bits(&[Role::Around, Role::Place]);
    let mut all = vec![Turns::default(); text.sentences.len()];
    for (at, token) in text.tokens.iter().enumerate() {
        let turns = &mut all[token.sentence];
        let turns_here = is_among(&token.text, "but|however|though|although|except");
        if turns_here || text.is(at, Role::Yes) {
            turns.last = at + 1;
        }
        if token.in_food {
            turns.before_food = turns.last;
        }
        if text.is_any(at, PLACES) {
            turns.place = at + 1;
        }
    }
    all
}

/// Denies words, and takes back what they mean from the names that they modify:
/// the wheat of "gluten free bread".
///
/// A word that a list emphasises without the rest of its name is named all the same:
/// "<b>egg</b>less mayonnaise".
fn deny(text: &mut Annotated, name: Option<usize>, denied: Range<usize>, kind: Kind) {
    let own = text.words(denied.clone());
    let is_plain = name.is_some_and(|at| !text.token(at).emphasised);
    let is_emphasised = is_plain && own.iter().any(|token| token.emphasised);
    if denied.is_empty() || kind == Kind::List && is_emphasised {
        return;
    }
    text.deny(denied.clone());
    text.modify_by_denial(denied, kind);
}

/// Whether a compound such as "nussfrei" denies what it names.
fn denies_itself(text: &Annotated, at: usize, kind: Kind) -> bool {
    let voids =
        |before| text.is(before, Role::Absent) || kind == Kind::Statement && !text.is_known(before);
    !text.sentence(at).has_doubt
        && !is_preceded_by(text, at, &voids)
        && !is_taken_back(text, at + 1, kind)
}

/// Whether a matching word comes before a denial with no break in between: an
/// unknown word ("probably nut free") or a "no" ("no product is nut free").
fn is_preceded_by(text: &Annotated, at: usize, matches: &dyn Fn(usize) -> bool) -> bool {
    let before = (at.saturating_sub(LOOK_BACK)..at).rev();
    let is_same = |before: &usize| {
        text.token(before + 1).breaks <= Break::Quote && !text.is(*before, Role::And)
    };
    before.take_while(is_same).any(matches)
}

/// Whether what is left of its clause takes a denial back: "nut free: no", "dairy free
/// (to be confirmed)", "free from milk as far as we know". In a statement that is any
/// word that is not understood.
pub(super) fn is_taken_back(text: &Annotated, at: usize, kind: Kind) -> bool {
    let Some(next) = text.tokens.get(at) else {
        return false;
    };
    let is_statement = kind == Kind::Statement;
    let explains = matches!(next.breaks, Break::Label | Break::Bracket | Break::Dash);
    if next.breaks != Break::None {
        let ends = text
            .tokens
            .get(at + 1)
            .is_none_or(|next| next.breaks != Break::None || text.is(at + 1, Role::And));
        // "Free from nuts, as far as we know", unless it says something of its own.
        let is_same = |word: &usize| *word == at || text.token(*word).breaks == Break::None;
        let words = (at..text.tokens.len()).take(LOOK_BACK);
        let mut words = words.take_while(is_same);
        let lists = explains || matches!(next.breaks, Break::Quote | Break::Phrase | Break::Clause);
        let is_unknown = lists
            && !words
                .clone()
                .any(|at| text.token(at).in_food || text.is_any(at, SAYS))
            && words.any(|at| !text.is_known(at));
        return ends && is_no(text, at) || is_statement && is_unknown;
    }
    let ends = |at: &usize| {
        let is_weak = text.is(*at, Role::Known);
        text.token(*at).breaks != Break::None
            || text.is_any(*at, SAYS) && !text.is_any(*at, bits(&[Role::Free, Role::Place]))
            || text.is(*at, Role::And)
            || text.is(*at, Role::But) && !is_weak
    };
    let last = text.tokens.len().min(at + LOOK_BACK);
    let end = (at..last).find(ends).unwrap_or(last);
    // "A nut-free snack" is the name of a food.
    let is_name = at > 0 && text.token(at - 1).hyphenated && !text.is_known(at);
    let is_broken = |token: &Token| token.breaks != Break::None;
    // "No milk above 10 mg/kg".
    let is_left_over = |at: usize| !text.is_known(at) || is_no(text, at) || text.is(at, Role::Not);
    is_statement && !is_name && (at..end).any(is_left_over)
        || text.tokens.get(end).is_some_and(is_broken) && is_taken_back(text, end, kind)
}

/// Whether a word answers with no: "milk free: no".
fn is_no(text: &Annotated, at: usize) -> bool {
    is_among(&text.token(at).text, "no|n|x|none|nil|0|false")
}

fn starts_clause(text: &Annotated, at: usize) -> bool {
    text.token(at).breaks >= Break::Bracket
}

fn is_bare_no(text: &Annotated, phrase: &Phrase) -> bool {
    is_among(&text.token(phrase.start).text, "no|not|zero") && phrase.end == phrase.start + 1
}

/// Whether a phrase denies the words after it. A "no" may instead answer the
/// words before it: "Nuts: no, milk: yes", "nuts no milk yes".
fn begins_denial(text: &Annotated, phrase: &Phrase) -> bool {
    let first = text.token(phrase.start);
    let is_bare_no = is_bare_no(text, phrase);
    // "Nut free? No: almonds are used", "No, almonds".
    let answers = text
        .tokens
        .get(phrase.end)
        .is_some_and(|next| next.breaks != Break::None);
    if is_bare_no && answers && (phrase.start > 0 || text.token(phrase.end).breaks != Break::Label)
    {
        return false;
    }
    // "Free from milk, but not egg" says that egg is in it.
    let mut before = (phrase.start.saturating_sub(LOOK_BACK)..phrase.start).rev();
    let is_denied = |at: usize| text.token(at).is_denied;
    if phrase.is(Role::But) {
        return !before
            .take_while(|at| text.token(*at).sentence == first.sentence)
            .any(is_denied);
    }
    let Some(before) = before.next() else {
        return true;
    };
    let is_answer = text.token(before).in_food && !text.token(before).is_denied;
    // "Nuts (no peanuts)".
    !is_bare_no
        || first.breaks >= Break::Clause
        || first.breaks == Break::Phrase
        || first.breaks == Break::Bracket && first.depth > 0
        || !is_answer && !text.is(before, Role::May)
}

/// Where a denial from `start` on ends: `item [, item]… [and item]`; `None` where it covers nothing.
/// An item consists of words of the lexicon only: one that continues with other words ("free from
/// colours made with milk") is not certainly denied.
///
/// It crosses a comma only in a list of foods that "and" or "or" closes, or of allergens alone that
/// reaches the end of the clause: "no colours, fresh milk" and "without palm oil, milk" do not deny
/// milk. After a bare "no" the list must be closed: "no nuts, milk" may name milk. Inside a list of
/// ingredients a comma ends it.
fn denial_end(text: &Annotated, phrase: &Phrase, kind: Kind) -> Option<usize> {
    let mut at = phrase.end;
    // A colon may follow the phrase, and the word "allergens".
    let mut widest = Break::Label;
    let (mut is_after_break, mut is_joined) = (false, false);
    // The ends of the items before the first break, of those up to the last "and", and of all.
    let (mut near, mut closed, mut last) = (None, None, None);
    let (mut are_named, mut are_foods, mut ends_clause) = (true, true, false);
    while let Some((end, is_named, has_food)) = item_end(text, at, widest) {
        if end - phrase.end > MOST {
            return None;
        }
        let breaks = text
            .tokens
            .get(end)
            .map_or(Break::Sentence, |next| next.breaks);
        // "Free from the following: milk, egg".
        let explains = text.is(end - 1, Role::Any) || text.token(end - 1).text == "following";
        // "Free from nuts, milk: yes", "free from milk: no", "free from nuts, allergens: milk".
        if breaks == Break::Label && (is_after_break || !explains && is_no(text, end)) {
            break;
        }
        last = Some(end);
        if !is_after_break {
            near = last;
        } else if is_joined {
            closed = last;
        }
        are_named &= is_named || explains;
        are_foods &= has_food || explains;
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
    if is_joined && !ends_clause && text.food(food).is_some() {
        return None;
    }
    if kind == Kind::List && !starts_clause(text, phrase.start) || !are_named {
        return near;
    }
    let may_end = ends_clause && are_foods && kind != Kind::List && !is_bare_no(text, phrase);
    last.filter(|_| may_end).or(closed).or(near)
}

/// The end of the item at `start`, whether it names what food may be free from,
/// and whether it names a food of the lexicon. `None` if an unknown word follows.
fn item_end(text: &Annotated, start: usize, widest: Break) -> Option<(usize, bool, bool)> {
    let mut at = start;
    let mut first = None;
    let mut names_any = false;
    loop {
        let token = text.tokens.get(at);
        if token.is_none_or(|token| token.breaks > if at == start { widest } else { Break::None }) {
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
            names_any |= filler.is(Role::Any) || filler.is(Role::Known);
            at = filler.end;
        } else {
            break;
        }
    }
    let next = text.tokens.get(at);
    // "No nut cleaning", "no milk free line".
    let is_noun = text
        .phrase(at)
        .is_none_or(|phrase| phrase.is(Role::Clean) || phrase.is(Role::Free));
    let continues = next.is_some_and(|token| token.breaks == Break::None && is_noun);
    // "Free from wheat <b>milk</b>": two foods without an "and".
    let first = first.unwrap_or(at);
    let from = text.foods.partition_point(|food| food.start < first);
    let inside = text.foods.iter().skip(from);
    let inside = inside.take_while(|food| food.start < at);
    let mut inside = inside.filter_map(|food| Some((food.start, food.named()?)));
    let is_mixed = inside.next().is_some_and(|(start, food)| {
        inside.any(|(other, named)| other > start && named.is_other_than(food))
    });
    let has_food = first < at;
    (at > start && !continues && !is_mixed).then_some((at, names_any || has_food, has_food))
}

/// The start of the words that a "free" denies; its own start where it denies
/// none.
fn free_start(text: &Annotated, free: &Phrase, kind: Kind) -> usize {
    /// The words before a list of which each item is free.
    const LEADS: &str = "is|are|a|an|our|naturally|certified|also|now|100";
    let tokens = &text.tokens;
    let none = free.start;
    let Some(food) = text.food_before(free.start) else {
        // "An allergen free site".
        let any = none.checked_sub(1).filter(|any| text.is(*any, Role::Any));
        return any.unwrap_or(none);
    };
    // "99.9% milk free".
    let share = food.start.checked_sub(1).map(|at| text.token(at));
    let is_digit = |letter: char| letter.is_ascii_digit();
    let is_share = |token: &Token| token.text.starts_with(is_digit) && token.text != "100";
    if text.token(food.start).breaks == Break::None && share.is_some_and(is_share) {
        return none;
    }
    let own = text.words(food.start..food.end);
    let all_emphasised = |tokens: &[Token]| tokens.iter().all(|token| token.emphasised);
    let hyphenated = text.token(free.start).hyphenated;
    // "<b>milk</b> free range <b>egg</b>" is not free from milk.
    if text.token(free.start).breaks != Break::None
        || !hyphenated && all_emphasised(own) != text.token(free.start).emphasised
    {
        return none;
    }
    let ends = tokens.get(free.end).is_none_or(|next| {
        next.breaks != Break::None || text.is_any(free.end, bits(&[Role::Known, Role::Place]))
    });
    // "Dairy, egg and nut free" covers all three, but "milk chocolate, nut free" may be milk. In a
    // name a comma parts.
    let near = food.start.saturating_sub(LOOK_BACK);
    let parts = |at: usize| match kind {
        Kind::Prose => text.token(at).breaks != Break::None,
        Kind::List | Kind::Statement => starts_clause(text, at),
    };
    let joins = |at: usize| text.is_any(at, bits(&[Role::And, Role::Filler]));
    let is_item = |at: &usize| !parts(at + 1) && (joins(*at) || text.token(*at).in_food);
    let before = (near..food.start).rev();
    let is_closed = before
        .clone()
        .find(|at| !text.is(*at, Role::Filler))
        .is_some_and(|at| text.is(at, Role::And));
    let items = before
        .take_while(is_item)
        .filter(|at| text.token(*at).in_food);
    let start = items.last().unwrap_or(food.start);
    let is_list = (start..free.start).all(|at| {
        let begins = at == start || text.token(at).breaks != Break::None || joins(at - 1);
        // "Peanut butter, dairy and gluten free" may be made of peanuts.
        let continues = text.foods_at(at).is_empty() && !text.is(at, Role::Form);
        joins(at) || text.token(at).in_food && (begins || continues)
    });
    // "This product is egg and nut free", not "made with egg and nut free".
    let is_led = parts(start) || is_among(&text.token(start - 1).text, LEADS);
    // "Gluten & dairy free brownies", not "milk & nut free chocolate".
    let is_claim = kind == Kind::Prose && is_among(&text.token(start).text, "gluten|dairy");
    match (ends || is_claim) && kind != Kind::List && is_closed && is_list && is_led {
        true => start,
        false => food.start,
    }
}
