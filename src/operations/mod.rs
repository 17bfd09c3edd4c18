//! The operations of the service, in one table.
//!
//! A row of the table has an operation's method name, path, path arguments,
//! query parameters and result. The client builds its requests from it, the
//! bindings read JavaScript arguments by it, the server routes requests and
//! reads queries by it, and the gateway only forwards operations in it. Tests
//! check the typed methods, the npm package and the documentation against it.
//!
//! ```
//! use product_pool::operations::{GET_BRAND, OPERATIONS};
//!
//! assert_eq!(GET_BRAND.path, "/v2/manufacturers/{manufacturer}/brands/{brand}");
//! assert_eq!(OPERATIONS.len(), 13);
//! ```
//!
//! Its kinds of arguments, parameters and results are exhaustive: a program that goes through the table
//! must know each of them.
//!
//! Four operations are marked as `experimental`: the service's documentation
//! mentions wholesaler catalogs, but does not show them.

mod table;
mod words;

#[cfg(feature = "client")]
pub(crate) use table::PATH;
pub use table::{
    GET_BRAND, GET_CATALOG_PRODUCT, GET_FEATURE_IMAGE, GET_LABEL, GET_MANUFACTURER, GET_PRODUCT,
    GET_PRODUCT_BY_GTIN, LIST_BRANDS, LIST_CATALOG_PRODUCTS, LIST_IMAGES, LIST_LABELS,
    LIST_MANUFACTURERS, LIST_PRODUCTS, OPERATIONS,
};
pub use words::{CatalogSort, Output, ProductSort, StatusFilter};

/// The largest `limit` of a list of products: records per page.
pub const MAX_LIMIT: u32 = 500;

/// An operation of the service: one row of the table. All are `GET` requests.
///
/// ```
/// use product_pool::operations::{MAX_LIMIT, Operation, Returns};
///
/// let operation = Operation::named("listProducts").expect("the method of the package");
/// assert_eq!(operation.path, "/v2/products");
/// assert_eq!(operation.returns, Returns::ProductPage);
/// let limit = operation.parameter("limit").expect("a list of pages");
/// assert!(limit.check(&MAX_LIMIT.to_string(), "limit").is_ok());
/// assert!(limit.check("501", "limit").is_err());
/// ```
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    #[cfg(not(target_arch = "wasm32"))]
    title: &'static str,
    #[cfg(not(target_arch = "wasm32"))]
    description: &'static str,
    /// The name of the JavaScript method. The Rust method has the same name in
    /// snake case.
    pub name: &'static str,
    /// The path template: `{name}` stands for one percent-encoded segment.
    pub path: &'static str,
    /// The path arguments, in the order of the template and of the methods.
    pub arguments: &'static [Argument],
    /// The query parameters, in the order in which they are sent.
    pub parameters: &'static [Parameter],
    /// The content of a successful response.
    pub returns: Returns,
    #[cfg(not(target_arch = "wasm32"))]
    experimental: bool,
    #[cfg(not(target_arch = "wasm32"))]
    of_account: bool,
}

impl Operation {
    /// The operation of a JavaScript method.
    pub fn named(name: &str) -> Option<&'static Operation> {
        OPERATIONS.iter().copied().find(|known| known.name == name)
    }

    /// The query parameter of this name.
    pub fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.parameters.iter().find(|known| known.name == name)
    }
}

/// What no page downloads.
#[cfg(not(target_arch = "wasm32"))]
impl Operation {
    /// The heading of its section in the service's documentation, such as
    /// `List Products`.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// A description in one sentence.
    pub fn description(&self) -> &'static str {
        self.description
    }

    /// Whether its path, parameters or result rest on an assumption, because the
    /// service's documentation does not show them.
    pub fn is_experimental(&self) -> bool {
        self.experimental
    }

    /// Whether the result depends on the account that the token belongs to.
    pub fn is_of_account(&self) -> bool {
        self.of_account
    }
}

/// A path argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Argument {
    #[cfg(not(target_arch = "wasm32"))]
    name: &'static str,
    /// What error messages call it, such as `product id`.
    pub label: &'static str,
    /// The values that it accepts.
    pub kind: ArgumentKind,
}

#[cfg(not(target_arch = "wasm32"))]
impl Argument {
    /// The name in the path template.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// The kinds of path argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A whole number from 0.
    Id,
    /// Any non-empty text that [cannot lead elsewhere](has_dot_segment).
    Text,
    /// A wholesaler's own code: as `Text`, and often with slashes and spaces.
    Code,
    /// A GTIN of 8, 12, 13 or 14 digits.
    Gtin,
}

impl Argument {
    /// Checks a value.
    ///
    /// # Errors
    /// A description of the problem, to follow the argument's label.
    pub fn check(&self, value: &str) -> Result<(), &'static str> {
        match value {
            "" => Err("must not be empty"),
            _ if has_dot_segment(value) => Err("must have no . or .. segment"),
            _ => Ok(()),
        }
    }
}

