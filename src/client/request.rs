//! Requests as plain data: a path and a query, always percent-encoded.

use super::error::Error;
use super::parameters::{self, Parameter};
use crate::gtin::Gtin;
use crate::words::join;

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

/// The order of List Products; each field also from its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProductSort {
    /// `changed_at`: what changed longest ago first.
    OldestChange,
    /// `-changed_at`: what changed last first. The service's default.
    NewestChange,
    /// `manufacturer_product_name`: by name.
    Name,
    /// `-manufacturer_product_name`: by name, from its end.
    NameReversed,
}

impl ProductSort {
    const ALL: [ProductSort; 4] = [
        ProductSort::OldestChange,
        ProductSort::NewestChange,
        ProductSort::Name,
        ProductSort::NameReversed,
    ];

    /// The word of the query.
    pub const fn as_str(self) -> &'static str {
        match self {
            ProductSort::OldestChange => "changed_at",
            ProductSort::NewestChange => "-changed_at",
            ProductSort::Name => "manufacturer_product_name",
            ProductSort::NameReversed => "-manufacturer_product_name",
        }
    }

    /// The order that a word of the query asks for.
    pub fn from_word(word: &str) -> Option<ProductSort> {
        Self::ALL.into_iter().find(|sort| sort.as_str() == word)
    }
}

/// The most products that a page of List Products holds.
pub const MAX_LIMIT: u32 = 500;

/// Which products List Products gives, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListProducts {
    /// The order; unless given, what changed last comes first.
    pub sort: Option<ProductSort>,
    /// Of this manufacturer (`filter[manufacturer]`).
    pub manufacturer: Option<u64>,
    /// Of this brand (`filter[brand]`).
    pub brand: Option<u64>,
    /// Of this label (`filter[label]`).
    pub label: Option<u64>,
    /// With this product code (`filter[manufacturer_product_code]`).
    pub manufacturer_product_code: Option<String>,
    /// Changed then (`filter[changed_at]`): `eq:`, `gt:` or `lt:` and a date
    /// such as `2024-10-12`.
    pub changed_at: Option<String>,
    /// In these states (`filter[status]`): `published`, `archived`, or both
    /// with a comma between. Both unless given.
    pub status: Option<String>,
    /// The place to go on from: `next` or `previous` of a page.
    pub cursor: Option<String>,
    /// How many products a page holds, from 1 to 500; the service's default is
    /// not documented.
    pub limit: Option<u32>,
    /// Asks for the count of the query.
    pub count: bool,
}

