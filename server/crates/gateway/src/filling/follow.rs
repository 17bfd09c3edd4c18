//! The job that keeps what the gateway has of the upstream up to date: it follows the changes,
//! so that entries about changed products are revalidated long before they would become stale,
//! and in the time between reads the whole list, as far as that was not done yet or is due.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use product_pool::client::{Changes, Checkpoint, Error};
use product_pool::model::ListedProduct;
use tokio::time::Instant;

use crate::filling::list_walk::ListWalk;
use crate::filling::transport::{UpstreamTransport, client};
use crate::gateway::Gateway;
use crate::replica::changes::Changed;
use crate::replica::disk::CHECKPOINT;
use crate::upstream::backoff::backoff;
use product_pool_store::StoreError;

/// How far before the oldest entry the changes begin if there is no checkpoint: the upstream's
/// clock may differ.
const MARGIN: Duration = Duration::from_secs(3600);
/// The back-off after a pass that failed, at first; at most it is the interval of passes.
const MIN_BACKOFF: Duration = Duration::from_secs(1);
/// How long to wait before a mirror that cannot be written is updated again.
const PAUSE: Duration = Duration::from_secs(10);

/// The job: follows the changes, and reads the list.
struct Follower {
    gateway: Arc<Gateway>,
    changes: Changes<UpstreamTransport>,
    walk: ListWalk,
    /// When the last complete pass over the changes began.
    followed: Option<Duration>,
    /// How many passes have failed since.
    failures: u32,
}

/// Runs the job for ever: looks for changes at the interval `every`, and reads the whole list
/// at the interval `reconcile`.
pub(crate) async fn follow(gateway: Arc<Gateway>, every: Duration, reconcile: Duration) {
    loop {
        match Follower::new(&gateway, reconcile) {
            // The error has been logged.
            Ok(mut follower) => drop(follower.run(every).await),
            Err(error) => tracing::error!("changes cannot be followed: {}", error.message()),
        }
        tokio::time::sleep(PAUSE).await;
    }
}

impl Follower {
    fn new(gateway: &Arc<Gateway>, reconcile: Duration) -> Result<Follower, Error> {
        Ok(Follower {
            gateway: gateway.clone(),
            changes: client(gateway)?.changes(starting_checkpoint(gateway)),
            walk: ListWalk::new(gateway, reconcile)?,
            followed: None,
            failures: 0,
        })
    }

    /// Follows the changes until the mirror cannot be written.
    async fn run(&mut self, every: Duration) -> Result<(), StoreError> {
        let gateway = self.gateway.clone();
        // The next process must begin no later: the index would lack the changes between.
        self.store_checkpoint().await?;
        loop {
            if let Some(mirror) = &gateway.replica.mirror {
                mirror.set_account(&gateway.upstream.http.account());
            }
            let began = gateway.clock.now();
            let wait = match self.read_changes().await? {
                Ok(count) => {
                    gateway.metrics.set_followed(began);
                    tracing::debug!(count, "changes followed");
                    self.failures = 0;
                    self.followed = Some(began);
                    every
                }
                Err(error) => {
                    self.failures += 1;
                    if self.failures == 1 {
                        let reason = error.message();
                        tracing::warn!("changes cannot be followed at the moment: {reason}");
                    }
                    let wait = backoff(MIN_BACKOFF, every, self.failures);
                    error.retry_after().map_or(wait, |time| time.max(wait))
                }
            };
            if let Some(index) = &gateway.replica.index {
                index.end_changes().await?;
            }
            self.note_walked().await;
            let due = Instant::now() + wait;
            self.walk.until(due).await?;
            self.note_walked().await;
            tokio::time::sleep_until(due).await;
        }
    }

    /// Tells the mirror as of when it is complete.
    async fn note_walked(&self) {
        if let (Some(mirror), Some(index)) =
            (&self.gateway.replica.mirror, &self.gateway.replica.index)
        {
            mirror.failing.store(self.failures > 0, Ordering::Release);
            if let Some(began) = self.followed.filter(|_| index.walk().complete) {
                mirror.set_walked(began).await;
            }
        }
    }

    /// Reads all new changes and invalidates the entries that they affect. Returns how many
    /// changes there were, or the error of the upstream.
    async fn read_changes(&mut self) -> Result<Result<usize, Error>, StoreError> {
        let mut count = 0;
        loop {
            let has_page = match self.changes.fetch_page().await {
                Ok(has_page) => has_page,
                Err(error) => return Ok(Err(error)),
            };
            let mut changed = Changed::default();
            while let Some(product) = self.changes.next_in_page() {
                count += 1;
                add(&mut changed, &product);
            }
            if !changed.products.is_empty() || !changed.gtins.is_empty() {
                self.gateway.replica.cache.invalidate(changed);
                self.store_checkpoint().await?;
            }
            if !has_page {
                self.changes.again();
                return Ok(Ok(count));
            }
        }
    }

    /// Stores the checkpoint: in a mirror, or after everything that was sent to the cache's file
    /// before.
    async fn store_checkpoint(&self) -> Result<(), StoreError> {
        let checkpoint = self.changes.checkpoint().to_string();
        if let Some(mirror) = &self.gateway.replica.mirror {
            return mirror.set(CHECKPOINT, checkpoint).await;
        }
        if let Some(disk) = self.gateway.replica.cache.disk() {
            disk.set_checkpoint(checkpoint);
        }
        Ok(())
    }
}

/// The checkpoint to begin at: the last process's, else a margin before the oldest entry.
fn starting_checkpoint(gateway: &Gateway) -> Checkpoint {
    let disk = gateway.replica.cache.disk();
    let stored = match &gateway.replica.mirror {
        Some(mirror) => mirror.checkpoint(),
        None => disk.and_then(|disk| disk.checkpoint()),
    };
    if let Some(stored) = stored.and_then(|text| text.parse().ok()) {
        return stored;
    }
    let oldest = disk.and_then(|disk| disk.oldest());
    let from = oldest.unwrap_or(gateway.clock.now()).saturating_sub(MARGIN);
    let seconds = i64::try_from(from.as_secs()).unwrap_or_default();
    jiff::Timestamp::from_second(seconds)
        .ok()
        .and_then(|time| Checkpoint::since(&time.to_string()).ok())
        .unwrap_or_default()
}

fn add(changed: &mut Changed, product: &ListedProduct) {
    if let Some(id) = product.data().pool_id().get() {
        changed.products.insert(id.to_owned());
    }
    // Some pools also find a product by the GTIN of a unit in the case.
    let gtins = product.units().map(|(gtin, _)| gtin.to_14());
    changed.gtins.extend(gtins);
}
