//! Hidden fields: those that the gateway withholds from clients.
//!
//! A field is named by its path in a full product: `general.brand_name`,
//! `components.additives`. It is removed from products, and from list items that show it too.
//! All other values stay byte for byte as they came.

use std::fmt;
use std::str::FromStr;

use product_pool::model::table::{PRODUCT, Record};
use product_pool::model::view::Shape;
use product_pool::operations::Returns;

use product_pool_http::nearest::nearest;
use product_pool_store::record::item::shown_at;
use product_pool_store::record::raw_object::{ObjectWriter, RawObject, elements};

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
        text.split(',')
            .map(|path| {
                let parts: Vec<String> = path.trim().split('.').map(str::to_owned).collect();
                if parts.iter().all(|part| named(part)) {
                    Ok(parts)
                } else {
                    Err("it should be fields such as other.manufacturer_comments, \
                         with commas between them, or none"
                        .to_owned())
                }
            })
            .collect::<Result<_, _>>()
            .map(Hidden)
    }
}

/// Parses fields that the API documents. Others are refused: a misspelt name would withhold
/// nothing.
///
/// # Errors
/// One line that says which of the names is unknown, without repeating it.
pub(super) fn documented(text: &str) -> Result<Hidden, String> {
    let hidden: Hidden = text.parse()?;
    let unknown = hidden.0.iter().position(|path| !is_documented(path));
    let Some(at) = unknown else {
        return Ok(hidden);
    };
    let known = documented_paths();
    let name = hidden.0[at].join(".");
    let meant = nearest(&name, known.iter().map(String::as_str), 0.8);
    let meant = meant.map_or(String::new(), |meant| format!("; is {meant} meant?"));
    Err(format!(
        "name {} is not a field of a product{meant}",
        at + 1
    ))
}

/// The fields of an object, or of the objects in an array.
fn below(shape: &Shape) -> Option<&'static Record> {
    match shape {
        Shape::Record(record) => Some(record),
        Shape::List(element) => below(element),
        _ => None,
    }
}

/// Whether the table of fields has that path.
fn is_documented(path: &[String]) -> bool {
    let mut record = Some(&PRODUCT);
    path.iter().all(|name| {
        let field = record.and_then(|record| record.field(name));
        record = field.and_then(|field| below(&field.shape));
        field.is_some()
    })
}

/// The paths of all fields down to those of a component's sections, to find the one that a
/// misspelt name means.
fn documented_paths() -> Vec<String> {
    let mut paths = Vec::new();
    let mut records = vec![(String::new(), &PRODUCT, 0)];
    while let Some((prefix, record, depth)) = records.pop() {
        for field in record.fields() {
            let path = format!("{prefix}{}", field.name);
            if depth < 2
                && let Some(record) = below(&field.shape)
            {
                records.push((format!("{path}."), record, depth + 1));
            }
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

    /// The response without the hidden fields; `None` if it has none of them and stays as it
    /// is.
    pub(crate) fn without(&self, returns: Returns, answer: &str) -> Option<String> {
        let mut paths: Vec<Vec<&str>> = self
            .0
            .iter()
            .map(|path| path.iter().map(String::as_str).collect())
            .collect();
        match returns {
            Returns::Product => {}
            Returns::ProductPage | Returns::CatalogPage => {
                // A list item shows fields of some sections without the section around them.
                let known: Vec<Vec<&str>> = paths.iter().flat_map(|path| shown_at(path)).collect();
                let flat: Vec<Vec<&str>> = paths.iter().filter_map(|path| flat(path)).collect();
                paths.extend(known);
                paths.extend(flat);
            }
            Returns::ImagePage | Returns::Image | Returns::Listing | Returns::Entry => return None,
        }
        for path in &mut paths {
            path.insert(0, "data");
        }
        let paths: Vec<&[&str]> = paths.iter().map(Vec::as_slice).collect();
        cut(answer, &paths, 0)
    }
}

/// How deep arrays may be nested on the way to a field. No record has two levels. Anything
/// deeper is withheld as a whole, so that nesting neither hides a field nor overflows the
/// stack.
const DEEP: usize = 16;

/// The path of a section's field in a list item that shows more than the documented fields.
fn flat<'a>(path: &[&'a str]) -> Option<Vec<&'a str>> {
    match path {
        ["components", _, rest @ ..] if !rest.is_empty() => Some([&["components"], rest].concat()),
        ["components", ..] => None,
        [_, rest @ ..] if !rest.is_empty() => Some(rest.to_vec()),
        _ => None,
    }
}

