//! The front page: what the visitor avoids, shelves, and the look-up of a barcode.

use super::shelf::{Listed, listed, makers};
use crate::avoid::AvoidChoices;
use crate::card::ShelfCard;
use crate::go::{Go, Place};
use crate::layout::use_title;
use crate::problem::Problem;
use crate::route::{Route, ShelfQuery};
use crate::settings::use_settings;
use crate::tally::{Loaded, Tally, use_answers};
use crate::ways_on::WaysOn;
use product_pool::client::{ListProducts, ProductSort, StatusFilter};
use product_pool::model::ManufacturerId;
use product_pool::yew::{LoadedProduct, RequestState, use_manufacturers, use_products};
use yew::prelude::*;

/// The products of a row.
const ROW: u32 = 6;

/// The makers that have a row; the others have a link.
const ROWS: usize = 4;

/// Products to compare, by `pool_id`.
pub(super) const EXAMPLES: [&str; 3] = ["000010000", "000010001", "000010002"];

/// The front page.
#[component]
pub(crate) fn Home() -> Html {
    let loaded = use_reducer(Loaded::default);
    let answers = use_answers(&loaded, None);
    let avoids = !use_settings().avoid.is_empty();
    let list = use_manufacturers();
    use_title("What do you avoid?");
    let on_load = {
        let loaded = loaded.dispatcher();
        Callback::from(move |product| loaded.dispatch(product))
    };
    let makers = makers(&list);
    let place = |id: &ManufacturerId| Place::with(Route::Shelf, ShelfQuery::of(*id));
    let row = |(id, name): &(ManufacturerId, String)| {
        html! { <Row key={id.0} title={name.clone()} to={place(id)} maker={*id} on_load={&on_load}/> }
    };
    let tile = |(id, name): &(ManufacturerId, String)| {
        html! { <li key={id.0}><Go class="tile" to={place(id)}>{ name.clone() }</Go></li> }
    };
    html! {
        <>
            <section class="hero">
                <h1>{ "What do you avoid?" }</h1>
                <p class="lead">{ "Tick it once, and every product says what its manufacturer declared." }</p>
                <AvoidChoices/>
            </section>
            // Together, for nothing that stands there may move.
            if let RequestState::Failed(error) = &list.state {
                <Problem code={error.code()} retry={list.retry.clone()}/>
            }
            if !makers.is_empty() {
                { for makers.iter().take(ROWS).map(row) }
                <section aria-labelledby="makers">
                    <h2 id="makers">{ "More makers" }</h2>
                    <ul class="tiles">{ for makers.iter().skip(ROWS).map(tile) }</ul>
                </section>
                <WaysOn/>
            }
            if avoids {
                <Tally products={answers.len()} {answers}/>
            }
        </>
    }
}

#[derive(Clone, Debug, PartialEq, Properties)]
struct RowProps {
    title: AttrValue,
    /// The shelf with all of them.
    to: Place,
    maker: ManufacturerId,
    on_load: Callback<(AttrValue, LoadedProduct)>,
}

/// The newest products of a maker, beside one another, with their pictures.
#[component]
fn Row(props: &RowProps) -> Html {
    let options = ListProducts::new()
        .manufacturer(props.maker)
        .sort(ProductSort::NewestChange)
        .status(StatusFilter::Published)
        .limit(ROW);
    let request = use_products(&options);
    let on_load = &props.on_load;
    let card = |(id, gtin, name): Listed| {
        html! { <li key={&*id}><ShelfCard {id} {gtin} {name} tile=true {on_load}/></li> }
    };
    let products = request.ready().map(listed).unwrap_or_default();
    html! {
        <section class="row">
            <h2><Go to={props.to.clone()}>{ &props.title }</Go></h2>
            if let RequestState::Failed(error) = &request.state {
                <Problem code={error.code()} retry={request.retry.clone()}/>
            }
            <ul tabindex="0" aria-label={&props.title}>{ for products.into_iter().map(card) }</ul>
        </section>
    }
}
