//! The list of ingredients, allergens emphasised.

use super::{PanelProps, by_component, panel};
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
    let messages = props.messages;
    let none = html! { <p class="muted">{ messages.get("ingredients.none") }</p> };
    let content = by_component(props, none.clone(), |component, _| {
        let list = ingredient_list(component);
        html! {
            <>
            if list.runs.is_empty() {
                { none.clone() }
            } else {
                <p class="ingredients">{ runs(&list.runs) }</p>
            }
            if !list.statements.is_empty() {
                <p class="muted">{ runs(&list.statements) }</p>
            }
            </>
        }
    });
    panel(
        "ingredients",
        props.level,
        messages.get("ingredients.title"),
        content,
    )
}
