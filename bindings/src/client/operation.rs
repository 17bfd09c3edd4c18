//! The operations by name: which arguments they take, what they ask for, and
//! what comes back.

use super::arguments::{self, Arguments};
use js_sys::Array;
use product_pool::client::parameters::{self, Parameter};
use product_pool::client::{Error, Request};
use product_pool::gtin::Gtin;

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
    let (request, table, kind, model) = match name {
        "getProductByGtin" | "findByGtin" => {
            let text = arguments::text(&given.get(0), "GTIN")?;
            let gtin = if name == "findByGtin" {
                Gtin::from_scan(&text)
            } else {
                Gtin::parse(&text)
            };
            let gtin = gtin.map_err(|error| Error::argument(error.message()))?;
            return Ok(Operation {
                requests: Request::product_by_gtin(&gtin),
                kind: Kind::Object,
                check: check(options, Some(Model::Product))?,
            });
        }
        "listProducts" => (
            Request::to_products(),
            parameters::PRODUCTS,
            Kind::Page,
            Some(Model::Products),
        ),
        "getProduct" => {
            let request = Request::to_product(&product()?)?;
            if options.text("output")?.is_some() {
                (request, parameters::PRODUCT, Kind::Whatever, None)
            } else {
                let model = Some(Model::Product);
                (request, parameters::PRODUCT, Kind::Object, model)
            }
        }
        "listManufacturers" => (
            Request::to_manufacturers(),
            parameters::PAGES,
            Kind::Listing,
            None,
        ),
        "getManufacturer" => (
            Request::manufacturer(manufacturer()?),
            NONE,
            Kind::Whatever,
            None,
        ),
        "listBrands" => (
            Request::to_brands(manufacturer()?),
            parameters::PAGES,
            Kind::Listing,
            None,
        ),
        "getBrand" => {
            let brand = arguments::number(&given.get(1), "brand id")?;
            let request = Request::brand(manufacturer()?, brand);
            (request, NONE, Kind::Whatever, None)
        }
        "listImages" => (
            Request::to_images(&product()?)?,
            parameters::IMAGES,
            Kind::Page,
            Some(Model::Images),
        ),
        "getFeatureImage" => (
            Request::to_feature(&product()?)?,
            parameters::FEATURE,
            Kind::Object,
            Some(Model::Image),
        ),
        "get" => (any(given)?, NONE, Kind::Json, None),
        _ => return Err(Error::argument("there is no such operation")),
    };
    let mut request = request;
    for parameter in table {
        if let Some(text) = options.parameter(parameter)? {
            request = request.query(parameter.name, &text);
        }
    }
    Ok(Operation {
        requests: vec![request],
        kind,
        check: check(options, model)?,
    })
}

/// An operation without parameters.
const NONE: &[Parameter] = &[];

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
