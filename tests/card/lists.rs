//! Lists that load page by page, and components that wait in a `<Suspense>`.

use crate::support::{SOUP, Service, by_gtin, settle, show, until};
use product_pool::card::Panel;
use product_pool::client::{Checkpoint, ListProducts, Options};
use product_pool::model::{BrandId, ListedProduct};
use product_pool::yew::{
    PoolProvider, ProductPanel, RequestState, UseList, use_changes, use_list, use_product_suspense,
};
use wasm_bindgen_test::wasm_bindgen_test;
use yew::prelude::*;

/// A page of products with these ids.
fn page(next: &str, ids: &[&str]) -> String {
    let items = ids.iter().map(|id| format!(r#"{{"pool_id":"{id}"}}"#));
    let items = items.collect::<Vec<_>>().join(",");
    format!(r#"{{"next":{next},"previous":null,"data":[{items}]}}"#)
}

/// The ids of a list, and a button for each of its callbacks.
fn drawn(list: &UseList<ListedProduct>) -> Html {
    let ids = list.items().filter_map(|item| item.data().pool_id().get());
    let ids = ids.map(|id| html! { <b>{ id.to_owned() }</b> });
    let more = list.more.clone().map(|more| more.reform(|_| ()));
    let failed = matches!(list.state, RequestState::Failed(_));
    html! {
        <>
            { for ids }
            <button class="more" disabled={more.is_none()} onclick={more}/>
            if failed {
                <button class="again" onclick={list.retry.reform(|_| ())}/>
            }
        </>
    }
}

fn options(base_url: &str) -> Options {
    Options::new(base_url).max_retries(0)
}

#[wasm_bindgen_test]
async fn a_list_loads_a_further_page_when_it_is_wanted() {
    #[derive(PartialEq, Properties)]
    struct IdsProps {
        brand: Option<BrandId>,
    }
    #[component]
    fn Ids(props: &IdsProps) -> Html {
        let mut options = ListProducts::new().limit(2);
        options.brand = props.brand;
        let list = use_list(Some(options), |options, client| client.products(options));
        drawn(&list)
    }
    const FIRST: &str = "/v2/products?limit=2";
    const SECOND: &str = "/v2/products?cursor=c1&limit=2";
    const OTHER: &str = "/v2/products?filter%5Bbrand%5D=7&limit=2";
    let service = Service::new();
    service.answer(FIRST, &page("\"c1\"", &["a", "b"]));
    service.answer(SECOND, &page("null", &["c"]));
    service.answer(OTHER, &page("null", &["d"]));
    let page = show(None, |brand: &Option<BrandId>| {
        html! {
            <PoolProvider options={options("https://list.example")}>
                <Ids brand={*brand}/>
            </PoolProvider>
        }
    });
    until("the first page", || page.count("b") == 2).await;
    settle().await;
    assert_eq!(service.calls(), [FIRST]);

    service.status(SECOND, 503);
    page.wait(".more:not([disabled])").await;
    page.click(".more");
    page.wait(".again").await;
    assert_eq!(page.text(), "ab");
    assert!(page.find(".more[disabled]").is_some());

    service.status(SECOND, 200);
    page.click(".again");
    until("the second page", || page.text() == "abc").await;
    page.wait(".more[disabled]").await;
    assert_eq!(service.calls(), [FIRST, SECOND, SECOND]);

    page.control.set(Some(BrandId(7)));
    until("another list", || page.text() == "d").await;
    assert_eq!(service.calls(), [FIRST, SECOND, SECOND, OTHER]);
}

#[wasm_bindgen_test]
async fn the_feed_of_changes_is_a_list() {
    #[component]
    fn Changed() -> Html {
        drawn(&use_changes(Checkpoint::since("2024-10-12").ok()))
    }
    let service = Service::new();
    let feed = "/v2/products?sort=changed_at&filter%5Bchanged_at%5D=gt%3A2024-10-11\
        &filter%5Bstatus%5D=published%2Carchived&limit=500";
    service.answer(feed, &page("null", &["a", "b"]));
    let page = show((), |()| {
        html! {
            <PoolProvider options={options("https://feed.example")}><Changed/></PoolProvider>
        }
    });
    until("the changes", || page.text() == "ab").await;
    assert_eq!(service.calls(), [feed]);
}

#[wasm_bindgen_test]
async fn a_suspended_component_waits_for_its_product() {
    #[component]
    fn Allergens() -> HtmlResult {
        let request = use_product_suspense(SOUP)?;
        Ok(match request.ready() {
            Some(product) => html! { <ProductPanel panel={Panel::Allergens} {product}/> },
            None => html! { <button class="again" onclick={request.retry.reform(|_| ())}/> },
        })
    }
    let service = Service::with_products();
    service.status(&by_gtin(SOUP), 503);
    service.hold(&by_gtin(SOUP), true);
    let page = show((), |()| {
        html! {
            <PoolProvider options={options("https://suspense.example")}>
                <Suspense fallback={html! { <i/> }}><Allergens/></Suspense>
            </PoolProvider>
        }
    });
    page.wait("i").await;
    service.hold(&by_gtin(SOUP), false);
    page.wait(".again").await;
    service.status(&by_gtin(SOUP), 200);
    page.click(".again");
    page.wait("li[data-allergen=milk]").await;
    assert!(page.find("i").is_none());
    assert_eq!(service.count(&by_gtin(SOUP)), 2);
}
