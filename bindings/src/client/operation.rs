//! Reader of a call: the name of an operation, its arguments and its options.

use super::arguments::{self, Arguments};
use js_sys::Array;
use product_pool::client::{Error, Request};
use product_pool::gtin::Gtin;
use product_pool::operations::{ArgumentKind, GET_PRODUCT_BY_GTIN, Operation, Returns};

/// The check of a response against its model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Check {
    pub(super) returns: Returns,
    /// Whether a departure from the model is an error.
    pub(super) strict: bool,
}

/// The request of a call.
pub(super) enum Query {
    Request(Request),
    /// The product with a GTIN. `has_index` where an index is searched next.
    Gtin {
        gtin: Gtin,
        has_index: bool,
    },
}

/// A parsed call.
pub(super) struct Call {
    pub(super) query: Query,
    /// The content of the body; `None` for any JSON, returned unchanged.
    pub(super) returns: Option<Returns>,
    pub(super) check: Option<Check>,
}

/// Reads the arguments and options of a call: of an operation of the table, or
/// of `get` and `findByGtin`, which are not in it. The second argument of
/// `findByGtin` is whether the caller has an index.
pub(super) fn read(name: &str, given: &Array, options: &Arguments) -> Result<Call, Error> {
    if name == "get" {
        return Ok(Call {
            query: Query::Request(any(given)?),
            returns: None,
            check: None,
        });
    }
    let is_scan = name == "findByGtin";
    let operation = match Operation::named(name) {
        Some(operation) => operation,
        None if is_scan => &GET_PRODUCT_BY_GTIN,
        None => return Err(Error::invalid_argument("unknown operation")),
    };
    let mut values = Vec::new();
    for (argument, index) in operation.arguments.iter().zip(0..) {
        let value = given.get(index);
        values.push(match argument.kind {
            ArgumentKind::Id => arguments::number(&value, argument.label)?.to_string(),
            ArgumentKind::Text | ArgumentKind::Code | ArgumentKind::Gtin => {
                arguments::text(&value, argument.label)?
            }
        });
    }
    let query = match (operation.arguments, values.as_slice()) {
        ([argument], [text]) if argument.kind == ArgumentKind::Gtin => {
            let gtin = if is_scan {
                Gtin::from_scan_lenient(text)
            } else {
                Gtin::parse_lenient(text)
            };
            Query::Gtin {
                gtin: gtin?,
                has_index: given.get(1).is_truthy(),
            }
        }
        _ => Query::Request(request(operation, &values, options)?),
    };
    // An alternative output format has its own shape.
    let returns = match operation.parameter("output") {
        Some(output) if options.text(output.option)?.is_some() => Returns::Entry,
        _ => operation.returns,
    };
    Ok(Call {
        query,
        returns: Some(returns),
        check: check(options, returns)?,
    })
}

fn request(
    operation: &Operation,
    values: &[String],
    options: &Arguments,
) -> Result<Request, Error> {
    let mut request = Request::of_operation(operation, values)?;
    for parameter in operation.parameters {
        if let Some(text) = options.parameter(parameter)? {
            request = request.with_query(parameter.name, &text);
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
    Request::get(&path, query.iter().map(|(name, value)| (&**name, &**value)))
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
