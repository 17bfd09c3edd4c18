//! What modifies the name of a food: "vegan mozzarella", "gluten free bread", "rice flour", "lecithins
//! (soya)". A modifier takes allergens back that the name alone would mean, from the names in its own
//! noun phrase and from no other.
//!
//! It takes back what a food *usually* contains, or what it is an imitation without. An allergen's own
//! name goes on naming it: "lactose free milk", "gluten free wheat starch". So does a word that the
//! supplier emphasised without the modifier: "vegan <b>cheese</b>".

use super::clause::{MOST, Sentence, Text};
use super::said::Kind;
use super::unit::Unit;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Allergens, Cues, Match, Named, Role, cues};
use crate::model::Allergen;
use crate::text::tokens::Break;
use std::ops::Range;

/// The allergens of animals, which no vegan food is made of.
const ANIMAL: [Allergen; 5] = [
    Allergen::Milk,
    Allergen::Eggs,
    Allergen::Fish,
    Allergen::Crustacea,
    Allergen::Molluscs,
];

const ALL: Allergens = Allergens(u32::MAX);

/// How many units of a noun phrase are read on either side of a modifier.
const LONGEST: usize = 16;

/// What a modifier takes back.
pub(super) struct TakenBack {
    /// The modifier. A food that is emphasised without it is what it says.
    pub(super) by: usize,
    pub(super) units: Range<usize>,
    pub(super) allergens: Allergens,
    /// The foods from which it does.
    pub(super) from: fn(&Match) -> bool,
}

impl TakenBack {
    fn new(by: usize, units: Range<usize>, allergens: Allergens, from: fn(&Match) -> bool) -> Self {
        TakenBack {
            by,
            units,
            allergens,
            from,
        }
    }
}

/// What modifiers take back that no doubt can cancel.
pub(super) fn taken_back(text: &Text) -> Vec<TakenBack> {
    const RULES: [fn(&Text, usize) -> Option<TakenBack>; 5] = [vegan, style, form, bracket, source];
    let units = 0..text.units.len();
    let by_units = units.flat_map(|at| RULES.iter().filter_map(move |rule| rule(text, at)));
    let by_sentences = text.sentences.iter();
    let by_sentences = by_sentences.filter_map(|sentence| served(text, sentence));
    by_units.chain(by_sentences).collect_vec()
}

/// What denied lists take back: the wheat of "gluten free bread".
pub(super) fn taken_back_by_denials(text: &Text, lists: &[Range<usize>]) -> Vec<TakenBack> {
    let taken = lists.iter().map(|list| {
        let foods = text.foods(list.clone()).filter(|food| is_own_name(food));
        let named = foods.flat_map(Match::allergens);
        let members = |of: Allergen| of.members().chain(std::iter::once(of));
        // Gluten free oats are oats.
        let counts = |of: &Allergen| *of != Allergen::Oats;
        let allergens = set(&named.flat_map(members).filter(counts).collect_vec());
        let whole = named_whole(text, list.start..list.end + 1);
        let units = whole.unwrap_or_else(|| noun_phrase(text, list.start));
        TakenBack::new(list.start, units, allergens, is_imitated)
    });
    taken.collect_vec()
}

/// "Vegan yogurt", and "Free From Fruit Rusks", the name of a range. A vegan alternative is without what it
/// is named after: "vegan egg style".
fn vegan(text: &Text, at: usize) -> Option<TakenBack> {
    let unit = text.unit(at);
    // "Free from fruit" is a claim.
    let is_range = text.kind == Kind::Prose
        && unit.is(Role::Absent)
        && unit.is(Role::No)
        && text.last(at).shown.starts_with('F');
    if !(is_range || unit.is(Role::Vegan)) || is_denied(text, at) {
        return None;
    }
    let allergens = if is_range { ALL } else { set(&ANIMAL) };
    let whole = named_whole(text, at..at + 1);
    let units = whole.unwrap_or_else(|| at + 1..noun_phrase(text, at).end);
    let style = units.clone().find(|at| text.is(*at, Role::Style));
    Some(match style.filter(|style| *style > at) {
        Some(style) => TakenBack::new(at, at + 1..style, set(&ANIMAL), is_food),
        None => TakenBack::new(at, units, allergens, is_imitated),
    })
}

