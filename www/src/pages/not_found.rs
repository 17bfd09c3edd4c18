//! The page for addresses that have none.

use crate::layout::use_title;
use crate::ways_on::WaysOn;
use yew::prelude::*;

/// Says that there is no such page.
#[component]
pub(crate) fn NotFound() -> Html {
    use_title("Page not found");
    html! {
        <>
            <h1>{ "Page not found" }</h1>
            <p class="lead">{ "There is no page at this address." }</p>
            <WaysOn/>
        </>
    }
}
