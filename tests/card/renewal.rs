//! What the components request again because they have shown it for too long.

use crate::support::{SOUP, Service, body, by_gtin, notes, pause, settle, show, until};
use product_pool::yew::{ProductCard, use_product};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlElement;
use yew::prelude::*;

/// A header of responses that hold for the shortest time, after which they are requested again.
const SHORT: (&str, &str) = ("cache-control", "max-age=5");

/// Waits for so many requests for the soup, for longer than `until` does.
async fn requests(service: &Service, count: usize) {
    for _ in 0..200 {
        if service.count(&by_gtin(SOUP)) >= count {
            break;
        }
        pause(50).await;
    }
    settle().await;
    assert_eq!(service.count(&by_gtin(SOUP)), count);
}

#[wasm_bindgen_test]
async fn a_response_that_no_longer_holds_is_renewed_once_for_all_cards() {
    let service = Service::with_products();
    service.header(SHORT.0, SHORT.1);
    let (loaded, on_load) = notes();
    let page = show((), move |()| {
        html! {
            <>
                <ProductCard gtin={SOUP} base_url="https://old.example" on_load={on_load.clone()}/>
                <ProductCard gtin={SOUP} base_url="https://old.example"/>
            </>
        }
    });
    page.wait_for("Soup").await;
    let fold = page.find("[data-toggle=sources]").unwrap();
    page.click("[data-toggle=sources] summary");
    settle().await;
    service.header("age", "0");
    service.answer(
        &by_gtin(SOUP),
        &body("p1", "Soup", r#","status":"recalled""#),
    );
    requests(&service, 2).await;
    until("both cards", || page.count("[data-notice=recalled]") == 2).await;
    assert!(fold.is_same_node(page.find("[data-toggle=sources]").as_deref()));
    assert!(fold.has_attribute("open"));
    assert_eq!(page.count("[data-notice=stale]"), 0);
    assert_eq!(loaded.borrow().len(), 2, "with what has changed");
    assert_eq!(service.caches(), ["default", "no-cache"]);
    // It holds for five minutes.
    pause(2500).await;
    requests(&service, 2).await;
}

#[wasm_bindgen_test]
async fn a_response_that_cannot_be_renewed_is_stale() {
    #[component]
    fn Since() -> Html {
        let request = use_product(SOUP);
        let stale = request.ready().and_then(|loaded| loaded.stale.clone());
        html! { <p class="since">{ stale.unwrap_or_default() }</p> }
    }
    let service = Service::with_products();
    service.header(SHORT.0, SHORT.1);
    let (loaded, on_load) = notes();
    let page = show((), move |()| {
        let on_load = on_load.clone();
        let options = product_pool::client::Options::new("https://gone.example");
        html! {
            <product_pool::yew::PoolProvider {options}>
                <ProductCard gtin={SOUP} avoid="eggs" {on_load}/>
                <Since/>
            </product_pool::yew::PoolProvider>
        }
    });
    page.wait_for("Soup").await;
    service.status(&by_gtin(SOUP), 0);
    requests(&service, 2).await;
    page.wait("[data-notice=stale]").await;
    assert!(page.find(".verdict[data-answer=not-stated]").is_some());
    assert!(page.find("[data-state=ready]").is_some());
    let since: HtmlElement = wasm_bindgen::JsCast::unchecked_into(page.find(".since").unwrap());
    assert!(since.inner_text().ends_with('Z'), "{}", since.inner_text());
    assert_eq!(loaded.borrow().len(), 1, "no other outcome");
}