/// "Cheddar style", "prawn cocktail flavour"; "cheese flavour" goes on naming milk.
fn style(text: &Text, at: usize) -> Option<TakenBack> {
    let from = match text.unit(at) {
        unit if unit.is(Role::Style) => is_imitated,
        unit if unit.is(Role::Flavour) => is_usual,
        _ => return None,
    };
    // "Mayonnaise instead of Greek style yogurt".
    let before = noun_phrase(text, at).start..at;
    let own = before.rev().take_while(|at| !text.is(*at, Role::Absent));
    let units = own.last().unwrap_or(at)..at;
    (!is_denied(text, at)).then(|| TakenBack::new(at, units, ALL, from))
}

/// "Non-vegan mozzarella".
fn is_denied(text: &Text, at: usize) -> bool {
    at > 0 && text.is_any(at - 1, cues![Absent, Not])
}

/// What an instruction names is not in the food: "delicious with cheese".
fn served(text: &Text, sentence: &Sentence) -> Option<TakenBack> {
    /// Something is said of the food itself.
    const SAYS: Cues = cues![Contains, May, Around, Caution, Any, Enclosed];
    // "Top with cheese" is an instruction, "a top with cheese" is none.
    let begins = |at: usize| text.breaks(at) >= Break::Clause || text.is(at, Role::Known);
    // "Serve with: fish" is a list, "add the sauce" speaks of what is in the pack.
    let is_label = |at: usize| {
        let is_hyphenated = |unit: &Unit| text.words[unit.words.start].hyphenated;
        text.ends_at(at + 1)
            || text.is(at + 1, Role::The)
            || text.get(at + 1).is_some_and(is_hyphenated)
    };
    let mut units = sentence.units.clone();
    let is_served = |at: &usize| text.is(*at, Role::Served) && begins(*at) && !is_label(*at);
    let by = units.find(is_served)?;
    let is_instruction = text.kind == Kind::Statement && !sentence.cues.any(SAYS);
    is_instruction.then(|| TakenBack::new(by, by + 1..units.end, ALL, is_food))
}

/// A flour, milk or butter is made of the other food before it. "Egg noodles" are wheat, and "gluten,
/// milk" without its comma is milk.
fn form(text: &Text, at: usize) -> Option<TakenBack> {
    const NEAR: usize = 3;
    let unit = text.unit(at);
    let is_form = unit.words.len() == 1 && unit.is(Role::Form) && unit.breaks == Break::None;
    // "Rice flour pasta" is made of rice.
    let is_other = |at: &usize| !text.is(*at, Role::Form) || text.breaks(*at) != Break::None;
    let by = (0..at).rev().take(NEAR).find(is_other)?;
    let other = text.foods(by..by + 1).next()?;
    let named = other.named()?;
    let is_dairy = unit.allergens().any(|of| of == Allergen::Milk);
    let makes = |of: Allergen| match of.group() {
        Allergen::Cereal => !is_dairy || of == Allergen::Oats,
        // "Mustard malt vinegar" lacks its comma.
        _ if is_malt(unit) => false,
        // "Hazelnut yogurt" has hazelnuts in it.
        Allergen::TreeNuts | Allergen::Peanuts => !unit.is(Role::Fermented),
        Allergen::CeleryCeleriac | Allergen::Mustard => !is_dairy,
        // Nothing is made of it: "E 220 milk" lacks its comma.
        Allergen::SulphurDioxide => false,
        group => !ANIMAL.contains(&group),
    };
    let is_one = match named.is_none() {
        true => named.imitated && (named.always || !is_dairy),
        false => named.always && named.allergens().all(makes),
    };
    (is_form && is_one && other.first_is_plain)
        .then(|| TakenBack::new(by, at..at + 1, ALL, is_food))
}

/// Whether what is in an ingredient depends on its recipe.
fn may_vary(text: &Text, at: usize) -> bool {
    let is_usual = || text.foods(at..at + 1).any(is_usual);
    text.kind == Kind::List && (text.is(at, Role::Recipe) || is_usual())
}

