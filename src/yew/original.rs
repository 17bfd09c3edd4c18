//! The element of a component in the page. Other scripts, such as those that morph pages, may put a copy
//! in its place. Yew would go on drawing the element that it made, which is no longer on the page, and
//! the copy would show the answer to an earlier list.

use yew::prelude::*;

/// The attribute by which a copy is found.
#[cfg(target_arch = "wasm32")]
const MARK: &str = "data-original";

/// Puts the element back in the place of its copy, after each drawing.
#[cfg(target_arch = "wasm32")]
#[hook]
pub(super) fn use_original(root: &NodeRef) {
    let root = root.clone();
    use_effect(move || {
        put_back(&root);
    });
}

#[cfg(target_arch = "wasm32")]
fn put_back(root: &NodeRef) -> Option<()> {
    let root: web_sys::Element = root.cast()?;
    let Some(mark) = root.get_attribute(MARK) else {
        // Another application on the page may have counted as far. A whole number, because writing any
        // other takes more code (docs/decisions/webassembly.md).
        let mark = (js_sys::Math::random() * u64::MAX as f64) as u64;
        let mark = mark.to_string();
        return root.set_attribute(MARK, &mark).ok();
    };
    if root.is_connected() {
        return None;
    }
    let copy = root
        .owner_document()?
        .query_selector(&format!("[{MARK}=\"{mark}\"]"));
    copy.ok()??.replace_with_with_node_1(&root).ok()
}

/// A server's page has no scripts yet.
#[cfg(not(target_arch = "wasm32"))]
#[hook]
pub(super) fn use_original(_root: &NodeRef) {}
