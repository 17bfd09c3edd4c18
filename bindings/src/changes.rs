//! The changes view for its custom element, which mounts, updates and removes
//! it.

use crate::panic;
use crate::props::{failure, level, member, messages, text};
use crate::values::to_js;
use product_pool::card::{Drawing, Failure, Node};
use product_pool::messages::Messages;
use product_pool::model::Product;
use product_pool::views::{ChangesProps, ChangesState, Comparison, draw_changes};
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;
use wasm_bindgen::prelude::*;
use web_sys::Element;

/// A mounted changes view. The element calls `destroy` when it is disconnected.
#[wasm_bindgen]
pub struct ChangesHandle {
    drawing: RefCell<Drawing>,
    cache: RefCell<Option<Compared>>,
}

/// A comparison, keyed by the two texts and the messages that it was made from: every update passes
/// a whole view.
struct Compared {
    key: [JsValue; 3],
    comparison: Arc<Comparison>,
    /// Its diff as an object, once somebody asks for it.
    diff: OnceCell<JsValue>,
}

/// Mounts a changes view into `container`, an empty element that belongs to the
/// view.
///
/// # Errors
/// The module has panicked and can no longer be used.
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
    /// Updates the view.
    pub fn update(&self, view: &JsValue) -> Result<(), JsValue> {
        panic::check()?;
        let messages = messages(view);
        let state = self.state(view, &messages);
        let mut props = ChangesProps::new(state, messages);
        props.level = level(view);
        props.stale = text(view, "stale");
        let changes = draw_changes(&props);
        let changes = Node::Element(changes);
        self.drawing.borrow_mut().show(vec![changes])
    }

    /// The displayed diff, the same object each time; undefined if there is none.
    pub fn diff(&self) -> JsValue {
        let cache = self.cache.borrow();
        let Some(Compared {
            comparison, diff, ..
        }) = &*cache
        else {
            return JsValue::UNDEFINED;
        };
        diff.get_or_init(|| to_js(&comparison.diff).unwrap_or_default())
            .clone()
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
        // Another language reads the same records with another lexicon.
        let key = ["earlier", "later", "locale"].map(|name| member(view, name));
        if let Some(known) = cache.as_ref().filter(|known| known.key == key) {
            return ChangesState::Ready(Arc::clone(&known.comparison));
        }
        *cache = None;
        let read = |value: &JsValue| Product::from_answer_or_data(&value.as_string()?).ok();
        let (Some(earlier), Some(later)) = (read(&key[0]), read(&key[1])) else {
            return ChangesState::Failed(Failure::Other);
        };
        let comparison = Comparison::new(&earlier, &later, messages.lexicon());
        let comparison = Arc::new(comparison);
        *cache = Some(Compared {
            key,
            comparison: Arc::clone(&comparison),
            diff: OnceCell::new(),
        });
        ChangesState::Ready(comparison)
    }
}
