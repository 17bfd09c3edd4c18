//! What modifies the name of a food: "vegan mozzarella", "gluten free bread", "rice flour", "lecithins
//! (soya)". A modifier takes allergens back that the name alone would mean, from the names in its own
//! noun phrase and from no other.
//!
//! It takes back what a food *usually* contains, or what it is an imitation without. An allergen's own
//! name goes on naming it: "lactose free milk", "gluten free wheat starch". So does a word that the
//! supplier emphasised without the modifier: "vegan <b>cheese</b>".

use super::clause::{MOST, Text};
use super::cue::{Cues, cues};
use super::said::Kind;
use crate::collect_vec::CollectVec as _;
use crate::lexicon::{Allergens, Match, Named, Role};
use crate::model::Allergen;
use crate::text::tokens::{Break, Token};
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

/// How many units of a bracket are read.
const BRACKET: usize = 200;

/// The foods of a text without what modifiers take back.
pub(super) struct Modified<'a> {
    text: &'a Text,
    pub(super) foods: Vec<Vec<Match>>,
}

/// Takes back what modifiers do that no doubt can cancel.
pub(super) fn modified(text: &Text) -> Vec<Vec<Match>> {
    let mut modified = Modified {
        text,
        foods: text.all_foods(),
    };
    // The end of what is served with the food.
    let mut served = 0;
    for at in 0..text.units.len() {
        modified.by_phrase(at, &mut served);
    }
    for at in 0..text.units.len() {
        if modified.is_made_of_other(at) {
            modified.take_back(at..at + 1, text.last(at - 1), ALL, is_food);
        }
    }
    for at in 0..text.units.len() {
        let may_vary = text.is(at, Role::Recipe) || modified.foods[at].iter().any(is_usual);
        if text.kind == Kind::List && may_vary {
            modified.explain(at);
            modified.explain_by_next(at);
        }
    }
    modified.foods
}

/// Takes back what denied lists do: the wheat of "gluten free bread".
pub(super) fn modified_by_denials(text: &Text, lists: &[Range<usize>]) -> Vec<Vec<Match>> {
    let mut modified = Modified {
        text,
        foods: text.all_foods(),
    };
    for list in lists {
        let mut taken = Vec::new();
        for food in text.foods(list.clone()).filter(|food| is_own_name(food)) {
            for allergen in food.named().into_iter().flat_map(Named::allergens) {
                // Gluten free oats are oats.
                let members = allergen
                    .members()
                    .filter(|member| *member != Allergen::Oats);
                taken.push(allergen);
                taken.extend(members);
            }
        }
        let whole = named_whole(text, list.start..list.end + 1);
        let near = whole.unwrap_or_else(|| noun_phrase(text, list.start));
        let first = &text.words_of(list.start)[0];
        modified.take_back(near, first, set(&taken), is_imitated);
    }
    modified.foods
}

