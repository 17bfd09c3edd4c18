//! Evidence in texts that are neither statements nor lists of ingredients: names, descriptions,
//! remarks, and what stands where the table has no field.

use super::Findings;
use crate::label::path::within;
use crate::label::status::{Source, Status};
use crate::lexicon::Lexicon;
use crate::model::normalize::coded_lines;
use crate::model::table::{ALLERGENS, COMPONENT, Field, INGREDIENTS, PRODUCT, Schema};
use crate::model::view::Shape;
use crate::model::{Object, Value};
use crate::reading::{Kind, Mention, Polarity};
use crate::text::tokens::fold;
use crate::text::{position, rich_text};
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
                for value in values {
                    match value.as_object() {
                        Some(object) => {
                            self.section(section, object, &within(at, field.name), lexicon);
                        }
                        None => self.claims(field.name, value, at, lexicon),
                    }
                }
            }
        }
    }

    fn section(&mut self, table: &Schema, section: &Object, at: &str, lexicon: &Lexicon) {
        let may_name = ptr::eq(table, &ALLERGENS) || ptr::eq(table, &INGREDIENTS);
        let is_root = ptr::eq(table, &PRODUCT) || ptr::eq(table, &COMPONENT);
        let brand = section.get("brand_name").map(coded_lines);
        let brand = brand.unwrap_or_default();
        for (field, value) in section.iter() {
            let known = table.field(field);
            match known {
                Some(known) if !is_root => self.beyond(known, value, at, lexicon),
                Some(_) => {}
                None if may_name => {
                    self.unknown(field, value, at, lexicon);
                    continue;
                }
                None => self.stray(field, value, at, lexicon),
            }
            if !table.is_read && !known.is_some_and(|known| known.is_read) {
                continue;
            }
            let is_name = field.ends_with("_name") || field.ends_with("_description");
            let source = if is_name {
                Source::Name
            } else {
                Source::Statement
            };
            let text = coded_lines(value);
            if text.is_empty() {
                continue;
            }
            let reading = self.reading(rich_text(&text), Kind::Prose, lexicon);
            self.warns |= reading.warns;
            for mut mention in reading.mentions {
                if is_name && is_of_brand(&mention.text, &text, &brand) {
                    mention.always = false;
                }
                let status = mention.polarity.into();
                self.add(mention, &within(at, field), source, status);
            }
        }
    }

    /// Adds what the value of a field says in members that the table does not have: the note of a flag.
    fn beyond(&mut self, known: &Field, value: &Value, at: &str, lexicon: &Lexicon) {
        let table = match known.shape {
            Shape::Record(table) | Shape::List(&Shape::Record(table)) => table,
            Shape::Any => return self.stray(known.name, value, at, lexicon),
            _ => return,
        };
        let at = within(at, known.name);
        let values = value.as_list().unwrap_or(std::slice::from_ref(value));
        let is_described = table.field("description").is_some();
        for object in values.iter().filter_map(Value::as_object) {
            // Without a description the others are forms of it.
            if is_described && object.get("description").is_none() {
                continue;
            }
            for (name, value) in object.iter() {
                match table.field(name) {
                    Some(known) => self.beyond(known, value, &at, lexicon),
                    None => self.stray(name, value, &at, lexicon),
                }
            }
        }
    }

    /// Adds what fields of allergens and ingredients say in a place that has none: those of a
    /// component within a component, or of a product itself.
    fn stray(&mut self, field: &str, value: &Value, at: &str, lexicon: &Lexicon) {
        if ALLERGENS.field(field).is_some() || INGREDIENTS.field(field).is_some() {
            return self.unknown(field, value, at, lexicon);
        }
        let is_nested = |value: &Value| value.as_list().is_some() || value.as_object().is_some();
        match value {
            Value::List(values) => {
                for value in values {
                    self.stray(field, value, at, lexicon);
                }
                return;
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
                if members.iter().any(|(_, value)| is_nested(value)) {
                    return;
                }
            }
            _ => {}
        }
        self.claims(field, value, at, lexicon);
    }

    /// Adds what a field claims that may be about anything: of which allergens it says that the food
    /// contains them, or may. What it only names does not count, as in "Serve with milk", unless the
    /// field is one of allergens.
    fn claims(&mut self, field: &str, value: &Value, at: &str, lexicon: &Lexicon) {
        let said = coded_lines(value);
        // {"name": "Allergens", "value": "Milk"}
        let said = match value.as_object() {
            Some(_) => said.replace('\n', ": "),
            None => said,
        };
        let name = words_of(field);
        let text = format!("{name}: {said}");
        let reading = self.reading(rich_text(&text), Kind::Prose, lexicon);
        self.warns |= reading.warns;
        let mut words = name.split(' ');
        let is_of_allergens = words.any(|word| word.to_ascii_lowercase().starts_with("allerg"));
        let says = |mention: &Mention| is_of_allergens || mention.polarity != Polarity::Named;
        for mention in reading.mentions.into_iter().filter(says) {
            let status = mention.polarity.into();
            self.add(mention, &within(at, field), Source::Statement, status);
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
        let name = answer.map(|answer| (words_of(field), answer));
        for (text, most) in name.into_iter().chain([(said, Status::Contains)]) {
            let reading = self.reading(rich_text(&text), Kind::Prose, lexicon);
            for mention in reading.mentions {
                let status = Status::from(mention.polarity).min(most);
                self.add(mention, &within(at, field), Source::Statement, status);
            }
        }
    }
}

/// The words of which a field's name consists: those of `may_contain` and `mayContain`.
fn words_of(field: &str) -> String {
    let mut words = String::with_capacity(field.len());
    let mut is_small = false;
    for letter in field.chars() {
        if is_small && letter.is_ascii_uppercase() {
            words.push(' ');
        }
        is_small = letter.is_ascii_lowercase();
        words.push(if matches!(letter, '_' | '-') {
            ' '
        } else {
            letter
        });
    }
    words
}

/// Whether words of a name stand in the brand alone, which is in it: "Emperador" is a swordfish, and a brand
/// of biscuits. Then the list of ingredients decides.
fn is_of_brand(words: &str, name: &str, brand: &str) -> bool {
    /// The most bytes of a brand, and of words in it: longer ones would be searched for too long.
    const LONGEST: usize = 100;
    if brand.is_empty() || brand.len().max(words.len()) > LONGEST {
        return false;
    }
    let [words, name, brand] = [words, name, brand].map(fold);
    let rest = position(&name, &brand).and_then(|at| {
        let (before, from) = name.split_at_checked(at)?;
        Some([before, from.strip_prefix(&*brand)?].concat())
    });
    rest.is_some_and(|rest| position(&name, &words).is_some() && position(&rest, &words).is_none())
}
