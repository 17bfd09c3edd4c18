//! Following the upstream's changes, so that entries about changed products are revalidated
//! long before they would become stale.

use std::sync::Arc;
use std::time::Duration;

use product_pool::client::{Changes, Checkpoint, Error, Failure};
use product_pool::model::{ListedProduct, ProductPage};

use crate::body::Body;
use crate::cache::Cache;
use crate::changes::Changed;
use crate::gateway::Gateway;
use crate::gtins::GtinIndex;
use crate::list_walk::IndexBuilder;
use crate::transport::{Observer, UpstreamTransport, client};

/// How far before the oldest entry the changes begin if there is no checkpoint: the upstream's
/// clock may differ.
const MARGIN: Duration = Duration::from_secs(3600);
/// How many changed products are applied at a time.
const BATCH: usize = 500;

/// Passes each page of the list to the index of GTINs. The feed of changes yields each change
/// once and compares versions; the index takes every item whose GTINs differ from those it has.
#[derive(Clone)]
struct IndexUpdates;

impl Observer for IndexUpdates {
    async fn observe(&self, gateway: &Gateway, page: &Body) -> Result<(), Failure> {
        if let Some(index) = &gateway.gtins
            && let Ok(page) = ProductPage::from_json(page.text())
        {
            let changed = index.update(&page.into_items()).await;
            if !changed.products.is_empty() {
                gateway.cache.invalidate(changed);
            }
        }
        Ok(())
    }
}

/// Follows the changes for ever, looking for new ones at that interval. In the time between it
/// builds the index of GTINs, until that is complete.
pub(crate) async fn follow(gateway: Arc<Gateway>, every: Duration) {
    let client = client(&gateway, IndexUpdates);
    let (client, mut builder) = match client.and_then(|it| Ok((it, IndexBuilder::new(&gateway)?))) {
        Ok(both) => both,
        Err(error) => {
            tracing::error!("changes cannot be followed: {error}");
            return;
        }
    };
    let mut changes = client.changes(starting_checkpoint(&gateway));
    // The next process must begin no later: the index would lack the changes between.
    store_checkpoint(&gateway, &changes);
    let mut failing = false;
    loop {
        let began = gateway.clock.now();
        match read_changes(&gateway, &mut changes).await {
            Ok(count) => {
                gateway.metrics.set_followed(began);
                tracing::debug!(count, "changes followed");
                failing = false;
            }
            Err(error) if !failing => {
                tracing::warn!("changes cannot be followed at the moment: {error}");
                failing = true;
            }
            Err(_) => {}
        }
        if let (Some(index), Some(disk)) = (&gateway.gtins, gateway.cache.disk())
            && index.move_to(disk).await
        {
            store_checkpoint(&gateway, &changes);
        }
        let due = tokio::time::Instant::now() + every;
        builder.until(due).await;
        tokio::time::sleep_until(due).await;
    }
}

/// The checkpoint to begin at: the last process's, else a margin before the oldest entry.
fn starting_checkpoint(gateway: &Gateway) -> Checkpoint {
    if let Some(stored) = stored_checkpoint(&gateway.cache) {
        return stored;
    }
    let oldest = gateway.cache.disk().and_then(|disk| disk.oldest());
    let from = oldest.unwrap_or(gateway.clock.now()).saturating_sub(MARGIN);
    let seconds = i64::try_from(from.as_secs()).unwrap_or_default();
    jiff::Timestamp::from_second(seconds)
        .ok()
        .and_then(|time| Checkpoint::since(&time.to_string()).ok())
        .unwrap_or_default()
}

/// The checkpoint that the last process stored.
pub(super) fn stored_checkpoint(cache: &Cache) -> Option<Checkpoint> {
    cache.disk()?.checkpoint()?.parse().ok()
}

/// Reads all new changes and invalidates the entries that they affect. Returns how many changes
/// there were.
async fn read_changes(
    gateway: &Gateway,
    changes: &mut Changes<UpstreamTransport<IndexUpdates>>,
) -> Result<usize, Error> {
    let mut count = 0;
    loop {
        let mut changed = Changed::default();
        let mut more = true;
        while more && changed.products.len() < BATCH {
            match changes.next().await {
                Ok(Some(product)) => {
                    count += 1;
                    add(&mut changed, &product);
                }
                Ok(None) => more = false,
                // The changes read before the error are applied first: the feed does not yield
                // them again.
                Err(error) => {
                    apply(gateway, changed, changes);
                    return Err(error);
                }
            }
        }
        apply(gateway, changed, changes);
        if !more {
            changes.again();
            return Ok(count);
        }
    }
}

fn add(changed: &mut Changed, product: &ListedProduct) {
    if let Some(id) = product.data().pool_id().get() {
        changed.products.insert(id.to_owned());
    }
    // Some pools also find a product by the GTIN of a unit in the case.
    let gtins = product.units().map(|(gtin, _)| gtin.to_14());
    changed.gtins.extend(gtins);
}

fn apply(gateway: &Gateway, changed: Changed, changes: &Changes<UpstreamTransport<IndexUpdates>>) {
    if changed.products.is_empty() && changed.gtins.is_empty() {
        return;
    }
    gateway.cache.invalidate(changed);
    store_checkpoint(gateway, changes);
}

/// Stores the checkpoint, unless the index would lack changes after a restart.
fn store_checkpoint(gateway: &Gateway, changes: &Changes<UpstreamTransport<IndexUpdates>>) {
    let missed_nothing = gateway.gtins.as_ref().is_none_or(GtinIndex::is_in_file);
    if missed_nothing && let Some(disk) = gateway.cache.disk() {
        disk.set_checkpoint(changes.checkpoint().to_string());
    }
}
