//! A JSON object split into its members, whose values stay text.
//!
//! Numbers keep their digits and strings their escapes, so an object that is built from these
//! members is exactly what the supplier sent. And nothing here takes much more memory than the text:
//! a tree of millions of tiny values would take 25 times as much.

use std::fmt;

use indexmap::IndexMap;
use serde::de::{Deserializer as _, Error as _, MapAccess, SeqAccess, Visitor};
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

/// Parses an array, and calls `each` with each of its elements. Returns whether it is an array to
/// its end: if not, what the elements led to does not count.
pub fn for_each_element<'a>(json: &'a str, each: impl FnMut(&'a str)) -> bool {
    let mut parser = serde_json::Deserializer::from_str(json);
    parser.deserialize_seq(Elements(each)).is_ok() && parser.end().is_ok()
}

struct Elements<F>(F);

impl<'a, F: FnMut(&'a str)> Visitor<'a> for Elements<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'a>>(mut self, mut sequence: A) -> Result<(), A::Error> {
        while let Some(element) = sequence.next_element::<&RawValue>()? {
            (self.0)(element.get());
        }
        Ok(())
    }
}

/// The longest value that is picked, in bytes, and the most elements of arrays, in which none of
/// what is picked is longer.
const MAX_PICKED: usize = 4096;
const MAX_PICKED_ELEMENTS: usize = 1000;
/// How deep arrays are nested at most on the way to what is picked.
const MAX_PICKED_DEPTH: usize = 4;

/// The values at these paths with what leads to them, as JSON: for what needs a tree of a few values
/// of a long text. Paths pass through arrays as if they were not there.
///
/// ```
/// use product_pool_store::record::raw_object::pick;
/// let json = r#"{"a": {"b": 1.50, "c": 2}, "d": [{"e": 3, "f": 4}, 5]}"#;
/// let picked = pick(json, &[&["a", "b"], &["d", "e"]]);
/// assert_eq!(picked, r#"{"a":{"b":1.50},"d":[{"e":3}]}"#);
/// ```
pub fn pick(json: &str, paths: &[&[&str]]) -> String {
    let mut left = MAX_PICKED_ELEMENTS;
    let picked = picked(json, paths, 0, &mut left);
    picked.unwrap_or_else(|| "null".to_owned())
}

/// What is picked of a value, if anything is, while that many elements are `left`.
fn picked(json: &str, paths: &[&[&str]], depth: usize, left: &mut usize) -> Option<String> {
    if paths.iter().any(|path| path.is_empty()) {
        return (json.len() <= MAX_PICKED).then(|| json.to_owned());
    }
    if depth > MAX_PICKED_DEPTH {
        return None;
    }
    if json.trim_start().starts_with('[') {
        let mut kept = Vec::new();
        let is_array = for_each_element(json, |element| {
            if *left > 0
                && let Some(element) = picked(element, paths, depth + 1, left)
            {
                *left = left.saturating_sub(1);
                kept.push(element);
            }
        });
        return is_array.then(|| format!("[{}]", kept.join(",")));
    }
    let members = members(json)?;
    let kept = members.iter().filter_map(|(name, value)| {
        let below = paths.iter().filter_map(|path| path.split_first());
        let below = below.filter(|(first, _)| **first == name);
        let below: Vec<&[&str]> = below.map(|(_, rest)| rest).collect();
        match below.is_empty() {
            true => None,
            false => Some((name, picked(value.get(), &below, depth, left)?)),
        }
    });
    let kept: Vec<(&String, String)> = kept.collect();
    (!kept.is_empty()).then(|| object(kept))
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
        let mut texts = Vec::new();
        assert!(for_each_element("[1.0, {}]", |element| texts.push(element)));
        assert_eq!(texts, ["1.0", "{}"]);
        for json in ["{}", "[1", "[1]]", "7"] {
            assert!(!for_each_element(json, |_| ()), "{json}");
        }
    }

    #[test]
    fn what_is_picked_is_short_however_long_the_text_is() {
        let long = "1,".repeat(MAX_PICKED);
        let one = r#"{"b":1}"#;
        for (json, picked) in [
            (
                r#"{"a":{"b":1,"b":[2, 3],"c":4},"b":5}"#,
                r#"{"a":{"b":[2, 3]}}"#,
            ),
            (r#"{"a":[[{"b":1}],{"c":2},7]}"#, r#"{"a":[[{"b":1}]]}"#),
            (r#"{"a":7}"#, "null"),
            ("[1", "null"),
            (
                &format!(r#"{{"a":{{"b":[{long}1]}},"x":[{long}1]}}"#),
                "null",
            ),
            (
                &format!(r#"{{"a":{}{}}}"#, "[".repeat(99), "]".repeat(99)),
                r#"{"a":[[[[[]]]]]}"#,
            ),
        ] {
            let found = pick(json, &[&["a", "b"]]);
            assert!(found.starts_with(picked), "{found} {picked}");
        }
        let many = format!(r#"{{"a":[{0}],"x":[{0}]}}"#, vec![one; 3000].join(","));
        let found = pick(&many, &[&["a", "b"], &["x", "b"]]);
        assert_eq!(found.matches(one).count(), MAX_PICKED_ELEMENTS);
    }
}
