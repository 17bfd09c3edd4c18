//! What a card shows of given records.

use crate::support::{Page, Service, notes, settle, show};
use product_pool::model::Product;
use product_pool::yew::ProductCard;
use wasm_bindgen_test::wasm_bindgen_test;
use yew::prelude::*;

async fn card(data: &str) -> Page<()> {
    let product = Product::from_json(&format!("{{\"data\":{data}}}")).unwrap();
    let page = show(
        (),
        move |()| html! { <ProductCard product={product.clone()}/> },
    );
    settle().await;
    page
}

fn status(page: &Page<()>, allergen: &str) -> (String, String) {
    let item = page.find(&format!("li[data-allergen={allergen}]")).unwrap();
    (
        item.get_attribute("data-status").unwrap(),
        item.text_content().unwrap(),
    )
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
    let page = card(&data).await;
    assert_eq!(
        page.root
            .query_selector_all("script, img, a, iframe, [onerror]")
            .unwrap()
            .length(),
        0
    );
    assert!(
        page.root.text_content().unwrap().contains("onerror"),
        "text is shown as text"
    );
    assert_eq!(status(&page, "milk").0, "not-stated");
}

#[wasm_bindgen_test]
async fn nutrition_is_a_table_with_the_basis_of_the_record() {
    let page = card(
        r#"{"components":[{"nutrients":{"nutrition_units":{"id":2,"description":"Per 100ml"},
        "fat_100":{"value":9.950,"units":"g"},"salt_100":{"value":0.1,"units":"g"}}}]}"#,
    )
    .await;
    let table = page
        .root
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
    let page = card(r#"{"components":[{"general":{"component_name":"Pasta"},"ingredients":{"ingredients":"Durum WHEAT"}},
        {"ingredients":{"ingredients":"Tomato, MILK"}}]}"#)
    .await;
    let text = page.text();
    assert!(
        text.contains("Pasta") && text.contains("Component 2"),
        "{text}"
    );
    let milk = status(&page, "milk");
    assert_eq!(milk.0, "contains");
    assert!(
        milk.1.contains("Component 2, Pasta (not stated)"),
        "{}",
        milk.1
    );
}

#[wasm_bindgen_test]
async fn a_bad_gtin_is_told_without_a_request() {
    let service = Service::new();
    let (errors, on_error) = notes();
    let page = show((), move |()| {
        html! { <ProductCard gtin="952012345" base_url="https://bad.example" on_error={on_error.clone()}/> }
    });
    let card = page.wait("[data-state=bad-gtin]").await;
    assert!(card.text_content().unwrap().contains("digits, not 9"));
    assert_eq!(errors.borrow().len(), 1);
    assert_eq!(errors.borrow()[0].code().key(), "invalid_argument");
    assert_eq!(service.calls(), [""; 0]);
}

#[wasm_bindgen_test]
async fn no_connection_offers_another_try() {
    let page = show((), |()| {
        html! { <ProductCard gtin="9520123456788" base_url="http://127.0.0.1:9"/> }
    });
    page.wait("[data-state=network] [data-action=retry]").await;
}
