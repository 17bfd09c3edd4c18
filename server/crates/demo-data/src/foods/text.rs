//! The ingredients of a food in the service's three forms, and the allergens that are
//! emphasised in them: in capitals, also where they are bold, so that the statement on the
//! pack is true of both forms.

use product_pool::label::{Lexicon, named_allergens};
use product_pool::model::Allergen;

/// The statement on packs whose ingredients have emphasis.
pub(crate) const STATEMENT: &str = "For allergens, see ingredients in CAPITALS.";

/// A list of ingredients in which asterisks enclose the allergens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe<'a>(pub(crate) &'a str);

impl<'a> Recipe<'a> {
    /// The pieces of the list, and whether each is emphasised.
    fn pieces(self) -> impl Iterator<Item = (&'a str, bool)> {
        self.0
            .split('*')
            .enumerate()
            .map(|(index, piece)| (piece, index % 2 == 1))
    }

    /// The emphasised pieces.
    pub(crate) fn emphasised(self) -> impl Iterator<Item = &'a str> {
        self.pieces()
            .filter(|(_, emphasised)| *emphasised)
            .map(|(piece, _)| piece)
    }

    /// The pieces with the emphasised ones in capitals.
    fn capital_pieces(self) -> impl Iterator<Item = (String, bool)> {
        self.pieces().map(|(piece, emphasised)| {
            if emphasised {
                (piece.to_uppercase(), true)
            } else {
                (piece.to_owned(), false)
            }
        })
    }

    /// The list with emphasis in capitals; lines end in CR LF, as in data of this kind.
    pub(crate) fn capitals(self) -> String {
        let pieces = self.capital_pieces().map(|(piece, _)| piece);
        pieces.collect::<String>().replace('\n', "\r\n")
    }

    /// The list without emphasis.
    pub(crate) fn plain(self) -> String {
        self.0.replace('*', "").replace('\n', "\r\n")
    }

    /// The list as HTML, with the allergens in capitals in elements of that name.
    pub(crate) fn html(self, element: &str) -> String {
        self.capital_pieces()
            .map(|(piece, emphasised)| {
                let piece = piece
                    .replace('&', "&amp;")
                    .replace('<', "&lt;")
                    .replace('\n', "<br>");
                if emphasised {
                    format!("<{element}>{piece}</{element}>")
                } else {
                    piece
                }
            })
            .collect()
    }

    /// The emphasised allergens, each with the words that name it. With a member, its group is
    /// included.
    pub(crate) fn allergens(self) -> Vec<(Allergen, &'a str)> {
        let mut found: Vec<(Allergen, &str)> = Vec::new();
        for piece in self.emphasised() {
            for allergen in named(piece) {
                for allergen in [allergen, allergen.group()] {
                    if !found.iter().any(|(other, _)| *other == allergen) {
                        found.push((allergen, piece));
                    }
                }
            }
        }
        found
    }
}

/// The allergens that a text names, according to the lexicon.
pub(crate) fn named(text: &str) -> impl Iterator<Item = Allergen> {
    named_allergens(text, &Lexicon::english()).into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: Recipe<'_> = Recipe("*Wheat* Flour, Salt & Pepper,\nSkimmed *Milk* Powder");

    #[test]
    fn the_three_forms() {
        assert_eq!(
            RECIPE.capitals(),
            "WHEAT Flour, Salt & Pepper,\r\nSkimmed MILK Powder"
        );
        assert_eq!(
            RECIPE.plain(),
            "Wheat Flour, Salt & Pepper,\r\nSkimmed Milk Powder"
        );
        assert_eq!(
            RECIPE.html("b"),
            "<b>WHEAT</b> Flour, Salt &amp; Pepper,<br>Skimmed <b>MILK</b> Powder"
        );
    }

    #[test]
    fn members_bring_their_group() {
        let found: Vec<_> = RECIPE
            .allergens()
            .into_iter()
            .map(|(allergen, _)| allergen)
            .collect();
        assert_eq!(found, [Allergen::Wheat, Allergen::Cereal, Allergen::Milk]);
        assert_eq!(Recipe("Milk thistle, wheat").allergens(), []);
    }

    #[test]
    fn words_are_matched_whole() {
        assert_eq!(named("butternut squash, coconut").count(), 0);
        assert_eq!(named("Brazil Nuts").collect::<Vec<_>>(), [Allergen::Brazil]);
    }
}
