//! The look-up of a GTIN, as typed or scanned.

use crate::scan::Scanner;
use product_pool::gtin::Gtin;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The properties of [`Lookup`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct LookupProps {
    /// The button's text.
    pub(crate) button: &'static str,
    /// A GTIN was entered.
    pub(crate) on_found: Callback<Gtin>,
}

/// A field for a GTIN. If the text is not a GTIN, the field says so, and nothing is requested.
#[component]
pub(crate) fn Lookup(props: &LookupProps) -> Html {
    let field = use_node_ref();
    let is_bad = use_state_eq(|| false);
    let look_up = {
        let (field, is_bad, on_found) = (field.clone(), is_bad.setter(), props.on_found.clone());
        Callback::from(move |code: Option<String>| {
            let Some(input) = field.cast::<HtmlInputElement>() else {
                return;
            };
            if let Some(code) = code {
                input.set_value(&code);
            }
            let found = Gtin::from_scan_lenient(&input.value());
            is_bad.set(found.is_err());
            match found {
                Ok(gtin) => {
                    input.set_value("");
                    on_found.emit(gtin);
                }
                Err(_) => {
                    let _ = input.focus();
                }
            }
        })
    };
    let on_code = look_up.reform(Some);
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        look_up.emit(None);
    });
    html! {
        <form class="lookup" role="search" novalidate=true {onsubmit}>
            <label for="gtin">{ "GTIN" }</label>
            <input
                id="gtin"
                name="gtin"
                type="text"
                inputmode="numeric"
                autocomplete="off"
                spellcheck="false"
                maxlength="200"
                placeholder="09520000000004"
                aria-describedby="gtin-hint"
                aria-invalid={is_bad.then_some("true")}
                ref={field}
            />
            <button type="submit" class="primary">{ props.button }</button>
            <Scanner {on_code}/>
            <p id="gtin-hint" class="hint" role="status">
                if *is_bad {
                    <strong>{ "That is not a GTIN. It has 8, 12, 13 or 14 digits. " }</strong>
                }
                <span>{ "8, 12, 13 or 14 digits; a scanned GS1 code or a Digital Link works too." }</span>
            </p>
        </form>
    }
}
