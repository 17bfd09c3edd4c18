//! The usual transport, gloo-net, over the real `fetch` and over functions in its
//! place.

use crate::support::{PRODUCT, answer, error_of, options, pause};
use js_sys::{Array, Function, Reflect};
use product_pool::client::{DefaultTransport, ErrorCode, GlooNet, Options, PoolClient, Request};
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

/// A global `fetch` of this JavaScript, until it is dropped; `request` is its
/// argument.
struct GlobalFetch {
    own: JsValue,
    requests: Array,
}

impl GlobalFetch {
    fn new(body: &str) -> Self {
        let requests = Array::new();
        let outer = format!("return async (request) => {{ requests.push(request); {body} }}");
        let function = Function::new_with_args("requests", &outer);
        let function = function.call1(&JsValue::NULL, &requests).unwrap();
        let global = js_sys::global();
        let own = Reflect::get(&global, &"fetch".into()).unwrap();
        Reflect::set(&global, &"fetch".into(), &function).unwrap();
        GlobalFetch { own, requests }
    }

    fn request(&self, call: u32) -> web_sys::Request {
        self.requests.get(call).unchecked_into()
    }
}

impl Drop for GlobalFetch {
    fn drop(&mut self) {
        Reflect::set(&js_sys::global(), &"fetch".into(), &self.own).unwrap();
    }
}

#[wasm_bindgen_test]
async fn a_client_without_a_transport_calls_by_gloo_net() {
    let fetch = GlobalFetch::new(&format!("return new Response({PRODUCT:?})"));
    let _: fn() -> GlooNet = DefaultTransport::default;
    let client = PoolClient::new(&options()).unwrap();
    let product = client.get_product("a/b").await;
    assert_eq!(product.unwrap().data().pool_id().get(), Some("p1"));
    let any = Request::get("/v2/wholesalers", [("a b", "1&2")]).unwrap();
    assert_eq!(client.send(&any).await.unwrap().status(), 200);

    let request = fetch.request(0);
    assert_eq!(request.method(), "GET");
    assert_eq!(request.url(), "https://pool.example/v2/products/a%2Fb");
    let mut names = Vec::new();
    for entry in js_sys::try_iter(&request.headers()).unwrap().unwrap() {
        let pair: Array = entry.unwrap().unchecked_into();
        names.push((
            pair.get(0).as_string().unwrap(),
            pair.get(1).as_string().unwrap(),
        ));
    }
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let expected = [
        pair("accept", "application/json"),
        pair("authorization", "Bearer s3cret"),
    ];
    assert_eq!(names, expected);
    assert!(!request.signal().aborted());
    let expected = "https://pool.example/v2/wholesalers?a%20b=1%262";
    assert_eq!(fetch.request(1).url(), expected);
}

#[wasm_bindgen_test]
async fn the_real_fetch_is_called() {
    // The address is reserved for documentation and resolves nowhere.
    let options = Options::new("http://pool.invalid").max_retries(1);
    let error = error_of(&PoolClient::new(&options).unwrap()).await;
    assert_eq!((error.code(), error.attempts()), (ErrorCode::Network, 2));
    // The test page's own server has no such path.
    let here = PoolClient::new(&Options::new("/nowhere")).unwrap();
    let error = error_of(&here).await;
    assert_eq!(
        (error.code(), error.status()),
        (ErrorCode::InvalidResponse, Some(404))
    );
    // It looks like an address until the browser reads the port.
    let options = Options::new("https://pool.example:99999999").max_retries(0);
    let error = error_of(&PoolClient::new(&options).unwrap()).await;
    assert_eq!(error.code(), ErrorCode::Network);
}

#[wasm_bindgen_test]
async fn refusals_have_their_codes() {
    for (status, code) in [
        (401, ErrorCode::Unauthenticated),
        (404, ErrorCode::NotFound),
        (429, ErrorCode::RateLimited),
        (503, ErrorCode::Http),
    ] {
        let body = r#"{"message": "It said s3cret."}"#;
        let _fetch = GlobalFetch::new(&answer(status, "application/json", "9", body));
        let error = error_of(&PoolClient::new(&options()).unwrap()).await;
        assert_eq!((error.code(), error.status()), (code, Some(status)));
        assert_eq!(error.retry_after(), Some(Duration::from_secs(9)));
        assert!(error.to_string().contains("It said [token]."), "{error}");
    }
    let _fetch = GlobalFetch::new("throw new TypeError('Failed to fetch')");
    let error = error_of(&PoolClient::new(&options()).unwrap()).await;
    assert_eq!(error.code(), ErrorCode::Network);
    assert!(error.message().contains("Failed to fetch"), "{error}");
}

/// Answers that never come, or never end.
const ENDLESS: [&str; 2] = [
    "return new Promise(() => {})",
    "return new Response(new ReadableStream({}))",
];

#[wasm_bindgen_test]
async fn the_time_is_up() {
    for body in ENDLESS {
        let fetch = GlobalFetch::new(body);
        let limit = Some(Duration::from_millis(50));
        for options in [options().timeout(limit), options().total_timeout(limit)] {
            let error = error_of(&PoolClient::new(&options).unwrap()).await;
            assert_eq!(error.code(), ErrorCode::Timeout, "{body}");
            assert!(error.to_string().contains("within 50 ms"), "{error}");
        }
        assert!(fetch.request(0).signal().aborted(), "{body}");
        assert!(fetch.request(1).signal().aborted(), "{body}");
    }
}

#[wasm_bindgen_test]
async fn a_call_that_is_dropped_is_aborted() {
    for body in ENDLESS {
        let fetch = GlobalFetch::new(body);
        let client = PoolClient::new(&options()).unwrap();
        {
            let mut call = pin!(client.get_product("a"));
            let mut context = Context::from_waker(Waker::noop());
            for _ in 0..3 {
                assert!(call.as_mut().poll(&mut context).is_pending());
                pause(1).await;
            }
            assert!(!fetch.request(0).signal().aborted());
        }
        assert!(fetch.request(0).signal().aborted(), "{body}");
    }
}
