//! What components ask the browser: the date, its formats, addresses. A server knows
//! none of it.

/// Today's date where the day begins first (UTC+14), such as `2026-11-21`.
#[cfg(target_arch = "wasm32")]
pub(super) fn today() -> Option<String> {
    const AHEAD: f64 = 14.0 * 3_600_000.0;
    let now = js_sys::Date::now() + AHEAD;
    let text = String::from(js_sys::Date::new(&now.into()).to_iso_string());
    text.get(..10).map(str::to_owned)
}

/// An instant, `2026-01-31T12:00:00Z`, in the reader's time zone.
#[cfg(target_arch = "wasm32")]
pub(super) fn instant(text: &str, language: &str) -> String {
    use js_sys::{Array, Date, Intl, Object, Reflect};
    let date = Date::new(&text.into());
    if date.get_time().is_nan() {
        return text.to_owned();
    }
    let options = Object::new();
    for (name, value) in [("dateStyle", "long"), ("timeStyle", "short")] {
        let _ = Reflect::set(&options, &name.into(), &value.into());
    }
    let format = Intl::DateTimeFormat::new(&Array::of1(&language.into()), &options).format();
    let written = format.call1(&wasm_bindgen::JsValue::UNDEFINED, &date);
    let written = written.ok().and_then(|it| it.as_string());
    written.unwrap_or_else(|| text.to_owned())
}

/// The address in the application of the product with an id; `None` where it is not one that a
/// page can link to.
#[cfg(target_arch = "wasm32")]
pub(super) fn address(pattern: &str, id: &str) -> Option<String> {
    let id = String::from(js_sys::encode_uri_component(id));
    let base = web_sys::window()?.document()?.base_uri().ok()??;
    let url = web_sys::Url::new_with_base(&pattern.replace("{id}", &id), &base).ok()?;
    matches!(url.protocol().as_str(), "http:" | "https:").then(|| url.href())
}

/// Offers a text as a file, as a link with `download` would.
#[cfg(target_arch = "wasm32")]
pub(super) fn download(text: &str, name: &str) {
    let _ = offer(text, name);
}

#[cfg(target_arch = "wasm32")]
fn offer(text: &str, name: &str) -> Option<()> {
    use wasm_bindgen::JsCast as _;
    use web_sys::{Blob, BlobPropertyBag, HtmlElement, Url};
    let options = BlobPropertyBag::new();
    options.set_type("text/csv;charset=utf-8");
    // By the byte order mark spreadsheet programs recognise UTF-8.
    let parts = js_sys::Array::of2(&"\u{feff}".into(), &text.into());
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    let link = web_sys::window()?.document()?.create_element("a").ok()?;
    link.set_attribute("href", &url).ok()?;
    link.set_attribute("download", name).ok()?;
    link.unchecked_into::<HtmlElement>().click();
    wasm_bindgen_futures::spawn_local(async move {
        // After the browser has begun the download.
        gloo_timers::future::TimeoutFuture::new(10_000).await;
        let _ = Url::revoke_object_url(&url);
    });
    Some(())
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn download(_text: &str, _name: &str) {}

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
