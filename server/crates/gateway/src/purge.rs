//! Purging: a recalled product is removed from the mirror and the cache, and requested from
//! the upstream again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use product_pool::gtin::Gtin;
use serde::Serialize;

use crate::gateway::{Found, Gateway};
use crate::replica::changes::Changed;
use crate::replica::index::{GtinIndex, IndexState};
use crate::replica::list::gtin_number;
use crate::target::{Target, path};
use product_pool_http::responses::cache_tags;

/// How long to wait for the cache's file to be written.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long to wait for the new requests to the upstream. The one under way goes on after
/// that.
const REFETCH_TIMEOUT: Duration = Duration::from_secs(10);

/// The products to purge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recall {
    /// Identifiers of products.
    pub products: BTreeSet<String>,
    /// GTINs of products.
    pub gtins: Vec<Gtin>,
}

/// The result of a purge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Purged {
    /// The identifiers of all products that were found, and of those that were given.
    pub products: BTreeSet<String>,
    /// The cache tags of all responses that show them.
    pub tags: Vec<String>,
    /// The status that clients get for each path now; 504 where the upstream has not responded yet.
    pub statuses: BTreeMap<String, u16>,
    /// Why purged responses may still be there, or come back after a restart.
    pub fault: Option<&'static str>,
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
        let mut products = recall.products.clone();
        for gtin in &recall.gtins {
            if let (Some(index), Some(number)) = (&self.replica.index, gtin_number(gtin)) {
                products.extend(index.find(number));
            }
        }
        let mut faults = Vec::new();
        self.remove(recall, &mut products, &mut faults).await;
        let mut statuses = BTreeMap::new();
        let known = products.len();
        let fetched = self.refetch(recall, &mut products, &mut statuses);
        let _ = tokio::time::timeout(REFETCH_TIMEOUT, fetched).await;
        if products.len() > known {
            // The new responses say which product has the GTIN: its images are purged too.
            self.remove(recall, &mut products, &mut faults).await;
        }
        tracing::warn!(
            products = products.iter().cloned().collect::<Vec<_>>().join(" "),
            "purged"
        );
        let index = self.replica.index.as_ref().map(GtinIndex::state);
        let is_gone = statuses.values().any(|status| *status != 200);
        let is_known = index == Some(IndexState::Complete) || products != recall.products;
        if !recall.gtins.is_empty() && is_gone && !is_known {
            faults.push(
                "a GTIN may be that of a unit, whose product this gateway cannot know before its index \
                 is complete: its record may still be in the cache; purge by --product too",
            );
        }
        Purged {
            tags: cache_tags::of_all(&products, &recall.gtins),
            products,
            statuses,
            fault: faults.first().copied(),
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
            && mirror.purge(products.clone()).await.is_err()
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

    /// Requests the products as a client does.
    async fn refetch(
        self: &Arc<Self>,
        recall: &Recall,
        products: &mut BTreeSet<String>,
        statuses: &mut BTreeMap<String, u16>,
    ) {
        let by_gtin = recall
            .gtins
            .iter()
            .map(|gtin| (path(&["products", "gtin", &gtin.to_14()]), Some(gtin)));
        let by_id = products.iter();
        let by_id = by_id.map(|pool_id| (path(&["products", pool_id]), None));
        let paths: Vec<_> = by_gtin.chain(by_id).collect();
        statuses.extend(paths.iter().map(|(path, _)| (path.clone(), 504)));
        for (path, gtin) in paths {
            let target = path.parse().ok().and_then(|uri| Target::of(&uri).ok());
            let Some(target) = target else {
                statuses.insert(path, 400);
                continue;
            };
            let status = match self.find(target.clone()).await {
                // The GTIN may be that of a unit, which the upstream does not look up.
                Found::Answer(entry, _) if entry.status == 404 => match gtin {
                    Some(gtin) => {
                        let headers = HeaderMap::new();
                        let answer = self.answer_by_gtin(target, gtin, &headers).await;
                        answer.status().as_u16()
                    }
                    None => 404,
                },
                Found::Answer(entry, _) => {
                    if entry.status == 200 {
                        products.extend(entry.product.as_deref().map(str::to_owned));
                    }
                    entry.status
                }
                Found::Problem(response) => response.status().as_u16(),
            };
            statuses.insert(path, status);
        }
    }
}
