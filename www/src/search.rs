//! The search of the shop: the field in its head, and the request to the gateway, which searches its
//! copy of the pool.

use crate::go::{Place, use_query, use_shop_navigator};
use crate::layout::icon;
use crate::route::{FindQuery, Route};
use gloo_net::http::Request;
use gloo_timers::future::TimeoutFuture;
use product_pool::gtin::Gtin;
use product_pool::model::ProductPage;
use std::cell::Cell;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::platform::spawn_local;
use yew::prelude::*;

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Search {
    Waiting,
    /// A page of the products that match.
    Found(ProductPage),
    /// The gateway has no copy to search in.
    Unavailable,
    /// It could not be reached, or is not ready yet.
    Failed,
}

/// How often a gateway is asked that is still reading the list of the pool, once a second.
const ATTEMPTS: u32 = 20;

/// Asks the gateway for a page of the products that match.
async fn request(query: &FindQuery) -> Search {
    let text = serde_urlencoded::to_string(query).unwrap_or_default();
    for attempt in 1..=ATTEMPTS {
        let Ok(response) = Request::get(&format!("/search?{text}")).send().await else {
            return Search::Failed;
        };
        match response.status() {
            503 if attempt < ATTEMPTS => TimeoutFuture::new(1_000).await,
            501 => return Search::Unavailable,
            200 => {
                let text = response.text().await.unwrap_or_default();
                let page = ProductPage::from_json(&text);
                return page.map_or(Search::Failed, Search::Found);
            }
            _ => return Search::Failed,
        }
    }
    Search::Failed
}

/// The result of a search, and the function that repeats it.
#[hook]
pub(crate) fn use_search(query: &FindQuery) -> (Search, Callback<()>) {
    let found = use_state(|| Search::Waiting);
    let attempt = use_state(|| 0u32);
    {
        let found = found.setter();
        use_effect_with((query.clone(), *attempt), move |(query, _)| {
            found.set(Search::Waiting);
            let is_over = Rc::new(Cell::new(false));
            let (query, ended) = (query.clone(), is_over.clone());
            spawn_local(async move {
                let result = request(&query).await;
                // The reader may search for something else by now.
                if !ended.get() {
                    found.set(result);
                }
            });
            move || is_over.set(true)
        });
    }
    let retry = Callback::from(move |()| attempt.set(*attempt + 1));
    ((*found).clone(), retry)
}

/// The field for a name, a brand or a barcode.
#[component]
pub(crate) fn SearchField() -> Html {
    let navigator = use_shop_navigator();
    let field = use_node_ref();
    let text = use_query::<FindQuery>().q;
    {
        // What the address names, until the reader types something else.
        let field = field.clone();
        use_effect_with(text, move |text| {
            if let Some(input) = field.cast::<HtmlInputElement>() {
                input.set_value(text);
            }
        });
    }
    let onsubmit = {
        let field = field.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let Some(input) = field.cast::<HtmlInputElement>() else {
                return;
            };
            let text = input.value().trim().to_owned();
            if text.is_empty() {
                let _ = input.focus();
                return;
            }
            // A barcode leads to its product, which every gateway finds.
            if let Ok(gtin) = Gtin::from_scan(&text) {
                input.set_value("");
                let gtin = gtin.to_string();
                return Place::from(Route::Product { gtin }).push(&navigator);
            }
            Place::with(Route::Find, FindQuery::of(text)).push(&navigator);
        })
    };
    html! {
        <form class="search" role="search" action="/find" aria-label="Products" {onsubmit}>
            <input
                type="search"
                name="q"
                aria-label="Search: name, brand or barcode"
                placeholder="Search"
                autocomplete="off"
                enterkeyhint="search"
                maxlength="200"
                ref={field}
            />
            <button type="submit" aria-label="Search">
                { icon("M15.5 15.5 20 20M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0z") }
            </button>
        </form>
    }
}
