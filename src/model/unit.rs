//! Which unit of a product a GTIN identifies.

use super::page::ListedProduct;
use super::product::Product;
use crate::gtin::Gtin;

/// A unit of a product that has a GTIN of its own.
///
/// ```
/// use product_pool::model::Unit;
///
/// assert_eq!(Unit::Component(2).component(), Some(2));
/// assert_eq!(Unit::Traded.component(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// The traded unit: the case, by whose GTIN the service looks products up.
    Traded,
    /// The consumer unit of the component with this index, from 0.
    Component(usize),
}

impl Unit {
    /// The index of the component; `None` for the traded unit.
    pub fn component(self) -> Option<usize> {
        match self {
            Unit::Traded => None,
            Unit::Component(index) => Some(index),
        }
    }
}

impl Product {
    /// The unit with this GTIN: the traded unit, or the first component whose
    /// consumer unit has it. Stored GTINs are read by [`Gtin::parse_lenient`].
    ///
    /// ```
    /// use product_pool::gtin::Gtin;
    /// use product_pool::model::{Product, Unit};
    /// let product = Product::from_json(
    ///     r#"{"data": {
    ///         "outer": {"traded_unit_gtin": "9520000002008"},
    ///         "components": [{"inner": {"internal_gtin": "9520000 002015"}}]
    ///     }}"#,
    /// )?;
    /// let gtin = Gtin::parse("9520000002015")?;
    /// assert_eq!(product.unit_with(&gtin), Some(Unit::Component(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unit_with(&self, gtin: &Gtin) -> Option<Unit> {
        let data = self.data();
        let components = data.components().iter();
        let components = components.map(|component| component.inner().internal_gtin().get());
        find(
            gtin,
            units(data.outer().traded_unit_gtin().get(), components),
        )
    }
}

impl ListedProduct {
    /// The units of the product that have a GTIN, the traded unit first. GTINs
    /// are read by [`Gtin::parse_lenient`]; what is not a GTIN is left out.
    ///
    /// ```
    /// use product_pool::gtin::Gtin;
    /// use product_pool::model::{ListedProduct, Unit, Value};
    ///
    /// let item = r#"{"traded_unit_gtin": "9520000002008", "components": [{"internal_gtin": "9520000002015"}]}"#;
    /// let product = ListedProduct::from(Value::parse(item)?);
    /// let units: Vec<_> = product.units().map(|(_, unit)| unit).collect();
    /// assert_eq!(units, [Unit::Traded, Unit::Component(0)]);
    /// assert_eq!(product.unit_with(&Gtin::parse("9520000002015")?), Some(Unit::Component(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn units(&self) -> impl Iterator<Item = (Gtin, Unit)> {
        let data = self.data();
        let components = data.components().iter();
        let components = components.map(|component| component.internal_gtin().get());
        units(data.traded_unit_gtin().get(), components)
    }

    /// The unit with this GTIN: the traded unit, or the first component that
    /// has it.
    pub fn unit_with(&self, gtin: &Gtin) -> Option<Unit> {
        find(gtin, self.units())
    }
}

/// The units with a GTIN, of the texts stored for the traded unit and the components.
fn units<'a>(
    traded: Option<&'a str>,
    components: impl Iterator<Item = Option<&'a str>>,
) -> impl Iterator<Item = (Gtin, Unit)> {
    let components = components.enumerate();
    let components = components.map(|(index, text)| (text, Unit::Component(index)));
    let all = std::iter::once((traded, Unit::Traded)).chain(components);
    all.filter_map(|(text, unit)| Some((Gtin::parse_lenient(text?).ok()?, unit)))
}

fn find(gtin: &Gtin, mut units: impl Iterator<Item = (Gtin, Unit)>) -> Option<Unit> {
    let (_, unit) = units.find(|(known, _)| known == gtin)?;
    Some(unit)
}
