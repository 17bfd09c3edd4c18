//! The list item of a full product.

use std::sync::LazyLock;

use product_pool::model::table::{COMPONENT, LIST_ITEM, LIST_ITEM_COMPONENT, PRODUCT, Schema};
use product_pool::model::view::Shape;
use serde_json::{Map, Value};

/// A field of a list item, with its path in the full product.
type Source = (&'static str, Vec<&'static str>);

/// The fields of a list item in order.
static FIELDS: LazyLock<Vec<Source>> = LazyLock::new(|| sources(&LIST_ITEM, &PRODUCT));

/// The fields of a list item's components, likewise.
static COMPONENT_FIELDS: LazyLock<Vec<Source>> =
    LazyLock::new(|| sources(&LIST_ITEM_COMPONENT, &COMPONENT));

fn sources(item: &'static Schema, full: &'static Schema) -> Vec<Source> {
    let names = item.fields().map(|field| field.name);
    names.map(|name| (name, path(full, name))).collect()
}

/// The path of the field that a list item shows under this name: the field of the same name, at
/// the top of the full product or in one of its sections.
fn path(full: &'static Schema, name: &'static str) -> Vec<&'static str> {
    let name = match name {
        // The record's own, since a list shows the newest version in the catalogue.
        "latest_version" => "version",
        "latest_at" => "changed_at",
        name => name,
    };
    let mut sections = full.fields().filter_map(|field| match field.shape {
        Shape::Record(section) => section.field(name).map(|_| field.name),
        _ => None,
    });
    match full.field(name) {
        Some(_) => vec![name],
        None => sections.next().into_iter().chain([name]).collect(),
    }
}

/// The fields that are `null` in lists where the product has an empty string and the service
/// does not allow `null`. `label_code` is not among them: it has been seen empty in lists too.
const NULL_IF_BLANK: [&str; 2] = ["traded_unit_gtin", "manufacturer_version_number"];
const COMPONENT_NULL_IF_BLANK: [&str; 2] = ["internal_gtin", "manufacturers_component_code"];

fn nothing_for_blank(item: &mut Map<String, Value>, names: &[&str]) {
    for name in names {
        if let Some(value) = item.get_mut(*name)
            && value.as_str() == Some("")
        {
            *value = Value::Null;
        }
    }
}

/// The list item of a full product. A field that the product lacks is `null`. A value of the
/// wrong type is copied as it is, so that a list does not hide a supplier's mistake.
pub fn list_item(product: &Value) -> Value {
    let mut item = picked(product, &FIELDS);
    nothing_for_blank(&mut item, &NULL_IF_BLANK);
    // The two fields whose types differ between list items and full products.
    if let Some(change_type) = item.get_mut("change_type")
        && change_type.is_number()
    {
        *change_type = Value::String(change_type.to_string());
    }
    if let Some(components) = item.get_mut("components") {
        *components = match components.take() {
            Value::Array(listed) => listed
                .iter()
                .map(|one| {
                    let mut component = picked(one, &COMPONENT_FIELDS);
                    nothing_for_blank(&mut component, &COMPONENT_NULL_IF_BLANK);
                    Value::Object(component)
                })
                .collect(),
            _ => Value::Array(Vec::new()),
        };
    }
    Value::Object(item)
}

fn picked(from: &Value, fields: &[Source]) -> Map<String, Value> {
    let at = |path: &[&str]| {
        path.iter()
            .try_fold(from, |value, name| value.get(name))
            .cloned()
    };
    fields
        .iter()
        .map(|(name, path)| ((*name).to_owned(), at(path).unwrap_or_default()))
        .collect()
}

/// The places in list items that show the value at a path of a full product, or values below
/// it.
pub fn shown_at<'a>(path: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut places = within(&FIELDS, path);
    if let ["components", rest @ ..] = path
        && !rest.is_empty()
    {
        let below = within(&COMPONENT_FIELDS, rest);
        places.extend(
            below
                .iter()
                .map(|place| [&["components"], &place[..]].concat()),
        );
    }
    places
}

