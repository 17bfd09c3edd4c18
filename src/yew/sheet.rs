//! The style sheet in the page.

use super::styles::{STYLE_ID, written};
use js_sys::{Array, Function, Reflect};
use std::cell::OnceCell;
use wasm_bindgen::prelude::*;
use web_sys::{CssStyleSheet, Window};

thread_local! {
    /// The sheet of the page.
    static SHEET: OnceCell<Option<CssStyleSheet>> = const { OnceCell::new() };
}

/// Adds the styles of the components to the page, unless it has them. A constructed sheet
/// needs no permission for `<style>` elements in a Content-Security-Policy.
pub(super) fn adopt() {
    let window = web_sys::window();
    let Some((window, document)) = window.and_then(|it| Some((it.clone(), it.document()?))) else {
        return;
    };
    if document.get_element_by_id(STYLE_ID).is_some() {
        return;
    }
    SHEET.with(|sheet| {
        let sheets = document.adopted_style_sheets();
        // A page may have replaced the whole list since the last card.
        if let Some(sheet) = sheet.get_or_init(|| make(&window))
            && !sheets.includes(sheet, 0)
        {
            sheets.push(sheet);
        }
    });
}

/// A sheet for the document of a window: a sheet cannot be adopted across documents.
pub(super) fn make(window: &Window) -> Option<CssStyleSheet> {
    let has_scope = Reflect::has(window, &"CSSScopeRule".into()).unwrap_or_default();
    let class = Reflect::get(window, &"CSSStyleSheet".into()).ok()?;
    let sheet = Reflect::construct(class.dyn_ref::<Function>()?, &Array::new()).ok()?;
    let sheet: CssStyleSheet = sheet.unchecked_into();
    sheet.replace_sync(&written(has_scope)).ok()?;
    Some(sheet)
}
