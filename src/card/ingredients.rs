//! The list of ingredients, allergens emphasised.

use super::{PanelProps, component_names, heading, panel};
use crate::label::{Run, ingredient_list};
use yew::prelude::*;

/// A supplier's text as text nodes, emphasis and line breaks: never raw HTML.
pub(super) fn runs(runs: &[Run]) -> Html {
    let lines = |text: &str| -> Html {
        text.split('\n')
            .enumerate()
            .map(|(index, line)| {
                html! { <>if index > 0 { <br/> }{ line.to_owned() }</> }
            })
            .collect()
    };
    runs.iter()
        .map(|run| {
            if run.emphasised {
                html! { <strong>{ lines(&run.text) }</strong> }
            } else {
                lines(&run.text)
            }
        })
        .collect()
}

/// The ingredients of every component.
#[component]
pub(super) fn Ingredients(props: &PanelProps) -> Html {
    let PanelProps {
        product,
        messages,
        level,
    } = props;
    let names = component_names(product, *messages);
    let lists: Html = product
        .data()
        .components()
        .iter()
        .enumerate()
        .map(|(index, component)| {
            let list = ingredient_list(component);
            html! {
                <div class="component" data-component={index.to_string()}>
                    if names.len() > 1 {
                        { heading(level + 1, "subtitle", html! { { names[index].clone() } }) }
                    }
                    if list.runs.is_empty() {
                        <p class="muted">{ messages.get("ingredients.none") }</p>
                    } else {
                        <p class="ingredients">{ runs(&list.runs) }</p>
                    }
                    if !list.statements.is_empty() {
                        <p class="muted">{ runs(&list.statements) }</p>
                    }
                </div>
            }
        })
        .collect();
    let content = if names.is_empty() {
        html! { <p class="muted">{ messages.get("ingredients.none") }</p> }
    } else {
        lists
    };
    panel(
        "ingredients",
        *level,
        messages.get("ingredients.title"),
        content,
    )
}
