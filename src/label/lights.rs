//! Traffic lights (front-of-pack colours) by the Department of Health's guide
//! to creating a front of pack nutrition label (November 2016).
//!
//! Only figures as sold are coloured, by exact decimal arithmetic, and only if
//! the result is certain: a nutrient that is missing, or stated in words or in
//! another unit, has no light. Energy never has one.
//!
//! **Food or drink.** The guide has criteria for 100 g of food, "whether or not
//! it is sold by volume", and for 100 ml of drink. So the product's category or
//! type in the record decides, not the unit:
//! - If these name a kind of drink, it is a drink, per 100 g as well as per 100
//!   ml. The exception is a powder or granules, declared per 100 g and with
//!   figures as prepared: as sold it is a food.
//! - Otherwise a product declared per 100 g is a food. One declared per 100 ml
//!   is a food if they name a food sold by volume, such as soup, sauce, yogurt
//!   or ice cream, and no name of the product names a drink.
//! - Anything else may be either. The stricter criteria for drinks are used,
//!   and a portion that is large for a food counts as well.
//!
//! **Portions.** A portion of a food above 100 g, or of a drink above 150 ml,
//! makes a light red if it contains more than the portion criterion. Its figure
//! is the one declared per serving. If that is missing, cannot be read, or
//! certainly contradicts the figure per 100, the portion is also calculated
//! from the latter and the serving's size, and the higher figure counts.

use super::amounts::is_listed;
use super::data::data;
use super::decimal::Decimal;
use super::figure::{Figure, contradicts, declared};
use super::nutrition::{
    Amount, Basis, PortionSize, basis, calculated, nutrient_amount, portion_size,
};
use super::{component_name, product_name};
use crate::collect_vec::CollectVec as _;
use crate::model::Nutrient;
use crate::model::table::{Column, Component, ProductData, named};
use crate::text::letters;
use std::cmp::Ordering;

data! {
    /// The traffic lights of a component.
    pub struct Lights {
        /// Whether the criteria for drinks were used, because it is or may be a
        /// drink.
        pub drink: bool,
        /// The basis of the figures: 100 grams or 100 millilitres.
        pub basis: Basis,
        /// The size of a portion, in the supplier's words, if these can be read.
        pub portion: Option<String>,
        /// The lights that are certain: fat, saturates, sugars and salt, in this
        /// order.
        pub lights: Vec<TrafficLight>,
    }

    /// The traffic light of a nutrient.
    pub struct TrafficLight {
        /// The nutrient.
        pub nutrient: Nutrient,
        /// The level, which must be shown in words beside the colour.
        pub level: Level,
        /// Whether a large portion alone makes it high.
        pub by_portion: bool,
        /// The figure that determines the level: per 100, or that of the portion,
        /// declared or calculated.
        pub amount: Amount,
    }
}

named! {
    /// The level of a nutrient.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    Level key: "The key of the message, and the name in markup." {
        /// Green.
        Low "low",
        /// Amber.
        Medium "medium",
        /// Red.
        High "high",
    }
}

/// Criteria in hundredths of a gram: green up to the first, amber up to the
/// second, red above it; red by portion above the third.
type Criteria = [i64; 3];

/// The nutrients with a light, with their criteria for food and for drinks.
const CRITERIA: [(Nutrient, Criteria, Criteria); 4] = [
    (Nutrient::Fat, [300, 1750, 2100], [150, 875, 1050]),
    (Nutrient::Saturates, [150, 500, 600], [75, 250, 300]),
    (Nutrient::Sugars, [500, 2250, 2700], [250, 1125, 1350]),
    (Nutrient::Salt, [30, 150, 180], [30, 75, 90]),
];

/// The traffic lights of a component, from its figures per 100 g or 100 ml as
/// sold. `None` if the record does not state which of the two, or has no usable
/// figure. The product determines whether it is a food or a drink.
///
/// ```
/// use product_pool::label::{Level, traffic_lights};
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {
///         "general": {"product_category": {"description": "Soft drinks"}},
///         "components": [{"nutrients": {
///             "nutrition_units": {"description": "per 100ml"},
///             "salt_100": {"value": 0.31, "units": "g"}
///         }}]
///     }}"#,
/// )?;
/// let component = product.data().components().iter().next();
/// let lights = component.and_then(|it| traffic_lights(product.data(), it));
/// assert_eq!(lights.map(|it| (it.drink, it.lights[0].level)), Some((true, Level::Medium)));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn traffic_lights<'a>(
    product: impl Into<ProductData<'a>>,
    component: Component<'_>,
) -> Option<Lights> {
    let product = product.into();
    let basis = basis(component);
    if basis == Basis::NotStated {
        return None;
    }
    let kind = kind(product, component, basis);
    let portion = portion_size(component, Column::Serving);
    let lights: Vec<TrafficLight> = CRITERIA
        .iter()
        .filter_map(|(nutrient, food, drinks)| {
            let criteria = if kind == Kind::Food { food } else { drinks };
            let limit = portion_limit(kind, portion.as_ref(), food, drinks);
            light(component, *nutrient, criteria, portion.as_ref().zip(limit))
        })
        .collect_vec();
    (!lights.is_empty()).then(|| Lights {
        drink: kind != Kind::Food,
        basis,
        portion: portion.map(|portion| portion.text.to_owned()),
        lights,
    })
}