impl Modified<'_> {
    fn by_phrase(&mut self, at: usize, served: &mut usize) {
        /// Something is said of the food itself.
        const SAYS: Cues = cues![Contains, May, Around, Caution, Any];
        let text = self.text;
        let unit = text.unit(at);
        let first = &text.words_of(at)[0];
        // "Non-vegan mozzarella".
        if at > 0 && text.is_any(at - 1, cues![Absent, Not]) {
            return;
        }
        // "Free From Fruit Rusks" is the name of a range, "free from fruit" is a claim.
        let is_range = text.kind == Kind::Prose
            && unit.is(Role::Absent)
            && unit.is(Role::No)
            && text.last(at).shown.starts_with('F');
        if is_range || unit.is(Role::Vegan) {
            // "Vegan yogurt"; an alternative is without what it is named after: "vegan egg style".
            let allergens = if is_range { ALL } else { set(&ANIMAL) };
            let near = at + 1..noun_phrase(text, at).end;
            let units = named_whole(text, at..at + 1).unwrap_or(near);
            if let Some(style) = units.clone().find(|at| text.is(*at, Role::Style)) {
                self.take_back(at + 1..style, first, set(&ANIMAL), is_food);
            }
            self.take_back(units, first, allergens, is_imitated);
        }
        // "Serve with: fish" is a list, "add the sauce" speaks of what is in the pack.
        let is_label = text.get(at + 1).is_some_and(|next| {
            let word = &text.words[next.words.start];
            next.breaks != Break::None || word.hyphenated || next.is(Role::The)
        });
        // "Top with cheese" is an instruction, "a top with cheese" is none.
        let begins = unit.breaks >= Break::Clause || unit.is(Role::Known);
        let is_served = unit.is(Role::Served)
            && begins
            && !is_label
            && text.kind == Kind::Statement
            && *served <= at;
        // One instruction of a sentence is about all that follows: "delicious with cheese".
        if is_served && !text.in_sentence(at, SAYS) {
            *served = text.sentence(at).units.end;
            self.take_back(at + 1..*served, first, ALL, is_food);
        }
        // "Cheddar style", "prawn cocktail flavour"; "cheese flavour" goes on naming milk.
        let is_style = unit.is(Role::Style);
        if is_style || unit.is(Role::Flavour) {
            let units = noun_phrase(text, at).start..at;
            let applies = if is_style { is_imitated } else { is_usual };
            self.take_back(units, first, ALL, applies);
        }
    }

    /// Takes allergens back from the foods in a range, unless the supplier emphasised the food alone.
    fn take_back(
        &mut self,
        units: Range<usize>,
        modifier: &Token,
        allergens: Allergens,
        applies: fn(&Match) -> bool,
    ) {
        let foods = self.foods.get_mut(units).into_iter().flatten();
        for food in foods.flatten() {
            #[cfg(test)]
            crate::text::steps::step();
            let mut own = self.text.words[food.start..food.end].iter();
            let is_emphasised = !modifier.emphasised && own.all(|word| word.emphasised);
            if !is_emphasised && applies(food) {
                food.take_back(allergens);
            }
        }
    }

    /// Whether a food such as flour, milk or butter is made of the other food before it. "Egg noodles"
    /// are wheat, and "gluten, milk" without its comma is milk.
    fn is_made_of_other(&self, at: usize) -> bool {
        let unit = self.text.unit(at);
        let is_form = unit.words.len() == 1 && unit.is(Role::Form) && unit.is_food();
        if !is_form || at == 0 || unit.breaks != Break::None {
            return false;
        }
        let foods = self.foods[at].iter().filter_map(Match::named);
        let is_dairy = foods
            .flat_map(Named::allergens)
            .any(|of| of == Allergen::Milk);
        let is_grain = |of: Allergen| of.group() == Allergen::Cereal && of != Allergen::Oats;
        let is_plant = |of: Allergen| !(ANIMAL.contains(&of) || is_dairy && is_grain(of));
        let Some(other) = self.foods[at - 1].first() else {
            return false;
        };
        let named = other.named();
        let is_one = named.is_some_and(|named| match named.is_none() {
            true => named.imitated && (named.always || !is_dairy),
            false => named.always && named.allergens().all(is_plant),
        });
        is_one && other.first_is_plain
    }

    /// Leaves what a food comes from to the brackets behind it: "lecithins (soya)", "flour (rice,
    /// maize)".
    fn explain(&mut self, at: usize) {
        let text = self.text;
        let depth = text.unit(at).depth;
        let near = at + 1..text.units.len().min(at + 9);
        let is_break = |at: &usize| text.breaks(*at) != Break::None;
        let start = near.clone().find(is_break).unwrap_or(near.end);
        if text
            .get(start)
            .is_none_or(|next| next.breaks != Break::Bracket)
        {
            return;
        }
        let inside = (start..text.units.len()).take(BRACKET);
        let end = start + inside.take_while(|at| text.unit(*at).depth > depth).count();
        // "Lecithins (free from soya)" leaves open what they come from.
        if start == end || (start..end).any(|at| text.is(at, Role::Absent)) {
            return;
        }
        let own = self.foods[at].iter().filter_map(Match::named);
        let own = own.flat_map(Named::allergens).collect_vec();
        let is_of_kind = |of: Allergen| own.iter().any(|own| own.group() == of.group());
        let inside = self.foods[start..end].iter().flatten();
        let mut named = inside.filter_map(Match::named);
        let has_friend = named.clone().any(Named::is_none);
        // "Mincemeat (sugar, apple, raisins)" lists what is in it; "flour (fortified with calcium,
        // iron, niacin)" does not.
        let is_item = |at: &usize| text.breaks(*at) == Break::Phrase;
        let is_list = !text.is(at, Role::Form) && (start..end).filter(is_item).nth(1).is_some();
        let first = &text.words_of(start)[0];
        if named.any(|named| named.allergens().any(is_of_kind)) || !is_list && has_friend {
            self.take_back(at..at + 1, first, ALL, is_usual);
        } else if is_list {
            let applies = if text.is(at, Role::Recipe) {
                is_food
            } else {
                is_usual
            };
            self.take_back(at..at + 1, first, ALL, applies);
        }
    }

    /// Leaves what a food comes from to the name behind it: "malted rye flour", "farina di riso".
    fn explain_by_next(&mut self, at: usize) {
        let text = self.text;
        let is_joined = |at: usize| text.get(at).is_some_and(|unit| unit.breaks == Break::None);
        if !is_joined(at + 1) {
            return;
        }
        let is_of = text.is(at, Role::Form) && text.is(at + 1, Role::Of);
        let next = if is_of && is_joined(at + 2) {
            at + 2
        } else {
            at + 1
        };
        let mut own = self.foods[at]
            .iter()
            .filter_map(Match::named)
            .flat_map(Named::allergens);
        let is_malt = own.all(|of| of == Allergen::Barley);
        let is_source = |named: Named| match is_of {
            true if named.is_none() => named.imitated,
            true => named.always && !named.allergens().any(|of| ANIMAL.contains(&of)),
            false => {
                is_malt
                    && named.always
                    && named.allergens().any(|of| of.group() == Allergen::Cereal)
            }
        };
        if text
            .foods(next..next + 1)
            .filter_map(Match::named)
            .any(is_source)
        {
            let first = &text.words_of(next)[0];
            self.take_back(at..at + 1, first, ALL, is_usual);
        }
    }
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
    let joins = |at: usize| text.breaks(at) <= Break::Quote && !text.is_any(at, ENDS);
    let mut start = at;
    while start > 0 && at - start < LONGEST && joins(start) {
        start -= 1;
    }
    let mut end = at + 1;
    while end < text.units.len() && end - at < LONGEST && joins(end) {
        end += 1;
    }
    start..end
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
