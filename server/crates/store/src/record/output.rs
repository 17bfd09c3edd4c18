//! The output formats of a full product: `output=raw|flat|ungroup`.
//!
//! No format loses data: it holds each value once, as the supplier wrote it, under a name that
//! identifies its place in the record.

use std::borrow::Cow;
use std::collections::HashSet;

use product_pool::model::table::{COMPONENT, PRODUCT, Schema};
use product_pool::model::view::Shape;

use super::raw_object::{elements, json_string, members, object};

/// The output format of a full product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Sections and components, as stored.
    Grouped,
    /// The imported record, byte for byte.
    Raw,
    /// One flat object whose names are paths.
    Flat,
    /// The fields of the sections, lifted into their parent objects.
    Ungroup,
}

impl Output {
    /// The format of that name in the query.
    pub fn named(name: &str) -> Option<Output> {
        match name {
            "raw" => Some(Output::Raw),
            "flat" => Some(Output::Flat),
            "ungroup" => Some(Output::Ungroup),
            _ => None,
        }
    }

    /// Formats a product. `latest` is its newest version in the catalogue: a record cannot
    /// name versions that came after it, so all formats but `raw` set its `latest_version`.
    pub fn apply(self, record: &str, latest: &str) -> String {
        if self == Output::Raw {
            return record.to_owned();
        }
        let current = with_latest_version(record, latest);
        let record = current.as_deref().unwrap_or(record);
        match self {
            Output::Flat => flat(record),
            Output::Ungroup => ungrouped(record),
            Output::Grouped | Output::Raw => record.to_owned(),
        }
    }
}

/// Returns the record with `latest_version` set to `latest`; `None` if there is nothing to
/// change. A value that is not a string is a supplier's error, which is shown and not
/// corrected.
fn with_latest_version(record: &str, latest: &str) -> Option<String> {
    let members = members(record)?;
    let stated: String = serde_json::from_str(members.get("latest_version")?.get()).ok()?;
    let latest = (stated != latest).then(|| json_string(latest))?;
    Some(object(members.iter().map(|(name, value)| {
        let is_latest = name == "latest_version";
        (name, if is_latest { &latest } else { value.get() })
    })))
}

/// Flattens a record to one object from paths to values:
/// `components[0].allergens.contains_milk.value`. Empty objects and arrays count as values. In
/// names, `.`, `[` and `\` are escaped with `\`, so that all paths are distinct.
fn flat(record: &str) -> String {
    fn walk<'a>(
        path: &mut String,
        depth: usize,
        value: &'a str,
        into: &mut Vec<(String, &'a str)>,
    ) {
        let length = path.len();
        if let Some(members) = members(value)
            && !members.is_empty()
        {
            for (name, value) in members {
                if depth > 0 {
                    path.push('.');
                }
                for letter in name.chars() {
                    if matches!(letter, '.' | '[' | '\\') {
                        path.push('\\');
                    }
                    path.push(letter);
                }
                walk(path, depth + 1, value.get(), into);
                path.truncate(length);
            }
        } else if let Some(elements) = elements(value)
            && !elements.is_empty()
        {
            for (index, value) in elements.into_iter().enumerate() {
                path.push_str(&format!("[{index}]"));
                walk(path, depth + 1, value.get(), into);
                path.truncate(length);
            }
        } else {
            into.push((path.clone(), value));
        }
    }
    let mut flat = Vec::new();
    if members(record).is_some_and(|members| !members.is_empty()) {
        walk(&mut String::new(), 0, record, &mut flat);
    }
    object(flat)
}

/// The product with the fields of its sections lifted to the top level, and its components
/// likewise.
fn ungrouped(record: &str) -> String {
    lifted(record, &PRODUCT, &|name, value| {
        if name != "components" {
            return None;
        }
        let components = elements(value)?.into_iter();
        let lifted = components.map(|component| lifted(component.get(), &COMPONENT, &|_, _| None));
        Some(format!("[{}]", lifted.collect::<Vec<_>>().join(",")))
    })
}

