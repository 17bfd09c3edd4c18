//! Purging: a recalled product is removed from the mirror and the cache, and requested from
//! the upstream again.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use product_pool::gtin::Gtin;
use serde::{Deserialize, Serialize};

use crate::gateway::{Found, Gateway, Outcome};
use crate::replica::changes::Changed;
use crate::replica::index::IndexState;
use crate::replica::list::gtin_number;
use crate::target::{Target, path};
use product_pool_http::responses::cache_tags;

/// How long to wait for the cache's file to be written.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long to wait for the new requests to the upstream. The one under way goes on after
/// that.
const REFETCH_TIMEOUT: Duration = Duration::from_secs(10);

/// What a purge of a mirror reports that does not list a product yet.
const NOT_LISTED: &str =
    "the mirror does not list a product yet that the upstream has: purge again";

/// The products to purge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recall {
    /// Identifiers of products.
    pub products: BTreeSet<String>,
    /// GTINs of products.
    pub gtins: Vec<Gtin>,
}

/// The result of a purge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Purged {
    /// The name of the gateway in the `Via` of its responses.
    pub gateway: String,
    /// The names of the gateways that it has asked; none if it asks the pool.
    pub asked: BTreeSet<String>,
    /// The identifiers of all products that were found, and of those that were given.
    pub products: BTreeSet<String>,
    /// The cache tags of all responses that show them.
    pub tags: Vec<String>,
    /// The status that clients get for each path now; 504 where the upstream has not responded yet.
    pub statuses: BTreeMap<String, u16>,
    /// The entity tag of what clients get for each path now.
    pub etags: BTreeMap<String, String>,
    /// The entity tag with which the upstream sent that.
    pub received: BTreeMap<String, String>,
    /// Why purged responses may still be there, or come back after a restart.
    pub fault: Option<Cow<'static, str>>,
}

impl Recall {
    /// The change that purges these products and the GTINs from the cache.
    fn changed(&self, products: &BTreeSet<String>) -> Changed {
        Changed {
            products: products.iter().cloned().collect(),
            gtins: self.gtins.iter().map(Gtin::to_14).collect(),
            purged: true,
            ..Changed::default()
        }
    }
}

impl Gateway {
    /// Removes all entries about products, and requests the products from the upstream again.
    /// Responses to earlier requests are not stored, and new requests do not join them.
    pub async fn purge(self: &Arc<Self>, recall: &Recall) -> Purged {
        let begin = Instant::now();
        let mut products = recall.products.clone();
        for gtin in &recall.gtins {
            if let (Some(index), Some(number)) = (&self.replica.index, gtin_number(gtin)) {
                products.extend(index.find(number));
            }
        }
        let mut faults = Vec::new();
        self.remove(recall, &mut products, &mut faults).await;
        let mut purged = Purged::default();
        let known = products.len();
        let fetched = self.refetch(recall, &mut products, &mut purged);
        let _ = tokio::time::timeout(REFETCH_TIMEOUT, fetched).await;
        if products.len() > known {
            // The new responses say which product has the GTIN: its images are purged too.
            self.remove(recall, &mut products, &mut faults).await;
        }
        tracing::warn!(
            products = products.iter().cloned().collect::<Vec<_>>().join(" "),
            "purged"
        );
        let index = self.index_state();
        let is_gone = purged.statuses.values().any(|status| *status != 200);
        let is_known = index == Some(IndexState::Complete) || products != recall.products;
        if !recall.gtins.is_empty() && is_gone && !is_known {
            faults.push(
                "a GTIN may be that of a unit, whose product this gateway cannot know before its index \
                 is complete: its record may still be in the cache; purge by --product too",
            );
        }
        let via = &self.upstream.http.via;
        Purged {
            gateway: via.own.clone(),
            asked: via.since(begin),
            tags: cache_tags::of_all(&products, &recall.gtins),
            products,
            fault: faults.first().map(|fault| (*fault).into()).or(purged.fault),
            ..purged
        }
    }

    /// Removes products from the mirror, memory and disk. Adds those that turn out to have one
    /// of the GTINs.
    async fn remove(
        &self,
        recall: &Recall,
        products: &mut BTreeSet<String>,
        faults: &mut Vec<&'static str>,
    ) {
        if let Some(mirror) = &self.replica.mirror
            && mirror.remove(products.clone(), true).await.is_err()
        {
            faults.push("the mirror cannot be written; purge again");
        }
        let mut before = None;
        // An entry for a GTIN says which product it is, and other entries may be about that
        // one.
        while before != Some(products.len()) {
            before = Some(products.len());
            products.extend(self.replica.cache.purge(recall.changed(products)));
        }
        self.flights.detach();
        if let Some(disk) = self.replica.cache.disk()
            && !disk.is_written(WRITE_TIMEOUT).await
        {
            faults.push(
                "the cache's file cannot be written: nothing of it is served until that \
                 succeeds, but it may be after a restart; purge again, or remove the file",
            );
        }
    }

    /// Requests the products from the upstream, and finds what clients get then.
    async fn refetch(
        self: &Arc<Self>,
        recall: &Recall,
        products: &mut BTreeSet<String>,
        purged: &mut Purged,
    ) {
        let by_gtin = recall
            .gtins
            .iter()
            .map(|gtin| (path(&["products", "gtin", &gtin.to_14()]), Some(gtin)));
        let by_id = products.iter();
        let by_id = by_id.map(|pool_id| (path(&["products", pool_id]), None));
        let paths: Vec<_> = by_gtin.chain(by_id).collect();
        let waiting = paths.iter().map(|(path, _)| (path.clone(), 504));
        purged.statuses.extend(waiting);
        for (path, gtin) in paths {
            let target = path.parse().ok().and_then(|uri| Target::of(&uri).ok());
            let Some(target) = target else {
                purged.statuses.insert(path, 400);
                continue;
            };
            let mut received = None;
            if gtin.is_none() {
                // A mirror answers by itself for a product that it does not list.
                let key = self.key(&target);
                received = match self.ask_upstream(&key, target.clone(), None).await.0 {
                    Outcome::Answer { entry, .. } => Some(entry),
                    _ => None,
                };
            }
            let found = self.find(target.clone()).await;
            let status = match found {
                // The GTIN may be that of a unit, which the upstream does not look up.
                Found::Answer(entry, _) if entry.status == 404 => match gtin {
                    Some(gtin) => {
                        let headers = HeaderMap::new();
                        let answer = self.answer_by_gtin(target, gtin, &headers).await;
                        answer.status().as_u16()
                    }
                    None => {
                        if received.is_some_and(|entry| entry.status == 200) {
                            purged.fault = Some(NOT_LISTED.into());
                        }
                        404
                    }
                },
                Found::Answer(entry, _) => {
                    if entry.status == 200 {
                        products.extend(entry.product.as_deref().map(str::to_owned));
                        purged.etags.insert(path.clone(), entry.tag.clone());
                        let tag = received.and_then(|entry| entry.validators.etag.clone());
                        purged.received.extend(tag.map(|tag| (path.clone(), tag)));
                    }
                    entry.status
                }
                Found::Problem(response) => response.status().as_u16(),
            };
            purged.statuses.insert(path, status);
        }
    }
}
