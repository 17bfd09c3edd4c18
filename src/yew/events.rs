//! The events of a card.

use super::browser;
use super::product::LoadedProduct;
use super::request::{RequestState, UseRequest};
use crate::card::Panel;
use crate::client::Error;
use crate::model::Product;
use std::cell::Cell;
use std::rc::Rc;
use yew::prelude::*;

/// The reader has opened or closed a panel.
///
/// ```
/// use product_pool::yew::{PanelToggle, ProductCard};
/// use yew::prelude::*;
///
/// #[component]
/// fn Card() -> Html {
///     let is_open = use_state(|| false);
///     let setter = is_open.setter();
///     let on_panel_toggle = move |toggle: PanelToggle| setter.set(toggle.open);
///     html! {
///         <>
///             <ProductCard gtin="09520000000004" {on_panel_toggle}/>
///             if *is_open { <p>{ "Figures are per 100 g." }</p> }
///         </>
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PanelToggle {
    /// The panel.
    pub panel: Panel,
    /// Whether it is open now.
    pub open: bool,
}

/// The reason why a card has no product, for the content of its slots.
///
/// ```
/// # mod page { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/yew/examples.rs")); }
/// use product_pool::yew::{CardFailure, ProductCard};
/// use yew::prelude::*;
///
/// #[component]
/// fn Card() -> Html {
///     let error = |failure: CardFailure| {
///         let retry = failure.retry.reform(|_| ());
///         html! { <p>{ failure.error.code() }<button onclick={retry}>{ "Try again" }</button></p> }
///     };
///     html! { <ProductCard gtin="09520000000004" {error}/> }
/// }
/// # assert!(page::render::<Card>().contains(r#"data-state="loading""#));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CardFailure {
    /// The error of the request.
    pub error: Rc<Error>,
    /// Requests the product again.
    pub retry: Callback<()>,
}

/// Equal where it is the same error of the same request.
impl PartialEq for CardFailure {
    fn eq(&self, other: &CardFailure) -> bool {
        Rc::ptr_eq(&self.error, &other.error) && self.retry == other.retry
    }
}

impl CardFailure {
    /// That of a request, if it has failed.
    pub(super) fn of(request: &UseRequest<LoadedProduct>) -> Option<CardFailure> {
        match &request.state {
            RequestState::Failed(error) => Some(CardFailure {
                error: error.clone(),
                retry: request.retry.clone(),
            }),
            _ => None,
        }
    }
}

/// The product of a card was replaced by others.
///
/// ```
/// use product_pool::yew::{ProductCard, ProductKey, Replaced};
/// use yew::prelude::*;
///
/// /// Shows the product that replaces another at once.
/// #[component]
/// fn Current() -> Html {
///     let id = use_state(|| AttrValue::from("0f9a"));
///     let setter = id.setter();
///     let on_replaced = move |event: Replaced| {
///         if let Some(successor) = event.replaced_by.first() {
///             event.prevent_default();
///             setter.set(successor.clone().into());
///         }
///     };
///     html! { <ProductCard product_id={(*id).clone()} {on_replaced}/> }
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Replaced {
    /// The product.
    pub product: Product,
    /// The identifiers (`pool_id`) of the products that replace it.
    pub replaced_by: Vec<String>,
    /// The address that the card links to, if it is known.
    pub url: Option<String>,
    is_prevented: Rc<Cell<bool>>,
}

impl Replaced {
    /// Keeps the card from showing a link, for an application that shows the successor itself.
    pub fn prevent_default(&self) {
        self.is_prevented.set(true);
    }
}

/// The handlers of the outcome of a request.
pub(super) struct Listeners {
    pub(super) load: Callback<LoadedProduct>,
    pub(super) error: Callback<Rc<Error>>,
    pub(super) replaced: Callback<Replaced>,
}

/// Announces the outcome of a request, once. Returns the address that the card links to if the
/// product was replaced.
#[hook]
pub(super) fn use_outcome(
    state: &RequestState<LoadedProduct>,
    successor_url: Option<&AttrValue>,
    listeners: Listeners,
) -> Option<String> {
    let successor = use_state(|| None::<(Product, String)>);
    let setter = successor.setter();
    let successor_url = successor_url.cloned();
    // That it may be out of date is no other outcome.
    let outcome = state.and_then(|loaded| Some(loaded.product.clone()));
    let known = state.clone();
    use_effect_with(outcome, move |_| match &known {
        RequestState::Idle | RequestState::Loading => {}
        RequestState::Failed(error) => listeners.error.emit(error.clone()),
        RequestState::Ready(loaded) => {
            let replaced_by = crate::label::successors(loaded.product.data());
            if let Some(first) = replaced_by.first() {
                let url = successor_url.and_then(|pattern| browser::address(&pattern, first));
                let event = Replaced {
                    product: loaded.product.clone(),
                    replaced_by,
                    url,
                    is_prevented: Rc::default(),
                };
                listeners.replaced.emit(event.clone());
                let url = event.url.filter(|_| !event.is_prevented.get());
                setter.set(url.map(|url| (loaded.product.clone(), url)));
            }
            listeners.load.emit(loaded.clone());
        }
    });
    match (&*successor, state) {
        (Some((of, url)), RequestState::Ready(loaded)) if *of == loaded.product => {
            Some(url.clone())
        }
        _ => None,
    }
}
