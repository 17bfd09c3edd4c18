//! The canonical form of requests to the upstream.
//!
//! Only the operations of the table pass, with their own parameters. The path
//! and query are rebuilt from the parsed values, never copied: equivalent
//! requests share one cache key, and no byte of a client's choosing reaches the
//! upstream's parser.

use std::borrow::Cow;

use axum::http::Uri;
use percent_encoding::{percent_decode_str, utf8_percent_encode};
use product_pool::operations::{
    Argument, ArgumentKind, OPERATIONS, Operation, Returns, has_dot_segment,
};

use product_pool_http::MAX_URI;
use product_pool_http::encoded::ENCODED;
use product_pool_http::params::{Params, gtin, id};
use product_pool_http::responses::problem::Problem;
use product_pool_store::record::columns::{MAX_ID, padded_gtin};

/// A request that the upstream may receive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) operation: &'static Operation,
    /// The path and query in canonical form.
    pub(crate) text: String,
    /// The product id in the path.
    pub(crate) product: Option<String>,
    /// The GTIN in the path, as 14 digits.
    pub(crate) gtin: Option<String>,
    /// Whether an alternative output format is requested.
    pub(crate) other_output: bool,
}

impl Target {
    /// Whether it is about what all accounts see now, in the documented form and without parameters.
    pub(crate) fn is_current(&self) -> bool {
        !self.operation.is_of_account() && !self.text.contains('?')
    }

    /// What the response must have the form of. That of other output formats is not documented: a
    /// product may be an array.
    pub(crate) fn returns(&self) -> Returns {
        match self.other_output {
            true => Returns::Entry,
            false => self.operation.returns,
        }
    }

    /// Parses the path and query of a client's request.
    ///
    /// # Errors
    /// The response to send instead: 400, 404 or 414.
    pub(crate) fn of(uri: &Uri) -> Result<Target, Problem> {
        let (operation, parts) = operation(uri)?;
        let mut text = String::with_capacity(64);
        let (mut product, mut wanted_gtin) = (None, None);
        let mut arguments = operation.arguments.iter();
        for (pattern, part) in operation.path.split('/').skip(1).zip(&parts) {
            text.push('/');
            let argument = match pattern.starts_with('{') {
                true => arguments.next(),
                false => None,
            };
            let Some(argument) = argument else {
                text.push_str(pattern);
                continue;
            };
            if argument.name() == "product" {
                product = Some(part.to_string());
            }
            if argument.kind == ArgumentKind::Gtin {
                wanted_gtin = padded_gtin(part);
            }
            let value = canonical_argument(argument, part)?;
            text.extend(utf8_percent_encode(&value, ENCODED));
        }
        let params = Params::of(uri, operation)?;
        let mut separator = '?';
        // In the order of the table, not of the request.
        for parameter in operation.parameters {
            let value = params.text(parameter.name);
            let Some(value) = value.filter(|value| Some(*value) != parameter.default_value())
            else {
                continue;
            };
            text.push(separator);
            text.extend(utf8_percent_encode(parameter.name, ENCODED));
            text.push('=');
            text.extend(utf8_percent_encode(value, ENCODED));
            separator = '&';
        }
        Ok(Target {
            operation,
            text,
            product,
            gtin: wanted_gtin,
            other_output: params.text("output").is_some(),
        })
    }

    /// The request for a product by its identifier, if there can be one.
    pub(crate) fn of_product(pool_id: &str) -> Option<Target> {
        Target::of(&path(&["products", pool_id]).parse().ok()?).ok()
    }
}

/// Whether an identifier that the upstream lists can be part of a request to it.
pub(crate) fn is_requestable(id: &str) -> bool {
    (1..=MAX_ID).contains(&id.len()) && !id.chars().any(char::is_control) && !has_dot_segment(id)
}

/// The path below `/v2` of these segments.
pub(crate) fn path(parts: &[&str]) -> String {
    let mut path = "/v2".to_owned();
    for part in parts {
        path.push('/');
        path.extend(utf8_percent_encode(part, ENCODED));
    }
    path
}

/// The operation that a path matches, and the decoded segments of the path.
fn operation(uri: &Uri) -> Result<(&'static Operation, Vec<Cow<'_, str>>), Problem> {
    let whole = uri.path_and_query().map_or("", |whole| whole.as_str());
    if whole.len() > MAX_URI {
        return Err(Problem::uri_too_long(MAX_URI));
    }
    let parts = uri
        .path()
        .split('/')
        .skip(1)
        .map(decode_segment)
        .collect::<Result<Vec<_>, _>>()?;
    let matches = |operation: &&Operation| {
        let mut pattern = operation.path.split('/').skip(1);
        parts.iter().all(|part| {
            let pattern = pattern.next();
            pattern.is_some_and(|segment| {
                segment == part || (segment.starts_with('{') && !part.is_empty())
            })
        }) && pattern.next().is_none()
    };
    match OPERATIONS.iter().copied().find(matches) {
        Some(operation) => Ok((operation, parts)),
        None => Err(Problem::no_such_path(uri.path())),
    }
}

