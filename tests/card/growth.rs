//! What remains of cards that were removed.

use crate::support::{SOUP, Service, by_gtin, settle, show, until};
use js_sys::{Reflect, WebAssembly};
use product_pool::yew::{Loading, ProductCard};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;
use yew::prelude::*;

/// The memory of this module, in bytes. It never shrinks.
fn memory() -> f64 {
    let memory: WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    let length = Reflect::get(&memory.buffer(), &"byteLength".into());
    length.unwrap().as_f64().unwrap()
}

/// So many cards at once, so many times.
const CARDS: u32 = 20;
const ROUNDS: u32 = 25;

#[wasm_bindgen_test]
async fn five_hundred_cards_leave_nothing_behind() {
    let service = Service::with_products();
    let page = show(0, |round| {
        if round % 2 == 0 {
            return Html::default();
        }
        let card = |number: u32| {
            html! {
                <ProductCard key={number} gtin={SOUP} base_url="https://growth.example" loading={Loading::Eager}/>
            }
        };
        (0..CARDS).map(card).collect()
    });
    settle().await;
    let mut halfway = 0.0;
    for round in 0..ROUNDS {
        page.control.set(2 * round + 1);
        until("the cards", || page.count("[data-state=ready]") == CARDS).await;
        page.control.set(2 * round + 2);
        until("no card", || page.find(".product-pool-card").is_none()).await;
        // The requests that were aborted end a moment later; until then their memory is in use.
        settle().await;
        if round == ROUNDS / 2 {
            halfway = memory();
        }
    }
    // Half a kilobyte for each of 250 cards would be two pages of 64 KB.
    assert_eq!(memory(), halfway);
    assert_eq!(service.count(&by_gtin(SOUP)), ROUNDS as usize);
}
