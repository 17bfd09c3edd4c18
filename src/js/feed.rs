//! The change feed and the index of GTINs as handles.

use super::arguments::{self, Arguments};
use super::{Client, Work, failure, start, stop};
use crate::client::{Changes, Checkpoint, Error, Fetch, GtinIndex};
use crate::gtin::Gtin;
use js_sys::{Array, Promise};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Something that one call at a time works with, and that is there again
/// after it, however the call ends.
struct Shelf<T>(Rc<RefCell<Option<T>>>);

impl<T> Shelf<T> {
    fn new(thing: T) -> Self {
        Shelf(Rc::new(RefCell::new(Some(thing))))
    }

    fn take(&self) -> Result<Loan<T>, Error> {
        let thing = self.0.borrow_mut().take();
        thing
            .map(|thing| Loan {
                shelf: Rc::clone(&self.0),
                thing: Some(thing),
            })
            .ok_or_else(|| Error::argument("another call is under way; wait for it"))
    }

    fn look<R>(&self, read: impl FnOnce(&T) -> R) -> Option<R> {
        self.0.borrow().as_ref().map(read)
    }
}

struct Loan<T> {
    shelf: Rc<RefCell<Option<T>>>,
    thing: Option<T>,
}

impl<T> Drop for Loan<T> {
    fn drop(&mut self) {
        *self.shelf.borrow_mut() = self.thing.take();
    }
}

/// A feed of changes.
#[wasm_bindgen]
pub struct Feed {
    changes: Shelf<Changes<Fetch>>,
}

#[wasm_bindgen]
impl Feed {
    /// A feed from a time or a checkpoint's text on, or from the beginning.
    #[wasm_bindgen(constructor)]
    pub fn new(client: &Client, since: &JsValue, options: JsValue) -> Result<Feed, JsValue> {
        stop::check()?;
        let make = || {
            let checkpoint = if since.is_undefined() || since.is_null() {
                Checkpoint::beginning()
            } else {
                let text = arguments::text(since, "time or checkpoint to begin at")?;
                if text.starts_with('[') {
                    text.parse()?
                } else {
                    Checkpoint::since(&text)?
                }
            };
            let patience = Arguments::new(options, "options")?.patience()?;
            let pool = client.pool.with(|it| patience.apply(it));
            Ok::<_, Error>(pool.changes(checkpoint))
        };
        match make() {
            Ok(changes) => Ok(Feed {
                changes: Shelf::new(changes),
            }),
            Err(error) => Err(failure::to_js(&error)),
        }
    }

    /// The next change: a promise of the product as JSON text; `undefined` at
    /// the end, after which another call goes on with what has changed since.
    pub fn next(&self, client: &Client, options: JsValue) -> Result<Promise, JsValue> {
        start(&client.pool, options, |_, _| {
            let mut loan = self.changes.take()?;
            Ok(Box::pin(async move {
                let Some(changes) = &mut loan.thing else {
                    return Ok(JsValue::UNDEFINED);
                };
                Ok(match changes.next().await? {
                    Some(product) => JsValue::from_str(&product.to_json()),
                    None => {
                        changes.again();
                        JsValue::UNDEFINED
                    }
                })
            }) as Work)
        })
    }

    /// Where the feed stands; `undefined` while a call is under way.
    pub fn checkpoint(&self) -> Option<String> {
        self.changes.look(|it| it.checkpoint().to_string())
    }
}

/// An index of GTINs.
#[wasm_bindgen]
pub struct Index {
    parts: Shelf<(GtinIndex, Option<Changes<Fetch>>)>,
}

#[wasm_bindgen]
impl Index {
    /// The index of a text, or one of nothing.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &JsValue) -> Result<Index, JsValue> {
        stop::check()?;
        let read = || {
            if text.is_undefined() || text.is_null() {
                Ok(GtinIndex::new())
            } else {
                arguments::text(text, "text of the index")?.parse()
            }
        };
        match read() {
            Ok(index) => Ok(Index {
                parts: Shelf::new((index, None)),
            }),
            Err(error) => Err(failure::to_js(&error)),
        }
    }

    /// Reads up to a page of changes: a promise of whether there may be more.
    pub fn refresh(&self, client: &Client, options: JsValue) -> Result<Promise, JsValue> {
        start(&client.pool, options, |pool, _| {
            let mut loan = self.parts.take()?;
            Ok(Box::pin(async move {
                let Some((index, changes)) = &mut loan.thing else {
                    return Ok(JsValue::FALSE);
                };
                let feed = changes.get_or_insert_with(|| index.changes(&pool));
                let more = index.read(feed, 500).await?;
                if !more {
                    feed.again();
                }
                Ok(more.into())
            }) as Work)
        })
    }

    /// The products that a scanned GTIN may lead to: `pool_id`s.
    pub fn products(&self, scan: &JsValue) -> Result<Array, JsValue> {
        let read = || {
            let scan = arguments::text(scan, "scan")?;
            let gtin =
                Gtin::from_scan(&scan).map_err(|error| Error::argument(error.to_string()))?;
            let mut found = Vec::new();
            self.parts.look(|(index, _)| {
                for place in index.get(&gtin) {
                    let id = JsValue::from_str(&place.product);
                    if !found.contains(&id) {
                        found.push(id);
                    }
                }
            });
            Ok(found.into_iter().collect())
        };
        read().map_err(|error: Error| failure::to_js(&error))
    }

    /// How many GTINs are known.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.parts
            .look(|(index, _)| index.len())
            .unwrap_or_default()
    }

    /// The index as text; `undefined` while a call is under way.
    pub fn text(&self) -> Option<String> {
        self.parts.look(|(index, _)| index.to_string())
    }
}
