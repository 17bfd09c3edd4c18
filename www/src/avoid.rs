//! The allergens that the visitor avoids: a list to choose from, and a box that folds around it.

use crate::settings::{Change, use_settings};
use product_pool::messages::Messages;
use product_pool::model::Allergen;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The English names of allergens.
pub(crate) fn names_of<'a>(
    english: &Messages,
    allergens: impl IntoIterator<Item = &'a Allergen>,
) -> String {
    let key = |allergen: &Allergen| format!("allergen.{}", allergen.wire_name());
    let names = allergens
        .into_iter()
        .map(|it| english.get(&key(it)).to_owned());
    names.collect::<Vec<_>>().join(", ")
}

/// The 14 allergens to choose from. Every card of the shop shows its verdict on those that are
/// chosen, without another request.
#[component]
pub(crate) fn AvoidChoices() -> Html {
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
                    { names_of(&english, [&allergen]) }
                </label>
            </li>
        }
    };
    html! {
        <div class="swipe">
            <ul class="choices" aria-label="I avoid">{ for Allergen::groups().map(choice) }</ul>
        </div>
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
    let names = names_of(&english, &settings.avoid);
    html! {
        <details class="avoid" open={props.open}>
            <summary>
                <span>{ "I avoid" }</span>
                if !names.is_empty() {
                    <span key={names.as_str()} class="avoided">{ ": " }{ &names }</span>
                }
            </summary>
            <AvoidChoices/>
            if !names.is_empty() {
                <button type="button" onclick={clear}>{ "Clear the list" }</button>
            }
        </details>
    }
}
