//! Evidence in texts that are neither statements nor lists of ingredients: names, descriptions,
//! remarks, and what stands where the table has no field.

use super::Findings;
use crate::collect_vec::CollectVec as _;
use crate::label::path::within;
use crate::label::status::{Source, Status};
use crate::lexicon::Lexicon;
use crate::model::normalize::coded_lines;
use crate::model::table::{ALLERGENS, INGREDIENTS, Schema};
use crate::model::view::Shape;
use crate::model::{Object, Value};
use crate::reading::{Kind, read};
use crate::text::rich_text;
use std::ptr;

impl Findings {
    /// Adds names, descriptions and remarks: an allergen that they merely name is a
    /// reason to check the label. Sections and fields that a broken record repeats
    /// are read every time, in any form.
    pub(super) fn texts(
        &mut self,
        table: &Schema,
        record: Option<&Value>,
        at: &str,
        lexicon: &Lexicon,
    ) {
        let Some(record) = record.and_then(Value::as_object) else {
            return;
        };
        self.section(table, record, at, lexicon);
        // A list among components is none of them.
        let components = record.iter().filter(|(name, _)| *name == "components");
        let items = components.flat_map(|(_, value)| value.as_list().unwrap_or_default());
        for list in items.filter(|item| item.as_list().is_some()) {
            self.stray("components", list, at, lexicon);
        }
        for field in table.fields() {
            let Shape::Record(section) = field.shape else {
                continue;
            };
            for (_, value) in record.iter().filter(|(name, _)| *name == field.name) {
                let values = value.as_list().unwrap_or(std::slice::from_ref(value));
                for value in values.iter().filter_map(Value::as_object) {
                    self.section(section, value, &within(at, field.name), lexicon);
                }
            }
        }
    }

    fn section(&mut self, table: &Schema, section: &Object, at: &str, lexicon: &Lexicon) {
        let fields = table.fields().filter(|field| field.is_read);
        let fields = fields.map(|field| field.name).collect_vec();
        let may_name = ptr::eq(table, &ALLERGENS) || ptr::eq(table, &INGREDIENTS);
        for (field, value) in section.iter() {
            if table.field(field).is_none() {
                if may_name {
                    self.unknown(field, value, at, lexicon);
                    continue;
                }
                self.stray(field, value, at, lexicon);
            }
            if !table.is_read && !fields.contains(&field) {
                continue;
            }
            let is_name = field.ends_with("_name") || field.ends_with("_description");
            let source = if is_name {
                Source::Name
            } else {
                Source::Statement
            };
            let reading = read(&rich_text(&coded_lines(value)), Kind::Prose, lexicon);
            self.warns |= reading.warns;
            for mention in reading.mentions {
                let status = mention.polarity.into();
                self.add(mention, &within(at, field), source, status);
            }
        }
    }

    /// Adds what fields of allergens and ingredients say in a place that has none: those of a
    /// component within a component, or of a product itself.
    fn stray(&mut self, field: &str, value: &Value, at: &str, lexicon: &Lexicon) {
        if ALLERGENS.field(field).is_some() || INGREDIENTS.field(field).is_some() {
            return self.unknown(field, value, at, lexicon);
        }
        match value {
            Value::List(values) => {
                for value in values {
                    self.stray(field, value, at, lexicon);
                }
            }
            Value::Object(members) => {
                let at = within(at, field);
                for (name, value) in members.iter() {
                    if field == ALLERGENS.name {
                        self.unknown(name, value, &at, lexicon);
                    } else {
                        self.stray(name, value, &at, lexicon);
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds what a field says that the table does not have: the words of a text, and the name of
    /// a flag that is answered with a warning, "contains dairy".
    fn unknown(&mut self, field: &str, value: &Value, at: &str, lexicon: &Lexicon) {
        let said = coded_lines(value);
        let answers = said
            .split('\n')
            .map(|line| Status::from_description(Some(line)));
        let answer = answers.max().filter(|answer| answer.is_positive());
        // "May contain" as an answer to "contains dairy", and "yes" to "may contain dairy".
        let name = answer.map(|answer| (field.replace(['_', '-'], " "), answer));
        for (text, most) in name.into_iter().chain([(said, Status::Contains)]) {
            for mention in read(&rich_text(&text), Kind::Prose, lexicon).mentions {
                let status = Status::from(mention.polarity).min(most);
                self.add(mention, &within(at, field), Source::Statement, status);
            }
        }
    }
}
