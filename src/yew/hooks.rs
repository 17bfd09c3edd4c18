//! Small hooks of the components.

use yew::prelude::*;

/// A callback that calls the latest of those that it was made with. Applications write
/// closures, which never equal; this one always does.
#[hook]
pub(super) fn use_latest<T: 'static>(callback: Callback<T>) -> Callback<T> {
    let latest = use_mut_ref(Callback::noop);
    latest.replace(callback);
    use_callback((), move |value, ()| {
        // Not borrowed during the call, which may lead to another drawing.
        let callback = latest.borrow().clone();
        callback.emit(value);
    })
}

/// Whether the component is in the page: not on a server, nor in the first drawing in a
/// browser, which must equal the server's.
#[hook]
pub(super) fn use_mounted() -> bool {
    let mounted = use_state_eq(|| false);
    let setter = mounted.setter();
    use_effect_with((), move |()| setter.set(true));
    *mounted
}
