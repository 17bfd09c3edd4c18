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
        let observed = waits.then(|| observer::observe(&root, &setter));
        move || {
            let _ended = observed;
        }
    });
    !waits
}

#[cfg(target_arch = "wasm32")]
mod observer {
    use js_sys::Array;
    use wasm_bindgen::prelude::*;
    use web_sys::{
        Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit,
    };
    use yew::prelude::*;

    /// How far from the viewport that is.
    const AHEAD: &str = "400px";

    /// Observes an element until this is dropped.
    pub(super) struct Observed {
        observer: IntersectionObserver,
        _closure: Closure<dyn FnMut(Array)>,
    }

    impl Drop for Observed {
        fn drop(&mut self) {
            self.observer.disconnect();
        }
    }

    pub(super) fn observe(root: &NodeRef, near: &UseStateSetter<bool>) -> Option<Observed> {
        let observed = begin(root, near.clone());
        if observed.is_none() {
            // Where it cannot be observed, it loads at once.
            near.set(true);
        }
        observed
    }

    fn begin(root: &NodeRef, near: UseStateSetter<bool>) -> Option<Observed> {
        let root: Element = root.cast()?;
        let closure = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            let mut entries = entries.iter();
            if entries.any(|it| {
                it.unchecked_into::<IntersectionObserverEntry>()
                    .is_intersecting()
            }) {
                near.set(true);
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(AHEAD);
        let callback = closure.as_ref().unchecked_ref();
        let observer = IntersectionObserver::new_with_options(callback, &options).ok()?;
        observer.observe(&root);
        Some(Observed {
            observer,
            _closure: closure,
        })
    }
}

/// There is no viewport on a server.
#[cfg(not(target_arch = "wasm32"))]
mod observer {
    use yew::prelude::*;

    pub(super) struct Observed;

    pub(super) fn observe(_: &NodeRef, _: &UseStateSetter<bool>) -> Observed {
        Observed
    }
}
