//! The languages of components.

use crate::support::{SOUP, Service, show, until};
use product_pool::model::Product;
use product_pool::yew::{PoolProvider, ProductCard};
use wasm_bindgen_test::wasm_bindgen_test;
use yew::prelude::*;

/// Whether a card has a text in its list of allergens.
fn names(page: &crate::support::Page<()>, text: &str) -> bool {
    let chip = page.find("li[data-allergen=milk]");
    chip.is_some_and(|it| it.text_content().unwrap().contains(text))
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
                <ProductCard gtin={SOUP} loading="eager"/>
                <ProductCard gtin={SOUP} loading="eager"/>
                <ProductCard gtin={SOUP} loading="eager" lang="en-US" class="english"/>
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
        html! { <ProductCard product={product.clone()} panels="accreditations"/> }
    });
    let panel = page.wait("[data-panel=accreditations]").await;
    let text = panel.text_content().unwrap();
    assert!(text.contains("B Corp"), "{text}");
}
