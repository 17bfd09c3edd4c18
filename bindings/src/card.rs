//! The card for the custom element: mounted, updated and taken away by it.

use crate::panic;
use crate::props::{failure, level, member, messages, product, text};
use product_pool::card::{CardProps, Density, Drawing, Failure, Node, Panel, Record, State, draw};
use product_pool::model::{FeatureImage, ImagePage, Product};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::Element;

/// A mounted card. Its host calls `destroy` when the element has gone.
#[wasm_bindgen]
pub struct CardHandle {
    drawing: RefCell<Drawing>,
    given: RefCell<Given>,
}

/// Mounts a card into `container`, an empty element of its own.
///
/// # Errors
/// The module has panicked before and cannot be used any more.
#[wasm_bindgen(js_name = mountCard)]
pub fn mount_card(container: Element, view: &JsValue) -> Result<CardHandle, JsValue> {
    panic::check()?;
    let drawing = Drawing::new(container).ok_or(JsValue::UNDEFINED)?;
    let handle = CardHandle {
        drawing: RefCell::new(drawing),
        given: RefCell::default(),
    };
    handle.update(view)?;
    Ok(handle)
}

#[wasm_bindgen]
impl CardHandle {
    /// Shows something else, or the same in another way.
    pub fn update(&self, view: &JsValue) -> Result<(), JsValue> {
        panic::check()?;
        let props = self.given.borrow_mut().props(view);
        let card = Node::Element(draw(&props));
        self.drawing.borrow_mut().show(vec![card])
    }

    /// Takes the card away.
    pub fn destroy(&self) -> Result<(), JsValue> {
        self.drawing.borrow_mut().clear()
    }
}

/// What was read of the last view, by the value it was read from: a view comes
/// whole each time, and the engine tells that a text is the same without a copy
/// of it.
#[derive(Default)]
struct Given {
    product: Option<(JsValue, Rc<Product>)>,
    image: Option<(JsValue, Option<Rc<FeatureImage>>)>,
    images: Option<(JsValue, Option<Rc<ImagePage>>)>,
}

/// The value that was read from `given` before, or is read now; what cannot be
/// read is not cached. The engine compares strings without copying them.
fn cached<T: Clone>(
    cache: &mut Option<(JsValue, T)>,
    given: JsValue,
    read: impl FnOnce(&str) -> Option<T>,
) -> Option<T> {
    if let Some((known, value)) = cache
        && *known == given
    {
        return Some(value.clone());
    }
    let value = read(&given.as_string().unwrap_or_default())?;
    *cache = Some((given, value.clone()));
    Some(value)
}

impl Given {
    fn props(&mut self, view: &JsValue) -> CardProps {
        let mut props = CardProps::new(self.state(view), messages(view));
        props.level = level(view, 5);
        props.panels = Panel::chosen(text(view, "panels").as_deref());
        props.avoid = text(view, "avoid");
        props.successor = text(view, "successor");
        if text(view, "density").as_deref() == Some("compact") {
            props.density = Density::Compact;
        }
        props
    }

    fn state(&mut self, view: &JsValue) -> State {
        let failed = |failure| State::Failed {
            failure,
            detail: text(view, "detail"),
        };
        let state = text(view, "state").unwrap_or_default();
        if state == "loading" {
            return State::Loading;
        }
        if state != "ready" {
            return failed(failure(&state));
        }
        let Some(product) = cached(&mut self.product, member(view, "product"), |text| {
            product(text).map(Rc::new)
        }) else {
            return failed(Failure::Other);
        };
        // A card without images is whole all the same.
        let image = cached(&mut self.image, member(view, "image"), |text| {
            Some(FeatureImage::from_json(text).ok().map(Rc::new))
        });
        let images = cached(&mut self.images, member(view, "images"), |text| {
            Some(ImagePage::from_json(text).ok().map(Rc::new))
        });
        let mut record = Record::new(product);
        record.image = image.flatten();
        record.images = images.flatten();
        record.selected = member(view, "selected").as_f64().unwrap_or_default() as usize;
        record.stale = text(view, "stale");
        record.today = text(view, "today");
        State::Ready(record)
    }
}
