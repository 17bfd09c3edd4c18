//! The library's card with what it has on every page of the shop: the visitor's theme and
//! allergens, and the choice to compare it.

use crate::go::{Go, Place};
use crate::route::Route;
use crate::settings::{Change, use_settings};
use product_pool::card::{Panel, Variant};
use product_pool::yew::{LoadedProduct, Loading, ProductCard};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The properties of [`Pick`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct PickProps {
    /// The `pool_id` of the product.
    pub(crate) id: AttrValue,
    /// Its name, for screen readers.
    pub(crate) name: AttrValue,
}

/// The choice to compare a product.
#[component]
pub(crate) fn Pick(props: &PickProps) -> Html {
    let settings = use_settings();
    let checked = settings.picked.iter().any(|id| *id == *props.id);
    let onchange = {
        let (settings, id) = (settings.clone(), props.id.to_string());
        Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            settings.dispatch(Change::Pick(id.clone(), input.checked()));
        })
    };
    html! {
        <label class="choice">
            <input type="checkbox" {checked} {onchange}/>
            { "Compare" }
            <span key={&*props.name} class="visually-hidden">{ ": " }{ &props.name }</span>
        </label>
    }
}

/// The properties of [`ShelfCard`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(crate) struct ShelfCardProps {
    /// The `pool_id` of the product.
    pub(crate) id: AttrValue,
    /// Its GTIN, if it has one.
    pub(crate) gtin: Option<AttrValue>,
    /// Its name.
    pub(crate) name: AttrValue,
    #[prop_or(Variant::Summary)]
    pub(crate) variant: Variant,
    /// Whether it has its picture and its names alone.
    #[prop_or_default]
    pub(crate) tile: bool,
    /// The product was loaded.
    pub(crate) on_load: Callback<(AttrValue, LoadedProduct)>,
}

/// A product among others, which is a link but for what else can be chosen. While the visitor avoids
/// something, it is loaded at once, so that all can be counted.
#[component]
pub(crate) fn ShelfCard(props: &ShelfCardProps) -> Html {
    let settings = use_settings();
    let route = match &props.gtin {
        Some(gtin) => Route::Product {
            gtin: gtin.to_string(),
        },
        None => Route::Item {
            id: props.id.to_string(),
        },
    };
    let to = Place::from(route);
    let pick = (!props.tile).then(|| html! { <Pick id={&props.id} name={&props.name}/> });
    let is_badges = props.variant == Variant::Badges;
    let loading = match settings.avoid.is_empty() {
        true => Loading::Lazy,
        false => Loading::Eager,
    };
    let on_load = {
        let id = props.id.clone();
        props.on_load.reform(move |loaded| (id.clone(), loaded))
    };
    let link = html! {
        <Go class="whole" to={to.clone()}>
            { "View product" }
            <span key={&*props.name} class="visually-hidden">{ ": " }{ &props.name }</span>
        </Go>
    };
    let card = html! {
        <ProductCard
            product_id={&props.id}
            variant={props.variant}
            panels={props.tile.then(|| vec![Panel::Summary])}
            heading_level={if props.tile { 3 } else { 2 }}
            avoid={settings.avoid.clone()}
            theme={settings.theme}
            {loading}
            {on_load}
            actions={pick.clone().filter(|_| !is_badges)}
            footer={(!is_badges).then_some(link)}
        />
    };
    if !is_badges {
        return card;
    }
    // Badges have neither a name nor a frame: they are for lists that have both.
    html! {
        <div class="item">
            <h2 key={&*props.name}><Go {to}>{ &props.name }</Go></h2>
            { card }
            { pick }
        </div>
    }
}
