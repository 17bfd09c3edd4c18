//! Hidden fields: those that the gateway withholds from clients.
//!
//! A field is named by its path in a full product: `general.brand_name`,
//! `components.additives`. It is removed from products, and from list items that show it too.
//! All other values stay byte for byte as they came.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use axum::body::Bytes;
use product_pool::model::table::{PRODUCT, Schema};
use product_pool::model::view::Shape;
use product_pool::operations::Returns;

use crate::body::{Body, into_bytes};
use product_pool_http::nearest::nearest;
use product_pool_store::record::item::shown_at;
use product_pool_store::record::raw_object::{for_each_element, members, object};

/// The fields that are withheld by default: what manufacturers write for the trade. The API
/// has no prices.
pub(crate) const DEFAULT: &str = "other.manufacturer_comments";

/// The fields to withhold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hidden(Vec<Vec<String>>);

impl FromStr for Hidden {
    type Err = String;

    /// Parses paths with commas between them, or `none`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Hidden::default());
        }
        let named = |part: &str| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        };
        let paths = text.split(',').map(str::trim);
        let paths = paths.map(|path| path.split('.').map(str::to_owned).collect());
        let paths: Vec<Vec<String>> = paths.collect();
        match paths.iter().flatten().all(|part| named(part)) {
            true => Ok(Hidden(paths)),
            false => Err(
                "it should be names of fields such as other.manufacturer_comments, separated by \
                 commas, or none"
                    .to_owned(),
            ),
        }
    }
}

/// Parses fields that the API documents. Others are refused: a misspelt name would withhold
/// nothing.
///
/// # Errors
/// One line that says which of the names is unknown, without repeating it.
pub(crate) fn parse_documented(text: &str) -> Result<Hidden, String> {
    let hidden: Hidden = text.parse()?;
    let known = documented_paths();
    let mut names = hidden.0.iter().map(|path| path.join("."));
    let Some(at) = names.position(|name| !known.contains(&name)) else {
        return Ok(hidden);
    };
    let name = hidden.0[at].join(".");
    // Sections of a component are easily taken for those of the product.
    let below = format!(".{name}");
    let meant = known.iter().find(|known| known.ends_with(&below));
    let meant = meant.map(String::as_str);
    let meant = meant.or_else(|| nearest(&name, known.iter().map(String::as_str), 0.8));
    let meant = meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"));
    Err(format!(
        "name {} is not a field of a product{meant}",
        at + 1
    ))
}

/// The fields of an object, or of the objects in an array.
fn below(shape: &Shape) -> Option<&'static Schema> {
    match shape {
        Shape::Record(record) => Some(record),
        Shape::List(element) => below(element),
        _ => None,
    }
}

/// The paths of all fields.
fn documented_paths() -> Vec<String> {
    let mut paths = Vec::new();
    let mut records = vec![(String::new(), &PRODUCT)];
    while let Some((prefix, record)) = records.pop() {
        for field in record.fields() {
            let path = format!("{prefix}{}", field.name);
            records.extend(below(&field.shape).map(|record| (format!("{path}."), record)));
            paths.push(path);
        }
    }
    paths
}

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths: Vec<String> = self.0.iter().map(|path| path.join(".")).collect();
        f.write_str(&paths.join(","))
    }
}

impl Hidden {
    /// Whether nothing is withheld.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the field at a path is withheld.
    pub(crate) fn has(&self, path: &[&str]) -> bool {
        let is_at = |hidden: &Vec<String>| path.iter().zip(hidden).all(|(part, name)| part == name);
        self.0
            .iter()
            .any(|hidden| hidden.len() <= path.len() && is_at(hidden))
    }

    /// A body without the hidden fields.
    pub(crate) fn redacted(&self, returns: Returns, body: Body) -> Bytes {
        let redacted = self.redact(returns, &body);
        redacted.map_or_else(|| body.into(), into_bytes)
    }

