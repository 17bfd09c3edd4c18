//! A shelf: 24 products of the catalogue, or of one manufacturer.

use crate::avoid::AvoidBox;
use crate::card::ShelfCard;
use crate::go::{Go, Place, use_query, use_shop_navigator};
use crate::layout::{chosen, use_title};
use crate::problem::{Problem, Waiting};
use crate::route::{Look, Order, Route, ShelfQuery};
use crate::settings::use_settings;
use crate::tally::{Hide, Loaded, Tally, use_answers};
use product_pool::card::Variant;
use product_pool::client::{ListProducts, ProductSort, StatusFilter};
use product_pool::label::Status;
use product_pool::model::{ListedProduct, Manufacturer, ManufacturerId, ProductPage};
use product_pool::yew::{RequestState, UseList, use_manufacturers, use_products};
use yew::prelude::*;

/// The number of products on a shelf.
const SHELF: u32 = 24;

/// The manufacturers of a list: their ids and names.
pub(super) fn makers(list: &UseList<Manufacturer>) -> Vec<(ManufacturerId, String)> {
    let maker = |maker: &Manufacturer| {
        let name = maker.data().name().get()?.to_owned();
        Some((maker.id()?, name))
    };
    list.items().filter_map(maker).collect()
}

/// Whether the window has room for the open box above the first products, which load as they
/// come near.
fn is_wide() -> bool {
    let width = web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64());
    width.is_some_and(|pixels| pixels >= 768.0)
}

/// A shelf.
#[component]
pub(crate) fn Shelf() -> Html {
    let query = use_query::<ShelfQuery>();
    let sort = match query.order {
        Order::Newest => ProductSort::NewestChange,
        Order::Name => ProductSort::Name,
    };
    let mut options = ListProducts::new()
        .sort(sort)
        .status(StatusFilter::Published)
        .limit(SHELF);
    options.manufacturer = query.maker;
    options.cursor.clone_from(&query.cursor);
    let request = use_products(&options);
    let list = use_manufacturers();
    let makers = makers(&list);
    let maker = makers.iter().find(|(id, _)| Some(*id) == query.maker);
    let is_missing = query.maker.is_some() && maker.is_none();
    let is_unknown =
        is_missing && matches!(list.state, RequestState::Ready(())) && list.more.is_none();
    let title = match maker {
        Some((_, name)) => name.as_str(),
        None if is_unknown => "Maker not found",
        None => "Products",
    };
    use_title(title);
    if is_unknown {
        return html! {
            <>
                <h1 key={title}>{ title }</h1>
                <p class="lead">{ "There is no maker with this number." }</p>
                <p><Go class="button" to={Place::from(Route::Shelf)}>{ "All products" }</Go></p>
            </>
        };
    }
    // A name may take a second line: what stands below it waits.
    if is_missing && matches!(list.state, RequestState::Loading) {
        return html! { <><h1 key={title}>{ title }</h1><Waiting/></> };
    }
    let at = |cursor: &str| {
        let cursor = Some(cursor.to_owned());
        let query = ShelfQuery {
            cursor,
            ..query.clone()
        };
        Place::with(Route::Shelf, query)
    };
    let content = match &request.state {
        RequestState::Failed(error) => {
            html! { <Problem code={error.code()} retry={request.retry.clone()}/> }
        }
        RequestState::Ready(page) => html! {
            <>
                <Products page={page.clone()} look={query.look}/>
                <Pager previous={page.previous().map(at)} next={page.next().map(at)}/>
            </>
        },
        _ => html! { <Waiting/> },
    };
    html! {
        <>
            <h1 key={title}>{ title }</h1>
            <Toolbar query={query.clone()} {makers}/>
            <AvoidBox open={is_wide()}/>
            { content }
        </>
    }
}

/// The properties of [`Products`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(super) struct ProductsProps {
    pub(super) page: ProductPage,
    pub(super) look: Look,
}

/// What a shop needs of a product in a list: its `pool_id`, its GTIN, if it has one, and its name.
pub(super) type Listed = (AttrValue, Option<String>, AttrValue);

/// The products of a page of a list.
pub(super) fn listed(page: &ProductPage) -> Vec<Listed> {
    let listed = |item: &ListedProduct| {
        let item = item.data();
        let id = AttrValue::from(item.pool_id().get()?.to_owned());
        let gtin = item.traded_unit_gtin().get().map(str::to_owned);
        let name = item.product_name().get().unwrap_or(&id).to_owned();
        Some((id, gtin, name.into()))
    };
    page.items().filter_map(listed).collect()
}

