//! The demo: a small shop in English, as an application of Yew would use the components of product-pool.
//!
//! - `app`: the routes, and what all pages share: the client, the settings.
//! - `pages/`: a file for each page.
//! - `settings`: the cards' language, theme, allergens to avoid, products to compare; they outlast a reload.

mod app;
mod avoid;
mod card;
mod go;
mod layout;
mod lookup;
mod pages;
mod problem;
mod route;
mod search;
mod settings;
mod storage;
mod tally;
mod ways_on;

/// The page's document.
fn document() -> Option<web_sys::Document> {
    web_sys::window()?.document()
}

fn main() {
    // Instead of the text that stands there while the program is loading.
    let place = document().and_then(|document| document.get_element_by_id("shop"));
    match place {
        Some(place) => yew::Renderer::<app::App>::with_root(place).render(),
        None => yew::Renderer::<app::App>::new().render(),
    };
}
