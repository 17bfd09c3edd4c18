//! What the components request, and when.

use crate::support::{CAKE, SOUP, Service, body, by_gtin, notes, pause, settle, show, until};
use product_pool::card::Panel;
use product_pool::client::{
    Call, Options, PoolClient, Provider, Transport, TransportError, TransportResponse,
};
use product_pool::yew::{
    CardFailure, Loading, PoolProvider, ProductCard, ProductKey, ProductPanel, RequestState,
    use_images, use_product,
};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use yew::prelude::*;

#[wasm_bindgen_test]
async fn a_card_in_one_line_shows_its_product() {
    let service = Service::with_products();
    service.answer("/v2/images/p1", r#"{"data":[]}"#);
    let page = show(
        (),
        |()| html! { <ProductCard gtin={SOUP} base_url="https://one.example"/> },
    );
    page.wait_for("Soup").await;
    let milk = page.find("li[data-allergen=milk]").unwrap();
    assert_eq!(
        milk.get_attribute("data-status").as_deref(),
        Some("contains")
    );
    assert_eq!(service.count(&by_gtin(SOUP)), 1);
    assert_eq!(service.count("/v2/images/p1"), 1);
    // A product without images has no feature image either.
    assert_eq!(service.count(FEATURE), 0);
}

/// Applications write closures in their view: a listener that changes their state draws them
/// anew, with other closures. Every such drawing once led to another request.
#[wasm_bindgen_test]
async fn a_listener_that_draws_the_application_anew_leads_to_no_request() {
    let service = Service::with_products();
    let drawings = Rc::new(Cell::new(0));
    let seen = drawings.clone();
    #[derive(PartialEq, Properties)]
    struct CounterProps {
        seen: Callback<()>,
    }
    #[component]
    fn Counter(props: &CounterProps) -> Html {
        let loads = use_state(|| 0);
        props.seen.emit(());
        let provider = Provider::new(|| Box::pin(async { Ok("token".to_owned()) }));
        let on_load = {
            let loads = loads.clone();
            move |_| loads.set(*loads + 1)
        };
        html! {
            <PoolProvider options={Options::new("https://loop.example").token_provider(provider)}>
                <p>{ *loads }</p>
                <ProductCard gtin={SOUP} {on_load}/>
            </PoolProvider>
        }
    }
    let seen = Callback::from(move |()| seen.set(seen.get() + 1));
    let page = show((), move |()| html! { <Counter seen={seen.clone()}/> });
    page.wait_for("Soup").await;
    settle().await;
    assert!(drawings.get() > 1, "the application is drawn anew");
    assert_eq!(service.count(&by_gtin(SOUP)), 1);
    assert_eq!(service.count("/v2/images/p1"), 1);
    assert_eq!(page.find("p").unwrap().text_content().as_deref(), Some("1"));
}

#[wasm_bindgen_test]
async fn another_gtin_in_mid_flight_aborts_and_never_shows_the_first() {
    let service = Service::with_products();
    service.hold(&by_gtin(SOUP), true);
    let (loaded, on_load) = notes();
    let page = show(SOUP, move |gtin| {
        html! { <ProductCard gtin={*gtin} base_url="https://flight.example" on_load={on_load.clone()}/> }
    });
    until("the first request", || service.count(&by_gtin(SOUP)) == 1).await;
    page.control.set(CAKE);
    page.wait_for("Cake").await;
    service.hold(&by_gtin(SOUP), false);
    settle().await;
    page.wait_for("Cake").await;
    assert_eq!(service.aborted(), [by_gtin(SOUP)]);
    assert_eq!(loaded.borrow().len(), 1);
}

/// One product's allergens must not be shown where another is requested.
#[wasm_bindgen_test]
async fn another_gtin_removes_the_card_before_its_product_is_there() {
    let service = Service::with_products();
    service.hold(&by_gtin(CAKE), true);
    let page = show(SOUP, |gtin| {
        html! { <ProductCard gtin={*gtin} base_url="https://switch.example"/> }
    });
    page.wait_for("Soup").await;
    page.control.set(CAKE);
    page.wait("[data-state=loading]").await;
    assert!(!page.text().contains("Soup"));
    assert!(page.find("[data-allergen]").is_none());
    service.hold(&by_gtin(CAKE), false);
    page.wait_for("Cake").await;
}

#[wasm_bindgen_test]
async fn cards_with_one_base_url_share_their_requests() {
    let service = Service::with_products();
    service.answer("/v2/images/p1", r#"{"data":[]}"#);
    let card = || html! { <ProductCard gtin={SOUP} base_url="https://shared.example"/> };
    let page = show((), move |()| html! { <>{ card() }{ card() }</> });
    until("both", || page.count("[data-state=ready]") == 2).await;
    settle().await;
    assert_eq!(service.count(&by_gtin(SOUP)), 1);
    assert_eq!(service.count("/v2/images/p1"), 1);
    assert_eq!(service.count(FEATURE), 0);
}

#[wasm_bindgen_test]
async fn a_provider_shares_its_client_with_cards_and_hooks() {
    #[component]
    fn Name() -> Html {
        let request = use_product(SOUP);
        match &request.state {
            RequestState::Ready(loaded) => {
                html! { <b>{ loaded.product.data().pool_id().get() }</b> }
            }
            _ => Html::default(),
        }
    }
    #[component]
    fn ById() -> Html {
        let request = use_product(ProductKey::id("p1"));
        let images = use_images("p1");
        let images = images
            .ready()
            .map(|images| images.feature.is_some() || images.all.is_some());
        let code = request.error().map(|error| error.code().key());
        html! { <i data-images={images.map(|has_images| has_images.to_string())}>{ code }</i> }
    }
    let service = Service::with_products();
    let page = show((), |()| {
        html! {
            <PoolProvider options={Options::new("https://provided.example").max_retries(0)}>
                <ProductCard gtin={SOUP} loading={Loading::Eager}/>
                <Name/>
                <ById/>
            </PoolProvider>
        }
    });
    page.wait_for("Soup").await;
    assert_eq!(page.wait("b").await.text_content().as_deref(), Some("p1"));
    until("the error, and that there are no images", || {
        let element = page.find("i").unwrap();
        element.text_content().as_deref() == Some("not_found")
            && element.get_attribute("data-images").as_deref() == Some("false")
    })
    .await;
    assert_eq!(service.count(&by_gtin(SOUP)), 1);
}

/// What hooks have loaded, a card and a panel take as it is.
#[wasm_bindgen_test]
async fn the_results_of_hooks_are_properties_of_cards_and_panels() {
    #[component]
    fn Own() -> Html {
        let product = use_product(SOUP);
        let product = product.ready();
        let id = product.and_then(|loaded| loaded.product.data().pool_id().get());
        let request = use_images(id.map(str::to_owned));
        let state = match &request.state {
            RequestState::Idle => "idle",
            RequestState::Failed(_) => "failed",
            RequestState::Ready(_) => "ready",
            _ => "loading",
        };
        let images = request.ready().cloned();
        let onclick = request.retry.reform(|_| ());
        html! {
            <>
                <button class="again" data-state={state} {onclick}/>
                if let Some(product) = product {
                    <ProductCard {product}/>
                    <ProductPanel panel={Panel::Gallery} {product} {images} class="own"/>
                }
            </>
        }
    }
    let service = Service::with_products();
    service.header("x-product-pool-stale", "2026-01-31T12:00:00Z");
    let image = r#"{"id":1,"url":"https://images.example/1.png"}"#;
    service.answer("/v2/images/p1", &format!(r#"{{"data":[{image},{image}]}}"#));
    service.answer(FEATURE, &format!(r#"{{"data":{image}}}"#));
    service.status(FEATURE, 500);
    service.hold(&by_gtin(SOUP), true);
    let page = show((), |()| {
        html! {
            <PoolProvider options={Options::new("https://own.example").max_retries(0)}>
                <Own/>
            </PoolProvider>
        }
    });
    page.wait(".again[data-state=idle]").await;
    service.hold(&by_gtin(SOUP), false);
    page.wait(".again[data-state=failed]").await;
    let notice = page.wait("[data-notice=stale]").await.text_content();
    assert!(notice.unwrap().contains("January 2026"));
    assert!(page.find(".own img").is_none());
    service.status(FEATURE, 200);
    page.click(".again");
    page.wait(".again[data-state=ready]").await;
    page.wait(".own img").await;
}

/// The path of an image.
const FEATURE: &str = "/v2/images/p1/feature";

#[wasm_bindgen_test]
async fn an_application_explains_a_failure_and_tries_again() {
    let service = Service::with_products();
    service.status(&by_gtin(SOUP), 403);
    let page = show((), |()| {
        let explain = |failure: CardFailure| {
            let onclick = failure.retry.reform(|_| ());
            html! { <button class="own" {onclick}>{ failure.error.code().key() }</button> }
        };
        let missing = |_| html! { <p class="none"/> };
        html! {
            <>
                <ProductCard gtin={SOUP} base_url="https://own.example" error={explain}/>
                <ProductCard product_id="p7" base_url="https://own.example" loading={Loading::Eager} not_found={missing}/>
            </>
        }
    });
    let button = page.wait(".own").await;
    assert_eq!(button.text_content().as_deref(), Some("forbidden"));
    page.wait(".none").await;
    service.status(&by_gtin(SOUP), 200);
    page.click(".own");
    page.wait_for("Soup").await;
}

/// A token belongs to the address that it was configured with.
#[wasm_bindgen_test]
async fn the_token_of_a_provider_goes_to_its_own_address_only() {
    let _service = Service::with_products();
    let sent = Rc::new(Cell::new(0));
    let count = sent.clone();
    let page = show((), move |()| {
        let count = count.clone();
        let provider = Provider::new(move || {
            count.set(count.get() + 1);
            Box::pin(async { Ok("token".to_owned()) })
        });
        html! {
            <PoolProvider options={Options::new("https://own.example").token_provider(provider)}>
                <ProductCard gtin={SOUP} base_url="https://other.example"/>
            </PoolProvider>
        }
    });
    page.wait_for("Soup").await;
    assert_eq!(sent.get(), 0);
}

#[wasm_bindgen_test]
async fn removal_aborts_the_request() {
    let service = Service::with_products();
    service.hold(&by_gtin(SOUP), true);
    let (loaded, on_load) = notes();
    let page = show(true, move |shown| {
        let on_load = on_load.clone();
        shown
            .then(|| html! { <ProductCard gtin={SOUP} base_url="https://gone.example" {on_load}/> })
            .unwrap_or_default()
    });
    until("the request", || !service.calls().is_empty()).await;
    page.control.set(false);
    until("its end", || service.aborted() == [by_gtin(SOUP)]).await;
    service.hold(&by_gtin(SOUP), false);
    settle().await;
    assert!(loaded.borrow().is_empty());
    assert!(page.find(".card").is_none());
}

#[wasm_bindgen_test]
async fn a_lazy_card_waits_until_it_is_near_and_an_eager_one_does_not() {
    let service = Service::with_products();
    let page = show((), |()| {
        html! {
            <div style="position: relative; block-size: 6000px">
                <div style="position: absolute; inset-block-start: 5000px">
                    <ProductCard gtin={SOUP} base_url="https://lazy.example"/>
                    <ProductCard gtin={CAKE} base_url="https://lazy.example" loading={Loading::Eager}/>
                </div>
            </div>
        }
    });
    page.wait_for("Cake").await;
    pause(50).await;
    assert_eq!(service.count(&by_gtin(SOUP)), 0);
    page.find("[data-state=loading]")
        .unwrap()
        .scroll_into_view();
    until("both", || page.count("[data-state=ready]") == 2).await;
    web_sys::window().unwrap().scroll_to_with_x_and_y(0.0, 0.0);
}

#[wasm_bindgen_test]
async fn a_product_that_is_given_is_not_requested() {
    let service = Service::new();
    let product = product_pool::model::Product::from_json(&body("p9", "Own", "")).unwrap();
    let page = show((), move |()| {
        html! { <ProductCard product={product.clone()} panels={vec![Panel::Allergens, Panel::Summary]}/> }
    });
    page.wait_for("Own").await;
    settle().await;
    assert_eq!(service.calls(), [""; 0]);
    let first = page.find(".panels [data-panel], [data-panel]").unwrap();
    assert_eq!(
        first.get_attribute("data-panel").as_deref(),
        Some("allergens")
    );
}

#[wasm_bindgen_test]
async fn a_stale_answer_says_so() {
    let service = Service::with_products();
    service.header("x-product-pool-stale", "2026-01-31T12:00:00Z");
    let page = show(
        (),
        |()| html! { <ProductCard gtin={SOUP} base_url="https://stale.example"/> },
    );
    page.wait_for("Soup").await;
    let notice = page
        .find("[data-notice=stale]")
        .unwrap()
        .text_content()
        .unwrap();
    assert!(notice.contains("January 2026"), "{notice}");
}

/// What a debug build says on the console while this lives.
struct Console {
    own: JsValue,
    said: js_sys::Array,
}

impl Console {
    fn new() -> Console {
        let said = js_sys::Array::new();
        let own = js_sys::eval("console.error").unwrap();
        let listen = js_sys::Function::new_with_args(
            "said",
            "console.error = (text) => { said.push(String(text)); };",
        );
        listen.call1(&JsValue::NULL, &said).unwrap();
        Console { own, said }
    }

    fn has(&self, part: &str) -> bool {
        let mut said = self.said.iter().filter_map(|text| text.as_string());
        said.any(|text| text.contains(part))
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        let console = js_sys::eval("console").unwrap();
        js_sys::Reflect::set(&console, &"error".into(), &self.own).unwrap();
    }
}

#[wasm_bindgen_test]
async fn a_debug_build_says_its_faults_on_the_console() {
    let service = Service::new();
    service.answer(&by_gtin(SOUP), "<!doctype html><title>A shop</title>");
    let console = Console::new();
    let page = show((), |()| {
        html! {
            <PoolProvider options="https://wrong.example" lang="ww" languages="/none/{lang}.json">
                <ProductCard gtin={SOUP}/>
                <ProductCard/>
            </PoolProvider>
        }
    });
    until("the base URL", || console.has("Check the base URL")).await;
    until("the language", || console.has("/none/ww.json")).await;
    until("the product", || console.has("no product to show")).await;
    drop(page);
}

#[wasm_bindgen_test]
async fn components_use_a_client_of_the_applications_own() {
    #[derive(Clone)]
    struct Canned;

    impl Transport for Canned {
        async fn get(&self, call: &Call<'_>) -> Result<TransportResponse, TransportError> {
            let (status, text) = match call.url() {
                url if url.ends_with(&by_gtin(SOUP)) => (200, body("p1", "Soup", "")),
                _ => (404, r#"{"errors":[]}"#.to_owned()),
            };
            Ok(TransportResponse::new(status, text))
        }

        async fn pause(&self, _: Duration) {
            std::future::pending::<()>().await;
        }
    }

    let service = Service::new();
    let options = Options::new("https://canned.example");
    let client = PoolClient::with_transport(&options, Canned)
        .unwrap()
        .boxed();
    let page = show((), move |()| {
        html! { <PoolProvider client={client.clone()}><ProductCard gtin={SOUP}/></PoolProvider> }
    });
    page.wait_for("Soup").await;
    assert!(service.calls().is_empty(), "no request goes to the network");
}
