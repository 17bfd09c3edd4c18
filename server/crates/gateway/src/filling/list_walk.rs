//! Reading the whole list of products, a page at a time.
//!
//! The list is read in the order of its changes, oldest first: a product that changes
//! meanwhile moves to the end and is read again. After each page the cursor of the next one is
//! stored, so that the walk goes on there after a restart. If the upstream no longer accepts
//! that cursor, the walk begins again a day before the newest change that it has read.
//!
//! Changes do not include deletions, so the whole list is read again from time to time. What two
//! walks have not met leaves the index; a mirror requests what one walk has not met.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use product_pool::client::{
    DateFilter, Error, ListProducts, MAX_LIMIT, PoolClient, ProductSort, StatusFilter,
};
use product_pool::model::ProductPage;
use tokio::time::Instant;

use crate::filling::transport::{UpstreamTransport, client};
use crate::gateway::Gateway;
use crate::replica::index::{GtinIndex, IndexState};
use crate::replica::list::Walk;
use crate::upstream::backoff::backoff;
use product_pool_store::StoreError;
use product_pool_store::record::timestamp::Timestamp;

/// How long to wait after a failure: at first, and at most.
const MIN_BACKOFF: Duration = Duration::from_secs(1);
const MAX_BACKOFF: Duration = Duration::from_secs(300);
/// A day, in microseconds.
const DAY: i64 = 86_400_000_000;

/// The walk through the whole list.
pub(crate) struct ListWalk {
    gateway: Arc<Gateway>,
    client: PoolClient<UpstreamTransport>,
    /// How often the whole list is read; zero for once.
    every: Duration,
    /// The next request is not sent before this time.
    next: Instant,
}

impl ListWalk {
    pub(crate) fn new(gateway: &Arc<Gateway>, every: Duration) -> Result<ListWalk, Error> {
        Ok(ListWalk {
            gateway: gateway.clone(),
            client: client(gateway)?,
            every,
            next: Instant::now(),
        })
    }

    /// Reads pages until the end of the list or until that time has come.
    ///
    /// # Errors
    /// The mirror cannot be written.
    pub(crate) async fn until(&mut self, due: Instant) -> Result<(), StoreError> {
        let gateway = self.gateway.clone();
        let Some(index) = &gateway.replica.index else {
            return Ok(());
        };
        index.use_account(&gateway.upstream.http.account()).await?;
        while self.next < due {
            if !self.is_walking(index).await? {
                return Ok(());
            }
            tokio::time::sleep_until(self.next).await;
            let began = Instant::now();
            let wait = match self.page(index).await? {
                // As long as the page took: this uses one of the upstream's connections for at
                // most half of the time.
                Ok(()) if index.state() == IndexState::Full => MAX_BACKOFF,
                Ok(()) => began.elapsed(),
                Err(error) => {
                    let failures = index.failures.load(Ordering::Relaxed);
                    if failures == 1 && index.state() != IndexState::Complete {
                        tracing::warn!(
                            "the index of GTINs cannot be built at the moment, so only products whose \
                             case has the GTIN are found: {}",
                            error.message()
                        );
                    }
                    let wait = match index.state() {
                        IndexState::Unavailable => MAX_BACKOFF,
                        _ => backoff(MIN_BACKOFF, MAX_BACKOFF, failures),
                    };
                    error.retry_after().map_or(wait, |time| time.max(wait))
                }
            };
            self.next = Instant::now() + wait;
        }
        Ok(())
    }

    /// Whether a walk is under way. Begins the next one once it is due.
    async fn is_walking(&self, index: &GtinIndex) -> Result<bool, StoreError> {
        let walk = index.walk();
        let Some(ended) = walk.ended else {
            return Ok(true);
        };
        // The absolute difference: a clock that was set back must not postpone it.
        let since = micros(self.gateway.clock.now()).abs_diff(ended);
        let is_due = !self.every.is_zero() && u128::from(since) >= self.every.as_micros();
        if is_due {
            index.set_walk(walk.again()).await?;
        }
        Ok(is_due)
    }

