//! The part of a record that is read and drawn.
//!
//! Reading and drawing take time and room for everything in a record, and a record may hold
//! anything. Of one that holds more than any honest record, sections and components are drawn as long
//! as there is room for the whole of each, and the card says so. What the components that are left
//! out declare to contain is still on the card, in one component that stands for them; it declares
//! nothing absent, so no answer is reassuring.

use super::record::Record;
use crate::label::positive_flags;
use crate::model::table::{self, COMPONENT, PRODUCT};
use crate::model::{Object, Product, Value};
use std::borrow::Cow;

/// The longest list, and the most members of an object: components, articles of packaging, images.
/// Kits have a few dozen components, sections up to 113 fields.
pub(crate) const MAX_ITEMS: usize = 200;

/// The most values of a record. A component with all fields has 1,500.
const MAX_VALUES: usize = 100_000;

/// The most bytes of all names and texts. A complete record has 60,000.
const MAX_BYTES: usize = 1 << 21;

/// The most bytes of one text. A long list of ingredients has 5,000.
const MAX_TEXT: usize = 1 << 16;

impl Record {
    /// This record, or as much of it as a card draws.
    ///
    /// ```
    /// use product_pool::card::Record;
    /// use product_pool::model::Product;
    ///
    /// let components = |count| format!(r#"{{"data": {{"components": [{}{{}}]}}}}"#, "{},".repeat(count));
    /// let kit = Record::new(Product::from_json(&components(20))?);
    /// assert_eq!(*kit.bounded(), kit);
    /// let long = Record::new(Product::from_json(&components(20_000))?);
    /// assert!(long.bounded().product.data().components().iter().len() < 300);
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    pub fn bounded(&self) -> Cow<'_, Record> {
        let is_bounded = self.rest.is_some();
        match (!is_bounded).then(|| bounded(&self.product)).flatten() {
            Some((product, rest)) => Cow::Owned(Record {
                product,
                rest,
                ..self.clone()
            }),
            None => Cow::Borrowed(self),
        }
    }
}

/// As much of a product as is drawn, with the index of the component that stands for what is left
/// out; `None` for a product that is drawn as a whole.
pub(crate) fn bounded(product: &Product) -> Option<(Product, Option<usize>)> {
    let data = product.body().get("data")?;
    let mut room = Room {
        values: MAX_VALUES,
        bytes: MAX_BYTES,
    };
    if room.clone().takes(data) {
        return None;
    }
    let data = data.as_object()?;
    let (mut kept, mut is_cut) = room.sections(data, &PRODUCT);
    // Of a list that another one replaces, flags alone are read.
    let lists = data.iter().filter(|(name, _)| *name == "components");
    is_cut |= lists.count() > 1;
    // A single value is a list of one.
    let all = Value::elements(data.get("components"));
    let mut components = Vec::new();
    for component in all.iter().take(MAX_ITEMS).map_while(Value::as_object) {
        // Half of a component would say that the other half was not supplied.
        let (whole, false) = room.sections(component, &COMPONENT) else {
            break;
        };
        components.push(Value::Object(whole));
    }
    let rest = components.len();
    is_cut |= rest < all.len();
    if is_cut {
        components.push(rest_of(data, rest));
    }
    kept.push("components", Value::List(components));
    let mut body = Object::default();
    body.push("data", Value::Object(kept));
    let product = Product::try_from(Value::Object(body)).ok()?;
    Some((product, is_cut.then_some(rest)))
}

/// The component that stands for all from an index on.
fn rest_of(data: &Object, from: usize) -> Value {
    let mut allergens = Object::default();
    for (field, words) in positive_flags(data, from) {
        let mut flag = Object::default();
        flag.push("description", words.as_str().into());
        allergens.push(field, Value::Object(flag));
    }
    let mut component = Object::default();
    component.push("allergens", Value::Object(allergens));
    Value::Object(component)
}

/// How much may still be read.
#[derive(Clone)]
struct Room {
    values: usize,
    bytes: usize,
}

impl Room {
    /// The members of a record that are drawn, without its components, and whether any is left out
    /// for want of room. Each is the last of its name, which counts.
    fn sections(&mut self, object: &Object, table: &table::Record) -> (Object, bool) {
        let (mut kept, mut is_cut) = (Object::default(), false);
        for field in table.fields().filter(|field| field.name != "components") {
            let Some(value) = object.get(field.name) else {
                continue;
            };
            let mut room = self.clone();
            if room.takes(value) {
                *self = room;
                kept.push(field.name, value.clone());
            } else {
                is_cut = true;
            }
        }
        (kept, is_cut)
    }

    /// Whether there is room for a value and all in it, which that takes.
    fn takes(&mut self, value: &Value) -> bool {
        if self.values == 0 || !self.takes_text(value.as_scalar().unwrap_or_default()) {
            return false;
        }
        self.values -= 1;
        match value {
            Value::List(list) => {
                list.len() <= MAX_ITEMS && list.iter().all(|value| self.takes(value))
            }
            Value::Object(object) => {
                let mut members = object.iter();
                let mut takes = |(name, value)| self.takes_text(name) && self.takes(value);
                object.len() <= MAX_ITEMS && members.all(&mut takes)
            }
            _ => true,
        }
    }

    fn takes_text(&mut self, text: &str) -> bool {
        let fits = text.len() <= MAX_TEXT.min(self.bytes);
        self.bytes -= if fits { text.len() } else { 0 };
        fits
    }
}
