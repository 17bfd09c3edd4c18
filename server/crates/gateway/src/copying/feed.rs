//! Follows the upstream's changes into the mirror, and reconciles it with the whole list from
//! time to time, because changes do not include deletions.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parking_lot::Mutex;
use product_pool::client::{Changes, Checkpoint, Error, Failure};
use sha2::{Digest, Sha256};

use super::Schedule;
use crate::backoff::backoff;
use crate::body::Body;
use crate::changes::Changed;
use crate::gateway::Gateway;
pub(crate) use crate::mirror::{Mirror, duration, listed, milliseconds};
use crate::transport::{Observer, UpstreamTransport, client};
use product_pool_store::mirror::{self as store, CHECKPOINT, Listed, MirrorFile, RECONCILED};
use product_pool_store::{StoreError, property};

/// The back-off after a failure: at first, and at most.
const MIN_BACKOFF: Duration = Duration::from_millis(500);
const MAX_BACKOFF: Duration = Duration::from_secs(60);
/// The bytes of list items that are written at a time: about a page.
const BATCH_BYTES: usize = 400_000;
/// A checkpoint is written only once list items of at least this fraction of its size are
/// waiting. A catalogue that was created within minutes is all in the checkpoint, so that
/// writing both page by page would take quadratic work.
const SHARE: usize = 10;
/// Consecutive failures after which a reconciliation is given up until later.
const MAX_FAILURES: u32 = 20;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Products to be written with the next checkpoint.
#[derive(Default)]
struct Batch {
    listed: Vec<Listed>,
    /// How many of them are new.
    new: u64,
    bytes: usize,
}

/// Where the products of a page go.
#[derive(Clone)]
enum Destination {
    /// New ones are added to these, to be written later.
    Changes(Arc<Mutex<Batch>>),
    /// All are written, as seen in this reconciliation.
    Round(i64),
}

/// Takes the products of each page of the list. The feed returns each change once; here, every
/// item counts that differs from the stored one, even if only its time is new, because lists
/// are sorted by it.
#[derive(Clone)]
struct Pages {
    mirror: Arc<Mirror>,
    destination: Destination,
    max_products: u64,
}

impl Pages {
    async fn take(&self, gateway: &Gateway, page: &Body) -> Result<(), BoxError> {
        let listed = listed::page(page);
        let read = move |c: &rusqlite::Connection| Ok((store::growth(c, &listed)?, listed));
        let (growth, listed) = self.mirror.pool.read(read).await?;
        let waiting = match &self.destination {
            Destination::Changes(batch) => batch.lock().new,
            Destination::Round(_) => 0,
        };
        if growth.new > 0 && growth.stored + waiting + growth.new > self.max_products {
            self.mirror.full.store(true, Ordering::Release);
            return Err(format!(
                "the upstream lists more than {} products, the most that are kept",
                self.max_products
            )
            .into());
        }
        match &self.destination {
            Destination::Changes(batch) => {
                let read = move |c: &rusqlite::Connection| store::differing(c, listed);
                let new = self.mirror.pool.read(read).await?;
                let mut batch = batch.lock();
                batch.new += growth.new;
                batch.bytes += new
                    .iter()
                    .map(|item| item.columns.item.len())
                    .sum::<usize>();
                batch.listed.extend(new);
            }
            Destination::Round(round) => {
                let round = *round;
                let met = self
                    .mirror
                    .write(move |file| file.store_round_page(listed, round));
                announce(gateway, &self.mirror, &met.await?);
            }
        }
        Ok(())
    }
}

impl Observer for Pages {
    async fn observe(&self, gateway: &Gateway, page: &Body) -> Result<(), Failure> {
        self.take(gateway, page).await.map_err(Failure::Network)
    }
}

