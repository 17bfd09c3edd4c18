//! The job that keeps what the gateway has of the upstream up to date, by reading its list of
//! products a page at a time, oldest changes first.
//!
//! Once a minute it reads what has changed since a day before the newest change that it has seen,
//! so that entries about changed products are revalidated long before they would become stale. In
//! the time between it reads the whole list, as far as that was not done yet or is due: a product
//! that changes meanwhile moves to the end and is read again. After each page of that the cursor of
//! the next one is stored, so that it goes on there after a restart. If the upstream no longer
//! accepts that cursor, the walk begins again a day before the newest change that it has read.
//!
//! Changes do not include deletions, so the whole list is read again from time to time. What two
//! walks have not met leaves the index; a mirror requests what one walk has not met.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use percent_encoding::utf8_percent_encode;
use product_pool::operations::Returns;
use tokio::time::Instant;

use super::reading::Reading;
use super::walk::{MARGIN, day_before};
use crate::failure::Failure;
use crate::gateway::Gateway;
use crate::replica::index::{GtinIndex, IndexState};
use crate::replica::list::{Walk, items};
use crate::upstream::PROBE;
use crate::upstream::backoff::backoff;
use crate::upstream::http_client::Query;
use crate::upstream::quota::Purpose;
use product_pool_http::encoded::ENCODED;
use product_pool_store::StoreError;

/// The back-off after a failure, at first, and at most for the whole list; for changes it is the
/// interval of passes.
const MIN_BACKOFF: Duration = Duration::from_secs(1);
const MAX_BACKOFF: Duration = Duration::from_secs(300);
/// The back-off after a list without end, at most; at first it is `MAX_BACKOFF`.
const MAX_ENDLESS_BACKOFF: Duration = Duration::from_secs(3600);
/// The failure of a list that is longer than any list of the products in it.
const ENDLESS: Failure = Failure::Invalid("belongs to a list without end");
/// The products of a page.
const PAGE: u64 = 500;
/// How long to wait before a mirror that cannot be written is updated again.
const PAUSE: Duration = Duration::from_secs(10);

