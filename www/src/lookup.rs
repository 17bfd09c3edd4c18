//! The look-up of a GTIN, as typed or scanned.

use gloo_events::EventListener;
use js_sys::Reflect;
use product_pool::gtin::Gtin;
use wasm_bindgen::JsCast;
use web_sys::{CustomEvent, Element};
use yew::prelude::*;

/// The properties of [`Lookup`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct LookupProps {
    /// A GTIN was entered.
    pub(crate) on_found: Callback<Gtin>,
}

/// A field for a barcode, and the camera: the package's element, which `start.js` loads.
#[component]
pub(crate) fn Lookup(props: &LookupProps) -> Html {
    let scanner = use_node_ref();
    {
        let scanner = scanner.clone();
        use_effect_with(props.on_found.clone(), move |on_found| {
            let on_found = on_found.clone();
            let announce = move |event: &Event| {
                if let Some(gtin) = scanned(event) {
                    on_found.emit(gtin);
                }
            };
            let scanner = scanner.cast::<Element>();
            let listener =
                scanner.map(|scanner| EventListener::new(&scanner, "product-pool-scan", announce));
            move || drop(listener)
        });
    }
    html! { <@{"product-pool-scanner"} class="lookup" ref={scanner}/> }
}

/// The GTIN that a scanner announces.
fn scanned(event: &Event) -> Option<Gtin> {
    let detail = event.dyn_ref::<CustomEvent>()?.detail();
    let gtin = Reflect::get(&detail, &"gtin".into()).ok()?.as_string()?;
    Gtin::parse_lenient(&gtin).ok()
}
