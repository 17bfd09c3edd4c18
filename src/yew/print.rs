//! Prints one card without the page around it, from a copy in a document of its own.

use super::sheet;
use super::styles::CARD_SHEET;
use gloo_events::EventListener;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Document, Element, HtmlElement, HtmlIFrameElement, HtmlImageElement};

/// What is left out on paper.
const NOT_PRINTED: &str = "script, dialog, [data-action]:not([data-action=\"image\"])";

/// Panels that are printed open although a compact card folds them. Other folds are as the
/// reader left them.
const OPEN: &str = "[data-panel=lights] > details, [data-panel=ingredients] > details, \
    [data-panel=nutrition] > details, [data-panel=diets] > details, \
    [data-panel=handling] > details";

thread_local! {
    /// The document printed last, with the listener that removes it: some engines still need it
    /// after `print()` has returned.
    static LAST: RefCell<Option<(HtmlIFrameElement, EventListener)>> = const { RefCell::new(None) };
}

/// Prints a copy of the element of a card, in light colours.
pub(super) fn print(card: &Element, title: Option<String>) {
    let card = card.clone();
    spawn_local(async move {
        let _ = print_copy(&card, title).await;
    });
}

async fn print_copy(card: &Element, title: Option<String>) -> Option<()> {
    let page = card.owner_document()?;
    let frame = make_frame(&page)?;
    if let Some((last, _)) = LAST.take() {
        last.remove();
    }
    let (window, document) = (frame.content_window()?, frame.content_document()?);
    document.set_title(&title.unwrap_or_else(|| page.title()));
    let drawn = card.query_selector("[lang]").ok().flatten();
    if let Some(language) = drawn.and_then(|it| it.get_attribute("lang")) {
        let _ = document
            .document_element()?
            .set_attribute("lang", &language);
    }
    if let Some(sheet) = sheet::make(&window, &CARD_SHEET) {
        document.adopted_style_sheets().push(&sheet);
    }
    let copy: Element = document
        .import_node_with_deep(card, true)
        .ok()?
        .unchecked_into();
    if let Ok(Some(shell)) = copy.query_selector(".shell") {
        let _ = shell.set_attribute("data-theme", "light");
    }
    for fold in all(&copy, OPEN) {
        let _ = fold.set_attribute("open", "");
    }
    for element in all(&copy, NOT_PRINTED) {
        element.remove();
    }
    document.body()?.append_child(&copy).ok()?;
    for image in all(&copy, "img") {
        let image: HtmlImageElement = image.unchecked_into();
        let _ = image.set_attribute("loading", "eager");
        // Printed without it if it cannot be loaded.
        let _ = JsFuture::from(image.decode()).await;
    }
    let printed = frame.clone();
    let listener = EventListener::once(&window, "afterprint", move |_| printed.remove());
    LAST.replace(Some((frame, listener)));
    window.print().ok()
}

fn all(root: &Element, selector: &str) -> Vec<Element> {
    let mut found = Vec::new();
    if let Ok(list) = root.query_selector_all(selector) {
        let nodes = (0..list.length()).filter_map(|index| list.get(index));
        found.extend(nodes.map(JsCast::unchecked_into::<Element>));
    }
    found
}

/// Makes an empty document that is not visible in the page.
fn make_frame(page: &Document) -> Option<HtmlIFrameElement> {
    let frame: HtmlElement = page.create_element("iframe").ok()?.unchecked_into();
    let _ = frame.set_attribute("aria-hidden", "true");
    frame.set_tab_index(-1);
    // Not hidden: without a layout an empty sheet would be printed.
    let style = [
        ("position", "fixed"),
        ("width", "0"),
        ("height", "0"),
        ("border", "0"),
        ("opacity", "0"),
    ];
    for (name, value) in style {
        let _ = frame.style().set_property(name, value);
    }
    page.body()?.append_child(&frame).ok()?;
    frame.dyn_into().ok()
}
