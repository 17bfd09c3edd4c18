//! The part of a record that is read and drawn.
//!
//! Reading and drawing take time and room for everything in a record, and a record may hold
//! anything. Of one that holds more than any honest record, sections are drawn as long as there is room
//! for the whole of each, and the card says so. What the components of which anything is left out
//! declare to contain is still on the card, in one component that stands for them; it declares nothing
//! absent, so no answer is reassuring.

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

/// How many sections are left out before nothing more is tried: each try may walk through all the room.
const MAX_LEFT_OUT: usize = 50;

impl Record {
    /// This record, or as much of it as a card draws.
    ///
    /// ```
    /// use product_pool::card::Record;
    /// use product_pool::model::Product;
    ///
    /// let kit = Product::from_json(r#"{"data": {"components": [{}, {}, {}]}}"#)?;
    /// let kit = Record::new(kit);
    /// assert_eq!(*kit.bounded(), kit);
    ///
    /// let components = vec!["{}"; 20_000].join(",");
    /// let long = Product::from_json(&format!(r#"{{"data": {{"components": [{components}]}}}}"#))?;
    /// let long = Record::new(long);
    /// assert!(long.bounded().product.data().components().iter().len() < 300);
    /// # Ok::<(), product_pool::model::DecodeError>(())
    /// ```
    pub fn bounded(&self) -> Cow<'_, Record> {
        if self.rest.is_some() {
            return Cow::Borrowed(self);
        }
        match bounded(&self.product) {
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
        left_out: 0,
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
    let mut is_whole = Vec::new();
    for component in all.iter().take(MAX_ITEMS) {
        let object = component.as_object();
        let sections = object.map(|object| room.sections(object, &COMPONENT));
        let (sections, is_cut) = sections.unwrap_or_else(|| (Object::default(), true));
        is_whole.push(!is_cut);
        if !is_cut || !sections.is_empty() {
            components.push(Value::Object(sections));
        }
    }
    let rest = components.len();
    is_cut |= is_whole.len() < all.len() || is_whole.contains(&false);
    if is_cut {
        components.push(rest_of(data, |index| is_whole.get(index) != Some(&true)));
    }
    kept.push("components", Value::List(components));
    let mut body = Object::default();
    body.push("data", Value::Object(kept));
    let product = Product::try_from(Value::Object(body)).ok()?;
    Some((product, is_cut.then_some(rest)))
}

/// The component that stands for those of which anything is left out.
fn rest_of(data: &Object, is_left_out: impl Fn(usize) -> bool) -> Value {
    let mut allergens = Object::default();
    for (field, words) in positive_flags(data, is_left_out) {
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
    /// How many sections had no room.
    left_out: usize,
}

impl Room {
    /// The members of a record that are drawn, without its components, and whether any is left out
    /// for want of room. A broken record may repeat them: of single values the last counts, of sections
    /// every copy. Single values come first, so that a recall is never left out for want of room.
    fn sections(&mut self, object: &Object, table: &table::Schema) -> (Object, bool) {
        let (mut singles, mut sections) = (Vec::new(), Vec::new());
        for field in table.fields().filter(|field| field.name != "components") {
            if let Some(value) = object.get(field.name)
                && value.as_scalar().is_some()
            {
                singles.push((field.name, value));
            }
            for (name, value) in object.iter() {
                if name == field.name && value.as_scalar().is_none() {
                    sections.push((name, value));
                }
            }
        }
        let (mut kept, mut is_cut) = (Object::default(), false);
        for (name, value) in singles.into_iter().chain(sections) {
            let mut room = self.clone();
            if self.left_out < MAX_LEFT_OUT && room.takes(value) {
                *self = room;
                kept.push(name, value.clone());
            } else {
                self.left_out += 1;
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
                object.len() <= MAX_ITEMS
                    && members.all(|(name, value)| self.takes_text(name) && self.takes(value))
            }
            _ => true,
        }
    }

    fn takes_text(&mut self, text: &str) -> bool {
        if text.len() > MAX_TEXT.min(self.bytes) {
            return false;
        }
        self.bytes -= text.len();
        true
    }
}
