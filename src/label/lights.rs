//! Front-of-pack colours by the Department of Health's guide to creating a
//! front of pack nutrition label (November 2016).
//!
//! Only figures as sold are coloured, by exact decimal arithmetic, and only
//! where the conclusion is certain: a nutrient that is missing, or given in
//! words or in another unit, has no light. Energy never has one.
//!
//! **Food or drink.** The guide has criteria for 100 g of food, "whether or not
//! it is sold by volume", and for 100 ml of drink. So it is not the unit that
//! decides but what the record says the product is, in its category or type:
//! - Where these name a kind of drink, it is a drink, per 100 g as per 100 ml. Only
//!   what is declared per 100 g and has figures as prepared is a food as sold: a
//!   powder, or granules.
//! - Where they name none, what is declared per 100 g is a food. What is declared
//!   per 100 ml is one where they name a food that is sold by volume, such as
//!   soup, sauce, yogurt or ice cream, and no name of the product names a drink.
//! - Anything else may be either. The criteria for drinks are the stricter and are
//!   used; a portion that is large for a food counts as well.
//!
//! **Portions.** A portion of a food above 100 g, or of a drink above 150 ml, makes
//! a light red where it holds more than the portion criterion. Its figure is the
//! one declared per serving. Where that is missing, cannot be read, or certainly
//! contradicts the figure per 100, the portion is calculated from the latter and
//! the serving's size as well, and the graver counts.

use super::amounts::is_listed;
use super::decimal::Decimal;
use super::figure::{Figure, contradicts, declared, rounded};
use super::nutrition::{
    Amount, Basis, PortionSize, basis, calculated, nutrient_amount, portion_size,
};
use super::{component_name, product_name};
use crate::collect_vec::CollectVec as _;
use crate::model::Nutrient;
use crate::model::table::{Column, Component, ProductData};
use std::cmp::Ordering;

/// A component's lights.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Lights {
    /// Whether the criteria for drinks were used: it is a drink, or may be one.
    pub drink: bool,
    /// What "100" means in the figures: grams or millilitres.
    pub basis: Basis,
    /// How large a portion is, in the supplier's words, where these can be read.
    pub portion: Option<String>,
    /// The lights there are: fat, saturates, sugars, salt, in this order.
    pub lights: Vec<TrafficLight>,
}

/// One light.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct TrafficLight {
    /// The nutrient.
    pub nutrient: Nutrient,
    /// The level, to be said in words with the colour.
    pub level: Level,
    /// Whether a large portion alone makes it high.
    pub by_portion: bool,
    /// The figure that makes the level: per 100, or where the portion makes it
    /// that of the portion, declared or calculated.
    pub amount: Amount,
}

/// The level of a nutrient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Level {
    /// Green.
    Low,
    /// Amber.
    Medium,
    /// Red.
    High,
}

impl Level {
    /// The key of its message, and its name in markup.
    pub fn key(self) -> &'static str {
        match self {
            Level::Low => "low",
            Level::Medium => "medium",
            Level::High => "high",
        }
    }
}

/// In hundredths of a gram: green up to the first, amber up to the second, red
/// above it; red by portion above the third.
type Criteria = [i64; 3];

/// The nutrients with a light, their criteria for food and for drinks.
const CRITERIA: [(Nutrient, Criteria, Criteria); 4] = [
    (Nutrient::Fat, [300, 1750, 2100], [150, 875, 1050]),
    (Nutrient::Saturates, [150, 500, 600], [75, 250, 300]),
    (Nutrient::Sugars, [500, 2250, 2700], [250, 1125, 1350]),
    (Nutrient::Salt, [30, 150, 180], [30, 75, 90]),
];

/// The lights of a product's component, from its figures per 100 g or 100 ml as
/// sold. `None` where the record does not say which of the two, or gives no
/// figure that can be judged. The product says whether it is food or drink.
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
pub fn traffic_lights(product: ProductData<'_>, component: Component<'_>) -> Option<Lights> {
    let basis = basis(component.nutrients().nutrition_units().description());
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
        portion: portion.map(|it| it.text.to_owned()),
        lights,
    })
}

/// What the criteria are chosen by.
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

/// What the record says a component is; the module's documentation has the rule.
fn kind(product: ProductData<'_>, component: Component<'_>, basis: Basis) -> Kind {
    let general = product.general();
    let category = general.product_category().description();
    let says =
        |words| has_word(category, words) || has_word(general.product_type().description(), words);
    // "Food and drink" says nothing.
    let says_drink = says(DRINKS) && !says("food");
    let says_food = says(FOODS);
    if basis == Basis::Grams && !says_drink {
        return Kind::Food;
    }
    let is_prepared = || {
        let prepared = component.nutrient(Nutrient::EnergyKj, Column::PreparedPer100);
        declared(prepared).is_some()
    };
    let is_named_drink =
        || has_word(product_name(product), DRINKS) || has_word(component_name(component), DRINKS);
    match (says_drink, says_food) {
        (true, false) if basis == Basis::Grams && is_prepared() => Kind::Food,
        (true, false) => Kind::Drink,
        (false, true) if !is_named_drink() => Kind::Food,
        _ => Kind::Either,
    }
}

/// Whether a text has any of these words, in the singular or plural.
fn has_word(text: Option<&str>, wanted: &str) -> bool {
    let text = text.unwrap_or_default().to_ascii_lowercase();
    text.split(|it: char| !it.is_alphanumeric())
        .any(|word| !word.is_empty() && is_listed(word.strip_suffix('s').unwrap_or(word), wanted))
}

/// What a portion of that size may hold without being high; `None` where it is
/// not large.
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
    let portion = large
        .filter(|_| plain != Some(Level::High))
        .and_then(|(portion, limit)| above(limit, component, nutrient, per_100, portion.size));
    let by_portion = portion.is_some();
    Some(TrafficLight {
        nutrient,
        level: if by_portion { Level::High } else { plain? },
        by_portion,
        amount: portion.or_else(|| nutrient_amount(component, nutrient, Column::Per100))?,
    })
}

/// What a portion holds of a nutrient, where that is above a limit.
fn above(
    limit: Decimal,
    component: Component<'_>,
    nutrient: Nutrient,
    per_100: Figure,
    size: Decimal,
) -> Option<Amount> {
    let declared = component.nutrient(nutrient, Column::Serving);
    let serving = Figure::read(declared, nutrient.unit());
    if serving.is_some_and(|it| it.low > limit) {
        return nutrient_amount(component, nutrient, Column::Serving);
    }
    let holds = size.times(per_100.low)?.times(Decimal::scaled(1, 2))?;
    let is_wrong = |it| contradicts(it, per_100, size) == Some(true);
    if holds <= limit || !serving.is_none_or(is_wrong) {
        return None;
    }
    let sign = if per_100.high.is_none() { ">" } else { "" };
    calculated(
        format!("{sign}{}", rounded(holds, nutrient).text()),
        nutrient,
        (nutrient, Column::Per100),
        component.nutrient(nutrient, Column::Per100),
    )
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
