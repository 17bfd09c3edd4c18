//! What an entry of a lexicon means: a food with its allergens, or a phrase.

use super::Cues;
use crate::model::Allergen;
use std::iter;

/// The meaning of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// It names these allergens; none if it is a false friend.
    Food(Named),
    /// It changes the meaning of the words around it.
    Phrase(Cues),
}

impl Meaning {
    pub(super) fn cues(self) -> Option<Cues> {
        match self {
            Meaning::Food(_) => None,
            Meaning::Phrase(cues) => Some(cues),
        }
    }
}

/// The allergens that an entry names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// A bit for each of [`Allergen::ALL`].
    pub(super) bits: u32,
    /// Whether the food always contains them, rather than usually.
    pub(crate) always: bool,
    /// Whether there are imitations of the food without them.
    pub(crate) imitated: bool,
    /// Whether it is read in a shopper's list only.
    pub(crate) only_avoided: bool,
    /// What it means in a list of ingredients without emphasis.
    pub(crate) in_list: InList,
}

/// What a food that usually contains an allergen means in a list of ingredients, in which the law asks
/// for the allergen's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InList {
    /// It asks to check the label.
    Asks,
    /// It says nothing: lecithins without their source.
    Silent,
    /// It asks if it is the first ingredient, or 5 % or more: wine.
    IfMuch,
}

/// A set of allergens: a bit for each of [`Allergen::ALL`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allergens(pub(crate) u32);

impl Named {
    /// The allergens, in the service's order.
    pub(crate) fn allergens(self) -> impl Iterator<Item = Allergen> + Clone {
        allergens(self.bits)
    }

    /// Whether it always contains an allergen, but none of another food's.
    pub(crate) fn is_other_than(self, food: Named) -> bool {
        self.always && self.bits != 0 && self.bits & food.bits == 0
    }

    /// Whether the groups of its allergens are others than those of another food's.
    pub(super) fn is_of_other_groups(self, food: Named) -> bool {
        let mut groups = self.allergens().map(Allergen::group);
        groups.all(|group| food.allergens().all(|of| of.group() != group))
    }

    /// Whether it names no allergen: a false friend.
    pub(crate) fn is_none(self) -> bool {
        self.bits == 0
    }
}

/// The foods of the keys of a heading; `None` for roles and unknown keys.
pub(super) fn food(keys: &str) -> Option<Meaning> {
    let (only_avoided, keys) = match keys.strip_prefix("avoid ") {
        Some(keys) => (true, keys),
        None => (false, keys),
    };
    let usual = ["??", "?%", "?"].map(|mark| keys.strip_suffix(mark));
    let (always, in_list, keys) = match usual {
        [Some(keys), ..] => (false, InList::Silent, keys),
        [_, Some(keys), _] => (false, InList::IfMuch, keys),
        [.., Some(keys)] => (false, InList::Asks, keys),
        _ => (true, InList::Asks, keys),
    };
    let (imitated, keys) = match keys.strip_suffix('~') {
        Some(keys) => (true, keys),
        None => (!always, keys),
    };
    let mut bits = 0;
    if keys != "-" {
        for key in keys.split(' ') {
            bits |= 1
                << Allergen::ALL
                    .iter()
                    .position(|allergen| allergen.wire_name() == key)?;
        }
    }
    Some(Meaning::Food(Named {
        bits,
        always,
        imitated,
        only_avoided,
        in_list,
    }))
}

/// The allergens of a set of bits, in the service's order. Without adapters, whose code is compiled anew
/// wherever they are used.
fn allergens(mut bits: u32) -> impl Iterator<Item = Allergen> + Clone {
    iter::from_fn(move || {
        let at = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        Allergen::ALL.get(at as usize).copied()
    })
}

/// A match of an entry in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    /// The index of its first word.
    pub(crate) start: usize,
    /// The index after its last word.
    pub(crate) end: usize,
    /// The length of the entry, to prefer the more specific of two.
    pub(crate) letters: usize,
    /// Whether its first word is in the form of the entry, such as the singular.
    pub(crate) first_is_plain: bool,
    /// Whether more letters stand before it in its word: the "roh" of "Rohmilch".
    pub(crate) has_prefix: bool,
    /// Whether it is an English word, and whether an entry has all of its letters, not only a stem.
    pub(crate) is_english: bool,
    pub(super) is_whole: bool,
    pub(super) meaning: Meaning,
}

impl Match {
    /// The allergens that it names, if it names a food.
    pub(crate) fn named(&self) -> Option<Named> {
        match self.meaning {
            Meaning::Food(named) => Some(named),
            Meaning::Phrase(_) => None,
        }
    }

    /// The allergens that it names.
    pub(crate) fn allergens(&self) -> impl Iterator<Item = Allergen> + Clone + use<> {
        allergens(self.named().map_or(0, |named| named.bits))
    }

    /// Whether it is a false friend.
    pub(crate) fn names_none(&self) -> bool {
        self.named().is_some_and(Named::is_none)
    }

    /// Takes allergens back that its name alone would mean.
    pub(crate) fn take_back(&mut self, allergens: Allergens) {
        if let Meaning::Food(named) = &mut self.meaning {
            named.bits &= !allergens.0;
        }
    }

    /// What it says of the words around it, if it is a phrase.
    pub(crate) fn cues(&self) -> Option<Cues> {
        self.meaning.cues()
    }
}
