//! The Yew components on a server.

use product_pool::card::{CardProps, Record, State, draw, to_html};
use product_pool::messages::Messages;
use product_pool::model::Product;
use product_pool::yew::{AllergenPanel, ProductCard, ProductCardProps, STYLE_ID, stylesheet};
use yew::prelude::*;

const BODY: &str = r#"{"data": {"pool_id": "p1", "general": {"product_name": "Soup & co"},
    "components": [{"allergens": {"contains_milk": {"description": "Yes"}}}]}}"#;

fn record() -> Record {
    Record::new(Product::from_json(BODY).unwrap())
}

fn rendered<T>(props: T::Properties, hydratable: bool) -> String
where
    T: BaseComponent,
{
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let renderer = yew::LocalServerRenderer::<T>::with_props(props);
    runtime.block_on(renderer.hydratable(hydratable).render())
}

fn card() -> ProductCardProps {
    yew::props!(ProductCardProps {
        product: record(),
        messages: Messages::of("de"),
    })
}

#[test]
fn a_server_renders_the_same_tree() {
    let html = rendered::<ProductCard>(card(), false);
    let state = State::Ready(record());
    let tree = to_html(&draw(&CardProps::new(state, Messages::of("de").unwrap())));
    // Both are the same to a parser.
    let plain = |html: &str| html.replace("=\"\"", "").replace("&gt;", ">");
    assert!(plain(&html).contains(&plain(&tree)), "{html}\n{tree}");
    assert!(html.starts_with(r#"<div class="product-pool-card">"#));
    assert!(html.contains("Milch"));
}

#[test]
fn what_a_browser_requests_is_a_skeleton_or_the_fallback() {
    let gtin = "09520000000004";
    let html = rendered::<ProductCard>(yew::props!(ProductCardProps { gtin }), true);
    assert!(html.contains(r#"data-state="loading""#), "{html}");
    let children = html! { <p>{ "Plain text" }</p> };
    let html = rendered::<ProductCard>(yew::props!(ProductCardProps { gtin, children }), true);
    assert!(
        html.contains("Plain text") && !html.contains("skeleton"),
        "{html}"
    );
}

#[test]
fn a_panel_is_rendered_on_a_server() {
    #[component]
    fn Panel() -> Html {
        html! { <AllergenPanel product={record()} heading_level=3/> }
    }
    let html = rendered::<Panel>((), false);
    assert!(
        html.contains("<h3") && html.contains(r#"data-allergen="milk""#),
        "{html}"
    );
}

/// A `<style>` element ends at the first end tag, whatever it is in.
#[test]
fn the_style_sheet_can_stand_in_a_page() {
    assert!(!stylesheet().contains('<'));
    assert!(stylesheet().contains("@scope (.product-pool-card)"));
    assert_eq!(STYLE_ID, "product-pool-styles");
}
