//! The Yew components on a server.

use crate::ROOT;
use crate::support::printed;
use product_pool::card::{CardProps, Panel, Record, State, draw};
use product_pool::client::Options;
use product_pool::messages::Messages;
use product_pool::model::{Allergen, Product};
use product_pool::yew::{
    PoolProvider, ProductCard, ProductCardProps, ProductPanel, STYLE_ID, stylesheet,
    use_product_suspense,
};
use std::collections::BTreeSet;
use std::path::Path;
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
        .enable_all()
        .build()
        .unwrap();
    let renderer = yew::LocalServerRenderer::<T>::with_props(props);
    tokio::task::LocalSet::new().block_on(&runtime, renderer.hydratable(hydratable).render())
}

fn card() -> ProductCardProps {
    yew::props!(ProductCardProps {
        product: record(),
        messages: Messages::for_language("de"),
    })
}

#[test]
fn a_server_renders_the_same_tree() {
    let html = rendered::<ProductCard>(card(), false);
    let state = State::Ready(record());
    let tree = printed(&draw(&CardProps::new(
        state,
        Messages::for_language("de").unwrap(),
    )));
    // Both are the same to a parser.
    let plain = |html: &str| html.replace("=\"\"", "").replace("&gt;", ">");
    assert!(plain(&html).contains(&plain(&tree)), "{html}\n{tree}");
    assert!(html.starts_with(r#"<div class="product-pool-card">"#));
    assert!(html.contains("Milch"));
}

#[test]
fn what_a_browser_requests_is_a_skeleton_with_the_fallback() {
    let gtin = "09520000000004";
    let html = rendered::<ProductCard>(yew::props!(ProductCardProps { gtin }), true);
    assert!(html.contains(r#"data-state="loading""#), "{html}");
    let children = html! { <p>{ "Plain text" }</p> };
    let html = rendered::<ProductCard>(yew::props!(ProductCardProps { gtin, children }), true);
    assert!(
        html.contains("Plain text") && html.contains("skeleton"),
        "{html}"
    );
}

#[test]
fn a_panel_is_rendered_on_a_server() {
    #[component]
    fn Single() -> Html {
        html! { <ProductPanel panel={Panel::Allergens} product={record()} heading_level=3/> }
    }
    let html = rendered::<Single>((), false);
    assert!(
        html.contains("<h3") && html.contains(r#"data-allergen="milk""#),
        "{html}"
    );
}

/// A state that a server prepares is decoded in the browser as Yew has encoded it.
#[test]
fn a_prepared_product_arrives_as_it_was() {
    #[component]
    fn Prepared() -> HtmlResult {
        let product = use_prepared_state!((), |_| -> Product { record().product })?;
        Ok(html! { <ProductPanel panel={Panel::Allergens} product={&*product.unwrap()}/> })
    }
    let html = rendered::<Prepared>((), true);
    assert!(html.contains(r#"data-allergen="milk""#), "{html}");
    let config = bincode::config::standard();
    let prepared = bincode::serde::encode_to_vec(record().product, config).unwrap();
    let (read, _) = bincode::serde::decode_from_slice::<Product, _>(&prepared, config).unwrap();
    assert_eq!(read, record().product);
}

/// A server sends the request of a component in a `<Suspense>`, and waits for its outcome.
#[test]
fn a_suspended_component_is_rendered_with_its_outcome() {
    #[component]
    fn Name() -> HtmlResult {
        let request = use_product_suspense("09520000000004")?;
        let code = request.error().map(|error| error.code().key());
        Ok(html! { <b>{ code }</b> })
    }
    #[component]
    fn App() -> Html {
        let options = Options::new("http://127.0.0.1:1").max_retries(0);
        html! { <PoolProvider {options}><Suspense><Name/></Suspense></PoolProvider> }
    }
    assert_eq!(rendered::<App>((), false), "<b>network</b>");
}

#[test]
fn a_card_answers_for_allergens_as_for_their_names() {
    let product = record();
    let avoid = Allergen::ALL;
    let html = rendered::<ProductCard>(yew::props!(ProductCardProps { product, avoid }), false);
    for allergen in Allergen::ALL {
        let answer = format!("data-allergen=\"{}\" data-answer", allergen.wire_name());
        assert!(html.contains(&answer), "{answer} in {html}");
    }
    let (product, avoid) = (record(), "no such thing");
    let html = rendered::<ProductCard>(yew::props!(ProductCardProps { product, avoid }), false);
    assert!(html.contains(r#"data-answer="unknown""#), "{html}");
}

/// A `<style>` element ends at the first end tag, whatever it is in.
#[test]
fn the_style_sheet_can_stand_in_a_page() {
    assert!(!stylesheet().contains('<'));
    assert!(stylesheet().contains("@scope (.product-pool-card)"));
    assert_eq!(STYLE_ID, "product-pool-styles");
}

#[test]
fn a_server_describes_the_product_to_search_engines() {
    #[component]
    fn Card() -> Html {
        html! { <ProductCard product={record()} json_ld=true/> }
    }
    let html = rendered::<Card>((), true);
    let (_, rest) = html
        .split_once(r#"<script type="application/ld+json" data-product-pool="">"#)
        .expect(&html);
    let (text, _) = rest.split_once("</script>").unwrap();
    let document: serde_json::Value = serde_json::from_str(text).expect(text);
    assert_eq!(document["name"], "Soup & co");
    let plain = rendered::<ProductCard>(card(), true);
    assert!(!plain.contains("ld+json"));
}

#[test]
fn a_card_in_a_shadow_tree_leaves_its_children_to_a_server() {
    let html = rendered::<ProductCard>(
        yew::props!(ProductCardProps {
            gtin: "09520000000004",
            shadow: true,
            class: "it",
            children: html! { <p>{ "Plain text" }</p> },
        }),
        false,
    );
    assert!(html.starts_with(r#"<div class="it">"#), "{html}");
    assert!(html.contains("Plain text") && !html.contains("product-pool-card"));
}

/// The names in the lines of the element's documentation that begin with a word; tests of the
/// package compare these with what the element has.
fn documented(word: &str) -> Vec<String> {
    let path = Path::new(ROOT).join("pkg/src/card/element.ts");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix(" * @"));
    let lines = lines.filter_map(|line| line.strip_prefix(word));
    let described = lines.filter_map(|line| Some(line.split_once(" - ")?.0));
    let names = described.filter_map(|definition| definition.split_whitespace().last());
    let plain = names.map(|name| name.trim_start_matches('[').split('=').next().unwrap());
    plain.map(str::to_owned).collect()
}

/// The attributes of the element, which the comments of its properties name.
fn attributes() -> BTreeSet<String> {
    let mut found: BTreeSet<_> = documented("attr").into_iter().collect();
    for file in ["pkg/src/card/element.ts", "pkg/src/shared/view.ts"] {
        let text = std::fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
        let words: Vec<&str> = text
            .split_whitespace()
            .filter(|word| *word != "*")
            .collect();
        let named = words.windows(2).filter(|pair| pair[0] == "Attribute");
        found.extend(named.filter_map(|pair| Some(pair[1].split('`').nth(1)?.to_owned())));
    }
    found
}

/// Attributes, slots and events of the element are properties of the component, under the same
/// names.
#[test]
fn whatever_the_element_has_is_a_property() {
    // What only the component has. `skeleton` is the slot `loading`, whose name the attribute
    // has; the children are the slot without a name.
    let mut expected = vec![
        "product", "messages", "shadow", "class", "skeleton", "children", "before", "after",
    ];
    // An application has the WebAssembly anyway: nobody needs to draw for it.
    let mut attributes = attributes();
    attributes.remove("rendering");
    let slots = documented("slot");
    let events = documented("fires");
    assert!(attributes.len() >= 15 && slots.len() >= 8 && events.len() >= 4);
    let named = |name: &str| name.replace('-', "_");
    let events = events
        .iter()
        .map(|event| named(&event.replace("product-pool-", "on-")));
    let slots = slots
        .iter()
        .filter(|slot| !slot.ends_with("-PANEL") && *slot != "loading");
    let mut all: Vec<String> = attributes
        .iter()
        .chain(slots)
        .map(|name| named(name))
        .collect();
    all.extend(events);
    all.extend(expected.drain(..).map(str::to_owned));
    all.sort();

    let props = format!("{:#?}", yew::props!(ProductCardProps {}));
    let fields = props.lines().filter_map(|line| line.strip_prefix("    "));
    let fields = fields.filter(|field| field.starts_with(|c: char| c.is_ascii_lowercase()));
    let mut fields: Vec<&str> = fields
        .filter_map(|field| Some(field.split_once(": ")?.0))
        .collect();
    fields.sort_unstable();
    assert_eq!(fields, all);
}
