//! Requests as plain data: a path and a query, always percent-encoded.

use super::error::Error;
use crate::gtin::Gtin;

/// One request: what follows the base URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    target: String,
    has_query: bool,
}

/// Another form for the answer of Get Product. The service does not document
/// their shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Output {
    /// `raw`
    Raw,
    /// `flat`
    Flat,
    /// `ungroup`
    Ungroup,
}

impl Output {
    /// The word of the query.
    pub const fn as_str(self) -> &'static str {
        match self {
            Output::Raw => "raw",
            Output::Flat => "flat",
            Output::Ungroup => "ungroup",
        }
    }

    /// The output that a word of the query asks for.
    pub fn from_word(word: &str) -> Option<Output> {
        [Output::Raw, Output::Flat, Output::Ungroup]
            .into_iter()
            .find(|o| o.as_str() == word)
    }
}

/// What Get Product may be asked beside the product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GetProduct {
    /// This version, not the newest.
    pub version: Option<String>,
    /// Another form of the answer.
    pub output: Option<Output>,
}

/// Which images List Product Images gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListImages {
    /// Show this wholesaler's images beside the brand owner's.
    pub wholesaler: Option<u32>,
    /// Show this wholesaler's images and no others (`filter[wholesaler]`).
    pub only_wholesaler: Option<u32>,
    /// Show images of this type and no others (`filter[type]`).
    pub image_type: Option<u32>,
    /// The service's sort selector; its values are not documented.
    pub sort: Option<u32>,
}

impl Request {
    fn new(path: &str) -> Self {
        Request {
            target: path.to_owned(),
            has_query: false,
        }
    }

    /// Adds a segment of the path that a caller gave.
    fn segment(mut self, what: &str, segment: &str) -> Result<Self, Error> {
        match segment {
            "" => return Err(Error::argument(["the ", what, " is empty"].concat())),
            // Every URL parser takes these for steps up the path, even encoded.
            "." | ".." => {
                return Err(Error::argument(["no ", what, " can be ", segment].concat()));
            }
            _ => {}
        }
        self.target.push('/');
        encode(segment, &mut self.target);
        Ok(self)
    }

    fn fixed(mut self, segment: &str) -> Self {
        self.target.push('/');
        self.target.push_str(segment);
        self
    }

    fn query(mut self, name: &str, value: Option<&str>) -> Self {
        if let Some(value) = value {
            self.target.push(if self.has_query { '&' } else { '?' });
            self.has_query = true;
            encode(name, &mut self.target);
            self.target.push('=');
            encode(value, &mut self.target);
        }
        self
    }

    fn number(self, name: &str, value: Option<u32>) -> Self {
        match value {
            Some(value) => self.query(name, Some(&value.to_string())),
            None => self,
        }
    }

    /// Get Product: `/v2/products/{product}`.
    ///
    /// # Errors
    /// A product id or a version that is empty; an id that is `.` or `..`,
    /// which no address can hold.
    pub fn product(product: &str, options: &GetProduct) -> Result<Request, Error> {
        if options.version.as_deref() == Some("") {
            return Err(Error::argument("the version is empty"));
        }
        Ok(Request::new("/v2/products")
            .segment("product id", product)?
            .query("version", options.version.as_deref())
            .query("output", options.output.map(Output::as_str)))
    }

