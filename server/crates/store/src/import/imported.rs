//! One record of an import: a product, or an image of one.
//!
//! A product is a full product, alone or under `data` as in the API's responses. An image is
//! `{"pool_id": "…", "image": {…}}`, optionally with `"feature": true` and `"wholesaler": 12`,
//! since an image object does not name its owner.

use serde_json::Value;

use crate::Image;
use crate::record::columns::{Columns, Refusal, identifier, integer, kind};
use crate::record::raw_object::members;
use crate::record::timestamp::{Timestamp, UNKNOWN};

/// A parsed record of an import.
#[derive(Debug)]
pub(super) enum Imported {
    /// The record unchanged, and the columns read from it.
    Product(String, Box<Columns>),
    Image(Box<Image>),
}

impl Imported {
    /// Parses a record. Sets `pool_id` as soon as it is known, so that a refusal can name it.
    pub(super) fn read(bytes: &[u8], pool_id: &mut Option<String>) -> Result<Imported, Refusal> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| Refusal::NotJson("it is not UTF-8".to_owned()))?
            .trim_matches([' ', '\t', '\r', '\n']);
        let value: Value = serde_json::from_str(text).map_err(|error| {
            // The parser's line numbers count from the start of the record.
            let full = error.to_string();
            let reason = full.split(" at line ").next().unwrap_or_default();
            Refusal::NotJson(format!("{reason}, {} bytes in", error.column()))
        })?;
        if !value.is_object() {
            return Err(Refusal::NotAnObject(kind(&value)));
        }
        let shortened = |record: &Value| {
            let id = record["pool_id"].as_str()?;
            Some(id.chars().take(80).collect())
        };
        *pool_id = shortened(&value);
        if value["image"].is_object() && value.get("general").is_none() {
            return image(text, &value).map(|image| Imported::Image(Box::new(image)));
        }
        // A response of the API, saved to a file.
        if value.get("pool_id").is_none()
            && value["data"].is_object()
            && let Some(inner) = member(text, "data")
        {
            *pool_id = shortened(&value["data"]);
            let columns = Columns::read(&value["data"])?;
            return Ok(Imported::Product(inner, Box::new(columns)));
        }
        let columns = Columns::read(&value)?;
        Ok(Imported::Product(text.to_owned(), Box::new(columns)))
    }
}

fn image(text: &str, record: &Value) -> Result<Image, Refusal> {
    let known = ["pool_id", "image", "feature", "wholesaler"];
    let mut names = record.as_object().into_iter().flat_map(|map| map.keys());
    if let Some(name) = names.find(|name| !known.contains(&name.as_str())) {
        return Err(Refusal::UnknownMember(name.clone()));
    }
    let image = &record["image"];
    let feature = match &record["feature"] {
        Value::Null => false,
        Value::Bool(feature) => *feature,
        _ => return Err(Refusal::WrongMember("feature", "true or false")),
    };
    let wholesaler = match &record["wholesaler"] {
        Value::Null => owner(image),
        id => {
            let refusal = Refusal::WrongMember("wholesaler", "a whole number");
            Some(id.as_i64().ok_or(refusal)?)
        }
    };
    Ok(Image {
        pool_id: identifier(record, "pool_id")?,
        image_id: identifier(image, "id")?,
        wholesaler,
        kind: integer(&image["type"]["id"]),
        feature,
        created: created(image),
        record: member(text, "image").ok_or(Refusal::WrongMember("image", "an object"))?,
        local: false,
    })
}

/// The JSON text of an object's member.
fn member(object: &str, name: &str) -> Option<String> {
    Some(members(object)?.get(name)?.get().to_owned())
}

/// The wholesaler that an image object names as its owner; `None` for the brand owner's.
fn owner(image: &Value) -> Option<i64> {
    let owner = image["owner_type"].as_str()?;
    owner
        .to_ascii_lowercase()
        .contains("wholesaler")
        .then(|| integer(&image["owner_id"]))?
}

/// When an image was uploaded, in microseconds since 1970 UTC.
pub fn created(image: &Value) -> i64 {
    image["created_at"]
        .as_str()
        .and_then(Timestamp::parse)
        .map_or(UNKNOWN, |timestamp| timestamp.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Imported, String> {
        Imported::read(text.as_bytes(), &mut None).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn a_product_is_read_unchanged() {
        let text = r#"{ "pool_id":"a", "x": 1.50,"x":  2 }"#;
        let Ok(Imported::Product(body, columns)) = read(&format!("  {text}\r\n")) else {
            panic!()
        };
        assert_eq!((body.as_str(), columns.pool_id.as_str()), (text, "a"));
        let Ok(Imported::Product(body, _)) = read(&format!("{{\"data\": {text} }}")) else {
            panic!()
        };
        assert_eq!(body, text);
    }

    #[test]
    fn an_image_names_its_owner() {
        let line = r#"{"pool_id":"a","image":{"id":"i","type":{"id":3},"owner_type":"Wholesaler","owner_id":9,"width":1.0}}"#;
        let Ok(Imported::Image(image)) = read(line) else {
            panic!()
        };
        assert_eq!(
            (image.wholesaler, image.kind, image.feature),
            (Some(9), Some(3), false)
        );
        assert!(image.record.ends_with("\"width\":1.0}"));
        let line = r#"{"pool_id":"a","image":{"id":"i"},"feature":true,"wholesaler":4}"#;
        let Ok(Imported::Image(image)) = read(line) else {
            panic!()
        };
        assert_eq!(
            (image.wholesaler, image.feature, image.created),
            (Some(4), true, UNKNOWN)
        );
    }

    #[test]
    fn refusals_give_the_reason() {
        for (text, reason) in [
            ("7", "a number instead of an object"),
            ("{\"a\":}", "not JSON: expected value, 6 bytes in"),
            (
                "{\"next\":null,\"data\":[]}",
                "pool_id is missing or not a string",
            ),
            (
                r#"{"image":{"id":"i"}}"#,
                "pool_id is missing or not a string",
            ),
            (
                r#"{"pool_id":"a","image":{}}"#,
                "id is missing or not a string",
            ),
            (
                r#"{"pool_id":"a","image":{"id":"i"},"features":1}"#,
                "unknown member \"features\" in a line with an image",
            ),
            (
                r#"{"pool_id":"a","image":{"id":"i"},"feature":1}"#,
                "feature must be true or false",
            ),
            (
                r#"{"pool_id":"a","image":{"id":"i"},"wholesaler":"1"}"#,
                "wholesaler must be a whole number",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), reason, "{text}");
        }
        assert!(Imported::read(b"{\"\xff\":1}", &mut None).is_err());
        let deep = format!(
            "{{\"pool_id\":\"a\",\"x\":{}{}}}",
            "[".repeat(200),
            "]".repeat(200)
        );
        assert!(read(&deep).unwrap_err().contains("recursion limit"));
    }
}