/// The cards of a page of products, and how many of them have what the visitor avoids.
#[component]
pub(super) fn Products(props: &ProductsProps) -> Html {
    let loaded = use_reducer(Loaded::default);
    let hides = use_state_eq(|| false);
    let listed = listed(&props.page);
    let ids: Vec<AttrValue> = listed.iter().map(|(id, ..)| id.clone()).collect();
    let answers = use_answers(&loaded, Some(&ids));
    let avoids = !use_settings().avoid.is_empty();
    let variant = match props.look {
        Look::Cards => Variant::Summary,
        Look::Badges => Variant::Badges,
    };
    let on_load = {
        let loaded = loaded.dispatcher();
        Callback::from(move |product| loaded.dispatch(product))
    };
    let card = |(id, gtin, name): Listed| {
        let hidden = avoids && *hides && answers.get(&id) == Some(&Status::Contains);
        let on_load = on_load.clone();
        html! {
            <li key={&*id} {hidden}><ShelfCard {id} {gtin} {name} {variant} {on_load}/></li>
        }
    };
    if ids.is_empty() {
        return html! { <p class="lead">{ "There are no products here." }</p> };
    }
    html! {
        <>
            <ul class="shelf">{ for listed.into_iter().map(card) }</ul>
            if avoids {
                <Tally answers={answers.clone()} products={ids.len()}><Hide {answers} {hides}/></Tally>
            }
        </>
    }
}

#[derive(Clone, Debug, PartialEq, Properties)]
struct ToolbarProps {
    query: ShelfQuery,
    makers: Vec<(ManufacturerId, String)>,
}

/// The content and look of the shelf. Each change begins with its first page.
#[component]
fn Toolbar(props: &ToolbarProps) -> Html {
    let navigator = use_shop_navigator();
    let change = |edit: fn(&mut ShelfQuery, String)| {
        let (navigator, query) = (navigator.clone(), props.query.clone());
        Callback::from(move |event: Event| {
            let mut query = query.clone();
            edit(&mut query, chosen(&event));
            Place::with(Route::Shelf, query).replace(&navigator);
        })
    };
    let by_maker = change(|query, value| {
        query.maker = value.parse().ok().map(ManufacturerId);
        query.cursor = None;
    });
    let by_order = change(|query, value| {
        query.order = if value == "name" {
            Order::Name
        } else {
            Order::Newest
        };
        query.cursor = None;
    });
    let by_look = change(|query, value| {
        query.look = if value == "badges" {
            Look::Badges
        } else {
            Look::Cards
        };
    });
    let (order, look) = (props.query.order, props.query.look);
    let maker = |(id, name): &(ManufacturerId, String)| {
        let selected = props.query.maker == Some(*id);
        html! { <option key={id.0} value={id.to_string()} {selected}>{ name.clone() }</option> }
    };
    html! {
        <div class="toolbar">
            <label>
                <span>{ "Maker" }</span>
                <select name="maker" onchange={by_maker}>
                    <option value="" selected={props.query.maker.is_none()}>{ "All makers" }</option>
                    { for props.makers.iter().map(maker) }
                </select>
            </label>
            <label>
                <span>{ "Order" }</span>
                <select onchange={by_order}>
                    <option value="newest" selected={order == Order::Newest}>{ "Newest first" }</option>
                    <option value="name" selected={order == Order::Name}>{ "By name" }</option>
                </select>
            </label>
            <label>
                <span>{ "Show as" }</span>
                <select onchange={by_look}>
                    <option value="cards" selected={look == Look::Cards}>{ "Cards" }</option>
                    <option value="badges" selected={look == Look::Badges}>{ "Badges" }</option>
                </select>
            </label>
        </div>
    }
}

/// The properties of [`Pager`].
#[derive(Clone, Debug, PartialEq, Properties)]
pub(super) struct PagerProps {
    pub(super) previous: Option<Place>,
    pub(super) next: Option<Place>,
}

/// The way to the pages before and after.
#[component]
pub(super) fn Pager(props: &PagerProps) -> Html {
    let link = |to: &Option<Place>, name: &'static str| {
        let to = to.clone()?;
        Some(html! { <Go class="button" {to}>{ name }</Go> })
    };
    if props.previous.is_none() && props.next.is_none() {
        return Html::default();
    }
    html! {
        <nav class="pager" aria-label="Pages">
            { link(&props.previous, "Previous page") }
            { link(&props.next, "Next page") }
        </nav>
    }
}
