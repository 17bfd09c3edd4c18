//! Lossless JSON values: the tree that every record is stored as.
//!
//! A supplier's record must survive reading and writing to the last digit, so this
//! tree keeps what most JSON libraries drop: the text of a
//! number (`1.50` stays `1.50`, and label arithmetic is decimal anyway), the
//! order of an object's members, and members whose name is repeated. Keeping
//! numbers as text also spares the WebAssembly build the float parser and
//! printer.

use std::fmt;

/// One JSON value.
///
/// ```
/// use product_pool::model::Value;
///
/// let value = Value::parse(r#"{"net": 1.50, "sizes": ["S", "L"]}"#)?;
/// assert_eq!(value.get("net").unwrap().as_scalar(), Some("1.50"));
/// assert_eq!(value.get("sizes").unwrap().as_list().unwrap().len(), 2);
/// // As it was sent, to the last digit.
/// assert_eq!(value.to_json(), r#"{"net":1.50,"sizes":["S","L"]}"#);
/// assert_eq!(Value::parse("{").unwrap_err().offset, 1);
/// # Ok::<(), product_pool::model::ParseError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as the text it was sent in.
    Number(Number),
    /// A string.
    Text(Box<str>),
    /// An array.
    List(Vec<Value>),
    /// An object.
    Object(Object),
}

/// A JSON number, stored as its text.
///
/// ```
/// use product_pool::model::Value;
/// let value = Value::parse("1.50")?;
/// assert_eq!(value.to_string(), "1.50");
/// # Ok::<(), product_pool::model::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Number(pub(super) Box<str>);

impl Number {
    /// The text that was sent, a number by JSON's grammar.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number where it is a whole one that fits; `1.0` is not taken for 1.
    pub fn as_i64(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// The nearest double, as JavaScript reads the number: `1.50` is 1.5, and a number
    /// beyond every double is infinite. For arithmetic that must be exact, read
    /// [`as_str`](Number::as_str).
    ///
    /// ```
    /// use product_pool::model::Value;
    /// let Value::Number(number) = Value::parse("0.10")? else { unreachable!() };
    /// assert_eq!((number.to_f64(), number.as_str()), (0.1, "0.10"));
    /// # Ok::<(), product_pool::model::ParseError>(())
    /// ```
    pub fn to_f64(&self) -> f64 {
        // Every number of JSON is one of Rust's grammar too.
        self.0.parse().unwrap_or(f64::NAN)
    }
}

/// A JSON object: its members in the order in which they were sent.
///
/// ```
/// use product_pool::model::{Object, Value};
///
/// let mut object: Object = [("id", 7)].into_iter().collect();
/// object.push("name", "Oat drink".into());
/// assert_eq!(object.get("id").and_then(Value::as_scalar), Some("7"));
/// assert_eq!(Value::from(object).to_json(), r#"{"id":7,"name":"Oat drink"}"#);
/// ```
#[derive(Clone, Default)]
pub struct Object {
    members: Vec<(Box<str>, Value)>,
    /// The members that were sent in another form than the table describes, in
    /// the form that it describes.
    normalized: Option<Box<Object>>,
}

/// Objects are equal if the same was sent.
impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        self.members == other.members
    }
}

impl Eq for Object {}

impl Object {
    /// The value of a member; of a repeated one the last, as in JavaScript.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.members
            .iter()
            .rev()
            .find(|(key, _)| **key == *name)
            .map(|(_, value)| value)
    }

    /// The value of a member in the form that the table describes.
    pub(crate) fn read(&self, name: &str) -> Option<&Value> {
        let normalized = self.normalized.as_ref().and_then(|own| own.get(name));
        normalized.or_else(|| self.get(name))
    }

    /// All members in order, repeated ones included.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Value)> {
        self.members.iter().map(|(key, value)| (&**key, value))
    }

    /// How many members there are, repeated ones included.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds a member at the end.
    pub fn push(&mut self, name: &str, value: Value) {
        self.members.push((name.into(), value));
    }

    /// Adds a text as a member at the end, if there is one.
    pub(crate) fn push_text(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.push(name, text.into());
        }
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut Value)> {
        self.members.iter_mut().map(|(key, value)| (&**key, value))
    }

    /// Sets the members that were sent in another form, in the form of the table.
    pub(super) fn set_normalized(&mut self, members: Object) {
        self.normalized = (!members.is_empty()).then(|| Box::new(members));
    }

    pub(super) fn from_members(members: Vec<(Box<str>, Value)>) -> Self {
        Object {
            members,
            normalized: None,
        }
    }
}

impl Value {
    /// The member of an object; `None` for any other kind of value.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.as_object()?.get(name)
    }

    /// The member of an object, of a repeated one the last.
    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        let Value::Object(object) = self else {
            return None;
        };
        let members = object.members.iter_mut().rev();
        members
            .into_iter()
            .find_map(|(key, value)| (**key == *name).then_some(value))
    }

    /// The member of an object, in the form that the table describes.
    pub(crate) fn read(&self, name: &str) -> Option<&Value> {
        self.as_object()?.read(name)
    }

    /// The object, if it is one.
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The members; none of what is no object.
    pub(crate) fn members(
        value: Option<&Value>,
    ) -> impl DoubleEndedIterator<Item = (&str, &Value)> {
        let object = value.and_then(Value::as_object);
        let members = object.map_or(&[][..], |object| &object.members);
        members.iter().map(|(key, value)| (&**key, value))
    }

    /// The elements. A single value is a list of one, and nothing is an empty list.
    pub(crate) fn elements(value: Option<&Value>) -> &[Value] {
        match value {
            None | Some(Value::Null) => &[],
            Some(Value::List(list)) => list,
            Some(single) => std::slice::from_ref(single),
        }
    }

    /// The elements, if it is an array.
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// The string, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The text of a string, a number or a boolean: what a person would read.
    pub fn as_scalar(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            Value::Number(number) => Some(number.as_str()),
            Value::Bool(true) => Some("true"),
            Value::Bool(false) => Some("false"),
            Value::Null | Value::List(_) | Value::Object(_) => None,
        }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The JSON type, such as `object`.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::Text(_) => "string",
            Value::List(_) => "array",
            Value::Object(_) => "object",
        }
    }

    pub(crate) fn write(&self, out: &mut String) {
        match self {
            Value::Null => out.push_str("null"),
            Value::Bool(true) => out.push_str("true"),
            Value::Bool(false) => out.push_str("false"),
            Value::Number(number) => out.push_str(number.as_str()),
            Value::Text(text) => write_text(text, out),
            Value::List(list) => {
                out.push('[');
                for (index, value) in list.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    value.write(out);
                }
                out.push(']');
            }
            Value::Object(object) => {
                out.push('{');
                for (index, (name, value)) in object.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    write_text(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    /// The value as JSON text, without white space.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_json())
    }
}

impl fmt::Debug for Value {
    /// JSON, for the eyes: `{:#?}` has a line for each member.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => fmt::Debug::fmt(value, f),
            Value::Number(number) => fmt::Debug::fmt(number, f),
            Value::Text(text) => fmt::Debug::fmt(text, f),
            Value::List(list) => fmt::Debug::fmt(list, f),
            Value::Object(object) => fmt::Debug::fmt(object, f),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// Writes a text as JSON.
pub(crate) fn write_text(text: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                let code = control as usize;
                out.push_str("\\u00");
                out.push(HEX[code >> 4] as char);
                out.push(HEX[code & 15] as char);
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
