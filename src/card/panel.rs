//! The panels of a card: their names, order, and which of them are folded.

use crate::model::table::named;

named! {
    /// A panel of a card, which a page can select. The variants are in display
    /// order.
    ///
    /// ```
    /// use product_pool::card::Panel;
    ///
    /// assert_eq!("nutrition".parse(), Ok(Panel::Nutrition));
    /// assert_eq!(Panel::ALL[..2], [Panel::Summary, Panel::Allergens]);
    /// ```
    #[non_exhaustive]
    Panel key: "The name in attributes and markup, and in message keys." {
        /// Picture, name, brand, pack size and codes.
        Summary "summary",
        /// The allergens.
        Allergens "allergens",
        /// Front-of-pack strip: energy and traffic lights.
        Lights "lights",
        /// The list of ingredients.
        Ingredients "ingredients",
        /// The nutrition declaration.
        Nutrition "nutrition",
        /// Diets and free-from claims.
        Diets "diets",
        /// Storage and use.
        Handling "handling",
        /// Artificial additives and the like.
        Additives "additives",
        /// Its origin.
        Origin "origin",
        /// Certificates and memberships.
        Accreditations "accreditations",
        /// Its packaging.
        Packaging "packaging",
        /// Case, inner pack and pallet.
        Logistics "logistics",
        /// Everything else that is known of the food.
        Details "details",
        /// Who supplied the information, and when.
        Supplier "supplier",
        /// The images as a panel of their own. A card has them in its header unless
        /// a page selects this panel.
        Gallery "gallery",
    }
}

named! {
    /// The amount of a product that a card shows.
    ///
    /// ```
    /// use product_pool::card::Variant;
    ///
    /// assert_eq!(Variant::default(), Variant::Full);
    /// assert_eq!("badges".parse(), Ok(Variant::Badges));
    /// ```
    #[derive(Default)]
    #[non_exhaustive]
    Variant key: "The name in attributes and markup." {
        /// Everything.
        #[default]
        Full "full",
        /// The facts that a shopper must know at a glance: for a list of search results.
        Summary "summary",
        /// The allergens that warn, in a line: for a list of many products.
        Badges "badges",
    }
}

impl Variant {
    /// The panels that it shows unless a page selects others.
    ///
    /// ```
    /// use product_pool::card::{Panel, Variant};
    ///
    /// assert_eq!(Variant::Badges.panels(), [Panel::Allergens]);
    /// // The gallery is part of the header.
    /// assert!(!Variant::Full.panels().contains(&Panel::Gallery));
    /// ```
    pub fn panels(self) -> &'static [Panel] {
        let all = Panel::ALL;
        match self {
            Variant::Full => all.split_last().map_or(all, |(_, panels)| panels),
            Variant::Summary => &[Panel::Summary, Panel::Allergens, Panel::Lights],
            Variant::Badges => &[Panel::Allergens],
        }
    }

    /// Whether it shows the product's feature image, with the panels that a page
    /// selects. If not, the image need not be fetched.
    ///
    /// ```
    /// use product_pool::card::{Panel, Variant};
    /// assert!(Variant::Full.shows_image(None) && Variant::Summary.shows_image(None));
    /// assert!(!Variant::Badges.shows_image(None));
    /// assert!(!Variant::Full.shows_image(Some(&[Panel::Allergens])));
    /// ```
    pub fn shows_image(self, panels: Option<&[Panel]>) -> bool {
        let panels = panels.unwrap_or(self.panels());
        panels.contains(&Panel::Summary) || panels.contains(&Panel::Gallery)
    }

    /// Whether it shows all images, with the panels that a page selects: in the header
    /// of a full card, or as a panel of their own.
    ///
    /// ```
    /// use product_pool::card::{Panel, Variant};
    /// assert!(Variant::Full.shows_all_images(None));
    /// assert!(!Variant::Summary.shows_all_images(None));
    /// assert!(Variant::Badges.shows_all_images(Some(&[Panel::Gallery])));
    /// ```
    pub fn shows_all_images(self, panels: Option<&[Panel]>) -> bool {
        let panels = panels.unwrap_or(self.panels());
        panels.contains(&Panel::Gallery)
            || self == Variant::Full && panels.contains(&Panel::Summary)
    }
}

named! {
    /// The space that a card takes.
    ///
    /// ```
    /// use product_pool::card::{Density, Panel};
    ///
    /// assert!(Panel::Allergens.is_open(Density::Compact));
    /// assert!(!Panel::Nutrition.is_open(Density::Compact));
    /// ```
    #[derive(Default)]
    #[non_exhaustive]
    Density key: "The name in attributes and markup." {
        /// The panels that most readers want are open.
        #[default]
        Comfortable "comfortable",
        /// Everything but the allergens and the ingredients is folded.
        Compact "compact",
    }
}

named! {
    /// The colours of a card.
    #[derive(Default)]
    #[non_exhaustive]
    Theme key: "The name in attributes and markup." {
        /// By the page's `color-scheme`.
        #[default]
        Auto "auto",
        /// Light.
        Light "light",
        /// Dark.
        Dark "dark",
    }
}

impl Panel {
    /// The panels in a list of names, in its order, each once. Unknown names
    /// are ignored.
    ///
    /// ```
    /// use product_pool::card::Panel;
    /// assert_eq!(
    ///     Panel::parse_list("nutrition, allergens nutrition colour"),
    ///     [Panel::Nutrition, Panel::Allergens]
    /// );
    /// ```
    pub fn parse_list(names: &str) -> Vec<Panel> {
        let mut panels = Vec::new();
        for name in names.split(|c: char| c == ',' || c.is_whitespace()) {
            if let Ok(panel) = name.parse()
                && !panels.contains(&panel)
            {
                panels.push(panel);
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
        match self {
            Panel::Ingredients => true,
            Panel::Nutrition | Panel::Lights | Panel::Diets | Panel::Handling => {
                density == Density::Comfortable
            }
            _ => !self.folds(),
        }
    }
}
