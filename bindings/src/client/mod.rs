//! What the npm package calls, and nothing but that.
//!
//! The package's classes hold the handles made here, which the engine frees
//! when nobody holds them any more; results are plain values. An error crosses
//! as a plain object; the package makes its `PoolError` of it.
//!
//! The functions are not `async`: what they can refuse they refuse at once,
//! even when the executor of futures no longer runs (see [`panic`](crate::panic)).

mod arguments;
mod failure;
#[cfg(feature = "tools")]
mod feed;
mod operation;
mod reply;
mod run;

use crate::panic;
use arguments::Arguments;
use js_sys::{Array, Function};
use product_pool::client::{Error, Fetch, PoolClient};
use product_pool::gtin::Gtin;
use std::future::Future;
use std::pin::Pin;
use wasm_bindgen::prelude::*;

/// A client of one service.
#[wasm_bindgen]
pub struct Client {
    pool: PoolClient<Fetch>,
}

#[wasm_bindgen]
impl Client {
    /// A client of these settings: `{baseUrl, token, fetch, timeoutMs,
    /// totalTimeoutMs, maxRetries, concurrency}`.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: JsValue) -> Result<Client, JsValue> {
        panic::check()?;
        let make = || arguments::client(&Arguments::new(settings, "settings")?);
        match make() {
            Ok(pool) => Ok(Client { pool }),
            Err(error) => Err(failure::to_js(&error)),
        }
    }

    /// Makes the request of an operation, by the operation's name, with its
    /// arguments and the call's options: gives `{data, status, headers, url}`.
    pub fn send(
        &self,
        name: &str,
        given: &Array,
        options: JsValue,
        resolve: Function,
        reject: Function,
    ) -> Result<(), JsValue> {
        start(&self.pool, options, (resolve, reject), |pool, options| {
            let call = operation::read(name, given, options)?;
            Ok(Box::pin(async move {
                let reply = pool.send_first(&call.requests).await?;
                reply::to_js(&reply, call.body, call.check)
            }))
        })
    }
}

/// The 14 digits of what was scanned, or throws.
#[wasm_bindgen(js_name = gtinOf)]
pub fn gtin_of(scan: &JsValue) -> Result<String, JsValue> {
    let read = || {
        let scan = arguments::text(scan, "scan")?;
        Gtin::from_scan(&scan).map_err(|error| Error::argument(error.message()))
    };
    match read() {
        Ok(gtin) => Ok(gtin.to_14()),
        Err(error) => Err(failure::to_js(&error)),
    }
}

/// Work under way. Boxed, so that what drives it is compiled once.
type Work = Pin<Box<dyn Future<Output = Result<JsValue, Error>>>>;

/// Lets `make` check a call, and sets it going: with the call's own patience,
/// until its signal gives it up. What comes of it is told to the functions of the
/// package's promise.
fn start(
    pool: &PoolClient<Fetch>,
    options: JsValue,
    (resolve, reject): (Function, Function),
    make: impl FnOnce(PoolClient<Fetch>, &Arguments) -> Result<Work, Error>,
) -> Result<(), JsValue> {
    panic::check()?;
    let prepare = || {
        let options = Arguments::new(options, "options")?;
        let signal = options.signal()?;
        let patience = options.patience()?;
        let pool = pool.with(|it| patience.apply(it));
        let work = make(pool, &options)?;
        Ok(match signal {
            Some(signal) => Box::pin(product_pool::client::until_aborted(signal, work)) as Work,
            None => work,
        })
    };
    match prepare() {
        Ok(work) => {
            run::spawn(work, resolve, reject);
            Ok(())
        }
        Err(error) => Err(failure::to_js(&error)),
    }
}
