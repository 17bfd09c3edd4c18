//! The planted faults: typical errors of real suppliers in a known share of the products, so
//! that clients can be tested against the catalogue.

use crate::flags::{NO, YES, flag};
use crate::foods::{Article, Presence, food, presence};
use crate::random::{Purpose, Random};
use product_pool::gtin::check_digit;
use product_pool::model::table::{Column, FreeFromClaim};
use product_pool::model::{Allergen, Nutrient};
use serde::Deserialize;
use serde_json::{Value, json};

/// The number of products in a block. Every fault is planted in exactly one product of each
/// block.
pub const FAULT_BLOCK: u32 = 200;

macro_rules! faults {
    ($($name:ident $key:literal $doc:literal;)*) => {
        /// A planted fault.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[non_exhaustive]
        pub enum Fault {
            $(#[doc = $doc] $name,)*
        }

        impl Fault {
            /// All faults.
            pub const ALL: &[Fault] = &[$(Fault::$name),*];

            /// Its short name.
            pub fn key(self) -> &'static str {
                match self { $(Fault::$name => $key,)* }
            }

            /// A description of the fault, in a sentence.
            pub fn doc(self) -> &'static str {
                match self { $(Fault::$name => $doc,)* }
            }
        }
    };
}

faults! {
    GroupBelowMember "group-below-member" "Tree nuts are declared \"No\" while hazelnuts are declared \"Yes\".";
    FlagAgainstIngredients "flag-against-ingredients" "An allergen emphasised in the ingredients is declared \"No\".";
    ClaimAgainstFlag "claim-against-flag" "A free-from claim stands beside a flag that says the food contains it.";
    UnknownDescription "unknown-description" "An allergen flag has an unknown description.";
    FlagAsText "flag-as-text" "The milk flag is a bare string instead of an object.";
    NumbersAsText "numbers-as-text" "Nutrition figures and the brand's id are strings instead of numbers.";
    WrongShapes "wrong-shapes" "An array is an object, a string is a number, a section is null.";
    UnknownFields "unknown-fields" "There are fields, at three depths, that the service does not document.";
    HostileHtml "hostile-html" "The formatted ingredients hold a script, an event handler and a javascript address.";
    SaltNotSodium "salt-not-sodium" "Salt equals sodium instead of 2.5 times as much.";
    SaturatesAboveFat "saturates-above-fat" "Saturates are higher than fat.";
    BadCheckDigit "bad-check-digit" "The GTIN of the consumer unit has a wrong check digit.";
    CaseCheckDigit "case-check-digit" "The GTIN of the case has a wrong check digit.";
    SpacedGtin "spaced-gtin" "The GTINs of the case and of the consumer unit have spaces between their digits.";
    LostZero "lost-zero" "The GTIN of the case is a UPC that has lost the zero it begins with: it has 11 digits.";
}

/// The distance between two faults in a block.
const STEP: u32 = 13;

impl Fault {
    /// The fault planted in a product, if there is one. The positions of faults within a block
    /// depend on the seed; their number does not.
    pub(crate) fn planted(seed: u64, index: u64) -> Option<Fault> {
        let block = index / u64::from(FAULT_BLOCK);
        let offset = Random::of(seed, block, Purpose::Faults).below(FAULT_BLOCK);
        let place = ((index % u64::from(FAULT_BLOCK)) as u32 + offset) % FAULT_BLOCK;
        let fault = Fault::ALL.get((place / STEP) as usize)?;
        place.is_multiple_of(STEP).then_some(*fault)
    }

    /// Whether every fault can be planted in a record of this article.
    pub(crate) fn can_be_planted(article: &Article) -> bool {
        let food = article.components.first().and_then(|(name, _)| food(name));
        food.is_some_and(|food| {
            let contains = |allergen| matches!(presence(food, allergen), Presence::Contains(_));
            let mut claims = FreeFromClaim::ALL.iter();
            food.alcohol.is_none()
                && food.figures.fat >= 1.0
                && food.figures.salt >= 0.1
                && claims.any(|claim| claim.excludes.is_some_and(contains))
        })
    }

