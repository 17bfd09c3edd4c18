//! Building the values that cross to JavaScript as JSON text.
//!
//! The views are written with the crate's own [`Value`]: a serialiser would
//! weigh more than all of the label's WebAssembly.

use crate::model::{Object, Value};

/// What can be a member of a view.
pub(super) trait Node {
    /// It as a value; what is absent is `null`.
    fn node(self) -> Value;
}

impl Node for Value {
    fn node(self) -> Value {
        self
    }
}

impl Node for &str {
    fn node(self) -> Value {
        self.into()
    }
}

impl Node for &String {
    fn node(self) -> Value {
        self.as_str().into()
    }
}

impl Node for String {
    fn node(self) -> Value {
        Value::Text(self.into_boxed_str())
    }
}

impl Node for bool {
    fn node(self) -> Value {
        self.into()
    }
}

impl Node for usize {
    fn node(self) -> Value {
        i64::try_from(self).unwrap_or(i64::MAX).into()
    }
}

impl Node for i64 {
    fn node(self) -> Value {
        self.into()
    }
}

impl<T: Node> Node for Option<T> {
    fn node(self) -> Value {
        self.map_or(Value::Null, Node::node)
    }
}

impl<T: Node> Node for Vec<T> {
    fn node(self) -> Value {
        Value::List(self.into_iter().map(Node::node).collect())
    }
}

/// The elements of a list, each made by `make`.
pub(super) fn list<T>(elements: &[T], make: impl Fn(&T) -> Value) -> Value {
    Value::List(elements.iter().map(make).collect())
}

/// An object of these members.
pub(super) fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let mut object = Object::default();
    for (name, value) in members {
        object.push(name, value);
    }
    Value::Object(object)
}
