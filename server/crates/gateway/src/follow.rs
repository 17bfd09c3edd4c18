//! Following the upstream's changes, so that what changed is asked for anew
//! long before it would have grown old.

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

/// How far before the oldest answer the changes begin, where nothing says how
/// far they were followed: the upstream's clock may be another.
const MARGIN: Duration = Duration::from_secs(3600);
/// Changes dealt with at a time.
const BATCH: usize = 500;
/// The list, whose pages pass through the index of GTINs. The feed itself gives
/// each change once and compares versions; here every item counts whose GTINs
/// are not known as they stand.
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

/// Follows the changes for ever, looking for new ones so often. The time between
/// goes to the index of GTINs, until it is complete.
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
    // The next process begins no later: the index would lack what changed between.
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

/// Where to begin: where the last process ended, else where the oldest answer
/// may have been overtaken.
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

/// How far the changes were followed by the last process.
pub(super) fn noted(cache: &Cache) -> Option<Checkpoint> {
    cache.disk()?.noted()?.parse().ok()
}

/// Reads all there is and drops what it is about; how many changes there were.
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
                // What was read before is dealt with first: it is not given again.
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
    // Some pools find a product by the GTIN of what is in the case, too.
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

/// Stores how far the changes were followed.
fn note_checkpoint(gateway: &Gateway, changes: &Changes<Pages>) {
    let missed_nothing = gateway.gtins.as_ref().is_none_or(GtinIndex::is_in_file);
    if missed_nothing && let Some(disk) = gateway.cache.disk() {
        disk.note(changes.checkpoint().to_string());
    }
}