/// Lifts the fields of the table's sections into the object. A field whose name is taken
/// already gets its section's name as a prefix: `section.field`. A section that is not an
/// object stays as it is, and so does a value that is not an object at all.
fn lifted(value: &str, table: &Schema, inner: &dyn Fn(&str, &str) -> Option<String>) -> String {
    let Some(all) = members(value) else {
        return value.to_owned();
    };
    let all = all.into_iter().map(|(name, value)| {
        let shape = table.field(&name).map(|field| field.shape);
        let is_section = matches!(shape, Some(Shape::Record(_)));
        let section = is_section.then(|| members(value.get())).flatten();
        (section, name, value)
    });
    let all: Vec<_> = all.collect();
    let kept = all.iter().filter(|(section, ..)| section.is_none());
    let mut taken: HashSet<String> = kept.map(|(_, name, _)| name.clone()).collect();
    let mut out = Vec::new();
    for (section, name, value) in all {
        let Some(fields) = section else {
            let changed = inner(&name, value.get());
            out.push((name, changed.map_or(Cow::Borrowed(value.get()), Cow::Owned)));
            continue;
        };
        for (mut field, value) in fields {
            while !taken.insert(field.clone()) {
                field = format!("{name}.{field}");
            }
            out.push((field, Cow::Borrowed(value.get())));
        }
    }
    object(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn parsed(text: &str) -> Value {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    #[test]
    fn raw_is_the_text_itself_and_the_others_know_the_newest_version() {
        let record = r#"{ "version":"1", "latest_version" : "1", "x": 1.50 }"#;
        assert_eq!(Output::Raw.apply(record, "2"), record);
        assert_eq!(Output::Grouped.apply(record, "1"), record);
        assert_eq!(
            Output::Grouped.apply(record, "2"),
            r#"{"version":"1","latest_version":"2","x":1.50}"#
        );
        let wrong = r#"{"latest_version":1}"#;
        assert_eq!(Output::Grouped.apply(wrong, "2"), wrong);
    }

    #[test]
    fn flat_names_are_paths() {
        let text = flat(r#"{"a":{"b":[1.0,{"c":null}],"d.e":{}},"f":[],"g[0]":"x","":1}"#);
        assert_eq!(
            text,
            r#"{"a.b[0]":1.0,"a.b[1].c":null,"a.d\\.e":{},"f":[],"g\\[0]":"x","":1}"#
        );
        assert_eq!(flat("{}"), "{}");
        assert_eq!(flat(r#"{"":{"a":1},"a":2}"#), r#"{".a":1,"a":2}"#);
    }

    #[test]
    fn sections_are_lifted_and_collisions_keep_their_section() {
        let text = ungrouped(
            r#"{"pool_id":"p","general":{"product_name":"n","pool_id":"other"},
                "general.pool_id":1,"outer":{"product_name":"again","x":{"value":1}},
                "pallet":"none","unknown":{"kept":true},
                "components":[{"ingredients":{"ingredients":"Milk"},"inner":{}},7]}"#,
        );
        assert_eq!(
            parsed(&text),
            json!({
                "pool_id": "p", "product_name": "n", "general.general.pool_id": "other",
                "general.pool_id": 1, "outer.product_name": "again", "x": {"value": 1},
                "pallet": "none", "unknown": {"kept": true},
                "components": [{"ingredients": "Milk"}, 7],
            })
        );
    }

    fn json_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "[a.\\[\\]\\\\0]{0,4}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            let name = prop_oneof![
                "[a.\\[\\]\\\\0]{0,3}",
                Just("general".to_owned()),
                Just("components".to_owned()),
                Just("inner".to_owned())
            ];
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::vec((name, inner), 0..5)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    /// The scalars and empty containers of a value.
    fn leaves(value: &Value, into: &mut Vec<String>) {
        match value {
            Value::Array(a) if !a.is_empty() => a.iter().for_each(|v| leaves(v, into)),
            Value::Object(o) if !o.is_empty() => o.values().for_each(|v| leaves(v, into)),
            leaf => into.push(leaf.to_string()),
        }
    }

    fn sorted_leaves(value: &Value) -> Vec<String> {
        let mut found = Vec::new();
        leaves(value, &mut found);
        found.sort();
        found
    }

    /// Rebuilds an object from its flat form.
    fn unflattened(flat: &serde_json::Map<String, Value>) -> Value {
        fn steps(path: &str) -> Vec<Result<String, usize>> {
            let mut steps = Vec::new();
            let mut name = Some(String::new());
            let mut letters = path.chars();
            while let Some(letter) = letters.next() {
                match letter {
                    '\\' => name.get_or_insert_default().push(letters.next().unwrap()),
                    '.' => steps.extend(name.replace(String::new()).map(Ok)),
                    '[' => {
                        steps.extend(name.take().map(Ok));
                        let index: String = letters.by_ref().take_while(|l| *l != ']').collect();
                        steps.push(Err(index.parse().unwrap()));
                    }
                    letter => name.get_or_insert_default().push(letter),
                }
            }
            steps.extend(name.map(Ok));
            steps
        }
        let mut root = json!({});
        for (path, value) in flat {
            let mut place = &mut root;
            for step in steps(path) {
                place = match step {
                    Ok(name) => {
                        if !place.is_object() {
                            *place = json!({});
                        }
                        place
                            .as_object_mut()
                            .unwrap()
                            .entry(name)
                            .or_insert(Value::Null)
                    }
                    Err(index) => {
                        if !place.is_array() {
                            *place = json!([]);
                        }
                        let list = place.as_array_mut().unwrap();
                        list.resize(list.len().max(index + 1), Value::Null);
                        &mut list[index]
                    }
                };
            }
            *place = value.clone();
        }
        root
    }

    proptest! {
        #[test]
        fn flattening_is_reversible(value in json_value()) {
            let object = json!({"general": value});
            let flattened = parsed(&flat(&object.to_string()));
            prop_assert_eq!(unflattened(flattened.as_object().unwrap()), object);
        }

        #[test]
        fn ungrouping_loses_no_value(value in json_value(), other in json_value()) {
            let object = json!({"general": value, "components": [other.clone()], "outer": other, "x": 1});
            let mut before = sorted_leaves(&object);
            let mut after = sorted_leaves(&parsed(&ungrouped(&object.to_string())));
            // An empty section leaves nothing behind, which loses nothing.
            before.retain(|leaf| leaf != "{}");
            after.retain(|leaf| leaf != "{}");
            prop_assert_eq!(before, after);
        }
    }
}
