//! The panels of a card: their names, order, and which of them are folded.

/// A part of a card that a page can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Panel {
    /// Names, maker, brand and numbers.
    Summary,
    /// The images.
    Gallery,
    /// The allergens.
    Allergens,
    /// The list of ingredients.
    Ingredients,
    /// The nutrition declaration.
    Nutrition,
    /// Traffic lights.
    Lights,
    /// Diets and free-from claims.
    Diets,
    /// Artificial additives and the like.
    Additives,
    /// Storage and use.
    Handling,
    /// Where it comes from.
    Origin,
    /// Certificates and memberships.
    Accreditations,
    /// What it is packed in.
    Packaging,
    /// Case, inner pack and pallet.
    Logistics,
    /// Who supplied the information, and when.
    Supplier,
    /// Everything else that is known of the food.
    Details,
}

/// How much room a card takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Density {
    /// What most readers want stands open.
    #[default]
    Comfortable,
    /// Everything but the allergens is folded.
    Compact,
}

impl Panel {
    /// All of them, in the order they are shown.
    pub const ALL: &[Panel] = &[
        Panel::Summary,
        Panel::Allergens,
        Panel::Ingredients,
        Panel::Lights,
        Panel::Nutrition,
        // It comes after the record: below what is read first, it moves nothing.
        Panel::Gallery,
        Panel::Diets,
        Panel::Handling,
        Panel::Additives,
        Panel::Origin,
        Panel::Accreditations,
        Panel::Packaging,
        Panel::Logistics,
        Panel::Details,
        Panel::Supplier,
    ];

    /// The name in attributes and markup; also the message key.
    pub fn name(self) -> &'static str {
        match self {
            Panel::Summary => "summary",
            Panel::Gallery => "gallery",
            Panel::Allergens => "allergens",
            Panel::Ingredients => "ingredients",
            Panel::Nutrition => "nutrition",
            Panel::Lights => "lights",
            Panel::Diets => "diets",
            Panel::Additives => "additives",
            Panel::Handling => "handling",
            Panel::Origin => "origin",
            Panel::Accreditations => "accreditations",
            Panel::Packaging => "packaging",
            Panel::Logistics => "logistics",
            Panel::Supplier => "supplier",
            Panel::Details => "details",
        }
    }

    /// The panels that a list of names asks for, in its order, each once.
    /// Names that are not known are passed over; without a list, all.
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
                .find(|panel| panel.name().eq_ignore_ascii_case(name))
                && !panels.contains(panel)
            {
                panels.push(*panel);
            }
        }
        panels
    }

    /// Whether it can be folded away: not what must not be overlooked.
    pub fn folds(self) -> bool {
        !matches!(self, Panel::Summary | Panel::Gallery | Panel::Allergens)
    }

    /// Whether it stands open at first.
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