    /// The body without the hidden fields; `None` if it has none of them and stays as it is.
    fn redact(&self, returns: Returns, body: &Body) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        let named = self.0.iter();
        let named = named.map(|path| path.iter().map(String::as_str).collect());
        let mut paths: Vec<Vec<&str>> = named.collect();
        match returns {
            Returns::Product => {}
            Returns::ProductPage | Returns::CatalogPage => {
                // A list item shows fields of some sections without the section around them.
                let known: Vec<Vec<&str>> = paths.iter().flat_map(|path| shown_at(path)).collect();
                let flat: Vec<_> = paths
                    .iter()
                    .filter_map(|path| list_item_path(path))
                    .collect();
                paths.extend(known);
                paths.extend(flat);
            }
            Returns::ImagePage | Returns::Image | Returns::Listing | Returns::Entry => return None,
        }
        let paths: Vec<&[&str]> = paths.iter().map(Vec::as_slice).collect();
        let data = match body.data_members() {
            Some(members) => remove_from_object(members, &paths, 0),
            None => remove(body.get("data")?, &paths, 0),
        };
        Some(body.with_data(&data?))
    }
}

/// How deep arrays may be nested on the way to a field. No record has two levels. Anything
/// deeper is withheld as a whole, so that nesting neither hides a field nor overflows the
/// stack.
const MAX_ARRAY_DEPTH: usize = 16;

/// The path of a section's field in a list item that shows more than the documented fields.
fn list_item_path<'a>(path: &[&'a str]) -> Option<Vec<&'a str>> {
    match path {
        ["components", _, rest @ ..] if !rest.is_empty() => Some([&["components"], rest].concat()),
        ["components", ..] => None,
        [_, rest @ ..] if !rest.is_empty() => Some(rest.to_vec()),
        _ => None,
    }
}

/// The JSON text without the values at those paths, which pass through arrays as if they were
/// not there. `None` if there are no such values.
fn remove(json: &str, paths: &[&[&str]], depth: usize) -> Option<String> {
    if paths.is_empty() {
        return None;
    }
    if depth > MAX_ARRAY_DEPTH {
        return Some("null".to_owned());
    }
    // What comes before an element that changes is copied only then.
    let (mut text, mut copied) = (String::new(), 0);
    let is_array = for_each_element(json, |element| {
        if let Some(redacted) = remove(element, paths, depth + 1) {
            let start = element.as_ptr().addr() - json.as_ptr().addr();
            text.push_str(&json[copied..start]);
            text.push_str(&redacted);
            copied = start + element.len();
        }
    });
    if is_array {
        return (copied > 0).then(|| text + &json[copied..]);
    }
    let Some(members) = members(json) else {
        // An object whose names cannot be parsed may hold any field.
        return json
            .trim_start()
            .starts_with('{')
            .then(|| "null".to_owned());
    };
    let members = members.iter();
    remove_from_object(
        members.map(|(name, value)| (name.as_str(), value.get())),
        paths,
        depth,
    )
}

/// The object with these members, without the values at those paths. `None` if there are no
/// such values.
fn remove_from_object<'a>(
    members: impl Iterator<Item = (&'a str, &'a str)>,
    paths: &[&[&str]],
    depth: usize,
) -> Option<String> {
    let mut kept = Vec::new();
    let mut has_changed = false;
    for (name, value) in members {
        let below: Vec<&[&str]> = paths
            .iter()
            .filter_map(|path| path.split_first())
            .filter(|(first, _)| **first == name)
            .map(|(_, rest)| rest)
            .collect();
        if below.iter().any(|rest| rest.is_empty()) {
            has_changed = true;
            continue;
        }
        let redacted = remove(value, &below, depth);
        has_changed |= redacted.is_some();
        kept.push((name, redacted.map_or(Cow::Borrowed(value), Cow::Owned)));
    }
    has_changed.then(|| object(kept))
}

#[cfg(test)]
mod tests;
