//! The browser's answers to components: the date, its formats, addresses. A server knows
//! none of it.

#[cfg(target_arch = "wasm32")]
use crate::messages::DateFormat;

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
    let instant = Some(text).filter(|text| text.ends_with('Z'));
    let written = instant.and_then(|text| written(text, language, ["timeStyle", "short"]));
    written.unwrap_or_else(|| text.to_owned())
}

/// How the browser writes the service's times as dates.
#[cfg(target_arch = "wasm32")]
#[allow(
    clippy::unnecessary_wraps,
    clippy::arc_with_non_send_sync,
    reason = "one thread is all there is, and a server knows few languages"
)]
pub(super) fn dates(language: &str) -> Option<DateFormat> {
    let language = language.to_owned();
    Some(std::sync::Arc::new(move |text| {
        // A year below 100 is a gap that was filled with zeros.
        let day = crate::label::day(text.trim_start()).filter(|day| !day.starts_with("00"));
        let written = day.and_then(|day| written(day, &language, ["timeZone", "UTC"]));
        written.unwrap_or_else(|| text.to_owned())
    }))
}

/// A time in a language that the browser knows, with its date in words; `None` where there is no
/// such day.
#[cfg(target_arch = "wasm32")]
fn written(time: &str, language: &str, [name, value]: [&str; 2]) -> Option<String> {
    use js_sys::{Array, Date, Function, Intl, Object, Reflect};
    use wasm_bindgen::JsCast as _;
    let date = Date::new(&time.into());
    let is_time = !date.get_time().is_nan();
    // Engines differ in whether they reject 31 February or read it as a day of March.
    if !is_time || !String::from(date.to_iso_string()).starts_with(time.get(..10)?) {
        return None;
    }
    let options = Object::new();
    for (name, value) in [("dateStyle", "long"), (name, value)] {
        Reflect::set(&options, &name.into(), &value.into()).ok()?;
    }
    let write: Function = Reflect::get(&date, &"toLocaleString".into())
        .ok()?
        .dyn_into()
        .ok()?;
    // An error, where the language is no tag.
    let written = write.call2(&date, &language.into(), &options).ok()?;
    let known = Intl::DateTimeFormat::supported_locales_of(&Array::of1(&language.into()), &options);
    written.as_string().filter(|_| known.length() > 0)
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
pub(super) use crate::messages::dates::format as dates;

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn address(_pattern: &str, _id: &str) -> Option<String> {
    None
}