    /// Get Product by GTIN: `/v2/products/gtin/{gtin}`, the requests to try in
    /// turn until one finds the product.
    ///
    /// A record holds its GTIN with 13 digits or padded with a zero to 14, so
    /// a GTIN is looked up as it was given first and then in its other form.
    pub fn product_by_gtin(gtin: &Gtin) -> Vec<Request> {
        let mut forms = vec![gtin.as_given()];
        for form in [gtin.to_13(), Some(gtin.to_14())].into_iter().flatten() {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        forms
            .iter()
            .map(|form| Request::new("/v2/products/gtin").fixed(form))
            .collect()
    }

    /// List Product Images: `/v2/images/{product}`.
    ///
    /// # Errors
    /// A product id that is empty, `.` or `..`.
    pub fn images(product: &str, options: &ListImages) -> Result<Request, Error> {
        Ok(Request::new("/v2/images")
            .segment("product id", product)?
            .number("wholesaler", options.wholesaler)
            .number("filter[wholesaler]", options.only_wholesaler)
            .number("filter[type]", options.image_type)
            .number("sort", options.sort))
    }

    /// Get Product Feature Image: `/v2/images/{product}/feature`.
    ///
    /// # Errors
    /// A product id that is empty, `.` or `..`.
    pub fn feature_image(product: &str, wholesaler: Option<u32>) -> Result<Request, Error> {
        Ok(Request::new("/v2/images")
            .segment("product id", product)?
            .fixed("feature")
            .number("wholesaler", wholesaler))
    }

    /// The path and the query, from `/v2` on, percent-encoded.
    pub fn target(&self) -> &str {
        &self.target
    }
}

/// Percent-encodes all but the unreserved characters of RFC 3986.
fn encode(text: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            out.push(char::from(HEX[usize::from(byte >> 4)]));
            out.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn gtin_forms(text: &str) -> Vec<String> {
        let requests = Request::product_by_gtin(&Gtin::parse(text).unwrap());
        requests
            .iter()
            .map(|request| request.target().to_owned())
            .collect()
    }

    #[test]
    fn the_operations() {
        let product = Request::product("abc-1", &GetProduct::default()).unwrap();
        assert_eq!(product.target(), "/v2/products/abc-1");
        let options = GetProduct {
            version: Some("1.0 beta&x=y".to_owned()),
            output: Some(Output::Flat),
        };
        assert_eq!(
            Request::product("abc", &options).unwrap().target(),
            "/v2/products/abc?version=1.0%20beta%26x%3Dy&output=flat"
        );
        let images = ListImages {
            wholesaler: Some(7),
            only_wholesaler: Some(8),
            image_type: Some(2),
            sort: Some(0),
        };
        assert_eq!(
            Request::images("abc", &images).unwrap().target(),
            "/v2/images/abc?wholesaler=7&filter%5Bwholesaler%5D=8&filter%5Btype%5D=2&sort=0"
        );
        assert_eq!(
            Request::feature_image("abc", Some(7)).unwrap().target(),
            "/v2/images/abc/feature?wholesaler=7"
        );
    }

    #[test]
    fn an_id_may_hold_any_character() {
        for (id, segment) in [
            ("a/b?c#d", "a%2Fb%3Fc%23d"),
            ("../../admin", "..%2F..%2Fadmin"),
            ("%2e%2e", "%252e%252e"),
            ("crème brûlée", "cr%C3%A8me%20br%C3%BBl%C3%A9e"),
            ("a\0\n", "a%00%0A"),
            ("+ ", "%2B%20"),
            ("...", "..."),
        ] {
            let request = Request::product(id, &GetProduct::default()).unwrap();
            assert_eq!(request.target(), format!("/v2/products/{segment}"));
        }
    }

    #[test]
    fn no_request_for_an_id_that_no_address_can_hold() {
        for id in ["", ".", ".."] {
            assert!(
                Request::product(id, &GetProduct::default()).is_err(),
                "{id:?}"
            );
            assert!(
                Request::images(id, &ListImages::default()).is_err(),
                "{id:?}"
            );
            assert!(Request::feature_image(id, None).is_err(), "{id:?}");
        }
        let options = GetProduct {
            version: Some(String::new()),
            output: None,
        };
        assert!(Request::product("a", &options).is_err());
    }

    #[test]
    fn a_gtin_is_tried_as_given_and_then_in_its_other_form() {
        let (short, long) = (
            "/v2/products/gtin/9520123456788",
            "/v2/products/gtin/09520123456788",
        );
        assert_eq!(gtin_forms("9520123456788"), [short, long]);
        assert_eq!(gtin_forms("09520123456788"), [long, short]);
        assert_eq!(gtin_forms("952 0123-456788"), [short, long]);
        assert_eq!(
            gtin_forms("19520123456785"),
            ["/v2/products/gtin/19520123456785"]
        );
        assert_eq!(
            gtin_forms("96385074"),
            [
                "/v2/products/gtin/96385074",
                "/v2/products/gtin/0000096385074",
                "/v2/products/gtin/00000096385074"
            ]
        );
    }

    #[test]
    fn outputs_have_their_words() {
        for output in [Output::Raw, Output::Flat, Output::Ungroup] {
            assert_eq!(Output::from_word(output.as_str()), Some(output));
        }
        assert_eq!(Output::from_word("Raw"), None);
    }

    fn decode(text: &str) -> String {
        let bytes = text.as_bytes();
        let (mut out, mut at) = (Vec::new(), 0);
        while at < bytes.len() {
            if bytes[at] == b'%' {
                out.push(u8::from_str_radix(&text[at + 1..at + 3], 16).unwrap());
                at += 3;
            } else {
                out.push(bytes[at]);
                at += 1;
            }
        }
        String::from_utf8(out).unwrap()
    }

    proptest! {
        #[test]
        fn an_id_stays_one_segment_and_comes_back(id in any::<String>()) {
            if let Ok(request) = Request::product(&id, &GetProduct::default()) {
                let segment = request.target().strip_prefix("/v2/products/").unwrap();
                prop_assert!(!segment.contains(['/', '?', '#', '\\']));
                prop_assert!(segment.is_ascii());
                prop_assert_eq!(decode(segment), id);
            } else {
                prop_assert!(["", ".", ".."].contains(&id.as_str()));
            }
        }

        #[test]
        fn a_version_stays_one_parameter(version in ".+") {
            let options = GetProduct { version: Some(version.clone()), output: None };
            let request = Request::product("a", &options).unwrap();
            let value = request.target().strip_prefix("/v2/products/a?version=").unwrap();
            prop_assert!(!value.contains(['&', '=', '#', '+']));
            prop_assert_eq!(decode(value), version);
        }
    }
}
