//! Looking up responses in the mirror.

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Bytes;
use product_pool::operations::{GET_PRODUCT, LIST_PRODUCTS, Operation, Returns};

use super::Mirror;
use crate::body::Body;
use crate::entry::Entry;
use crate::replica::Context;
use crate::replica::disk::rows::read;
use crate::target::{Target, path};
use product_pool_api::SearchRequest;
use product_pool_api::products::{ListRequest, no_gtin, no_product};
use product_pool_http::memory::Room;
use product_pool_http::params::Params;
use product_pool_http::responses::answer::tag;
use product_pool_http::responses::problem::Problem;
use product_pool_store::StoreError;
use product_pool_store::search::SEARCHED_TEXTS;
use rusqlite::Connection;

/// The result of looking up a request in the mirror.
pub(crate) enum Lookup {
    /// A response to serve without asking the upstream.
    Answer(Entry),
    /// A stored response of the upstream, to be treated like a cache entry.
    Stored(Entry),
    /// Nothing is stored.
    NotStored,
    /// The mirror is not complete yet, so it must not serve this request.
    Incomplete,
}

impl Mirror {
    /// Looks up a request.
    pub(crate) async fn lookup(&self, context: &Context<'_>, target: &Target) -> Lookup {
        let found = match target.operation.returns {
            // Only the upstream can make a form other than the documented one.
            _ if target.other_output => Ok(Lookup::NotStored),
            // Data of an account is not mirrored.
            _ if target.operation.is_of_account() => Ok(Lookup::NotStored),
            Returns::ProductPage if !self.is_of(context.account) => Ok(Lookup::Incomplete),
            _ if !self.is_of(context.account) => Ok(Lookup::NotStored),
            Returns::ProductPage => self.list(context, target).await,
            // No product is listed with this GTIN.
            Returns::Product if let Some(gtin) = &target.gtin => {
                Ok(self.missing(context, &no_gtin("GTIN", gtin)))
            }
            Returns::Product => self.product(context, target).await,
            Returns::ImagePage
            | Returns::Image
            | Returns::CatalogPage
            | Returns::Listing
            | Returns::Entry => self.other(target).await,
        };
        match found {
            Ok(Lookup::Answer(entry)) => Lookup::Answer(entry.with_tags(&target.text)),
            Ok(Lookup::Stored(entry)) => Lookup::Stored(entry.with_tags(&target.text)),
            Ok(other) => other,
            Err(error) => {
                tracing::error!("the mirror cannot be read: {error}");
                Lookup::NotStored
            }
        }
    }

    async fn list(&self, context: &Context<'_>, target: &Target) -> Result<Lookup, StoreError> {
        let Some(walked) = self.walked(context.account) else {
            return Ok(Lookup::Incomplete);
        };
        // The upstream may understand parameters that this program does not, and it may know a
        // cursor that the mirror does not.
        let page = params(target, &LIST_PRODUCTS)
            .and_then(|params| ListRequest::of(&params, &self.cursors).ok());
        let Some(page) = page else {
            return Ok(Lookup::NotStored);
        };
        let cursors = self.cursors.clone();
        let text = self.pool.read(move |c| page.answer(c, &cursors)).await?;
        Ok(Lookup::Answer(self.page(context, text, walked)))
    }

    /// The page of products that match; `None` until the whole list was read.
    pub(crate) async fn search(
        &self,
        context: &Context<'_>,
        request: SearchRequest,
    ) -> Result<Option<Entry>, StoreError> {
        let Some(walked) = self.walked(context.account) else {
            return Ok(None);
        };
        let is_hidden = |field: &&str| context.hidden.has(&["general", field]);
        let hidden = SEARCHED_TEXTS.iter();
        let hidden = hidden.filter(|(_, fields)| fields.iter().any(is_hidden));
        let hidden: Vec<&str> = hidden.map(|(column, _)| *column).collect();
        let search = move |c: &Connection| request.answer(c, &hidden);
        let text = self.pool.read(search).await;
        let text =
            text.inspect_err(|error| tracing::error!("the mirror cannot be read: {error}"))?;
        Ok(Some(self.page(context, text, walked)))
    }

