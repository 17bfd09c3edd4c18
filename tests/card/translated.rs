//! Components on a page that the browser translates: their text nodes leave the page, and elements
//! of the translation take their places.

use crate::support::{pause, show};
use product_pool::card::{
    CardProps, Density, Drawing, Element as Drawn, Node, Panel, Record, State, Variant, draw,
};
use product_pool::messages::Messages;
use product_pool::model::Product;
use product_pool::views::{
    ChangesProps, ChangesState, Comparison, MatrixProduct, MatrixProps, MatrixRow, RowState,
    draw_changes, draw_matrix,
};
use product_pool::yew::{AllergenMatrix, ProductCard, ProductChanges, ProductPanel};
use std::sync::Arc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Element;
use yew::prelude::*;

#[wasm_bindgen(module = "/tests/card/pages.js")]
extern "C" {
    /// Translates what is in an element, and whatever comes into it.
    /// The translation of each text stands `before` or `after` it, or in its place.
    fn translating(root: &Element, place: &str);

    /// Adds copies of what they say to the lists in an element.
    fn copying(root: &Element);

    /// Those copies in lists that say something else by now.
    fn stale(root: &Element) -> String;

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
    let flags = [
        ("celery_celeriac", "No"),
        ("eggs", "Yes"),
        ("milk", "May contain"),
    ];
    product("Soup", &flags, more)
}

/// Contains celery and no eggs.
fn stew() -> Product {
    let more = r#","ingredients":{"ingredients":"CELERY, water"},
        "nutrition":{"energy_kj_per_100":"480","fat_per_100":"1.2"}"#;
    let flags = [("celery_celeriac", "Yes"), ("eggs", "No"), ("fish", "Yes")];
    product("Stew", &flags, more)
}

/// Declares nothing, and was recalled.
fn cake() -> Product {
    let text = r#"{"data":{"pool_id":"c","status":"recalled","general":{"product_name":"Cake"}}}"#;
    Product::from_json(text).unwrap()
}

/// Lets Yew draw, and the page be translated. Yew's own means of waiting never returns after a panic.
async fn settle() {
    for _ in 0..8 {
        pause(1).await;
    }
}

/// Asserts that an element looks like another.
fn assert_equal(shown: &Element, fresh: &Element, at: usize) {
    let [shown, fresh] = [shown, fresh].map(original);
    let mut differences = shown.lines().zip(fresh.lines()).filter(|(a, b)| a != b);
    assert_eq!(differences.next(), None, "state {at}");
    assert_eq!(shown.len(), fresh.len(), "state {at}");
}

/// Where translations stand.
const PLACES: [&str; 3] = ["", "before", "after"];

/// Draws the first of some states, has the page translated, and then draws the others in turn. Each
/// must look as if it had been drawn at once.
async fn follows<T, D>(states: &[T], draw: D)
where
    T: Clone + Default + 'static,
    D: Fn(&T) -> Html + Clone + 'static,
{
    let pages = PLACES.map(|place| (show(states[0].clone(), draw.clone()), place));
    settle().await;
    for (page, place) in &pages {
        translating(&page.root, place);
    }
    for (at, state) in states.iter().enumerate().skip(1) {
        let fresh = show(state.clone(), draw.clone());
        for (page, _) in &pages {
            page.control.set(state.clone());
        }
        settle().await;
        for (page, _) in &pages {
            assert_equal(&page.root, &fresh.root, at);
        }
    }
}

/// The same for what the custom elements draw.
async fn drawn_follows(states: &[Drawn]) {
    let document = web_sys::window().unwrap().document().unwrap();
    let container = || document.create_element("div").unwrap();
    for place in PLACES {
        let root = container();
        document.body().unwrap().append_child(&root).unwrap();
        let mut drawing = Drawing::new(root.clone()).unwrap();
        for (at, state) in states.iter().enumerate() {
            drawing.show(vec![Node::Element(state.clone())]).unwrap();
            settle().await;
            let fresh = container();
            let mut whole = Drawing::new(fresh.clone()).unwrap();
            whole.show(vec![Node::Element(state.clone())]).unwrap();
            assert_equal(&root, &fresh, at);
            if at == 0 {
                translating(&root, place);
            }
        }
        root.remove();
    }
}

#[wasm_bindgen_test]
async fn a_verdict_is_about_the_allergens_that_are_avoided() {
    for variant in [Variant::Full, Variant::Badges] {
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
    for variant in [Variant::Full, Variant::Badges] {
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
async fn what_others_add_to_a_list_leaves_with_it() {
    let products = [soup, stew, cake, soup];
    let page = show(0, move |number: &usize| {
        html! { <ProductCard product={products[*number]()} avoid="eggs celery"/> }
    });
    for number in 1..products.len() {
        settle().await;
        copying(&page.root);
        page.control.set(number);
        settle().await;
        assert_eq!(stale(&page.root), "", "state {number}");
    }
}

#[wasm_bindgen_test]
async fn a_card_is_in_its_language() {
    follows(&["en", "de", "fr", "en"], |tag| {
        let messages = Messages::for_language(tag);
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
        let panels = Panel::parse_list(panels);
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

#[wasm_bindgen_test]
async fn the_custom_elements_show_what_they_are_given() {
    let card = |product: fn() -> Product, avoid: &str, tag| {
        let record = Record::new(product());
        let mut card = CardProps::new(State::Ready(record), Messages::for_language(tag).unwrap());
        card.avoid = Some(avoid.to_owned());
        draw(&card)
    };
    drawn_follows(&[
        card(soup, "", "en"),
        card(soup, "celery", "en"),
        card(soup, "celery eggs", "en"),
        card(soup, "eggs", "en"),
        card(stew, "eggs", "de"),
        card(cake, "fish eggs", "en"),
        card(soup, "", "en"),
    ])
    .await;
    let matrix = |products: &[fn() -> Product]| {
        let messages = Messages::english();
        let row = |product: &fn() -> Product| {
            let product = MatrixProduct::new(product(), messages.lexicon());
            MatrixRow::new(None, RowState::Ready(Arc::new(product)))
        };
        draw_matrix(&MatrixProps::new(
            products.iter().map(row).collect(),
            messages.clone(),
        ))
    };
    drawn_follows(&[
        matrix(&[soup, stew]),
        matrix(&[stew, soup]),
        matrix(&[stew]),
        matrix(&[cake, stew, soup]),
    ])
    .await;
    let changes = |earlier: fn() -> Product, later: fn() -> Product| {
        let messages = Messages::english();
        let comparison = Comparison::new(&earlier(), &later(), messages.lexicon());
        let state = ChangesState::Ready(Arc::new(comparison));
        draw_changes(&ChangesProps::new(state, messages))
    };
    drawn_follows(&[
        changes(soup, stew),
        changes(stew, soup),
        changes(soup, soup),
        changes(cake, stew),
    ])
    .await;
}
