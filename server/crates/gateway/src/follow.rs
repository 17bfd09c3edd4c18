//! Following the upstream's changes, so that entries about changed products are revalidated
//! long before they would become stale.

use std::sync::Arc;
use std::time::Duration;

use product_pool::client::{Answer, Call, Changes, Checkpoint, Error, Failure as Lost, Transport};
use product_pool::model::{ListedProduct, ProductPage};

use crate::cache::Cache;
use crate::changes::Changed;
use crate::gateway::Gateway;
use crate::gtins::GtinIndex;
use crate::list_walk::Build;
use crate::through::{Through, client};

/// How far before the oldest entry the changes begin if there is no checkpoint: the upstream's
/// clock may differ.
const MARGIN: Duration = Duration::from_secs(3600);
/// How many changed products are applied at a time.
const BATCH: usize = 500;

/// The transport of the change feed, which also passes each page to the index of GTINs. The
/// feed itself yields each change once and compares versions; the index takes every item whose
/// GTINs differ from those it has.
#[derive(Clone)]
struct Pages(Through);

impl Transport for Pages {
    async fn get(&self, call: &Call<'_>) -> Result<Answer, Lost> {
        let answer = self.0.page(call).await?;
        let gateway = &self.0.gateway;
        if let Some(index) = &gateway.gtins
            && answer.status == 200
            && let Ok(page) = ProductPage::from_json(&answer.body.text())
        {
            let changed = index.take(&page.into_items()).await;
            if !changed.products.is_empty() {
                gateway.cache.drop_changed(changed);
            }
        }
        Ok(answer)
    }

    async fn pause(&self, time: Duration) {
        self.0.pause(time).await;
    }

    fn clock(&self) -> Duration {
        self.0.clock()
    }

    fn random(&self) -> f64 {
        self.0.random()
    }
}

/// Follows the changes for ever, looking for new ones at that interval. In the time between it
/// builds the index of GTINs, until that is complete.
pub(crate) async fn follow(gateway: Arc<Gateway>, every: Duration) {
    let through = Through {
        gateway: gateway.clone(),
    };
    let opened = client(Pages(through)).and_then(|client| Ok((client, Build::new(&gateway)?)));
    let (client, mut build) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            tracing::error!("changes cannot be followed: {error}");
            return;
        }
    };
    let mut changes = client.changes(beginning(&gateway));
    // The next process must begin no later: the index would lack the changes between.
    note_checkpoint(&gateway, &changes);
    let mut failing = false;
    loop {
        let begun = gateway.clock.now();
        match walk(&gateway, &mut changes).await {
            Ok(count) => {
                gateway.tally.followed(begun);
                tracing::debug!(count, "changes followed");
                failing = false;
            }
            Err(error) if !failing => {
                tracing::warn!("changes cannot be followed just now: {error}");
                failing = true;
            }
            Err(_) => {}
        }
        if let (Some(index), Some(disk)) = (&gateway.gtins, gateway.cache.disk())
            && index.move_to(disk).await
        {
            note_checkpoint(&gateway, &changes);
        }
        let due = tokio::time::Instant::now() + every;
        build.until(due).await;
        tokio::time::sleep_until(due).await;
    }
}

/// The checkpoint to begin at: the last process's, else a margin before the oldest entry.
fn beginning(gateway: &Gateway) -> Checkpoint {
    if let Some(noted) = noted(&gateway.cache) {
        return noted;
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
pub(super) fn noted(cache: &Cache) -> Option<Checkpoint> {
    cache.disk()?.noted()?.parse().ok()
}

/// Reads all new changes and drops the entries that they affect. Returns how many changes
/// there were.
async fn walk(gateway: &Gateway, changes: &mut Changes<Pages>) -> Result<usize, Error> {
    let mut count = 0;
    loop {
        let mut changed = Changed::default();
        let mut more = true;
        while more && changed.products.len() < BATCH {
            match changes.next().await {
                Ok(Some(product)) => {
                    count += 1;
                    note(&mut changed, &product);
                }
                Ok(None) => more = false,
                // The changes read before the error are applied first: the feed does not yield
                // them again.
                Err(error) => {
                    drop_changed(gateway, changed, changes);
                    return Err(error);
                }
            }
        }
        drop_changed(gateway, changed, changes);
        if !more {
            changes.again();
            return Ok(count);
        }
    }
}

fn note(changed: &mut Changed, product: &ListedProduct) {
    if let Some(id) = product.data().pool_id().get() {
        changed.products.insert(id.to_owned());
    }
    // Some pools also find a product by the GTIN of a unit in the case.
    let gtins = product.units().map(|(gtin, _)| gtin.to_14());
    changed.gtins.extend(gtins);
}

fn drop_changed(gateway: &Gateway, changed: Changed, changes: &Changes<Pages>) {
    if changed.products.is_empty() && changed.gtins.is_empty() {
        return;
    }
    gateway.cache.drop_changed(changed);
    note_checkpoint(gateway, changes);
}

/// Stores the checkpoint, unless the index would lack changes after a restart.
fn note_checkpoint(gateway: &Gateway, changes: &Changes<Pages>) {
    let missed_nothing = gateway.gtins.as_ref().is_none_or(GtinIndex::is_in_file);
    if missed_nothing && let Some(disk) = gateway.cache.disk() {
        disk.note(changes.checkpoint().to_string());
    }
}
