//! A JSON object split into its members, whose values stay text.
//!
//! Numbers keep their digits and strings their escapes, so an object that is built from these
//! members is exactly what the supplier sent.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The members of an object in order. If a name is repeated, the last member counts, as in all
/// common JSON parsers.
#[derive(Debug)]
pub struct RawObject<'a>(pub Vec<(String, &'a RawValue)>);

impl<'a> RawObject<'a> {
    /// Parses an object; `None` if the text is something else.
    pub fn parse(json: &'a str) -> Option<RawObject<'a>> {
        if !json.trim_start().starts_with('{') {
            return None;
        }
        let RawObject(listed) = serde_json::from_str(json).ok()?;
        let mut members: Vec<(String, &RawValue)> = Vec::with_capacity(listed.len());
        let mut places = std::collections::HashMap::with_capacity(listed.len());
        for (name, value) in listed {
            match places.get(&name) {
                Some(place) => members[*place] = (name, value),
                None => {
                    places.insert(name.clone(), members.len());
                    members.push((name, value));
                }
            }
        }
        Some(RawObject(members))
    }

    /// The value of the member with that name.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.0
            .iter()
            .find(|(member, _)| member == name)
            .map(|(_, value)| value.get())
    }
}

/// Parses an array into its elements; `None` if the text is something else.
pub fn elements(json: &str) -> Option<Vec<&RawValue>> {
    struct Elements;
    impl<'de> Visitor<'de> for Elements {
        type Value = Vec<&'de RawValue>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an array")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
            let mut elements = Vec::new();
            while let Some(element) = seq.next_element()? {
                elements.push(element);
            }
            Ok(elements)
        }
    }
    if !json.trim_start().starts_with('[') {
        return None;
    }
    serde_json::Deserializer::from_str(json)
        .deserialize_seq(Elements)
        .ok()
}

impl<'de> Deserialize<'de> for RawObject<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = RawObject<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(RawObject(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// Writes an object from names and JSON values.
#[derive(Debug)]
pub struct ObjectWriter {
    text: String,
}

impl ObjectWriter {
    /// Starts an object of about that many bytes.
    pub fn new(capacity: usize) -> Self {
        let mut text = String::with_capacity(capacity);
        text.push('{');
        ObjectWriter { text }
    }

    /// Adds a member with a JSON value.
    pub fn member(&mut self, name: &str, json: &str) {
        if self.text.len() > 1 {
            self.text.push(',');
        }
        self.text.push_str(&json_string(name));
        self.text.push(':');
        self.text.push_str(json);
    }

    /// The finished object.
    pub fn finish(mut self) -> String {
        self.text.push('}');
        self.text
    }
}

/// Encodes a string as JSON.
pub fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_text_and_the_last_of_a_name_counts() {
        let text = r#" {"a": 1.50, "b\n": "\u00e9", "a": 1e3, "c": [ 1 ]}"#;
        let members = RawObject::parse(text).unwrap();
        assert_eq!(members.0.len(), 3);
        assert_eq!(members.get("a"), Some("1e3"));
        assert_eq!(members.get("b\n"), Some(r#""\u00e9""#));
        assert_eq!(members.get("c"), Some("[ 1 ]"));
        assert!(RawObject::parse("[1]").is_none() && RawObject::parse("7").is_none());
        let mut writer = ObjectWriter::new(0);
        for (name, value) in members.0 {
            writer.member(&name, value.get());
        }
        assert_eq!(writer.finish(), r#"{"a":1e3,"b\n":"\u00e9","c":[ 1 ]}"#);
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
