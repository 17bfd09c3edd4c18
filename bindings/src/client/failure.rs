//! Conversion of errors and faults to plain objects.

use js_sys::{Array, Object, Reflect};
use product_pool::client::{Error, Thrown};
#[cfg(feature = "tools")]
use product_pool::model::Fault;
use std::error::Error as _;
use wasm_bindgen::JsValue;

/// An error as JavaScript gets it.
pub struct Failure(JsValue);

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure(to_js(&error))
    }
}

impl From<JsValue> for Failure {
    fn from(thrown: JsValue) -> Failure {
        Failure(thrown)
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> JsValue {
        failure.0
    }
}

/// Sets a member of a plain object, which always succeeds.
pub(super) fn set(object: &Object, name: &str, value: impl Into<JsValue>) {
    let _ = Reflect::set(object, &JsValue::from_str(name), &value.into());
}

/// `{code, message, method?, url?, status?, errors, retryAfter?, rateLimit?, quota?, attempts?,
/// faults?, requestId?, headers?, cause?}`, `retryAfter` in seconds; `cause` is what JavaScript threw.
fn to_js(error: &Error) -> JsValue {
    let object = Object::new();
    set(&object, "code", error.code().key());
    set(&object, "message", error.message());
    if let Some(url) = error.url() {
        set(&object, "method", error.method());
        set(&object, "url", url);
    }
    if let Some(status) = error.status() {
        set(&object, "status", status);
    }
    if let Some(after) = error.retry_after() {
        set(&object, "retryAfter", after.as_secs_f64());
    }
    let announced = error.allowances();
    for (name, allowance) in [("rateLimit", announced.rate), ("quota", announced.quota)] {
        if let Some(left) = allowance {
            let member = Object::new();
            // Numbers of JavaScript, which are exact up to 2⁵³.
            set(&member, "limit", left.limit as f64);
            set(&member, "remaining", left.remaining as f64);
            set(&object, name, member);
        }
    }
    if error.attempts() > 0 {
        set(&object, "attempts", error.attempts());
    }
    #[cfg(feature = "tools")]
    if !error.faults().is_empty() {
        set(&object, "faults", faults_to_js(error.faults()));
    }
    if let Some(id) = error.request_id() {
        set(&object, "requestId", id);
    }
    if let Some(headers) = error.headers().engine() {
        set(&object, "headers", headers);
    }
    if let Some(Thrown(cause)) = error.source().and_then(|source| source.downcast_ref()) {
        set(&object, "cause", cause);
    }
    let errors = Array::new();
    for problem in error.errors() {
        let entry = Object::new();
        let members = [
            ("status", &problem.status),
            ("code", &problem.code),
            ("title", &problem.title),
            ("detail", &problem.detail),
        ];
        for (name, member) in members {
            if let Some(text) = member {
                set(&entry, name, text.as_str());
            }
        }
        errors.push(&entry);
    }
    set(&object, "errors", errors);
    object.into()
}

/// `[{path, expected, found}]`.
#[cfg(feature = "tools")]
pub(super) fn faults_to_js(faults: &[Fault]) -> Array {
    let list = Array::new();
    for fault in faults {
        let entry = Object::new();
        set(&entry, "path", fault.path.as_str());
        set(&entry, "expected", fault.expected.to_string().as_str());
        set(&entry, "found", fault.found.to_string().as_str());
        list.push(&entry);
    }
    list
}
