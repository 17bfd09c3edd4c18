//! The page for addresses that have none.

use crate::go::{Go, Place};
use crate::layout::use_title;
use crate::route::Route;
use crate::settings::use_settings;
use yew::prelude::*;

/// Says that there is no such page.
#[component]
pub(crate) fn NotFound() -> Html {
    let settings = use_settings();
    let words = settings.words();
    use_title(words.page_not_found);
    html! {
        <>
            <h1>{ words.page_not_found }</h1>
            <p class="lead">{ words.page_not_found_text }</p>
            <p><Go to={Place::from(Route::Home)}>{ words.to_home }</Go></p>
        </>
    }
}
