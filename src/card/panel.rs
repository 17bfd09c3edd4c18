//! The panels of a card: their names, order, and which of them are folded.

use crate::model::table::named;

named! {
    /// A panel of a card, which a page can select. The variants are in display
    /// order.
    Panel key: "The name in attributes and markup, and in message keys." {
        /// Names, maker, brand and numbers.
        Summary "summary",
        /// The allergens.
        Allergens "allergens",
        /// The list of ingredients.
        Ingredients "ingredients",
        /// Traffic lights.
        Lights "lights",
        /// The nutrition declaration.
        Nutrition "nutrition",
        /// The images. They come after the record, so that loading them shifts nothing
        /// that is being read.
        Gallery "gallery",
        /// Diets and free-from claims.
        Diets "diets",
        /// Storage and use.
        Handling "handling",
        /// Artificial additives and the like.
        Additives "additives",
        /// Where it comes from.
        Origin "origin",
        /// Certificates and memberships.
        Accreditations "accreditations",
        /// What it is packed in.
        Packaging "packaging",
        /// Case, inner pack and pallet.
        Logistics "logistics",
        /// Everything else that is known of the food.
        Details "details",
        /// Who supplied the information, and when.
        Supplier "supplier",
    }
}

/// How much space a card takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Density {
    /// The panels that most readers want are open.
    #[default]
    Comfortable,
    /// Everything but the allergens is folded.
    Compact,
}

impl Panel {
    /// The panels in a list of names, in its order, each once. Unknown names
    /// are ignored; without a list, all panels.
    ///
    /// ```
    /// use product_pool::card::Panel;
    /// assert_eq!(
    ///     Panel::chosen(Some("nutrition, allergens nutrition colour")),
    ///     [Panel::Nutrition, Panel::Allergens]
    /// );
    /// assert_eq!(Panel::chosen(None), Panel::ALL);
    /// ```
    pub fn chosen(names: Option<&str>) -> Vec<Panel> {
        let Some(names) = names else {
            return Panel::ALL.to_vec();
        };
        let mut panels = Vec::new();
        for name in names.split(|c: char| c == ',' || c.is_whitespace()) {
            if let Some(panel) = Panel::ALL
                .iter()
                .find(|panel| panel.key().eq_ignore_ascii_case(name))
                && !panels.contains(panel)
            {
                panels.push(*panel);
            }
        }
        panels
    }

    /// Whether it can be folded: not the panels that must not be overlooked.
    pub fn folds(self) -> bool {
        !matches!(self, Panel::Summary | Panel::Gallery | Panel::Allergens)
    }

    /// Whether it is open at first.
    pub fn is_open(self, density: Density) -> bool {
        !self.folds()
            || density == Density::Comfortable
                && matches!(
                    self,
                    Panel::Ingredients
                        | Panel::Nutrition
                        | Panel::Lights
                        | Panel::Diets
                        | Panel::Handling
                )
    }
}
