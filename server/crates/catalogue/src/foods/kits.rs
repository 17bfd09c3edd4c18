//! Products of several components, and the content of each unit in the case.

use super::{Category, Motif, Pack, Storage};

/// A product made of several base foods.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kit {
    /// The name, which is unique.
    pub(crate) name: &'static str,
    pub(crate) category: Category,
    pub(crate) storage: Storage,
    /// The pack of the whole product; the components have packs of their own.
    pub(crate) pack: Pack,
    pub(crate) motif: Motif,
    /// The components: the name of a base food, and its content in grams or millilitres.
    pub(crate) components: &'static [(&'static str, u32)],
}

macro_rules! kits {
    ($($name:literal $category:ident $storage:ident $pack:ident($motif:ident): $($food:literal $content:literal),+;)*) => {
        /// All kits.
        pub(crate) const KITS: &[Kit] = &[$(Kit {
            name: $name,
            category: Category::$category,
            storage: Storage::$storage,
            pack: Pack::$pack,
            motif: Motif::$motif,
            components: &[$(($food, $content)),+],
        }),*];
    };
}

kits! {
    "Pasta and Pesto Meal Kit" Pantry Ambient Box(Bowl): "Penne Pasta" 400, "Green Pesto" 190;
    "Lunchbox Selection" Snack Ambient Box(Chips): "Ready Salted Crisps" 32, "Cheese and Onion Crisps" 32, "Prawn Cocktail Crackers" 30;
    "Cheese and Oatcake Board" Dairy Chilled Tray(Cheese): "Mature Cheddar" 120, "Soft Blue Cheese" 100, "Oatcakes" 75;
    "Fish and Chip Supper" Fish Frozen Box(Fish): "Battered Haddock Portions" 170, "Thick Cut Chips" 250, "Garden Peas" 80;
    "Curry and Rice Meal" Meal Frozen Tray(Bowl): "Chicken Tikka Masala" 300, "Basmati Rice" 100, "Plain Naan Breads" 65;
    "Granola and Yoghurt Pot" Dairy Chilled Tub(Berry): "Greek Style Natural Yoghurt" 120, "Nut and Honey Granola" 30;
    "Burger Night Box" Meat Frozen Box(Steak): "Beef Burgers" 452, "Seeded Burger Buns" 240, "Tomato Ketchup" 60;
    "Sticky Toffee Pudding with Ice Cream" Dessert Frozen Box(Ice): "Sticky Toffee Pudding" 230, "Vanilla Ice Cream" 120;
    "Hot Chocolate and Biscuit Gift Box" Confectionery Ambient Box(Cup): "Drinking Chocolate Powder" 180, "Digestive Biscuits" 150, "Milk Chocolate Bar" 100;
}
