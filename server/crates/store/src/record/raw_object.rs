//! A JSON object split into its members, whose values stay text.
//!
//! Numbers keep their digits and strings their escapes, so an object that is built from these
//! members is exactly what the supplier sent.

use std::fmt;

use indexmap::IndexMap;
use serde::de::{Deserializer as _, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The largest number of members of an object. A record has some hundred; millions of tiny
/// ones would take many times the memory of their text.
const MAX_MEMBERS: usize = 1 << 16;

/// The members of an object in order. If a name is repeated, the last member counts, as in all
/// common JSON parsers.
pub type RawObject<'a> = IndexMap<String, &'a RawValue>;

/// Parses an object into its members; `None` if the text is something else, or the object has
/// too many.
pub fn members(json: &str) -> Option<RawObject<'_>> {
    let mut parser = serde_json::Deserializer::from_str(json);
    let members = parser.deserialize_map(Members).ok()?;
    parser.end().ok()?;
    Some(members)
}

/// Collects the members of an object, up to the limit.
struct Members;

impl<'a> Visitor<'a> for Members {
    type Value = RawObject<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object of at most {MAX_MEMBERS} members")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<RawObject<'a>, A::Error> {
        let mut members = RawObject::new();
        while let Some((name, value)) = map.next_entry()? {
            members.insert(name, value);
            if members.len() > MAX_MEMBERS {
                return Err(A::Error::invalid_length(members.len(), &self));
            }
        }
        Ok(members)
    }
}

/// Parses an array into its elements; `None` if the text is something else.
pub fn elements(json: &str) -> Option<Vec<&RawValue>> {
    serde_json::from_str(json).ok()
}

/// Formats an object from names and JSON values.
pub fn object<N: AsRef<str>, V: AsRef<str>>(members: impl IntoIterator<Item = (N, V)>) -> String {
    let mut text = String::from("{");
    for (name, json) in members {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(&json_string(name.as_ref()));
        text.push(':');
        text.push_str(json.as_ref());
    }
    text.push('}');
    text
}

/// Encodes a string as JSON.
pub fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_text_and_the_last_of_a_name_counts() {
        let text = r#" {"a": 1.50, "b\n": "\u00e9", "a": 1e3, "c": [ 1 ]}"#;
        let found = members(text).unwrap();
        assert_eq!(found.len(), 3);
        assert_eq!(found["a"].get(), "1e3");
        assert_eq!(found["b\n"].get(), r#""\u00e9""#);
        assert_eq!(found["c"].get(), "[ 1 ]");
        assert!(members("[1]").is_none() && members("7").is_none());
        assert_eq!(
            object(found.iter().map(|(name, value)| (name, value.get()))),
            r#"{"a":1e3,"b\n":"\u00e9","c":[ 1 ]}"#
        );
    }

    #[test]
    fn an_object_with_too_many_members_is_refused() {
        let of = |count: usize| object((0..count).map(|number| (number.to_string(), "1")));
        assert_eq!(members(&of(MAX_MEMBERS)).unwrap().len(), MAX_MEMBERS);
        assert!(members(&of(MAX_MEMBERS + 1)).is_none());
        assert!(members("{} {}").is_none() && members("{\"a\":1").is_none());
    }

    #[test]
    fn elements_keep_their_text() {
        let texts: Vec<_> = elements("[1.0, {}]")
            .unwrap()
            .iter()
            .map(|e| e.get())
            .collect();
        assert_eq!(texts, ["1.0", "{}"]);
        assert!(elements("{}").is_none());
    }
}
