//! What modifies the name of a food: "vegan mozzarella", "gluten free bread",
//! "rice flour", "lecithins (soya)". A modifier takes allergens back that the
//! name alone would mean, from the names in its own noun phrase and from no
//! other.
//!
//! It takes back what a food *usually* contains, or what it is an imitation
//! without. An allergen's own name goes on naming it: "lactose free milk",
//! "gluten free wheat starch". So does a word that the supplier emphasised
//! without the modifier: "vegan <b>cheese</b>".

use super::annotated::{Annotated, Kind, Phrase, bits};
use super::polarity::MOST;
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

/// The roles of phrases that say something of the food itself.
const SAYS: u32 = bits(&[
    Role::Contains,
    Role::May,
    Role::Around,
    Role::Caution,
    Role::Any,
]);

/// How many words of a noun phrase are read on either side of a modifier.
const LONGEST: usize = 16;

/// How many words of a bracket are read.
const BRACKET: usize = 200;

impl Annotated {
    /// Applies the modifiers that no doubt can cancel.
    pub(super) fn apply_modifiers(&mut self, kind: Kind) {
        // The end of what is served with the food.
        let mut served = 0;
        for index in 0..self.phrases.len() {
            let phrase = self.phrases[index];
            let Phrase { start, end, .. } = phrase;
            // "Non-vegan mozzarella".
            if start > 0 && self.is_any(start - 1, bits(&[Role::Absent, Role::Not])) {
                continue;
            }
            // "Free From Fruit Rusks" is the name of a range, "free from fruit" is a claim.
            let is_range = kind == Kind::Prose
                && phrase.is(Role::Absent)
                && phrase.is(Role::No)
                && self.token(end - 1).shown.starts_with('F');
            if is_range || phrase.is(Role::Vegan) {
                // "Vegan yogurt"; an alternative is without what it is named after: "vegan egg style".
                let allergens = if is_range { ALL } else { set(&ANIMAL) };
                let near = end..self.noun_phrase(start).end;
                let words = self.named_whole(start..end, kind).unwrap_or(near);
                if let Some(style) = words.clone().find(|at| self.is(*at, Role::Style)) {
                    self.take_back(end..style, start, set(&ANIMAL), is_food);
                }
                self.take_back(words, start, allergens, is_imitated);
            }
            // "Delicious with cheese".
            let sentence = self.words_of(self.token(start).sentence);
            // "Serve with: fish" is a list, "add the sauce" speaks of what is in the pack.
            let is_other =
                |next: &Token| next.breaks != Break::None || next.hyphenated || next.text == "the";
            let is_label = self.tokens.get(end).is_some_and(is_other);
            // "Top with cheese" is an instruction, "a top with cheese" is none.
            let begins = self.token(start).breaks >= Break::Clause || phrase.is(Role::Known);
            let is_served =
                phrase.is(Role::Served) && begins && !is_label && kind == Kind::Statement;
            // One instruction of a sentence is about all that follows.
            if is_served && served <= start && !self.sentence(start).is_any(SAYS) {
                served = sentence.end;
                self.take_back(end..served, start, ALL, is_food);
            }
            // "Cheddar style", "prawn cocktail flavour"; "cheese flavour" goes on naming milk.
            let is_style = phrase.is(Role::Style);
            if is_style || phrase.is(Role::Flavour) {
                let words = self.noun_phrase(start).start..start;
                let applies = if is_style { is_imitated } else { is_usual };
                self.take_back(words, start, ALL, applies);
            }
        }
        for index in 0..self.foods.len() {
            let food = self.food_of(index);
            if let Some(other) = self.made_of(&food) {
                self.take_back(food.start..food.end, other, ALL, is_food);
            }
        }
        for index in 0..self.foods.len() {
            let food = self.food_of(index);
            if kind == Kind::List && is_usual(&food) {
                self.explain(&food);
            }
        }
    }

    /// Takes back what the denied words mean from the names that they modify.
    pub(super) fn modify_by_denial(&mut self, denied: Range<usize>, kind: Kind) {
        let mut taken = Vec::new();
        for food in self
            .foods_in(denied.clone())
            .filter(|food| is_own_name(food))
        {
            for allergen in food.named().into_iter().flat_map(Named::allergens) {
                // Gluten free oats are oats.
                let members = allergen
                    .members()
                    .filter(|member| *member != Allergen::Oats);
                taken.push(allergen);
                taken.extend(members);
            }
        }
        let near = self.noun_phrase(denied.start);
        let whole = self.named_whole(denied.start..denied.end + 1, kind);
        self.take_back(
            whole.unwrap_or(near),
            denied.start,
            set(&taken),
            is_imitated,
        );
    }

    /// All of a name in which a claim stands alone, which it is about then: "crumpets (gluten free)",
    /// "custard creams - free from", "bagels, vegan".
    fn named_whole(&self, claim: Range<usize>, kind: Kind) -> Option<Range<usize>> {
        let breaks = |at: usize| {
            let token = self.tokens.get(at);
            token.is_none_or(|token| token.breaks != Break::None)
        };
        let is_alone = kind == Kind::Prose && breaks(claim.start) && breaks(claim.end);
        let whole = is_alone.then(|| self.words_of(self.token(claim.start).sentence));
        whole.filter(|words| words.len() <= MOST)
    }

