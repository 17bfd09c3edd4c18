//! The mirror: everything that the upstream has, fetched in advance, which serves requests in
//! the upstream's place.
//!
//! ```text
//! list_job ─▶ index ─▶ listed products, queued requests ─▶ copy
//!                       └─────── one SQLite file ──────┘     │
//! requests ─▶ lookup ◀───┘   records, images, manufacturers ◀┘
//! ```
//!
//! Invariants:
//! - a listed product and the requests that follow from it are written in one transaction, and
//!   before the position in the list, so that a process killed at any point resumes where it was;
//! - records are stored as the upstream sent them; hidden fields are removed when a record is
//!   served;
//! - a list is served whole or not at all: until the whole list was read once, lists come from
//!   the upstream;
//! - a record that has changed since it was copied is served only if the upstream fails;
//! - what one account was sent is served to no other: after a change of token nothing of the copy
//!   is served, and it begins anew once the upstream has accepted the new one;
//! - a product is not removed for being absent from the list: it is requested, and removed
//!   only if the upstream responds that it does not exist.

mod file;
mod lookup;
mod open;
pub(crate) mod tasks;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::Notify;

use crate::replica::disk::WALK;
use crate::replica::disk::rows::{meta, milliseconds, read_listed};
use crate::replica::list::{List, StoredList};
use crate::target::Target;
use product_pool_api::Cursors;
use product_pool_store::sql::{all, any, value};
use product_pool_store::{Pool, StoreError};

use file::{MirrorFile, News};
pub(crate) use lookup::Lookup;
pub(crate) use open::check;
use tasks::{Done, Rank, Todo, record_of};

/// The names of what the file says beside what a cache's does: the account whose responses it has,
/// and the key of the cursors of its lists.
const ACCOUNT: &str = "account";
const CURSOR_KEY: &str = "cursor_key";

/// The number of connections that read the mirror's file.
const READERS: usize = 8;

/// How long a fault is not logged again: on a full disk, small writes may succeed between large
/// ones.
const LOG_INTERVAL: Duration = Duration::from_secs(3600);

/// The mirror.
pub(crate) struct Mirror {
    pub(crate) pool: Pool,
    /// A connection for counting, which may take longer than a request may.
    counts: Mutex<Connection>,
    file: Arc<Mutex<MirrorFile>>,
    cursors: Cursors,
    /// The listed products, which the file stores.
    pub(crate) list: Arc<Mutex<List>>,
    /// The account that the mirror's content was fetched for. No other one gets anything of it.
    account: Mutex<String>,
    /// Whether the last walk through the changes failed.
    pub(crate) failing: AtomicBool,
    /// Notified when requests are queued.
    pub(crate) work: Notify,
    /// Why the last write failed; `None` if it succeeded.
    write_fault: Mutex<Option<String>>,
    /// The fault that was logged last, and when.
    logged_fault: Mutex<Option<(String, Instant)>>,
}

impl Mirror {
    /// Opens the mirror of that upstream, or creates an empty one.
    ///
    /// # Errors
    /// In one line: why the file cannot be used.
    pub(crate) fn open(path: &Path, upstream: &str, account: &str) -> Result<Mirror, String> {
        let file = MirrorFile::open(path, upstream, account)?;
        let failed = |error: StoreError| format!("{}: {error}", path.display());
        let key = file.meta(CURSOR_KEY).map_err(failed)?.unwrap_or_default();
        Ok(Mirror {
            pool: open::readers(path).map_err(failed)?,
            account: Mutex::new(file.account().to_owned()),
            file: Arc::new(Mutex::new(file)),
            cursors: Cursors::new(key.as_bytes())
                .map_err(|_| "the mirror's key is unusable".to_owned())?,
            list: Arc::default(),
            work: Notify::new(),
            write_fault: Mutex::default(),
            logged_fault: Mutex::default(),
            counts: Mutex::new(open::reader(path).map_err(failed)?),
            failing: AtomicBool::new(false),
        })
    }

    /// The stored walk and listed products.
    pub(crate) fn stored_list(&self) -> Result<StoredList, StoreError> {
        let connection = self.counts.lock();
        Ok((meta(&connection, WALK)?, read_listed(&connection)?))
    }

    /// Whether the content was fetched for that account. Another one may see other products.
    pub(crate) fn is_of(&self, account: &str) -> bool {
        *self.account.lock() == account
    }

    /// Begins the copy anew for another account.
    pub(crate) async fn begin_anew(&self, account: &str, walk: String) -> Result<(), StoreError> {
        let to = account.to_owned();
        self.write(move |file| file.begin_anew(&to, &walk)).await?;
        account.clone_into(&mut self.account.lock());
        tracing::warn!("the mirror begins anew: its content was another account's");
        self.work.notify_one();
        Ok(())
    }

