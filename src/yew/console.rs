//! The console, for developers: a debug build says faults there. A release build contains none of it.

/// Says a fault on the console, once a page.
#[cfg(all(target_arch = "wasm32", debug_assertions))]
pub(super) fn report(fault: impl FnOnce() -> String) {
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = console)]
        fn error(text: &str);
    }

    thread_local! {
        static SAID: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
    }

    let text = format!("product-pool: {}", fault());
    if SAID.with_borrow_mut(|said| said.insert(text.clone())) {
        error(&text);
    }
}

#[cfg(not(all(target_arch = "wasm32", debug_assertions)))]
pub(super) fn report(_: impl FnOnce() -> String) {}
