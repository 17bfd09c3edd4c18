//! Classifications of foods. The ids belong to the fictitious service and only need to be
//! consistent.

use serde::Deserialize;

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $name:ident { $($member:ident $id:literal $text:literal,)+ })*) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        pub(crate) enum $name {
            $($member,)+
        }

        impl $name {
            /// All variants.
            #[cfg(test)]
            #[allow(dead_code, reason = "not every kind has a test")]
            pub(crate) const ALL: &[$name] = &[$($name::$member),+];

            /// The service's id.
            #[allow(dead_code, reason = "not every kind goes out with an id")]
            pub(crate) fn id(self) -> u32 {
                match self { $($name::$member => $id,)+ }
            }

            /// The name.
            #[allow(dead_code, reason = "not every kind goes out by name")]
            pub(crate) fn text(self) -> &'static str {
                match self { $($name::$member => $text,)+ }
            }
        }
    )*};
}

kinds! {
    /// The category of a food.
    Category {
        Bakery 11 "Bakery",
        Breakfast 12 "Breakfast Cereals",
        Dairy 13 "Dairy and Eggs",
        Meat 14 "Meat and Poultry",
        Fish 15 "Fish and Seafood",
        Vegetable 16 "Vegetables and Potatoes",
        Fruit 17 "Fruit",
        Pantry 18 "Store Cupboard",
        Sauce 19 "Sauces and Condiments",
        Soup 20 "Soups and Stocks",
        Meal 21 "Prepared Meals",
        Snack 22 "Savoury Snacks",
        Confectionery 23 "Confectionery",
        Dessert 24 "Desserts and Ices",
        Drink 25 "Soft Drinks and Hot Beverages",
        Alcohol 26 "Beers, Wines and Ciders",
    }

    /// The storage type of a food.
    Storage {
        Ambient 1 "Ambient",
        Chilled 2 "Chilled",
        Frozen 3 "Frozen",
    }

    /// The pack of a consumer unit.
    Pack {
        Bag 31 "Bag",
        Bottle 32 "Bottle",
        Box 33 "Box",
        Can 34 "Can",
        Carton 35 "Carton",
        Jar 36 "Jar",
        Tray 37 "Tray",
        Tub 38 "Tub",
    }

    /// The diets for which a food is suitable.
    Diet {
        Vegan 1 "Vegan",
        Vegetarian 2 "Vegetarian",
        Omnivore 3 "Neither",
    }
}

impl Storage {
    /// The longest shelf life in days.
    pub(crate) fn shelf_life(self) -> u32 {
        match self {
            Storage::Ambient => 365,
            Storage::Chilled => 21,
            Storage::Frozen => 540,
        }
    }
}

impl Pack {
    /// The material: its id, its name, the field for its weight, and its weight in grams for
    /// 100 g of content.
    pub(crate) fn material(self) -> (u32, &'static str, &'static str, f64) {
        match self {
            Pack::Bag => (1, "Plastic - PP", "plastic", 1.5),
            Pack::Bottle => (2, "Plastic - PET", "plastic", 5.0),
            Pack::Box => (3, "Paper and Cardboard", "paper_cardboard", 7.0),
            Pack::Can => (4, "Steel", "steel", 12.0),
            Pack::Carton => (5, "Fibre-based Composite", "fibre_based_composite", 3.2),
            Pack::Jar => (6, "Glass", "glass", 55.0),
            Pack::Tray => (7, "Plastic - CPET", "plastic", 4.5),
            Pack::Tub => (1, "Plastic - PP", "plastic", 4.0),
        }
    }
}
