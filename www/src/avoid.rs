//! The box with the allergens that the visitor avoids.

use crate::settings::{Change, use_settings};
use product_pool::messages::Messages;
use product_pool::model::Allergen;
use product_pool::yew::use_messages;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The name of an allergen in the language of the cards.
fn name(messages: Option<&Messages>, allergen: Allergen) -> String {
    let key = format!("allergen.{}", allergen.wire_name());
    messages
        .map(|it| it.get(&key).to_owned())
        .unwrap_or_default()
}

/// The properties of [`AvoidBox`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct AvoidBoxProps {
    /// Whether it is open at first.
    #[prop_or_default]
    pub(crate) open: bool,
}

/// The 14 allergens to choose from. Every card of the shop shows its verdict on those that are
/// chosen, without another request.
#[component]
pub(crate) fn AvoidBox(props: &AvoidBoxProps) -> Html {
    let settings = use_settings();
    let words = settings.words();
    let messages = use_messages();
    let messages = messages.as_ref();
    let choice = |allergen: Allergen| {
        let settings = settings.clone();
        let checked = settings.avoid.contains(&allergen);
        let onchange = Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            settings.dispatch(Change::Avoid(allergen, input.checked()));
        });
        html! {
            <li>
                <label class="choice">
                    <input type="checkbox" value={allergen.wire_name()} {checked} {onchange}/>
                    { name(messages, allergen) }
                </label>
            </li>
        }
    };
    let clear = {
        let settings = settings.clone();
        Callback::from(move |_: MouseEvent| settings.dispatch(Change::AvoidNothing))
    };
    let names: Vec<String> = settings
        .avoid
        .iter()
        .map(|it| name(messages, *it))
        .collect();
    html! {
        <details class="avoid" open={props.open}>
            <summary>
                <span>{ words.avoid }</span>
                if !names.is_empty() {
                    <span class="avoided">{ ": " }{ names.join(", ") }</span>
                }
            </summary>
            <p class="hint">{ words.avoid_hint }</p>
            <ul class="choices" aria-label={words.avoid}>
                { for Allergen::groups().map(choice) }
            </ul>
            if !names.is_empty() {
                <button type="button" onclick={clear}>{ words.avoid_nothing }</button>
            }
        </details>
    }
}
