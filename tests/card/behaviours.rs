//! What a card does, by the table that the custom element's tests run too.

use crate::support::{Page, Service, keep_prints, pause, printed, printed_copy, settle, show};
use product_pool::card::Density;
use product_pool::client::Error;
use product_pool::model::Value;
use product_pool::yew::{LoadedProduct, Loading, PanelToggle, ProductCard, Replaced};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

const TABLE: &str = include_str!("../fixtures/behaviours.json");

type Properties = BTreeMap<String, String>;
type Events = Rc<RefCell<Vec<String>>>;

#[wasm_bindgen_test]
async fn a_card_does_what_the_table_says() {
    keep_prints();
    let table = Value::parse(TABLE).unwrap();
    let rows = table.get("rows").and_then(Value::as_list).unwrap();
    assert!(rows.len() > 10);
    let mut differences = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let found = run(row, table.get("records").unwrap(), index).await;
        if !found.is_empty() {
            differences.push(format!("{:?}: {found:?}", row.get("name")));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Shows the card of a row; returns what differs from the row.
async fn run(row: &Value, records: &Value, index: usize) -> Vec<(&'static str, String)> {
    let service = Service::new();
    respond(&service, row.get("responses").unwrap(), records);
    let events = Events::default();
    let noted = events.clone();
    let page = show(texts(row.get("properties").unwrap()), move |properties| {
        card(properties, &noted, index)
    });
    let steps = row.get("steps").and_then(Value::as_list);
    for step in steps.unwrap_or_default() {
        // A response about images, too, draws the card: not at the moment of a click.
        pause(50).await;
        settle().await;
        match (step.as_text(), step.get("respond")) {
            (Some("print"), _) => page.click("[data-action=print]"),
            (Some(selector), _) => {
                let target = page.find(selector).unwrap();
                let target: HtmlElement = target.unchecked_into();
                target.focus().unwrap();
                target.click();
            }
            (None, Some(responses)) => respond(&service, responses, records),
            (None, None) => {
                let mut properties = texts(row.get("properties").unwrap());
                properties.extend(texts(step));
                page.control.set(properties);
            }
        }
    }
    let expected = |name: &str| row.get(name).map(Value::to_json);
    let mut differences = Vec::new();
    for _ in 0..400 {
        differences = look(&page, &service, &events.borrow(), row.get("shows"))
            .into_iter()
            .filter(|(name, seen)| expected(name).is_some_and(|wanted| wanted != *seen))
            .collect();
        if differences.is_empty() {
            break;
        }
        pause(5).await;
    }
    if let Some(frame) = printed() {
        frame.remove();
    }
    differences
}

/// A card with properties that are named as the attributes.
fn card(properties: &Properties, events: &Events, index: usize) -> Html {
    let text = |name: &str| {
        properties
            .get(name)
            .map(|value| AttrValue::from(value.clone()))
    };
    fn note<T: 'static>(events: &Events, text: impl Fn(T) -> String + 'static) -> Callback<T> {
        let events = events.clone();
        Callback::from(move |event| events.borrow_mut().push(text(event)))
    }
    let on_load = note(events, |loaded: LoadedProduct| {
        let id = loaded.product.data().pool_id().get();
        format!("load {}", id.unwrap_or_default())
    });
    let on_error = note(events, |error: Rc<Error>| format!("error {}", error.code()));
    let on_replaced = note(events, |event: Replaced| {
        format!("replaced {}", event.replaced_by.join(","))
    });
    let on_panel_toggle = note(events, |toggle: PanelToggle| {
        format!("toggle {} {}", toggle.panel.key(), toggle.open)
    });
    html! {
        <ProductCard
            // A client for each card, which knows nothing of the others.
            base_url={format!("https://behaviour{index}.example")}
            loading={Loading::Eager}
            gtin={text("gtin")}
            product_id={text("product-id")}
            version={text("version")}
            successor_url={text("successor-url")}
            avoid={text("avoid")}
            density={text("density").map_or(Density::default(), |name| name.parse().unwrap())}
            actions={html! { <button data-action="print">{ "Print" }</button> }}
            {on_load} {on_error} {on_replaced} {on_panel_toggle}
        />
    }
}

fn respond(service: &Service, responses: &Value, records: &Value) {
    for (path, response) in responses.as_object().unwrap().iter() {
        let (status, body) = match response.as_list() {
            Some([status, body]) => (status.as_scalar().unwrap().parse().unwrap(), body),
            _ => (200, records.get(response.as_text().unwrap()).unwrap()),
        };
        service.status(path, status);
        service.answer(path, &body.to_json());
    }
}

fn texts(object: &Value) -> Properties {
    let members = object.as_object().unwrap().iter();
    let text = |value: &Value| value.as_text().unwrap().to_owned();
    members
        .map(|(name, value)| (name.to_owned(), text(value)))
        .collect()
}

/// What can be seen of the card by now, as JSON.
fn look(
    page: &Page<Properties>,
    service: &Service,
    events: &[String],
    shows: Option<&Value>,
) -> Vec<(&'static str, String)> {
    let list = |items: &[String]| {
        let items = items
            .iter()
            .map(|item| Value::from(item.as_str()).to_json());
        format!("[{}]", items.collect::<Vec<_>>().join(","))
    };
    let requests = service.calls().into_iter();
    let requests = requests.filter(|path| path.starts_with("/v2/products/"));
    let state = page
        .find(".card")
        .and_then(|card| card.get_attribute("data-state"));
    let sought = shows.filter(|selector| page.find(selector.as_text().unwrap()).is_some());
    vec![
        ("requests", list(&requests.collect::<Vec<_>>())),
        (
            "state",
            Value::from(state.unwrap_or_default().as_str()).to_json(),
        ),
        ("events", list(events)),
        ("open", list(&open(&page.root))),
        (
            "printed",
            list(&printed_copy().map(|copy| open(&copy)).unwrap_or_default()),
        ),
        ("shows", sought.map(Value::to_json).unwrap_or_default()),
    ]
}

/// The names of the panels that are open.
fn open(root: &Element) -> Vec<String> {
    let folds = root.query_selector_all("details[open]").unwrap();
    let folds = (0..folds.length()).map(|index| folds.get(index).unwrap());
    let name = |fold: &Element| fold.get_attribute("data-toggle").unwrap();
    folds.map(|fold| name(fold.unchecked_ref())).collect()
}
