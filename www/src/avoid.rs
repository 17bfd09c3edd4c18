//! The allergens that the visitor avoids: a list to choose from, and a box that folds around it.

use crate::settings::{Change, use_settings};
use product_pool::messages::Messages;
use product_pool::model::Allergen;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

/// The English name of an allergen.
pub(crate) fn name_of(english: &Messages, allergen: Allergen) -> String {
    let key = format!("allergen.{}", allergen.wire_name());
    english.get(&key).to_owned()
}

/// The properties of [`AvoidChoices`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct AvoidChoicesProps {
    /// What the list is called.
    pub(crate) label: AttrValue,
}

/// The 14 allergens to choose from. Every card of the shop shows its verdict on those that are
/// chosen, without another request.
#[component]
pub(crate) fn AvoidChoices(props: &AvoidChoicesProps) -> Html {
    let settings = use_settings();
    let english = use_memo((), |()| Messages::english());
    let choice = |allergen: Allergen| {
        let settings = settings.clone();
        let checked = settings.avoid.contains(&allergen);
        let onchange = Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            settings.dispatch(Change::Avoid(allergen, input.checked()));
        });
        html! {
            <li>
                <label class="choice chip">
                    <input type="checkbox" value={allergen.wire_name()} {checked} {onchange}/>
                    { name_of(&english, allergen) }
                </label>
            </li>
        }
    };
    html! {
        <ul class="choices" aria-label={&props.label}>{ for Allergen::groups().map(choice) }</ul>
    }
}

/// The properties of [`AvoidBox`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct AvoidBoxProps {
    /// Whether it is open at first.
    #[prop_or_default]
    pub(crate) open: bool,
}

/// The choices in a box that folds.
#[component]
pub(crate) fn AvoidBox(props: &AvoidBoxProps) -> Html {
    let settings = use_settings();
    let english = use_memo((), |()| Messages::english());
    let clear = {
        let settings = settings.clone();
        Callback::from(move |_: MouseEvent| settings.dispatch(Change::AvoidNothing))
    };
    let fold = use_node_ref();
    let close = {
        let fold = fold.clone();
        Callback::from(move |_: MouseEvent| {
            let Some(fold) = fold.cast::<Element>() else {
                return;
            };
            let _ = fold.remove_attribute("open");
            let summary = fold.first_element_child();
            if let Some(summary) = summary.and_then(|node| node.dyn_into::<HtmlElement>().ok()) {
                let _ = summary.focus();
            }
        })
    };
    let name = |allergen: &Allergen| name_of(&english, *allergen);
    let names: Vec<String> = settings.avoid.iter().map(name).collect();
    let names = names.join(", ");
    html! {
        <details class="avoid" open={props.open} ref={fold}>
            <summary>
                <span>{ "I avoid" }</span>
                if !names.is_empty() {
                    <span key={names.as_str()} class="avoided">{ ": " }{ &names }</span>
                }
            </summary>
            <p class="hint">{ "Every card says at once what the manufacturer declared about these." }</p>
            <AvoidChoices label="I avoid"/>
            <div class="avoid-foot">
                <button type="button" class="primary" onclick={close}>{ "Done" }</button>
                if !names.is_empty() {
                    <button type="button" onclick={clear}>{ "Clear the list" }</button>
                }
            </div>
        </details>
    }
}