fn within<'a>(fields: &[Source], path: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut places = Vec::new();
    for (name, source) in fields {
        if source.starts_with(path) {
            places.push(vec![*name]);
        } else if let Some(rest) = path.strip_prefix(&source[..]) {
            places.push([&[*name], rest].concat());
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SOURCES: [(&str, &[&str]); 26] = [
        ("pool_id", &["pool_id"]),
        ("status", &["status"]),
        ("version", &["version"]),
        ("changed_at", &["changed_at"]),
        ("latest_version", &["version"]),
        ("latest_at", &["changed_at"]),
        ("schema", &["general", "schema"]),
        ("schema_name", &["general", "schema_name"]),
        (
            "manufacturer_product_name",
            &["general", "manufacturer_product_name"],
        ),
        ("product_name", &["general", "product_name"]),
        ("standardised_name", &["standardised_name"]),
        (
            "manufacturer_product_code",
            &["general", "manufacturer_product_code"],
        ),
        ("traded_unit_gtin", &["outer", "traded_unit_gtin"]),
        (
            "manufacturer_version_number",
            &["general", "manufacturer_version_number"],
        ),
        ("manufacturer", &["general", "manufacturer"]),
        ("manufacturer_name", &["general", "manufacturer_name"]),
        ("brand", &["general", "brand"]),
        ("brand_name", &["general", "brand_name"]),
        ("label", &["general", "label"]),
        ("label_name", &["general", "label_name"]),
        ("label_code", &["general", "label_code"]),
        ("components", &["components"]),
        ("parent_id", &["parent_id"]),
        ("change_type", &["change_type"]),
        ("change_reason", &["change_reason"]),
        ("reviewed_at", &["reviewed_at"]),
    ];

    const COMPONENT_SOURCES: [(&str, &[&str]); 4] = [
        ("component_uuid", &["general", "component_uuid"]),
        ("component_name", &["general", "component_name"]),
        ("internal_gtin", &["inner", "internal_gtin"]),
        (
            "manufacturers_component_code",
            &["inner", "manufacturers_component_code"],
        ),
    ];

    #[test]
    fn the_fields_of_an_item_are_taken_from_the_product() {
        for (derived, expected) in [
            (&FIELDS, &SOURCES[..]),
            (&COMPONENT_FIELDS, &COMPONENT_SOURCES),
        ] {
            let derived: Vec<_> = derived
                .iter()
                .map(|(name, path)| (*name, &path[..]))
                .collect();
            assert_eq!(derived, expected);
        }
    }

    #[test]
    fn an_empty_code_is_null_in_lists() {
        let item = list_item(&json!({
            "general": {"manufacturer_version_number": "", "label_code": "", "product_name": ""},
            "outer": {"traded_unit_gtin": ""},
            "components": [{"inner": {"internal_gtin": "", "manufacturers_component_code": " "}}],
        }));
        assert_eq!(item["manufacturer_version_number"], Value::Null);
        assert_eq!(item["traded_unit_gtin"], Value::Null);
        assert_eq!(item["components"][0]["internal_gtin"], Value::Null);
        assert_eq!(item["components"][0]["manufacturers_component_code"], " ");
        assert_eq!(
            (&item["label_code"], &item["product_name"]),
            (&json!(""), &json!(""))
        );
        for (record, names) in [
            (&LIST_ITEM, NULL_IF_BLANK),
            (&LIST_ITEM_COMPONENT, COMPONENT_NULL_IF_BLANK),
        ] {
            for name in names {
                assert!(
                    record.field(name).is_some_and(|field| field.nullable),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn missing_fields_are_null_and_wrong_types_are_copied() {
        let item = list_item(&json!({
            "pool_id": "p", "change_type": 2, "version": 4, "general": "none",
            "components": [{"general": {"component_name": ["x"]}}, 7],
        }));
        assert_eq!(item["change_type"], "2");
        assert_eq!(
            (&item["version"], &item["latest_version"]),
            (&json!(4), &json!(4))
        );
        assert_eq!(item["brand_name"], Value::Null);
        assert_eq!(item["components"][0]["component_name"], json!(["x"]));
        assert_eq!(item["components"][1]["component_uuid"], Value::Null);
        assert_eq!(
            list_item(&json!({"components": "two"}))["components"],
            json!([])
        );
    }
}
