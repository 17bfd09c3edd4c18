//! Attempts and the waits between them, with real timers; time-outs; calls that are
//! cancelled or whose future is dropped.

use crate::support::{Calls, PRODUCT, answer, client, error_of, fake, options, pause};
use js_sys::{Function, Reflect};
use product_pool::client::{ErrorCode, Options, PoolClient, until_aborted};
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{AbortController, AbortSignal};

#[wasm_bindgen_test]
async fn what_may_pass_is_tried_again_after_a_wait() {
    for wait in ["0", ""] {
        let calls = Calls::new();
        let busy = answer(503, "application/json", wait, "{}");
        let fetch = calls.fetch(&format!(
            "if (calls.length === 1) throw new TypeError('lost'); \
             if (calls.length === 2) {{ {busy} }} \
             return new Response('{PRODUCT}');"
        ));
        // As many attempts as usual, and the usual waits by real timers.
        let options = Options::new("https://pool.example");
        let client = PoolClient::with_transport(&options, fetch).unwrap();
        let product = client.get_product("a").await;
        assert_eq!(product.unwrap().data().pool_id().get(), Some("p1"));
        assert_eq!(calls.count(), 3);
    }
    let calls = Calls::new();
    let fetch = calls.fetch(&answer(429, "application/json", "0", "{}"));
    let client = PoolClient::with_transport(&options().max_retries(3), fetch).unwrap();
    let error = error_of(&client).await;
    assert_eq!(
        (error.code(), error.attempts(), calls.count()),
        (ErrorCode::RateLimited, 4, 4)
    );
}

#[wasm_bindgen_test]
async fn the_time_is_up_even_for_a_function_that_ignores_its_signal() {
    for body in [
        "return new Promise(() => {})",
        "return {status: 200, text: () => new Promise(() => {})}",
        "return new Promise((_, no) => init.signal.addEventListener('abort', \
         () => no(init.signal.reason)))",
    ] {
        let limit = Some(Duration::from_millis(50));
        for options in [options().timeout(limit), options().total_timeout(limit)] {
            let client = PoolClient::with_transport(&options, fake(body)).unwrap();
            let error = error_of(&client).await;
            assert_eq!(error.code(), ErrorCode::Timeout, "{body}");
            assert!(error.to_string().contains("within 50 ms"), "{error}");
        }
    }
    // Also while it waits for another attempt.
    let busy = answer(503, "application/json", "50", "{}");
    let limit = Some(Duration::from_millis(50));
    let options = options().max_retries(2).total_timeout(limit);
    let client = PoolClient::with_transport(&options, fake(&busy)).unwrap();
    assert_eq!(error_of(&client).await.code(), ErrorCode::Timeout);
}

#[wasm_bindgen_test]
async fn a_signal_gives_a_call_up_whatever_its_reason() {
    for reason in [
        JsValue::UNDEFINED,
        JsValue::from_str("a string"),
        JsValue::NULL,
    ] {
        let controller = AbortController::new().unwrap();
        let client = client(fake("return new Promise(() => {})"));
        let signal = controller.signal();
        spawn_local(async move {
            pause(20).await;
            let abort = Reflect::get(&controller, &"abort".into()).unwrap();
            abort
                .unchecked_ref::<Function>()
                .call1(&controller, &reason)
                .unwrap();
        });
        let call = until_aborted(Some(&signal), client.get_product("a"));
        assert_eq!(call.await.unwrap_err().code(), ErrorCode::Aborted);
    }
}

#[wasm_bindgen_test]
async fn an_aborted_signal_sends_nothing() {
    let calls = Calls::new();
    let client = client(calls.fetch(""));
    let call = until_aborted(Some(&AbortSignal::abort()), client.get_product("a")).await;
    assert_eq!(call.unwrap_err().code(), ErrorCode::Aborted);
    assert_eq!(calls.count(), 0);
}

#[wasm_bindgen_test]
async fn a_call_that_nobody_waits_for_is_aborted() {
    for body in [
        "return new Promise(() => {})",
        "return {status: 200, text: () => new Promise(() => {})}",
    ] {
        let calls = Calls::new();
        let client = client(calls.fetch(body));
        let mut call = Box::pin(client.get_product("a"));
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..3 {
            assert!(call.as_mut().poll(&mut context).is_pending());
            pause(1).await;
        }
        assert_eq!((calls.count(), calls.aborted(0)), (1, false));
        drop(call);
        assert!(calls.aborted(0), "{body}");
    }
}

#[wasm_bindgen_test]
async fn a_call_that_is_dropped_while_it_waits_makes_no_other_attempt() {
    let calls = Calls::new();
    let fetch = calls.fetch("throw new TypeError('lost')");
    let client = PoolClient::with_transport(&options().max_retries(9), fetch).unwrap();
    {
        let mut call = pin!(client.get_product("a"));
        // Driven by the executor until the first failure is in.
        poll_fn(|context| {
            assert!(call.as_mut().poll(context).is_pending());
            if calls.count() > 0 {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
    }
    let made = calls.count();
    // The longest first wait is half a second.
    pause(600).await;
    assert_eq!(calls.count(), made);
}
