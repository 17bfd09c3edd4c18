//! What the tests share: fetch functions, and clients that call them.

use js_sys::{Array, Function, Object, Promise, Reflect};
use product_pool::client::{Error, Fetch, Options, PoolClient, Transport};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

pub(crate) const PRODUCT: &str = r#"{"data": {"pool_id": "p1"}}"#;

/// Fetch functions that keep their calls: `url` and `init` are the arguments,
/// `calls` what they were so far.
#[derive(Clone)]
pub(crate) struct Calls(Array);

impl Calls {
    pub(crate) fn new() -> Self {
        Calls(Array::new())
    }

    /// A fetch function whose body is this JavaScript.
    pub(crate) fn fetch(&self, body: &str) -> Fetch {
        let outer = format!(
            "return async (url, init, ...more) => {{ \
             if (more.length) throw new Error('called with more than two'); \
             calls.push([url, init]); {body} }}"
        );
        let function = Function::new_with_args("calls", &outer);
        let function = function.call1(&JsValue::NULL, &self.0).unwrap();
        Fetch::new().with_function(function.unchecked_into())
    }

    pub(crate) fn count(&self) -> u32 {
        self.0.length()
    }

    pub(crate) fn urls(&self) -> Vec<String> {
        let url = |call: JsValue| call.unchecked_into::<Array>().get(0).as_string().unwrap();
        self.0.iter().map(url).collect()
    }

    /// The headers of a call, as pairs in the order of their names.
    pub(crate) fn headers(&self, call: u32) -> Vec<(String, String)> {
        let init = self.0.get(call).unchecked_into::<Array>().get(1);
        let headers = Reflect::get(&init, &"headers".into()).unwrap();
        let pair = |entry: JsValue| {
            let entry = entry.unchecked_into::<Array>();
            let text = |at| entry.get(at).as_string().unwrap();
            (text(0), text(1))
        };
        let mut pairs: Vec<_> = Object::entries(&headers.unchecked_into())
            .iter()
            .map(pair)
            .collect();
        pairs.sort();
        pairs
    }

    /// Whether the signal of a call is aborted.
    pub(crate) fn aborted(&self, call: u32) -> bool {
        let init = self.0.get(call).unchecked_into::<Array>().get(1);
        let signal = Reflect::get(&init, &"signal".into()).unwrap();
        signal.unchecked_into::<AbortSignal>().aborted()
    }
}

/// A fetch function whose body is this JavaScript; `url` and `init` are its
/// arguments.
pub(crate) fn fake(body: &str) -> Fetch {
    Fetch::new().with_function(Function::new_with_args("url, init", body))
}

/// The JavaScript of an answer.
pub(crate) fn answer(status: u16, kind: &str, wait: &str, body: &str) -> String {
    format!(
        "return new Response({body:?}, {{status: {status}, \
         headers: {{'content-type': '{kind}', 'retry-after': '{wait}'}}}});"
    )
}

/// Options under which every failure is told at once.
pub(crate) fn options() -> Options {
    Options::new("https://pool.example/v2")
        .token("s3cret")
        .max_retries(0)
}

pub(crate) fn client(fetch: Fetch) -> PoolClient<Fetch> {
    PoolClient::with_transport(&options(), fetch).unwrap()
}

pub(crate) async fn error_of<T: Transport>(client: &PoolClient<T>) -> Error {
    let error = client.get_product("a").await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("s3cret"));
    error
}

pub(crate) async fn pause(milliseconds: u32) {
    let wait = Function::new_with_args("ms", "return new Promise(done => setTimeout(done, ms))");
    let promise = wait.call1(&JsValue::NULL, &milliseconds.into()).unwrap();
    JsFuture::from(Promise::from(promise)).await.unwrap();
}
