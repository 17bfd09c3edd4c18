//! Components on a page that the browser translates: their text nodes leave the page, and elements
//! of the translation take their places.

use crate::support::{pause, show};
use product_pool::card::{Density, Panel, Record, Variant};
use product_pool::messages::Messages;
use product_pool::model::Product;
use product_pool::yew::{AllergenMatrix, ProductCard, ProductChanges, ProductPanel};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Element;
use yew::prelude::*;

#[wasm_bindgen(module = "/tests/card/translated.js")]
extern "C" {
    /// Translates what is in an element, and whatever comes into it.
    fn translating(root: &Element);

    /// The content of an element without the translation.
    fn original(root: &Element) -> String;
}

/// A product with these flags, and with more members of the record.
fn product(name: &str, flags: &[(&str, &str)], more: &str) -> Product {
    let flags: Vec<String> = flags
        .iter()
        .map(|(allergen, flag)| format!(r#""contains_{allergen}":{{"description":"{flag}"}}"#))
        .collect();
    let text = format!(
        r#"{{"data":{{"pool_id":"{name}","version":"{name}","general":{{"product_name":"{name}"}},"components":[{{
            "allergens":{{{}}}{more}}}]}}}}"#,
        flags.join(",")
    );
    Product::from_json(&text).unwrap()
}

/// Contains eggs and no celery.
fn soup() -> Product {
    let more = r#","ingredients":{"ingredients":"Water, EGG (12%), salt"},
        "nutrition":{"energy_kj_per_100":"610","fat_per_100":"3.1"}"#;
    let flags = [("celery", "No"), ("eggs", "Yes"), ("milk", "May contain")];
    product("Soup", &flags, more)
}

/// Contains celery and no eggs.
fn stew() -> Product {
    let more = r#","ingredients":{"ingredients":"CELERY, water"},
        "nutrition":{"energy_kj_per_100":"480","fat_per_100":"1.2"}"#;
    let flags = [("celery", "Yes"), ("eggs", "No"), ("fish", "Yes")];
    product("Stew", &flags, more)
}

/// Declares nothing, and was recalled.
fn cake() -> Product {
    let text = r#"{"data":{"pool_id":"c","status":"recalled","general":{"product_name":"Cake"}}}"#;
    Product::from_json(text).unwrap()
}

/// Lets Yew draw, and the page be translated. Yew's own means of waiting never returns after a panic.
async fn settle() {
    for _ in 0..20 {
        pause(1).await;
    }
}

/// Draws the first of some states, has the page translated, and then draws the others in turn. Each
/// must look as if it had been drawn at once.
async fn follows<T, D>(states: &[T], draw: D)
where
    T: Clone + Default + 'static,
    D: Fn(&T) -> Html + Clone + 'static,
{
    let page = show(states[0].clone(), draw.clone());
    settle().await;
    translating(&page.root);
    for (at, state) in states.iter().enumerate().skip(1) {
        page.control.set(state.clone());
        settle().await;
        let fresh = show(state.clone(), draw.clone());
        settle().await;
        let [shown, expected] = [&page, &fresh].map(|page| original(&page.root));
        let mut differences = shown.lines().zip(expected.lines()).filter(|(a, b)| a != b);
        assert_eq!(differences.next(), None, "state {at}");
        assert_eq!(shown.len(), expected.len(), "state {at}");
    }
}

#[wasm_bindgen_test]
async fn a_verdict_is_about_the_allergens_that_are_avoided() {
    for variant in [Variant::Full, Variant::Summary, Variant::Badges] {
        let states = [
            "",
            "celery",
            "celery eggs",
            "eggs",
            "milk pollen eggs",
            "",
            "eggs",
        ];
        follows(&states, move |avoid| {
            html! { <ProductCard product={soup()} {variant} avoid={*avoid}/> }
        })
        .await;
    }
}

#[wasm_bindgen_test]
async fn a_card_is_about_its_product() {
    for variant in [Variant::Full, Variant::Summary, Variant::Badges] {
        let of = |number: &usize| [soup, stew, cake][*number]();
        follows(&[0, 1, 0, 2, 1, 2, 0], move |number| {
            html! { <ProductCard product={of(number)} {variant} avoid="eggs celery"/> }
        })
        .await;
        // Cards that an application has not keyed.
        let lists = [vec![0, 1, 2], vec![1, 2, 0], vec![2], vec![0, 0, 1, 2]];
        follows(&lists, move |numbers| {
            let card = |number| html! { <ProductCard product={of(number)} {variant}/> };
            numbers.iter().map(card).collect()
        })
        .await;
    }
}

#[wasm_bindgen_test]
async fn a_card_is_in_its_language() {
    follows(&["en", "de", "fr", "en"], |tag| {
        let messages = Messages::of(tag);
        html! { <ProductCard product={soup()} avoid="eggs celery" {messages}/> }
    })
    .await;
}

#[wasm_bindgen_test]
async fn a_card_has_the_panels_that_are_chosen() {
    let panels = [
        "allergens",
        "summary nutrition allergens",
        "ingredients",
        "lights summary",
        "",
    ];
    follows(&panels, |panels| {
        let panels = Panel::chosen(panels);
        html! { <ProductCard product={stew()} {panels} avoid="fish"/> }
    })
    .await;
}

#[wasm_bindgen_test]
async fn a_failure_gives_its_own_reason() {
    follows(&["1", "9520000002009", "abc", ""], |gtin| {
        html! { <ProductCard gtin={*gtin}/> }
    })
    .await;
}

#[wasm_bindgen_test]
async fn a_panel_is_about_its_product() {
    for panel in [Panel::Allergens, Panel::Ingredients, Panel::Nutrition] {
        follows(&[0, 1, 2, 0], move |number| {
            let product = Record::new([soup, stew, cake][*number]());
            html! { <ProductPanel {panel} {product} density={Density::Compact}/> }
        })
        .await;
    }
}

#[wasm_bindgen_test]
async fn a_matrix_has_the_statuses_of_its_products() {
    let lists = [
        vec![0, 1],
        vec![1, 0],
        vec![1],
        vec![2, 1, 0],
        vec![0, 0, 1],
    ];
    follows(&lists, |numbers| {
        let products: Vec<Product> = numbers
            .iter()
            .map(|number| [soup, stew, cake][*number]())
            .collect();
        html! { <AllergenMatrix {products}/> }
    })
    .await;
}

#[wasm_bindgen_test]
async fn changes_are_those_of_the_two_versions() {
    follows(&[(0, 1), (1, 0), (0, 0), (2, 1), (0, 2)], |(one, other)| {
        let [earlier, later] = [one, other].map(|number: &usize| [soup, stew, cake][*number]());
        html! { <ProductChanges {earlier} {later}/> }
    })
    .await;
}
