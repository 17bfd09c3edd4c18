//! The comparison of products: their allergens in one table.

use super::home::EXAMPLES;
use crate::go::{Go, Place, use_query, use_shop_navigator};
use crate::layout::use_title;
use crate::lookup::Lookup;
use crate::problem::{Problem, Waiting};
use crate::route::{CompareQuery, Route};
use crate::settings::{Change, use_settings};
use product_pool::gtin::Gtin;
use product_pool::model::Product;
use product_pool::yew::{AllergenMatrix, ProductKey, RequestState, use_product};
use std::collections::HashMap;
use std::rc::Rc;
use yew::prelude::*;

/// What was loaded, by the entry of the address that names it: a product, or nothing.
#[derive(Clone, Debug, Default, PartialEq)]
struct Loaded(HashMap<String, Option<Product>>);

impl Reducible for Loaded {
    type Action = (String, Option<Product>);

    fn reduce(self: Rc<Self>, (entry, product): Self::Action) -> Rc<Self> {
        let mut loaded = self.0.clone();
        loaded.insert(entry, product);
        Rc::new(Loaded(loaded))
    }
}

/// The comparison of the products that the address names.
#[component]
pub(crate) fn Compare() -> Html {
    let settings = use_settings();
    let navigator = use_shop_navigator();
    let query = use_query::<CompareQuery>();
    let loaded = use_reducer_eq(Loaded::default);
    use_title("Compare allergens");
    let ids: Vec<String> = query.list().into_iter().map(str::to_owned).collect();
    let show = {
        let navigator = navigator.clone();
        move |ids: &[String]| {
            let query = CompareQuery::of(ids.iter().map(String::as_str));
            Place::with(Route::Compare, query).replace(&navigator);
        }
    };
    let on_found = {
        let (ids, show) = (ids.clone(), show.clone());
        Callback::from(move |gtin: Gtin| {
            let mut ids = ids.clone();
            ids.push(format!("{GTIN}{gtin}"));
            show(&ids);
        })
    };
    let on_remove = {
        let (ids, settings) = (ids.clone(), settings.clone());
        Callback::from(move |removed: String| {
            let mut ids = ids.clone();
            ids.retain(|id| *id != removed);
            settings.dispatch(Change::Pick(removed, false));
            show(&ids);
        })
    };
    let on_load = {
        let loaded = loaded.dispatcher();
        Callback::from(move |found| loaded.dispatch(found))
    };
    // A product may be named by its GTIN too.
    let mut products: Vec<Product> = Vec::new();
    for product in ids.iter().filter_map(|id| loaded.0.get(id)?.as_ref()) {
        let id = product.data().pool_id().get();
        if products
            .iter()
            .all(|other| other.data().pool_id().get() != id)
        {
            products.push(product.clone());
        }
    }
    // The first products appear together: a table that grows would move under the reader's eyes.
    let is_complete = ids.iter().all(|id| loaded.0.contains_key(id));
    let was_complete = use_mut_ref(|| false);
    *was_complete.borrow_mut() |= is_complete && !ids.is_empty();
    let is_shown = *was_complete.borrow() && !products.is_empty();
    let row = |id: &String| {
        let (on_load, on_remove) = (on_load.clone(), on_remove.clone());
        html! { <Chosen key={id.clone()} entry={id.clone()} {on_load} {on_remove}/> }
    };
    let examples = Place::with(Route::Compare, CompareQuery::of(EXAMPLES));
    html! {
        <>
            <h1>{ "Compare allergens" }</h1>
            <p class="lead">
                { "The 14 allergens of several products in one table, first those that you avoid." }
            </p>
            <Lookup {on_found}/>
            if ids.is_empty() {
                <p>{ "No products are chosen yet. Choose “Compare” on a product, or add one by its GTIN." }</p>
                <p><Go class="button" to={examples}>{ "Compare three examples" }</Go></p>
            } else {
                <section aria-labelledby="chosen">
                    <h2 id="chosen">{ "Chosen products" }</h2>
                    <ul class="chosen">{ for ids.iter().map(row) }</ul>
                </section>
            }
            if is_shown {
                <AllergenMatrix {products} avoid={settings.avoid_list()} theme={settings.theme}/>
            }
        </>
    }
}

/// The beginning of an entry of the address that is a GTIN and not a `pool_id`.
const GTIN: &str = "gtin:";

#[derive(Clone, Debug, PartialEq, Properties)]
struct ChosenProps {
    entry: String,
    on_load: Callback<(String, Option<Product>)>,
    on_remove: Callback<String>,
}

/// A product of the comparison, which it requests.
#[component]
fn Chosen(props: &ChosenProps) -> Html {
    let key = match props.entry.strip_prefix(GTIN) {
        Some(gtin) => ProductKey::from(gtin),
        None => ProductKey::id(props.entry.clone()),
    };
    let request = use_product(key);
    let product = request.ready().map(|loaded| loaded.product.clone());
    {
        let (entry, on_load) = (props.entry.clone(), props.on_load.clone());
        let has_failed = request.error().is_some();
        use_effect_with(
            (product.clone(), has_failed),
            move |(product, has_failed)| {
                if product.is_some() || *has_failed {
                    on_load.emit((entry, product.clone()));
                }
            },
        );
    }
    let shown = match &request.state {
        RequestState::Failed(error) => html! {
            <><span>{ &props.entry }</span><Problem code={error.code()} retry={request.retry}/></>
        },
        RequestState::Ready(loaded) => {
            let data = loaded.product.data();
            let name = data.general().product_name().get().unwrap_or(&props.entry);
            let id = data.pool_id().get().unwrap_or_default().to_owned();
            html! { <Go to={Place::from(Route::Item { id })}>{ name.to_owned() }</Go> }
        }
        _ => html! { <Waiting/> },
    };
    let name = product
        .as_ref()
        .and_then(|product| {
            product
                .data()
                .general()
                .product_name()
                .get()
                .map(str::to_owned)
        })
        .unwrap_or_else(|| props.entry.clone());
    let remove = {
        let (entry, on_remove) = (props.entry.clone(), props.on_remove.clone());
        Callback::from(move |_: MouseEvent| on_remove.emit(entry.clone()))
    };
    html! {
        <li>
            { shown }
            <button type="button" onclick={remove}>
                { "Remove" }<span key={name.as_str()} class="visually-hidden">{ ": " }{ &name }</span>
            </button>
        </li>
    }
}
