//! The Yew components in a real browser.
#![cfg(all(target_arch = "wasm32", feature = "card"))]
#![allow(clippy::unwrap_used)]

mod languages;
mod panels;
mod reader;
mod records;
mod requests;
mod support;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