    /// The words around one that neither a break nor an "and" separates from it.
    fn noun_phrase(&self, at: usize) -> Range<usize> {
        const ENDS: u32 = bits(&[
            Role::Contains,
            Role::May,
            Role::Around,
            Role::But,
            Role::And,
        ]);
        let joins = |at: usize| self.token(at).breaks <= Break::Quote && !self.is_any(at, ENDS);
        let mut start = at;
        while start > 0 && at - start < LONGEST && joins(start) {
            start -= 1;
        }
        let mut end = at + 1;
        while end < self.tokens.len() && end - at < LONGEST && joins(end) {
            end += 1;
        }
        start..end
    }

    pub(super) fn foods_in(&self, words: Range<usize>) -> impl Iterator<Item = &Match> + Clone {
        let first = self.foods.partition_point(|food| food.start < words.start);
        let foods = self.foods.iter().skip(first);
        foods.take_while(move |food| {
            #[cfg(test)]
            crate::text::steps::step();
            food.start < words.end
        })
    }

    /// Takes allergens back from the foods in a range, unless the supplier
    /// emphasised the food alone.
    fn take_back(
        &mut self,
        words: Range<usize>,
        modifier: usize,
        allergens: Allergens,
        applies: fn(&Match) -> bool,
    ) {
        let is_plain = !self.token(modifier).emphasised;
        let first = self.foods.partition_point(|food| food.start < words.start);
        for food in self.foods.iter_mut().skip(first) {
            #[cfg(test)]
            crate::text::steps::step();
            if food.start >= words.end {
                break;
            }
            let mut own = self.tokens[food.start..food.end].iter();
            let is_emphasised = is_plain && own.all(|token| token.emphasised);
            // The milk of "cheese flavour", an entry of its own, is named.
            if food.end <= words.end && !is_emphasised && applies(food) {
                food.take_back(allergens);
            }
        }
    }

    /// The last word of the other food that a food such as flour, milk or
    /// butter is made of. "Egg noodles" are wheat, and "gluten, milk" without
    /// its comma is milk.
    fn made_of(&self, food: &Match) -> Option<usize> {
        let is_form = food.end == food.start + 1 && self.is(food.start, Role::Form);
        if !is_form || food.start == 0 || self.token(food.start).breaks != Break::None {
            return None;
        }
        let other = self.food_before(food.start)?;
        let named = other.named()?;
        let is_dairy = food
            .named()?
            .allergens()
            .any(|allergen| allergen == Allergen::Milk);
        let is_grain =
            |allergen: Allergen| allergen.group() == Allergen::Cereal && allergen != Allergen::Oats;
        let is_plant =
            |allergen: Allergen| !(ANIMAL.contains(&allergen) || is_dairy && is_grain(allergen));
        let is_one = match named.is_none() {
            true => named.imitated && (named.always || !is_dairy),
            false => named.always && named.allergens().all(is_plant),
        };
        (is_one && other.first_is_plain).then(|| food.start - 1)
    }

    /// Leaves what a food comes from to the brackets behind it: "lecithins (soya)",
    /// "flour (rice, maize)".
    fn explain(&mut self, food: &Match) {
        let depth = self.token(food.start).depth;
        let near = food.end..self.tokens.len().min(food.end + LONGEST);
        let is_break = |at: &usize| self.token(*at).breaks != Break::None;
        let start = near.clone().find(is_break).unwrap_or(near.end);
        let is_bracket = self
            .tokens
            .get(start)
            .is_some_and(|token| token.breaks == Break::Bracket);
        let inside = (start..self.tokens.len())
            .take(BRACKET)
            .take_while(|at| is_bracket && self.token(*at).depth > depth);
        let end = start + inside.count();
        // "Lecithins (free from soya)" leaves open what they come from.
        let denies = (start..end).any(|at| self.is(at, Role::Absent));
        if start == end || denies {
            return;
        }
        let is_of_kind = |of: Allergen| {
            let mut own = food.named().into_iter().flat_map(Named::allergens);
            own.any(|allergen| allergen.group() == of.group())
        };
        let named: Vec<Named> = self
            .foods_in(start..end)
            .filter_map(Match::named)
            .collect_vec();
        // "Mincemeat (sugar, apple, raisins)" lists what is in it; "flour (fortified with
        // calcium, iron, niacin)" does not.
        let is_item = |at: &usize| self.token(*at).breaks == Break::Phrase;
        let is_list =
            !self.is(food.start, Role::Form) && (start..end).filter(is_item).nth(1).is_some();
        if is_list
            || named
                .iter()
                .any(|named| named.is_none() || named.allergens().any(is_of_kind))
        {
            self.take_back(food.start..food.end, start, ALL, is_usual);
        }
    }
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
