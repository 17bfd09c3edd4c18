//! Which messages a page may load after the first drawing of a card: those of
//! content that is folded at first, and of the other views.
//!
//! The build divides each language's file accordingly, by the list in
//! `src/messages/later.txt`, which `cargo xtask types` writes from
//! [`is_later`].

use super::{Density, Panel};
use crate::label::may_be_key_fact;
use crate::model::table::{COMPONENT, DIETS, FREE_FROM, Field, PRODUCT, Record, Topic};
use crate::model::view::Shape;

/// The families of messages that only folded content or other views use.
const FAMILIES: [&str; 4] = ["accreditations", "diff", "matrix", "section"];

/// Whether the first drawing of a card never uses the message with this key. The
/// names of fields belong to the panels of their topics.
///
/// ```
/// use product_pool::card::is_later;
/// assert!(is_later("field.pallet_type"));
/// assert!(!is_later("field.storage_instructions"));
/// assert!(!is_later("allergen.milk"));
/// ```
pub fn is_later(key: &str) -> bool {
    let (family, name) = key.split_once('.').unwrap_or((key, ""));
    match family {
        "field" => {
            let mut claims = [DIETS.fields(), FREE_FROM.fields()].into_iter().flatten();
            !claims.any(|field| field.name == name)
                && !may_be_key_fact(name)
                // In place of a declaration, which is open.
                && name != "nutritional_data_exempt"
                && !is_open(&PRODUCT, None, name)
                && !is_open(&COMPONENT, None, name)
        }
        _ => FAMILIES.contains(&family),
    }
}

/// Whether an open panel shows the field of this name. `topic` is that
/// of the field whose rows the record describes.
fn is_open(record: &'static Record, topic: Option<Topic>, name: &str) -> bool {
    record.fields().any(|field| {
        let topic = field.topic.or(record.topic).or(topic);
        field.name == name && (is_in_open_panel(topic) || field.particular.is_some())
            || rows(field).is_some_and(|rows| is_open(rows, topic, name))
    })
}

/// The record that describes a section, or the rows of a list.
fn rows(field: &Field) -> Option<&'static Record> {
    match field.shape {
        Shape::Record(record) | Shape::List(&Shape::Record(record)) => Some(record),
        _ => None,
    }
}

fn is_in_open_panel(topic: Option<Topic>) -> bool {
    let panels = Panel::ALL.iter();
    let mut panels = panels.filter(|panel| Some(panel.key()) == topic.map(Topic::key));
    panels.any(|panel| panel.is_open(Density::Comfortable))
}
