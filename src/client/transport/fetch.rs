//! The `fetch` of a browser, a worker, Node, Deno or Bun, or a function in its place.

use super::abort::{in_time, sleep};
use super::{Body, Call, Headers, Transport, TransportError, TransportResponse};
use crate::client::Reason;
use crate::model::{Object, Value};
use js_sys::{Array, Function, JsString, Promise, Reflect};
use std::fmt;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

/// The transport with the browser's `fetch`.
///
/// Dropping a call before it ends aborts it; [`until_aborted`](super::until_aborted) is for
/// abort signals.
#[derive(Clone, Debug, Default)]
pub struct Fetch {
    function: Option<Function>,
    details: bool,
}

impl Fetch {
    /// The `fetch` of the page, the worker or the program.
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls this function instead of the global one: `fetch(url, {headers,
    /// signal})`, which must return a promise of a `Response`.
    #[must_use]
    pub fn with_function(mut self, function: Function) -> Self {
        self.function = Some(function);
        self
    }

    /// Passes the function `{operation, attempt}` as a third argument: see
    /// [`Call::operation`] and [`Call::attempt`].
    #[must_use]
    pub fn with_details(mut self) -> Self {
        self.details = true;
        self
    }
}

impl Transport for Fetch {
    async fn get(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
        in_time(async |signal| self.call(call, signal).await, call.timeout()).await
    }

    async fn pause(&self, time: Duration) {
        sleep(time).await;
    }
}

impl Fetch {
    async fn call(
        &self,
        call: &Call<'_>,
        signal: AbortSignal,
    ) -> Result<TransportResponse, TransportError> {
        // A URL and an options object rather than a `Request`, because the
        // engine makes its own request in any case.
        let headers = Members::new();
        for (name, value) in call.headers() {
            headers.set(name, value);
        }
        let init = Members::new();
        init.set_headers(&headers);
        init.set_signal(&signal);
        if call.revalidates() {
            init.set_cache("no-cache");
        }
        let url = JsString::from(call.url());
        // The global function is looked up for each call, so that a page's
        // own wrapper is used whenever it was installed.
        let global = js_sys::global();
        let found = match &self.function {
            Some(function) => function.clone(),
            None => global
                .unchecked_ref::<Global>()
                .fetch()
                .ok()
                .and_then(|value| value.dyn_into().ok())
                .ok_or_else(|| {
                    TransportError::NotSent(Reason::new("there is no global fetch").into())
                })?,
        };
        let answer = if self.details {
            let details = Members::new();
            details.set_operation(call.operation());
            details.set_attempt(call.attempt());
            found.call3(&global, &url, &init, &details)
        } else {
            found.call2(&global, &url, &init)
        };
        read(settled(answer).await?).await
    }
}

#[wasm_bindgen]
extern "C" {
    /// An object with typed members: their names are compiled into the glue, so
    /// they are not copied on every call.
    #[wasm_bindgen(js_name = Object)]
    type Members;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Members;
    #[wasm_bindgen(method, indexing_setter)]
    fn set(this: &Members, name: &str, value: &str);
    #[wasm_bindgen(method, setter)]
    fn set_headers(this: &Members, headers: &Members);
    #[wasm_bindgen(method, setter)]
    fn set_signal(this: &Members, signal: &AbortSignal);
    #[wasm_bindgen(method, setter)]
    fn set_cache(this: &Members, mode: &str);
    #[wasm_bindgen(method, setter)]
    fn set_operation(this: &Members, operation: &str);
    #[wasm_bindgen(method, setter)]
    fn set_attempt(this: &Members, attempt: u32);

    /// The response of a fetch function. It may come from another realm or
    /// library, so it is not checked with `instanceof`, and any member may
    /// throw.
    #[wasm_bindgen(js_name = Response)]
    type Given;
    #[wasm_bindgen(method, getter, catch)]
    fn status(this: &Given) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn headers(this: &Given) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = text)]
    fn text_function(this: &Given) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn text(this: &Given) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = String)]
    fn text_of(value: &JsValue) -> String;

    // By hand: the js-sys binding takes a Rust string, but a body should never
    // leave the engine.
    #[wasm_bindgen(catch, js_namespace = JSON, js_name = parse)]
    fn parse_json(text: &JsString) -> Result<JsValue, JsValue>;

    /// The members of the global object that are used.
    type Global;
    #[wasm_bindgen(method, getter, catch)]
    fn fetch(this: &Global) -> Result<JsValue, JsValue>;
}

