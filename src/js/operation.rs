//! The operations by name: which arguments they take, what they ask for, and
//! what comes back.

use super::arguments::{self, Arguments};
use crate::client::{Error, GetProduct, ListImages, ListProducts, Output, ProductSort, Request};
use crate::gtin::Gtin;
use js_sys::Array;

/// What a body must be like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `data` is an object, and the result.
    Object,
    /// `data` is an array, and the body the result.
    Page,
    /// An array, or an object whose `data` is one; the body is the result.
    Listing,
    /// `data`, or the object without one, is the result.
    Whatever,
    /// Any JSON, and the result.
    Json,
}

/// What a body may be checked against.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Model {
    Product,
    Products,
    Images,
    Image,
}

/// Whether departures from the model are looked for, and what they mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Check {
    pub(super) model: Model,
    pub(super) strict: bool,
}

/// One operation, ready to go.
pub(super) struct Operation {
    pub(super) requests: Vec<Request>,
    pub(super) kind: Kind,
    pub(super) check: Option<Check>,
}

/// Reads the arguments of an operation.
pub(super) fn read(name: &str, given: &Array, options: &Arguments) -> Result<Operation, Error> {
    let product = || arguments::text(&given.get(0), "product id");
    let manufacturer = || arguments::number(&given.get(0), "manufacturer id");
    let (request, kind, model) = match name {
        "listProducts" => (
            Request::products(&products(options)?)?,
            Kind::Page,
            Some(Model::Products),
        ),
        "getProductByGtin" | "findByGtin" => {
            let text = arguments::text(&given.get(0), "GTIN")?;
            let gtin = if name == "findByGtin" {
                Gtin::from_scan(&text)
            } else {
                Gtin::parse(&text)
            };
            let gtin = gtin.map_err(|error| Error::argument(error.to_string()))?;
            return Ok(Operation {
                requests: Request::product_by_gtin(&gtin),
                kind: Kind::Object,
                check: check(options, Some(Model::Product))?,
            });
        }
        "getProduct" => {
            let output = options.word("output", Output::from_word, "one of raw, flat, ungroup")?;
            let query = GetProduct {
                version: options.text("version")?,
                output,
            };
            let request = Request::product(&product()?, &query)?;
            if output.is_some() {
                (request, Kind::Whatever, None)
            } else {
                (request, Kind::Object, Some(Model::Product))
            }
        }
        "listManufacturers" => (
            Request::manufacturers(options.number("page")?)?,
            Kind::Listing,
            None,
        ),
        "getManufacturer" => (Request::manufacturer(manufacturer()?), Kind::Whatever, None),
        "listBrands" => (
            Request::brands(manufacturer()?, options.number("page")?)?,
            Kind::Listing,
            None,
        ),
        "getBrand" => {
            let brand = arguments::number(&given.get(1), "brand id")?;
            (Request::brand(manufacturer()?, brand), Kind::Whatever, None)
        }
        "listImages" => {
            let query = ListImages {
                wholesaler: options.number("wholesaler")?,
                only_wholesaler: options.number("filterWholesaler")?,
                image_type: options.number("filterType")?,
                sort: options.number("sort")?,
                page: options.number("page")?,
            };
            (
                Request::images(&product()?, &query)?,
                Kind::Page,
                Some(Model::Images),
            )
        }
        "getFeatureImage" => (
            Request::feature_image(&product()?, options.number("wholesaler")?)?,
            Kind::Object,
            Some(Model::Image),
        ),
        "get" => (any(given)?, Kind::Json, None),
        _ => return Err(Error::argument("there is no such operation")),
    };
    Ok(Operation {
        requests: vec![request],
        kind,
        check: check(options, model)?,
    })
}

fn products(options: &Arguments) -> Result<ListProducts, Error> {
    let limit = options.number("limit")?;
    Ok(ListProducts {
        sort: options.word(
            "sort",
            ProductSort::from_word,
            "changed_at or manufacturer_product_name, with or without a leading hyphen",
        )?,
        manufacturer: options.number("filterManufacturer")?,
        brand: options.number("filterBrand")?,
        label: options.number("filterLabel")?,
        manufacturer_product_code: options.text("filterManufacturerProductCode")?,
        changed_at: options.text("filterChangedAt")?,
        status: options.text("filterStatus")?,
        cursor: options.text("cursor")?,
        // One too large for 32 bits is no less too large than this.
        limit: limit.map(|limit| u32::try_from(limit).unwrap_or(u32::MAX)),
        count: options.flag("count")?,
    })
}

/// A path, and a query as a list of names and values.
fn any(given: &Array) -> Result<Request, Error> {
    let path = arguments::text(&given.get(0), "path")?;
    let pairs = Array::from(&given.get(1));
    let mut query = Vec::new();
    for pair in pairs.iter() {
        let pair = Array::from(&pair);
        query.push((
            arguments::text(&pair.get(0), "name")?,
            arguments::text(&pair.get(1), "value")?,
        ));
    }
    Request::any(&path, query.iter().map(|(name, value)| (&**name, &**value)))
}

/// What `validate` asks for.
fn check(options: &Arguments, model: Option<Model>) -> Result<Option<Check>, Error> {
    let strict = |word: &str| match word {
        "off" => Some(None),
        "report" => Some(Some(false)),
        "strict" => Some(Some(true)),
        _ => None,
    };
    let wanted = options.word("validate", strict, "one of off, report, strict")?;
    Ok(match (wanted.flatten(), model) {
        (Some(strict), Some(model)) => Some(Check { model, strict }),
        _ => None,
    })
}
