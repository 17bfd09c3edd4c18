//! The client in a browser, over the real `fetch` machinery, real timers, and
//! fetch functions made here.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)]

// Public, or their tests would not run.
pub mod calls;
pub mod gloo;
pub mod retries;
pub mod shared;
mod support;

use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);
