//! Results for JavaScript: plain objects, made by serde-wasm-bindgen in the shape of their JSON.
//! Only values copied from a record stay JSON text, for pkg/src/label/copied.ts to parse: the
//! engine's parser treats a member `__proto__` like any other.

use serde::Serialize;
use serde_wasm_bindgen::{Error, Serializer};
use wasm_bindgen::JsValue;

/// The object for a value: `None` becomes `null` and a map an object, as in JSON.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, Error> {
    value.serialize(&Serializer::json_compatible())
}
