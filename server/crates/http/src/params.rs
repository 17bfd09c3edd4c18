//! Parsing the query parameters of an operation.
//!
//! Unknown, repeated and empty parameters are rejected: to ignore a misspelt filter would
//! return other products than were requested, unnoticed. Values are checked by the table of
//! operations, for a catalogue and for a gateway alike.

use axum::http::Uri;
use percent_encoding::percent_decode_str;
use product_pool::operations::{MAX_LIMIT, Operation, Parameter, ParameterKind};

use crate::responses::problem::{Problem, quoted};

/// The largest id: the largest integer that JSON numbers hold exactly.
const MAX_ID: i64 = (1 << 53) - 1;
/// The largest page number.
const MAX_NUMBER: i64 = i32::MAX as i64;
/// The maximum length of a text parameter, in bytes.
const MAX_TEXT: usize = 1000;

/// The parameters of a query, as names and values in canonical form.
#[derive(Debug)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// Parses the query of an operation.
    pub fn of(uri: &Uri, operation: &Operation) -> Result<Params, Problem> {
        let mut read = pairs(uri.query().unwrap_or_default(), |name| {
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
        for (name, value) in &mut read {
            if value.is_empty() {
                return Err(Problem::parameter(name, value, "given a value or omitted"));
            }
            if value.len() > MAX_TEXT && name != "cursor" {
                return Err(Problem::parameter(name, value, "at most 1000 bytes long"));
            }
            if let Some(parameter) = operation.parameter(name) {
                *value = canonical(parameter, value)?;
            }
        }
        Ok(Params(read))
    }

    /// The value of a parameter, in canonical form.
    pub fn text(&self, name: &str) -> Option<&str> {
        let mut named = self.0.iter().filter(|(known, _)| known == name);
        named.next().map(|(_, value)| value.as_str())
    }

    /// The value of an id parameter: a whole number from 0.
    pub fn id(&self, name: &str) -> Option<i64> {
        self.text(name)?.parse().ok()
    }

    /// The number of records per page: at most [`MAX_LIMIT`].
    pub fn limit(&self) -> Option<u32> {
        self.text("limit")?.parse().ok()
    }

    /// The page number; 1 by default.
    pub fn page(&self) -> u32 {
        let page = self.text("page").and_then(|page| page.parse().ok());
        page.unwrap_or(1)
    }
}

/// The canonical form of a parameter's value: one for all texts that mean the same.
fn canonical(parameter: &Parameter, text: &str) -> Result<String, Problem> {
    let name = parameter.name;
    let refused = |expected: &str| Err(Problem::parameter(name, text, expected));
    Ok(match parameter.kind {
        ParameterKind::Id => id(name, text)?.to_string(),
        ParameterKind::Page => match digits(text, 1, MAX_NUMBER) {
            Some(number) => number.to_string(),
            None => return refused("a whole number from 1 to 2147483647"),
        },
        ParameterKind::Limit => {
            let number = text.trim_start_matches('0');
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return refused("a whole number from 1");
            }
            // A number that does not fit is larger than the greatest.
            let limit = number.parse().unwrap_or(MAX_LIMIT);
            limit.min(MAX_LIMIT).to_string()
        }
        ParameterKind::Flag if text != "0" && text != "1" => return refused("0 or 1"),
        ParameterKind::Word(known) if !known.contains(&text) => {
            return refused(&format!("one of {}", known.join(", ")));
        }
        ParameterKind::Words(known) => {
            let given: Vec<&str> = text.split(',').map(|word| word.trim_matches(' ')).collect();
            if given.iter().any(|word| !known.contains(word)) {
                let known = known.join(", ");
                return refused(&format!("{known}, or several separated by a comma"));
            }
            let mut in_order = known.to_vec();
            in_order.retain(|word| given.contains(word));
            in_order.join(",")
        }
        ParameterKind::DateComparison => match text.split_once(':') {
            Some(("eq" | "gt" | "lt", time)) if !time.is_empty() => text.to_owned(),
            _ => return refused("eq:, gt: or lt: and a date such as gt:2024-10-12"),
        },
        ParameterKind::Flag | ParameterKind::Word(_) | ParameterKind::Text => text.to_owned(),
    })
}

