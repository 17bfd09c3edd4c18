//! The reader's actions on a card, as a hook: by the modules of the custom element, so that
//! both behave the same. On a server there are no readers.

use super::events::PanelToggle;
use yew::prelude::*;

/// The card's reactions to its reader.
#[derive(Clone, PartialEq)]
pub(super) struct Handlers {
    /// Shows an image large.
    pub(super) select: Callback<usize>,
    /// Requests the product again.
    pub(super) retry: Callback<()>,
    /// A panel was opened or closed.
    pub(super) toggled: Callback<PanelToggle>,
    /// The title of the printed card, instead of the page's.
    pub(super) title: Option<String>,
}

/// Adds the styles to the page, and lets the reader act on the card in an element.
#[cfg(target_arch = "wasm32")]
#[hook]
pub(super) fn use_reader(root: &NodeRef, handlers: Handlers) {
    use_memo((), |()| browser::style_page());
    let latest = use_mut_ref(|| None);
    latest.replace(Some(handlers));
    let reader = use_mut_ref(|| None);
    {
        let (root, reader) = (root.clone(), reader.clone());
        use_effect_with((), move |()| {
            reader.replace(browser::Reader::of(&root, &latest));
            move || {
                let _ended = reader.take();
            }
        });
    }
    use_effect(move || {
        if let Some(reader) = &*reader.borrow() {
            reader.drawn();
        }
    });
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use super::super::sheet;
    use super::super::styles::CARD_SHEET;
    use super::{Handlers, PanelToggle};
    use crate::card::Panel;
    use js_sys::{Function, Object, Reflect};
    use std::cell::RefCell;
    use std::rc::Rc;
    use wasm_bindgen::prelude::*;
    use web_sys::{Document, Element};
    use yew::prelude::*;

    #[wasm_bindgen(module = "/src/yew/browser.js")]
    extern "C" {
        type Interaction;

        fn listen(root: &Element, actions: &Object) -> Interaction;

        #[wasm_bindgen(method)]
        fn drawn(this: &Interaction);

        #[wasm_bindgen(method)]
        fn end(this: &Interaction);
    }

    #[wasm_bindgen(module = "/src/yew/browser.js")]
    extern "C" {
        fn announcing(root: &Element) -> Function;
    }

    #[wasm_bindgen(module = "/src/yew/browser.js")]
    extern "C" {
        fn print(card: &Element, title: &str, sheet_of: &JsValue);
    }

    /// A reaction of the card, called with the index of an image, or with the name of a panel and
    /// whether that is open.
    type Action = Closure<dyn Fn(JsValue, JsValue)>;

    type Latest = Rc<RefCell<Option<Handlers>>>;

    pub(super) fn style_page() {
        sheet::adopt_in_page(&CARD_SHEET);
    }

    /// Listens to the reader of a card, until it is dropped.
    pub(super) struct Reader {
        interaction: Interaction,
        announce_verdict: Function,
        _actions: [Action; 4],
    }

    impl Reader {
        pub(super) fn of(root: &NodeRef, latest: &Latest) -> Option<Reader> {
            let root: Element = root.cast()?;
            sheet::adopt(&root, &CARD_SHEET);
            let card = root.clone();
            let print: Act = Box::new(move |handlers, _, _| {
                print_card(&card, handlers.title.as_deref());
            });
            let actions = [
                ("retry", Box::new(retry) as Act),
                ("print", print),
                ("select", Box::new(select)),
                ("toggled", Box::new(toggled)),
            ]
            .map(|(name, act)| (name, action(latest, act)));
            let members = Object::new();
            for (name, action) in &actions {
                let _ = Reflect::set(&members, &(*name).into(), action.as_ref());
            }
            Some(Reader {
                interaction: listen(&root, &members),
                announce_verdict: announcing(&root),
                _actions: actions.map(|(_, action)| action),
            })
        }

        /// The card was drawn.
        pub(super) fn drawn(&self) {
            self.interaction.drawn();
            let _ = self.announce_verdict.call0(&JsValue::NULL);
        }
    }

    impl Drop for Reader {
        fn drop(&mut self) {
            self.interaction.end();
        }
    }

    /// The effect of an action on the latest handlers, with its details.
    type Act = Box<dyn Fn(&Handlers, &JsValue, &JsValue)>;

    /// An action by the latest handlers.
    fn action(latest: &Latest, act: Act) -> Action {
        let latest = latest.clone();
        Closure::new(move |value: JsValue, open: JsValue| {
            // Not borrowed while one runs, for that may draw the card again.
            let handlers = latest.borrow().clone();
            if let Some(handlers) = handlers {
                act(&handlers, &value, &open);
            }
        })
    }

    fn retry(handlers: &Handlers, _: &JsValue, _: &JsValue) {
        handlers.retry.emit(());
    }

    fn select(handlers: &Handlers, index: &JsValue, _: &JsValue) {
        if let Some(index) = index.as_f64() {
            handlers.select.emit(index as usize);
        }
    }

    fn toggled(handlers: &Handlers, name: &JsValue, open: &JsValue) {
        let name = name.as_string().unwrap_or_default();
        if let [panel] = Panel::parse_list(&name)[..] {
            let open = open.is_truthy();
            handlers.toggled.emit(PanelToggle { panel, open });
        }
    }

    fn print_card(card: &Element, title: Option<&str>) {
        let Some(page) = card.owner_document() else {
            return;
        };
        let title = title.map_or_else(|| page.title(), str::to_owned);
        let sheet_of =
            Closure::once_into_js(|page: Document| sheet::make(&page.default_view()?, &CARD_SHEET));
        print(card, &title, &sheet_of);
    }
}

/// There are no readers on a server.
#[cfg(not(target_arch = "wasm32"))]
#[hook]
pub(super) fn use_reader(_root: &NodeRef, _handlers: Handlers) {}
