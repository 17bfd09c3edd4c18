//! The functions that the npm package calls, and nothing but that.
//!
//! Every function takes the settings of the client as a plain object and gives
//! plain values: no handle crosses that a page would have to free. An error
//! crosses as a plain object too; the package makes its `PoolError` of it.
//!
//! The functions are not `async`: what they can refuse they refuse at once,
//! even when the executor of futures no longer runs (see [`stop`]).

#![allow(unreachable_pub, reason = "wasm-bindgen exports public functions only")]

mod arguments;
mod failure;
pub(crate) mod stop;

use crate::client::{Error, Fetch, GetProduct, ListImages, Output, PoolClient, Reply, Request};
use crate::gtin::Gtin;
use arguments::Arguments;
use js_sys::{Array, JSON, Promise};
use std::future::Future;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

/// Get Product by GTIN: a promise of what stands under `data`.
#[wasm_bindgen(js_name = getProductByGtin)]
pub fn get_product_by_gtin(
    settings: JsValue,
    gtin: &JsValue,
    options: JsValue,
) -> Result<Promise, JsValue> {
    start(settings, options, |client, _| {
        let gtin = arguments::text(gtin, "GTIN")?;
        let gtin = Gtin::parse(&gtin).map_err(|error| Error::argument(error.to_string()))?;
        Ok(async move {
            let requests = Request::product_by_gtin(&gtin);
            data(&client.fetch_first(&requests).await?, Kind::Object)
        })
    })
}

/// Get Product: a promise of what stands under `data`; with an output whose
/// body has no `data`, of the body.
#[wasm_bindgen(js_name = getProduct)]
pub fn get_product(
    settings: JsValue,
    product: &JsValue,
    options: JsValue,
) -> Result<Promise, JsValue> {
    start(settings, options, |client, options| {
        let output = match options.text("output")? {
            Some(word) => Some(Output::from_word(&word).ok_or_else(|| {
                Error::argument("the option output is none of raw, flat and ungroup")
            })?),
            None => None,
        };
        let query = GetProduct {
            version: options.text("version")?,
            output,
        };
        let request = Request::product(&arguments::text(product, "product id")?, &query)?;
        let kind = if output.is_some() {
            Kind::Whatever
        } else {
            Kind::Object
        };
        Ok(async move { data(&client.fetch(&request).await?, kind) })
    })
}

/// List Product Images: a promise of the whole page, as it came.
#[wasm_bindgen(js_name = listImages)]
pub fn list_images(
    settings: JsValue,
    product: &JsValue,
    options: JsValue,
) -> Result<Promise, JsValue> {
    start(settings, options, |client, options| {
        let filter = options.object("filter")?;
        let query = ListImages {
            wholesaler: options.number("wholesaler")?,
            only_wholesaler: filter.number("wholesaler")?,
            image_type: filter.number("type")?,
            sort: options.number("sort")?,
        };
        let request = Request::images(&arguments::text(product, "product id")?, &query)?;
        Ok(async move { data(&client.fetch(&request).await?, Kind::Page) })
    })
}

/// Get Product Feature Image: a promise of what stands under `data`.
#[wasm_bindgen(js_name = getFeatureImage)]
pub fn get_feature_image(
    settings: JsValue,
    product: &JsValue,
    options: JsValue,
) -> Result<Promise, JsValue> {
    start(settings, options, |client, options| {
        let product = arguments::text(product, "product id")?;
        let request = Request::feature_image(&product, options.number("wholesaler")?)?;
        Ok(async move { data(&client.fetch(&request).await?, Kind::Object) })
    })
}

/// Makes the client, lets `make` check the call, and sets it going.
fn start<F>(
    settings: JsValue,
    options: JsValue,
    make: impl FnOnce(PoolClient<Fetch>, &Arguments) -> Result<F, Error>,
) -> Result<Promise, JsValue>
where
    F: Future<Output = Result<JsValue, Error>> + 'static,
{
    stop::check()?;
    let prepare = || {
        let options = Arguments::new(options, "options")?;
        let client = arguments::client(&Arguments::new(settings, "settings")?, &options)?;
        make(client, &options)
    };
    let call = prepare().map_err(|error| failure::to_js(&error))?;
    Ok(future_to_promise(async move {
        call.await.map_err(|error| failure::to_js(&error))
    }))
}

/// What a body must be like.
#[derive(Clone, Copy)]
enum Kind {
    /// `data` is an object, and the result.
    Object,
    /// `data` is an array, and the body the result.
    Page,
    /// `data`, or the body without one, is the result.
    Whatever,
}

/// Reads a body with the engine's own parser, many times faster than handing
/// over each value.
fn data(reply: &Reply, kind: Kind) -> Result<JsValue, Error> {
    let body = JSON::parse(reply.text()).map_err(|_| reply.unreadable("it is not JSON"))?;
    if !body.is_object() || Array::is_array(&body) {
        return Err(reply.unreadable("it is no JSON object"));
    }
    let data = js_sys::Reflect::get(&body, &JsValue::from_str("data")).unwrap_or_default();
    let is_list = Array::is_array(&data);
    match kind {
        Kind::Object if data.is_object() && !is_list => Ok(data),
        Kind::Object => Err(reply.unreadable("its member \"data\" is missing or no object")),
        Kind::Page if is_list => Ok(body),
        Kind::Page => Err(reply.unreadable("its member \"data\" is missing or no array")),
        Kind::Whatever if data.is_undefined() => Ok(body),
        Kind::Whatever => Ok(data),
    }
}