/// Whether a text could lead elsewhere as part of a path: whether it has a segment `.` or `..`,
/// as it stands or percent-decoded any number of times.
///
/// Encoding a slash does not keep a text in its place. Proxies differ in how often they decode
/// a path before they resolve its segments, in what ends a segment, and in whether they drop a
/// segment's parameters, as in `..;a=b`. So none of these may make a difference.
///
/// ```
/// use product_pool::operations::has_dot_segment;
///
/// assert!(has_dot_segment("..%2F..%2Fme"));
/// assert!(!has_dot_segment("A/B 1.2..."));
/// ```
pub fn has_dot_segment(text: &str) -> bool {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut decoded: Vec<u8> = Vec::with_capacity(text.len());
    for byte in text.bytes() {
        decoded.push(byte);
        // A decoded byte may itself be part of an encoded one.
        while let [.., b'%', high, low] = decoded[..]
            && let (Some(high), Some(low)) = (digit(high), digit(low))
        {
            decoded.truncate(decoded.len() - 3);
            decoded.push((high * 16 + low) as u8);
        }
    }
    decoded.push(b'/');
    // How many dots a segment has; more than two if it has anything else, except for spaces.
    let mut dots = 0;
    for byte in decoded {
        match byte {
            b'.' => dots += 1,
            b' ' => {}
            b'/' | b'\\' | b';' | b'?' | b'#' | ..b' ' | 0x7f => {
                if matches!(dots, 1 | 2) {
                    return true;
                }
                dots = 0;
            }
            _ => dots += 3,
        }
    }
    false
}

/// A query parameter. All are optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// The name of the option of the JavaScript method; `filter.brand` is `{ filter: { brand } }`.
    pub option: &'static str,
    /// The name in the query.
    pub name: &'static str,
    /// The values that it accepts.
    pub kind: ParameterKind,
    #[cfg(not(target_arch = "wasm32"))]
    default: Option<&'static str>,
}

/// The kinds of query parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A whole number from 0.
    Id,
    /// A page number, from 1.
    Page,
    /// Records per page, from 1 to [`MAX_LIMIT`].
    Limit,
    /// `0` or `1`.
    Flag,
    /// Any non-empty text.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One or more of these words, separated by commas.
    Words(&'static [&'static str]),
    /// `eq:`, `gt:` or `lt:` followed by a date.
    DateComparison,
}

#[cfg(not(target_arch = "wasm32"))]
impl Parameter {
    /// The value that means the same as leaving the parameter out.
    pub fn default_value(&self) -> Option<&'static str> {
        self.default
    }
}

impl Parameter {
    /// Checks a value that a caller of the client passed.
    ///
    /// ```
    /// use product_pool::operations::LIST_PRODUCTS;
    ///
    /// let limit = LIST_PRODUCTS.parameter("limit").unwrap();
    /// assert!(limit.check("500", "the limit").is_ok());
    /// let error = limit.check("501", "the limit").unwrap_err();
    /// assert_eq!(error, "the limit must be from 1 to 500");
    /// ```
    ///
    /// # Errors
    /// A description of the problem, which calls the value `label`.
    pub fn check(&self, value: &str, label: &str) -> Result<(), String> {
        let number = || value.parse::<u64>().unwrap_or_default();
        let (is_valid, expected, words): (bool, &str, &[&str]) = match self.kind {
            ParameterKind::Id | ParameterKind::Flag => return Ok(()),
            ParameterKind::Page => (number() > 0, "at least 1", &[]),
            ParameterKind::Limit => {
                let range = 1..=u64::from(MAX_LIMIT);
                (range.contains(&number()), "from 1 to 500", &[])
            }
            ParameterKind::Text => (!value.is_empty(), "a non-empty text", &[]),
            ParameterKind::Word(words) => (words.contains(&value), "one of ", words),
            ParameterKind::Words(words) => {
                let all = value.split(',').all(|word| words.contains(&word));
                (all, "a comma-separated list of ", words)
            }
            ParameterKind::DateComparison => {
                let expected = "eq:, gt: or lt: followed by a date such as 2024-10-12";
                (is_comparison(value), expected, &[])
            }
        };
        if is_valid {
            return Ok(());
        }
        Err(format!("{label} must be {expected}{}", words.join(", ")))
    }
}

fn is_comparison(text: &str) -> bool {
    let date = ["eq:", "gt:", "lt:"]
        .iter()
        .find_map(|operator| text.strip_prefix(operator));
    date.is_some_and(|date| date.as_bytes().first().is_some_and(u8::is_ascii_digit))
}

/// The content of a successful response, and its place in the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// A page of product list items, with cursors to its neighbours: the whole body, whose
    /// member `data` is an array.
    ProductPage,
    /// One full product: the member `data`, an object.
    Product,
    /// A numbered page of images, as [`ProductPage`](Self::ProductPage).
    ImagePage,
    /// A numbered page of products of a wholesaler's catalog, as [`ProductPage`](Self::ProductPage).
    CatalogPage,
    /// One image, as [`Product`](Self::Product).
    Image,
    /// A list of manufacturers, brands or labels, whose shape is not documented: the whole body,
    /// an array or an object whose member `data` is one.
    Listing,
    /// A manufacturer, a brand or a label, whose shape is not documented: the member `data` of
    /// any type, or the whole object if it has none.
    Entry,
}
