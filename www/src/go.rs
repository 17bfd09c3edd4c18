//! Links between the pages of the shop.

use crate::document;
use crate::route::Route;
use serde::Serialize;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::prelude::*;
use yew_router::prelude::*;

/// A place in the shop: a page with its query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    route: Route,
    /// Without the question mark.
    query: String,
}

impl From<Route> for Place {
    fn from(route: Route) -> Place {
        let query = String::new();
        Place { route, query }
    }
}

impl Place {
    /// A page with a query.
    pub(crate) fn with<Q: Serialize>(route: Route, query: Q) -> Place {
        let query = serde_urlencoded::to_string(query).unwrap_or_default();
        Place { route, query }
    }

    /// The address.
    pub(crate) fn href(&self) -> String {
        let path = self.route.to_path();
        match self.query.as_str() {
            "" => path,
            query => format!("{path}?{query}"),
        }
    }

    /// Goes there, as a link does: to the top, where a screen reader goes on too.
    pub(crate) fn push(&self, navigator: &Navigator) {
        // A text is a query as it is.
        let _ = navigator.push_with_query(&self.route, yew_router::query::Raw(&self.query));
        let main = document().and_then(|document| document.get_element_by_id("main"));
        if let Some(main) = main.and_then(|main| main.dyn_into::<HtmlElement>().ok()) {
            let _ = main.focus();
        }
        if let Some(window) = web_sys::window() {
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
    }

    /// Shows something else of the same page: the address changes, the reader's place stays.
    pub(crate) fn replace(&self, navigator: &Navigator) {
        let _ = navigator.replace_with_query(&self.route, yew_router::query::Raw(&self.query));
    }
}

/// The navigator of the application.
#[hook]
pub(crate) fn use_shop_navigator() -> Navigator {
    use_navigator().expect("the application has a router")
}

/// The query of the page's address.
#[hook]
pub(crate) fn use_query<Q: for<'de> serde::Deserialize<'de> + Default>() -> Q {
    let location = use_location();
    location
        .and_then(|location| location.query::<Q>().ok())
        .unwrap_or_default()
}

/// The properties of [`Go`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct GoProps {
    pub(crate) to: Place,
    /// Whether it leads to the page that is shown.
    #[prop_or_default]
    pub(crate) current: bool,
    #[prop_or_default]
    pub(crate) class: Classes,
    #[prop_or_default]
    pub(crate) children: Html,
}

/// A link within the shop. Unlike the router's own it can be marked as the current page.
#[component]
pub(crate) fn Go(props: &GoProps) -> Html {
    let navigator = use_shop_navigator();
    let to = props.to.clone();
    let onclick = Callback::from(move |event: MouseEvent| {
        // With a key held it opens in another tab or window.
        let has_key = event.meta_key() || event.ctrl_key() || event.shift_key() || event.alt_key();
        if event.button() == 0 && !has_key && !event.default_prevented() {
            event.prevent_default();
            to.push(&navigator);
        }
    });
    html! {
        <a
            href={props.to.href()}
            class={props.class.clone()}
            aria-current={props.current.then_some("page")}
            {onclick}
        >
            { props.children.clone() }
        </a>
    }
}
