//! JSON objects of a record, created with all fields of a table.

use product_pool::model::table::Schema;
use product_pool::model::view::Shape;
use serde_json::{Map, Value, json};

/// A JSON object that is being filled in.
#[derive(Clone, Debug)]
pub(crate) struct Section(Map<String, Value>);

impl Section {
    /// Creates an object with all fields of a table, each empty: `null` where the service
    /// allows it, otherwise the empty value of its type.
    pub(crate) fn blank(record: &'static Schema) -> Section {
        let fields = record.fields().map(|field| {
            let value = if field.nullable {
                Value::Null
            } else {
                nothing(field.shape)
            };
            (field.name.to_owned(), value)
        });
        Section(fields.collect())
    }

    /// Creates an object without fields.
    pub(crate) fn empty() -> Section {
        Section(Map::new())
    }

    /// Sets a field of the table.
    pub(crate) fn set(&mut self, name: &str, value: impl Into<Value>) -> &mut Section {
        let value = value.into();
        match self.0.get_mut(name) {
            Some(place) => *place = value,
            None => debug_assert!(false, "the table has no field {name}"),
        }
        self
    }

    /// Adds a field that the table does not have.
    pub(crate) fn add(&mut self, name: &str, value: impl Into<Value>) -> &mut Section {
        self.0.insert(name.to_owned(), value.into());
        self
    }
}

impl From<Section> for Value {
    fn from(section: Section) -> Value {
        Value::Object(section.0)
    }
}

fn nothing(shape: Shape) -> Value {
    match shape {
        Shape::Text => Value::from(""),
        Shape::Integer | Shape::Number => Value::from(0),
        Shape::List(_) => Value::Array(Vec::new()),
        Shape::Record(record) => Section::blank(record).into(),
        _ => Value::Null,
    }
}

/// A quantity: an amount and its unit.
pub(crate) fn quantity(value: impl Into<Value>, units: &str) -> Value {
    json!({"value": value.into(), "units": units})
}

/// A reference to an entry of one of the service's lists.
pub(crate) fn reference(id: u32, description: &str) -> Value {
    json!({"id": id, "description": description})
}

/// A reference with the value yes or no.
pub(crate) fn yes_or_no(yes: bool) -> Value {
    if yes {
        reference(1, "Yes")
    } else {
        reference(2, "No")
    }
}

/// A coded flag with the value yes or no.
pub(crate) fn flag(yes: bool) -> Value {
    let (code, text) = if yes {
        (crate::flags::YES, "Yes")
    } else {
        (crate::flags::NO, "No")
    };
    json!({"value": code, "description": text})
}
