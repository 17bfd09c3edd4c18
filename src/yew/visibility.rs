//! Whether a card is near the viewport: lazy cards load when they are.

use super::props::Loading;
use yew::prelude::*;

/// Whether an element is, or was, near the viewport; at once if it need not be.
#[hook]
pub(super) fn use_near(root: &NodeRef, loading: Loading) -> bool {
    let near = use_state_eq(|| false);
    let setter = near.setter();
    let root = root.clone();
    let waits = loading == Loading::Lazy && !*near;
    use_effect_with(waits, move |waits| {
        let watched = waits.then(|| observer::begin(&root, setter));
        move || {
            let _ended = watched;
        }
    });
    !waits
}

/// By the module of the custom element.
#[cfg(target_arch = "wasm32")]
mod observer {
    use wasm_bindgen::prelude::*;
    use web_sys::Element;
    use yew::prelude::*;

    #[wasm_bindgen(module = "/src/yew/browser.js")]
    extern "C" {
        fn watch(card: &Element, near: &JsValue);
        fn unwatch(card: &Element);
    }

    /// An element that is watched until this is dropped.
    pub(super) struct Watched {
        card: Element,
        _near: Closure<dyn Fn()>,
    }

    impl Drop for Watched {
        fn drop(&mut self) {
            unwatch(&self.card);
        }
    }

    pub(super) fn begin(root: &NodeRef, near: UseStateSetter<bool>) -> Option<Watched> {
        let card: Element = root.cast()?;
        let near = Closure::new(move || near.set(true));
        watch(&card, near.as_ref());
        Some(Watched { card, _near: near })
    }
}

/// There is no viewport on a server.
#[cfg(not(target_arch = "wasm32"))]
mod observer {
    use yew::prelude::*;

    pub(super) fn begin(_: &NodeRef, _: UseStateSetter<bool>) {}
}
