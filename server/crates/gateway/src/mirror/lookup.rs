//! Answers from the copy.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::Uri;
use product_pool::operations::{
    GET_PRODUCT, GET_PRODUCT_BY_GTIN, LIST_PRODUCTS, Operation, Returns,
};

use super::{Mirror, duration};
use crate::entry::Entry;
use crate::entry::Times;
use crate::redact::Hidden;
use crate::target::{Target, path};
use product_pool_api::products::{PageRequest, no_gtin, no_product};
use product_pool_http::params::Params;
use product_pool_http::problem::Problem;
use product_pool_store::mirror::{self as store, Found, Held, Level};
use product_pool_store::record::output::Output;
use product_pool_store::{StoreError, products};

/// What the copy has to say to a question.
pub(crate) enum Look {
    /// The answer, whatever the upstream would say.
    Answer(Entry),
    /// The upstream's answer as of some time, to be dealt with as one that was
    /// kept; and the question to ask the upstream if that is to be asked.
    Kept(Entry, Option<Target>),
    /// Nothing, but the upstream should be asked this.
    Ask(Target),
    /// Nothing.
    Nothing,
    /// That it is not complete yet, and must not answer.
    Incomplete,
}

/// What the answers from the copy depend on.
pub(crate) struct Context<'a> {
    /// The fields that are removed.
    pub(crate) hidden: &'a Hidden,
    /// How long answers are fresh.
    pub(crate) times: &'a Times,
    /// The time of the request.
    pub(crate) now: Duration,
}

