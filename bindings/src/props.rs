//! Readers of the objects that the custom elements pass to their views.

use js_sys::{Function, Reflect};
use product_pool::card::Failure;
use product_pool::messages::{DateFormat, Messages};
use std::cell::RefCell;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// A member of an object; undefined if there is none.
pub(crate) fn member(view: &JsValue, name: &str) -> JsValue {
    Reflect::get(view, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

/// A member that is a string.
pub(crate) fn text(view: &JsValue, name: &str) -> Option<String> {
    member(view, name).as_string()
}

/// The level of a view's heading.
pub(crate) fn level(view: &JsValue) -> u8 {
    let level = member(view, "headingLevel").as_f64();
    level.map_or(2, |level| level.clamp(1.0, 6.0) as u8)
}

/// The failure with this name, which is the state of a view without a product.
pub(crate) fn failure(state: &str) -> Failure {
    let found = Failure::ALL.iter().find(|failure| failure.key() == state);
    found.copied().unwrap_or(Failure::Other)
}

/// Cached messages, with the object that they were read from.
type Known = (JsValue, Messages);

/// The number of cached languages; a page has few.
const LANGUAGES: usize = 4;

thread_local! {
    /// Messages that views of the same language share.
    static MESSAGES: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// The messages of a view's locale, which is one object for all views of a language.
pub(crate) fn messages(view: &JsValue) -> Messages {
    let locale = member(view, "locale");
    MESSAGES.with_borrow_mut(|known| {
        if let Some((_, messages)) = known.iter().find(|(other, _)| *other == locale) {
            return messages.clone();
        }
        let messages = read_messages(&locale);
        if known.len() == LANGUAGES {
            known.clear();
        }
        known.push((locale, messages.clone()));
        messages
    })
}

#[allow(clippy::arc_with_non_send_sync, reason = "one thread is all there is")]
fn read_messages(locale: &JsValue) -> Messages {
    let format = member(locale, "date").dyn_into::<Function>().ok();
    Messages::from_page(
        &text(locale, "lang").unwrap_or_default(),
        &text(locale, "messages").unwrap_or_default(),
        text(locale, "dir").as_deref() == Some("rtl"),
        &text(locale, "decimal").unwrap_or_default(),
        format.map(|format| -> DateFormat { Arc::new(move |text| dated(&format, text)) }),
    )
}

/// Formats a time with the host's function; unchanged if that fails.
fn dated(format: &Function, time: &str) -> String {
    format
        .call1(&JsValue::UNDEFINED, &JsValue::from_str(time))
        .ok()
        .and_then(|text| text.as_string())
        .unwrap_or_else(|| time.to_owned())
}
