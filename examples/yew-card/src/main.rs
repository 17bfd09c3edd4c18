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

/// An allocator for small pages: 2 KB less than the standard library's, compressed.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
