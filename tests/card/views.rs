//! The matrix of allergens and the view of changes.

use crate::support::{body, settle, show, style, until};
use product_pool::model::Product;
use product_pool::yew::{AllergenMatrix, ProductChanges};
use wasm_bindgen_test::wasm_bindgen_test;
use yew::prelude::*;

fn product(name: &str) -> Product {
    Product::from_json(&body("p1", name, "")).unwrap()
}

/// Keeps the text of what is downloaded.
const KEEP_DOWNLOADS: &str = "
    HTMLAnchorElement.prototype.click = function () {
        if (this.download) fetch(this.href)
            .then((response) => response.text())
            .then((text) => { window.downloaded = `${this.download}: ${text}`; });
    };";

#[wasm_bindgen_test]
async fn a_matrix_is_styled_and_can_be_downloaded() {
    js_sys::eval(KEEP_DOWNLOADS).unwrap();
    let page = show((), |()| {
        html! { <AllergenMatrix products={vec![product("Soup"), product("=Cake")]} caption="Menu"/> }
    });
    let milk = page
        .wait("td[data-allergen=milk][data-status=contains]")
        .await;
    assert_eq!(style(&milk, "text-align"), "center");
    assert_eq!(page.count("tbody tr[data-state=ready]"), 2);
    settle().await;
    page.click("[data-action=csv]");
    let downloaded = || js_sys::eval("window.downloaded").unwrap().as_string();
    until("the file", || downloaded().is_some()).await;
    let file = downloaded().unwrap();
    assert!(file.starts_with("allergens.csv: "), "{file}");
    assert!(file.contains("Soup") && file.contains(",'=Cake"), "{file}");
}

#[wasm_bindgen_test]
async fn changes_show_what_differs() {
    let earlier =
        r#"{"data":{"components":[{"allergens":{"contains_milk":{"description":"No"}}}]}}"#;
    let earlier = Product::from_json(earlier).unwrap();
    let page = show((), move |()| {
        html! { <ProductChanges earlier={earlier.clone()} later={product("Soup")} heading_level=3/> }
    });
    page.wait("[data-allergen=milk][data-direction=became-positive]")
        .await;
    assert!(page.find(".product-pool-view h3").is_some());
}
