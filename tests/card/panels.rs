//! Panels that an application lays out itself.

use crate::support::{body, notes, settle, show, until};
use product_pool::card::{Density, Panel, Record};
use product_pool::model::{FeatureImage, Product};
use product_pool::yew::ProductPanel;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;
use yew::prelude::*;

fn record() -> Record {
    let more = r#","replaced_by":null"#;
    let mut record = Record::new(Product::from_json(&body("p1", "Soup", more)).unwrap());
    let image = r#"{"data":{"id":1,"url":"https://images.example/1.png"}}"#;
    record.image = Some(FeatureImage::from_json(image).unwrap());
    record
}

#[wasm_bindgen_test]
async fn panels_stand_alone() {
    let page = show((), |()| {
        html! {
            <>
                <ProductPanel panel={Panel::Allergens} product={record()} heading_level=3/>
                <ProductPanel panel={Panel::Nutrition} product={record()}/>
                <ProductPanel panel={Panel::Gallery} product={record()}/>
            </>
        }
    });
    page.wait("[data-panel=allergens] h3").await;
    assert!(
        page.text()
            .contains("Nutrition information was not supplied")
    );
    page.wait("[data-panel=gallery] .zoom img[src$='1.png']")
        .await;
    page.click("[data-panel=gallery] [data-action=zoom]");
    let dialog = page.find("dialog").unwrap();
    let dialog: web_sys::HtmlDialogElement = dialog.unchecked_into();
    assert!(dialog.open());
    dialog.close();
}

#[wasm_bindgen_test]
async fn an_image_panel_without_images_says_so() {
    let product = Product::from_json(&body("p1", "Soup", "")).unwrap();
    let page = show(
        (),
        move |()| html! { <ProductPanel panel={Panel::Gallery} product={product.clone()}/> },
    );
    let panel = page.wait("[data-panel=gallery]").await;
    assert!(panel.text_content().unwrap().contains("No image"));
}

#[wasm_bindgen_test]
async fn any_panel_can_be_chosen_and_folds() {
    let (toggles, on_panel_toggle) = notes();
    let page = show((), move |()| {
        html! {
            <ProductPanel panel={Panel::Nutrition} product={record()} density={Density::Compact}
                on_panel_toggle={on_panel_toggle.clone()}/>
        }
    });
    page.wait("[data-toggle=nutrition]:not([open])").await;
    settle().await;
    page.click("summary");
    until("the event", || toggles.borrow().len() == 1).await;
    assert!(toggles.borrow()[0].open);
}