/// Runs the job for ever: looks for changes at the interval `every`, and reads the whole list at
/// the interval `reconcile`.
pub(crate) async fn read_list(gateway: Arc<Gateway>, every: Duration, reconcile: Duration) {
    let Some(index) = &gateway.replica.index else {
        return;
    };
    loop {
        let mut job = Job {
            gateway: &gateway,
            index,
            every,
            reconcile,
            pass: Reading::default(),
            walk: Reading::default(),
            since: None,
            next_page: Instant::now(),
            pages: 1,
            failures: 0,
            endless: 0,
        };
        // The error has been logged.
        drop(job.run().await);
        if let Some(mirror) = &gateway.replica.mirror {
            mirror.failing.store(true, Ordering::Release);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

struct Job<'a> {
    gateway: &'a Gateway,
    index: &'a GtinIndex,
    every: Duration,
    /// How often the whole list is read; zero for once.
    reconcile: Duration,
    /// The pass over the changes, and the walk through the whole list.
    pass: Reading,
    walk: Reading,
    /// The filter and the cursor with which a pass goes on that failed.
    since: Option<(String, String)>,
    /// The next page of the whole list is not requested before this time.
    next_page: Instant,
    /// How many pages the last complete pass over the changes took.
    pages: u32,
    /// How many passes have failed since.
    failures: u32,
    /// How many walks in a row have met a list without end.
    endless: u32,
}

/// A page of the list that was read, and whose products were added to the index.
struct Page {
    /// How many items it has.
    count: u64,
    /// How many of them no product can be requested by.
    skipped: u64,
    /// How many of its products are new or have changed.
    changed: usize,
    /// The newest change on the page that is not in the future, in microseconds since 1970.
    newest: Option<i64>,
    /// The cursor of the next page; `None` at the end of the list.
    next: Option<String>,
}

impl Job<'_> {
    /// Runs until the mirror cannot be written.
    async fn run(&mut self) -> Result<(), StoreError> {
        loop {
            let began = self.gateway.clock.now();
            let followed = match self.use_account().await? {
                Ok(()) => self.follow(began).await?,
                Err(failure) => Err(failure),
            };
            let wait = match followed {
                Ok(count) => {
                    tracing::debug!(count, "changes followed");
                    self.failures = 0;
                    let walk = self.index.walk();
                    let passed = Some(micros(began));
                    self.index.set_walk(Walk { passed, ..walk }).await?;
                    let quota = &self.gateway.upstream.quota;
                    quota.changes_interval(self.every, self.pages)
                }
                Err(failure) => {
                    self.failures += 1;
                    if self.failures == 1 {
                        tracing::warn!(
                            "changes cannot be followed at the moment: the upstream {failure}"
                        );
                    }
                    let wait = match failure == ENDLESS {
                        true => backoff(MAX_BACKOFF, MAX_ENDLESS_BACKOFF, self.failures),
                        false => backoff(MIN_BACKOFF, self.every, self.failures),
                    };
                    wait.max(failure.retry_after().unwrap_or_default())
                }
            };
            self.index.end_changes().await?;
            if let Some(mirror) = &self.gateway.replica.mirror {
                mirror.failing.store(self.failures > 0, Ordering::Release);
            }
            let due = Instant::now() + wait;
            self.walk_until(due).await?;
            tokio::time::sleep_until(due).await;
        }
    }

    /// Begins anew for another account, after a change of token. Only once the upstream accepts
    /// the new one: a wrong token must not cost a mirror its copy.
    async fn use_account(&mut self) -> Result<Result<(), Failure>, StoreError> {
        if self.gateway.is_own(self.index) {
            return Ok(Ok(()));
        }
        let account = self.gateway.upstream.http.account();
        let query = Query::new(PROBE, Returns::ProductPage);
        match self.gateway.upstream.get_in_background(query).await {
            Ok(reply) if reply.status == 200 => {}
            Ok(reply) => return Ok(Err(Failure::Status(reply.status))),
            Err(failure) => return Ok(Err(failure)),
        }
        if self.gateway.upstream.http.account() != account {
            // Another token was read meanwhile, which may not be the one that was accepted.
            return Ok(Err(Failure::Token));
        }
        self.since = None;
        Ok(Ok(self.index.begin_anew(&account).await?))
    }

    /// Whether so many items are more than a list can have, even if each product in it changes
    /// while it is read, and is therefore read twice. That is logged. The `skipped` ones are not
    /// among the products, and as many of them are allowed as there may be products.
    fn is_endless(&self, read: u64, skipped: u64) -> bool {
        let products = self.index.size().products;
        let allowed = skipped.min(self.index.max_products());
        let is_endless = read > 2 * products + allowed + PAGE;
        if is_endless {
            tracing::warn!(
                "the upstream's list of products has no end: it had {read} items so far, and \
                 {products} products; {skipped} items have no usable pool_id; it is read again later"
            );
        }
        is_endless
    }

    /// Reads all new changes, page by page. Returns how many there were, or the error of the
    /// upstream.
    async fn follow(&mut self, began: Duration) -> Result<Result<usize, Failure>, StoreError> {
        let mut count = 0;
        let walk = self.index.walk();
        if walk.followed.is_none() {
            // Changes from before this process are those of the first walk. The next process
            // must begin no later: the index would lack the changes between.
            let followed = Some(micros(began) - MARGIN);
            self.index.set_walk(Walk { followed, ..walk }).await?;
        }
        let (mut read, mut skipped) = (0, 0);
        self.pages = 0;
        let (since, mut cursor) = match self.since.take() {
            Some((since, cursor)) => (since, Some(cursor)),
            None => (
                day_before(self.index.walk().followed).unwrap_or_default(),
                None,
            ),
        };
        loop {
            let page = match self.page(Some(&since), cursor.as_deref(), true).await? {
                Ok(page) => page,
                Err(failure) => {
                    // The cursor may have expired.
                    let cursor = cursor.filter(|_| failure != Failure::Status(400));
                    self.since = cursor.map(|cursor| (since, cursor));
                    return Ok(Err(failure));
                }
            };
            self.pages += 1;
            count += page.changed;
            read += page.count;
            skipped += page.skipped;
            let walk = self.index.walk();
            let followed = walk.followed.max(page.newest);
            if followed != walk.followed {
                self.index.set_walk(Walk { followed, ..walk }).await?;
            }
            cursor = page.next;
            if cursor.is_none() {
                return Ok(Ok(count));
            }
            if self.is_endless(read, skipped) {
                return Ok(Err(ENDLESS));
            }
        }
    }

    /// Reads pages of the whole list until its end or until that time has come.
    async fn walk_until(&mut self, due: Instant) -> Result<(), StoreError> {
        while self.next_page < due {
            if !self.is_walking().await? {
                return Ok(());
            }
            tokio::time::sleep_until(self.next_page).await;
            let purpose = match self.index.walk().complete {
                true => Purpose::Filling,
                false => Purpose::FirstList,
            };
            let wait = self.gateway.upstream.quota.wait(purpose);
            if !wait.is_zero() {
                self.next_page = Instant::now() + wait;
                continue;
            }
            let began = Instant::now();
            let wait = match self.walk_on().await? {
                // As long as the page took: this uses one of the upstream's connections for at
                // most half of the time.
                Ok(()) if self.index.state() == IndexState::Full => MAX_BACKOFF,
                Ok(()) => began.elapsed(),
                Err(failure) => {
                    let failures = self.index.failures.load(Ordering::Relaxed);
                    if failures == 1 && self.index.state() != IndexState::Complete {
                        tracing::warn!(
                            "the index of GTINs cannot be built at the moment, so only products whose \
                             case has the GTIN are found: the upstream {failure}"
                        );
                    }
                    let wait = match self.index.state() {
                        _ if failure == ENDLESS => {
                            backoff(MAX_BACKOFF, MAX_ENDLESS_BACKOFF, self.endless)
                        }
                        IndexState::Unavailable => MAX_BACKOFF,
                        _ => backoff(MIN_BACKOFF, MAX_BACKOFF, failures),
                    };
                    wait.max(failure.retry_after().unwrap_or_default())
                }
            };
            self.next_page = Instant::now() + wait;
        }
        Ok(())
    }

    /// Whether a walk is under way. Begins the next one once it is due.
    async fn is_walking(&self) -> Result<bool, StoreError> {
        if !self.gateway.is_own(self.index) {
            return Ok(false);
        }
        let walk = self.index.walk();
        let Some(ended) = walk.ended else {
            return Ok(true);
        };
        // The absolute difference: a clock that was set back must not postpone it.
        let since = micros(self.gateway.clock.now()).abs_diff(ended);
        let is_due = !self.reconcile.is_zero() && u128::from(since) >= self.reconcile.as_micros();
        if is_due {
            self.index.set_walk(walk.again()).await?;
        }
        Ok(is_due)
    }

    /// Reads the next page of the walk.
    async fn walk_on(&mut self) -> Result<Result<(), Failure>, StoreError> {
        let walk = self.index.walk();
        let began = micros(self.gateway.clock.now());
        let (since, cursor) = (walk.since.as_deref(), walk.cursor.as_deref());
        let page = match self.page(since, cursor, false).await? {
            Ok(page) => page,
            Err(failure) => {
                self.index.page_failed(&failure).await?;
                return Ok(Err(failure));
            }
        };
        let exceeded = self.index.take_exceeded();
        self.index.set_full(exceeded);
        if exceeded {
            // The same page again later: products may have left the index until then.
            return Ok(Ok(()));
        }
        let (read, skipped) = (walk.read + page.count, walk.skipped + page.skipped);
        if page.next.is_some() && self.is_endless(read, skipped) {
            self.endless += 1;
            let again = Walk {
                round: walk.round,
                ..walk.again()
            };
            self.index.set_walk(again).await?;
            return Ok(Err(ENDLESS));
        }
        let is_first = walk.cursor.is_none() && walk.since.is_none();
        let has_ended = page.next.is_none();
        let began = if is_first { began } else { walk.began };
        let next = Walk {
            read,
            skipped,
            reached: walk.reached.max(page.newest),
            complete: walk.complete || has_ended,
            began,
            walked: has_ended.then_some(began).or(walk.walked),
            ended: has_ended.then(|| micros(self.gateway.clock.now())),
            cursor: page.next,
            ..walk.clone()
        };
        self.index.page_read(&walk, &next);
        if !has_ended {
            self.index.set_walk(next).await?;
            return Ok(Ok(()));
        }
        self.endless = 0;
        self.index.end_round(next).await?;
        let size = self.index.size();
        tracing::info!(
            products = size.products,
            gtins = size.gtins,
            "the index of GTINs is complete"
        );
        Ok(Ok(()))
    }

    /// Requests a page of the list, adds its products to the index, and invalidates the entries
    /// about those that have changed: those that have changed since a day, or all of them.
    async fn page(
        &mut self,
        since: Option<&str>,
        cursor: Option<&str>,
        of_changes: bool,
    ) -> Result<Result<Page, Failure>, StoreError> {
        let mut target = "/v2/products?sort=changed_at".to_owned();
        let limit = PAGE.to_string();
        let parameters = [
            ("filter%5Bchanged_at%5D", since),
            ("filter%5Bstatus%5D", Some("published,archived")),
            ("cursor", cursor),
            ("limit", Some(&limit)),
        ];
        for (name, value) in parameters {
            if let Some(value) = value {
                target += &format!("&{name}={}", utf8_percent_encode(value, ENCODED));
            }
        }
        let query = Query::new(&target, Returns::ProductPage);
        let reply = match self.gateway.upstream.get_in_background(query).await {
            Ok(reply) if reply.status == 200 => reply,
            Ok(reply) => return Ok(Err(Failure::Status(reply.status))),
            Err(failure) => return Ok(Err(failure)),
        };
        if !self.gateway.is_own(self.index) {
            // The token has changed: the page is another account's.
            return Ok(Err(Failure::Token));
        }
        let Some((items, skipped)) = items(&reply.body) else {
            return Ok(Err(Failure::Invalid("is no list")));
        };
        let count = items.len() + skipped;
        // A time in the future is a mistake, and the next pass must not begin there.
        let now = micros(self.gateway.clock.now());
        let changed = items.iter().map(|item| item.product.changed);
        let newest = changed.filter(|at| *at <= now).max();
        let invalidate = |changed| self.gateway.replica.cache.invalidate(changed);
        let changed = self
            .index
            .update(items, skipped, of_changes, invalidate)
            .await?;
        let next = reply.body.get("next");
        let next: Option<String> = next.and_then(|next| serde_json::from_str(next).ok());
        // An empty page is the end if it leads nowhere else.
        let leads_on = |next: &String| count > 0 || Some(next.as_str()) != cursor;
        let next = next.filter(|next| !next.is_empty() && leads_on(next));
        let reading = match of_changes {
            true => &mut self.pass,
            false => &mut self.walk,
        };
        Ok(match reading.leads_on(cursor, next.as_deref()) {
            true => Ok(Page {
                // An empty page counts, so that a list of empty pages has an end as well.
                count: count.max(1) as u64,
                skipped: skipped as u64,
                changed,
                newest,
                next,
            }),
            false => Err(Failure::Invalid("repeats a cursor of its list")),
        })
    }
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}
