//! The client in a browser, over the real `fetch` machinery and fetch
//! functions made here.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)]

use js_sys::{Array, Function, Promise, Reflect};
use product_pool::client::{Error, ErrorCode, Fetch, GetProduct, ListImages, Options, PoolClient};
use product_pool::gtin::Gtin;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{AbortController, AbortSignal, Request, Response};

wasm_bindgen_test_configure!(run_in_browser);

const PRODUCT: &str = r#"{"data": {"pool_id": "p1"}}"#;

/// A fetch function whose body is this JavaScript; `request` is its argument.
fn fake(body: &str) -> Fetch {
    Fetch::new().function(Function::new_with_args("request", body))
}

/// A fetch function that answers with this status, type and body.
fn answering(status: u16, kind: &str, body: &str) -> Fetch {
    fake(&format!(
        "return Promise.resolve(new Response({body:?}, \
         {{status: {status}, headers: {{'content-type': '{kind}', 'retry-after': '9'}}}}))"
    ))
}

fn options() -> Options {
    Options::new("https://pool.example/v2").token("s3cret")
}

fn client(fetch: Fetch) -> PoolClient {
    PoolClient::with_transport(&options(), fetch).unwrap()
}

async fn error_of(client: &PoolClient) -> Error {
    let error = client
        .get_product("a", &GetProduct::default())
        .await
        .unwrap_err();
    assert!(!format!("{error} {error:?}").contains("s3cret"));
    error
}

async fn pause(milliseconds: u32) {
    let wait = Function::new_with_args("ms", "return new Promise(done => setTimeout(done, ms))");
    let promise = wait.call1(&JsValue::NULL, &milliseconds.into()).unwrap();
    JsFuture::from(Promise::from(promise)).await.unwrap();
}

#[wasm_bindgen_test]
async fn each_operation_reads_its_answer() {
    let requests: Rc<RefCell<Vec<Request>>> = Rc::default();
    let seen = Rc::clone(&requests);
    let function = Closure::<dyn FnMut(Request) -> Promise>::new(move |request: Request| {
        let is_list = request.url().ends_with("/images/a");
        seen.borrow_mut().push(request);
        let body = if is_list {
            r#"{"data": [{"id": "i1"}]}"#
        } else {
            PRODUCT
        };
        Promise::resolve(&JsValue::from(
            Response::new_with_opt_str(Some(body)).unwrap(),
        ))
    });
    let client =
        client(Fetch::new().function(function.as_ref().unchecked_ref::<Function>().clone()));
    let gtin = Gtin::parse("9520123456788").unwrap();
    let product = client.get_product_by_gtin(&gtin).await.unwrap();
    assert_eq!(product.data().pool_id().get(), Some("p1"));
    assert!(
        client
            .get_product("a/b", &GetProduct::default())
            .await
            .is_ok()
    );
    let page = client
        .list_images("a", &ListImages::default())
        .await
        .unwrap();
    assert_eq!(page.images().len(), 1);
    assert!(client.get_feature_image("a", Some(7)).await.is_ok());

    let urls: Vec<String> = requests.borrow().iter().map(Request::url).collect();
    assert_eq!(
        urls,
        [
            "https://pool.example/v2/products/gtin/9520123456788",
            "https://pool.example/v2/products/a%2Fb",
            "https://pool.example/v2/images/a",
            "https://pool.example/v2/images/a/feature?wholesaler=7",
        ]
    );
    let headers = requests.borrow()[0].headers();
    assert_eq!(
        headers.get("authorization").unwrap().as_deref(),
        Some("Bearer s3cret")
    );
    assert_eq!(
        headers.get("accept").unwrap().as_deref(),
        Some("application/json")
    );
    // Any other header of the client's own would cost a preflight.
    let entries = Array::from(&headers).length();
    assert_eq!(entries, 2);
}

#[wasm_bindgen_test]
async fn statuses_have_their_codes() {
    for (status, code) in [
        (401, ErrorCode::Unauthenticated),
        (404, ErrorCode::NotFound),
        (429, ErrorCode::RateLimited),
        (503, ErrorCode::Http),
    ] {
        let body = r#"{"message": "It said s3cret."}"#;
        let error = error_of(&client(answering(status, "application/json", body))).await;
        assert_eq!(error.code(), code);
        assert_eq!(error.status(), Some(status));
        assert_eq!(error.retry_after(), Some(Duration::from_secs(9)));
        assert_eq!(error.url(), Some("https://pool.example/v2/products/a"));
        assert!(error.to_string().ends_with("It said [token]."), "{error}");
    }
}

#[wasm_bindgen_test]
async fn an_html_page_is_an_invalid_response() {
    let page = "<!doctype html><p>Please sign in</p>";
    let error = error_of(&client(answering(200, "text/html", page))).await;
    assert_eq!(error.code(), ErrorCode::InvalidResponse);
    assert!(error.to_string().contains("an HTML page"));
    assert!(!error.to_string().contains("sign in"));
}