/// The canonical form of an argument in the path.
fn canonical_argument<'a>(argument: &Argument, part: &'a str) -> Result<Cow<'a, str>, Problem> {
    // Decoded again, it would not stay a single segment.
    if argument.kind != ArgumentKind::Code && part.contains(['/', '\\']) {
        return Err(Problem::path("the path contains an encoded slash"));
    }
    match argument.kind {
        ArgumentKind::Text | ArgumentKind::Code if part.len() > MAX_ID => {
            let expected = "an identifier of at most 200 bytes";
            Err(Problem::parameter(argument.name(), part, expected))
        }
        ArgumentKind::Id => Ok(id(argument.name(), part)?.to_string().into()),
        ArgumentKind::Gtin => gtin(argument.name(), part).map(|()| part.into()),
        ArgumentKind::Text | ArgumentKind::Code => Ok(part.into()),
    }
}

/// Decodes a path segment.
fn decode_segment(text: &str) -> Result<Cow<'_, str>, Problem> {
    let part = percent_decode_str(text)
        .decode_utf8()
        .map_err(|_| Problem::path("the path is not UTF-8"))?;
    if part.chars().any(char::is_control) {
        return Err(Problem::path("the path contains a control character"));
    }
    if has_dot_segment(&part) {
        return Err(Problem::path("the path contains a . or .. segment"));
    }
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(address: &str) -> Result<String, &'static str> {
        Target::of(&address.parse().unwrap())
            .map(|target| target.text)
            .map_err(|problem| problem.code)
    }

    #[test]
    fn equivalent_requests_have_one_form() {
        for (written, kept) in [
            ("/v2/products", "/v2/products"),
            ("/v2/products?", "/v2/products"),
            (
                "/v2/products?count=0&sort=-changed_at&filter[status]=archived,published",
                "/v2/products",
            ),
            (
                "/v2/products?limit=007&filter%5Bbrand%5D=7&sort=changed_at",
                "/v2/products?sort=changed_at&filter%5Bbrand%5D=7&limit=7",
            ),
            ("/v2/products?limit=9999", "/v2/products?limit=500"),
            (
                "/v2/products?limit=99999999999999999999",
                "/v2/products?limit=500",
            ),
            (
                "/v2/products?filter[status]=published,+archived",
                "/v2/products",
            ),
            (
                "/v2/products?filter[status]=archived",
                "/v2/products?filter%5Bstatus%5D=archived",
            ),
            (
                "/v2/products?filter[changed_at]=gt:2024-10-12%2014:00",
                "/v2/products?filter%5Bchanged_at%5D=gt%3A2024-10-12%2014%3A00",
            ),
            ("/v2/%70roducts/a%62", "/v2/products/ab"),
            ("/v2/products/a+b", "/v2/products/a%2Bb"),
            ("/v2/products/a?version=1+0", "/v2/products/a?version=1%200"),
            ("/v2/products/gtin", "/v2/products/gtin"),
            (
                "/v2/products/gtin/09520000000016",
                "/v2/products/gtin/09520000000016",
            ),
            ("/v2/manufacturers?page=1", "/v2/manufacturers"),
            (
                "/v2/manufacturers/012/brands?page=02",
                "/v2/manufacturers/12/brands?page=2",
            ),
            (
                "/v2/catalogs/0501/%21@%C2%A3ppp",
                "/v2/catalogs/501/%21%40%C2%A3ppp",
            ),
            (
                "/v2/catalogs/501/a%2fb%5Cc%20d%2E",
                "/v2/catalogs/501/a%2Fb%5Cc%20d.",
            ),
            (
                "/v2/images/a/feature?wholesaler=3",
                "/v2/images/a/feature?wholesaler=3",
            ),
        ] {
            assert_eq!(text(written).as_deref(), Ok(kept), "{written}");
            assert_eq!(text(kept).as_deref(), Ok(kept), "{kept}");
        }
    }

    #[test]
    fn unknown_operations_are_refused() {
        for (address, code) in [
            ("/", "not_found"),
            ("/v2", "not_found"),
            ("/v2/", "not_found"),
            ("/V2/products", "not_found"),
            ("/v1/products", "not_found"),
            ("/v2/products/", "not_found"),
            ("/v2//products", "not_found"),
            ("/v2/products/a/b", "not_found"),
            ("/v2/images", "not_found"),
            ("/v2/wholesalers", "not_found"),
            ("/v2/products/..", "invalid_path"),
            ("/v2/products/%2e%2e", "invalid_path"),
            ("/v2/products/.", "invalid_path"),
            ("/v2/products/a%2fb", "invalid_path"),
            ("/v2/catalogs/501/%2e%2e", "invalid_path"),
            ("/v2/catalogs/501/..%2F..%2Fme", "invalid_path"),
            ("/v2/catalogs/501/a%2F..%2f..%2f..%2fadmin", "invalid_path"),
            ("/v2/catalogs/501/..%5C..%5Cme", "invalid_path"),
            ("/v2/catalogs/501/..;a=b%2Fx", "invalid_path"),
            ("/v2/catalogs/501/..%3Fx", "invalid_path"),
            ("/v2/catalogs/501/%252e%252e%252fme", "invalid_path"),
            ("/v2/catalogs/501/%25252e.%25252fme", "invalid_path"),
            ("/v2/products/..;", "invalid_path"),
            ("/v2/images/..%252fme/feature", "invalid_path"),
            ("/v2/catalogs/501/a/b", "not_found"),
            ("/v2/catalogs/a%2fb/c", "invalid_path"),
            ("/v2/catalogs/x/c", "invalid_parameter"),
            ("/v2/products/a%5cb", "invalid_path"),
            ("/v2/products/..%2f..%2fadmin", "invalid_path"),
            ("/v2/products/a%00", "invalid_path"),
            ("/v2/products/a%0d%0ax", "invalid_path"),
            ("/v2/products/%ff", "invalid_path"),
            ("/v2/products/gtin/12", "invalid_parameter"),
            ("/v2/products/gtin/952000000001x", "invalid_parameter"),
            ("/v2/manufacturers/-1", "invalid_parameter"),
            ("/v2/manufacturers/x/brands", "invalid_parameter"),
            ("/v2/products?token=a", "unknown_parameter"),
            ("/v2/products/a?page=2", "unknown_parameter"),
            (
                "/v2/products/gtin/09520000000016?version=1",
                "unknown_parameter",
            ),
            ("/v2/products?limit=1&limit=1", "repeated_parameter"),
            ("/v2/products?limit=0", "invalid_parameter"),
            ("/v2/products?sort=id", "invalid_parameter"),
            ("/v2/products?count=yes", "invalid_parameter"),
            ("/v2/products?filter[status]=draft", "invalid_parameter"),
            ("/v2/products?filter[changed_at]=2024", "invalid_parameter"),
            ("/v2/products/a?output=xml", "invalid_parameter"),
        ] {
            assert_eq!(text(address), Err(code), "{address}");
        }
        let long = format!("/v2/products?cursor={}", "a".repeat(9000));
        assert_eq!(text(&long), Err("uri_too_long"));
        let id = "a".repeat(MAX_ID + 1);
        assert_eq!(
            text(&format!("/v2/products/{id}")),
            Err("invalid_parameter")
        );
    }

    #[test]
    fn every_operation_is_accepted() {
        for operation in OPERATIONS.iter().copied() {
            let mut path = operation.path.to_owned();
            for argument in operation.arguments {
                let value = match argument.kind {
                    ArgumentKind::Id | ArgumentKind::Text | ArgumentKind::Code => "12",
                    ArgumentKind::Gtin => "09520000000016",
                };
                path = path.replace(&format!("{{{}}}", argument.name()), value);
            }
            let target = Target::of(&path.parse().unwrap()).unwrap();
            assert_eq!(target.operation, operation);
            assert_eq!(target.text, path);
            // A default value is the same as none.
            for parameter in operation.parameters {
                if let Some(default) = parameter.default_value() {
                    let query = format!("{path}?{}={default}", parameter.name);
                    assert_eq!(text(&query).as_deref(), Ok(path.as_str()));
                }
            }
        }
    }

    proptest! {
        #[test]
        fn canonical_targets_have_harmless_characters_only(
            path in "(/v2)?(/(products|gtin|images|%2e|\\.\\.|[ -~é]{0,6})){0,4}",
            query in "([a-z\\[\\]%0-9=&+,:]{0,30})",
        ) {
            let address = format!("{path}?{query}");
            if let Ok(uri) = address.parse::<Uri>()
                && let Ok(target) = Target::of(&uri)
            {
                let harmless = |b: u8| b.is_ascii_alphanumeric() || b"-._~%/?=&".contains(&b);
                prop_assert!(target.text.bytes().all(harmless), "{}", target.text);
                prop_assert!(target.text.starts_with("/v2/"));
                let mut parts = target.text.split(['/', '?']);
                prop_assert!(!parts.any(|part| part == ".." || part == "."));
                let again = Target::of(&target.text.parse().unwrap());
                prop_assert_eq!(again.as_ref(), Ok(&target));
            }
        }
    }
}