/// Checks the form of a GTIN in a path; one of 7 or 11 digits has lost a leading zero.
pub fn gtin(name: &str, value: &str) -> Result<(), Problem> {
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    match is_number && matches!(value.len(), 7 | 8 | 11..=14) {
        true => Ok(()),
        false => Err(Problem::parameter(name, value, "8, 12, 13 or 14 digits")),
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
    for pair in decoded(query) {
        let (name, value) = pair?;
        check(&name)?;
        if read.iter().any(|(earlier, _)| *earlier == name) {
            let detail = format!("the query has {name} more than once");
            return Err(Problem::query("repeated_parameter", detail));
        }
        read.push((name, value));
    }
    Ok(read)
}

/// The names and values of a query, or why one cannot be decoded.
pub fn decoded(query: &str) -> impl Iterator<Item = Result<(String, String), Problem>> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        Ok((decode(name)?, decode(value)?))
    })
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
    use product_pool::operations::{LIST_LABELS, LIST_PRODUCTS};
    use proptest::prelude::*;

    fn read(query: &str) -> Result<Params, Problem> {
        Params::of(&format!("/?{query}").parse().unwrap(), &LIST_PRODUCTS)
    }

    #[test]
    fn names_and_values_are_decoded() {
        let params = read("filter%5Bbrand%5D=07&cursor=a%20b+c&&").unwrap();
        assert_eq!(params.id("filter[brand]"), Some(7));
        assert_eq!(params.text("cursor"), Some("a b c"));
        assert_eq!(params.limit(), None);
    }

    #[test]
    fn invalid_queries_are_refused() {
        for (query, code) in [
            ("limits=1", "unknown_parameter"),
            ("limit=1&limit=1", "repeated_parameter"),
            ("filter=1", "unknown_parameter"),
            ("limit=1&%6Cimit=1", "repeated_parameter"),
            ("limit=", "invalid_parameter"),
            ("limit", "invalid_parameter"),
            ("cursor=%00", "invalid_query"),
            ("cursor=%ff", "invalid_query"),
            ("filter[brand]=%0A1", "invalid_query"),
            ("%ff=1", "invalid_query"),
            ("%00=1", "invalid_query"),
        ] {
            assert_eq!(read(query).unwrap_err().code, code, "{query}");
        }
    }

    #[test]
    fn values_of_another_kind_are_refused() {
        let long = "y".repeat(MAX_TEXT + 1);
        for (name, values) in [
            (
                "sort",
                &[
                    "price",
                    "--changed_at",
                    "+changed_at",
                    "CHANGED_AT",
                    "changed_at,version",
                ][..],
            ),
            (
                "filter[brand]",
                &[
                    "abc",
                    "-1",
                    "+1",
                    "1.5",
                    "1 OR 1=1",
                    "99999999999999999999",
                    "0x1",
                    "٣",
                ],
            ),
            (
                "filter[changed_at]",
                &["2024-10-12", "ge:2024-10-12", "GT:2024-10-12", "gt:"],
            ),
            (
                "filter[status]",
                &["draft", "published,", "published,draft"],
            ),
            ("filter[manufacturer_product_code]", &[&long]),
            ("count", &["2", "true"]),
        ] {
            for value in values {
                let refused = read(&format!("{name}={}", urlencode(value))).unwrap_err();
                assert_eq!(refused.code, "invalid_parameter", "{name}={value}");
            }
        }
        for value in [
            "123",
            "952000000001x",
            "9520000-000016",
            " 520000000016",
            "٩٥٢٠",
            "",
        ] {
            assert!(gtin("gtin", value).is_err(), "{value}");
        }
        for value in ["x", "-1", "99999999999999999999"] {
            assert!(id("manufacturer", value).is_err(), "{value}");
        }
    }

    #[test]
    fn numbers_are_plain_digits() {
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
            let query = |name: &str| format!("/?{name}={}", urlencode(number));
            let page = Params::of(&query("page").parse().unwrap(), &LIST_LABELS);
            assert_eq!(page.unwrap_err().code, "invalid_parameter", "{number}");
            let limit = Params::of(&query("limit").parse().unwrap(), &LIST_PRODUCTS);
            let large = number.len() > 5 && number.bytes().all(|byte| byte.is_ascii_digit());
            assert_eq!(limit.is_err(), !large, "{number}");
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
            assert_eq!(params.limit(), Some(counts), "{limit}");
        }
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
