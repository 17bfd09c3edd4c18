//! The page of a product.

use crate::avoid::AvoidBox;
use crate::card::Pick;
use crate::go::{Go, Place};
use crate::layout::use_title;
use crate::route::{Route, ShelfQuery};
use crate::settings::use_settings;
use crate::tally::Answer;
use crate::ways_on::WaysOn;
use product_pool::client::{Error, ErrorCode};
use product_pool::model::ManufacturerId;
use product_pool::yew::{LoadedProduct, Loading, ProductCard, ProductKey};
use std::rc::Rc;
use yew::prelude::*;

/// The properties of [`Product`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct ProductProps {
    pub(crate) product: ProductKey,
}

/// The parts of a product that the page needs in addition to the card.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    id: AttrValue,
    name: AttrValue,
    gtin: Option<String>,
    maker: Option<(ManufacturerId, String)>,
    has_versions: bool,
}

impl Known {
    fn of(loaded: &LoadedProduct) -> Option<Known> {
        let data = loaded.product.data();
        let general = data.general();
        let id = data.pool_id().get()?.to_owned();
        let name = general.product_name().get().unwrap_or(&id).to_owned();
        let maker = loaded.product.manufacturer_id();
        Some(Known {
            gtin: data.outer().traded_unit_gtin().get().map(str::to_owned),
            maker: maker.zip(general.manufacturer_name().get().map(str::to_owned)),
            has_versions: super::changes::latest_two(&loaded.product).is_some(),
            id: id.into(),
            name: name.into(),
        })
    }
}

/// A product with everything that is known of it.
#[component]
pub(crate) fn Product(props: &ProductProps) -> Html {
    let settings = use_settings();
    let product = use_state_eq(|| None::<LoadedProduct>);
    let known = product.as_ref().and_then(Known::of);
    let name = known
        .as_ref()
        .map_or("Product", |known| known.name.as_str());
    use_title(name);
    // The card's heading, also that of a failure, takes the place of the page's.
    let is_settled = use_state_eq(|| false);
    let on_load = {
        let (product, is_settled) = (product.setter(), is_settled.setter());
        Callback::from(move |loaded: LoadedProduct| {
            product.set(Some(loaded));
            is_settled.set(true);
        })
    };
    let is_missing = use_state_eq(|| false);
    let on_error = {
        let (is_missing, is_settled) = (is_missing.setter(), is_settled.setter());
        Callback::from(move |error: Rc<Error>| {
            let code = error.code();
            is_missing.set(matches!(
                code,
                ErrorCode::NotFound | ErrorCode::InvalidArgument
            ));
            is_settled.set(true);
        })
    };
    let (gtin, product_id) = match &props.product {
        ProductKey::Id { id, .. } => (None, Some(id.clone())),
        ProductKey::Gtin { gtin, .. } => (Some(gtin.clone()), None),
        _ => (None, None),
    };
    html! {
        <>
            <Trail known={known.clone()}/>
            if !*is_settled {
                <h1 class="visually-hidden">{ "Product" }</h1>
            }
            <div class="product">
                <AvoidBox/>
                <ProductCard
                    {gtin}
                    {product_id}
                    heading_level=1
                    loading={Loading::Eager}
                    avoid={settings.avoid_list()}
                    theme={settings.theme}
                    successor_url="/item/{id}"
                    actions={html! { <Actions known={known.clone()}/> }}
                    {on_load}
                    {on_error}
                />
                if *is_missing {
                    <WaysOn/>
                }
            </div>
            if let Some(product) = &*product {
                <Answer product={product.clone()}/>
            }
        </>
    }
}

#[derive(Clone, Debug, PartialEq, Properties)]
struct KnownProps {
    known: Option<Known>,
}

/// The way to the product through the shop.
#[component]
fn Trail(props: &KnownProps) -> Html {
    let maker = props.known.as_ref().and_then(|known| known.maker.clone());
    let maker = maker.map(|(id, name)| {
        let to = Place::with(Route::Shelf, ShelfQuery::of(id));
        html! { <li key={name.as_str()}><Go {to}>{ &name }</Go></li> }
    });
    html! {
        <nav class="trail" aria-label="Products">
            <ol>
                <li><Go to={Place::from(Route::Shelf)}>{ "Products" }</Go></li>
                { maker }
            </ol>
        </nav>
    }
}

/// The visitor's actions on the product, in the head of the card.
#[component]
fn Actions(props: &KnownProps) -> Html {
    let Some(known) = &props.known else {
        // The room of what takes its place.
        return html! { <div class="actions awaited"/> };
    };
    let gtin = known.gtin.clone().filter(|_| known.has_versions);
    let changes = gtin.map(|gtin| {
        let to = Place::from(Route::Changes { gtin });
        html! { <Go class="button" {to}>{ "What changed" }</Go> }
    });
    html! {
        <div class="actions">
            <Pick id={&known.id} name={&known.name}/>
            { changes }
            // The card prints itself for a button of this kind.
            <button type="button" data-action="print">{ "Print" }</button>
        </div>
    }
}
