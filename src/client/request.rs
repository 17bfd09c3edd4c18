//! Requests as plain data: a percent-encoded path and query.

use super::error::Error;
use crate::gtin::Gtin;
use crate::model::{BrandId, LabelId, ManufacturerId, WholesalerId};
use crate::operations::{
    Argument, GET_BRAND, GET_CATALOG_PRODUCT, GET_FEATURE_IMAGE, GET_LABEL, GET_MANUFACTURER,
    GET_PRODUCT, GET_PRODUCT_BY_GTIN, LIST_BRANDS, LIST_CATALOG_PRODUCTS, LIST_IMAGES, LIST_LABELS,
    LIST_MANUFACTURERS, LIST_PRODUCTS, Operation, PATH,
};
use std::slice;

mod parameters;

pub use parameters::{DateFilter, GetProduct, ListCatalogProducts, ListImages, ListProducts};

/// A request: the path and query that follow the base URL.
///
/// ```
/// use product_pool::client::{ErrorCode, GetProduct, Request};
///
/// let request = Request::get_product("a/b", &GetProduct::new())?;
/// assert_eq!(request.target(), "/v2/products/a%2Fb");
///
/// let error = Request::get_product("..", &GetProduct::new()).unwrap_err();
/// assert_eq!(error.code(), ErrorCode::InvalidArgument);
/// # Ok::<(), product_pool::client::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The name of the operation, for observers.
    operation: &'static str,
    target: String,
    has_query: bool,
}

impl Request {
    fn new(operation: &'static str, path: &str) -> Self {
        Request {
            operation,
            target: path.to_owned(),
            has_query: false,
        }
    }

    /// Fills the path template of an operation. The arguments have been checked.
    fn fill(operation: &Operation, arguments: &[String]) -> Self {
        let mut request = Request::new(operation.name, "");
        let mut arguments = arguments.iter();
        let mut is_name = false;
        for character in operation.path.chars() {
            match character {
                '{' => {
                    is_name = true;
                    let argument = arguments.next().map_or("", String::as_str);
                    encode(argument, &mut request.target);
                }
                '}' => is_name = false,
                _ if is_name => {}
                _ => request.target.push(character),
            }
        }
        request
    }

    /// A request of any operation of the table by its path arguments, without parameters, for
    /// programs that go through the table.
    ///
    /// ```
    /// use product_pool::client::Request;
    /// use product_pool::operations::GET_PRODUCT;
    ///
    /// let request = Request::of_operation(&GET_PRODUCT, &["a/b".to_owned()])?;
    /// let request = request.with_query("version", "2");
    /// assert_eq!(request.target(), "/v2/products/a%2Fb?version=2");
    /// # Ok::<(), product_pool::client::Error>(())
    /// ```
    ///
    /// # Errors
    /// Another number of arguments than the path has, or one that the table does not allow.
    pub fn of_operation(operation: &Operation, arguments: &[String]) -> Result<Self, Error> {
        let (wanted, given) = (operation.arguments.len(), arguments.len());
        if wanted != given {
            let name = operation.name;
            let message = format!("{name} takes {wanted} arguments of its path, not {given}");
            return Err(Error::invalid_argument(message));
        }
        for (argument, value) in operation.arguments.iter().zip(arguments) {
            check(argument, value)?;
        }
        Ok(Request::fill(operation, arguments))
    }

    /// Adds a parameter to the query, with any value.
    #[must_use]
    pub fn with_query(mut self, name: &str, value: &str) -> Self {
        self.target.push(if self.has_query { '&' } else { '?' });
        self.has_query = true;
        encode(name, &mut self.target);
        self.target.push('=');
        encode(value, &mut self.target);
        self
    }

