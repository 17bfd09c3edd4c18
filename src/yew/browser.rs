//! The browser's answers to components: the date, its formats, addresses. A server knows
//! none of it.

/// Today's date where the day begins first (UTC+14), such as `2026-11-21`.
#[cfg(target_arch = "wasm32")]
pub(super) fn today() -> Option<String> {
    const AHEAD: f64 = 14.0 * 3_600_000.0;
    let now = js_sys::Date::now() + AHEAD;
    let text = String::from(js_sys::Date::new(&now.into()).to_iso_string());
    text.get(..10).map(str::to_owned)
}

/// An instant, `2026-01-31T12:00:00Z`, in the reader's time zone; other texts as they are.
#[cfg(target_arch = "wasm32")]
pub(super) fn instant(text: &str, language: &str) -> String {
    use js_sys::{Array, Date, Intl, Object, Reflect};
    let date = Date::new(&text.into());
    if !text.ends_with('Z') || date.get_time().is_nan() {
        return text.to_owned();
    }
    let options = Object::new();
    for (name, value) in [("dateStyle", "long"), ("timeStyle", "short")] {
        let _ = Reflect::set(&options, &name.into(), &value.into());
    }
    let format = Intl::DateTimeFormat::new(&Array::of1(&language.into()), &options).format();
    let written = format.call1(&wasm_bindgen::JsValue::UNDEFINED, &date);
    let written = written.ok().and_then(|text| text.as_string());
    written.unwrap_or_else(|| text.to_owned())
}

/// The address in the application of the product with an id; `None` where it is not one that a
/// page can link to.
#[cfg(target_arch = "wasm32")]
pub(super) fn address(pattern: &str, id: &str) -> Option<String> {
    let id = String::from(js_sys::encode_uri_component(id));
    let base = web_sys::window()?.document()?.base_uri().ok()??;
    let url =
        web_sys::Url::new_with_base(&crate::messages::fill(pattern, "id", &id), &base).ok()?;
    matches!(url.protocol().as_str(), "http:" | "https:").then(|| url.href())
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn today() -> Option<String> {
    None
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn instant(text: &str, _language: &str) -> String {
    text.to_owned()
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn address(_pattern: &str, _id: &str) -> Option<String> {
    None
}
