//! A Yew application with a card that loads its product.

#[cfg(target_arch = "wasm32")]
mod app {
    use product_pool::card::{FetchingCard, Source};
    use product_pool::client::Options;
    use product_pool::messages::Messages;
    use yew::prelude::*;

    #[component]
    pub(crate) fn App() -> Html {
        html! {
            <FetchingCard
                source={Source::Gtin("09520000000004".into())}
                options={Options::new("https://shop.example/pool")}
                messages={Messages::english()}
            />
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {
    yew::Renderer::<app::App>::new().render();
}

/// Yew draws in a browser only.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
