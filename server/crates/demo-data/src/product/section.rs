//! The sections of a record, which have all fields of their table.

use product_pool::model::table::Schema;
use product_pool::model::view::Shape;
use serde_json::{Value, json};

/// A section with the given fields. The others are blank: `null` where the service allows it,
/// otherwise the empty value of their type.
pub(crate) fn section(table: &'static Schema, fields: Value) -> Value {
    let mut section = blank(table);
    if let Value::Object(fields) = fields {
        for (name, value) in fields {
            section[name] = value;
        }
    }
    section
}

/// A section of which nothing is known.
pub(crate) fn blank(table: &'static Schema) -> Value {
    let fields = table.fields().map(|field| {
        let value = match field.shape {
            _ if field.nullable => Value::Null,
            Shape::Text => "".into(),
            Shape::Integer | Shape::Number => 0.into(),
            Shape::List(_) => json!([]),
            Shape::Record(table) => blank(table),
            _ => Value::Null,
        };
        (field.name.to_owned(), value)
    });
    Value::Object(fields.collect())
}

/// A quantity: an amount and its unit.
pub(crate) fn quantity(value: impl Into<Value>, units: &str) -> Value {
    json!({"value": value.into(), "units": units})
}

/// A reference to an entry of one of the service's lists.
pub(crate) fn reference(id: u32, description: &str) -> Value {
    json!({"id": id, "description": description})
}