    /// Reads the next page, whose products the transport adds to the index.
    async fn page(&self, index: &GtinIndex) -> Result<Result<(), Error>, StoreError> {
        let walk = index.walk();
        let options = ListProducts {
            sort: Some(ProductSort::OldestChange),
            status: Some(StatusFilter::All),
            changed_at: walk.since.as_deref().and_then(filter),
            cursor: walk.cursor.clone(),
            limit: Some(MAX_LIMIT),
            ..ListProducts::default()
        };
        let began = self.gateway.clock.now();
        let page = match self.client.list_products(&options).await {
            Ok(page) => page,
            Err(error) => {
                index.page_failed(error.status()).await?;
                return Ok(Err(error));
            }
        };
        // A page that another account got does not count.
        let account = self.gateway.upstream.http.account();
        if account != walk.account {
            index.use_account(&account).await?;
            return Ok(Ok(()));
        }
        let exceeded = index.take_exceeded();
        index.set_full(exceeded);
        if exceeded {
            // The same page again later: products may have left the index until then.
            return Ok(Ok(()));
        }
        let next = next(&walk, &page, began, self.gateway.clock.now());
        index.page_read(&walk, &next);
        if next.ended.is_none() {
            index.set_walk(next).await?;
            return Ok(Ok(()));
        }
        index.end_round(next).await?;
        let size = index.size();
        tracing::info!(
            products = size.products,
            gtins = size.gtins,
            "the index of GTINs is complete"
        );
        Ok(Ok(()))
    }
}

/// The state of the walk after that page.
fn next(walk: &Walk, page: &ProductPage, began: Duration, now: Duration) -> Walk {
    let is_empty = page.items().len() == 0;
    let cursor = page.next().filter(|next| !is_empty && !next.is_empty());
    // A time in the future is a mistake, and the walk must not begin again from there.
    let now = micros(now);
    let changed = page.items().filter_map(|item| {
        let timestamp = item.changed_at().get().and_then(Timestamp::parse)?;
        (timestamp.start <= now).then_some(timestamp.start)
    });
    Walk {
        cursor: cursor.map(str::to_owned),
        reached: changed.max().max(walk.reached),
        complete: walk.complete || cursor.is_none(),
        began: match (&walk.cursor, &walk.since) {
            (None, None) => micros(began),
            _ => walk.began,
        },
        ended: cursor.is_none().then_some(now),
        ..walk.clone()
    }
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}

impl GtinIndex {
    /// Notes the account that requests to the upstream use. What the index has from another
    /// account is still looked up, but is not complete for this one.
    async fn use_account(&self, account: &str) -> Result<(), StoreError> {
        let walk = self.walk();
        if walk.account == account {
            return Ok(());
        }
        self.set_walk(walk.of(account)).await
    }

    /// Notes that a page was read. The first page is no success yet: the upstream may accept
    /// no cursor.
    fn page_read(&self, before: &Walk, after: &Walk) {
        self.refused.store(false, Ordering::Relaxed);
        if before.cursor.is_some() || after.ended.is_some() {
            self.failures.store(0, Ordering::Relaxed);
        }
    }

    /// Notes that a page could not be read, with the status of the upstream's response, if
    /// any.
    async fn page_failed(&self, status: Option<u16>) -> Result<(), StoreError> {
        self.failures.fetch_add(1, Ordering::Relaxed);
        if !status.is_some_and(|status| (400..500).contains(&status)) {
            return Ok(());
        }
        let walk = self.walk();
        let since = match (&walk.cursor, &walk.since) {
            // The cursor may have expired.
            (Some(_), _) => walk.reached.and_then(day_before),
            // The filter may be one that this upstream does not know.
            (None, Some(_)) => None,
            (None, None) => {
                self.refused.store(true, Ordering::Relaxed);
                return Ok(());
            }
        };
        let again = Walk {
            since,
            cursor: None,
            ..walk
        };
        self.set_walk(again).await
    }
}

/// The filter for what changed since a day before that time.
fn day_before(micros: i64) -> Option<String> {
    let time = jiff::Timestamp::from_microsecond(micros.checked_sub(DAY)?).ok()?;
    let date = time.to_zoned(jiff::tz::TimeZone::UTC).date();
    Some(format!("gt:{date}"))
}

/// That filter, as it is kept, for the client.
fn filter(since: &str) -> Option<DateFilter> {
    let date = since.strip_prefix("gt:")?.parse().ok()?;
    Some(DateFilter::After(date))
}
