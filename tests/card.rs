//! The Yew components in a real browser: what they draw of given records.
#![cfg(all(target_arch = "wasm32", feature = "card", feature = "client"))]
#![allow(clippy::unwrap_used)]

use product_pool::card::{
    Card, CardEvent, CardProps, Density, FetchingCard, FetchingCardProps, Listener, Record, Source,
    State, Variant,
};
use product_pool::client::Options;
use product_pool::messages::Messages;
use product_pool::model::Product;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::Element;

wasm_bindgen_test_configure!(run_in_browser);

/// Lets Yew draw and futures run.
async fn settle() {
    for _ in 0..20 {
        yew::platform::time::sleep(std::time::Duration::from_millis(1)).await;
    }
}

fn props(state: State) -> CardProps {
    CardProps::new(state, Messages::english())
}

fn fetching(gtin: &str, listener: Option<Listener>) -> FetchingCardProps {
    FetchingCardProps {
        source: Source::Gtin(gtin.into()),
        options: Options::new("http://127.0.0.1:9"),
        messages: Messages::english(),
        level: 2,
        variant: Variant::Full,
        panels: None,
        avoid: None,
        successor: None,
        density: Density::Comfortable,
        attempt: 0,
        listener,
    }
}

fn container() -> Element {
    let document = web_sys::window().unwrap().document().unwrap();
    let container = document.create_element("div").unwrap();
    document.body().unwrap().append_child(&container).unwrap();
    container
}

async fn card(data: &str) -> Element {
    let product = Product::from_json(&format!("{{\"data\":{data}}}")).unwrap();
    let root = container();
    let props = props(State::Ready(Record::new(product)));
    yew::Renderer::<Card>::with_root_and_props(root.clone(), props).render();
    settle().await;
    root
}

fn status(root: &Element, allergen: &str) -> (String, String) {
    let item = root
        .query_selector(&format!("li[data-allergen={allergen}]"))
        .unwrap()
        .unwrap();
    (
        item.get_attribute("data-status").unwrap(),
        item.text_content().unwrap(),
    )
}

#[wasm_bindgen_test]
async fn a_null_flag_reads_not_stated_and_never_no() {
    let root = card(
        r#"{"components":[{"allergens":{"contains_milk":null,
        "contains_eggs":{"value":0,"description":"No"}}}]}"#,
    )
    .await;
    let (status_, text) = status(&root, "milk");
    assert_eq!(status_, "not-stated");
    assert!(text.contains("not stated"), "{text}");
    assert!(!text.contains("Declared as not present"), "{text}");
    assert_eq!(status(&root, "eggs").0, "not-present");
    assert_eq!(
        root.query_selector_all("section[data-panel=allergens] .line li[data-status]")
            .unwrap()
            .length(),
        14
    );
}

#[wasm_bindgen_test]
async fn a_conflict_is_shown_and_the_flag_stands() {
    let root = card(
        r#"{"components":[{"allergens":{"contains_tree_nuts":{"description":"No"},
        "contains_hazelnut_nuts":{"description":"Yes"}}}]}"#,
    )
    .await;
    assert_eq!(status(&root, "tree_nuts").0, "contains");
    // A member stands in its group's chip.
    let hazelnuts = root
        .query_selector("li[data-allergen=tree_nuts] [data-allergen=hazelnut_nuts]")
        .unwrap()
        .unwrap();
    assert_eq!(hazelnuts.get_attribute("data-status").unwrap(), "contains");
    let conflict = root.query_selector("[data-conflict]").unwrap().unwrap();
    assert!(conflict.text_content().unwrap().contains("Hazelnuts"));
}

