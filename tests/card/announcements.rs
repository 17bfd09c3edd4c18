//! What screen readers say when a shopper's list changes the verdicts of a page's cards.

use crate::support::{body, settle, show, until};
use product_pool::card::Variant;
use product_pool::model::Product;
use product_pool::yew::ProductCard;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, window};
use yew::prelude::*;

/// The live region of the page, once a card has been there.
fn region() -> Option<Element> {
    let document = window().unwrap().document().unwrap();
    let found = document.query_selector_all("[data-product-pool=announcements]");
    let found = found.unwrap();
    assert!(found.length() <= 1);
    Some(found.get(0)?.unchecked_into())
}

fn said() -> String {
    let text = region().and_then(|region| region.text_content());
    text.unwrap_or_default()
}

/// Removes the announcement of an earlier test.
fn be_silent() {
    if let Some(region) = region() {
        region.set_text_content(None);
    }
}

/// Cards of some products, the first of them in a shadow tree.
fn cards(names: &'static [&'static str]) -> impl Fn(&&'static str) -> Html {
    let product = |name: &&str| Product::from_json(&body(name, name, "")).unwrap();
    let products: Vec<Product> = names.iter().map(product).collect();
    move |avoid| {
        let card = |(at, product): (usize, &Product)| {
            let (product, variant) = (product.clone(), Variant::Summary);
            html! { <ProductCard {product} {variant} avoid={*avoid} shadow={at == 0}/> }
        };
        products.iter().enumerate().map(card).collect()
    }
}

#[wasm_bindgen_test]
async fn all_cards_of_a_page_are_announced_together() {
    be_silent();
    let page = show("", cards(&["Soup", "Cake", "Stew"]));
    settle().await;
    assert_eq!(page.count("[role=status], [aria-live]"), 0);
    assert_eq!(said(), "");
    page.control.set("milk");
    until("the announcement", || !said().is_empty()).await;
    assert_eq!(
        said(),
        "Allergens you avoid. Products: 3. Contains: 3. Always check the label."
    );
}

#[wasm_bindgen_test]
async fn a_single_card_is_announced_with_its_name() {
    be_silent();
    let page = show("milk", cards(&["Pie"]));
    settle().await;
    page.control.set("milk fish");
    until("the announcement", || said().starts_with("Pie.")).await;
    assert_eq!(
        said(),
        "Pie. Contains milk. Fish: not stated. Milk: in this product. \
         Fish: not stated — check the label. Always check the label."
    );
}
