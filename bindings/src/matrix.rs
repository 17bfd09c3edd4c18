//! The matrix for its custom element, which mounts, updates and removes it.

use crate::panic;
use crate::props::{failure, level, member, messages, text};
use js_sys::Array;
use product_pool::card::{Drawing, Failure, Node};
use product_pool::messages::Messages;
use product_pool::model::Product;
use product_pool::views::{
    MatrixProduct, MatrixProps, MatrixRow, RowState, draw_matrix, matrix_table,
};
use std::cell::RefCell;
use std::sync::Arc;
use wasm_bindgen::prelude::*;
use web_sys::Element;

/// A mounted matrix. The element calls `destroy` when it is disconnected.
#[wasm_bindgen]
pub struct MatrixHandle {
    drawing: RefCell<Drawing>,
    props: RefCell<MatrixProps>,
    /// The parsed product of each row: every update passes a whole view.
    cache: RefCell<Vec<Cache>>,
}

/// A product, keyed by the text and the messages that it was read from.
type Cache = Option<([JsValue; 2], Arc<MatrixProduct>)>;

/// Mounts a matrix into `container`, an empty element that belongs to the
/// matrix.
///
/// # Errors
/// The module has panicked and can no longer be used.
#[wasm_bindgen(js_name = mountMatrix)]
pub fn mount_matrix(container: Element, view: &JsValue) -> Result<MatrixHandle, JsValue> {
    panic::check()?;
    let drawing = Drawing::new(container).ok_or(JsValue::UNDEFINED)?;
    let handle = MatrixHandle {
        drawing: RefCell::new(drawing),
        props: RefCell::new(MatrixProps::new(Vec::new(), messages(view))),
        cache: RefCell::default(),
    };
    handle.update(view)?;
    Ok(handle)
}

#[wasm_bindgen]
impl MatrixHandle {
    /// Updates the matrix.
    pub fn update(&self, view: &JsValue) -> Result<(), JsValue> {
        panic::check()?;
        let messages = messages(view);
        let mut cache = self.cache.borrow_mut();
        let mut rows = Vec::new();
        for (index, row) in Array::from(&member(view, "rows")).iter().enumerate() {
            if cache.len() == index {
                cache.push(None);
            }
            let state = state(&row, view, &messages, &mut cache[index]);
            let mut shown = MatrixRow::new(text(&row, "gtin"), state);
            shown.stale = text(&row, "stale");
            rows.push(shown);
        }
        cache.truncate(rows.len());
        let mut props = MatrixProps::new(rows, messages);
        props.level = level(view);
        props.caption = text(view, "caption");
        props.avoid = text(view, "avoid");
        props.today = text(view, "today");
        let matrix = Node::Element(draw_matrix(&props));
        *self.props.borrow_mut() = props;
        self.drawing.borrow_mut().show(vec![matrix])
    }

    /// The table as rows of text, headings first, for a CSV file.
    pub fn table(&self) -> Result<Array, JsValue> {
        panic::check()?;
        let table = Array::new();
        for row in matrix_table(&self.props.borrow()) {
            let cells = Array::new();
            for cell in row {
                cells.push(&JsValue::from_str(&cell));
            }
            table.push(&cells);
        }
        Ok(table)
    }

    /// Removes the matrix.
    pub fn destroy(&self) -> Result<(), JsValue> {
        self.drawing.borrow_mut().clear()
    }
}

fn state(row: &JsValue, view: &JsValue, messages: &Messages, cache: &mut Cache) -> RowState {
    let state = text(row, "state").unwrap_or_default();
    if state == "loading" {
        return RowState::Loading;
    }
    if state != "ready" {
        return RowState::Failed(failure(&state));
    }
    // Another language reads the same record with another lexicon.
    let key = [member(row, "product"), member(view, "locale")];
    if let Some((known, product)) = cache
        && *known == key
    {
        return RowState::Ready(Arc::clone(product));
    }
    let text = key[0].as_string().unwrap_or_default();
    let Ok(product) = Product::from_answer_or_data(&text) else {
        return RowState::Failed(Failure::Other);
    };
    let product = Arc::new(MatrixProduct::new(product, messages.lexicon()));
    *cache = Some((key, Arc::clone(&product)));
    RowState::Ready(product)
}