/// Invalidates the cache entries about these products, and wakes the job that makes the
/// queued requests.
fn announce(gateway: &Gateway, mirror: &Mirror, listed: &[Listed]) {
    if listed.is_empty() {
        return;
    }
    let mut changed = Changed::default();
    for item in listed {
        changed.products.insert(item.columns.pool_id.clone());
        let gtins = item.gtins.iter().map(|(gtin, _)| gtin.clone());
        changed.gtins.extend(gtins);
    }
    gateway.cache.invalidate(changed);
    mirror.work.notify_one();
}

/// A repeated walk through the changes.
struct Feed {
    gateway: Arc<Gateway>,
    mirror: Arc<Mirror>,
    changes: Changes<UpstreamTransport<Pages>>,
    batch: Arc<Mutex<Batch>>,
    /// When the current walk began.
    began: Option<Duration>,
    /// The length and digest of the checkpoint that was last written.
    written: (usize, Vec<u8>),
}

impl Feed {
    /// Creates a feed that resumes at the mirror's checkpoint.
    async fn open(
        gateway: &Arc<Gateway>,
        mirror: &Arc<Mirror>,
        max_products: u64,
    ) -> Result<Feed, String> {
        let stored = mirror.pool.read(|c| property(c, CHECKPOINT)).await;
        let stored = stored.map_err(|error| error.to_string())?;
        // A checkpoint that cannot be parsed, such as one that a newer version wrote, is
        // replaced by the beginning: products that are already stored are not fetched again.
        let checkpoint = stored.and_then(|text| text.parse().ok());
        let batch = Arc::new(Mutex::default());
        let pages = Pages {
            mirror: mirror.clone(),
            destination: Destination::Changes(Arc::clone(&batch)),
            max_products,
        };
        let client = client(gateway, pages).map_err(|error| error.to_string())?;
        Ok(Feed {
            gateway: gateway.clone(),
            mirror: mirror.clone(),
            changes: client.changes(checkpoint.unwrap_or_default()),
            batch,
            began: None,
            written: (0, Vec::new()),
        })
    }

    /// Follows the changes until the mirror cannot be written.
    async fn run(&mut self, schedule: Schedule, failures: &mut u32) -> StoreError {
        let (gateway, mirror) = (self.gateway.clone(), self.mirror.clone());
        loop {
            mirror.set_account(&gateway.upstream.http.account());
            let walked = self.walk().await;
            mirror
                .failing
                .store(!matches!(walked, Ok(None)), Ordering::Release);
            let wait = match walked {
                Ok(None) => {
                    *failures = 0;
                    tracing::debug!("the mirror is up to date");
                    reconcile(&gateway, &mirror, schedule).await;
                    schedule.follow
                }
                Ok(Some(error)) => {
                    *failures += 1;
                    if *failures == 1 {
                        tracing::warn!("the mirror falls behind: {error}");
                    }
                    backoff(MIN_BACKOFF, MAX_BACKOFF, *failures)
                }
                Err(error) => return error,
            };
            tokio::time::sleep(wait).await;
        }
    }

    /// Reads the changes to their end. Returns the error of the upstream, if it fails.
    async fn walk(&mut self) -> Result<Option<Error>, StoreError> {
        let began = *self.began.get_or_insert_with(|| self.gateway.clock.now());
        loop {
            match self.changes.next().await {
                Ok(Some(_)) if self.is_full() => self.flush(None).await?,
                Ok(Some(_)) => {}
                Ok(None) => {
                    self.flush(Some(began)).await?;
                    self.began = None;
                    self.changes.again();
                    self.mirror.full.store(false, Ordering::Release);
                    return Ok(None);
                }
                Err(error) => {
                    self.flush(None).await?;
                    return Ok(Some(error));
                }
            }
        }
    }

    fn is_full(&self) -> bool {
        let batch = self.batch.lock();
        batch.bytes >= BATCH_BYTES.max(self.written.0 / SHARE)
    }

    fn take(&self) -> Batch {
        let mut batch = self.batch.lock();
        std::mem::take(&mut *batch)
    }

