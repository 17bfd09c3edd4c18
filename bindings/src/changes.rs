//! The view of changes for its custom element: mounted, updated and removed by it.

use crate::panic;
use crate::props::{failure, level, member, messages, product, text};
use product_pool::card::{Drawing, Failure, Node};
use product_pool::messages::Messages;
use product_pool::views::{ChangesProps, ChangesState, Comparison, draw_changes};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::Element;

/// A mounted view of changes. Its host calls `destroy` when the element has gone.
#[wasm_bindgen]
pub struct ChangesHandle {
    drawing: RefCell<Drawing>,
    /// The comparison, by the two texts and the messages that it was made from: a
    /// view comes whole each time.
    cache: RefCell<Option<([JsValue; 3], Rc<Comparison>)>>,
}

/// Mounts a view of changes into `container`, an empty element of its own.
///
/// # Errors
/// The module has panicked before and cannot be used any more.
#[wasm_bindgen(js_name = mountChanges)]
pub fn mount_changes(container: Element, view: &JsValue) -> Result<ChangesHandle, JsValue> {
    panic::check()?;
    let drawing = Drawing::new(container).ok_or(JsValue::UNDEFINED)?;
    let handle = ChangesHandle {
        drawing: RefCell::new(drawing),
        cache: RefCell::default(),
    };
    handle.update(view)?;
    Ok(handle)
}

#[wasm_bindgen]
impl ChangesHandle {
    /// Shows something else, or the same in another way.
    pub fn update(&self, view: &JsValue) -> Result<(), JsValue> {
        panic::check()?;
        let messages = messages(view);
        let state = self.state(view, &messages);
        let mut props = ChangesProps::new(state, messages);
        props.level = level(view, 6);
        let changes = draw_changes(&props);
        let changes = Node::Element(changes);
        self.drawing.borrow_mut().show(vec![changes])
    }

    /// The difference that is shown, as JSON; undefined where there is none.
    pub fn diff(&self) -> Option<String> {
        let cache = self.cache.borrow();
        let (_, comparison) = cache.as_ref()?;
        serde_json::to_string(&comparison.diff).ok()
    }

    /// Removes the view.
    pub fn destroy(&self) -> Result<(), JsValue> {
        self.drawing.borrow_mut().clear()
    }

    fn state(&self, view: &JsValue, messages: &Messages) -> ChangesState {
        let mut cache = self.cache.borrow_mut();
        let state = text(view, "state").unwrap_or_default();
        if state != "ready" {
            *cache = None;
            return match state.as_str() {
                "loading" => ChangesState::Loading,
                state => ChangesState::Failed(failure(state)),
            };
        }
        // Another language reads other words in the same records.
        let key = ["earlier", "later", "messages"].map(|name| member(view, name));
        if let Some((known, comparison)) = &*cache
            && *known == key
        {
            return ChangesState::Ready(Rc::clone(comparison));
        }
        *cache = None;
        let read = |value: &JsValue| product(&value.as_string()?);
        let (Some(earlier), Some(later)) = (read(&key[0]), read(&key[1])) else {
            return ChangesState::Failed(Failure::Other);
        };
        let comparison = Comparison::new(&earlier, &later, messages.lexicon());
        let comparison = Rc::new(comparison);
        *cache = Some((key, Rc::clone(&comparison)));
        ChangesState::Ready(comparison)
    }
}
