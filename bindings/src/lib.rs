//! The WebAssembly modules of the npm package: everything that JavaScript
//! calls, by [wasm-bindgen](https://wasm-bindgen.github.io/wasm-bindgen/).
//!
//! The library `product-pool` does the work; this crate converts values between
//! Rust and JavaScript. There is a feature for each module: `client` (and
//! `tools`, which is the client with more), `card`, `label`, `views`.

#![cfg(target_arch = "wasm32")]
#![allow(
    unreachable_pub,
    missing_debug_implementations,
    reason = "wasm-bindgen exports public items only, and JavaScript does not debug-print them"
)]

#[cfg(feature = "card")]
mod card;
#[cfg(feature = "views")]
mod changes;
#[cfg(feature = "client")]
mod client;
#[cfg(feature = "label")]
mod label;
#[cfg(feature = "views")]
mod matrix;
#[cfg(any(feature = "client", feature = "card", feature = "views"))]
mod panic;
#[cfg(any(feature = "card", feature = "views"))]
mod props;
#[cfg(any(feature = "label", feature = "views"))]
mod values;

/// The allocator of every module, smaller than the standard library's
/// (docs/decisions/webassembly.md).
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
