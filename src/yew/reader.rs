//! What the reader does with a card, as a hook. On a server there are no readers.

use super::events::PanelToggle;
use crate::card::Density;
use yew::prelude::*;

/// What a card does for its reader.
#[derive(Clone, PartialEq)]
pub(super) struct Handlers {
    /// Shows an image large.
    pub(super) select: Callback<usize>,
    /// Requests the product again.
    pub(super) retry: Callback<()>,
    /// A panel was opened or closed.
    pub(super) toggled: Callback<PanelToggle>,
    /// The title of the printed card, in place of the page's.
    pub(super) title: Option<String>,
}

/// Adds the styles to the page, and lets the reader act on the card in an element.
#[hook]
pub(super) fn use_reader(root: &NodeRef, handlers: Handlers, density: Density) {
    let latest = use_mut_ref(|| None);
    latest.replace(Some(handlers));
    let reading = use_mut_ref(browser::Reading::default);
    {
        let (root, reading) = (root.clone(), reading.clone());
        use_effect_with((), move |()| {
            let listeners = browser::begin(&root, &latest, &reading);
            move || {
                let _ended = listeners;
            }
        });
    }
    let root = root.clone();
    use_effect(move || browser::drawn(&root, &reading, density));
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use super::super::folds::Folds;
    use super::super::interaction::{Action, listen};
    use super::super::styles::CARD_SHEET;
    use super::super::{print, sheet};
    use super::{Handlers, PanelToggle};
    use crate::card::Density;
    use gloo_events::EventListener;
    use std::cell::RefCell;
    use std::rc::Rc;
    use wasm_bindgen::prelude::*;
    use web_sys::{Element, HtmlElement, ShadowRoot};
    use yew::prelude::*;

    /// What is remembered of a card that is drawn again.
    #[derive(Default)]
    pub(super) struct Reading {
        folds: Folds,
        density: Density,
        /// Whether the card takes the focus once it is drawn.
        takes_focus: bool,
    }

    pub(super) fn begin(
        root: &NodeRef,
        latest: &Rc<RefCell<Option<Handlers>>>,
        reading: &Rc<RefCell<Reading>>,
    ) -> Option<[EventListener; 4]> {
        let root: Element = root.cast()?;
        sheet::adopt(&root, &CARD_SHEET);
        let (card, latest, reading) = (root.clone(), latest.clone(), reading.clone());
        let act = move |action: Action| {
            // Neither is borrowed while a handler runs, for that may draw the card again.
            let handlers = latest.borrow().clone()?;
            match action {
                Action::Retry => {
                    reading.borrow_mut().takes_focus = focused(&card).is_some();
                    handlers.retry.emit(());
                }
                Action::Print => print::print(&card, handlers.title),
                Action::Select(index) => handlers.select.emit(index),
                Action::Toggle(fold) => {
                    let panel = reading.borrow_mut().folds.toggled(&card, &fold)?;
                    let open = fold.open();
                    handlers.toggled.emit(PanelToggle { panel, open });
                }
            }
            Some(())
        };
        Some(listen(&root, Rc::new(act)))
    }

    /// Restores panels and the focus.
    pub(super) fn drawn(root: &NodeRef, reading: &RefCell<Reading>, density: Density) {
        let Some(root) = root.cast::<Element>() else {
            return;
        };
        let mut reading = reading.borrow_mut();
        if reading.density != density {
            reading.density = density;
            reading.folds.forget();
        }
        reading.folds.restore(&root);
        let card = root.query_selector(".card:not([aria-busy=true])");
        if reading.takes_focus
            && let Some(card) = card.ok().flatten()
        {
            reading.takes_focus = false;
            drop(reading);
            let card: HtmlElement = card.unchecked_into();
            if focused(&root).is_none() {
                card.set_tab_index(-1);
                let _ = card.focus();
            }
        }
    }

    /// The focused element within a card.
    fn focused(card: &Element) -> Option<Element> {
        let focused = match card.get_root_node().dyn_into::<ShadowRoot>() {
            Ok(shadow) => shadow.active_element()?,
            Err(_) => card.owner_document()?.active_element()?,
        };
        card.contains(Some(&focused)).then_some(focused)
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod browser {
    use super::Handlers;
    use crate::card::Density;
    use std::cell::RefCell;
    use yew::prelude::*;

    #[derive(Default)]
    pub(super) struct Reading;

    pub(super) fn begin(
        _: &NodeRef,
        _: &RefCell<Option<Handlers>>,
        _: &RefCell<Reading>,
    ) -> Reading {
        Reading
    }

    pub(super) fn drawn(_: &NodeRef, _: &RefCell<Reading>, _: Density) {}
}
