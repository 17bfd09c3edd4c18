//! The style sheets in the page.

use super::styles::{STYLE_ID, Sheet};
use js_sys::{Array, Function, Reflect};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use web_sys::{CssStyleSheet, Document, Element, ShadowRoot, Window};

thread_local! {
    /// The sheets that were made for the page, by class.
    static MADE: RefCell<Vec<(&'static str, CssStyleSheet)>> = const { RefCell::new(Vec::new()) };
}

/// Adds a sheet to the page, unless it is there: before anything is drawn, so that nothing is
/// painted without it. A constructed sheet needs no permission for `<style>` elements in a
/// Content-Security-Policy.
pub(super) fn adopt_in_page(sheet: &'static Sheet) {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(document) = document {
        let _ = add_to_page(&document, sheet);
    }
}

/// Adds a sheet to the page or the shadow tree that an element is in, unless it is there.
pub(super) fn adopt(element: &Element, sheet: &'static Sheet) {
    let Some(document) = element.owner_document() else {
        return;
    };
    let _ = match element.get_root_node().dyn_into::<ShadowRoot>() {
        Ok(shadow) => add(&document, &shadow.adopted_style_sheets(), sheet),
        Err(_) => add_to_page(&document, sheet),
    };
}

fn add_to_page(document: &Document, sheet: &'static Sheet) -> Option<()> {
    // A server has put them into the page.
    if document.get_element_by_id(STYLE_ID).is_some() {
        return None;
    }
    add(document, &document.adopted_style_sheets(), sheet)
}

fn add(document: &Document, sheets: &Array, sheet: &'static Sheet) -> Option<()> {
    let made = MADE.with_borrow(|made| {
        let found = made.iter().find(|(class, _)| *class == sheet.class);
        found.map(|(_, made)| made.clone())
    });
    let made = match made {
        Some(made) => made,
        None => {
            let new = make(&document.default_view()?, sheet)?;
            MADE.with_borrow_mut(|made| made.push((sheet.class, new.clone())));
            new
        }
    };
    // A page may have replaced the whole list since the last card.
    if !sheets.includes(&made, 0) {
        sheets.push(&made);
    }
    Some(())
}

/// A sheet for the document of a window: a sheet cannot be adopted across documents.
pub(super) fn make(window: &Window, sheet: &Sheet) -> Option<CssStyleSheet> {
    let has_scope = Reflect::has(window, &"CSSScopeRule".into()).unwrap_or_default();
    let class = Reflect::get(window, &"CSSStyleSheet".into()).ok()?;
    let made = Reflect::construct(class.dyn_ref::<Function>()?, &Array::new()).ok()?;
    let made: CssStyleSheet = made.unchecked_into();
    made.replace_sync(&sheet.text(has_scope)).ok()?;
    Some(made)
}
