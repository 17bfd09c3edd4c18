//! The card for the custom element: mounted, updated and taken away by it.

#![expect(
    unreachable_pub,
    reason = "exports must be `pub`, but only the host of the module reaches them"
)]

use super::app::{CardProps, Failure, State, draw};
use super::dom::Drawing;
use super::markup::Node;
use super::panel::{Density, Panel};
use super::view::Record;
use crate::messages::Messages;
use crate::model::{FeatureImage, ImagePage, Product, Value};
use js_sys::{Function, Reflect};
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

impl std::fmt::Debug for CardHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CardHandle")
    }
}

/// Mounts a card into `container`, an empty element of its own.
///
/// # Errors
/// The module has panicked before and cannot be used any more.
#[wasm_bindgen(js_name = mountCard)]
pub fn mount_card(container: Element, view: &JsValue) -> Result<CardHandle, JsValue> {
    crate::stop::check()?;
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
        crate::stop::check()?;
        let props = self.given.borrow_mut().props(view);
        let card = Node::Element(draw(&props));
        self.drawing.borrow_mut().show(vec![card])
    }

    /// Takes the card away.
    pub fn destroy(&self) -> Result<(), JsValue> {
        self.drawing.borrow_mut().clear()
    }
}

/// What was read of the last view, by the text it was read from: a view comes
/// whole each time, and reading a record again costs more than comparing it.
#[derive(Default)]
struct Given {
    messages: Option<(String, Messages)>,
    product: Option<(String, Rc<Product>)>,
    image: Option<(String, Option<Rc<FeatureImage>>)>,
    images: Option<(String, Option<Rc<ImagePage>>)>,
}

/// The value that was read from `text`, or is read now.
fn kept<T: Clone>(
    place: &mut Option<(String, T)>,
    text: String,
    read: impl FnOnce(&str) -> T,
) -> T {
    if let Some((known, value)) = place
        && *known == text
    {
        return value.clone();
    }
    let value = read(&text);
    *place = Some((text, value.clone()));
    value
}

impl Given {
    fn props(&mut self, view: &JsValue) -> CardProps {
        let messages = self.messages(view);
        let number = |name| member(view, name).as_f64();
        CardProps {
            state: self.state(view),
            messages,
            level: number("headingLevel").map_or(2, |level| level.clamp(1.0, 5.0) as u8),
            panels: Panel::chosen(text(view, "panels").as_deref()),
            avoid: text(view, "avoid"),
            successor: text(view, "successor"),
            density: match text(view, "density").as_deref() {
                Some("compact") => Density::Compact,
                _ => Density::Comfortable,
            },
        }
    }

    fn messages(&mut self, view: &JsValue) -> Messages {
        let language = text(view, "lang").unwrap_or_default();
        let given = text(view, "messages").unwrap_or_default();
        let right_to_left = text(view, "dir").as_deref() == Some("rtl");
        let decimal = text(view, "decimal");
        let date: Option<Function> = member(view, "date").dyn_into().ok();
        // All that the words depend on: a language may write its numbers in more
        // ways than one.
        let sign = decimal.as_deref().unwrap_or(".");
        let written = if right_to_left { " rtl " } else { " ltr " };
        let key = [&language, written, sign, " ", &given].concat();
        kept(&mut self.messages, key, |_| {
            // Without words there would be nothing to see; keys are better.
            let messages = Messages::from_json(&language, &given)
                .unwrap_or_else(|_| Messages::empty(&language))
                .right_to_left(right_to_left)
                .decimal(decimal.as_deref().unwrap_or("."));
            match date {
                Some(format) => messages.dates(Rc::new(move |text| dated(&format, text))),
                None => messages,
            }
        })
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
            let failure = Failure::ALL.iter().find(|it| it.name() == state);
            return failed(failure.copied().unwrap_or(Failure::Other));
        }
        let given = text(view, "product").unwrap_or_default();
        if self
            .product
            .as_ref()
            .is_none_or(|(known, _)| *known != given)
        {
            match product(&given) {
                Some(product) => self.product = Some((given, Rc::new(product))),
                None => return failed(Failure::Other),
            }
        }
        let Some((_, product)) = &self.product else {
            return failed(Failure::Other);
        };
        let image = text(view, "image").unwrap_or_default();
        let images = text(view, "images").unwrap_or_default();
        State::Ready(Record {
            product: product.clone(),
            image: kept(&mut self.image, image, |text| {
                FeatureImage::from_json(text).ok().map(Rc::new)
            }),
            images: kept(&mut self.images, images, |text| {
                ImagePage::from_json(text).ok().map(Rc::new)
            }),
            selected: member(view, "selected").as_f64().unwrap_or_default() as usize,
        })
    }
}

/// A product given as JSON: a whole answer, or what stands under `data`.
fn product(json: &str) -> Option<Product> {
    Product::from_json(json).ok().or_else(|| {
        Value::parse(json).ok()?;
        Product::from_json(&["{\"data\":", json, "}"].concat()).ok()
    })
}

/// A time as the host's function writes it; as it is, should that fail.
fn dated(format: &Function, time: &str) -> String {
    format
        .call1(&JsValue::UNDEFINED, &JsValue::from_str(time))
        .ok()
        .and_then(|text| text.as_string())
        .unwrap_or_else(|| time.to_owned())
}

fn member(view: &JsValue, name: &str) -> JsValue {
    Reflect::get(view, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

fn text(view: &JsValue, name: &str) -> Option<String> {
    member(view, name).as_string()
}