    /// Writes the products of the batch and the checkpoint in one transaction.
    async fn flush(&mut self, walked: Option<Duration>) -> Result<(), StoreError> {
        let Batch { listed, .. } = self.take();
        if listed.is_empty() && walked.is_none() {
            return Ok(());
        }
        let checkpoint = self.changes.checkpoint().to_string();
        let written = (
            checkpoint.len(),
            Sha256::digest(checkpoint.as_bytes()).to_vec(),
        );
        let checkpoint = (written != self.written).then_some(checkpoint);
        let at = walked.map(milliseconds);
        let listed = self
            .mirror
            .write(move |file| {
                file.store_changes(&listed, checkpoint.as_deref(), at)?;
                Ok(listed)
            })
            .await?;
        self.written = written;
        if let Some(at) = at {
            self.mirror.walked.store(at, Ordering::Release);
        }
        announce(&self.gateway, &self.mirror, &listed);
        Ok(())
    }
}

/// Follows the changes indefinitely.
pub(super) async fn feed(gateway: Arc<Gateway>, mirror: Arc<Mirror>, schedule: Schedule) {
    let mut failures = 0;
    loop {
        // Changes that were read but not written are read again.
        match Feed::open(&gateway, &mirror, schedule.max_products).await {
            // The error has been logged.
            Ok(mut feed) => drop(feed.run(schedule, &mut failures).await),
            Err(error) => tracing::error!("the mirror cannot be updated: {error}"),
        }
        failures += 1;
        tokio::time::sleep(backoff(MIN_BACKOFF, MAX_BACKOFF, failures)).await;
    }
}

/// Reconciles the mirror with the whole list, if the last time was long enough ago or the
/// account has changed.
async fn reconcile(gateway: &Arc<Gateway>, mirror: &Arc<Mirror>, schedule: Schedule) {
    let every = schedule.reconcile;
    let due = mirror.has_other_account();
    if every.is_zero() && !due {
        return;
    }
    let read = |c: &rusqlite::Connection| store::time(c, RECONCILED);
    let began = gateway.clock.now();
    match mirror.pool.read(read).await {
        // The absolute difference: a clock that was set back must not postpone it
        // indefinitely.
        Ok(Some(last)) if !due && began.abs_diff(duration(last)) < every => {}
        Ok(_) => match compare(gateway, mirror, began, schedule.max_products).await {
            Ok(missed) => tracing::info!(missed, "the mirror was compared with the whole list"),
            Err(error) => tracing::warn!(
                "the mirror cannot be compared with the whole list at the moment: {error}"
            ),
        },
        Err(error) => tracing::error!("the mirror cannot be read: {error}"),
    }
}

async fn compare(
    gateway: &Arc<Gateway>,
    mirror: &Arc<Mirror>,
    began: Duration,
    max_products: u64,
) -> Result<usize, String> {
    let account = gateway.upstream.http.account();
    let round = mirror
        .write(MirrorFile::begin_round)
        .await
        .map_err(|error| error.to_string())?;
    let pages = Pages {
        mirror: mirror.clone(),
        destination: Destination::Round(round),
        max_products,
    };
    let client = client(gateway, pages).map_err(|error| error.to_string())?;
    let mut all = client.changes(Checkpoint::beginning());
    let mut failures = 0;
    loop {
        match all.next().await {
            Ok(Some(_)) => failures = 0,
            Ok(None) => break,
            Err(error) if failures >= MAX_FAILURES => return Err(error.to_string()),
            Err(_) => {
                failures += 1;
                tokio::time::sleep(backoff(MIN_BACKOFF, MAX_BACKOFF, failures)).await;
            }
        }
    }
    let (at, verified) = (milliseconds(began), account.clone());
    let missed = mirror
        .write(move |file| file.end_round(round, at, &verified, listed::record_of))
        .await
        .map_err(|error| error.to_string())?;
    mirror.set_verified(account);
    mirror.work.notify_one();
    Ok(missed)
}
