//! Front-of-pack colours by the Department of Health's guide to creating a
//! front of pack nutrition label (November 2016).
//!
//! Only figures as sold are coloured, by exact decimal arithmetic, and only
//! where the conclusion is certain: a nutrient that is missing, or given in
//! words or in another unit, has no light. Energy never has one.

use super::amounts::serving_size;
use super::decimal::Decimal;
use super::figure::Figure;
use super::nutrition::{Basis, basis};
use super::text::given;
use crate::model::Nutrient;
use crate::model::table::{Column, Component};
use crate::model::view::Text;
use crate::words::Gather as _;
use std::cmp::Ordering;

/// A component's lights.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lights {
    /// Whether the criteria for drinks were used: the declaration is per
    /// 100 ml.
    pub drink: bool,
    /// The lights there are: fat, saturates, sugars, salt, in this order.
    pub lights: Vec<TrafficLight>,
}

/// One light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TrafficLight {
    /// The nutrient.
    pub nutrient: Nutrient,
    /// The level, to be said in words with the colour.
    pub level: Level,
    /// Whether it is high for the sake of a large portion alone.
    pub by_portion: bool,
}

/// The level of a nutrient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// The lights of a component, from its figures per 100 g or 100 ml as sold.
/// `None` where the record does not say which of the two, or gives no figure
/// that can be judged.
///
/// A portion above 100 g (a drink's above 150 ml) makes a light red where it
/// holds more than the portion criterion. Its figure is the one declared per
/// serving; where that is missing or cannot be read it is calculated from the
/// serving's size.
///
/// ```
/// use product_pool::label::{Level, traffic_lights};
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {"components": [{"nutrients": {
///         "nutrition_units": {"description": "per 100ml"},
///         "salt_100": {"value": 0.31, "units": "g"}
///     }}]}}"#,
/// )?;
/// let component = product.data().components().iter().next();
/// let lights = component.and_then(traffic_lights);
/// assert_eq!(lights.map(|it| (it.drink, it.lights[0].level)), Some((true, Level::Medium)));
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn traffic_lights(component: Component<'_>) -> Option<Lights> {
    let nutrients = component.nutrients();
    let drink = match basis(nutrients.nutrition_units().description()) {
        Basis::Grams => false,
        Basis::Millilitres => true,
        Basis::NotStated => return None,
    };
    let portion = [nutrients.serving_size(), nutrients.serving_details()]
        .into_iter()
        .find_map(|text: Text<'_>| serving_size(given(text.get())?, drink))
        .filter(|size| *size > Decimal::whole(if drink { 150 } else { 100 }));
    let lights: Vec<TrafficLight> = CRITERIA
        .iter()
        .filter_map(|(nutrient, food, drinks)| {
            let criteria = if drink { drinks } else { food };
            light(component, *nutrient, criteria, portion)
        })
        .gather();
    (!lights.is_empty()).then_some(Lights { drink, lights })
}

fn light(
    component: Component<'_>,
    nutrient: Nutrient,
    criteria: &Criteria,
    portion: Option<Decimal>,
) -> Option<TrafficLight> {
    let figure = |column| Figure::read(component.nutrient(nutrient, column), nutrient.unit());
    let per_100 = figure(Column::Per100)?;
    let (low, high) = (
        level(Some(per_100.low), criteria)?,
        level(per_100.high, criteria)?,
    );
    // "<4" may be low and may be medium: nothing to show.
    let plain = (low == high).then_some(low);
    let by_portion = plain != Some(Level::High)
        && portion.is_some_and(|size| {
            let limit = Decimal::scaled(criteria[2], 2);
            match figure(Column::Serving) {
                Some(declared) => declared.low > limit,
                None => size
                    .times(per_100.low)
                    .zip(limit.times(Decimal::whole(100)))
                    .is_some_and(|(hundredfold, limit)| hundredfold > limit),
            }
        });
    Some(TrafficLight {
        nutrient,
        level: if by_portion { Level::High } else { plain? },
        by_portion,
    })
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
