//! The reader's actions on a card: clicks, keys, and panels opened and closed. What can be
//! clicked has an attribute `data-action`, as for the custom element.

use super::styles::CARD;
use gloo_events::{EventListener, EventListenerOptions};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{
    Element, Event, EventTarget, HtmlDetailsElement, HtmlDialogElement, HtmlElement, KeyboardEvent,
};

/// What a reader wants of a card.
pub(super) enum Action {
    /// The product is to be requested again.
    Retry,
    /// The card is to be printed.
    Print,
    /// This image is to be shown large.
    Select(usize),
    /// A panel was opened or closed, maybe not by the reader.
    Toggle(HtmlDetailsElement),
}

/// Carries out an action, if it can be.
type Act = Rc<dyn Fn(Action) -> Option<()>>;

/// The dialog with an image.
const DIALOG: &str = "dialog[data-zoom]";

/// A button that selects an image.
const THUMBNAIL: &str = "[data-action=\"image\"]";

/// Listens on the element of a card, until the result is dropped.
pub(super) fn listen(root: &Element, act: Act) -> [EventListener; 4] {
    let clicked = {
        let (card, act) = (root.clone(), act.clone());
        EventListener::new(root, "click", move |event| {
            if let Some(target) = own_target(&card, event) {
                click(&card, &target, &*act);
            }
        })
    };
    let pressed = {
        let (card, act) = (root.clone(), act.clone());
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(root, "keydown", options, move |event| {
            if let Some(target) = own_target(&card, event)
                && let Some(event) = event.dyn_ref::<KeyboardEvent>()
                && press(&card, &target, event, &*act).is_some()
            {
                event.prevent_default();
            }
        })
    };
    // Neither of these bubbles.
    let captured = EventListenerOptions::run_in_capture_phase();
    let closed = {
        let card = root.clone();
        EventListener::new_with_options(root, "close", captured, move |event| {
            let dialog =
                own_target(&card, event).filter(|it| it.matches(DIALOG).unwrap_or_default());
            let Some(dialog) = dialog else { return };
            // The browser has returned to the button that opened it, unless the card replaced that.
            // By now the focus may have moved on.
            let focused = first::<Element>(&card, ":focus");
            if focused.is_none_or(|it| dialog.contains(Some(&it))) {
                let button = first::<HtmlElement>(&card, "[data-action=\"zoom\"]");
                button.map(|it| it.focus());
            }
        })
    };
    let toggled = {
        let card = root.clone();
        EventListener::new_with_options(root, "toggle", captured, move |event| {
            let fold = own_target(&card, event).and_then(|it| it.dyn_into().ok());
            fold.and_then(|it| act(Action::Toggle(it)));
        })
    };
    [clicked, pressed, closed, toggled]
}

/// The target of an event, unless it is in a card within this one.
fn own_target(root: &Element, event: &Event) -> Option<Element> {
    let target: Element = event
        .target()
        .and_then(|it: EventTarget| it.dyn_into().ok())?;
    let nearest = target.closest(&[".", CARD].concat()).ok().flatten();
    (nearest.as_ref() == Some(root)).then_some(target)
}

fn first<T: JsCast>(root: &Element, selector: &str) -> Option<T> {
    root.query_selector(selector).ok()??.dyn_into().ok()
}

/// The index of the image that a button selects.
fn index(thumbnail: &Element) -> Option<usize> {
    thumbnail.get_attribute("data-index")?.parse().ok()
}

fn click(root: &Element, target: &Element, act: &dyn Fn(Action) -> Option<()>) {
    let Some(button) = target.closest("[data-action]").ok().flatten() else {
        // A click beside an open dialog is one on the dialog itself.
        if target.matches(DIALOG).unwrap_or_default() {
            close(Some(target));
        }
        return;
    };
    match button.get_attribute("data-action").as_deref() {
        Some("retry") => drop(act(Action::Retry)),
        Some("print") => drop(act(Action::Print)),
        Some("image") => drop(index(&button).and_then(|it| act(Action::Select(it)))),
        Some("zoom") => {
            if let Some(dialog) = first::<HtmlDialogElement>(root, DIALOG) {
                let _ = dialog.show_modal();
            }
        }
        Some("close") => close(button.closest("dialog").ok().flatten().as_ref()),
        _ => {}
    }
}

fn close(dialog: Option<&Element>) {
    if let Some(dialog) = dialog.and_then(|it| it.dyn_ref::<HtmlDialogElement>()) {
        dialog.close();
    }
}

/// Shows the image that an arrow key, Home or End leads to, if there is one.
fn press(
    root: &Element,
    target: &Element,
    event: &KeyboardEvent,
    act: &dyn Fn(Action) -> Option<()>,
) -> Option<()> {
    let has_modifier = event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key();
    if event.default_prevented() || has_modifier {
        return None;
    }
    let pressed = target.closest(THUMBNAIL).ok().flatten();
    if pressed.is_none() {
        target.closest(DIALOG).ok().flatten()?;
    }
    let list = root.query_selector_all(THUMBNAIL).ok()?;
    let at = |index: u32| list.get(index)?.dyn_into::<HtmlElement>().ok();
    let current = pressed.or_else(|| first(root, "[data-action=\"image\"][aria-current]"))?;
    let here = (0..list.length()).find(|it| at(*it).is_some_and(|it| *it == current))?;
    let last = list.length().checked_sub(1)?;
    let is_right_to_left = root
        .query_selector(".card[dir=rtl]")
        .ok()
        .flatten()
        .is_some();
    let next = match (event.key().as_str(), is_right_to_left) {
        ("ArrowRight", false) | ("ArrowLeft", true) => last.min(here + 1),
        ("ArrowLeft", false) | ("ArrowRight", true) => here.saturating_sub(1),
        ("Home", _) => 0,
        ("End", _) => last,
        _ => return None,
    };
    let thumbnail = at(next)?;
    act(Action::Select(index(&thumbnail)?))?;
    // It has no effect while a modal dialog is open.
    let _ = thumbnail.focus();
    Some(())
}
