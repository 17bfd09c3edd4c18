//! Writes the field table as JSON. The benchmarks in JavaScript generate schemas
//! from it, so that the other libraries validate every field too.
//!
//! `cargo run --example fields-json` prints one object: `records` by name,
//! each a list of `{name, nullable, shape}`, where a shape is `text`,
//! `integer`, `number`, `any`, `{"record": name}` or `{"list": shape}`; and
//! `roots`, the records of the bodies.

#![allow(clippy::print_stdout, reason = "a program that prints")]

use product_pool::model::table::{self, Schema};
use product_pool::model::view::Shape;
use product_pool::model::{Object, Value};

fn main() {
    let mut records = Records::default();
    let mut roots = Object::default();
    for (root, record) in [
        ("product", &table::PRODUCT),
        ("products", &table::PRODUCT_PAGE),
    ] {
        let name = records.name(record);
        roots.push(root, Value::from(name.as_str()));
    }
    let mut all = Object::default();
    all.push("roots", Value::Object(roots));
    all.push("records", Value::Object(records.written));
    println!("{}", Value::Object(all));
}

/// The records found so far. Names get numbers, because two records may share one
/// ("quantity" is both the integer and the decimal amount).
#[derive(Default)]
struct Records {
    seen: Vec<(&'static Schema, String)>,
    written: Object,
}

impl Records {
    fn name(&mut self, record: &'static Schema) -> String {
        if let Some((_, name)) = self
            .seen
            .iter()
            .find(|(seen, _)| std::ptr::eq(*seen, record))
        {
            return name.clone();
        }
        let name = format!("{} {}", record.name, self.seen.len());
        self.seen.push((record, name.clone()));
        let fields = record.fields().map(|field| {
            let mut entry = Object::default();
            entry.push("name", Value::from(field.name));
            entry.push("nullable", Value::from(field.nullable));
            entry.push("shape", self.shape(field.shape));
            Value::Object(entry)
        });
        let fields = fields.collect();
        self.written.push(&name, Value::List(fields));
        name
    }

    fn shape(&mut self, shape: Shape) -> Value {
        let compound = |kind, of| {
            let mut object = Object::default();
            object.push(kind, of);
            Value::Object(object)
        };
        match shape {
            Shape::Text => Value::from("text"),
            Shape::Integer => Value::from("integer"),
            Shape::Number => Value::from("number"),
            Shape::Record(record) => compound("record", Value::from(self.name(record).as_str())),
            Shape::List(element) => compound("list", self.shape(*element)),
            // The service does not document the type.
            _ => Value::from("any"),
        }
    }
}
