//! Components in other people's pages: inherited styles change nothing in them, and they are wide enough
//! to be read in places that are as wide as their content.

use crate::support::{show, until};
use js_sys::Array;
use product_pool::card::{Panel, Variant};
use product_pool::model::Product;
use product_pool::yew::{AllergenMatrix, ProductCard, ProductChanges, ProductPanel};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

#[wasm_bindgen(module = "/tests/card/pages.js")]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = PLACES)]
    static PLACES: JsValue;

    #[wasm_bindgen(thread_local_v2, js_name = STYLES)]
    static STYLES: JsValue;

    fn inherited(is_whole: bool) -> Array;

    #[wasm_bindgen(js_name = changedBy)]
    fn changed_by(elements: &Array, cases: &Array, selector: &str, is_whole: bool) -> Vec<String>;

    fn resized(elements: &Array) -> Vec<String>;

    fn ruled(elements: &Array) -> Vec<String>;

    #[wasm_bindgen(js_name = faultsIn)]
    fn faults_in(
        elements: &Array,
        leasts: Vec<u32>,
        hosts: &JsValue,
        is_whole: bool,
    ) -> Vec<String>;
}

/// A product of which each line of allergens has something to say.
fn product(milk: &str) -> Product {
    let text = r#"{"data":{"general":{"product_name":"Soup","brand_name":"Fenwick"},"components":[{
        "allergens":{"contains_milk":{"description":"MILK"},"contains_eggs":{"description":"May contain"},
            "contains_fish":{"description":"No"},"contains_mustard":{"description":"No"}},
        "ingredients":{"formatted_ingredients":"Water, <b>milk</b> powder, <b>mustard</b> seeds, salt."},
        "nutrients":{"nutrition_units":{"id":1},"cal_100_kj":{"value":180,"units":"kJ"},
            "fat_100":{"value":9.5,"units":"g"},"salt_100":{"value":0.5,"units":"g"}}}]}}"#;
    Product::from_json(&text.replace("MILK", milk)).unwrap()
}

/// Every component with a class of its own, each in a place of its own.
fn all() -> Html {
    let card = |class: &'static str, variant, shadow: bool| {
        html! { <div class="place"><ProductCard {class} {variant} {shadow} product={product("Yes")} avoid="milk"/></div> }
    };
    html! {
        <>
            { card("a", Variant::Full, false) }
            { card("b", Variant::Summary, false) }
            { card("c", Variant::Badges, false) }
            { card("d", Variant::Full, true) }
            <div class="place"><ProductPanel class="e" panel={Panel::Allergens} product={product("Yes")}/></div>
            <div class="place"><AllergenMatrix class="f" products={vec![product("Yes"), product("No")]}/></div>
            <div class="place"><ProductChanges class="g" earlier={product("No")} later={product("Yes")}/></div>
        </>
    }
}

const CLASSES: [&str; 7] = ["a", "b", "c", "d", "e", "f", "g"];

#[wasm_bindgen_test]
async fn components_are_as_readable_and_wide_in_every_page() {
    let page = show((), |()| all());
    let find = |class: &str| page.find(&format!(".{class}"));
    let is_drawn = |element: Element| {
        let shadow = element.shadow_root();
        let found = match &shadow {
            Some(shadow) => shadow.query_selector("[data-panel], .view"),
            None => element.query_selector("[data-panel], .view"),
        };
        found.unwrap().is_some()
    };
    until("all components", || {
        CLASSES
            .iter()
            .all(|class| find(class).is_some_and(is_drawn))
    })
    .await;
    let root: HtmlElement = page.root.clone().unchecked_into();
    root.style().set_property("width", "390px").unwrap();
    let elements: Array = CLASSES.iter().filter_map(|class| find(class)).collect();
    let faults = changed_by(&elements, &inherited(false), ".place", false);
    assert!(faults.is_empty(), "{faults:#?}");
    let faults = resized(&elements);
    assert!(faults.is_empty(), "{faults:#?}");
    let faults = ruled(&elements);
    assert!(faults.is_empty(), "{faults:#?}");
    let leasts = CLASSES.map(|class| if class == "c" { 160 } else { 280 });
    for hosts in [&PLACES, &STYLES] {
        let faults = hosts.with(|hosts| faults_in(&elements, leasts.to_vec(), hosts, false));
        assert!(faults.is_empty(), "{faults:#?}");
    }
}
