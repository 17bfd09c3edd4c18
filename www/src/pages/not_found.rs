//! The page for addresses that have none.

use crate::go::{Go, Place};
use crate::layout::use_title;
use crate::route::Route;
use yew::prelude::*;

/// Says that there is no such page.
#[component]
pub(crate) fn NotFound() -> Html {
    use_title("Page not found");
    html! {
        <>
            <h1>{ "Page not found" }</h1>
            <p class="lead">{ "There is no page at this address." }</p>
            <p><Go to={Place::from(Route::Home)}>{ "To the front page" }</Go></p>
        </>
    }
}
