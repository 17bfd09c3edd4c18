//! Conversion of a reply to plain values.

#[cfg(feature = "tools")]
use super::failure::{faults_to_js, set};
use super::operation::Check;
use js_sys::{Array, JsString, Object};
use product_pool::client::{Error, Response};
#[cfg(feature = "tools")]
use product_pool::model::{
    CatalogPage, DecodeError, Fault, FeatureImage, ImagePage, Product, ProductPage,
};
use product_pool::operations::Returns;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // By hand: the js-sys binding takes a Rust string, but a body should never
    // leave the engine.
    #[wasm_bindgen(catch, js_namespace = JSON, js_name = parse)]
    fn parse_json(text: &JsString) -> Result<JsValue, JsValue>;

    /// An object with the member `data`, if any.
    type Envelope;
    #[wasm_bindgen(method, getter)]
    fn data(this: &Envelope) -> JsValue;

    /// The result object. Its member names are compiled into the glue, so they
    /// are not copied on every call.
    #[wasm_bindgen(js_name = Object)]
    type Whole;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Whole;
    #[wasm_bindgen(method, setter)]
    fn set_data(this: &Whole, data: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_status(this: &Whole, status: u16);
    #[wasm_bindgen(method, setter)]
    fn set_headers(this: &Whole, headers: &web_sys::Headers);
    #[wasm_bindgen(method, setter)]
    fn set_text(this: &Whole, text: &JsString);
    #[wasm_bindgen(method, setter)]
    fn set_url(this: &Whole, url: &str);
}

/// `{data, text, status, headers, url, faults?}`.
pub(super) fn to_js(
    reply: &Response,
    expected: Option<Returns>,
    check: Option<Check>,
) -> Result<JsValue, Error> {
    let data = data(reply, expected)?;
    let object = Whole::new();
    #[cfg(not(feature = "tools"))]
    let _ = check;
    #[cfg(feature = "tools")]
    if let Some(check) = check
        && let Some(faults) = faults(reply, check.returns)?
    {
        if check.strict && !faults.is_empty() {
            return Err(reply.faults_error(faults));
        }
        set(object.unchecked_ref(), "faults", faults_to_js(&faults));
    }
    object.set_data(&data);
    object.set_text(&reply.body().engine());
    object.set_status(reply.status());
    if let Some(headers) = reply.headers().engine() {
        object.set_headers(headers);
    }
    object.set_url(reply.url());
    Ok(object.into())
}

/// Parses a body with the engine's parser, instead of passing each value.
fn data(reply: &Response, expected: Option<Returns>) -> Result<JsValue, Error> {
    let body =
        parse_json(&reply.body().engine()).map_err(|_| reply.decode_error("it is not JSON"))?;
    let Some(expected) = expected else {
        return Ok(body);
    };
    let is_list = Array::is_array(&body);
    if expected == Returns::Listing && is_list {
        return Ok(body);
    }
    if !body.is_object() || is_list {
        return Err(reply.decode_error("it is not a JSON object"));
    }
    // Results of JSON.parse have no getters that could throw.
    let data = body.unchecked_ref::<Envelope>().data();
    let is_list = Array::is_array(&data);
    match expected {
        // It would look like the record of a product about which nothing is stated.
        Returns::Product
            if data.is_object()
                && !is_list
                && Object::keys(data.unchecked_ref::<Object>()).length() == 0 =>
        {
            Err(reply.decode_error("the record is empty"))
        }
        Returns::Product | Returns::Image if data.is_object() && !is_list => Ok(data),
        Returns::Product | Returns::Image => {
            Err(reply.decode_error("its member \"data\" is not an object"))
        }
        Returns::Entry if data.is_undefined() => Ok(body),
        Returns::Entry => Ok(data),
        Returns::ProductPage | Returns::ImagePage | Returns::CatalogPage | Returns::Listing => {
            if is_list {
                Ok(body)
            } else {
                Err(reply.decode_error("its member \"data\" is not an array"))
            }
        }
    }
}

/// The departures of the body from its model; `None` if its shape is not
/// documented.
#[cfg(feature = "tools")]
fn faults(reply: &Response, returns: Returns) -> Result<Option<Vec<Fault>>, Error> {
    let read: fn(&str) -> Result<Vec<Fault>, DecodeError> = match returns {
        Returns::Product => |text| Product::from_json(text).map(|product| product.faults()),
        Returns::ProductPage => |text| ProductPage::from_json(text).map(|page| page.faults()),
        Returns::ImagePage => |text| ImagePage::from_json(text).map(|page| page.faults()),
        Returns::CatalogPage => |text| CatalogPage::from_json(text).map(|page| page.faults()),
        Returns::Image => |text| FeatureImage::from_json(text).map(|image| image.faults()),
        Returns::Listing | Returns::Entry => return Ok(None),
    };
    reply.decode(read).map(Some)
}
