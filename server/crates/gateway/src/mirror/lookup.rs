//! Looking up responses in the mirror.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::Uri;
use product_pool::operations::{
    GET_PRODUCT, GET_PRODUCT_BY_GTIN, LIST_PRODUCTS, Operation, Returns,
};

use super::{Mirror, duration};
use crate::body::Body;
use crate::entry::{Entry, Times};
use crate::redact::Hidden;
use crate::target::{Target, path};
use product_pool_api::products::{PageRequest, no_gtin, no_product};
use product_pool_http::params::Params;
use product_pool_http::problem::Problem;
use product_pool_store::mirror::{self as store, Found, Level, StoredRecord};
use product_pool_store::record::output::Output;
use product_pool_store::{StoreError, products};

/// The result of looking up a request in the mirror.
pub(crate) enum Lookup {
    /// A response to serve without asking the upstream.
    Answer(Entry),
    /// A stored response of the upstream, to be treated like a cache entry; and the request to
    /// send upstream if it must be revalidated, where that is another one.
    Stored(Entry, Option<Target>),
    /// Nothing is stored, and this request should be sent upstream instead.
    Forward(Target),
    /// Nothing is stored.
    NotStored,
    /// The mirror is not complete yet, so it must not serve this request.
    Incomplete,
}

/// What responses from the mirror depend on.
pub(crate) struct Context<'a> {
    /// The fields that are removed.
    pub(crate) hidden: &'a Hidden,
    /// How long responses are fresh.
    pub(crate) times: &'a Times,
    /// The time of the request.
    pub(crate) now: Duration,
}

