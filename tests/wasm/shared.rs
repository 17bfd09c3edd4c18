//! What calls share: requests, tokens; and what is made of many calls: walks,
//! the feed of changes, the index of GTINs.

use crate::support::{Calls, PRODUCT, client, error_of, pause};
use futures_core::Stream;
use product_pool::client::{
    Checkpoint, ErrorCode, GetProduct, GtinIndex, ListProducts, Options, PoolClient, Provider,
};
use product_pool::gtin::Gtin;
use std::cell::Cell;
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Waker};
use wasm_bindgen_futures::spawn_local;
use wasm_bindgen_test::wasm_bindgen_test;

async fn next<S: Stream + Unpin>(stream: &mut S) -> Option<S::Item> {
    poll_fn(|context| Pin::new(&mut *stream).poll_next(context)).await
}

#[wasm_bindgen_test]
async fn the_same_asked_for_at_once_is_asked_for_once() {
    let calls = Calls::new();
    let fetch = calls.fetch(&format!(
        "await new Promise(done => setTimeout(done, 20)); return new Response('{PRODUCT}');"
    ));
    let client = client(fetch);
    let done = Rc::new(Cell::new(0));
    for _ in 0..5 {
        let (client, done) = (client.clone(), Rc::clone(&done));
        spawn_local(async move {
            let product = client.get_product("a", &GetProduct::default()).await;
            assert!(product.is_ok());
            done.set(done.get() + 1);
        });
    }
    while done.get() < 5 {
        pause(5).await;
    }
    assert_eq!(calls.count(), 1);
}

#[wasm_bindgen_test]
async fn a_token_is_fetched_once_and_anew_when_it_is_refused() {
    let calls = Calls::new();
    let fetch = calls.fetch(&format!(
        "const good = init.headers.Authorization === 'Bearer t2'; \
         return new Response('{PRODUCT}', {{status: good ? 200 : 401}});"
    ));
    let asked = Rc::new(Cell::new(0));
    let counter = Rc::clone(&asked);
    let provider = Provider::new(move || {
        counter.set(counter.get() + 1);
        let token = format!("t{}", counter.get());
        Box::pin(async move {
            pause(5).await;
            Ok(token)
        })
    });
    let options = Options::new("https://pool.example").token_provider(provider);
    let client = PoolClient::with_transport(&options, fetch).unwrap();
    for _ in 0..2 {
        let product = client.get_product("a", &GetProduct::default()).await;
        assert!(product.is_ok());
    }
    assert_eq!((asked.get(), calls.count()), (2, 3));
    assert_eq!(calls.headers(2), calls.headers(1));

    let failing = Provider::new(|| Box::pin(async { Err("the vault is closed".into()) }));
    let options = Options::new("https://pool.example").token_provider(failing);
    let client = PoolClient::with_transport(&options, calls.fetch("")).unwrap();
    let error = error_of(&client).await;
    assert_eq!(error.code(), ErrorCode::Unauthenticated);
    assert!(error.to_string().contains("the vault is closed"), "{error}");
    assert_eq!(calls.count(), 3);
}

/// Three pages of two products.
const PAGES: &str = "const at = Number(new URL(url).searchParams.get('cursor') ?? 0); \
    const item = id => ({pool_id: `p${id}`, version: '1', status: 'published', \
        changed_at: `2024-10-12 08:00:0${id}`, traded_unit_gtin: null, \
        components: [{internal_gtin: id === 5 ? '96385074' : null}]}); \
    return new Response(JSON.stringify({next: at < 4 ? String(at + 2) : null, \
        previous: null, data: [item(at), item(at + 1)]}));";

#[wasm_bindgen_test]
async fn a_walk_takes_all_and_fetches_ahead() {
    let calls = Calls::new();
    let client = client(calls.fetch(PAGES));
    let mut walk = client.products(&ListProducts::default());
    let mut ids = Vec::new();
    while let Some(product) = next(&mut walk).await {
        let product = product.unwrap();
        ids.push(product.data().pool_id().get().unwrap().to_owned());
    }
    assert_eq!(ids, ["p0", "p1", "p2", "p3", "p4", "p5"]);
    assert_eq!(calls.count(), 3);
}

#[wasm_bindgen_test]
async fn a_walk_that_is_dropped_aborts_the_page_ahead() {
    let calls = Calls::new();
    let fetch = calls.fetch(&format!(
        "if (url.includes('cursor')) return new Promise(() => {{}}); {PAGES}"
    ));
    let client = client(fetch);
    let mut walk = client.products(&ListProducts::default());
    assert!(next(&mut walk).await.is_some());
    assert!(next(&mut walk).await.is_some());
    // Asked once more, it begins to wait for the page ahead.
    let mut context = Context::from_waker(Waker::noop());
    assert!(Pin::new(&mut walk).poll_next(&mut context).is_pending());
    assert_eq!((calls.count(), calls.aborted(1)), (2, false));
    drop(walk);
    assert!(calls.aborted(1));
}

#[wasm_bindgen_test]
async fn changes_come_once_and_an_index_is_built_of_them() {
    let calls = Calls::new();
    let client = client(calls.fetch(PAGES));
    let mut changes = client.changes(Checkpoint::beginning());
    let mut count = 0;
    while changes.next().await.unwrap().is_some() {
        count += 1;
    }
    assert_eq!(count, 6);
    changes.again();
    assert!(changes.next().await.unwrap().is_none());
    let text = changes.checkpoint().to_string();
    let mut resumed = client.changes(text.parse().unwrap());
    assert!(resumed.next().await.unwrap().is_none());

    let mut index = GtinIndex::new();
    index.refresh(&client).await.unwrap();
    let places = index.get(&Gtin::parse("96385074").unwrap());
    assert_eq!((index.len(), places.len()), (1, 1));
    assert_eq!(places[0].product, "p5");
}
