//! The body of a response: checked to be UTF-8 and JSON once, for everything that reads it.

use std::ops::Range;

use axum::body::Bytes;
use product_pool::operations::Returns;

use crate::failure::Failure;
use product_pool_store::record::raw_object::{
    RawObject, for_each_element, members as members_of, object,
};

/// The names of an object's members and the positions of their values in the text.
type Positions = Vec<(String, Range<usize>)>;

/// What a 404 says is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// The record.
    Record,
    /// The API itself: the body is not one of its errors.
    Api,
    /// Either: with this code this project's server has nothing at the address at all, while a
    /// pool may have no such record.
    Unclear,
}

/// A body, with the positions of its members and of those of its `data`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Body {
    text: String,
    /// `None` if the body is not an object.
    members: Option<Positions>,
    /// `None` if `data` is not an object, or has names that cannot be decoded.
    data: Option<Positions>,
}

impl Body {
    /// The body of a response with that status, if it has the form of such a response.
    ///
    /// # Errors
    /// It has another form.
    pub(crate) fn accept(bytes: Vec<u8>, returns: Returns, status: u16) -> Result<Body, Failure> {
        let mut text = String::from_utf8(bytes).map_err(|_| Failure::Invalid("is not UTF-8"))?;
        // A mark of the byte order is no JSON, but browsers let it pass.
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        let body = Body::from(text);
        let is_list = || body.get("data").is_some_and(|data| data.starts_with('['));
        let is_array = || body.members.is_none() && for_each_element(&body.text, |_| ());
        let is_right = match returns {
            _ if status != 200 => body.members.is_some(),
            Returns::Product | Returns::Image => body.data.is_some(),
            Returns::ProductPage | Returns::ImagePage | Returns::CatalogPage => is_list(),
            Returns::Listing => is_list() || is_array(),
            Returns::Entry => body.members.is_some() || is_array(),
        };
        match is_right {
            true => Ok(body),
            false => Err(Failure::Invalid("is not a response of the API")),
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// What the body of a 404 says is missing.
    pub(crate) fn missing(&self) -> Missing {
        let is_text = |value: &str| value.starts_with('"');
        let (mut count, mut unclear) = (0, 0);
        let is_list = self.get("errors").is_some_and(|errors| {
            for_each_element(errors, |error| {
                let members = members_of(error).unwrap_or_default();
                let code = members.get("code").map(|code| code.get());
                count += 1;
                unclear += u64::from(code == Some(r#""not_found""#));
            })
        });
        if !is_list {
            return match self.get("message").is_some_and(is_text) {
                true => Missing::Record,
                false => Missing::Api,
            };
        }
        match count == unclear && count > 0 {
            true => Missing::Unclear,
            false => Missing::Record,
        }
    }

    /// The JSON value of a member.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.value(self.members.as_ref()?, name)
    }

    /// The JSON value of a member of `data`.
    pub(crate) fn data(&self, name: &str) -> Option<&str> {
        self.value(self.data.as_ref()?, name)
    }

    /// The members of `data` and their JSON values; `None` if it is not an object.
    pub(crate) fn data_members(&self) -> Option<impl Iterator<Item = (&str, &str)>> {
        Some(self.values(self.data.as_ref()?))
    }

    /// The identifier of the product that the body is about, if it is about one; as text, should it be
    /// a number.
    pub(crate) fn pool_id(&self) -> Option<String> {
        let value = self.data("pool_id")?;
        let is_number = value.starts_with(|first: char| first.is_ascii_digit());
        match is_number {
            true => Some(value.to_owned()),
            false => serde_json::from_str(value).ok(),
        }
    }

    /// The text with another value of `data`.
    pub(crate) fn with_data(&self, json: &str) -> String {
        let members = self.values(self.members.as_deref().unwrap_or_default());
        object(members.map(|(name, value)| (name, if name == "data" { json } else { value })))
    }

    fn value(&self, positions: &Positions, name: &str) -> Option<&str> {
        let mut positions = positions.iter();
        let (_, range) = positions.find(|(member, _)| member == name)?;
        Some(&self.text[range.clone()])
    }

    fn values<'a>(
        &'a self,
        positions: &'a [(String, Range<usize>)],
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        let value =
            |(name, range): &'a (String, Range<usize>)| (name.as_str(), &self.text[range.clone()]);
        positions.iter().map(value)
    }
}

impl From<String> for Body {
    fn from(text: String) -> Body {
        #[cfg(test)]
        PARSED.set(PARSED.get() + 1);
        let members = members_of(&text);
        let data = members.as_ref().and_then(|members| members.get("data"));
        let data = data.and_then(|data| members_of(data.get()));
        let [members, data] = [members, data].map(|members| Some(positions(&text, members?)));
        Body {
            text,
            members,
            data,
        }
    }
}

impl From<Body> for String {
    fn from(body: Body) -> String {
        body.text
    }
}

impl From<Body> for Bytes {
    fn from(body: Body) -> Bytes {
        into_bytes(body.text)
    }
}

/// The bytes of a text, without its spare capacity.
pub(crate) fn into_bytes(text: String) -> Bytes {
    text.into_boxed_str().into_boxed_bytes().into()
}

fn positions(text: &str, members: RawObject<'_>) -> Positions {
    let range = |value: &str| {
        let start = value.as_ptr().addr() - text.as_ptr().addr();
        start..start + value.len()
    };
    let members = members.into_iter();
    members
        .map(|(name, value)| (name, range(value.get())))
        .collect()
}

#[cfg(test)]
thread_local! {
    /// How many bodies this thread has parsed.
    pub(crate) static PARSED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(text: &str, returns: Returns, status: u16) -> bool {
        Body::accept(text.into(), returns, status).is_ok()
    }

    #[test]
    fn members_are_found_as_they_were_sent() {
        let text = r#" {"a": 1.50, "data" : {"pool_id":"\u0061", "x":[1e3 , 2]}, "a": "\ud800"} "#;
        let body = Body::from(text.to_owned());
        assert_eq!(body.text(), text);
        assert_eq!(body.get("a"), Some(r#""\ud800""#));
        assert_eq!(body.data("x"), Some("[1e3 , 2]"));
        assert_eq!(body.data("y"), None);
        assert_eq!(body.pool_id().as_deref(), Some("a"));
        assert_eq!(body.with_data("7"), r#"{"a":"\ud800","data":7}"#);
        for text in [
            "",
            "[1]",
            "7",
            r#"{"data":[{}]}"#,
            r#"{"data":{"\ud800":1}}"#,
        ] {
            assert!(
                Body::from(text.to_owned()).data_members().is_none(),
                "{text}"
            );
        }
    }

    #[test]
    fn a_404_says_what_is_missing() {
        for (text, missing) in [
            (
                r#"{"errors":[{"code":"product_not_found"}]}"#,
                Missing::Record,
            ),
            (
                r#"{"errors":[{"code":"not_found"},{"code":"x"}]}"#,
                Missing::Record,
            ),
            (r#"{"errors":[]}"#, Missing::Record),
            (r#"{"errors":["gone"]}"#, Missing::Record),
            (r#"{"message":"Not found"}"#, Missing::Record),
            (
                r#"{"errors":[{"code":"not_found","title":"Not found"}]}"#,
                Missing::Unclear,
            ),
            ("{}", Missing::Api),
            (r#"{"error":"Not found"}"#, Missing::Api),
            (r#"{"errors":{},"message":7}"#, Missing::Api),
        ] {
            assert_eq!(Body::from(text.to_owned()).missing(), missing, "{text}");
        }
    }

    #[test]
    fn only_json_of_the_right_form_is_accepted() {
        for text in [r#"{"data":{}}"#, r#" {"data":{"a":null},"x":"\ud800"} "#] {
            assert!(is(text, Returns::Product, 200), "{text}");
            assert!(is(text, Returns::Entry, 200), "{text}");
        }
        let marked = Body::accept("\u{feff}{\"data\":{}}".into(), Returns::Product, 200);
        assert_eq!(marked.map(String::from).as_deref(), Ok(r#"{"data":{}}"#));
        for text in [r#"{"next":null,"data":[]}"#, r#"{"data":[[]]}"#] {
            assert!(!is(text, Returns::Product, 200), "{text}");
            assert!(is(text, Returns::ProductPage, 200), "{text}");
            assert!(is(text, Returns::Entry, 200), "{text}");
        }
        for data in ["null", "7", "\"a\"", "{\"\\ud800\":1}"] {
            let text = format!("{{\"data\":{data}}}");
            assert!(!is(&text, Returns::Product, 200), "{text}");
            assert!(!is(&text, Returns::ProductPage, 200), "{text}");
            assert!(is(&text, Returns::Entry, 200), "{text}");
        }
        for text in [
            "",
            " ",
            "null",
            "7",
            "\"data\"",
            "<html>data</html>",
            r#"{"data":{}"#,
            r#"{"data":{}}x"#,
            r#"{"data":{"a":}}"#,
            r#"{"data":{}}{"data":{}}"#,
            "{data:{}}",
        ] {
            for returns in [
                Returns::Product,
                Returns::ProductPage,
                Returns::ImagePage,
                Returns::Image,
                Returns::Listing,
                Returns::Entry,
            ] {
                assert!(!is(text, returns, 200), "{text}");
            }
            assert!(!is(text, Returns::Product, 404), "{text}");
        }
        let (open, close) = ("[".repeat(500_000), "]".repeat(500_000));
        let deep = format!(r#"{{"data":{open}{close}}}"#);
        assert!(is(&deep, Returns::ProductPage, 200));
        assert!(!is(r#"{"errors":[]}"#, Returns::Product, 200));
        assert!(is(r#"{"errors":[]}"#, Returns::Product, 404));
        assert!(is(r#"[{"id":1}]"#, Returns::Listing, 200));
        assert!(Body::accept(b"{\"data\":\"\xe9\"}".into(), Returns::Product, 200).is_err());
    }
}
