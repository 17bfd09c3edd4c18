//! The ways on to a product.

use crate::go::{Go, Place, use_shop_navigator};
use crate::lookup::Lookup;
use crate::route::Route;
use product_pool::gtin::Gtin;
use yew::prelude::*;

/// Another barcode, typed or scanned, and all products.
#[component]
pub(crate) fn WaysOn() -> Html {
    let navigator = use_shop_navigator();
    let on_found = Callback::from(move |gtin: Gtin| {
        let gtin = gtin.to_string();
        Place::from(Route::Product { gtin }).push(&navigator);
    });
    html! {
        <section class="ways-on" aria-labelledby="ways-on">
            <h2 id="ways-on">{ "Look up a barcode" }</h2>
            <Lookup {on_found}/>
            <p><Go class="button" to={Place::from(Route::Shelf)}>{ "All products" }</Go></p>
        </section>
    }
}
