//! Serialization of values that a view copies from the record: with the feature
//! `serde` as their original JSON, digit for digit, which needs the feature
//! `raw_value` of `serde_json`.

use crate::model::{MAX_DEPTH, Value};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// The name by which `serde_json` recognises raw JSON. Its own `RawValue` has
/// the same name, but would parse the text again.
const RAW: &str = "$serde_json::private::RawValue";

/// The deepest nesting of such a value: that of a response body, less the
/// objects and lists of the view around it. A deeper one could not be parsed
/// again with the view.
const DEPTH: usize = MAX_DEPTH - 8;

struct Verbatim<'a>(&'a Value);

impl Serialize for Verbatim<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = self.0.to_json();
        if !is_within(self.0, DEPTH) {
            return serializer.serialize_str(&json);
        }
        // A `serde_json` without `raw_value` does not recognise the name.
        if !cfg!(feature = "exact-digits") {
            return self.0.serialize(serializer);
        }
        let mut raw = serializer.serialize_struct(RAW, 1)?;
        raw.serialize_field(RAW, &json)?;
        raw.end()
    }
}

/// Whether a value nests at most this deep.
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
