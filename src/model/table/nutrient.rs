//! The nutrients in the order of the nutrition declaration (Regulation (EU)
//! No 1169/2011 Annex XV), the 27 vitamins and minerals, and their fields.

use super::view::{Quantity, Reference, Shape, Text, View};
use super::{Field, INTEGER_QUANTITY, QUANTITY, Schema, by_name, field, named, records};
use crate::model::Value;

named! {
    /// A column of the nutrition declaration.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    Column key: "The name in views." {
        /// As sold, per 100 g or 100 ml.
        Per100 "per-100",
        /// As sold, per serving.
        Serving "serving",
        /// As prepared, per 100 g or 100 ml.
        PreparedPer100 "prepared-per-100",
        /// As prepared, per portion.
        Prepared "prepared",
    }
}

macro_rules! nutrients {
    ($($(#[doc = $doc:literal])+ $name:ident $wire:literal ($per_100:literal $shape:expr) $unit:literal $(of $parent:ident)? $(ri $ri:literal)?;)*) => {
        /// A nutrient of the declaration that has all four columns.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "NutrientName"))]
        #[non_exhaustive]
        pub enum Nutrient {
            $(
                $(#[doc = $doc])+
                #[serde(rename = $wire)]
                $name,
            )*
        }

        const FIELDS: &[Field] = &[$(
            field($per_100, $shape, nullable_text($shape), if nullable_text($shape) {
                concat!("Per 100 g or 100 ml, in ", $unit, ", as text:", $($doc),+)
            } else {
                concat!("Per 100 g or 100 ml, in ", $unit, ":", $($doc),+)
            }),
            field(concat!($wire, "_serving"), Shape::Text, true, concat!("Per serving, in ", $unit, ", as text:", $($doc),+)),
        )*];
        const PREPARED_FIELDS: &[Field] = &[$(
            field(concat!($wire, "_prepared_100"), Shape::Text, true, concat!("As prepared, per 100 g or 100 ml, in ", $unit, ", as text:", $($doc),+)),
            field(concat!($wire, "_prepared"), Shape::Text, true, concat!("As prepared, per portion, in ", $unit, ", as text:", $($doc),+)),
        )*];

        impl Nutrient {
            /// All of them, in the order of the declaration.
            pub const ALL: &[Nutrient] = &[$(Nutrient::$name),*];

            /// The wire names of all.
            pub const NAMES: &[&str] = &[$($wire),*];

            /// The service's name, such as `sat_fat`; also the message key.
            pub fn wire_name(self) -> &'static str {
                without(FIELDS[self as usize * 2 + 1].name, "_serving")
            }

            /// The unit it is declared in where the record gives none.
            pub fn unit(self) -> &'static str {
                match self { $(Nutrient::$name => $unit,)* }
            }

            /// The nutrient that this one is part of ("of which").
            pub fn parent(self) -> Option<Nutrient> {
                match self {
                    $($(Nutrient::$name => Some(Nutrient::$parent),)?)*
                    _ => None,
                }
            }

            /// The reference intake of an average adult (Annex XIII part B),
            /// in the nutrient's unit.
            ///
            /// ```
            /// use product_pool::model::Nutrient;
            ///
            /// assert_eq!(Nutrient::Salt.reference_intake(), Some(6));
            /// assert_eq!(Nutrient::Saturates.parent(), Some(Nutrient::Fat));
            /// ```
            pub fn reference_intake(self) -> Option<u32> {
                match self {
                    $($(Nutrient::$name => Some($ri),)?)*
                    _ => None,
                }
            }
        }
    };
}

by_name! { Nutrient wire_name }
by_name! { Micronutrient wire_name }

/// A field's name without its end: a family's names are in the table once.
fn without(name: &'static str, end: &str) -> &'static str {
    name.strip_suffix(end).unwrap_or(name)
}

/// The service gives text where it may give `null`, quantities where not.
const fn nullable_text(shape: Shape) -> bool {
    matches!(shape, Shape::Text)
}

const NUMBER: Shape = Shape::Record(&QUANTITY);
const INTEGER: Shape = Shape::Record(&INTEGER_QUANTITY);

nutrients! {
    /// Energy in kilojoules.
    EnergyKj "cal_kj" ("cal_100_kj" INTEGER) "kJ" ri 8400;
    /// Energy in kilocalories.
    EnergyKcal "cal_kcal" ("cal_100_kcal" INTEGER) "kcal" ri 2000;
    /// Fat.
    Fat "fat" ("fat_100" NUMBER) "g" ri 70;
    /// Saturates.
    Saturates "sat_fat" ("sat_fat_100" NUMBER) "g" of Fat ri 20;
    /// Mono-unsaturates.
    MonoUnsaturates "mono_fat" ("mono_fat_100" Shape::Text) "g" of Fat;
    /// Polyunsaturates.
    PolyUnsaturates "poly_fat" ("poly_fat_100" Shape::Text) "g" of Fat;
    /// Carbohydrate.
    Carbohydrate "carb" ("carb_100" NUMBER) "g" ri 260;
    /// Sugars.
    Sugars "sugar_carb" ("sugar_carb_100" NUMBER) "g" of Carbohydrate ri 90;
    /// Polyols.
    Polyols "polyols_carb" ("polyols_carb_100" Shape::Text) "g" of Carbohydrate;
    /// Starch.
    Starch "starch_carb" ("starch_carb_100" Shape::Text) "g" of Carbohydrate;
    /// Fibre.
    Fibre "fibre" ("fibre_100" NUMBER) "g";
    /// Protein.
    Protein "protein" ("protein_100" NUMBER) "g" ri 50;
    /// Salt.
    Salt "salt" ("salt_100" NUMBER) "g" ri 6;
    /// Sodium, declared beside salt and never shown in its place.
    Sodium "sodium" ("sodium_100" INTEGER) "mg";
}

macro_rules! micronutrients {
    ($($(#[doc = $doc:literal])+ $name:ident $wire:literal $unit:literal $nrv:literal;)*) => {
        /// A vitamin or mineral of Annex XIII part A.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[non_exhaustive]
        pub enum Micronutrient {
            $($(#[doc = $doc])+ #[serde(rename = $wire)] $name,)*
        }

        const MICRO_FIELDS: &[Field] = &[$(
            field(concat!($wire, "_100"), Shape::Text, true, concat!("Per 100 g or 100 ml, in ", $unit, ", as text:", $($doc),+)),
            field(concat!($wire, "_serving"), Shape::Text, true, concat!("Per serving, in ", $unit, ", as text:", $($doc),+)),
        )*];
        const MICRO_PREPARED_FIELDS: &[Field] = &[$(
            field(concat!($wire, "_prepared_100"), Shape::Text, true, concat!("As prepared, per 100 g or 100 ml, in ", $unit, ", as text:", $($doc),+)),
            field(concat!($wire, "_prepared"), Shape::Text, true, concat!("As prepared, per portion, in ", $unit, ", as text:", $($doc),+)),
        )*];

        impl Micronutrient {
            /// All of them, in the service's order.
            pub const ALL: &[Micronutrient] = &[$(Micronutrient::$name),*];

            /// The wire names of all.
            pub const NAMES: &[&str] = &[$($wire),*];

            /// The service's name, such as `vitamin_b6`; also the message key.
            pub fn wire_name(self) -> &'static str {
                without(MICRO_FIELDS[self as usize * 2].name, "_100")
            }

            /// The unit it is declared in.
            pub fn unit(self) -> &'static str {
                match self { $(Micronutrient::$name => $unit,)* }
            }

            /// The nutrient reference value of Annex XIII part A, as decimal
            /// text in the nutrient's unit.
            ///
            /// ```
            /// use product_pool::model::Micronutrient;
            ///
            /// let iron = Micronutrient::Iron;
            /// assert_eq!((iron.reference_value(), iron.unit()), ("14", "mg"));
            /// ```
            pub fn reference_value(self) -> &'static str {
                match self { $(Micronutrient::$name => $nrv,)* }
            }
        }
    };
}

micronutrients! {
    /// Vitamin A.
    VitaminA "vitamin_a" "µg" "800";
    /// Vitamin C.
    VitaminC "vitamin_c" "mg" "80";
    /// Vitamin D.
    VitaminD "vitamin_d" "µg" "5";
    /// Vitamin E.
    VitaminE "vitamin_e" "mg" "12";
    /// Vitamin K.
    VitaminK "vitamin_k" "µg" "75";
    /// Thiamin.
    Thiamin "thiamin_b1" "mg" "1.1";
    /// Riboflavin.
    Riboflavin "riboflavin_b2" "mg" "1.4";
    /// Niacin.
    Niacin "niacin_b3" "mg" "16";
    /// Vitamin B6.
    VitaminB6 "vitamin_b6" "mg" "1.4";
    /// Folic acid.
    Folate "folate" "µg" "200";
    /// Vitamin B12.
    VitaminB12 "vitamin_b12" "µg" "2.5";
    /// Biotin.
    Biotin "biotin_b7" "µg" "50";
    /// Pantothenic acid.
    PantothenicAcid "pantothenic_acid" "mg" "6";
    /// Potassium.
    Potassium "potassium" "mg" "2000";
    /// Chloride.
    Chloride "chloride" "mg" "800";
    /// Calcium.
    Calcium "calcium" "mg" "800";
    /// Phosphorus.
    Phosphorus "phosphorus" "mg" "700";
    /// Magnesium.
    Magnesium "magnesium" "mg" "375";
    /// Iron.
    Iron "iron" "mg" "14";
    /// Zinc.
    Zinc "zinc" "mg" "10";
    /// Copper.
    Copper "copper" "mg" "1";
    /// Manganese.
    Manganese "manganese" "mg" "2";
    /// Fluoride.
    Fluoride "fluoride" "mg" "3.5";
    /// Selenium.
    Selenium "selenium" "µg" "55";
    /// Chromium.
    Chromium "chromium" "µg" "40";
    /// Molybdenum.
    Molybdenum "molybdenum" "µg" "50";
    /// Iodine.
    Iodine "iodine" "µg" "150";
}

records! {
    /// Nutrition as sold.
    NUTRIENTS Nutrients "nutrients" + FIELDS, MICRO_FIELDS {
        nutrition_units: Reference for Nutrition, "The meaning of 100 in this section: 100 g or 100 ml.";
        serving_details: Text in Nutrition, "The description of a serving.";
        nutrition_statements: Text in Nutrition is read, "Statements that belong to the declaration.";
        traffic_light_labelling: Text | null in Supplier, "Whether the pack bears front-of-pack colours.";
        nutritional_data_exempt: Text | null in Supplier, "Whether the food needs no declaration.";
        nutritional_information_source: Text | null in Supplier, "The source of the figures.";
        number_of_servings: Text | null in Nutrition, "The number of servings in a unit, as text.";
        serving_size: Text | null in Nutrition, "The size of a serving, as text.";
        hfss_product: Text | null in Supplier, "Whether it is high in fat, salt or sugar.";
        hfss_score: Text | null in Supplier, "The nutrient profile score, as text.";
        fibre_type: Text | null in Supplier, "The method by which fibre was measured.";
        chol_100: Text | null in Nutrition, "Per 100 g or 100 ml, as text: cholesterol; its unit is not documented.";
        trans_fats_100: Text[Gram] | null in Nutrition, "Per 100 g or 100 ml, in g, as text: trans fats.";
        fat_percentage_dry_100: Text[Percent] | null in Nutrition, "Fat in dry matter, in per cent, as text.";
        non_milk_extrinsic_sugars_100: Text[Gram] | null in Nutrition, "Per 100 g or 100 ml, in g, as text: non-milk extrinsic sugars.";
        non_milk_extrinsic_sugars_prepared: Text[Gram] | null in Nutrition, "As prepared, in g, as text: non-milk extrinsic sugars.";
    }

    /// Nutrition as prepared.
    NUTRIENTS_PREPARED NutrientsPrepared "nutrients_prepared" + PREPARED_FIELDS, MICRO_PREPARED_FIELDS {
        prepared_product_details: Text in Nutrition, "The way in which it was prepared.";
        prepared_product_portion_size: Text | null in Nutrition, "The size of a prepared portion, as text.";
    }
}

impl Column {
    /// The section of a component with the figures of the column.
    pub(crate) fn section(self) -> &'static Schema {
        match self {
            Column::Per100 | Column::Serving => &NUTRIENTS,
            Column::PreparedPer100 | Column::Prepared => &NUTRIENTS_PREPARED,
        }
    }
}

/// The wire name of a family member's figure in a column.
fn column_field(sold: &[Field], prepared: &[Field], index: usize, column: Column) -> &'static str {
    let (fields, at) = match column {
        Column::Per100 => (sold, index * 2),
        Column::Serving => (sold, index * 2 + 1),
        Column::PreparedPer100 => (prepared, index * 2),
        Column::Prepared => (prepared, index * 2 + 1),
    };
    fields[at].name
}

impl Nutrient {
    /// The wire name of its figure in a column.
    pub fn field(self, column: Column) -> &'static str {
        column_field(FIELDS, PREPARED_FIELDS, self as usize, column)
    }
}

impl Micronutrient {
    /// The wire name of its figure in a column.
    pub fn field(self, column: Column) -> &'static str {
        column_field(MICRO_FIELDS, MICRO_PREPARED_FIELDS, self as usize, column)
    }
}

/// The figure of a field, a quantity or bare.
fn figure<'a>(section: Option<&'a Value>, field: &str) -> Quantity<'a> {
    Quantity::view(section.and_then(|section| section.read(field)))
}

impl<'a> super::Component<'a> {
    /// A nutrient's figure in a column, with its unit where the record gives one.
    pub fn nutrient(self, nutrient: Nutrient, column: Column) -> Quantity<'a> {
        figure(self.read(column.section().name), nutrient.field(column))
    }

    /// A vitamin's or mineral's figure in a column.
    pub fn micronutrient(self, nutrient: Micronutrient, column: Column) -> Quantity<'a> {
        figure(self.read(column.section().name), nutrient.field(column))
    }
}
