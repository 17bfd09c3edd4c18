//! The change feed and the GTIN index.

#![allow(
    clippy::await_holding_refcell_ref,
    reason = "a call holds what it works on until it ends: another one meanwhile is refused"
)]

use super::arguments::{self, Arguments};
use super::failure::Failure;
use super::{Client, call};
use crate::panic;
use js_sys::{Array, Promise};
use product_pool::client::{Changes, Checkpoint, Error, Fetch, GtinIndex};
use std::cell::{RefCell, RefMut};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A value that one call at a time borrows, as long as it runs.
fn exclusive<T>(value: &RefCell<T>) -> Result<RefMut<'_, T>, Error> {
    let busy = |_| Error::invalid_argument("another call is still running; await it first");
    value.try_borrow_mut().map_err(busy)
}

/// A feed of changes.
#[wasm_bindgen]
pub struct Feed {
    changes: Rc<RefCell<Changes<Fetch>>>,
    /// The checkpoint while a page is being fetched.
    meanwhile: Rc<RefCell<Checkpoint>>,
}

#[wasm_bindgen]
impl Feed {
    /// A feed from a time, from a checkpoint's text, or from the beginning.
    #[wasm_bindgen(constructor)]
    pub fn new(client: &Client, since: &JsValue, options: JsValue) -> Result<Feed, Failure> {
        panic::check()?;
        let checkpoint = if since.is_undefined() || since.is_null() {
            Checkpoint::beginning()
        } else {
            let text = arguments::text(since, "option since")?;
            if text.starts_with('[') {
                text.parse()?
            } else {
                Checkpoint::since(&text)?
            }
        };
        let retry_policy = Arguments::new(options, "options")?.retry_policy()?;
        let changes = client
            .pool
            .with_retry_policy(retry_policy)
            .changes(checkpoint);
        Ok(Feed {
            meanwhile: Rc::new(RefCell::new(changes.checkpoint().clone())),
            changes: Rc::new(RefCell::new(changes)),
        })
    }

    /// The next change: the product as JSON text. `undefined` at the end, after
    /// which another call continues with newer changes.
    pub fn next(&self, client: &Client, options: JsValue) -> Result<Promise, Failure> {
        call(&client.pool, options, |_, _| {
            let (changes, meanwhile) = (Rc::clone(&self.changes), Rc::clone(&self.meanwhile));
            Ok(async move {
                let mut changes = exclusive(&changes)?;
                loop {
                    if let Some(product) = changes.next_in_page() {
                        return Ok(JsValue::from_str(&product.to_json()));
                    }
                    meanwhile.replace(changes.checkpoint().clone());
                    if !changes.fetch_page().await? {
                        changes.restart();
                        return Ok(JsValue::UNDEFINED);
                    }
                }
            })
        })
    }

    /// The checkpoint of the feed.
    pub fn checkpoint(&self) -> String {
        match self.changes.try_borrow() {
            Ok(changes) => changes.checkpoint().to_string(),
            Err(_) => self.meanwhile.borrow().to_string(),
        }
    }
}

/// An index of GTINs.
#[wasm_bindgen]
pub struct Index {
    /// Never borrowed across an `await`, so it can be read at any time.
    index: Rc<RefCell<GtinIndex>>,
    /// The feed of a walk that has not reached the end of the list.
    walk: Rc<RefCell<Option<Changes<Fetch>>>>,
}

#[wasm_bindgen]
impl Index {
    /// The index from its text, or an empty one.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &JsValue) -> Result<Index, Failure> {
        panic::check()?;
        let index = if text.is_undefined() || text.is_null() {
            GtinIndex::new()
        } else {
            arguments::text(text, "text of the index")?.parse()?
        };
        Ok(Index {
            index: Rc::new(RefCell::new(index)),
            walk: Rc::default(),
        })
    }

    /// Applies a page of changes; returns whether there may be more.
    pub fn refresh(&self, client: &Client, options: JsValue) -> Result<Promise, Failure> {
        call(&client.pool, options, |pool, _| {
            let (walk, index) = (Rc::clone(&self.walk), Rc::clone(&self.index));
            Ok(async move {
                let mut walk = exclusive(&walk)?;
                let feed = walk.get_or_insert_with(|| index.borrow().changes(&pool));
                let more = feed.fetch_page().await?;
                index.borrow_mut().apply_page(feed);
                if !more {
                    // The next walk has the retry policy of the call that begins it.
                    *walk = None;
                }
                Ok(more.into())
            })
        })
    }

    /// The `pool_id`s of the products that a scanned GTIN may lead to.
    pub fn products(&self, scan: &JsValue) -> Result<Array, Failure> {
        let gtin = arguments::scan(scan)?;
        let found = Array::new();
        for place in self.index.borrow().get(&gtin) {
            let id = JsValue::from_str(&place.product);
            if !found.includes(&id, 0) {
                found.push(&id);
            }
        }
        Ok(found)
    }

    /// The number of GTINs in the index.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.index.borrow().len()
    }

    /// The index as text.
    pub fn text(&self) -> String {
        self.index.borrow().to_string()
    }
}
