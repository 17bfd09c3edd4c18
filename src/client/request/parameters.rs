//! The query parameters of operations that have several.

use crate::client::Date;
use crate::model::{BrandId, LabelId, ManufacturerId, WholesalerId};
use crate::operations::{CatalogSort, Output, ProductSort, StatusFilter};
use std::fmt;

/// A filter by a date: the service does not document whether a day before or after another
/// may be that day itself.
///
/// ```
/// use product_pool::client::{DateFilter, ListProducts, Request};
///
/// let options = ListProducts::new().changed_at(DateFilter::After("2024-10-12".parse()?));
/// let target = Request::list_products(&options)?.target().to_owned();
/// assert_eq!(target, "/v2/products?filter%5Bchanged_at%5D=gt%3A2024-10-12");
/// # Ok::<(), product_pool::client::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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

/// Declares the parameters of an operation, with a method that sets each.
macro_rules! parameters {
    ($($(#[$about:meta])+ $name:ident { $($(#[$doc:meta])+ $field:ident: $kind:ident,)+ })+) => {$(
        $(#[$about])+
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$doc])+ pub $field: parameters!(@kept $kind),)+
        }

        impl $name {
            /// None of the parameters.
            pub fn new() -> Self {
                Self::default()
            }

            $(parameters! { @method $(#[$doc])+ $field $kind })+
        }
    )+};
    (@kept flag) => { bool };
    (@kept $kind:ident) => { Option<$kind> };
    (@method $(#[$doc:meta])+ $field:ident flag) => {
        $(#[$doc])+
        #[must_use]
        pub fn $field(mut self) -> Self {
            self.$field = true;
            self
        }
    };
    (@method $(#[$doc:meta])+ $field:ident String) => {
        $(#[$doc])+
        #[must_use]
        pub fn $field(mut self, value: impl Into<String>) -> Self {
            self.$field = Some(value.into());
            self
        }
    };
    (@method $(#[$doc:meta])+ $field:ident $kind:ident) => {
        $(#[$doc])+
        #[must_use]
        pub fn $field(mut self, value: $kind) -> Self {
            self.$field = Some(value);
            self
        }
    };
}

parameters! {
    /// Options of Get Product.
    ///
    /// ```
    /// use product_pool::client::{GetProduct, Request};
    ///
    /// let request = Request::get_product("0f9a", &GetProduct::new().version("1.0"))?;
    /// assert_eq!(request.target(), "/v2/products/0f9a?version=1.0");
    /// # Ok::<(), product_pool::client::Error>(())
    /// ```
    GetProduct {
        /// The version to get; the newest by default.
        version: String,
        /// An alternative output format.
        output: Output,
    }

    /// Filters, order and paging of List Products.
    ///
    /// ```
    /// use product_pool::client::{ListProducts, ProductSort, Request};
    ///
    /// let options = ListProducts::new().sort(ProductSort::NewestChange).limit(24);
    /// let request = Request::list_products(&options)?;
    /// assert_eq!(request.target(), "/v2/products?sort=-changed_at&limit=24");
    /// # Ok::<(), product_pool::client::Error>(())
    /// ```
    ListProducts {
        /// The sort order; the most recent change first by default.
        sort: ProductSort,
        /// Only products of this manufacturer (`filter[manufacturer]`).
        manufacturer: ManufacturerId,
        /// Only products of this brand (`filter[brand]`).
        brand: BrandId,
        /// Only products of this label (`filter[label]`).
        label: LabelId,
        /// Only products with this code (`filter[manufacturer_product_code]`).
        manufacturer_product_code: String,
        /// Only products by date of change (`filter[changed_at]`).
        changed_at: DateFilter,
        /// Only products with this status (`filter[status]`); all by default.
        status: StatusFilter,
        /// Where to continue: `next` or `previous` of a page.
        cursor: String,
        /// Products per page, from 1 to 500; the service does not document its
        /// default.
        limit: u32,
        /// Requests the number of matching products.
        count: flag,
    }

    /// Filters, order and paging of List Product Images.
    ///
    /// ```
    /// use product_pool::client::{ListImages, Request};
    /// use product_pool::model::WholesalerId;
    ///
    /// let request = Request::list_images("0f9a", &ListImages::new().wholesaler(WholesalerId(12)).page(2))?;
    /// assert_eq!(request.target(), "/v2/images/0f9a?wholesaler=12&page=2");
    /// # Ok::<(), product_pool::client::Error>(())
    /// ```
    ListImages {
        /// Include this wholesaler's images beside the brand owner's.
        wholesaler: WholesalerId,
        /// Only this wholesaler's images (`filter[wholesaler]`).
        only_wholesaler: WholesalerId,
        /// Only images of this type (`filter[type]`).
        image_type: u64,
        /// The service's sort selector; its values are not documented.
        sort: u64,
        /// The page number, from 1.
        page: u64,
    }

    /// Filters, order and paging of List Catalog Products. Experimental.
    ///
    /// ```
    /// use product_pool::client::{CatalogSort, ListCatalogProducts, Request};
    /// use product_pool::model::WholesalerId;
    ///
    /// let options = ListCatalogProducts::new().sort(CatalogSort::Code);
    /// let request = Request::list_catalog_products(WholesalerId(12), &options)?;
    /// assert_eq!(request.target(), "/v2/catalogs/12?sort=product_code");
    /// # Ok::<(), product_pool::client::Error>(())
    /// ```
    ListCatalogProducts {
        /// The sort order; the most recent change first by default.
        sort: CatalogSort,
        /// Only products of this manufacturer (`filter[manufacturer]`).
        manufacturer: ManufacturerId,
        /// Only products of this brand (`filter[brand]`).
        brand: BrandId,
        /// Only products of this label (`filter[label]`).
        label: LabelId,
        /// Only products by date of change (`filter[changed_at]`).
        changed_at: DateFilter,
        /// Only products by the date at which their code was given, or at which they changed
        /// (`filter[cataloged_at]`).
        cataloged_at: DateFilter,
        /// The page number, from 1.
        page: u64,
        /// Products per page, from 1 to 500; the service's default is not known.
        limit: u32,
    }
}
