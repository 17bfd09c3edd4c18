//! The smallest Yew application with a product's card: `trunk serve` shows it.

use product_pool::yew::ProductCard;
use yew::prelude::*;

#[component]
fn App() -> Html {
    html! { <ProductCard gtin="09520000000004" base_url="https://shop.example/pool"/> }
}

fn main() {
    yew::Renderer::<App>::new().render();
}