#[wasm_bindgen_test]
async fn no_markup_of_the_supplier_gets_through() {
    let hostile = r#"<script>window.pwned=1</script><img src=x onerror=window.pwned=1><a href=javascript:1>x</a>"#;
    let data = format!(
        r#"{{"general":{{"product_name":{0},"product_description":{0},"brand_name":{0}}},
        "replaced_by":[{0}],"components":[{{"general":{{"component_name":{0}}},
        "allergens":{{"contains_milk":{{"description":{0}}},"contains_milk_risk_source":{0},"allergen_statement_on_pack":{0}}},
        "ingredients":{{"formatted_ingredients":{0},"ingredients_statements":{0}}},
        "nutrients":{{"nutrition_units":{{"description":{0}}},"fat_100":{{"value":{0},"units":{0}}},"nutrition_statements":{0}}}}},{{}}]}}"#,
        product_pool::model::Value::from(hostile)
    );
    let root = card(&data).await;
    assert_eq!(
        root.query_selector_all("script, img, a, iframe, [onerror]")
            .unwrap()
            .length(),
        0
    );
    assert!(
        root.text_content().unwrap().contains("onerror"),
        "text is shown as text"
    );
    assert_eq!(status(&root, "milk").0, "not-stated");
}

#[wasm_bindgen_test]
async fn nutrition_is_a_table_with_the_basis_of_the_record() {
    let root = card(
        r#"{"components":[{"nutrients":{"nutrition_units":{"id":2,"description":"Per 100ml"},
        "fat_100":{"value":9.950,"units":"g"},"salt_100":{"value":0.1,"units":"g"}}}]}"#,
    )
    .await;
    let table = root
        .query_selector("section[data-panel=nutrition] table")
        .unwrap()
        .unwrap();
    let text = table.text_content().unwrap();
    assert!(
        text.contains("per 100\u{a0}ml") && !text.contains("per 100\u{a0}g"),
        "{text}"
    );
    assert!(text.contains("9.950\u{a0}g"), "figures as declared: {text}");
    assert_eq!(
        table
            .query_selector_all("tbody th[scope=row]")
            .unwrap()
            .length(),
        2
    );
    assert!(table.query_selector("caption").unwrap().is_some());
}

#[wasm_bindgen_test]
async fn every_component_is_shown_under_its_name() {
    let root = card(r#"{"components":[{"general":{"component_name":"Pasta"},"ingredients":{"ingredients":"Durum WHEAT"}},
        {"ingredients":{"ingredients":"Tomato, MILK"}}]}"#)
    .await;
    let text = root.text_content().unwrap();
    assert!(
        text.contains("Pasta") && text.contains("Component 2"),
        "{text}"
    );
    let milk = status(&root, "milk");
    assert_eq!(milk.0, "contains");
    assert!(
        milk.1.contains("Component 2, Pasta (not stated)"),
        "{}",
        milk.1
    );
}

#[wasm_bindgen_test]
async fn an_empty_record_is_a_card_that_says_so() {
    let root = card("{}").await;
    let text = root.text_content().unwrap();
    for sentence in [
        "Unnamed product",
        "No allergen information was supplied",
        "Nutrition information was not supplied",
    ] {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
}

#[wasm_bindgen_test]
async fn a_bad_gtin_is_told_without_a_request() {
    let told = Rc::new(RefCell::new(Vec::new()));
    let seen = told.clone();
    let listener = Listener(Rc::new(move |event| {
        if let CardEvent::Failed(error) = event {
            seen.borrow_mut().push(error.code().as_str());
        }
    }));
    let root = container();
    let props = fetching("952012345", Some(listener));
    yew::Renderer::<FetchingCard>::with_root_and_props(root.clone(), props).render();
    settle().await;
    let card = root.query_selector(".card").unwrap().unwrap();
    assert_eq!(
        card.get_attribute("data-state").as_deref(),
        Some("bad-gtin")
    );
    assert!(card.text_content().unwrap().contains("digits, not 9"));
    assert_eq!(*told.borrow(), ["invalid_argument"]);
}

#[wasm_bindgen_test]
async fn no_connection_offers_another_try() {
    let root = container();
    let props = fetching("9520123456788", None);
    yew::Renderer::<FetchingCard>::with_root_and_props(root.clone(), props).render();
    for _ in 0..50 {
        settle().await;
        if root
            .query_selector("[data-state=network]")
            .unwrap()
            .is_some()
        {
            break;
        }
    }
    assert!(
        root.query_selector("[data-state=network] [data-action=retry]")
            .unwrap()
            .is_some()
    );
}