#[wasm_bindgen_test]
async fn a_fetch_function_may_fail_in_any_way() {
    for body in [
        "throw new Error('no')",
        "throw 'no'",
        "return Promise.reject(new TypeError('Failed to fetch'))",
        "return Promise.reject('a string')",
        "return Promise.reject(undefined)",
        "return Promise.resolve({status: 200, text() { return Promise.reject(null) }})",
    ] {
        assert_eq!(
            error_of(&client(fake(body))).await.code(),
            ErrorCode::Network,
            "{body}"
        );
    }
    for body in [
        "",
        "return 7",
        "return {status: 200}",
        "return {status: 200, text: () => 7}",
    ] {
        let code = error_of(&client(fake(body))).await.code();
        assert_eq!(code, ErrorCode::InvalidResponse, "{body}");
    }
}

#[wasm_bindgen_test]
async fn the_browsers_own_fetch_is_called_without_a_function() {
    // The address is reserved for documentation and resolves nowhere.
    let lost = PoolClient::new(&Options::new("http://pool.invalid")).unwrap();
    assert_eq!(error_of(&lost).await.code(), ErrorCode::Network);
    // The test page's own server has no such path.
    let here = PoolClient::new(&Options::new("/nowhere")).unwrap();
    let error = error_of(&here).await;
    assert_eq!(
        (error.code(), error.status()),
        (ErrorCode::NotFound, Some(404))
    );
}

#[wasm_bindgen_test]
async fn the_time_is_up_even_for_a_function_that_ignores_its_signal() {
    for body in [
        "return new Promise(() => {})",
        "return {status: 200, text: () => new Promise(() => {})}",
        "return new Promise((_, no) => request.signal.addEventListener('abort', \
         () => no(request.signal.reason)))",
    ] {
        let options = options().timeout(Some(Duration::from_millis(50)));
        let client = PoolClient::with_transport(&options, fake(body)).unwrap();
        let error = error_of(&client).await;
        assert_eq!(error.code(), ErrorCode::Timeout, "{body}");
        assert!(error.to_string().contains("within 50 ms"), "{error}");
    }
}

#[wasm_bindgen_test]
async fn a_signal_gives_a_call_up_whatever_its_reason() {
    for reason in [
        JsValue::UNDEFINED,
        JsValue::from_str("a string"),
        JsValue::NULL,
    ] {
        let controller = AbortController::new().unwrap();
        let client = client(fake("return new Promise(() => {})").signal(controller.signal()));
        spawn_local(async move {
            pause(20).await;
            let abort = Reflect::get(&controller, &"abort".into()).unwrap();
            abort
                .unchecked_ref::<Function>()
                .call1(&controller, &reason)
                .unwrap();
        });
        assert_eq!(error_of(&client).await.code(), ErrorCode::Aborted);
    }
}

#[wasm_bindgen_test]
async fn an_aborted_signal_sends_nothing() {
    let called = Rc::new(Cell::new(false));
    let flag = Rc::clone(&called);
    let function = Closure::<dyn FnMut()>::new(move || flag.set(true));
    let function = function.as_ref().unchecked_ref::<Function>().clone();
    let fetch = Fetch::new().function(function).signal(AbortSignal::abort());
    assert_eq!(error_of(&client(fetch)).await.code(), ErrorCode::Aborted);
    assert!(!called.get());
}

#[wasm_bindgen_test]
async fn a_call_that_nobody_waits_for_is_aborted() {
    let aborted = Rc::new(Cell::new(false));
    let flag = Rc::clone(&aborted);
    let heard = Closure::<dyn FnMut()>::new(move || flag.set(true));
    let function = Closure::<dyn FnMut(Request) -> Promise>::new({
        let heard: Function = heard.as_ref().unchecked_ref::<Function>().clone();
        move |request: Request| {
            request
                .signal()
                .add_event_listener_with_callback("abort", &heard)
                .unwrap();
            Promise::new(&mut |_, _| {})
        }
    });
    let fetch = Fetch::new().function(function.as_ref().unchecked_ref::<Function>().clone());
    let client = client(fetch);
    {
        let query = GetProduct::default();
        let mut call = Box::pin(client.get_product("a", &query));
        let waker = std::task::Waker::noop();
        let mut context = std::task::Context::from_waker(waker);
        assert!(call.as_mut().poll(&mut context).is_pending());
        assert!(!aborted.get());
    }
    assert!(aborted.get());
}

#[wasm_bindgen_test]
fn a_token_that_no_header_holds_is_refused_at_once() {
    // The browser would throw for it in a place where the call then hangs.
    for token in ["a\nb", "a\r\nX-Other: 1", "a\0b", "tökén", "a b", ""] {
        let options = Options::new("https://pool.example").token(token);
        let error = PoolClient::new(&options).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidArgument, "{token:?}");
    }
}

#[wasm_bindgen_test]
async fn an_address_that_no_request_takes_is_an_invalid_argument() {
    // It looks like an address until the browser reads the port.
    let client = PoolClient::new(&Options::new("https://pool.example:99999999")).unwrap();
    assert_eq!(error_of(&client).await.code(), ErrorCode::InvalidArgument);
}