    /// Plants the fault in a complete record of a product.
    pub(crate) fn plant(self, record: &mut Value) {
        // A complete record of a food that `can_be_planted` accepts has every field named
        // here; a test verifies this.
        let component = &mut record["components"][0];
        let allergens = &mut component["allergens"];
        match self {
            Fault::GroupBelowMember => {
                allergens[Allergen::Hazelnut.flag_field()] = flag(YES, "Yes");
                allergens[Allergen::TreeNuts.flag_field()] = flag(NO, "No");
            }
            Fault::FlagAgainstIngredients => {
                if let Some(allergen) = declared(allergens) {
                    allergens[allergen.flag_field()] = flag(NO, "No");
                }
            }
            Fault::ClaimAgainstFlag => {
                if let Some(field) = declared(allergens).and_then(excluding_claim) {
                    component["free_from"][field] = json!("Yes");
                }
            }
            Fault::UnknownDescription => {
                allergens[Allergen::SesameSeeds.flag_field()] = flag(12, "Refer to supplier");
            }
            Fault::FlagAsText => allergens[Allergen::Milk.flag_field()] = json!("Yes"),
            Fault::NumbersAsText => {
                for nutrient in [Nutrient::EnergyKj, Nutrient::Fat, Nutrient::Salt] {
                    let value = figure(component, nutrient);
                    *value = json!(value.to_string());
                }
                let brand = &mut record["general"]["brand"];
                *brand = json!(brand.to_string());
            }
            Fault::WrongShapes => give_wrong_shapes(record),
            Fault::UnknownFields => {
                allergens["contains_insects"] = flag(NO, "No");
                component["carbon_label"] = json!({"grams": 410, "scope": ["farm", "factory"]});
                record["internal_note"] = json!("pilot field");
            }
            Fault::HostileHtml => {
                rewrite(
                    &mut component["ingredients"]["formatted_ingredients"],
                    hostile,
                );
            }
            Fault::SaltNotSodium => {
                let sodium = figure(component, Nutrient::Sodium).as_f64();
                *figure(component, Nutrient::Salt) = json!(sodium.unwrap_or_default() / 1000.0);
            }
            Fault::SaturatesAboveFat => {
                let fat = figure(component, Nutrient::Fat).as_f64();
                *figure(component, Nutrient::Saturates) =
                    json!((fat.unwrap_or_default() + 2.5).round());
            }
            Fault::BadCheckDigit => rewrite(unit_gtin(record), with_wrong_check_digit),
            Fault::CaseCheckDigit => rewrite(case_gtin(record), with_wrong_check_digit),
            Fault::SpacedGtin => {
                rewrite(unit_gtin(record), spaced);
                rewrite(case_gtin(record), spaced);
            }
            Fault::LostZero => rewrite(case_gtin(record), upc_without_zero),
        }
    }
}

fn unit_gtin(record: &mut Value) -> &mut Value {
    &mut record["components"][0]["inner"]["internal_gtin"]
}

fn case_gtin(record: &mut Value) -> &mut Value {
    &mut record["outer"]["traded_unit_gtin"]
}

fn give_wrong_shapes(record: &mut Value) {
    let component = &mut record["components"][0];
    component["origin"]["country_of_origin"] =
        json!({"0": {"id": 826, "description": "United Kingdom"}});
    component["handling"]["storage_instructions"] = json!(5);
    component["diets"] = Value::Null;
    record["change_type"] = json!("2");
}

/// The value of a nutrient per 100 g or ml.
fn figure(component: &mut Value, nutrient: Nutrient) -> &mut Value {
    &mut component["nutrients"][nutrient.field(Column::Per100)]["value"]
}

/// Rewrites a text.
fn rewrite(value: &mut Value, into: fn(&str) -> String) {
    *value = json!(into(value.as_str().unwrap_or_default()));
}

/// The first allergen that is declared present and that a free-from claim can exclude.
fn declared(allergens: &Value) -> Option<Allergen> {
    Allergen::ALL.iter().copied().find(|allergen| {
        excluding_claim(*allergen).is_some() && allergens[allergen.flag_field()]["value"] == YES
    })
}

/// The claim that a food is free from an allergen.
fn excluding_claim(allergen: Allergen) -> Option<&'static str> {
    let mut claims = FreeFromClaim::ALL.iter();
    let claim = claims.find(|claim| claim.excludes == Some(allergen))?;
    Some(claim.field)
}

/// Ingredients with hostile HTML, as from an attacker or a careless copy from a web page.
fn hostile(html: &str) -> String {
    format!(
        "<script>window.__pwned = 1</script><p style=\"position:fixed;inset:0\">{html}\
         <img src=x onerror=\"window.__pwned = 2\"><a href=\"javascript:window.__pwned=3\">more</a>\
         <svg onload=window.__pwned=4><b onmouseover=\"window.__pwned=5\">MILK</b>"
    )
}

fn with_wrong_check_digit(gtin: &str) -> String {
    let (digits, last) = gtin.split_at(gtin.len().saturating_sub(1));
    let last: u32 = last.parse().unwrap_or_default();
    format!("{digits}{}", (last + 5) % 10)
}

/// A GTIN with the spaces printed below a bar code: `9 520000 123456`.
fn spaced(gtin: &str) -> String {
    let (head, tail) = gtin.split_at(gtin.len().saturating_sub(6));
    let (start, middle) = head.split_at(head.len().saturating_sub(6));
    format!("{start} {middle} {tail}").trim().to_owned()
}

/// A UPC without its leading zero, from the range for use within one company (prefix 04),
/// which is not issued to anyone. The digits that identify the product are those of the GTIN
/// that it replaces.
fn upc_without_zero(gtin: &str) -> String {
    let digits = gtin.get(gtin.len().saturating_sub(10)..gtin.len().saturating_sub(1));
    let mut upc = format!("04{}", digits.unwrap_or_default());
    upc.extend(check_digit(&upc));
    upc.split_off(1)
}