impl Mirror {
    /// Looks for the answer.
    pub(crate) async fn look(&self, context: &Context<'_>, target: &Target) -> Look {
        let looked = match target.operation.returns {
            // Another form than the documented one is the upstream's to make.
            _ if target.other_form => Ok(Look::Nothing),
            // What belongs to an account is not copied.
            _ if target.operation.of_account => Ok(Look::Nothing),
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
        looked.unwrap_or_else(|error| {
            tracing::error!("the mirror cannot be read: {error}");
            Look::Nothing
        })
    }

    async fn list(&self, context: &Context<'_>, target: &Target) -> Result<Look, StoreError> {
        let Some(walked) = self.walked() else {
            return Ok(Look::Incomplete);
        };
        // What this program does not understand the upstream may; so may it know
        // a cursor that is none of the copy's.
        let asked = params(target, &LIST_PRODUCTS)
            .and_then(|params| PageRequest::of(&params, &self.cursors).ok());
        let Some(asked) = asked else {
            return Ok(Look::Nothing);
        };
        let cursors = self.cursors.clone();
        let text = self.pool.read(move |c| asked.answer(c, &cursors)).await?;
        let entry = shown(context, Returns::ProductPage, text, walked);
        Ok(Look::Answer(self.checked(context, entry)))
    }

    async fn product(&self, context: &Context<'_>, target: &Target) -> Result<Look, StoreError> {
        let pool_id = target.product.clone().unwrap_or_default();
        let Some(params) = params(target, &GET_PRODUCT) else {
            return Ok(Look::Nothing);
        };
        let version = params.text("version").map(str::to_owned);
        let id = pool_id.clone();
        let found = self.pool.read(move |c| store::product(c, &id)).await?;
        match (found, version) {
            (Found::Held(held), Some(version)) if held.version != version => {
                self.earlier(context, pool_id, version).await
            }
            (Found::Held(held), _) => Ok(Look::Kept(self.record(context, held), None)),
            (Found::Listed(_), _) => Ok(Look::Nothing),
            (Found::Gone, None) => Ok(self.missing(context, &no_product(&pool_id), true)),
            (Found::Unknown, None) => Ok(self.missing(context, &no_product(&pool_id), false)),
            (Found::Gone | Found::Unknown, Some(_)) => Ok(Look::Nothing),
        }
    }

    /// A version that was the last one once. The upstream may know that it was
    /// withdrawn, so it is asked first.
    async fn earlier(
        &self,
        context: &Context<'_>,
        pool_id: String,
        version: String,
    ) -> Result<Look, StoreError> {
        let read = move |c: &rusqlite::Connection| products::find(c, &pool_id, Some(&version));
        Ok(match self.pool.read(read).await? {
            products::Found::Product(found) => {
                let record = Output::Grouped.apply(&found.body, &found.latest);
                let at = self.walked().unwrap_or_default();
                let mut entry = shown(context, Returns::Product, data(&record), at);
                entry.dropped = true;
                Look::Kept(entry, None)
            }
            _ => Look::Nothing,
        })
    }

    async fn by_gtin(&self, context: &Context<'_>, target: &Target) -> Result<Look, StoreError> {
        let Some(gtin) = target.gtin.clone() else {
            return Ok(Look::Nothing);
        };
        let padded = gtin.clone();
        let found = self.pool.read(move |c| store::by_gtin(c, &padded)).await?;
        // The upstream knows the GTINs of cases only. A component's product is
        // asked for by its name.
        let by_name = |level: Level, pool_id: &str| match level {
            Level::Case => None,
            Level::Component => path(&["products", pool_id])
                .parse()
                .ok()
                .and_then(|uri: Uri| Target::of(&uri).ok()),
        };
        Ok(match found {
            Some((level, Found::Held(held))) => {
                let other = by_name(level, &held.pool_id);
                let entry = Entry {
                    gtin: Some(gtin.into()),
                    ..self.record(context, held)
                };
                Look::Kept(entry, other)
            }
            Some((level, Found::Listed(pool_id))) => {
                by_name(level, &pool_id).map_or(Look::Nothing, Look::Ask)
            }
            Some((_, Found::Gone | Found::Unknown)) | None => {
                self.missing(context, &no_gtin("GTIN", &gtin), false)
            }
        })
    }

    /// Images, manufacturers and brands. No change tells of them, so they grow
    /// old like whatever else is kept.
    async fn other(&self, target: &Target) -> Result<Look, StoreError> {
        let text = target.text.clone();
        let found = self.pool.read(move |c| store::answer(c, &text)).await?;
        Ok(found.map_or(Look::Nothing, |found| {
            let entry = Entry {
                dropped: found.pending || self.is_doubtful(),
                product: target.product.clone().map(String::into_boxed_str),
                ..Entry::new(found.status, Bytes::from(found.body), duration(found.at))
            };
            Look::Kept(entry, None)
        }))
    }

    /// A record as it is answered: true since it was asked for, and as long as
    /// no walk through the changes met a newer one.
    fn record(&self, context: &Context<'_>, held: Held) -> Entry {
        let at = duration(held.fetched).max(self.walked().unwrap_or_default());
        let entry = Entry {
            dropped: held.pending || self.is_doubtful(),
            product: Some(held.pool_id.into_boxed_str()),
            ..shown(context, Returns::Product, data(&held.body), at)
        };
        self.checked(context, entry)
    }

    /// The answer, which says so if the upstream could not be asked for changes
    /// for so long that it is no longer fresh, or just now.
    fn checked(&self, context: &Context<'_>, entry: Entry) -> Entry {
        let old = entry.age(context.now) >= context.times.fresh;
        Entry {
            unchecked: old || self.failing.load(Ordering::Acquire),
            ..entry
        }
    }

    /// That nothing is there: believed of what is known to be gone, and as long
    /// as the last walk is not too long ago.
    fn missing(&self, context: &Context<'_>, problem: &Problem, gone: bool) -> Look {
        let Some(walked) = self.walked() else {
            return Look::Nothing;
        };
        let age = context.now.saturating_sub(walked);
        match gone || age < context.times.missing {
            true => {
                let entry = Entry::new(404, Bytes::from(problem.body()), walked);
                Look::Answer(self.checked(context, entry))
            }
            false => Look::Nothing,
        }
    }

    /// Takes note of what the upstream answered to a client: a newer answer than
    /// the one that is kept, or that a product is gone.
    pub(crate) fn noticed(
        self: &Arc<Self>,
        target: &Target,
        status: u16,
        body: &Bytes,
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
        // Whoever answers clients does not wait for the disk. What is passed
        // over is noticed another time.
        let Ok(permit) = self.noticed.clone().try_acquire_owned() else {
            return;
        };
        let (mirror, target, body) = (self.clone(), target.clone(), body.clone());
        tokio::spawn(async move {
            let written = mirror.write(move |file| {
                if gone {
                    let plain = target.product.as_deref().map(super::listed::record_of);
                    return plain
                        .filter(|task| task.target == target.text)
                        .map_or(Ok(()), |task| file.check(&task));
                }
                let text = String::from_utf8_lossy(&body);
                file.refresh(&target.text, status, &text, super::milliseconds(at))
            });
            if let Err(error) = written.await {
                tracing::error!("the mirror cannot be written: {error}");
            }
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

/// The text as clients get it: without what is hidden.
fn shown(context: &Context<'_>, returns: Returns, text: String, at: Duration) -> Entry {
    let text = context.hidden.without(returns, &text).unwrap_or(text);
    Entry::new(200, Bytes::from(text), at)
}
