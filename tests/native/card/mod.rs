//! The card as it is drawn.

use crate::support::SIGNS;
use product_pool::card::{CardProps, Density, Element, Failure, Node, Panel, Record, State, draw};
use product_pool::messages::{DateFormat, Messages};
use product_pool::model::{FeatureImage, ImagePage, Product, Value};
use product_pool::views::{ChangesProps, MatrixProps};

mod allergen_lines;
mod allergen_names;
mod answers;
mod bounds;
mod changed_values;
mod components;
mod content;
mod head;
mod hostile;
mod page_software;
mod panels;
mod properties;
mod regressions;
mod unusual;
mod views;
mod weights;
mod yew;

/// The threads of a server can share these.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Messages>();
    shared::<DateFormat>();
    shared::<Record>();
    shared::<CardProps>();
    shared::<Element>();
    shared::<MatrixProps>();
    shared::<ChangesProps>();
};

const HOSTILE: &str = include_str!("../../fixtures/hostile.json");

fn props(state: State) -> CardProps {
    CardProps::new(state, Messages::english())
}

fn record(data: &serde_json::Value) -> Record {
    let text = serde_json::json!({ "data": data }).to_string();
    Record::new(Product::from_json(&text).unwrap())
}

fn card(record: Record) -> Element {
    draw(&props(State::Ready(record)))
}

/// All elements of a tree, itself first.
fn elements(element: &Element) -> Vec<&Element> {
    let mut found = vec![element];
    for child in element.child_nodes() {
        if let Node::Element(child) = child {
            found.extend(elements(child));
        }
    }
    found
}

/// The text of an element, with its signs as characters.
fn text(element: &Element) -> String {
    let known = |name| SIGNS.iter().find(|(sign, _)| *sign == name);
    let sign = attribute(element, "data-sign").map(|name| known(name).unwrap().1);
    let children = element.child_nodes().iter().map(|child| match child {
        Node::Element(child) => text(child),
        Node::Text(text) => text.to_string(),
    });
    sign.into_iter().map(String::from).chain(children).collect()
}

fn attribute<'e>(element: &'e Element, name: &str) -> Option<&'e str> {
    element
        .attributes()
        .iter()
        .find_map(|(known, value)| (*known == name).then_some(&**value))
}

fn panels(card: &Element) -> Vec<&str> {
    elements(card)
        .into_iter()
        .filter_map(|element| attribute(element, "data-panel"))
        .collect()
}

/// The first complete record of the demo catalogue.
fn full() -> serde_json::Value {
    let entry = product_pool_demo_data::entries(7, 1).next().unwrap();
    entry.versions.last().unwrap().clone()
}

/// `value` with every text and number in it replaced.
fn replaced(value: &serde_json::Value, by: &str) -> serde_json::Value {
    match value {
        serde_json::Value::Object(object) => object
            .iter()
            .map(|(name, value)| (name.clone(), replaced(value, by)))
            .collect(),
        serde_json::Value::Array(list) => list.iter().map(|item| replaced(item, by)).collect(),
        _ => by.into(),
    }
}
