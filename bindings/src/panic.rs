//! Handling of a panic in a WebAssembly module.
//!
//! A panic leaves the WebAssembly instance in an undefined state: its promises
//! never settle, and its executor may never run again. No code should panic. If
//! it does, the hook notifies the package, which rejects pending calls, and
//! every later call fails at once.

use js_sys::{Error, Function};
use std::cell::Cell;
use std::panic::PanicHookInfo;
use wasm_bindgen::prelude::*;

thread_local! {
    static ARMED: Cell<bool> = const { Cell::new(false) };
    static STOPPED: Cell<bool> = const { Cell::new(false) };
    static LISTENERS: Cell<Vec<Function>> = const { Cell::new(Vec::new()) };
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);
}

const MESSAGE: &str = "its WebAssembly has stopped; reload the page";

/// Fails if the instance has stopped; otherwise installs the panic hook.
pub(crate) fn check() -> Result<(), JsValue> {
    if !ARMED.replace(true) {
        std::panic::set_hook(Box::new(hook));
    }
    if STOPPED.get() {
        Err(Error::new(MESSAGE).into())
    } else {
        Ok(())
    }
}

/// The panic hook.
pub(crate) fn hook(info: &PanicHookInfo<'_>) {
    STOPPED.set(true);
    let message = info.payload_as_str().unwrap_or("an unknown failure");
    let (file, line) = info
        .location()
        .map_or(("", 0), |place| (place.file(), place.line()));
    console_error(&format!("panicked: {message} at {file}:{line}"));
    // Each is called once, for an instance stops once.
    for listener in LISTENERS.take() {
        let _ = listener.call1(&JsValue::UNDEFINED, &Error::new(MESSAGE));
    }
}

/// Calls `listener` with an error once the instance has stopped.
#[wasm_bindgen(js_name = onStop)]
pub fn on_stop(listener: Function) {
    let mut listeners = LISTENERS.take();
    listeners.push(listener);
    LISTENERS.set(listeners);
}
