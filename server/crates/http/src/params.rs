//! Parsing the query parameters of an operation.
//!
//! Unknown, repeated and empty parameters are rejected: to ignore a misspelt filter would
//! return other products than were requested, unnoticed.

use axum::http::Uri;
use percent_encoding::percent_decode_str;
use product_pool::operations::Operation;

use crate::responses::problem::{Problem, quoted};

/// The largest id: the largest integer that JSON numbers hold exactly.
const MAX_ID: i64 = (1 << 53) - 1;
/// The largest page number.
const MAX_NUMBER: i64 = i32::MAX as i64;
/// The maximum length of a text parameter, in bytes.
const MAX_TEXT: usize = 1000;

/// The decoded parameters of a query, as names and values.
#[derive(Debug)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// Parses the query of an operation.
    pub fn of(uri: &Uri, operation: &Operation) -> Result<Params, Problem> {
        let read = pairs(uri.query().unwrap_or_default(), |name| {
            if operation.parameter(name).is_some() {
                return Ok(());
            }
            let known = operation.parameters.iter().map(|known| known.name);
            let list = match known.collect::<Vec<_>>() {
                known if known.is_empty() => "none".to_owned(),
                known => known.join(", "),
            };
            let detail = format!("unknown parameter {}; known: {list}", quoted(name));
            Err(Problem::query("unknown_parameter", detail))
        })?;
        for (name, value) in &read {
            if value.is_empty() {
                return Err(Problem::parameter(name, value, "given a value or omitted"));
            }
            if value.len() > MAX_TEXT && name != "cursor" {
                return Err(Problem::parameter(name, value, "at most 1000 bytes long"));
            }
        }
        Ok(Params(read))
    }

    /// The value of a text parameter.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// The value of an id parameter: a whole number from 0.
    pub fn id(&self, name: &str) -> Result<Option<i64>, Problem> {
        self.text(name).map(|value| id(name, value)).transpose()
    }

    /// The value of a limit: a whole number from 1, capped at `max`.
    pub fn limit(&self, name: &str, max: u32) -> Result<Option<u32>, Problem> {
        let Some(value) = self.text(name) else {
            return Ok(None);
        };
        let number = value.trim_start_matches('0');
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Problem::parameter(name, value, "a whole number from 1"));
        }
        // A number that does not fit is larger than `max`.
        Ok(Some(number.parse().unwrap_or(max).min(max)))
    }

    /// The value of a page number: a whole number from 1.
    pub fn number(&self, name: &str) -> Result<Option<u32>, Problem> {
        let Some(value) = self.text(name) else {
            return Ok(None);
        };
        let expected = "a whole number from 1 to 2147483647";
        digits(value, 1, MAX_NUMBER)
            .and_then(|number| u32::try_from(number).ok())
            .map(Some)
            .ok_or_else(|| Problem::parameter(name, value, expected))
    }

    /// The page number; 1 by default.
    pub fn page(&self) -> Result<u32, Problem> {
        Ok(self.number("page")?.unwrap_or(1))
    }
}

/// Parses an id in a query or a path: a whole number from 0.
pub fn id(name: &str, value: &str) -> Result<i64, Problem> {
    digits(value, 0, MAX_ID)
        .ok_or_else(|| Problem::parameter(name, value, "a whole number from 0 to 2^53 - 1"))
}

/// Parses a number of decimal digits only, without sign or spaces.
fn digits(text: &str, min: i64, max: i64) -> Option<i64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| plain)?;
    (min..=max).contains(&number).then_some(number)
}

/// Parses a query into its names and values.
///
/// # Errors
/// Those of `check` for a name, a name that is repeated, or a text that cannot be decoded.
pub fn pairs(
    query: &str,
    check: impl Fn(&str) -> Result<(), Problem>,
) -> Result<Vec<(String, String)>, Problem> {
    let mut read: Vec<(String, String)> = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let name = decode(name)?;
        check(&name)?;
        if read.iter().any(|(earlier, _)| *earlier == name) {
            let detail = format!("the query has {name} more than once");
            return Err(Problem::query("repeated_parameter", detail));
        }
        read.push((name, decode(value)?));
    }
    Ok(read)
}

/// Decodes the percent escapes and pluses of a name or value.
fn decode(text: &str) -> Result<String, Problem> {
    let spaced = text.replace('+', " ");
    match percent_decode_str(&spaced).decode_utf8() {
        Ok(text) if text.chars().any(char::is_control) => {
            let detail = "the query contains a control character";
            Err(Problem::query("invalid_query", detail))
        }
        Ok(text) => Ok(text.into_owned()),
        Err(_) => Err(Problem::query("invalid_query", "the query is not UTF-8")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use product_pool::operations::LIST_PRODUCTS;
    use proptest::prelude::*;

    fn read(query: &str) -> Result<Params, Problem> {
        Params::of(&format!("/?{query}").parse().unwrap(), &LIST_PRODUCTS)
    }

    #[test]
    fn names_and_values_are_decoded() {
        let params = read("filter%5Bbrand%5D=07&cursor=a%20b+c&&").unwrap();
        assert_eq!(params.id("filter[brand]"), Ok(Some(7)));
        assert_eq!(params.text("cursor"), Some("a b c"));
        assert_eq!(params.number("limit"), Ok(None));
    }

    #[test]
    fn invalid_queries_are_refused() {
        for (query, code) in [
            ("limits=1", "unknown_parameter"),
            ("limit=1&limit=1", "repeated_parameter"),
            ("limit=", "invalid_parameter"),
            ("limit", "invalid_parameter"),
            ("cursor=%00", "invalid_query"),
            ("cursor=%ff", "invalid_query"),
            ("%ff=1", "invalid_query"),
        ] {
            assert_eq!(read(query).unwrap_err().code, code, "{query}");
        }
        for number in [
            "0",
            "-1",
            "%2B1",
            "1.0",
            "1e2",
            "2147483648",
            "1000000000000",
            "٣",
            "0x10",
        ] {
            let params = read(&format!("limit={}", urlencode(number))).unwrap();
            assert!(params.number("limit").is_err(), "{number}");
            let large = number.len() > 5 && number.bytes().all(|byte| byte.is_ascii_digit());
            assert_eq!(params.limit("limit", 500).is_err(), !large, "{number}");
        }
    }

    #[test]
    fn a_limit_of_any_length_is_capped() {
        for (limit, counts) in [
            ("1", 1),
            ("0007", 7),
            ("500", 500),
            ("501", 500),
            ("2147483648", 500),
            ("4294967297", 500),
            ("99999999999999999999999999", 500),
            ("00000000000000000000000003", 3),
        ] {
            let params = read(&format!("limit={limit}")).unwrap();
            assert_eq!(params.limit("limit", 500), Ok(Some(counts)), "{limit}");
        }
        assert_eq!(read("").unwrap().limit("limit", 500), Ok(None));
    }

    fn urlencode(text: &str) -> String {
        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
    }

    proptest! {
        #[test]
        fn any_query_is_parsed_or_refused(query in "[ -~]{0,60}") {
            let escaped = query.replace(['"', '<', '>', '\\', '^', '`', '{', '|', '}', ' ', '#'], "%");
            if let Ok(uri) = format!("/?{escaped}").parse::<Uri>() {
                let _ = Params::of(&uri, &LIST_PRODUCTS);
            }
        }

        #[test]
        fn texts_are_decoded_unchanged(text in "[^\\p{Cc}]{1,50}") {
            let query = format!("cursor={}", urlencode(&text));
            let params = read(&query).unwrap();
            prop_assert_eq!(params.text("cursor"), Some(text.as_str()));
        }
    }
}
