//! The application: what all pages share, and which page an address leads to.

use crate::layout::Layout;
use crate::pages::{Changes, Compare, Find, Home, NotFound, Product, Shelf};
use crate::route::Route;
use crate::settings::{SettingsHandle, use_kept_settings};
use product_pool::client::Options;
use product_pool::yew::{PoolProvider, ProductKey};
use yew::prelude::*;
use yew_router::prelude::*;

/// The addresses of the languages' files.
const LANGUAGES: &str = "/www/dist/languages/{lang}.json";

/// The shop.
#[component]
pub(crate) fn App() -> Html {
    let settings = use_kept_settings();
    let lang = settings.language;
    html! {
        <ContextProvider<SettingsHandle> context={settings}>
            // The gateway is where the page is, and has the token.
            <PoolProvider options={Options::new("")} {lang} languages={LANGUAGES}>
                <BrowserRouter>
                    <Layout>
                        <Switch<Route> render={page} />
                    </Layout>
                </BrowserRouter>
            </PoolProvider>
        </ContextProvider<SettingsHandle>>
    }
}

fn page(route: Route) -> Html {
    match route {
        Route::Home => html! { <Home/> },
        Route::Shelf => html! { <Shelf/> },
        Route::Find => html! { <Find/> },
        Route::Product { gtin } => {
            let key = gtin.clone();
            html! { <Product {key} product={ProductKey::from(gtin)}/> }
        }
        Route::Item { id } => {
            let key = id.clone();
            html! { <Product {key} product={ProductKey::id(id)}/> }
        }
        Route::Compare => html! { <Compare/> },
        Route::Changes { gtin } => {
            let key = gtin.clone();
            html! { <Changes {key} {gtin}/> }
        }
        Route::NotFound => html! { <NotFound/> },
    }
}
