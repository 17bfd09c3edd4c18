//! Values that a view copies from the record, through serde: as the JSON that
//! they came as, to the last digit.

use crate::model::{MAX_DEPTH, Value};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// The name by which `serde_json` knows JSON to be written as it is: that of its
/// own `RawValue`, which would parse the text again (3 KB of WebAssembly,
/// compressed).
const RAW: &str = "$serde_json::private::RawValue";

/// How deep such a value may nest: as deep as a body may, less the objects and
/// lists of the view around it. A deeper one could not be read again with the view.
const DEPTH: usize = MAX_DEPTH - 8;

struct Verbatim<'a>(&'a Value);

impl Serialize for Verbatim<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = self.0.to_json();
        if !is_within(self.0, DEPTH) {
            return serializer.serialize_str(&json);
        }
        let mut raw = serializer.serialize_struct(RAW, 1)?;
        raw.serialize_field(RAW, &json)?;
        raw.end()
    }
}

/// Whether lists and objects nest at most this deep in the value.
fn is_within(value: &Value, depth: usize) -> bool {
    let is_within = |value: &Value| depth > 0 && is_within(value, depth - 1);
    match value {
        Value::List(list) => list.iter().all(is_within),
        Value::Object(object) => object.iter().all(|(_, value)| is_within(value)),
        _ => true,
    }
}

/// Serializes a value of the record.
pub(super) fn serialize<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    Verbatim(value).serialize(serializer)
}

/// Serializes values of the record as a list.
pub(super) fn serialize_all<S: Serializer>(
    values: &[&Value],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|value| Verbatim(value)))
}