/// Which images List Product Images gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListImages {
    /// Show this wholesaler's images beside the brand owner's.
    pub wholesaler: Option<u64>,
    /// Show this wholesaler's images and no others (`filter[wholesaler]`).
    pub only_wholesaler: Option<u64>,
    /// Show images of this type and no others (`filter[type]`).
    pub image_type: Option<u64>,
    /// The service's sort selector; its values are not documented.
    pub sort: Option<u64>,
    /// This page of the list, from 1.
    pub page: Option<u64>,
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
            "" => return Err(Error::argument(join(&["the ", what, " is empty"]))),
            // Every URL parser takes these for steps up the path, even encoded.
            "." | ".." => {
                return Err(Error::argument(join(&["no ", what, " can be ", segment])));
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

    /// Adds a parameter.
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.target.push(if self.has_query { '&' } else { '?' });
        self.has_query = true;
        encode(name, &mut self.target);
        self.target.push('=');
        encode(value, &mut self.target);
        self
    }

    /// Adds the parameters of a table that have a value, in its order.
    ///
    /// # Errors
    /// A value that may not stand there.
    pub fn with(mut self, table: &[Parameter], values: &[Option<String>]) -> Result<Self, Error> {
        for (parameter, value) in table.iter().zip(values) {
            if let Some(value) = value {
                let called = join(&["the parameter ", parameter.name]);
                parameter.check(value, &called)?;
                self = self.query(parameter.name, value);
            }
        }
        Ok(self)
    }

    /// List Products: `/v2/products`.
    ///
    /// # Errors
    /// A filter, a cursor or a limit that cannot be right.
    pub fn products(options: &ListProducts) -> Result<Request, Error> {
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        Request::to_products().with(
            parameters::PRODUCTS,
            &[
                options.sort.map(|sort| sort.as_str().to_owned()),
                number(options.manufacturer),
                number(options.brand),
                number(options.label),
                options.manufacturer_product_code.clone(),
                options.changed_at.clone(),
                options.status.clone(),
                options.cursor.clone(),
                number(options.limit.map(u64::from)),
                options.count.then(|| "1".to_owned()),
            ],
        )
    }

    /// `/v2/products`
    pub fn to_products() -> Request {
        Request::new("/v2/products")
    }

    /// `/v2/products/{product}`
    pub fn to_product(product: &str) -> Result<Request, Error> {
        Request::to_products().segment("product id", product)
    }

    /// `/v2/manufacturers`
    pub fn to_manufacturers() -> Request {
        Request::new("/v2/manufacturers")
    }

    /// `/v2/manufacturers/{manufacturer}/brands`
    pub fn to_brands(manufacturer: u64) -> Request {
        Request::manufacturer(manufacturer).fixed("brands")
    }

    /// `/v2/images/{product}`
    pub fn to_images(product: &str) -> Result<Request, Error> {
        Request::new("/v2/images").segment("product id", product)
    }

    /// `/v2/images/{product}/feature`
    pub fn to_feature(product: &str) -> Result<Request, Error> {
        Ok(Request::to_images(product)?.fixed("feature"))
    }

    /// A page of a list, from 1.
    fn page(self, page: Option<u64>) -> Result<Self, Error> {
        self.with(parameters::PAGES, &[page.map(|page| page.to_string())])
    }

    /// List Manufacturers: `/v2/manufacturers`.
    ///
    /// # Errors
    /// The page 0.
    pub fn manufacturers(page: Option<u64>) -> Result<Request, Error> {
        Request::to_manufacturers().page(page)
    }

    /// Get Manufacturer: `/v2/manufacturers/{manufacturer}`.
    pub fn manufacturer(manufacturer: u64) -> Request {
        Request::to_manufacturers().fixed(&manufacturer.to_string())
    }

    /// List Brands: `/v2/manufacturers/{manufacturer}/brands`.
    ///
    /// # Errors
    /// The page 0.
    pub fn brands(manufacturer: u64, page: Option<u64>) -> Result<Request, Error> {
        Request::to_brands(manufacturer).page(page)
    }

    /// Get Brand: `/v2/manufacturers/{manufacturer}/brands/{brand}`.
    pub fn brand(manufacturer: u64, brand: u64) -> Request {
        Request::to_brands(manufacturer).fixed(&brand.to_string())
    }

    /// Any other resource of the service, such as the wholesaler catalogs,
    /// whose paths its document does not show. `path` begins with `/v2/` and
    /// is percent-encoded; `query` is encoded here.
    ///
    /// # Errors
    /// A path that is not below `/v2/`, that a URL parser would lead elsewhere,
    /// or that holds a query or a character which no address may.
    pub fn any<'a>(
        path: &str,
        query: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Request, Error> {
        let plain = path
            .bytes()
            .all(|it| it.is_ascii_graphic() && !b"?#\\\"<>".contains(&it));
        if !plain || !path.starts_with("/v2/") {
            return Err(Error::argument(
                "the path is not one below /v2/, percent-encoded and without a query",
            ));
        }
        if path.split('/').any(is_step) {
            return Err(Error::argument("the path holds the step . or .."));
        }
        let request = Request::new(path);
        Ok(query
            .into_iter()
            .fold(request, |request, (name, value)| request.query(name, value)))
    }

    /// Get Product: `/v2/products/{product}`.
    ///
    /// # Errors
    /// A product id or a version that is empty; an id that is `.` or `..`,
    /// which no address can hold.
    pub fn product(product: &str, options: &GetProduct) -> Result<Request, Error> {
        let output = options.output.map(|output| output.as_str().to_owned());
        Request::to_product(product)?.with(parameters::PRODUCT, &[options.version.clone(), output])
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
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        Request::to_images(product)?.with(
            parameters::IMAGES,
            &[
                number(options.wholesaler),
                number(options.only_wholesaler),
                number(options.image_type),
                number(options.sort),
                number(options.page),
            ],
        )
    }

    /// Get Product Feature Image: `/v2/images/{product}/feature`.
    ///
    /// # Errors
    /// A product id that is empty, `.` or `..`.
    pub fn feature_image(product: &str, wholesaler: Option<u64>) -> Result<Request, Error> {
        let wholesaler = wholesaler.map(|number| number.to_string());
        Request::to_feature(product)?.with(parameters::FEATURE, &[wholesaler])
    }

    /// The path and the query, from `/v2` on, percent-encoded.
    pub fn target(&self) -> &str {
        &self.target
    }
}

/// Whether a URL parser takes a segment for a step up the path: one or two
/// dots, encoded or not.
fn is_step(segment: &str) -> bool {
    let mut rest = segment;
    let mut dots = 0;
    while let Some(after) = [".", "%2e", "%2E"]
        .iter()
        .find_map(|dot| rest.strip_prefix(dot))
    {
        rest = after;
        dots += 1;
    }
    rest.is_empty() && (dots == 1 || dots == 2)
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
mod tests;
