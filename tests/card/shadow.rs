//! Cards in a shadow tree.

use crate::support::{SOUP, Service, by_gtin, notes, settle, show, style, until};
use product_pool::card::Panel;
use product_pool::yew::ProductCard;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement, ShadowRoot};
use yew::prelude::*;

/// The shadow tree of the card with a class.
fn shadow(root: &Element, class: &str) -> Option<ShadowRoot> {
    root.query_selector(class).unwrap()?.shadow_root()
}

#[wasm_bindgen_test]
async fn styles_of_the_page_do_not_reach_a_card_in_a_shadow_tree() {
    let service = Service::with_products();
    let page = show(true, |is_shadow| {
        html! {
            <>
                <style>{ "li { border-top: 9px solid !important; } .own { color: rgb(1, 2, 3); }" }</style>
                <ProductCard
                    class="it"
                    gtin={SOUP}
                    base_url="https://shadow.example"
                    shadow={*is_shadow}
                    actions={html! { <button class="own">{ "Buy" }</button> }}
                />
            </>
        }
    });
    let find = |selector: &str| {
        let tree = shadow(&page.root, ".it")?;
        tree.query_selector(selector).unwrap()
    };
    until("the product", || {
        find("[data-state=ready] .head .name").is_some()
    })
    .await;
    assert_eq!(page.count(".card"), 0, "nothing of it is in the page");
    // It has the styles of the card, and not those of the page.
    assert_eq!(style(&find(".card").unwrap(), "border-top-width"), "1px");
    let chip = find("li[data-allergen=milk]").unwrap();
    assert_ne!(style(&chip, "border-top-width"), "9px");
    // The content of a slot stays in the page, and has the page's.
    let own = page.find(".it > [slot=actions] > .own").unwrap();
    assert_eq!(style(&own, "color"), "rgb(1, 2, 3)");
    let slot = find("slot[name=actions]").unwrap();
    let slot: web_sys::HtmlSlotElement = slot.unchecked_into();
    assert_eq!(slot.assigned_nodes().length(), 1);
    // It can leave the shadow tree.
    page.control.set(false);
    page.wait_for("Soup").await;
    assert!(shadow(&page.root, ".it").is_none());
    assert!(page.find(".card .own").is_some());
    assert!(service.count(&by_gtin(SOUP)) <= 2);
}

#[wasm_bindgen_test]
async fn a_card_in_a_shadow_tree_acts_for_its_reader() {
    let service = Service::with_products();
    service.status(&by_gtin(SOUP), 400);
    let (toggles, on_toggle) = notes();
    let page = show((), move |()| {
        html! {
            <ProductCard
                class="it"
                gtin={SOUP}
                base_url="https://shadow-reader.example"
                shadow=true
                on_panel_toggle={on_toggle.clone()}
            />
        }
    });
    let find = |selector: &str| {
        let tree = shadow(&page.root, ".it")?;
        let found: HtmlElement = tree.query_selector(selector).unwrap()?.unchecked_into();
        Some(found)
    };
    let retry = "[data-action=retry]";
    until("the message", || find(retry).is_some()).await;
    settle().await;
    service.status(&by_gtin(SOUP), 200);
    let button = find(retry).unwrap();
    button.focus().unwrap();
    button.click();
    until("the product", || find("[data-state=ready]").is_some()).await;
    settle().await;
    let focused = shadow(&page.root, ".it").unwrap().active_element();
    assert!(focused.is_some_and(|element| element.class_list().contains("card")));
    find("[data-toggle=nutrition] > summary").unwrap().click();
    until("the event", || !toggles.borrow().is_empty()).await;
    assert_eq!(toggles.borrow()[0].panel, Panel::Nutrition);
}

#[wasm_bindgen_test]
async fn a_card_describes_its_product_to_search_engines() {
    let _service = Service::with_products();
    let page = show((), |()| {
        html! {
            <>
                <ProductCard gtin={SOUP} base_url="https://json-ld.example" json_ld=true/>
                <ProductCard class="it" gtin={SOUP} base_url="https://json-ld.example" json_ld=true shadow=true/>
                <ProductCard gtin={SOUP} base_url="https://json-ld.example"/>
            </>
        }
    });
    let scripts = "script[type='application/ld+json']";
    until("the descriptions", || page.count(scripts) == 2).await;
    settle().await;
    assert_eq!(page.count(scripts), 2);
    let text = page.find(scripts).unwrap().text_content().unwrap();
    let document = js_sys::JSON::parse(&text).unwrap();
    let name = js_sys::Reflect::get(&document, &"name".into()).unwrap();
    assert_eq!(name.as_string().as_deref(), Some("Soup"));
}
