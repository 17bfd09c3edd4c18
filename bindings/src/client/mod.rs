//! The JavaScript bindings of the client.
//!
//! The package's classes hold the handles made here, which are freed when they
//! are garbage collected; results are plain values. An error is passed as a
//! plain object, from which the package makes its `PoolError`.
//!
//! Calls return a promise but are not `async` functions: invalid arguments fail
//! at once, even if the executor of futures no longer runs (see
//! [`panic`](crate::panic)).

mod arguments;
mod failure;
#[cfg(feature = "tools")]
mod feed;
mod operation;
mod reply;

use crate::panic;
use arguments::Arguments;
use failure::Failure;
use js_sys::{Array, Promise};
use operation::Query;
use product_pool::client::{Error, Fetch, PoolClient, until_aborted};
use product_pool::operations::Operation;
use std::future::Future;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

/// A client of one service.
#[wasm_bindgen]
pub struct Client {
    pool: PoolClient<Fetch>,
}

#[wasm_bindgen]
impl Client {
    /// A client with these options: `{baseUrl, token, fetch, timeoutMs,
    /// totalTimeoutMs, maxRetries, concurrency}`. With `details` the function `fetch` is
    /// passed a third argument, `{operation, attempt}`.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: JsValue) -> Result<Client, Failure> {
        panic::check()?;
        let pool = arguments::client(&Arguments::new(settings, "settings")?)?;
        Ok(Client { pool })
    }

    /// Calls an operation by its name, with its arguments and the call's
    /// options; returns `{data, status, headers, url}`.
    pub fn send(&self, name: &str, given: &Array, options: JsValue) -> Result<Promise, Failure> {
        call(&self.pool, options, |pool, options| {
            let call = operation::read(name, given, options)?;
            Ok(async move {
                let reply = match &call.query {
                    Query::Request(request) => pool.send(request).await?,
                    Query::Gtin { gtin, has_index } => pool.send_by_gtin(gtin, *has_index).await?,
                };
                reply::to_js(&reply, call.returns, call.check)
            })
        })
    }
}

/// The 14 digits of a scanned GTIN; throws if there is none.
#[wasm_bindgen(js_name = gtinOf)]
pub fn gtin_of(scan: &JsValue) -> Result<String, Failure> {
    Ok(arguments::scan(scan)?.to_14())
}

/// The names of an operation's own options; none for a name that is not in the table.
#[wasm_bindgen(js_name = optionsOf)]
pub fn options_of(operation: &str) -> Array {
    let parameters = Operation::named(operation).map_or(&[][..], |operation| operation.parameters);
    let names = parameters
        .iter()
        .map(|parameter| JsValue::from_str(parameter.option));
    names.collect()
}

/// Runs a call with its own retry policy, until its signal aborts. `make`
/// checks the arguments before anything is sent, and returns the future to run.
fn call<F>(
    pool: &PoolClient<Fetch>,
    options: JsValue,
    make: impl FnOnce(PoolClient<Fetch>, &Arguments) -> Result<F, Error>,
) -> Result<Promise, Failure>
where
    F: Future<Output = Result<JsValue, Error>> + 'static,
{
    panic::check()?;
    let options = Arguments::new(options, "options")?;
    let signal = options.signal()?;
    let work = make(pool.with_retry_policy(options.retry_policy()?), &options)?;
    Ok(future_to_promise(async move {
        let result = until_aborted(signal.as_ref(), work).await;
        result.map_err(|error| Failure::from(error).into())
    }))
}