/// Reads a response.
async fn read(answer: JsValue) -> Result<TransportResponse, TransportError> {
    let Some((answer, status)) = response(answer) else {
        let reason = Reason::new("the fetch function did not return a Response");
        return Err(TransportError::InvalidResponse(reason.into()));
    };
    let headers = answer.headers().ok();
    let headers = headers
        .filter(JsValue::is_object)
        .map(|headers| Headers::of_engine(headers.unchecked_into()))
        .unwrap_or_default();
    let text = settled(answer.text()).await?;
    Ok(TransportResponse {
        status: status as u16,
        headers,
        // It stays a JavaScript string until it is read.
        body: text.dyn_into().map(Body::of_engine).unwrap_or_default(),
    })
}

/// The response and its status, if that is what a value is.
fn response(answer: JsValue) -> Option<(Given, f64)> {
    if !answer.is_object() {
        return None;
    }
    let answer: Given = answer.unchecked_into();
    let status = answer.status().ok()?.as_f64()?;
    let can_read = answer.text_function().is_ok_and(|text| text.is_function());
    can_read.then_some((answer, status))
}

/// The returned value, awaited if it is a promise.
async fn settled(result: Result<JsValue, JsValue>) -> Result<JsValue, TransportError> {
    let value = match result {
        Ok(value) => JsFuture::from(Promise::resolve(&value)).await,
        Err(error) => Err(error),
    };
    value.map_err(|error| TransportError::Network(Thrown(error).into()))
}

/// The JSON of an error response, as far as an error may quote it.
pub(crate) fn tree(text: &JsString) -> Value {
    parse_json(text).map_or(Value::Null, |body| known(&body, 4))
}

/// The members that an error response may have, down to this depth.
fn known(value: &JsValue, levels: u32) -> Value {
    let Some(levels) = levels.checked_sub(1) else {
        return Value::Null;
    };
    if Array::is_array(value) {
        let list = value.unchecked_ref::<Array>().iter();
        return Value::List(list.map(|element| known(&element, levels)).collect());
    }
    if !value.is_object() {
        return if value.is_null() {
            Value::Null
        } else {
            Value::from(&*text_of(value))
        };
    }
    let mut object = Object::default();
    for name in [
        "errors", "status", "code", "title", "detail", "message", "error",
    ] {
        if let Ok(member) = Reflect::get(value, &JsValue::from_str(name))
            && !member.is_undefined()
        {
            object.push(name, known(&member, levels));
        }
    }
    Value::Object(object)
}

/// A thrown JavaScript value, which may be anything, as a Rust error.
#[derive(Clone)]
pub struct Thrown(pub JsValue);

impl fmt::Debug for Thrown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Thrown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.0.as_string() {
            return f.write_str(&text);
        }
        let name = text_member(&self.0, "name");
        let message = text_member(&self.0, "message");
        f.write_str(&name)?;
        if !name.is_empty() && !message.is_empty() {
            f.write_str(": ")?;
        }
        f.write_str(&message)?;
        // Node's fetch says why it failed in the cause only.
        let cause = Reflect::get(&self.0, &JsValue::from_str("cause")).unwrap_or_default();
        let reason = ["message", "code"].map(|name| text_member(&cause, name));
        match reason.iter().find(|text| !text.is_empty()) {
            Some(reason) => write!(f, " ({reason})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Thrown {}

/// A member that is a string; empty if there is none.
fn text_member(value: &JsValue, name: &str) -> String {
    let member = Reflect::get(value, &JsValue::from_str(name)).ok();
    member
        .and_then(|member| member.as_string())
        .unwrap_or_default()
}
