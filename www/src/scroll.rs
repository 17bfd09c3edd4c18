//! The reader's place when pages change: at the top of a page that a link leads to, where it was
//! when Back leads to it, and where it is when a page merely shows something else.
//!
//! Browsers restore the place before the shop has drawn the page again, and then miss it.

use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::future::TimeoutFuture;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlElement, ScrollRestoration, Window};

thread_local! {
    /// The scroll position of each address.
    static PLACES: RefCell<HashMap<String, f64>> = RefCell::default();
    /// A page is shown, not the first one.
    static ARRIVED: Cell<bool> = const { Cell::new(false) };
    /// Back or Forward was pressed.
    static POPPED: Cell<bool> = const { Cell::new(false) };
    /// The next change of the address is one within a page.
    static STAYS: Cell<bool> = const { Cell::new(false) };
    /// Counts what ends a restoration: another one, or the reader who scrolls.
    static TURN: Cell<u32> = const { Cell::new(0) };
    /// The turn of the restoration under way.
    static RESTORING: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Begins to follow the reader, before the router is made: its listener must come second.
pub(crate) fn watch() {
    let Some(window) = web_sys::window() else {
        return;
    };
    if let Ok(history) = window.history() {
        let _ = history.set_scroll_restoration(ScrollRestoration::Manual);
    }
    let captured = EventListenerOptions::run_in_capture_phase();
    EventListener::new_with_options(&window, "popstate", captured, |_| POPPED.set(true)).forget();
    let scrolled = window.clone();
    EventListener::new(&window, "scroll", move |_| {
        if RESTORING.get().is_none() {
            let place = scrolled.scroll_y().unwrap_or_default();
            // The browser's, which is that of the next page before its content is drawn: when
            // the content becomes shorter, the browser scrolls too.
            if let Some(address) = address(&scrolled) {
                PLACES.with_borrow_mut(|places| places.insert(address, place));
            }
        }
    })
    .forget();
    for event in ["wheel", "touchmove", "keydown", "pointerdown"] {
        EventListener::new(&window, event, |_| next_turn()).forget();
    }
}

fn address(window: &Window) -> Option<String> {
    let location = window.location();
    Some(location.pathname().ok()? + &location.search().ok()?)
}

fn next_turn() {
    TURN.set(TURN.get().wrapping_add(1));
    RESTORING.set(None);
}

/// The next change of the address leaves the reader where they are.
pub(crate) fn stay() {
    STAYS.set(true);
}

/// Another address is shown, whose content is in `main`.
pub(crate) fn arrive(main: Option<HtmlElement>) {
    let is_first = !ARRIVED.replace(true);
    let (popped, stays) = (POPPED.replace(false), STAYS.replace(false));
    let Some(window) = web_sys::window() else {
        return;
    };
    // The page has just been opened: the browser has it at the top already, with the focus
    // where a reader expects it.
    if is_first || stays {
        return;
    }
    if let Some(main) = main {
        let options = web_sys::FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = main.focus_with_options(&options);
    }
    next_turn();
    let address = address(&window).unwrap_or_default();
    let place = PLACES.with_borrow(|places| places.get(&address).copied());
    match place.filter(|_| popped) {
        Some(place) => restore(window, place),
        None => window.scroll_to_with_x_and_y(0.0, 0.0),
    }
}

/// Scrolls as soon as the page is long enough again.
fn restore(window: Window, place: f64) {
    let turn = TURN.get();
    RESTORING.set(Some(turn));
    spawn_local(async move {
        for _ in 0..60 {
            if TURN.get() != turn {
                return;
            }
            window.scroll_to_with_x_and_y(0.0, place);
            let reached = window.scroll_y().unwrap_or_default();
            if (reached - place).abs() < 2.0 {
                break;
            }
            TimeoutFuture::new(50).await;
        }
        if TURN.get() == turn {
            RESTORING.set(None);
        }
    });
}
