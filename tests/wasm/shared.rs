//! What is made of many calls: a walk, and what is left of it in the browser. What calls share is
//! tested natively (`src/client/flow_tests.rs`, `list_tests.rs` and `feed_tests.rs`).

use crate::support::{Calls, client};
use futures_core::Stream;
use product_pool::client::ListProducts;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Waker};
use wasm_bindgen_test::wasm_bindgen_test;

async fn next<S: Stream + Unpin>(stream: &mut S) -> Option<S::Item> {
    poll_fn(|context| Pin::new(&mut *stream).poll_next(context)).await
}

/// Three pages of two products.
const PAGES: &str = "const at = Number(new URL(url).searchParams.get('cursor') ?? 0); \
    const item = id => ({pool_id: `p${id}`, version: '1', status: 'published', \
        changed_at: `2024-10-12 08:00:0${id}`, traded_unit_gtin: null, \
        components: [{internal_gtin: id === 5 ? '96385074' : null}]}); \
    return new Response(JSON.stringify({next: at < 4 ? String(at + 2) : null, \
        previous: null, data: [item(at), item(at + 1)]}));";

#[wasm_bindgen_test]
async fn a_walk_that_is_dropped_aborts_the_page_ahead() {
    let calls = Calls::new();
    let fetch = calls.fetch(&format!(
        "if (url.includes('cursor')) return new Promise(() => {{}}); {PAGES}"
    ));
    let client = client(fetch);
    let mut walk = client.products(&ListProducts::new());
    assert!(next(&mut walk).await.is_some());
    assert!(next(&mut walk).await.is_some());
    // Asked once more, it begins to wait for the page ahead.
    let mut context = Context::from_waker(Waker::noop());
    assert!(Pin::new(&mut walk).poll_next(&mut context).is_pending());
    assert_eq!((calls.count(), calls.aborted(1)), (2, false));
    drop(walk);
    assert!(calls.aborted(1));
}
