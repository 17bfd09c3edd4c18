//! The Yew components in a real browser.
#![cfg(all(target_arch = "wasm32", feature = "yew"))]
#![allow(clippy::unwrap_used)]

mod announcements;
mod behaviours;
mod growth;
mod hostile;
mod hosts;
mod hydration;
mod languages;
mod lists;
mod panels;
mod reader;
mod records;
mod renewal;
mod requests;
mod shadow;
mod support;
mod translated;
mod views;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
