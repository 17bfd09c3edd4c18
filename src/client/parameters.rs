//! The parameters of the operations' queries, a line each: what the package
//! calls it, what the service does, and what may stand in it.

use super::error::Error;
use super::request::{MAX_LIMIT, Output, ProductSort};
use crate::words::join;

/// A parameter of a query.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name of the package's option.
    pub option: &'static str,
    /// The name in the query.
    pub name: &'static str,
    /// What may stand in it.
    pub kind: Kind,
}

/// What may stand in a parameter.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number.
    Number,
    /// A whole number from 1.
    Page,
    /// A whole number from 1 to 500.
    Limit,
    /// 1, or no parameter.
    Flag,
    /// Any text but none.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these words, or several with commas between.
    Words(&'static [&'static str]),
    /// `eq:`, `gt:` or `lt:` and a date.
    ChangedAt,
}

const fn parameter(option: &'static str, name: &'static str, kind: Kind) -> Parameter {
    Parameter { option, name, kind }
}

const SORTS: &[&str] = &[
    ProductSort::OldestChange.as_str(),
    ProductSort::NewestChange.as_str(),
    ProductSort::Name.as_str(),
    ProductSort::NameReversed.as_str(),
];

const OUTPUTS: &[&str] = &[
    Output::Raw.as_str(),
    Output::Flat.as_str(),
    Output::Ungroup.as_str(),
];

/// Of List Products.
#[rustfmt::skip]
pub const PRODUCTS: &[Parameter] = &[
    parameter("sort", "sort", Kind::Word(SORTS)),
    parameter("filterManufacturer", "filter[manufacturer]", Kind::Number),
    parameter("filterBrand", "filter[brand]", Kind::Number),
    parameter("filterLabel", "filter[label]", Kind::Number),
    parameter("filterManufacturerProductCode", "filter[manufacturer_product_code]", Kind::Text),
    parameter("filterChangedAt", "filter[changed_at]", Kind::ChangedAt),
    parameter("filterStatus", "filter[status]", Kind::Words(&["published", "archived"])),
    parameter("cursor", "cursor", Kind::Text),
    parameter("limit", "limit", Kind::Limit),
    parameter("count", "count", Kind::Flag),
];

/// Of Get Product.
pub const PRODUCT: &[Parameter] = &[
    parameter("version", "version", Kind::Text),
    parameter("output", "output", Kind::Word(OUTPUTS)),
];

/// Of List Manufacturers and List Brands.
pub const PAGES: &[Parameter] = &[parameter("page", "page", Kind::Page)];

/// Of List Product Images.
pub const IMAGES: &[Parameter] = &[
    parameter("wholesaler", "wholesaler", Kind::Number),
    parameter("filterWholesaler", "filter[wholesaler]", Kind::Number),
    parameter("filterType", "filter[type]", Kind::Number),
    parameter("sort", "sort", Kind::Number),
    parameter("page", "page", Kind::Page),
];

/// Of Get Product Feature Image.
pub const FEATURE: &[Parameter] = &[parameter("wholesaler", "wholesaler", Kind::Number)];

impl Parameter {
    /// Whether the text may stand in the query.
    ///
    /// # Errors
    /// It may not; the error names the parameter as `called`.
    pub fn check(&self, text: &str, called: &str) -> Result<(), Error> {
        let number = || text.parse::<u64>().unwrap_or_default();
        let wrong = match self.kind {
            Kind::Page if number() == 0 => "is 0; pages are counted from 1",
            Kind::Limit if !(1..=u64::from(MAX_LIMIT)).contains(&number()) => {
                "is not from 1 to 500"
            }
            Kind::Text if text.is_empty() => "is empty",
            Kind::Word(words) if !words.contains(&text) => return Err(none_of(called, words)),
            Kind::Words(words) if !text.split(',').all(|it| words.contains(&it)) => {
                return Err(none_of(called, words));
            }
            Kind::ChangedAt if !is_comparison(text) => {
                "is not eq:, gt: or lt: and a date such as 2024-10-12"
            }
            _ => return Ok(()),
        };
        Err(Error::argument(join(&[called, " ", wrong])))
    }
}

fn none_of(called: &str, words: &[&str]) -> Error {
    let mut text = join(&[called, " is none of"]);
    for word in words {
        text.push(' ');
        text.push_str(word);
    }
    Error::argument(text)
}

fn is_comparison(text: &str) -> bool {
    let date = ["eq:", "gt:", "lt:"]
        .iter()
        .find_map(|how| text.strip_prefix(how));
    date.is_some_and(|date| date.as_bytes().first().is_some_and(u8::is_ascii_digit))
}