/// Food, drink or either, which selects the criteria.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Food,
    Drink,
    Either,
}

/// Words for kinds of drink, in the singular.
const DRINKS: &str = "drink beverage juice smoothie milkshake shake kefir water cordial lemonade \
    cola soda beer lager wine cider spirit liqueur";

/// Words for foods that are sold by volume, in the singular.
const FOODS: &str = "soup stock sauce gravy dressing oil vinegar condiment marinade mayonnaise \
    ketchup ice sorbet dessert custard yogurt yoghurt";

/// Whether a component is a food or a drink; the module's documentation has the
/// rule.
fn kind(product: ProductData<'_>, component: Component<'_>, basis: Basis) -> Kind {
    let general = product.general();
    let category = general.product_category().description();
    let says =
        |words| has_word(category, words) || has_word(general.product_type().description(), words);
    // "Food and drink" is not a kind.
    let says_drink = says(DRINKS) && !says("food");
    let says_food = says(FOODS);
    if basis == Basis::Grams && !says_drink {
        return Kind::Food;
    }
    match (says_drink, says_food) {
        (true, false) if basis == Basis::Grams && is_prepared(component) => Kind::Food,
        (true, false) => Kind::Drink,
        (false, true)
            if !has_word(product_name(product), DRINKS)
                && !has_word(component_name(component), DRINKS) =>
        {
            Kind::Food
        }
        _ => Kind::Either,
    }
}

/// Whether there are figures for the food as prepared from it.
fn is_prepared(component: Component<'_>) -> bool {
    let prepared = component.nutrient(Nutrient::EnergyKj, Column::PreparedPer100);
    declared(prepared).is_some()
}

/// Whether a text has any of these words, in the singular or plural.
fn has_word(text: Option<&str>, wanted: &str) -> bool {
    let text = text.unwrap_or_default().to_ascii_lowercase();
    text.split(|c: char| !letters::is_alphanumeric(c))
        .any(|word| !word.is_empty() && is_listed(word.strip_suffix('s').unwrap_or(word), wanted))
}

/// The most that a portion of that size may contain without being high; `None`
/// if it is not large.
fn portion_limit(
    kind: Kind,
    portion: Option<&PortionSize<'_>>,
    food: &Criteria,
    drinks: &Criteria,
) -> Option<Decimal> {
    let size = portion?.size;
    let limit = if kind != Kind::Food && size > Decimal::whole(150) {
        drinks[2]
    } else if kind != Kind::Drink && size > Decimal::whole(100) {
        food[2]
    } else {
        return None;
    };
    Some(Decimal::scaled(limit, 2))
}

fn light(
    component: Component<'_>,
    nutrient: Nutrient,
    criteria: &Criteria,
    large: Option<(&PortionSize<'_>, Decimal)>,
) -> Option<TrafficLight> {
    let declared = component.nutrient(nutrient, Column::Per100);
    let per_100 = Figure::read(declared, nutrient.unit())?;
    let (low, high) = (
        level(Some(per_100.low), criteria)?,
        level(per_100.high, criteria)?,
    );
    // "<4" may be low and may be medium: nothing to show.
    let plain = (low == high).then_some(low);
    let portion = match large {
        Some((portion, limit)) if plain != Some(Level::High) => {
            above(limit, component, nutrient, per_100, portion.size)
        }
        _ => None,
    };
    let by_portion = portion.is_some();
    Some(TrafficLight {
        nutrient,
        level: if by_portion { Level::High } else { plain? },
        by_portion,
        amount: portion.or_else(|| nutrient_amount(component, nutrient, Column::Per100))?,
    })
}

/// The amount of a nutrient in a portion, if it is above a limit.
fn above(
    limit: Decimal,
    component: Component<'_>,
    nutrient: Nutrient,
    per_100: Figure,
    size: Decimal,
) -> Option<Amount> {
    let declared = component.nutrient(nutrient, Column::Serving);
    if let Some(serving) = Figure::read(declared, nutrient.unit()) {
        if serving.low > limit {
            return nutrient_amount(component, nutrient, Column::Serving);
        }
        if contradicts(serving, per_100, size) != Some(true) {
            return None;
        }
    }
    let share = size.checked_mul(Decimal::scaled(1, 2))?;
    let holds = per_100.checked_mul(share, share)?;
    if holds.low <= limit {
        return None;
    }
    calculated(component, nutrient, holds, (nutrient, Column::Per100))
}

/// The level of an amount per 100; one without an upper bound is high. `None`
/// for a number too long to compare.
fn level(amount: Option<Decimal>, criteria: &Criteria) -> Option<Level> {
    let Some(amount) = amount else {
        return Some(Level::High);
    };
    let above =
        |limit: i64| Some(amount.partial_cmp(&Decimal::scaled(limit, 2))? == Ordering::Greater);
    Some(match (above(criteria[0])?, above(criteria[1])?) {
        (_, true) => Level::High,
        (true, false) => Level::Medium,
        (false, false) => Level::Low,
    })
}
