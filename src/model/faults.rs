//! Faults: where a record departs from the table. They are reported and never make
//! decoding fail.

use super::table::view::Shape;
use super::table::{Field, Schema, named};
use super::value::Value;
use crate::collect_vec::CollectVec as _;
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::mem;

/// A departure of a record from the table.
///
/// ```
/// use product_pool::model::{Expected, Product};
///
/// let product = Product::from_json(r#"{"data": {"general": {"brand": "seven"}}}"#)?;
/// let faults = product.faults();
/// assert_eq!(faults[0].path, "general.brand");
/// assert_eq!(faults[0].expected, Expected::Integer);
/// # Ok::<(), product_pool::model::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// Where: `components[0].allergens.contains_milk.value`.
    pub path: String,
    /// What the table expects there.
    pub expected: Expected,
    /// What was sent: JSON text, cut after about 80 bytes.
    pub found: String,
}

named! {
    /// What the table expects of a value.
    #[non_exhaustive]
    Expected key: "The expectation in words." {
        /// A string.
        Text "string",
        /// A whole number.
        Integer "integer",
        /// A number.
        Number "number",
        /// An object.
        Object "object",
        /// An array.
        List "array",
        /// A value that is not `null`.
        NotNull "not null",
        /// Nothing: the table has no field of this name.
        Nothing "no field of this name",
        /// One field of this name, not several.
        Once "one field of this name",
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: expected {}, found {}",
            self.path, self.expected, self.found
        )
    }
}

/// About how many bytes of a found value a fault quotes.
const FOUND_LENGTH: usize = 80;

/// All departures of `value` from `record`, in the order they stand in it.
///
/// A missing field is not a fault: any field may be missing.
///
/// ```
/// use product_pool::model::{faults, table, Value};
/// let value = Value::parse(r#"{"status": 7, "colour": "red"}"#)?;
/// let found: Vec<String> = faults(&value, &table::PRODUCT).iter().map(|f| f.to_string()).collect();
/// assert_eq!(found, [
///     "status: expected string, found 7",
///     "colour: expected no field of this name, found \"red\"",
/// ]);
/// # Ok::<(), product_pool::model::ParseError>(())
/// ```
pub fn faults(value: &Value, record: &'static Schema) -> Vec<Fault> {
    let mut walk = Walk {
        path: String::new(),
        faults: Vec::new(),
    };
    walk.record(value, record);
    walk.faults
}

struct Walk {
    path: String,
    faults: Vec<Fault>,
}

impl Walk {
    fn report(&mut self, expected: Expected, value: &Value) {
        let mut found = value.to_json();
        if found.len() > FOUND_LENGTH {
            let end = (0..=FOUND_LENGTH).rfind(|at| found.is_char_boundary(*at));
            found.truncate(end.unwrap_or_default());
            found.push('…');
        }
        self.faults.push(Fault {
            path: self.path.clone(),
            expected,
            found,
        });
    }

    fn record(&mut self, value: &Value, record: &'static Schema) {
        let Some(object) = value.as_object() else {
            return self.report(Expected::Object, value);
        };
        let length = self.path.len();
        let fields: Vec<&Field> = record.fields().collect_vec();
        let mut seen = vec![false; fields.len()];
        // A set, because an object may have hundreds of thousands of members.
        let mut unknown = BTreeSet::new();
        // Members mostly stand in the table's order, so the search begins after the last.
        let mut after = 0;
        for (name, member) in object.iter() {
            if length > 0 {
                self.path.push('.');
            }
            self.path.push_str(name);
            let found = (after..fields.len())
                .chain(0..after)
                .find(|at| fields[*at].name == name);
            let is_new = match found {
                Some(at) => !mem::replace(&mut seen[at], true),
                None => unknown.insert(name),
            };
            if !is_new {
                self.report(Expected::Once, member);
            }
            after = found.map_or(after, |at| at + 1);
            match found.map(|at| fields[at]) {
                None => self.report(Expected::Nothing, member),
                Some(field) if member.is_null() => {
                    if !field.nullable {
                        self.report(Expected::NotNull, member);
                    }
                }
                Some(field) => self.shape(member, field.shape),
            }
            self.path.truncate(length);
        }
    }

    fn shape(&mut self, value: &Value, shape: Shape) {
        let expected = match (shape, value) {
            (Shape::Any, _) | (Shape::Text, Value::Text(_)) | (Shape::Number, Value::Number(_)) => {
                return;
            }
            (Shape::Integer, Value::Number(number)) if number.as_i64().is_some() => return,
            (Shape::Record(record), _) => return self.record(value, record),
            (Shape::List(element), Value::List(list)) => return self.list(list, *element),
            (Shape::Text, _) => Expected::Text,
            (Shape::Integer, _) => Expected::Integer,
            (Shape::Number, _) => Expected::Number,
            (Shape::List(_), _) => Expected::List,
        };
        self.report(expected, value);
    }

    fn list(&mut self, list: &[Value], element: Shape) {
        let length = self.path.len();
        for (index, value) in list.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(self.path, "[{index}]");
            self.shape(value, element);
            self.path.truncate(length);
        }
    }
}
