//! The card for the custom element: mounted, updated and taken away by it.

use crate::panic;
use js_sys::{Function, Reflect};
use product_pool::card::{CardProps, Density, Drawing, Failure, Node, Panel, Record, State, draw};
use product_pool::messages::Messages;
use product_pool::model::{FeatureImage, ImagePage, Product, Value};
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

/// The words that cards of this page were given last, by all that they depend on:
/// cards of one language share what was read of it.
type Words = ([JsValue; 5], Messages);

/// How many of them are kept. A page has few languages.
const LANGUAGES: usize = 4;

thread_local! {
    static WORDS: RefCell<Vec<Words>> = const { RefCell::new(Vec::new()) };
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

/// The value that was read from `given`, or is read now; what cannot be read is
/// not kept.
fn kept<T: Clone>(
    place: &mut Option<(JsValue, T)>,
    given: JsValue,
    read: impl FnOnce(&str) -> Option<T>,
) -> Option<T> {
    if let Some((known, value)) = place
        && *known == given
    {
        return Some(value.clone());
    }
    let value = read(&given.as_string().unwrap_or_default())?;
    *place = Some((given, value.clone()));
    Some(value)
}

impl Given {
    fn props(&mut self, view: &JsValue) -> CardProps {
        let number = |name| member(view, name).as_f64();
        CardProps {
            state: self.state(view),
            messages: messages(view),
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
        let Some(product) = kept(&mut self.product, member(view, "product"), |text| {
            product(text).map(Rc::new)
        }) else {
            return failed(Failure::Other);
        };
        // A card without images is whole all the same.
        let image = kept(&mut self.image, member(view, "image"), |text| {
            Some(FeatureImage::from_json(text).ok().map(Rc::new))
        });
        let images = kept(&mut self.images, member(view, "images"), |text| {
            Some(ImagePage::from_json(text).ok().map(Rc::new))
        });
        State::Ready(Record {
            product,
            image: image.flatten(),
            images: images.flatten(),
            selected: member(view, "selected").as_f64().unwrap_or_default() as usize,
            stale: text(view, "stale"),
            today: text(view, "today"),
        })
    }
}

/// The words of a view, read unless a card was given the same before.
fn messages(view: &JsValue) -> Messages {
    let key = ["messages", "lang", "dir", "decimal", "date"].map(|name| member(view, name));
    WORDS.with_borrow_mut(|known| {
        if let Some((_, messages)) = known.iter().find(|(other, _)| *other == key) {
            return messages.clone();
        }
        let messages = read_messages(&key);
        known.truncate(LANGUAGES - 1);
        known.insert(0, (key, messages.clone()));
        messages
    })
}

fn read_messages([given, language, direction, decimal, date]: &[JsValue; 5]) -> Messages {
    let text = |value: &JsValue| value.as_string().unwrap_or_default();
    let language = text(language);
    // Without words there would be nothing to see; keys are better.
    let messages = Messages::from_json(&language, &text(given))
        .unwrap_or_else(|_| Messages::empty(&language))
        .right_to_left(text(direction) == "rtl")
        .decimal(decimal.as_string().as_deref().unwrap_or("."));
    match date.dyn_ref::<Function>().cloned() {
        Some(format) => messages.dates(Rc::new(move |text| dated(&format, text))),
        None => messages,
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