    /// The entry of a page of products.
    fn page(&self, context: &Context<'_>, text: String, walked: Duration) -> Entry {
        let body = Body::from(text);
        let body = context.hidden.redacted(Returns::ProductPage, body);
        let entry = Entry::new(200, body, walked).with_tags(LIST_PRODUCTS.path);
        self.checked(context, entry)
    }

    async fn product(&self, context: &Context<'_>, target: &Target) -> Result<Lookup, StoreError> {
        let pool_id = target.product.clone().unwrap_or_default();
        let Some(params) = params(target, &GET_PRODUCT) else {
            return Ok(Lookup::NotStored);
        };
        let stored = self.read(path(&["products", &pool_id])).await?;
        let version = params.text("version");
        Ok(match stored {
            Some((stored, room)) if version.is_none_or(|version| is_version(&stored, version)) => {
                let entry = self.record(context, stored);
                let body = room.keep(entry.body);
                Lookup::Stored(Entry { body, ..entry })
            }
            None if version.is_none() && !self.list.lock().contains(&pool_id) => {
                self.missing(context, &no_product(&pool_id))
            }
            Some(_) | None => Lookup::NotStored,
        })
    }

    /// Looks up images, manufacturers and brands. Changes do not cover them, so they age like
    /// any cache entry.
    async fn other(&self, target: &Target) -> Result<Lookup, StoreError> {
        let stored = self.read(target.text.clone()).await?;
        Ok(stored.map_or(Lookup::NotStored, |(stored, room)| {
            let body = room.keep(stored.body);
            Lookup::Stored(Entry { body, ..stored })
        }))
    }

    /// The stored entry of that key, with room for its body.
    async fn read(&self, key: String) -> Result<Option<(Entry, Room)>, StoreError> {
        let read = || {
            let key = key.clone();
            self.pool.read(move |c| Ok(read(c, &key)?))
        };
        Room::for_read(read, |entry: &Entry| entry.body.len()).await
    }

    /// The entry of a record. It is current as of its request or of the last complete walk,
    /// whichever is later, unless a change to it is pending.
    fn record(&self, context: &Context<'_>, stored: Entry) -> Entry {
        let entry = Entry {
            at: stored
                .at
                .max(self.walked(context.account).unwrap_or_default()),
            ..redacted(context, stored)
        };
        self.checked(context, entry)
    }

    /// Marks an entry as unchecked if the mirror could not follow the changes for so long that
    /// the entry is no longer fresh, or if the last walk failed.
    fn checked(&self, context: &Context<'_>, entry: Entry) -> Entry {
        let old = entry.age(context.now) >= context.times.fresh;
        Entry {
            unchecked: old || self.failing.load(Ordering::Acquire),
            ..entry
        }
    }

    /// The 404 for a missing product, while the last walk is recent.
    fn missing(&self, context: &Context<'_>, problem: &Problem) -> Lookup {
        match self.walked(context.account) {
            Some(walked) if context.now.saturating_sub(walked) < context.times.missing => {
                let entry = Entry::new(404, Bytes::from(problem.body()), walked);
                Lookup::Answer(self.checked(context, entry))
            }
            _ => Lookup::NotStored,
        }
    }
}

fn params(target: &Target, operation: &'static Operation) -> Option<Params> {
    Params::of(&target.text.parse().ok()?, operation).ok()
}

/// Whether the record in an entry is that version of the product, or does not say which it is.
fn is_version(entry: &Entry, version: &str) -> bool {
    let body = body_of(entry);
    let stored = body.data("version");
    stored.is_none_or(|stored| stored.trim_matches('"') == version)
}

fn body_of(entry: &Entry) -> Body {
    Body::from(String::from_utf8_lossy(&entry.body).into_owned())
}

/// The entry of a product without hidden fields.
fn redacted(context: &Context<'_>, entry: Entry) -> Entry {
    let body = context.hidden.redacted(Returns::Product, body_of(&entry));
    Entry {
        tag: tag(&body),
        body,
        ..entry
    }
}
