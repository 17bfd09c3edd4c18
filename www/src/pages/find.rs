//! The products that a search has found.

use super::shelf::{Pager, Products};
use crate::avoid::AvoidBox;
use crate::go::{Place, use_query};
use crate::layout::use_title;
use crate::problem::{Problem, Waiting};
use crate::route::{FindQuery, Look, Route};
use crate::search::{Search, use_search};
use crate::ways_on::WaysOn;
use product_pool::client::ErrorCode;
use product_pool::model::ProductPage;
use yew::prelude::*;

/// The search for what the address names.
#[component]
pub(crate) fn Find() -> Html {
    let query = use_query::<FindQuery>();
    let (found, retry) = use_search(&query);
    let title = format!("Search: {}", query.q);
    use_title(&title);
    let content = match found {
        Search::Waiting => html! { <Waiting/> },
        Search::Found(page) if page.items().len() == 0 => html! {
            <>
                <p class="lead" role="status">
                    { "No product has such a name, brand or barcode. Fewer letters find more: \
                       the beginning of a word is enough." }
                </p>
                <WaysOn/>
            </>
        },
        Search::Found(page) => html! {
            <>
                <Products page={page.clone()} look={Look::Cards}/>
                { pager(&query, &page) }
            </>
        },
        Search::Unavailable => html! {
            <>
                <p class="lead" role="status">
                    { "This shop has no search: its gateway keeps no copy of the catalogue." }
                </p>
                <WaysOn/>
            </>
        },
        Search::Failed => html! { <Problem code={ErrorCode::Network} {retry}/> },
    };
    html! {
        <>
            <h1 key={title.as_str()}>{ &title }</h1>
            <AvoidBox/>
            { content }
        </>
    }
}

/// The ways to the pages before and after.
fn pager(query: &FindQuery, page: &ProductPage) -> Html {
    let at = |cursor: &str| {
        let cursor = Some(cursor.to_owned());
        let query = FindQuery {
            cursor,
            ..query.clone()
        };
        Place::with(Route::Find, query)
    };
    html! { <Pager previous={page.previous().map(at)} next={page.next().map(at)}/> }
}
