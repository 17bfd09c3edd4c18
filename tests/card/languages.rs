//! The languages of components.

use crate::support::{SOUP, Service, body, settle, show, until};
use product_pool::card::Panel;
use product_pool::model::Product;
use product_pool::yew::{Loading, PoolProvider, ProductCard, ProductPanel};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;
use yew::prelude::*;

/// Whether a card has a text in its list of allergens.
fn names<T: Default + 'static>(page: &crate::support::Page<T>, text: &str) -> bool {
    let chip = page.find("li[data-allergen=milk]");
    chip.is_some_and(|chip| chip.text_content().unwrap().contains(text))
}

#[wasm_bindgen_test]
async fn a_language_is_loaded_once_when_it_is_needed() {
    let service = Service::with_products();
    service.answer(
        "/languages/xx.json",
        r#"{"allergen.milk":"Mulk","card.decimal":","}"#,
    );
    let page = show((), |()| {
        html! {
            <PoolProvider options="https://language.example" lang="xx-XX" languages="/languages/{lang}.json">
                <ProductCard gtin={SOUP} loading={Loading::Eager}/>
                <ProductCard gtin={SOUP} loading={Loading::Eager}/>
                <ProductCard gtin={SOUP} loading={Loading::Eager} lang="en-US" class="english"/>
            </PoolProvider>
        }
    });
    until("all", || page.count("[data-state=ready]") == 3).await;
    assert!(names(&page, "Mulk"));
    assert_eq!(
        page.find(".card").unwrap().get_attribute("lang").as_deref(),
        Some("xx")
    );
    let english = page.find(".english li[data-allergen=milk]").unwrap();
    assert!(english.text_content().unwrap().contains("Milk"));
    assert_eq!(service.count("/languages/xx.json"), 1);
}

/// Keeps the browser busy while it is drawn, so that Yew lets other work go first before the
/// effects of what was drawn with it.
#[component]
fn Busy() -> Html {
    let end = js_sys::Date::now() + 50.0;
    while js_sys::Date::now() < end {}
    Html::default()
}

#[wasm_bindgen_test]
async fn a_language_that_arrives_while_a_panel_is_drawn_is_shown() {
    const FILE: &str = "/languages/zz.json";
    let service = Service::with_products();
    service.answer(FILE, r#"{"allergen.milk":"Mulk"}"#);
    service.hold(FILE, true);
    let product = Product::from_json(&body("p1", "Soup", "")).unwrap();
    let page = show(1, move |panels| {
        let panel = || html! { <ProductPanel panel={Panel::Allergens} product={product.clone()}/> };
        html! {
            <PoolProvider options="https://late.example" lang="zz" languages="/languages/{lang}.json">
                { (0..*panels).map(|_| panel()).collect::<Html>() }
                if *panels == 2 { <Busy/> }
            </PoolProvider>
        }
    });
    until("the request", || service.count(FILE) == 1).await;
    settle().await;
    service.hold(FILE, false);
    page.control.set(2);
    until("both", || page.count("[data-panel=allergens]") == 2).await;
    settle().await;
    assert_eq!(page.count("[lang=zz]"), 2);
    assert_eq!(service.count(FILE), 1);
}

#[wasm_bindgen_test]
async fn without_its_language_a_card_is_in_english() {
    let _service = Service::with_products();
    let page = show((), |()| {
        html! {
            <PoolProvider options="https://missing.example" lang="yy" languages="/languages/{lang}.json">
                <ProductCard gtin={SOUP}/>
            </PoolProvider>
        }
    });
    page.wait_for("Soup").await;
    assert!(names(&page, "Milk"));
}

#[wasm_bindgen_test]
async fn certificates_have_their_names() {
    let product =
        r#"{"data":{"components":[{"accreditations":{"acc_bcorp":{"description":"Yes"}}}]}}"#;
    let product = Product::from_json(product).unwrap();
    let page = show((), move |()| {
        html! { <ProductCard product={product.clone()} panels={vec![Panel::Accreditations]}/> }
    });
    let panel = page.wait("[data-panel=accreditations]").await;
    let text = panel.text_content().unwrap();
    assert!(text.contains("B Corp"), "{text}");
}

#[wasm_bindgen_test]
async fn a_new_language_replaces_the_old_one_when_it_is_there() {
    const FILE: &str = "/languages/vv.json";
    let service = Service::with_products();
    service.answer(FILE, r#"{"allergen.milk":"Mulk"}"#);
    service.hold(FILE, true);
    let page = show("en", |lang| {
        html! {
            <PoolProvider options="https://change.example" lang={*lang} languages="/languages/{lang}.json">
                <ProductCard gtin={SOUP} loading={Loading::Eager}
                    actions={html! { <button class="own">{ "Buy" }</button> }}/>
            </PoolProvider>
        }
    });
    page.wait_for("Soup").await;
    let button = page.find("button.own").unwrap();
    let button: web_sys::HtmlElement = button.unchecked_into();
    button.focus().unwrap();
    page.control.set("vv");
    until("the request", || service.count(FILE) == 1).await;
    settle().await;
    assert!(names(&page, "Milk"), "the old language stays meanwhile");
    service.hold(FILE, false);
    until("the language", || names(&page, "Mulk")).await;
    let document = button.owner_document().unwrap();
    assert!(
        document
            .active_element()
            .is_some_and(|focused| focused.is_same_node(Some(&button)))
    );
}
