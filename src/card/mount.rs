//! The card for the custom element: mounted, updated and taken away by it.

#![expect(
    unreachable_pub,
    reason = "exports must be `pub`, but only the host of the module reaches them"
)]

use super::app::{Card, CardEvent, CardProps, Listener, Source};
use crate::client::{DEFAULT_TIMEOUT, Options};
use crate::messages::Messages;
use crate::model::{Product, Value};
use js_sys::{Function, Object, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::Element;
use yew::AppHandle;

/// A mounted card. Its host calls `destroy` when the element has gone.
#[wasm_bindgen]
pub struct CardHandle {
    app: RefCell<Option<AppHandle<Card>>>,
    props: RefCell<CardProps>,
}

impl std::fmt::Debug for CardHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CardHandle")
    }
}

/// Mounts a card into `container`, an element of its own (never a shadow root:
/// two Yew roots would then both answer for one event).
///
/// # Errors
/// The module has panicked before and cannot be used any more.
#[wasm_bindgen(js_name = mountCard)]
pub fn mount_card(
    container: Element,
    props: &JsValue,
    emit: Function,
) -> Result<CardHandle, JsValue> {
    crate::js::stop::check()?;
    // Yew would put a hook of its own in this one's place.
    yew::set_custom_panic_hook(Box::new(crate::js::stop::hook));
    let listener = Listener(Rc::new(move |event| {
        let (name, detail) = detail(&event);
        // An exception in the host's function is the host's affair.
        let _ = emit.call2(&JsValue::NULL, &JsValue::from_str(name), &detail);
    }));
    let props = read_props(props, Some(listener));
    let app = yew::Renderer::<Card>::with_root_and_props(container, props.clone()).render();
    Ok(CardHandle {
        app: RefCell::new(Some(app)),
        props: RefCell::new(props),
    })
}

#[wasm_bindgen]
impl CardHandle {
    /// Shows something else, or the same in another way.
    pub fn update(&self, props: &JsValue) {
        let listener = self.props.borrow().listener.clone();
        let attempt = self.props.borrow().attempt;
        self.apply(CardProps {
            attempt,
            ..read_props(props, listener)
        });
    }

    /// Loads the product once more.
    pub fn retry(&self) {
        let mut props = self.props.borrow().clone();
        props.attempt = props.attempt.wrapping_add(1);
        self.apply(props);
    }

    /// Takes the card away.
    pub fn destroy(&self) {
        if let Some(app) = self.app.borrow_mut().take() {
            app.destroy();
        }
    }

    fn apply(&self, props: CardProps) {
        self.props.replace(props.clone());
        if let Some(app) = self.app.borrow_mut().as_mut() {
            app.update(props);
        }
    }
}

fn text(props: &JsValue, name: &str) -> Option<String> {
    Reflect::get(props, &JsValue::from_str(name))
        .ok()?
        .as_string()
}

fn read_props(props: &JsValue, listener: Option<Listener>) -> CardProps {
    let given = text(props, "product").and_then(|json| given(&json));
    let source = match (given, text(props, "gtin"), text(props, "productId")) {
        (Some(product), _, _) => Source::Given(Rc::new(product)),
        (None, None, Some(id)) => Source::ProductId(id),
        (None, gtin, _) => Source::Gtin(gtin.unwrap_or_default()),
    };
    let level = Reflect::get(props, &JsValue::from_str("headingLevel"))
        .ok()
        .and_then(|level| level.as_f64())
        .map_or(2, |level| level.clamp(1.0, 5.0) as u8);
    CardProps {
        source,
        options: Options::new(text(props, "baseUrl").unwrap_or_default())
            .token_if_any(text(props, "token"))
            // A shopper is told sooner than a program: all attempts have the
            // time of one.
            .total_timeout(Some(DEFAULT_TIMEOUT)),
        messages: Messages::EN_GB,
        level,
        attempt: 0,
        listener,
    }
}

/// A product given as JSON: a whole answer, or what stands under `data`.
fn given(json: &str) -> Option<Product> {
    Product::from_json(json).ok().or_else(|| {
        Value::parse(json).ok()?;
        Product::from_json(&format!("{{\"data\":{json}}}")).ok()
    })
}

fn detail(event: &CardEvent<'_>) -> (&'static str, JsValue) {
    let detail = Object::new();
    let set = |name: &str, value: Option<&str>| {
        let value = value.map_or(JsValue::UNDEFINED, JsValue::from_str);
        // Setting a member of a fresh object cannot fail.
        let _ = Reflect::set(&detail, &JsValue::from_str(name), &value);
    };
    match event {
        CardEvent::Loaded(product) => {
            let data = product.data();
            set("productId", data.pool_id().get());
            set("gtin", data.outer().traded_unit_gtin().get());
            ("load", detail.clone().into())
        }
        CardEvent::Failed(error) => {
            set("code", Some(error.code().as_str()));
            set("message", Some(&error.to_string()));
            if let Some(status) = error.status() {
                let _ = Reflect::set(
                    &detail,
                    &JsValue::from_str("status"),
                    &JsValue::from_f64(status.into()),
                );
            }
            ("error", detail.clone().into())
        }
    }
}