/// The JSON text without the values at those paths, which pass through arrays as if they were
/// not there. `None` if there are no such values.
fn cut(json: &str, paths: &[&[&str]], depth: usize) -> Option<String> {
    if paths.is_empty() {
        return None;
    }
    if depth > DEEP {
        return Some("null".to_owned());
    }
    if let Some(elements) = elements(json) {
        let cut: Vec<Option<String>> = elements
            .iter()
            .map(|element| cut(element.get(), paths, depth + 1))
            .collect();
        cut.iter().any(Option::is_some).then_some(())?;
        let texts: Vec<&str> = elements
            .iter()
            .zip(&cut)
            .map(|(element, cut)| cut.as_deref().unwrap_or(element.get()))
            .collect();
        return Some(format!("[{}]", texts.join(",")));
    }
    let Some(members) = RawObject::parse(json) else {
        // An object whose names cannot be parsed may hold any field.
        return json
            .trim_start()
            .starts_with('{')
            .then(|| "null".to_owned());
    };
    let mut writer = ObjectWriter::new(json.len());
    let mut changed = false;
    for (name, value) in &members.0 {
        let below: Vec<&[&str]> = paths
            .iter()
            .filter_map(|path| path.split_first())
            .filter(|(first, _)| *first == name)
            .map(|(_, rest)| rest)
            .collect();
        if below.iter().any(|rest| rest.is_empty()) {
            changed = true;
            continue;
        }
        let value = value.get();
        match cut(value, &below, depth) {
            Some(rest) => {
                changed = true;
                writer.member(name, &rest);
            }
            None => writer.member(name, value),
        }
    }
    changed.then(|| writer.finish())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hidden(text: &str) -> Hidden {
        text.parse().unwrap()
    }

    #[test]
    fn fields_are_gone_and_all_else_stays_as_it_came() {
        let answer = r#"{"data": {"pool_id": "a", "weight": 1.50e0, "other": {"manufacturer_comments": "cheap", "x": "é\/"},
            "components": [{"additives": {"a": 1}, "general": { "b" : 2 }}, {"additives": null}, 7]}}"#;
        let shown = hidden("other.manufacturer_comments,components.additives")
            .without(Returns::Product, answer)
            .unwrap();
        assert_eq!(
            shown,
            r#"{"data":{"pool_id":"a","weight":1.50e0,"other":{"x":"é\/"},"components":[{"general":{ "b" : 2 }},{},7]}}"#
        );
        for (paths, returns) in [
            ("other.price", Returns::Product),
            ("other.manufacturer_comments.deeper", Returns::Product),
            ("none", Returns::Product),
            ("other", Returns::ImagePage),
            ("other", Returns::Listing),
        ] {
            assert_eq!(hidden(paths).without(returns, answer), None, "{paths}");
        }
    }

    #[test]
    fn no_way_to_write_a_name_gets_past() {
        for answer in [
            r#"{"data":{"o\u0074her":{"a":1,"b":2}}}"#,
            r#"{"data":{"other":{"a":0,"\u0061":1,"b":2}}}"#,
            r#"{"data":{"other":{"a":0},"other":{"b":2,"a":1}}}"#,
            r#"{"data":[{"other":[[{"a":1}],{"b":2}]}]}"#,
        ] {
            let shown = hidden("other.a").without(Returns::Product, answer).unwrap();
            let value: serde_json::Value = serde_json::from_str(&shown).unwrap();
            assert!(!value.to_string().contains(r#""a""#), "{shown}");
            assert!(value.to_string().contains(r#""b":2"#), "{shown}");
        }
    }

    #[test]
    fn nothing_is_buried_in_arrays() {
        let (open, close) = ("[".repeat(200_000), "]".repeat(200_000));
        let buried = format!(r#"{{"data":{{"other":{open}{{"a":1}}{close},"b":{open}{close}}}}}"#);
        let shown = hidden("other.a")
            .without(Returns::Product, &buried)
            .unwrap();
        assert!(!shown.contains(r#""a""#));
        assert!(shown.ends_with(&format!(r#""b":{open}{close}}}}}"#)));
    }

    #[test]
    fn what_cannot_be_read_is_not_shown() {
        // A lone surrogate in a name keeps the object from being parsed.
        let answer = r#"{"data":{"pool_id":"p","other":{"a":1,"\ud800":2},"b":{"\ud800":3}}}"#;
        let shown = hidden("other.a").without(Returns::Product, answer).unwrap();
        assert_eq!(
            shown,
            r#"{"data":{"pool_id":"p","other":null,"b":{"\ud800":3}}}"#
        );
        let answer = r#"{"data":{"other":{"a":1},"\udfff":2}}"#;
        let shown = hidden("other.a").without(Returns::Product, answer).unwrap();
        assert_eq!(shown, r#"{"data":null}"#);
    }

    #[test]
    fn lists_show_nothing_of_a_hidden_section() {
        let answer = r#"{"data":[{"pool_id":"a","brand":7,"product_name":"N","traded_unit_gtin":"1","components":[{"internal_gtin":"1","component_uuid":"u"}]}]}"#;
        for (sections, left) in [
            (
                "general",
                r#"{"pool_id":"a","traded_unit_gtin":"1","components":[{"internal_gtin":"1","component_uuid":"u"}]}"#,
            ),
            (
                "outer,components.inner",
                r#"{"pool_id":"a","brand":7,"product_name":"N","components":[{"component_uuid":"u"}]}"#,
            ),
            (
                "components",
                r#"{"pool_id":"a","brand":7,"product_name":"N","traded_unit_gtin":"1"}"#,
            ),
        ] {
            let shown = hidden(sections)
                .without(Returns::ProductPage, answer)
                .unwrap();
            assert_eq!(shown, format!(r#"{{"data":[{left}]}}"#), "{sections}");
        }
    }

    #[test]
    fn lists_hide_what_products_hide() {
        let answer = r#"{"next":null,"data":[{"pool_id":"a","brand_name":"B","components":[{"internal_gtin":"1","component_uuid":"u"}]}]}"#;
        let shown = hidden("general.brand_name,components.inner.internal_gtin")
            .without(Returns::ProductPage, answer)
            .unwrap();
        assert_eq!(
            shown,
            r#"{"next":null,"data":[{"pool_id":"a","components":[{"component_uuid":"u"}]}]}"#
        );
    }

    #[test]
    fn paths_are_checked_and_told_again() {
        for text in ["a.b,c", "components.additives", DEFAULT] {
            assert_eq!(hidden(text).to_string(), text);
        }
        assert!(hidden("none").is_empty());
        for text in ["", "a..b", ".a", "a,", "a b", "a[0]"] {
            assert!(text.parse::<Hidden>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_fields_of_the_api_are_accepted() {
        for text in [
            "none",
            DEFAULT,
            "other",
            "components",
            "general.manufacturer_product_code, components.additives",
            "components.inner.internal_gtin",
            "components.allergens.contains_milk.value",
            "pool_id",
        ] {
            assert_eq!(documented(text), text.parse(), "{text}");
        }
        for (text, why) in [
            (
                "other.manufacturer_coments",
                "name 1 is not a field of a product; is other.manufacturer_comments meant?",
            ),
            (
                "other, components.aditives",
                "name 2 is not a field of a product; is components.additives meant?",
            ),
            ("zzz", "name 1 is not a field of a product"),
            (
                "pool_id.x",
                "name 1 is not a field of a product; is pool_id meant?",
            ),
        ] {
            assert_eq!(documented(text), Err(why.to_owned()));
        }
    }

    proptest! {
        #[test]
        fn any_text_is_cut_or_left(text in "[\\[\\]{}:,\"ab0 ]{0,60}") {
            let _ = hidden("a,b.a").without(Returns::Product, &text);
        }
    }
}