/// Brackets say what a food comes from: "lecithins (soya)", "flour (rice, maize)".
fn bracket(text: &Text, at: usize) -> Option<TakenBack> {
    /// How many units before a bracket are read.
    const NEAR: usize = 9;
    if !may_vary(text, at) {
        return None;
    }
    let depth = text.unit(at).depth;
    let mut near = (at + 1..text.units.len()).take(NEAR);
    let start = near.find(|at| text.breaks(*at) != Break::None)?;
    let inside = (start..text.units.len()).take(MOST);
    let inside = inside.take_while(|at| text.unit(*at).depth > depth);
    let inside = start..start + inside.count();
    // "Lecithins (free from soya)" leaves open what they come from.
    let is_denied = inside.clone().any(|at| text.is(at, Role::Absent));
    if text.breaks(start) != Break::Bracket || inside.is_empty() || is_denied {
        return None;
    }
    // "Mincemeat (sugar, apple, raisins)" lists what is in it; "flour (fortified with calcium,
    // iron, niacin)" does not.
    let items = inside
        .clone()
        .filter(|at| text.breaks(*at) == Break::Phrase);
    let is_list = !text.is(at, Role::Form) && items.take(2).count() == 2;
    let kinds = text.unit(at).allergens().map(Allergen::group).collect_vec();
    let mut foods = text.foods(inside.clone());
    // The sauce of "stout (hollandaise sauce)" says nothing of what stout is made of.
    let may_be = |food: &Match| food.names_none() || is_usual(food);
    let is_source = |at: usize| text.foods(noun_phrase(text, at)).all(may_be);
    let mut friends = inside.filter(|at| text.foods(*at..at + 1).any(Match::names_none));
    let has_friend = friends.any(is_source);
    let is_of_kind = |food: &Match| food.allergens().any(|of| kinds.contains(&of.group()));
    let names_source = foods.any(is_of_kind) || !is_list && has_friend;
    let is_recipe = is_list && text.is(at, Role::Recipe);
    let from = if is_recipe { is_food } else { is_usual };
    (names_source || is_list).then(|| TakenBack::new(start, at..at + 1, ALL, from))
}

/// The name behind a food says what it comes from: "malted rye flour", "farina di riso".
fn source(text: &Text, at: usize) -> Option<TakenBack> {
    let is_of = text.is(at, Role::Form) && text.is(at + 1, Role::Of);
    let next = at + 1 + usize::from(is_of);
    let is_joined = |at: usize| text.breaks(at) == Break::None;
    if !may_vary(text, at) || !(at + 1..next + 1).all(is_joined) {
        return None;
    }
    let is_source = |named: Named| match is_of {
        true if named.is_none() => named.imitated,
        true => named.always && !named.allergens().any(|of| ANIMAL.contains(&of)),
        false => {
            let mut groups = named.allergens().map(Allergen::group);
            named.always && groups.any(|group| group == Allergen::Cereal) && is_malt(text.unit(at))
        }
    };
    let mut named = text.foods(next..next + 1).filter_map(Match::named);
    let is_known = named.any(is_source);
    is_known.then(|| TakenBack::new(next, at..at + 1, ALL, is_usual))
}

/// Whether a name is that of malt, which is barley's if nothing else is said.
fn is_malt(unit: &Unit) -> bool {
    unit.allergens().all(|of| of == Allergen::Barley)
}

/// All of a name in which a claim stands alone, which it is about then: "crumpets (gluten free)",
/// "custard creams - free from", "bagels, vegan".
fn named_whole(text: &Text, claim: Range<usize>) -> Option<Range<usize>> {
    let is_alone = text.kind == Kind::Prose && text.ends_at(claim.start) && text.ends_at(claim.end);
    let whole = is_alone.then(|| text.sentence(claim.start).units.clone());
    whole.filter(|units| units.len() <= MOST)
}

/// The units around one that neither a break nor an "and" separates from it.
fn noun_phrase(text: &Text, at: usize) -> Range<usize> {
    const ENDS: Cues = cues![Contains, May, Around, But, And];
    let joins = |at: &usize| text.breaks(*at) <= Break::Quote && !text.is_any(*at, ENDS);
    let before = (1..=at).rev().take(LONGEST).take_while(joins).count();
    let behind = (at + 1..text.units.len()).take(LONGEST).take_while(joins);
    at - before..at + 1 + behind.count()
}

fn is_food(_: &Match) -> bool {
    true
}

/// Whether a food only usually contains what it names, or is imitated without.
fn is_imitated(food: &Match) -> bool {
    food.named().is_some_and(|named| named.imitated)
}

/// Whether a food only usually contains what it names.
fn is_usual(food: &Match) -> bool {
    food.named().is_some_and(|named| !named.always)
}

/// Whether a name is that of an allergen, not of a food made with it.
fn is_own_name(food: &Match) -> bool {
    food.named()
        .is_some_and(|named| named.always && !named.imitated)
}

fn set(allergens: &[Allergen]) -> Allergens {
    let all = Allergen::ALL.iter().enumerate();
    let bits = all.filter(|(_, allergen)| allergens.contains(allergen));
    Allergens(bits.fold(0, |all, (at, _)| all | 1 << at))
}
