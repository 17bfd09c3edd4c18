//! The comparison of products: their allergens in one table.

use super::home::EXAMPLES;
use crate::go::{Go, Place, use_query, use_shop_navigator};
use crate::layout::use_title;
use crate::problem::{Problem, Waiting};
use crate::route::{CompareQuery, Route};
use crate::settings::{Change, use_settings};
use product_pool::model::Product;
use product_pool::yew::{AllergenMatrix, ProductKey, RequestState, use_product};
use std::collections::HashMap;
use std::rc::Rc;
use yew::prelude::*;

/// What was loaded, by its `pool_id`: a product, or nothing.
#[derive(Clone, Debug, Default, PartialEq)]
struct Loaded(HashMap<String, Option<Product>>);

impl Reducible for Loaded {
    type Action = (String, Option<Product>);

    fn reduce(self: Rc<Self>, (id, product): Self::Action) -> Rc<Self> {
        let mut loaded = self.0.clone();
        loaded.insert(id, product);
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
    let on_remove = {
        let (ids, settings) = (ids.clone(), settings.clone());
        Callback::from(move |removed: String| {
            let left = ids.iter().filter(|id| **id != removed);
            let query = CompareQuery::of(left.map(String::as_str));
            settings.dispatch(Change::Pick(removed, false));
            Place::with(Route::Compare, query).replace(&navigator);
        })
    };
    let on_load = {
        let loaded = loaded.dispatcher();
        Callback::from(move |found| loaded.dispatch(found))
    };
    // They appear together: a table that grows would move under the reader's eyes.
    let is_complete = ids.iter().all(|id| loaded.0.contains_key(id));
    let products = ids.iter().filter_map(|id| loaded.0.get(id)?.clone());
    let products: Vec<Product> = products.filter(|_| is_complete).collect();
    let row = |id: &String| {
        let (on_load, on_remove) = (on_load.clone(), on_remove.clone());
        html! { <Chosen key={id.clone()} id={id.clone()} {on_load} {on_remove}/> }
    };
    let examples = Place::with(Route::Compare, CompareQuery::of(EXAMPLES));
    html! {
        <>
            <h1>{ "Compare allergens" }</h1>
            <p class="lead">
                { "The 14 allergens of several products in one table, first those that you avoid." }
            </p>
            if ids.is_empty() {
                <p>{ "No products are chosen yet. Choose “Compare” on a product." }</p>
                <p><Go class="button" to={examples}>{ "Compare three examples" }</Go></p>
            } else {
                <section aria-labelledby="chosen">
                    <h2 id="chosen">{ "Chosen products" }</h2>
                    <ul class="chosen">{ for ids.iter().map(row) }</ul>
                </section>
            }
            if !products.is_empty() {
                <AllergenMatrix {products} avoid={settings.avoid_list()} theme={settings.theme}/>
            }
        </>
    }
}

#[derive(Clone, Debug, PartialEq, Properties)]
struct ChosenProps {
    id: String,
    on_load: Callback<(String, Option<Product>)>,
    on_remove: Callback<String>,
}

/// A product of the comparison, which it requests.
#[component]
fn Chosen(props: &ChosenProps) -> Html {
    let request = use_product(ProductKey::id(props.id.clone()));
    let product = request.ready().map(|loaded| loaded.product.clone());
    {
        let (id, on_load) = (props.id.clone(), props.on_load.clone());
        let has_failed = request.error().is_some();
        use_effect_with(
            (product.clone(), has_failed),
            move |(product, has_failed)| {
                if product.is_some() || *has_failed {
                    on_load.emit((id, product.clone()));
                }
            },
        );
    }
    let data = product.as_ref().map(Product::data);
    let name = data.and_then(|data| data.general().product_name().get().map(str::to_owned));
    let name = name.unwrap_or_else(|| props.id.clone());
    let shown = match &request.state {
        RequestState::Failed(error) => html! {
            <><span>{ &name }</span><Problem code={error.code()} retry={request.retry}/></>
        },
        RequestState::Ready(_) => {
            let id = props.id.clone();
            html! { <Go to={Place::from(Route::Item { id })}>{ &name }</Go> }
        }
        _ => html! { <Waiting/> },
    };
    let remove = {
        let (id, on_remove) = (props.id.clone(), props.on_remove.clone());
        Callback::from(move |_: MouseEvent| on_remove.emit(id.clone()))
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
