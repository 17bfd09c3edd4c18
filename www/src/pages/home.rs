//! The front page: what this is, a look-up, a product, and where to go from here.

use crate::avoid::AvoidChoices;
use crate::go::{Go, Place, use_query, use_shop_navigator};
use crate::layout::use_title;
use crate::lookup::Lookup;
use crate::problem::{Problem, Waiting};
use crate::route::{ChangesQuery, CompareQuery, EntryQuery, Route, ShelfQuery};
use crate::settings::use_settings;
use product_pool::card::Variant;
use product_pool::gtin::Gtin;
use product_pool::model::ManufacturerId;
use product_pool::yew::{Loading, ProductCard, RequestState, use_manufacturers};
use yew::prelude::*;
use yew_router::prelude::*;

/// The product of the front page, of which the catalogue has three versions.
const FEATURED: &str = "09520000000004";

/// Products to compare, by `pool_id`.
pub(super) const EXAMPLES: [&str; 3] = ["000010000", "000010001", "000010002"];

/// The front page.
#[component]
pub(crate) fn Home() -> Html {
    let settings = use_settings();
    let navigator = use_shop_navigator();
    use_title("What do you avoid?");
    use_entry();
    let on_found = {
        let navigator = navigator.clone();
        Callback::from(move |gtin: Gtin| {
            let gtin = gtin.to_string();
            Place::from(Route::Product { gtin }).push(&navigator);
        })
    };
    html! {
        <div class="front">
            <section class="hero">
                <h1>{ "What do you avoid?" }</h1>
                <p class="lead">
                    { "Tick it once, and every product in this shop says at once what its manufacturer \
                       declared about it, and never more than is known." }
                </p>
                <AvoidChoices label="I avoid"/>
                <p>
                    <Go class="button primary" to={Place::from(Route::Shelf)}>{ "See the products" }</Go>
                </p>
                <h2>{ "Or look one up" }</h2>
                <Lookup {on_found}/>
                <Entries/>
            </section>
            <section class="featured" aria-labelledby="featured">
                <h2 id="featured">{ "A product" }</h2>
                <ProductCard
                    gtin={FEATURED}
                    variant={Variant::Summary}
                    heading_level=3
                    loading={Loading::Eager}
                    avoid={settings.avoid_list()}
                    theme={settings.theme}
                />
                <p>
                    <Go class="button" to={product(FEATURED)}>{ "View product" }</Go>
                </p>
            </section>
            <Makers/>
            <Cases/>
        </div>
    }
}

fn product(gtin: &str) -> Place {
    let gtin = gtin.to_owned();
    Place::from(Route::Product { gtin })
}

/// Follows an address that names a product or a state of the card in its query or fragment.
#[hook]
fn use_entry() {
    let navigator = use_shop_navigator();
    let query = use_query::<EntryQuery>();
    let fragment =
        use_location().map(|location| location.hash().trim_start_matches('#').to_owned());
    let fragment = fragment.and_then(|text| serde_urlencoded::from_str::<EntryQuery>(&text).ok());
    let entries = [fragment.unwrap_or_default(), query];
    use_effect_with(entries, move |entries| {
        for entry in entries {
            if let Some(state) = &entry.state {
                let query = serde_urlencoded::to_string([("state", state)]).unwrap_or_default();
                if let Some(window) = web_sys::window() {
                    let _ = window
                        .location()
                        .replace(&format!("/www/playground.html?{query}"));
                }
                return;
            }
            if let Some(gtin) = entry.gtin.clone() {
                return navigator.replace(&Route::Product { gtin });
            }
            if let Some(id) = entry.product.clone() {
                return navigator.replace(&Route::Item { id });
            }
        }
    });
}

/// The sights of the demo.
#[component]
fn Entries() -> Html {
    let versions = ChangesQuery {
        from: Some("1".to_owned()),
        to: Some("3".to_owned()),
    };
    let gtin = FEATURED.to_owned();
    let changes = Place::with(Route::Changes { gtin }, versions);
    let compare = Place::with(Route::Compare, CompareQuery::of(EXAMPLES));
    let shelf = Place::from(Route::Shelf);
    let shelf_text = "24 products at a time. Say what you avoid, and every card answers at once.";
    let compare_text = "The 14 allergens of several products in one table.";
    let changes_text = "What a manufacturer changed from one version of a product to the next.";
    let entry = |to: Place, name: &'static str, text: &'static str| {
        html! { <li><Go {to}><strong>{ name }</strong></Go><p>{ text }</p></li> }
    };
    html! {
        <nav class="explore" aria-label="Look around">
            <ul>
                { entry(shelf, "Products", shelf_text) }
                { entry(compare, "Compare allergens", compare_text) }
                { entry(changes, "What changed", changes_text) }
                <li>
                    <a href="/www/playground.html"><strong>{ "Playground" }</strong></a>
                    <p>{ "The custom element for any page, in every state and with every attribute." }</p>
                </li>
            </ul>
        </nav>
    }
}

/// The manufacturers, each with a shelf.
#[component]
fn Makers() -> Html {
    let makers = use_manufacturers();
    let list = match &makers.state {
        RequestState::Failed(error) => {
            html! { <Problem code={error.code()} retry={makers.retry}/> }
        }
        RequestState::Ready(()) => {
            let makers = super::shelf::makers(&makers);
            let link = |(id, name): (ManufacturerId, String)| {
                let query = ShelfQuery {
                    maker: Some(id),
                    ..ShelfQuery::default()
                };
                let to = Place::with(Route::Shelf, query);
                html! { <li key={id.0}><Go class="tile" {to}>{ name }</Go></li> }
            };
            html! { <ul class="tiles">{ for makers.into_iter().map(link) }</ul> }
        }
        _ => html! { <Waiting/> },
    };
    html! {
        <section class="makers" aria-labelledby="makers">
            <h2 id="makers">{ "Shop by maker" }</h2>
            { list }
        </section>
    }
}

/// Products that are the same in every demo catalogue, each with something special.
#[component]
fn Cases() -> Html {
    let case = |gtin: &'static str, name: &'static str| {
        html! { <li key={gtin}><Go class="tile" to={product(gtin)}>{ name }</Go></li> }
    };
    html! {
        <section class="cases" aria-labelledby="cases">
            <h2 id="cases">{ "Products worth a look" }</h2>
            <ul class="tiles">
                { case("09520000001001", "An allergen that is not stated") }
                { case("9520000002008", "Declarations that contradict each other") }
                { case("9520000003005", "A kit of several components") }
                { case("9520000007003", "A product that was replaced") }
                { case("09520000005009", "Hardly anything filled in") }
            </ul>
        </section>
    }
}