    /// Removes a response that the upstream has withdrawn: it no longer has it, or refuses it.
    pub(crate) async fn withdraw(&self, target: &Target, is_refused: bool) {
        let key = target.text.clone();
        let sql = "SELECT 1 FROM entry WHERE key = ?";
        let stored = self.pool.read(move |c| any(c, sql, [&key])).await;
        if matches!(stored, Ok(false)) {
            return;
        }
        // An error has been logged.
        let _ = match &target.product {
            Some(id) if target.text == record_of(id) => {
                self.remove(BTreeSet::from([id.clone()]), is_refused).await
            }
            _ => {
                let key = target.text.clone();
                self.write(move |file| file.remove(&key)).await
            }
        };
    }

    /// The time as of which lists are complete for that account, since 1970.
    fn walked(&self, account: &str) -> Option<Duration> {
        let walked = self.list.lock().walk.complete_as_of();
        walked.filter(|_| self.is_of(account))
    }

    /// Writes to the file, on a thread that may block on the disk. An error is logged here.
    pub(crate) async fn write<T, F>(&self, write: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut MirrorFile) -> Result<T, StoreError> + Send + 'static,
    {
        let file = self.file.clone();
        let written = tokio::task::spawn_blocking(move || write(&mut file.lock()));
        let written = written.await.unwrap_or(Err(StoreError::Busy));
        let fault = written.as_ref().err().map(StoreError::to_string);
        if let Some(fault) = &fault {
            self.log_fault(fault);
        }
        *self.write_fault.lock() = fault;
        written
    }

    /// Logs why a write failed, the same reason once an hour.
    fn log_fault(&self, fault: &str) {
        let mut logged = self.logged_fault.lock();
        let is_recent =
            |(last, at): &(String, Instant)| last == fault && at.elapsed() < LOG_INTERVAL;
        if !logged.as_ref().is_some_and(is_recent) {
            tracing::error!("the mirror cannot be written, and falls behind: {fault}");
            *logged = Some((fault.to_owned(), Instant::now()));
        }
    }

    /// Stores something about the whole under a name.
    pub(crate) async fn set(&self, name: &'static str, value: String) -> Result<(), StoreError> {
        self.write(move |file| file.set(name, &value)).await
    }

    /// Ends a round through the whole list.
    pub(crate) async fn end_round(&self, round: i64, walk: String) -> Result<(), StoreError> {
        let end = move |file: &mut MirrorFile| file.end_round(round, &walk);
        let missed = self.write(end).await?;
        tracing::info!(missed, "the mirror was compared with the whole list");
        self.work.notify_one();
        Ok(())
    }

    /// Why the last write failed; `None` if it succeeded.
    pub(crate) fn write_fault(&self) -> Option<String> {
        self.write_fault.lock().clone()
    }

    /// Stores the outcomes of requests, and what they say about the listed products.
    pub(crate) async fn store(&self, done: Vec<Done>) -> Result<(), StoreError> {
        let news = self.write(move |file| file.write(&done)).await?;
        let mut list = self.list.lock();
        for one in news {
            match one {
                News::Gtins(id, gtins) => list.set_gtins(&id, gtins),
                News::Gone(id) => list.remove(&id.into()),
            }
        }
        Ok(())
    }

    /// Removes products from the mirror until they are fetched again, and queues the requests
    /// for them. No list shows them meanwhile if they are `hidden`.
    pub(crate) async fn remove(
        &self,
        products: BTreeSet<String>,
        hidden: bool,
    ) -> Result<(), StoreError> {
        self.write(move |file| file.purge(&products, hidden))
            .await?;
        self.work.notify_one();
        Ok(())
    }

    /// The queued requests that are due, in order; if there are none, the time at which the next
    /// is due.
    pub(crate) async fn due(
        &self,
        now: Duration,
        limit: usize,
    ) -> Result<(Vec<Todo>, Option<Duration>), StoreError> {
        let sql = "SELECT id, target, pool_id, rank, tries FROM todo
                   WHERE due <= ? ORDER BY rank, due, id LIMIT ?";
        let values = (milliseconds(now), i64::try_from(limit).unwrap_or(i64::MAX));
        let read = move |c: &Connection| {
            let rows = all(c, sql, values, |row| {
                Ok(Todo {
                    id: row.get(0)?,
                    target: row.get(1)?,
                    pool_id: row.get(2)?,
                    rank: Rank::of(row.get(3)?),
                    tries: row.get(4)?,
                })
            })?;
            let next: Option<u64> = match rows.is_empty() {
                true => value(c, "SELECT min(due) FROM todo", [])?,
                false => None,
            };
            Ok((rows, next.map(Duration::from_millis)))
        };
        self.pool.read(read).await
    }

    /// How long ago the last complete walk through the changes began; `None` while lists come
    /// from the upstream.
    pub(crate) fn behind(&self, account: &str, now: Duration) -> Option<Duration> {
        let walked = self.walked(account)?;
        Some(now.saturating_sub(walked))
    }

    /// How many records are to be requested, and how many others.
    pub(crate) fn pending(&self) -> Result<(u64, u64), StoreError> {
        let sql = "SELECT ifnull(sum(rank = 0), 0), ifnull(sum(rank > 0), 0) FROM todo";
        let counts = self.counts.lock();
        Ok(counts.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?)
    }
}