    /// A request of an operation, with its path arguments and those of its parameters that have
    /// a value, in the order of the table.
    ///
    /// # Errors
    /// A value that the table does not allow.
    fn with<const N: usize>(
        operation: &Operation,
        arguments: &[String],
        values: [Option<String>; N],
    ) -> Result<Self, Error> {
        debug_assert_eq!(operation.parameters.len(), N);
        let mut request = Request::of_operation(operation, arguments)?;
        for (parameter, value) in operation.parameters.iter().zip(values) {
            if let Some(value) = value {
                let label = format!("the parameter {}", parameter.name);
                parameter
                    .check(&value, &label)
                    .map_err(Error::invalid_argument)?;
                request = request.with_query(parameter.name, &value);
            }
        }
        Ok(request)
    }

    /// List Products: `/v2/products`.
    ///
    /// # Errors
    /// A filter, cursor or limit that the service does not accept.
    pub fn list_products(options: &ListProducts) -> Result<Request, Error> {
        let values = [
            options.sort.map(|sort| sort.key().to_owned()),
            number(options.manufacturer),
            number(options.brand),
            number(options.label),
            options.manufacturer_product_code.clone(),
            options.changed_at.map(|date| date.to_string()),
            options.status.map(|status| status.key().to_owned()),
            options.cursor.clone(),
            number(options.limit),
            options.count.then(|| "1".to_owned()),
        ];
        Request::with(&LIST_PRODUCTS, &[], values)
    }

    /// Get Product: `/v2/products/{product}`.
    ///
    /// # Errors
    /// An empty product id or version; an id that [could lead elsewhere](crate::operations::has_dot_segment) as
    /// part of a path, such as `..`.
    pub fn get_product(product: &str, options: &GetProduct) -> Result<Request, Error> {
        let output = options.output.map(|output| output.key().to_owned());
        let values = [options.version.clone(), output];
        Request::with(&GET_PRODUCT, &[product.to_owned()], values)
    }

    /// Get Product by GTIN: `/v2/products/gtin/{gtin}`, as the requests to try
    /// in turn until one finds the product.
    ///
    /// Suppliers store GTINs in several forms, so all [forms](Gtin::forms) are
    /// tried, first the GTIN as passed.
    pub fn get_product_by_gtin(gtin: &Gtin) -> Vec<Request> {
        gtin.forms()
            .iter()
            .map(|form| Request::fill(&GET_PRODUCT_BY_GTIN, slice::from_ref(form)))
            .collect()
    }

    /// List Manufacturers: `/v2/manufacturers`.
    ///
    /// # Errors
    /// The page 0.
    pub fn list_manufacturers(page: Option<u64>) -> Result<Request, Error> {
        Request::with(&LIST_MANUFACTURERS, &[], [number(page)])
    }

    /// Get Manufacturer: `/v2/manufacturers/{manufacturer}`.
    pub fn get_manufacturer(manufacturer: ManufacturerId) -> Request {
        Request::fill(&GET_MANUFACTURER, &[manufacturer.to_string()])
    }

    /// List Brands: `/v2/manufacturers/{manufacturer}/brands`.
    ///
    /// # Errors
    /// The page 0.
    pub fn list_brands(manufacturer: ManufacturerId, page: Option<u64>) -> Result<Request, Error> {
        Request::with(&LIST_BRANDS, &[manufacturer.to_string()], [number(page)])
    }

    /// Get Brand: `/v2/manufacturers/{manufacturer}/brands/{brand}`.
    pub fn get_brand(manufacturer: ManufacturerId, brand: BrandId) -> Request {
        Request::fill(&GET_BRAND, &[manufacturer.to_string(), brand.to_string()])
    }

    /// List Product Images: `/v2/images/{product}`.
    ///
    /// # Errors
    /// A product id that is empty or has a segment `.` or `..`; the page 0.
    pub fn list_images(product: &str, options: &ListImages) -> Result<Request, Error> {
        let values = [
            number(options.wholesaler),
            number(options.only_wholesaler),
            number(options.image_type),
            number(options.sort),
            number(options.page),
        ];
        Request::with(&LIST_IMAGES, &[product.to_owned()], values)
    }

    /// Get Product Feature Image: `/v2/images/{product}/feature`.
    ///
    /// # Errors
    /// A product id that is empty or has a segment `.` or `..`.
    pub fn get_feature_image(
        product: &str,
        wholesaler: Option<WholesalerId>,
    ) -> Result<Request, Error> {
        let values = [number(wholesaler)];
        Request::with(&GET_FEATURE_IMAGE, &[product.to_owned()], values)
    }

