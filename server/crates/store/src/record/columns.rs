//! The columns that the catalogue reads from a record in order to find, sort and filter it.

use product_pool::gtin::Gtin;
use serde_json::Value;

use super::item::list_item;
use super::order::name_key;
use super::raw_object::pick;
use super::timestamp::{Timestamp, UNKNOWN};

/// The longest `pool_id` that can be stored, in bytes. It is limited because it is part of
/// paths and cursors.
pub const MAX_ID: usize = 200;

/// Why a record cannot be stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is not valid JSON; the parser's message.
    #[error("not JSON: {0}")]
    NotJson(String),
    /// It is JSON but not an object; its type.
    #[error("{0} instead of an object")]
    NotAnObject(&'static str),
    /// It has no identifier of that name, or one that is not a string.
    #[error("{0} is missing or not a string")]
    NoId(&'static str),
    /// Its identifier of that name is empty, too long or contains control characters.
    #[error("{0} is empty, longer than {MAX_ID} bytes or contains control characters")]
    UnusableId(&'static str),
    /// An image line has an unknown member.
    #[error("unknown member {0:?} in a line with an image")]
    UnknownMember(String),
    /// A member of an image line has the wrong type: its name and the expected type.
    #[error("{0} must be {1}")]
    WrongMember(&'static str, &'static str),
    /// It is larger than this many bytes.
    #[error("larger than {} MiB", .0 >> 20)]
    TooLarge(usize),
    /// The file breaks the layout that its beginning has; how.
    #[error("{0}")]
    Malformed(&'static str),
}

/// The fields of a list item that its columns are read from.
const OF_ITEM: [&[&str]; 14] = [
    &["pool_id"],
    &["version"],
    &["changed_at"],
    &["manufacturer_product_name"],
    &["product_name"],
    &["status"],
    &["manufacturer"],
    &["brand"],
    &["label"],
    &["manufacturer_product_code"],
    &["traded_unit_gtin"],
    &["components", "internal_gtin"],
    &["manufacturer_name"],
    &["brand_name"],
];

/// The columns of one version of a product, read from its record.
#[derive(Debug)]
pub struct Columns {
    /// The id of the product.
    pub pool_id: String,
    /// The version; empty where the record has none.
    pub version: String,
    /// Microseconds since 1970 UTC, or [`UNKNOWN`].
    pub changed: i64,
    /// The key by which lists are sorted by name.
    pub name_key: String,
    /// All names of the product, with spaces between.
    pub(crate) names: String,
    /// The status.
    pub status: Option<String>,
    /// The id of the manufacturer.
    pub manufacturer: Option<i64>,
    /// The id of the brand.
    pub brand: Option<i64>,
    /// The id of the label.
    pub label: Option<i64>,
    /// The product code.
    pub code: Option<String>,
    /// The outer GTIN, zero-padded to 14 digits.
    pub gtin: Option<String>,
    /// The GTINs of the components' units, in 14 digits, without duplicates.
    pub(crate) units: Vec<String>,
    pub(crate) manufacturer_name: Option<String>,
    pub(crate) manufacturer_address: Option<String>,
    pub(crate) brand_name: Option<String>,
    /// The list item of the record, as JSON.
    pub item: String,
}

impl Columns {
    /// Reads a record. Missing fields are accepted; a record is refused only if no request
    /// could name it.
    pub fn read(record: &Value) -> Result<Columns, Refusal> {
        if !record.is_object() {
            return Err(Refusal::NotAnObject(kind(record)));
        }
        let item = list_item(record);
        Ok(Columns {
            manufacturer_address: string(&record["general"]["manufacturer_address"]),
            ..Columns::of_item(&item.to_string(), &item)?
        })
    }

    /// Reads the text of a list item, which is stored unchanged.
    ///
    /// # Errors
    /// No request could name the product.
    pub fn of_item_text(text: &str) -> Result<Columns, Refusal> {
        let picked = pick(text, &OF_ITEM);
        let item = serde_json::from_str(&picked);
        let item = item.map_err(|error| Refusal::NotJson(error.to_string()))?;
        Columns::of_item(text, &item)
    }

    /// Reads a list item, whose text is stored unchanged.
    pub fn of_item(text: &str, item: &Value) -> Result<Columns, Refusal> {
        if !item.is_object() {
            return Err(Refusal::NotAnObject(kind(item)));
        }
        Ok(Columns {
            pool_id: identifier(item, "pool_id")?,
            version: scalar(&item["version"]).unwrap_or_default(),
            changed: changed(item),
            name_key: name_key(
                item["manufacturer_product_name"]
                    .as_str()
                    .unwrap_or_default(),
            ),
            names: names(item),
            status: string(&item["status"]),
            manufacturer: integer(&item["manufacturer"]),
            brand: integer(&item["brand"]),
            label: integer(&item["label"]),
            code: scalar(&item["manufacturer_product_code"]),
            gtin: gtin(&item["traded_unit_gtin"]),
            units: units(item),
            manufacturer_name: string(&item["manufacturer_name"]),
            manufacturer_address: None,
            brand_name: string(&item["brand_name"]),
            item: text.to_owned(),
        })
    }
}

/// The identifier of that name, checked to be usable in a path.
pub fn identifier(object: &Value, name: &'static str) -> Result<String, Refusal> {
    let id = object[name].as_str().ok_or(Refusal::NoId(name))?;
    if id.is_empty() || id.len() > MAX_ID || id.chars().any(char::is_control) {
        return Err(Refusal::UnusableId(name));
    }
    Ok(id.to_owned())
}

/// The name of a JSON value's type, for messages.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A GTIN in 14 digits, for storing and look-ups. Parsing is lenient: a product whose supplier
/// mistyped the check digit, lost a leading zero or put spaces between the digits must still
/// be found. A GTIN of zeros only is a placeholder and is ignored.
pub fn padded_gtin(text: &str) -> Option<String> {
    Gtin::parse_lenient(text).ok().map(|gtin| gtin.to_14())
}

fn string(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// A string, or the text of a number or boolean where a string is expected.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// The time of a record's or list item's last change; [`UNKNOWN`] if it cannot be parsed.
fn changed(record: &Value) -> i64 {
    record["changed_at"]
        .as_str()
        .and_then(Timestamp::parse)
        .map_or(UNKNOWN, |timestamp| timestamp.start)
}

/// The names that a list item has, with spaces between.
fn names(item: &Value) -> String {
    let names = ["manufacturer_product_name", "product_name"];
    let names = names.map(|name| item[name].as_str().unwrap_or_default());
    names.join(" ")
}

/// The value as a GTIN in 14 digits, if it is one.
pub fn gtin(value: &Value) -> Option<String> {
    scalar(value).and_then(|text| padded_gtin(&text))
}

/// The GTINs of a list item's components without duplicates.
fn units(item: &Value) -> Vec<String> {
    let components = item["components"].as_array().into_iter().flatten();
    let mut units: Vec<String> = components
        .filter_map(|component| gtin(&component["internal_gtin"]))
        .collect();
    units.sort();
    units.dedup();
    units
}

/// An integer, from a number or a string.
pub fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn a_record_is_read_whatever_its_types() {
        let columns = Columns::read(&json!({
            "pool_id": "p", "version": 3, "changed_at": 17, "status": ["published"],
            "general": {"manufacturer": "12", "brand": 1.5, "manufacturer_product_code": 700,
                        "manufacturer_product_name": {}},
            "outer": {"traded_unit_gtin": 9520123456788u64},
        }))
        .unwrap();
        assert_eq!(columns.version, "3");
        assert_eq!(columns.changed, UNKNOWN);
        assert_eq!((columns.manufacturer, columns.brand), (Some(12), None));
        assert_eq!(columns.code.as_deref(), Some("700"));
        assert_eq!(columns.gtin.as_deref(), Some("09520123456788"));
        assert_eq!((columns.status, columns.name_key.as_str()), (None, ""));
    }

    #[test]
    fn units_are_those_of_components_each_once() {
        let inner = |gtin: Value| json!({"inner": {"internal_gtin": gtin}});
        let record = json!({"pool_id": "p", "components": [
            inner(json!("9520123456788")), inner(json!("09520123456788")),
            inner(json!(95201234)), inner(json!({"value": 1})), {"inner": 3}, null,
        ]});
        let columns = Columns::read(&record).unwrap();
        assert_eq!(columns.units, ["00000095201234", "09520123456788"]);
        let item = json!({"pool_id": "p", "components": [{"internal_gtin": "9520123456788"}]});
        let columns = Columns::of_item("", &item).unwrap();
        assert_eq!(columns.units, ["09520123456788"]);
    }

    #[test]
    fn records_without_a_usable_id_are_refused() {
        for (record, reason) in [
            (json!([]), "an array instead of an object"),
            (json!({}), "pool_id is missing or not a string"),
            (json!({"pool_id": 7}), "pool_id is missing or not a string"),
            (json!({"pool_id": ""}), "pool_id is empty, longer than"),
            (json!({"pool_id": "a\0"}), "pool_id is empty, longer than"),
            (
                json!({"pool_id": "x".repeat(201)}),
                "pool_id is empty, longer than",
            ),
        ] {
            let refusal = Columns::read(&record).unwrap_err().to_string();
            assert!(refusal.starts_with(reason), "{refusal}");
        }
        Columns::read(&json!({"pool_id": "x", "general": 7, "outer": null, "components": {}}))
            .unwrap();
    }

    #[test]
    fn gtins_are_padded_and_gaps_are_not_gtins() {
        assert_eq!(
            padded_gtin("9520123456788").as_deref(),
            Some("09520123456788")
        );
        for (stored, padded) in [
            (" 95201234 ", "00000095201234"),
            ("5 012345 678900", "05012345678900"),
            ("501-2345-678900", "05012345678900"),
            ("12345678905", "00012345678905"),
            ("9520123456789", "09520123456789"),
        ] {
            assert_eq!(padded_gtin(stored).as_deref(), Some(padded), "{stored}");
        }
        for text in [
            "",
            "0000000000000",
            "952012345678",
            "95201234567888899",
            "952012345678x",
        ] {
            assert_eq!(
                padded_gtin(text).is_some(),
                text == "952012345678",
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(name in any::<String>(), time in "[0-9T: .Z+-]{0,30}", number in any::<f64>()) {
            let record = json!({"pool_id": "p", "changed_at": time,
                "general": {"manufacturer_product_name": name, "manufacturer": number}});
            prop_assert!(Columns::read(&record).is_ok());
        }
    }
}
