// What the examples in this folder render with, which include this file: a server's page of one
// component, below the pool of `src/client/examples.rs`. No module of the library.

use product_pool::client::BoxClient;
use product_pool::yew::PoolProvider;
use yew::prelude::*;

mod pool {
    include!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/client/examples.rs"
    ));
}

#[derive(PartialEq, Properties)]
struct PageProps {
    client: BoxClient,
}

#[component]
fn Page<T: BaseComponent<Properties = ()>>(props: &PageProps) -> Html {
    html! { <PoolProvider client={props.client.clone()}><Suspense><T/></Suspense></PoolProvider> }
}

/// The HTML of a component.
pub fn render<T: BaseComponent<Properties = ()>>() -> String {
    let client = pool::client();
    let page = yew::LocalServerRenderer::<Page<T>>::with_props(PageProps { client });
    pool::wait(Box::pin(page.hydratable(false).render()))
}
