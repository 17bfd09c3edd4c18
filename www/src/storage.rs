//! The texts that outlast a reload, in the browser's local storage. Where a browser has none, or
//! forbids it, nothing is kept and nothing fails.

use web_sys::Storage;

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// The text that was kept under a name.
pub(crate) fn read(name: &str) -> Option<String> {
    storage()?.get_item(&key(name)).ok()?
}

/// Keeps a text under a name.
pub(crate) fn write(name: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&key(name), text);
    }
}

/// Other pages of the same host, such as the playground, may keep something too.
fn key(name: &str) -> String {
    format!("shop.{name}")
}