    /// List Catalog Products: `/v2/catalogs/{wholesaler}`. Experimental.
    ///
    /// # Errors
    /// A filter, page or limit that the service does not accept.
    pub fn list_catalog_products(
        wholesaler: WholesalerId,
        options: &ListCatalogProducts,
    ) -> Result<Request, Error> {
        let values = [
            options.sort.map(|sort| sort.key().to_owned()),
            number(options.manufacturer),
            number(options.brand),
            number(options.label),
            options.changed_at.map(|date| date.to_string()),
            options.cataloged_at.map(|date| date.to_string()),
            number(options.page),
            number(options.limit),
        ];
        Request::with(&LIST_CATALOG_PRODUCTS, &[wholesaler.to_string()], values)
    }

    /// Get Catalog Product: `/v2/catalogs/{wholesaler}/{code}`. Experimental. The
    /// code may hold any character.
    ///
    /// ```
    /// use product_pool::client::Request;
    /// use product_pool::model::WholesalerId;
    ///
    /// let request = Request::get_catalog_product(WholesalerId(12), "!@£ppp")?;
    /// assert_eq!(request.target(), "/v2/catalogs/12/%21%40%C2%A3ppp");
    /// # Ok::<(), product_pool::client::Error>(())
    /// ```
    ///
    /// # Errors
    /// A code that is empty or has a segment `.` or `..`.
    pub fn get_catalog_product(wholesaler: WholesalerId, code: &str) -> Result<Request, Error> {
        let arguments = [wholesaler.to_string(), code.to_owned()];
        Request::of_operation(&GET_CATALOG_PRODUCT, &arguments)
    }

    /// List Labels: `/v2/labels`. Experimental.
    ///
    /// # Errors
    /// The page 0.
    pub fn list_labels(page: Option<u64>) -> Result<Request, Error> {
        Request::with(&LIST_LABELS, &[], [number(page)])
    }

    /// Get Label: `/v2/labels/{label}`. Experimental.
    pub fn get_label(label: LabelId) -> Request {
        Request::fill(&GET_LABEL, &[label.to_string()])
    }

    /// Any other resource of the service. `path` begins with `/v2/` and is
    /// percent-encoded; `query` is encoded here.
    ///
    /// ```
    /// use product_pool::client::Request;
    ///
    /// let request = Request::get("/v2/news", [("since", "2024-10-12 08:30")])?;
    /// assert_eq!(request.target(), "/v2/news?since=2024-10-12%2008%3A30");
    /// # Ok::<(), product_pool::client::Error>(())
    /// ```
    ///
    /// # Errors
    /// A path that is not below `/v2/`, that has `.` or `..` as a segment, encoded or not, or
    /// that contains a query or a character that is not allowed in a URL.
    pub fn get<'a>(
        path: &str,
        query: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Request, Error> {
        let plain = path
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && !b"?#\\\"<>".contains(&byte));
        if !plain || !path.starts_with("/v2/") {
            return Err(Error::invalid_argument(
                "the path must begin with /v2/, be percent-encoded and have no query",
            ));
        }
        check(&PATH, path)?;
        let request = Request::new("get", path);
        Ok(query.into_iter().fold(request, |request, (name, value)| {
            request.with_query(name, value)
        }))
    }

    /// The name of the operation in JavaScript; `get` for [`Request::get`].
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// The percent-encoded path and query, beginning with `/v2`.
    pub fn target(&self) -> &str {
        &self.target
    }
}

/// Checks the value of an argument.
fn check(argument: &Argument, value: &str) -> Result<(), Error> {
    argument
        .check(value)
        .map_err(|wrong| Error::invalid_argument(format!("the {} {wrong}", argument.label)))
}

/// The value of a numeric parameter.
fn number(number: Option<impl ToString>) -> Option<String> {
    number.map(|number| number.to_string())
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

#[cfg(test)]
mod tests;
