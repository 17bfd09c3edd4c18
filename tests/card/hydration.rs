//! Pages that a server has rendered.

use crate::support::{SOUP, Service, body, notes, settle, until};
use product_pool::card::{Panel, Record};
use product_pool::model::Product;
use product_pool::yew::{Loading, PanelToggle, ProductCard, ProductPanel};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
struct ShopProps {
    #[prop_or_default]
    toggles: Callback<PanelToggle>,
}

/// A page with a product that the server knows, and one that the browser requests.
#[component]
fn Shop(props: &ShopProps) -> Html {
    let body = body("p1", "Known & <safe>", "");
    let product = use_memo((), move |()| {
        Record::new(Product::from_json(&body).unwrap())
    });
    html! {
        <main>
            <ProductCard
                class="known"
                product={(*product).clone()}
                header={html! { <p>{ "Header" }</p> }}
                on_panel_toggle={props.toggles.clone()}
            />
            <ProductPanel panel={Panel::Allergens} product={(*product).clone()}/>
            <ProductCard class="later" gtin={SOUP} base_url="https://hydrated.example" loading={Loading::Eager}>
                <p class="fallback">{ "Fallback" }</p>
            </ProductCard>
        </main>
    }
}

/// What a server sends.
async fn rendered() -> Element {
    let props = ShopProps {
        toggles: Callback::noop(),
    };
    let html = yew::LocalServerRenderer::<Shop>::with_props(props)
        .render()
        .await;
    let document = web_sys::window().unwrap().document().unwrap();
    let root = document.create_element("div").unwrap();
    document.body().unwrap().append_child(&root).unwrap();
    root.set_inner_html(&html);
    root
}

#[wasm_bindgen_test]
async fn a_rendered_page_is_taken_over_as_it_is() {
    let service = Service::with_products();
    let root = rendered().await;
    let find = |selector: &str| root.query_selector(selector).unwrap();
    let card = find(".known .card").unwrap();
    let name = find(".known .head .name").unwrap();
    assert_eq!(name.text_content().as_deref(), Some("Known & <safe>"));
    assert!(find(".later .fallback").is_some());
    let (toggles, on_toggle) = notes();
    let props = ShopProps { toggles: on_toggle };
    let app = yew::Renderer::<Shop>::with_root_and_props(root.clone(), props).hydrate();
    until("the other product", || {
        find(".later [data-state=ready]").is_some()
    })
    .await;
    settle().await;
    assert!(card.is_connected(), "the card is the server's");
    assert!(find(".later .fallback").is_none());
    assert_eq!(
        service.count("/v2/images/p1"),
        1,
        "of the requested product only"
    );
    let summary = find(".known [data-toggle=nutrition] > summary");
    let summary: HtmlElement = summary.unwrap().unchecked_into();
    summary.click();
    until("the event", || !toggles.borrow().is_empty()).await;
    assert_eq!(toggles.borrow()[0].panel, Panel::Nutrition);
    app.destroy();
    root.remove();
}
