//! The net quantity of a product: what stands on a pack as "400 g" or
//! "10 × 400 ml".

use super::amounts::{is_volume, split_number};
use super::claim::says_yes;
use super::decimal::Decimal;
use super::facts::is_filler;
use super::figure::declared;
use super::status::plain;
use crate::model::table::{Component, ProductData};
use crate::text::letters;

/// An amount with its unit, as declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Measure<'a> {
    /// The amount; with its unit, where the supplier's text cannot be divided into
    /// the two.
    pub value: &'a str,
    /// The unit, such as `g`.
    pub unit: Option<&'a str>,
}

/// The net quantity of a component, or of the case where there is no consumer unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NetQuantity<'a> {
    /// The index of the component.
    pub component: usize,
    /// The number of consumer units in a case; `None` where it is 1, unknown, or
    /// counts anything but units of this component.
    pub count: Option<&'a str>,
    /// The weight of a unit.
    pub weight: Option<Measure<'a>>,
    /// The volume of a unit.
    pub volume: Option<Measure<'a>>,
    /// The drained weight of a unit.
    pub drained: Option<Measure<'a>>,
    /// The number of pieces in a unit, where neither weight nor volume is declared.
    pub pieces: Option<&'a str>,
}

/// The net quantities of a product's components, in their order, without those that
/// declare none.
///
/// Nothing is added up or converted. Units of a case are counted only where the product
/// has a single component: how many of each a mixed case holds is not declared.
///
/// ```
/// use product_pool::label::net_quantities;
/// use product_pool::model::Product;
/// let product = Product::from_json(
///     r#"{"data": {
///         "outer": {"consumer_units_per_traded": {"value": 10, "units": "Each"}},
///         "components": [{"inner": {"inner_component_weight": {"value": 400, "units": "g"}}}]
///     }}"#,
/// )?;
/// let quantities = net_quantities(&product);
/// assert_eq!(quantities[0].count, Some("10"));
/// assert_eq!(quantities[0].weight.unwrap().value, "400");
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
pub fn net_quantities<'a>(product: impl Into<ProductData<'a>>) -> Vec<NetQuantity<'a>> {
    let product = product.into();
    let count = if product.components().iter().count() == 1 {
        units_per_case(product)
    } else {
        None
    };
    let mut found = Vec::new();
    for (index, component) in product.components().iter().enumerate() {
        let quantity = of_unit(component).map(|unit| NetQuantity {
            count: count.filter(|count| unit.weight.is_none_or(|own| !counts(own.value, count))),
            ..unit
        });
        let quantity = quantity.or_else(|| of_case(product, component));
        found.extend(quantity.map(|quantity| NetQuantity {
            component: index,
            ..quantity
        }));
    }
    found
}

fn of_unit<'a>(component: Component<'a>) -> Option<NetQuantity<'a>> {
    let inner = component.inner();
    let weight = inner.inner_component_weight();
    let weight = weight
        .value()
        .get()
        .and_then(|value| measure(value, weight.units().get()));
    let volume = inner.inner_component_volume().get();
    let volume = volume.and_then(|text| measure(text, None));
    // Drinks have their volume in the field for the weight.
    let (weight, volume) = match weight {
        Some(weight) if weight.unit.is_some_and(is_volume) => (None, Some(weight)),
        weight => (weight, volume),
    };
    let drained = inner.net_drained_weight().get();
    let unit = NetQuantity {
        weight,
        volume,
        drained: drained.and_then(|text| measure(text, None)),
        ..NetQuantity::default()
    };
    if unit != NetQuantity::default() {
        return Some(unit);
    }
    let pieces = inner.count_per_inner_component().get().filter(is_count)?;
    Some(NetQuantity {
        pieces: Some(pieces),
        ..unit
    })
}

/// The weight of the case, of a product that has no consumer unit.
fn of_case<'a>(product: ProductData<'a>, component: Component<'a>) -> Option<NetQuantity<'a>> {
    if !says_yes(component.inner().no_inner_component_present()) {
        return None;
    }
    let weight = product.outer().outer_case_net_weight();
    Some(NetQuantity {
        weight: Some(measure(declared(weight)?, weight.units())?),
        ..NetQuantity::default()
    })
}

fn units_per_case<'a>(product: ProductData<'a>) -> Option<&'a str> {
    const UNITS: [&str; 6] = ["each", "ea", "unit", "units", "item", "items"];
    let quantity = product.outer().consumer_units_per_traded();
    if let Some(units) = quantity.units()
        && !UNITS.iter().any(|known| units.eq_ignore_ascii_case(known))
    {
        return None;
    }
    quantity.value().filter(is_count)
}

/// Whether an amount begins with this count already: "10 x 400 g".
fn counts(amount: &str, count: &str) -> bool {
    let behind = amount.strip_prefix(count).unwrap_or_default();
    behind.trim_start().starts_with(['x', 'X', '×'])
}

/// Whether a text is a whole number above 1.
fn is_count(text: &&str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
        && Decimal::parse(text).is_some_and(|count| count > Decimal::whole(1))
}

/// A declared amount; `None` for a placeholder, for nothing, and without a unit.
fn measure<'a>(text: &'a str, units: Option<&'a str>) -> Option<Measure<'a>> {
    let units = units.filter(|units| !is_filler(&plain(units)));
    let (number, behind) = split_number(text);
    let unit = match behind.trim() {
        "" => units,
        within => Some(within).filter(|unit| unit.chars().all(letters::is_alphabetic)),
    };
    let is_nothing = Decimal::parse(number) == Some(Decimal::whole(0));
    if is_nothing || is_filler(&plain(text)) {
        return None;
    }
    match unit {
        Some(_) if !number.is_empty() => Some(Measure {
            value: number,
            unit,
        }),
        // "4 × 100" or "approx. 400", in grams.
        _ if units.is_some() && lacks_unit(text) => Some(Measure {
            value: text,
            unit: units,
        }),
        // "approx. 400 g", "4 × 100 g".
        _ if text.chars().any(letters::is_alphabetic) => Some(Measure {
            value: text,
            unit: None,
        }),
        _ => None,
    }
}

/// Whether an amount in words of the supplier's own ends without a unit.
fn lacks_unit(text: &str) -> bool {
    let has_digits = text.contains(|c: char| c.is_ascii_digit());
    let ends_with_digit = text.ends_with(|c: char| c.is_ascii_digit());
    has_digits && (ends_with_digit || !text.chars().any(letters::is_alphabetic))
}
