//! Writing what crosses to JavaScript: JSON, member by member.
//!
//! The text is written as it is told, without a tree to build first, so that
//! the label's WebAssembly stays small.

use crate::model::{MAX_DEPTH, Value};

/// How deep a value may nest that stands in a view as it is: what a body may,
/// less the four lists and objects of the view around it, and as many to spare.
const DEPTH: usize = MAX_DEPTH - 8;

/// JSON under way.
#[derive(Debug, Default)]
pub(super) struct Writer {
    text: String,
}

impl Writer {
    /// The text of an object whose members `write` tells.
    pub(super) fn document(write: impl FnOnce(&mut Writer)) -> String {
        let mut writer = Writer::default();
        writer.text.push('{');
        write(&mut writer);
        writer.text.push('}');
        writer.text
    }

    /// A comma, where something stands before.
    fn next(&mut self) {
        if !matches!(self.text.as_bytes().last(), Some(b'{' | b'[')) {
            self.text.push(',');
        }
    }

    fn name(&mut self, name: &str) {
        self.next();
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
    }

    /// A text; `null` where there is none.
    pub(super) fn maybe(&mut self, name: &str, text: Option<&str>) {
        self.name(name);
        match text {
            Some(text) => crate::model::write_text(text, &mut self.text),
            None => self.text.push_str("null"),
        }
    }

    /// A text.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.maybe(name, Some(text));
    }

    /// A whole number; `null` where there is none.
    pub(super) fn number(&mut self, name: &str, number: Option<i64>) {
        self.name(name);
        match number {
            Some(number) => self.digits(number),
            None => self.text.push_str("null"),
        }
    }

    /// A place in a list; `null` where there is none.
    pub(super) fn place(&mut self, name: &str, place: Option<usize>) {
        self.number(name, place.map(signed));
    }

    /// Places in a list.
    pub(super) fn places(&mut self, name: &str, places: &[usize]) {
        self.open(name, '[');
        for place in places {
            self.next();
            self.digits(signed(*place));
        }
        self.text.push(']');
    }

    fn digits(&mut self, number: i64) {
        self.text.push_str(&number.to_string());
    }

    /// Yes or no.
    pub(super) fn flag(&mut self, name: &str, flag: bool) {
        self.name(name);
        self.text.push_str(if flag { "true" } else { "false" });
    }

    /// A value as it came; see [`raw`](Self::raw).
    pub(super) fn value(&mut self, name: &str, value: &Value) {
        self.name(name);
        self.verbatim(value);
    }

    /// An object.
    pub(super) fn object(&mut self, name: &str, write: impl FnOnce(&mut Writer)) {
        self.open(name, '{');
        write(self);
        self.text.push('}');
    }

    /// An object; `null` where there is nothing to tell.
    pub(super) fn optional<T>(
        &mut self,
        name: &str,
        thing: Option<T>,
        write: impl FnOnce(&mut Writer, T),
    ) {
        match thing {
            Some(thing) => self.object(name, |writer| write(writer, thing)),
            None => self.maybe(name, None),
        }
    }

    /// A list of objects, one for each element.
    pub(super) fn list<T>(&mut self, name: &str, elements: &[T], write: fn(&mut Writer, &T)) {
        self.open(name, '[');
        for element in elements {
            self.element(|writer| write(writer, element));
        }
        self.text.push(']');
    }

    /// A list of which `write` tells the elements.
    pub(super) fn elements(&mut self, name: &str, write: impl FnOnce(&mut Writer)) {
        self.open(name, '[');
        write(self);
        self.text.push(']');
    }

    /// An element that is an object.
    pub(super) fn element(&mut self, write: impl FnOnce(&mut Writer)) {
        self.next();
        self.text.push('{');
        write(self);
        self.text.push('}');
    }

    /// An element that is a list.
    pub(super) fn row(&mut self, write: impl FnOnce(&mut Writer)) {
        self.next();
        self.text.push('[');
        write(self);
        self.text.push(']');
    }

    /// An element that is a text.
    pub(super) fn word(&mut self, text: &str) {
        self.next();
        crate::model::write_text(text, &mut self.text);
    }

    /// An element that is a value as it came. Nested so deep that nobody could
    /// read the view any more, it is a text that holds the value's JSON.
    pub(super) fn raw(&mut self, value: &Value) {
        self.next();
        self.verbatim(value);
    }

    fn verbatim(&mut self, value: &Value) {
        if value.is_within(DEPTH) {
            value.write(&mut self.text);
        } else {
            let mut json = String::new();
            value.write(&mut json);
            crate::model::write_text(&json, &mut self.text);
        }
    }

    /// An element that is nothing.
    pub(super) fn nothing(&mut self) {
        self.next();
        self.text.push_str("null");
    }

    fn open(&mut self, name: &str, bracket: char) {
        self.name(name);
        self.text.push(bracket);
    }
}

fn signed(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX)
}
