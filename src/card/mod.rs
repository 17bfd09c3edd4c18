//! The card: a product's information as a shopper sees it.
//!
//! Yew components, one file a panel. They show what [`label`](crate::label)
//! has worked out and decide nothing of their own. Text reaches the page only
//! as text nodes, and no component listens to events: the custom element that
//! hosts the card does, so the card can live inside a page that is itself a
//! Yew application.

mod allergens;
mod app;
mod header;
mod ingredients;
#[cfg(feature = "js")]
mod mount;
mod nutrition;

pub use app::{Card, CardEvent, CardProps, Listener, Source};

use crate::messages::Messages;
use crate::model::Product;
use crate::model::table::Component;
use std::rc::Rc;
use yew::prelude::*;

/// What every panel is given.
#[derive(Clone, PartialEq, Properties, Debug)]
pub struct PanelProps {
    /// The product.
    pub product: Rc<Product>,
    /// The words.
    pub messages: Messages,
    /// The level of the panel's heading, 2 to 6.
    pub level: u8,
}

/// A heading of the level that fits the page the card stands in.
fn heading(level: u8, class: &'static str, text: Html) -> Html {
    let tag = match level {
        0..=1 => "h1",
        2 => "h2",
        3 => "h3",
        4 => "h4",
        5 => "h5",
        _ => "h6",
    };
    html! { <@{tag} class={class}>{ text }</@> }
}

/// A panel: a section with its heading.
fn panel(name: &'static str, level: u8, title: &str, content: Html) -> Html {
    html! {
        <section class="panel" data-panel={name} part={format!("panel {name}")}>
            { heading(level, "title", html! { { title } }) }
            { content }
        </section>
    }
}

/// The names of a product's components, where there are several to tell apart.
fn component_names(product: &Product, messages: Messages) -> Vec<String> {
    product
        .data()
        .components()
        .iter()
        .enumerate()
        .map(
            |(index, component)| match crate::label::component_name(component) {
                Some(name) => name.to_owned(),
                None => messages.with("card.component", "number", &(index + 1).to_string()),
            },
        )
        .collect()
}

/// " (component)", where there are several.
fn attributed(component: usize, names: &[String]) -> String {
    match names {
        [_, _, ..] => names
            .get(component)
            .map(|name| format!(" ({name})"))
            .unwrap_or_default(),
        _ => String::new(),
    }
}

/// What `draw` makes of each component, under the component's name where
/// there are several; `none` where there is no component at all. `draw` is
/// also given the words that tell one component from the others.
fn by_component(
    props: &PanelProps,
    none: Html,
    draw: impl Fn(Component<'_>, &str) -> Html,
) -> Html {
    let names = component_names(&props.product, props.messages);
    if names.is_empty() {
        return none;
    }
    props
        .product
        .data()
        .components()
        .iter()
        .enumerate()
        .map(|(index, component)| {
            html! {
                <div class="component" data-component={index.to_string()}>
                    if names.len() > 1 {
                        { heading(props.level + 1, "subtitle", html! { { names[index].clone() } }) }
                    }
                    { draw(component, &attributed(index, &names)) }
                </div>
            }
        })
        .collect()
}
