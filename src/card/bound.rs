//! The part of a record that is read and drawn.
//!
//! Reading and drawing take time and room for everything in a record, and a record may hold
//! anything. What no honest record has is left out, and the card says so: each list is drawn up to
//! a length, and the whole up to a number of values and of bytes. What the components that are left
//! out declare to contain is still on the card, in one component that stands for them; it declares
//! nothing absent, so no answer is reassuring.

use super::record::Record;
use crate::collect_vec::CollectVec as _;
use crate::label::positive_flags;
use crate::model::normalize::is_single;
use crate::model::table::{self, COMPONENT, PRODUCT};
use crate::model::view::Shape;
use crate::model::{Object, Product, Value};
use std::borrow::Cow;

/// The longest list, and the most members of an object: components, articles of packaging, images.
/// Kits have a few dozen components, sections up to 113 fields.
pub(crate) const MAX_ITEMS: usize = 200;

/// The most values of a record. A component with all fields has 1,500.
const MAX_VALUES: usize = 100_000;

/// The most bytes of all names and texts. A complete record has 60,000.
const MAX_BYTES: usize = 1 << 21;

/// The most bytes of one text, of which the beginning is shown. A long list of ingredients has 5,000.
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
    if Room::new().holds(data) {
        return None;
    }
    let data = data.as_object()?;
    let mut room = Room::new();
    let mut kept = room.members(data, Some(&PRODUCT));
    // Of a list that another one replaces, flags alone are read.
    let lists = data.iter().filter(|(name, _)| *name == "components");
    room.is_cut |= lists.count() > 1;
    // A single value is a list of one.
    let all = Value::elements(data.get("components"));
    let mut components = Vec::new();
    let mut unread = None;
    for (index, component) in all.iter().enumerate() {
        let was_cut = std::mem::take(&mut room.is_cut);
        let copy = match index {
            MAX_ITEMS.. => None,
            _ => room.copy(component, Some(&COMPONENT)),
        };
        // Half of a component would say that the other half was not supplied.
        let copy = copy.filter(|_| !room.is_full);
        if unread.is_none() && (room.is_cut || copy.is_none()) {
            unread = Some(index);
        }
        room.is_cut |= was_cut;
        match copy {
            Some(copy) => components.push(copy),
            None => break,
        }
    }
    let is_cut = room.is_cut || unread.is_some();
    let rest = is_cut.then_some(components.len());
    if is_cut {
        components.push(rest_of(data, unread.unwrap_or(all.len())));
    }
    kept.push("components", Value::List(components));
    let mut body = Object::default();
    body.push("data", Value::Object(kept));
    Some((Product::try_from(Value::Object(body)).ok()?, rest))
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

/// What may still be read.
struct Room {
    values: usize,
    bytes: usize,
    /// Whether something that a card draws was left out.
    is_cut: bool,
    /// Whether that was for want of room.
    is_full: bool,
}

impl Room {
    fn new() -> Room {
        Room {
            values: MAX_VALUES,
            bytes: MAX_BYTES,
            is_cut: false,
            is_full: false,
        }
    }

    /// Whether there is room for a value by itself, which it takes.
    fn take(&mut self, bytes: usize) -> bool {
        let left = (self.values.checked_sub(1), self.bytes.checked_sub(bytes));
        let (Some(values), Some(bytes)) = left else {
            return false;
        };
        (self.values, self.bytes) = (values, bytes);
        true
    }

    /// Whether there is room for a value and all in it.
    fn holds(&mut self, value: &Value) -> bool {
        match value {
            Value::List(list) => {
                list.len() <= MAX_ITEMS
                    && self.take(0)
                    && list.iter().all(|value| self.holds(value))
            }
            Value::Object(object) => {
                object.len() <= MAX_ITEMS
                    && self.take(0)
                    && object
                        .iter()
                        .all(|(name, value)| self.take(name.len()) && self.holds(value))
            }
            scalar => {
                let bytes = scalar.as_scalar().map_or(0, str::len);
                bytes <= MAX_TEXT && self.take(bytes)
            }
        }
    }

    /// A value, as far as there is room, by its table if it has one.
    fn copy(&mut self, value: &Value, record: Option<&'static table::Record>) -> Option<Value> {
        let text = value.as_scalar().unwrap_or_default();
        if !self.take(text.len().min(MAX_TEXT)) {
            (self.is_cut, self.is_full) = (true, true);
            return None;
        }
        Some(match value {
            Value::List(list) => {
                self.is_cut |= list.len() > MAX_ITEMS;
                let kept = list.iter().take(MAX_ITEMS);
                Value::List(
                    kept.map_while(|value| self.copy(value, record))
                        .collect_vec(),
                )
            }
            Value::Object(object) => Value::Object(self.members(object, record)),
            _ if text.len() > MAX_TEXT => {
                self.is_cut = true;
                let ends = text.char_indices().map(|(at, _)| at);
                let end = ends.take_while(|at| *at <= MAX_TEXT).last();
                let text = text.get(..end.unwrap_or_default()).unwrap_or_default();
                Value::from(format!("{text}…").as_str())
            }
            scalar => scalar.clone(),
        })
    }

    /// The members of an object; of a record with a table those that are known, or are read although
    /// they are not, without its components. Single values come before sections, and the last before
    /// the first, for of a repeated one it counts: whether a product is recalled is never left out.
    fn members(&mut self, object: &Object, record: Option<&'static table::Record>) -> Object {
        let mut kept = Vec::new();
        for is_single in [true, false] {
            let members = object.iter().rev().filter_map(|(name, value)| {
                let is_mine = value.as_scalar().is_some() == is_single;
                let inner = if is_mine { inner(name, record)? } else { None };
                is_mine.then_some((name, value, inner))
            });
            for (count, (name, value, inner)) in members.enumerate() {
                let has_room = count < MAX_ITEMS && self.take(name.len());
                let Some(value) = has_room.then(|| self.copy(value, inner)).flatten() else {
                    self.is_cut = true;
                    self.is_full |= count < MAX_ITEMS;
                    break;
                };
                kept.push((name, value));
            }
        }
        let mut copy = Object::default();
        for (name, value) in kept.into_iter().rev() {
            copy.push(name, value);
        }
        copy
    }
}

/// The table of a member's own members, if it has one; `None` for a member that is not drawn.
fn inner(
    name: &str,
    record: Option<&'static table::Record>,
) -> Option<Option<&'static table::Record>> {
    let Some(record) = record else {
        return Some(None);
    };
    match record.field(name).map(|field| field.shape) {
        _ if name == "components" => None,
        // What a coded value says may stand in any of its members.
        Some(Shape::Record(inner) | Shape::List(&Shape::Record(inner))) if !is_single(inner) => {
            Some(Some(inner))
        }
        Some(_) => Some(None),
        None => record.is_read.then_some(None),
    }
}
