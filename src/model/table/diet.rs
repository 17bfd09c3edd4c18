//! The diets a food may suit, and the allergens that none of its eaters accept.

use super::view::{Reference, View};
use super::{Allergen, named, records};

named! {
    /// A diet that the service asks suppliers about.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    Diet wire_name: "The wire name; also the message key." {
        /// Nothing of animal origin.
        Vegan "vegan_suitable",
        /// Nothing of a dead animal.
        Vegetarian "vegetarian_suitable",
        /// Lawful by Islamic rules. The schools differ on seafood, so no allergen
        /// contradicts it.
        Halal "halal_suitable",
        /// Lawful by Jewish rules, which allow neither crustaceans nor molluscs.
        Kosher "kosher_suitable",
    }
}

impl Diet {
    /// The allergens that contradict suitability where they are an
    /// ingredient. Traces do not: they say nothing of what a food is
    /// made of.
    ///
    /// ```
    /// use product_pool::model::Allergen;
    /// use product_pool::model::table::Diet;
    ///
    /// assert!(Diet::Vegetarian.excludes().contains(&Allergen::Fish));
    /// assert!(!Diet::Vegetarian.excludes().contains(&Allergen::Milk));
    /// ```
    pub fn excludes(self) -> &'static [Allergen] {
        use Allergen::{Crustacea, Eggs, Fish, Milk, Molluscs};
        match self {
            Diet::Vegan => &[Milk, Eggs, Fish, Crustacea, Molluscs],
            Diet::Vegetarian => &[Fish, Crustacea, Molluscs],
            Diet::Halal => &[],
            Diet::Kosher => &[Crustacea, Molluscs],
        }
    }
}

records! {
    /// For whom it is suitable.
    DIETS Diets "diets" is read {
        vegan_suitable: Reference, "Whether vegans may eat it.";
        vegetarian_suitable: Reference, "Whether vegetarians may eat it.";
        halal_suitable: Reference, "Whether it is halal.";
        kosher_suitable: Reference, "Whether it is kosher.";
    }
}

impl<'a> Diets<'a> {
    /// What is said of a diet.
    pub fn suitability(self, diet: Diet) -> Reference<'a> {
        Reference::view(self.read(diet.wire_name()))
    }
}
