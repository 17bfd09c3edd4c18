//! The card for its custom element, which mounts, updates and removes it.

use crate::panic;
use crate::props::{failure, level, member, messages, text};
use product_pool::card::{
    CardProps, Density, Drawing, Failure, Node, Panel, Record, State, Variant, draw,
};
use product_pool::gtin::Gtin;
use product_pool::model::{FeatureImage, ImagePage, Product};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use web_sys::Element;

/// A mounted card. The element calls `destroy` when it is disconnected.
#[wasm_bindgen]
pub struct CardHandle {
    drawing: RefCell<Drawing>,
    given: RefCell<Given>,
}

/// Mounts a card into `container`, an empty element that belongs to the card.
///
/// # Errors
/// The module has panicked and can no longer be used.
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
    /// Updates the card to a new view.
    pub fn update(&self, view: &JsValue) -> Result<(), JsValue> {
        panic::check()?;
        let props = self.given.borrow_mut().props(view);
        let card = Node::Element(draw(&props));
        self.drawing.borrow_mut().show(vec![card])
    }

    /// Removes the card.
    pub fn destroy(&self) -> Result<(), JsValue> {
        self.drawing.borrow_mut().clear()
    }
}

/// The member `variant`.
fn variant(view: &JsValue) -> Variant {
    let name = text(view, "variant").unwrap_or_default();
    let mut all = Variant::ALL.iter().copied();
    all.find(|variant| variant.key() == name)
        .unwrap_or_default()
}

/// The product of the last view, with the JavaScript value that it was read from: every update
/// passes a whole view, and the engine compares strings without copying them.
#[derive(Default)]
struct Given(Option<(JsValue, Product)>);

impl Given {
    fn props(&mut self, view: &JsValue) -> CardProps {
        let mut props = CardProps::new(self.state(view), messages(view));
        props.in_shadow_tree = true;
        props.level = level(view);
        props.variant = variant(view);
        props.panels = text(view, "panels").map(|names| Panel::parse_list(&names));
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
        let Some(product) = self.product(member(view, "product")) else {
            return failed(Failure::Other);
        };
        let mut record = Record::new(product);
        // Only the digits of a GTIN say which unit was meant.
        record.gtin = text(view, "gtin").and_then(|text| Gtin::parse_lenient(&text).ok());
        // A card without images is complete nevertheless.
        record.image = text(view, "image").and_then(|text| FeatureImage::from_json(&text).ok());
        record.images = text(view, "images").and_then(|text| ImagePage::from_json(&text).ok());
        record.selected = member(view, "selected").as_f64().unwrap_or_default() as usize;
        record.stale = text(view, "stale");
        record.today = text(view, "today");
        State::Ready(record)
    }
    /// The product of the last view, if it is that of this one too, or a newly parsed one.
    fn product(&mut self, given: JsValue) -> Option<Product> {
        if let Some((known, product)) = &self.0
            && *known == given
        {
            return Some(product.clone());
        }
        let parsed = Product::from_answer_or_data(&given.as_string()?).ok()?;
        self.0 = Some((given, parsed.clone()));
        Some(parsed)
    }
}
