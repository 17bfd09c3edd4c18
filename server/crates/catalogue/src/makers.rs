//! The manufacturers and their brands, all of them fictitious.

use crate::foods::Category;

/// A brand of one manufacturer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brand {
    /// The service's id of the brand.
    pub id: u32,
    /// Its name.
    pub name: &'static str,
}

/// A manufacturer.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Manufacturer {
    /// The service's id of the manufacturer.
    pub id: u32,
    /// Its name.
    pub name: &'static str,
    /// Its address, in one line, at a fictitious place.
    pub address: &'static str,
    /// Its brands: at least one.
    pub brands: &'static [Brand],
    /// The categories of its foods.
    pub(crate) makes: &'static [Category],
    /// The colours of its packs: ground, accent and ink, as 0xRRGGBB.
    pub(crate) colours: [u32; 3],
}

macro_rules! makers {
    ($($id:literal $name:literal, $address:literal;
       $($brand:literal $brand_name:literal),+; $($category:ident)+; $ground:literal $accent:literal $ink:literal;)*) => {
        const MAKERS: &[Manufacturer] = &[$(Manufacturer {
            id: $id,
            name: $name,
            address: $address,
            brands: &[$(Brand { id: $brand, name: $brand_name }),+],
            makes: &[$(Category::$category),+],
            colours: [$ground, $accent, $ink],
        }),*];
    };
}

makers! {
    1001 "Bellwether Mill Bakery Ltd", "Bellwether Mill, Weir Lane, Oxenthorpe XX1 2AB";
        2011 "Bellwether", 2012 "Miller's Lantern"; Bakery Breakfast; 0xB5541C 0xF6D9A8 0x4A1F08;
    1002 "Thornbeck Dairies Ltd", "Thornbeck Creamery, Heifer Road, Nether Dale XX2 7CD";
        2021 "Thornbeck", 2022 "Little Heifer"; Dairy Dessert; 0x2F6FA8 0xF4F8FC 0x123A5C;
    1003 "Saltmarsh & Sons Seafoods Ltd", "Unit 4, Old Quay, Saltmarsh Haven XX3 1EF";
        2031 "Saltmarsh", 2032 "Tidewater Row"; Fish; 0x0E5E6F 0xBFE8E4 0x06303A;
    1004 "Kestrel Hill Butchers Ltd", "Kestrel Hill Farm, Upper Croft XX4 9GH";
        2041 "Kestrel Hill", 2042 "Drover's Table"; Meat Meal; 0x8C2B2B 0xF3E3CF 0x3F0F0F;
    1005 "Greenfold Growers Co-operative Ltd", "The Packhouse, Fold Lane, Greenfold XX5 3JK";
        2051 "Greenfold", 2052 "Pod & Vine"; Vegetable Fruit; 0x3F7D3A 0xE9F3C9 0x1C3D1A;
    1006 "Ashcombe Provisions Ltd", "12 Ladle Yard, Ashcombe XX6 8LM";
        2061 "Ashcombe", 2062 "Copper Ladle"; Pantry Sauce Soup; 0xC0781B 0xFBF0D9 0x52300A;
    1007 "Quillon Confectionery Ltd", "Moonpenny Works, Quillon Street, Barrow Fell XX7 5NP";
        2071 "Quillon", 2072 "Moonpenny"; Confectionery Snack Dessert; 0x6B3E8F 0xF7D774 0x2E1542;
    1008 "Fenwater Drinks Company Ltd", "Spring House, Fenwater XX8 4QR";
        2081 "Fenwater", 2082 "Larkspur"; Drink Alcohol; 0x1F8A8C 0xFFE9A9 0x0B4142;
    1009 "Morning Row Cereals Ltd", "Husk Lane, Morning Row XX9 6ST";
        2091 "Morning Row", 2092 "Hearth & Husk"; Breakfast Bakery Snack; 0xD99A1E 0xFFF6DD 0x5B3C05;
    1010 "Larder Lane Foodservice Ltd", "1 Larder Lane, Stoke Ambry XX10 2UV";
        2101 "Larder Lane", 2102 "Chef's Acre"; Meal Soup Meat Dairy; 0x39434D 0xE6ECEF 0x14191E;
    1011 "Orchard Quay Imports Ltd", "Bonded Store 7, Orchard Quay XX11 9WX";
        2111 "Orchard Quay", 2112 "Casa Berrino"; Pantry Sauce Fruit Drink Alcohol; 0xA3282F 0xF5EFD8 0x1F4D2B;
    1012 "Winterbourne Frozen Foods Ltd", "Cold Store Road, Winterbourne Parva XX12 3YZ";
        2121 "Winterbourne", 2122 "Snowgate"; Vegetable Fish Meal Dessert; 0x274B8F 0xD9EBFA 0x0F2248;
}

/// All manufacturers, in the order of their ids.
pub fn manufacturers() -> &'static [Manufacturer] {
    MAKERS
}

/// The manufacturers of foods of a category.
pub(crate) fn makers_of(category: Category) -> impl Iterator<Item = &'static Manufacturer> {
    MAKERS
        .iter()
        .filter(move |maker| maker.makes.contains(&category))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_enough_and_ids_are_unique() {
        assert!(manufacturers().len() >= 8);
        let mut ids = HashSet::new();
        for maker in manufacturers() {
            assert!(ids.insert(maker.id), "{}", maker.name);
            assert!(!maker.brands.is_empty(), "{}", maker.name);
            assert!(
                maker.brands.iter().all(|brand| ids.insert(brand.id)),
                "{}",
                maker.name
            );
        }
    }

    #[test]
    fn every_category_has_a_choice_of_makers_or_a_specialist() {
        for category in Category::ALL {
            assert!(makers_of(*category).next().is_some(), "{category:?}");
        }
    }
}
