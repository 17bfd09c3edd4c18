//! Reader of a call: the name of an operation, its arguments and its options.

use super::arguments::{self, Arguments};
use js_sys::Array;
use product_pool::client::{Error, Request};
use product_pool::gtin::Gtin;
use product_pool::operations::{ArgumentKind, Body, GET_PRODUCT_BY_GTIN, Operation, Returns};

/// The check of a response against its model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Check {
    pub(super) returns: Returns,
    /// Whether a departure from the model is an error.
    pub(super) strict: bool,
}

/// A parsed call.
pub(super) struct Call {
    /// The requests to try in turn until one finds the product.
    pub(super) requests: Vec<Request>,
    /// The shape of the body; `None` for any JSON, returned unchanged.
    pub(super) body: Option<Body>,
    pub(super) check: Option<Check>,
}

/// Reads the arguments and options of a call: of an operation of the table, or
/// of `get` and `findByGtin`, which are not in it.
pub(super) fn read(name: &str, given: &Array, options: &Arguments) -> Result<Call, Error> {
    if name == "get" {
        return Ok(Call {
            requests: vec![any(given)?],
            body: None,
            check: None,
        });
    }
    let is_scan = name == "findByGtin";
    let operation = match Operation::named(name) {
        Some(operation) => operation,
        None if is_scan => &GET_PRODUCT_BY_GTIN,
        None => return Err(Error::argument("unknown operation")),
    };
    let mut values = Vec::new();
    for (argument, index) in operation.arguments.iter().zip(0..) {
        let value = given.get(index);
        values.push(match argument.kind {
            ArgumentKind::Id => arguments::number(&value, argument.label)?.to_string(),
            ArgumentKind::Text | ArgumentKind::Gtin => arguments::text(&value, argument.label)?,
        });
    }
    let requests = match (operation.arguments, values.as_slice()) {
        ([argument], [text]) if argument.kind == ArgumentKind::Gtin => {
            let gtin = match is_scan {
                true => Gtin::from_scan(text),
                false => Gtin::parse(text),
            };
            Request::product_by_gtin(&gtin.map_err(|error| Error::argument(error.message()))?)
        }
        _ => vec![request(operation, &values, options)?],
    };
    // An alternative output format has its own shape.
    let returns = match operation.parameter("output") {
        Some(output) if options.text(output.option)?.is_some() => Returns::Entry,
        _ => operation.returns,
    };
    Ok(Call {
        requests,
        body: Some(returns.body()),
        check: check(options, returns)?,
    })
}

fn request(
    operation: &Operation,
    values: &[String],
    options: &Arguments,
) -> Result<Request, Error> {
    let mut request = Request::of(operation, values)?;
    for parameter in operation.parameters {
        if let Some(text) = options.parameter(parameter)? {
            request = request.query(parameter.name, &text);
        }
    }
    Ok(request)
}

/// Reads the arguments of `get`: a path, and a query as an array of names and
/// values.
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

/// Reads the option `validate`.
fn check(options: &Arguments, returns: Returns) -> Result<Option<Check>, Error> {
    let strict = |word: &str| match word {
        "off" => Some(None),
        "report" => Some(Some(false)),
        "strict" => Some(Some(true)),
        _ => None,
    };
    let strict = options.word("validate", strict, "one of off, report, strict")?;
    Ok(strict.flatten().map(|strict| Check { returns, strict }))
}
