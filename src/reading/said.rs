//! What is read of a text.

use crate::model::Allergen;

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A list of ingredients.
    List,
    /// A statement about allergens.
    Statement,
    /// A name, or prose about the food.
    Prose,
}

/// What a text says about an allergen that it names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Polarity {
    /// It is named, without saying whether it is in the food.
    #[default]
    Named,
    /// It is in the food.
    Contains,
    /// It may be in the food.
    MayContain,
}

/// What was found in a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    pub(crate) mentions: Vec<Mention>,
    /// The words that the supplier emphasised, except those that belong to no
    /// food.
    pub(crate) emphasised: Vec<Emphasis>,
    /// Whether the text denies an allergen.
    pub(crate) denies: bool,
    /// Whether every word of the text was understood.
    pub(crate) is_read: bool,
    /// Whether the text warns of an allergen without naming it.
    pub(crate) warns: bool,
    /// Whether it mentions a place, or a step of production.
    pub(crate) has_place: bool,
    /// How many items it has, if it is a list.
    pub(crate) items: usize,
}

/// A mention of an allergen in a text.
#[derive(Clone, Debug)]
pub(crate) struct Mention {
    pub(crate) allergen: Allergen,
    /// The words of the text, verbatim.
    pub(crate) text: String,
    /// Whether the supplier emphasised them.
    pub(crate) emphasised: bool,
    /// Whether such a food always contains the allergen.
    pub(crate) always: bool,
    /// Whether there are imitations of the food without it.
    pub(crate) imitated: bool,
    /// Whether it is a group of which all members are meant: "almonds and other nuts".
    pub(crate) has_others: bool,
    pub(crate) polarity: Polarity,
}

impl Mention {
    /// Whether it says the same as another in other words.
    pub(super) fn says_the_same(&self, other: &Mention) -> bool {
        other.allergen == self.allergen
            && other.emphasised == self.emphasised
            && other.always == self.always
            && other.has_others == self.has_others
            && other.polarity == self.polarity
    }

    /// A mention of an allergen itself, without emphasis.
    pub(crate) fn of(allergen: Allergen, text: String, polarity: Polarity) -> Mention {
        Mention {
            allergen,
            text,
            emphasised: false,
            always: true,
            imitated: false,
            has_others: false,
            polarity,
        }
    }
}

/// A run of emphasised words.
#[derive(Clone, Debug)]
pub(crate) struct Emphasis {
    pub(crate) text: String,
    /// The allergens that they name.
    pub(crate) allergens: Vec<Allergen>,
    /// Whether the lexicon knows all of them.
    pub(crate) is_known: bool,
}
