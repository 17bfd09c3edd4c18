//! The query parameters of operations that have several.

use crate::client::Date;
use crate::operations::{CatalogSort, Output, ProductSort, StatusFilter};
use std::fmt;

/// A filter by a date: the service does not document whether a day before or after another
/// may be that day itself.
///
/// ```
/// use product_pool::client::{DateFilter, ListProducts};
///
/// let options = ListProducts {
///     changed_at: Some(DateFilter::After("2024-10-12".parse()?)),
///     ..ListProducts::default()
/// };
/// # Ok::<(), product_pool::client::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DateFilter {
    /// `lt`: before the date.
    Before(Date),
    /// `eq`: on the date.
    On(Date),
    /// `gt`: after the date.
    After(Date),
}

impl fmt::Display for DateFilter {
    /// The value in the query, such as `gt:2024-10-12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (operator, date) = match self {
            DateFilter::Before(date) => ("lt", date),
            DateFilter::On(date) => ("eq", date),
            DateFilter::After(date) => ("gt", date),
        };
        write!(f, "{operator}:{date}")
    }
}

/// Options of Get Product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GetProduct {
    /// The version to get; the newest by default.
    pub version: Option<String>,
    /// An alternative output format.
    pub output: Option<Output>,
}

/// Filters, order and paging of List Products.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListProducts {
    /// The sort order; the most recent change first by default.
    pub sort: Option<ProductSort>,
    /// Only products of this manufacturer (`filter[manufacturer]`).
    pub manufacturer: Option<u64>,
    /// Only products of this brand (`filter[brand]`).
    pub brand: Option<u64>,
    /// Only products of this label (`filter[label]`).
    pub label: Option<u64>,
    /// Only products with this code (`filter[manufacturer_product_code]`).
    pub manufacturer_product_code: Option<String>,
    /// Only products by date of change (`filter[changed_at]`).
    pub changed_at: Option<DateFilter>,
    /// Only products with this status (`filter[status]`); all by default.
    pub status: Option<StatusFilter>,
    /// Where to continue: `next` or `previous` of a page.
    pub cursor: Option<String>,
    /// Products per page, from 1 to 500; the service does not document its
    /// default.
    pub limit: Option<u32>,
    /// Requests the number of matching products.
    pub count: bool,
}

/// Filters, order and paging of List Product Images.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListImages {
    /// Include this wholesaler's images beside the brand owner's.
    pub wholesaler: Option<u64>,
    /// Only this wholesaler's images (`filter[wholesaler]`).
    pub only_wholesaler: Option<u64>,
    /// Only images of this type (`filter[type]`).
    pub image_type: Option<u64>,
    /// The service's sort selector; its values are not documented.
    pub sort: Option<u64>,
    /// The page number, from 1.
    pub page: Option<u64>,
}

/// Filters, order and paging of List Catalog Products. Experimental.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListCatalogProducts {
    /// The sort order; the most recent change first by default.
    pub sort: Option<CatalogSort>,
    /// Only products of this manufacturer (`filter[manufacturer]`).
    pub manufacturer: Option<u64>,
    /// Only products of this brand (`filter[brand]`).
    pub brand: Option<u64>,
    /// Only products of this label (`filter[label]`).
    pub label: Option<u64>,
    /// Only products by date of change (`filter[changed_at]`).
    pub changed_at: Option<DateFilter>,
    /// Only products by the date at which their code was given, or at which they changed
    /// (`filter[cataloged_at]`).
    pub cataloged_at: Option<DateFilter>,
    /// The page number, from 1.
    pub page: Option<u64>,
    /// Products per page, from 1 to 500; the service's default is not known.
    pub limit: Option<u32>,
}