impl Mirror {
    /// Looks up a request.
    pub(crate) async fn lookup(&self, context: &Context<'_>, target: &Target) -> Lookup {
        let found = match target.operation.returns {
            // Only the upstream can make a form other than the documented one.
            _ if target.other_output => Ok(Lookup::NotStored),
            // Data of an account is not mirrored.
            _ if target.operation.of_account => Ok(Lookup::NotStored),
            Returns::ProductPage => self.list(context, target).await,
            Returns::Product if is(target, &GET_PRODUCT_BY_GTIN) => {
                self.by_gtin(context, target).await
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
            Ok(Lookup::Stored(entry, other)) => {
                Lookup::Stored(entry.with_tags(&target.text), other)
            }
            Ok(other) => other,
            Err(error) => {
                tracing::error!("the mirror cannot be read: {error}");
                Lookup::NotStored
            }
        }
    }

    async fn list(&self, context: &Context<'_>, target: &Target) -> Result<Lookup, StoreError> {
        let Some(walked) = self.walked() else {
            return Ok(Lookup::Incomplete);
        };
        // The upstream may understand parameters that this program does not, and it may know a
        // cursor that the mirror does not.
        let page = params(target, &LIST_PRODUCTS)
            .and_then(|params| PageRequest::of(&params, &self.cursors).ok());
        let Some(page) = page else {
            return Ok(Lookup::NotStored);
        };
        let cursors = self.cursors.clone();
        let text = self.pool.read(move |c| page.answer(c, &cursors)).await?;
        let entry = redacted(context, Returns::ProductPage, text, walked);
        Ok(Lookup::Answer(self.checked(context, entry)))
    }

    async fn product(&self, context: &Context<'_>, target: &Target) -> Result<Lookup, StoreError> {
        let pool_id = target.product.clone().unwrap_or_default();
        let Some(params) = params(target, &GET_PRODUCT) else {
            return Ok(Lookup::NotStored);
        };
        let version = params.text("version").map(str::to_owned);
        let id = pool_id.clone();
        let found = self.pool.read(move |c| store::product(c, &id)).await?;
        match (found, version) {
            (Found::Stored(stored), Some(version)) if stored.version != version => {
                self.earlier(context, pool_id, version).await
            }
            (Found::Stored(stored), _) => Ok(Lookup::Stored(self.record(context, stored), None)),
            (Found::Listed(_), _) => Ok(Lookup::NotStored),
            (Found::Gone, None) => Ok(self.missing(context, &no_product(&pool_id), true)),
            (Found::Unknown, None) => Ok(self.missing(context, &no_product(&pool_id), false)),
            (Found::Gone | Found::Unknown, Some(_)) => Ok(Lookup::NotStored),
        }
    }

    /// Looks up an earlier version of a product. The upstream may know that it was withdrawn,
    /// so the entry is marked as invalidated: it is revalidated first.
    async fn earlier(
        &self,
        context: &Context<'_>,
        pool_id: String,
        version: String,
    ) -> Result<Lookup, StoreError> {
        let read = move |c: &rusqlite::Connection| products::find(c, &pool_id, Some(&version));
        Ok(match self.pool.read(read).await? {
            products::Found::Product(found) => {
                let record = Output::Grouped.apply(&found.body, &found.latest);
                let at = self.walked().unwrap_or_default();
                let mut entry = redacted(context, Returns::Product, data(&record), at);
                entry.invalidated = true;
                Lookup::Stored(entry, None)
            }
            _ => Lookup::NotStored,
        })
    }

    async fn by_gtin(&self, context: &Context<'_>, target: &Target) -> Result<Lookup, StoreError> {
        let Some(gtin) = target.gtin.clone() else {
            return Ok(Lookup::NotStored);
        };
        let padded = gtin.clone();
        let found = self.pool.read(move |c| store::by_gtin(c, &padded)).await?;
        // The upstream finds GTINs of cases only. The product of a component is requested by
        // its identifier.
        let by_name = |level: Level, pool_id: &str| match level {
            Level::Case => None,
            Level::Component => path(&["products", pool_id])
                .parse()
                .ok()
                .and_then(|uri: Uri| Target::of(&uri).ok()),
        };
        Ok(match found {
            Some((level, Found::Stored(stored))) => {
                let other = by_name(level, &stored.pool_id);
                let entry = Entry {
                    gtin: Some(gtin.into()),
                    ..self.record(context, stored)
                };
                Lookup::Stored(entry, other)
            }
            Some((level, Found::Listed(pool_id))) => {
                by_name(level, &pool_id).map_or(Lookup::NotStored, Lookup::Forward)
            }
            Some((_, Found::Gone | Found::Unknown)) | None => {
                self.missing(context, &no_gtin("GTIN", &gtin), false)
            }
        })
    }

    /// Looks up images, manufacturers and brands. Changes do not cover them, so they age like
    /// any cache entry.
    async fn other(&self, target: &Target) -> Result<Lookup, StoreError> {
        let text = target.text.clone();
        let found = self.pool.read(move |c| store::answer(c, &text)).await?;
        Ok(found.map_or(Lookup::NotStored, |found| {
            let entry = Entry {
                invalidated: found.pending || self.has_other_account(),
                product: target.product.clone().map(String::into_boxed_str),
                ..Entry::new(found.status, Bytes::from(found.body), duration(found.at))
            };
            Lookup::Stored(entry, None)
        }))
    }

    /// The entry of a record. It is current as of its request or of the last complete walk,
    /// whichever is later, unless a change to it is pending.
    fn record(&self, context: &Context<'_>, stored: StoredRecord) -> Entry {
        let at = duration(stored.fetched).max(self.walked().unwrap_or_default());
        let entry = Entry {
            invalidated: stored.pending || self.has_other_account(),
            product: Some(stored.pool_id.into_boxed_str()),
            ..redacted(context, Returns::Product, data(&stored.body), at)
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

    /// The 404 for a missing product: certain if the product is known to be gone, otherwise
    /// only while the last walk is recent.
    fn missing(&self, context: &Context<'_>, problem: &Problem, gone: bool) -> Lookup {
        let Some(walked) = self.walked() else {
            return Lookup::NotStored;
        };
        let age = context.now.saturating_sub(walked);
        match gone || age < context.times.missing {
            true => {
                let entry = Entry::new(404, Bytes::from(problem.body()), walked);
                Lookup::Answer(self.checked(context, entry))
            }
            false => Lookup::NotStored,
        }
    }

    /// Updates the mirror from an upstream response to a client: stores a newer response than
    /// the stored one, or queues a request to check whether a product is gone.
    pub(crate) fn update_from_response(
        self: &Arc<Self>,
        target: &Target,
        status: u16,
        body: &str,
        at: Duration,
    ) {
        let gone = status == 404 && is(target, &GET_PRODUCT);
        let is_product = matches!(
            target.operation.returns,
            Returns::ProductPage | Returns::Product
        );
        let newer = !is_product && matches!(status, 200 | 404);
        if !gone && !newer {
            return;
        }
        // Responses to clients do not wait for the disk. A response that is skipped here is
        // picked up another time.
        let Ok(permit) = self.updates.clone().try_acquire_owned() else {
            return;
        };
        let (mirror, target, body) = (self.clone(), target.clone(), body.to_owned());
        tokio::spawn(async move {
            let write = mirror.write(move |file| {
                if gone {
                    let plain = target.product.as_deref().map(super::listed::record_of);
                    return plain
                        .filter(|task| task.target == target.text)
                        .map_or(Ok(()), |task| file.enqueue_check(&task));
                }
                file.refresh(&target.text, status, &body, super::milliseconds(at))
            });
            let _ = write.await;
            mirror.work.notify_one();
            drop(permit);
        });
    }
}

fn is(target: &Target, operation: &'static Operation) -> bool {
    std::ptr::eq(target.operation, operation)
}

fn params(target: &Target, operation: &'static Operation) -> Option<Params> {
    Params::of(&target.text.parse().ok()?, operation).ok()
}

fn data(record: &str) -> String {
    format!("{{\"data\":{record}}}")
}

/// The entry for a text, without hidden fields.
fn redacted(context: &Context<'_>, returns: Returns, text: String, at: Duration) -> Entry {
    let body = context.hidden.redacted(returns, Body::from(text));
    Entry::new(200, body, at)
}
