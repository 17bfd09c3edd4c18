//! The mirror: a full copy of the upstream's catalogue, which is kept up to date by following
//! the changes and serves requests in the upstream's place.
//!
//! ```text
//! changes ─▶ feed ─▶ listed products, GTINs, queued requests ─▶ copy
//!                      └───────── one SQLite file ─────────┘     │
//! requests ─▶ lookup ◀─────┘            records, images, makers ◀┘
//! ```
//!
//! Invariants:
//! - data and the checkpoint up to which it is complete are written in one transaction, so
//!   that a process killed at any point resumes where it was;
//! - records are stored as the upstream sent them; hidden fields are removed when a record is
//!   served;
//! - a list is served whole or not at all: until the changes were read to their end once,
//!   lists come from the upstream;
//! - a record that has changed since it was copied is served only if the upstream fails;
//! - a product is not removed for being absent from the list: it is requested, and removed
//!   only if the upstream responds that it does not exist.

pub(crate) mod listed;
mod lookup;
mod write_fault;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use product_pool::gtin::Gtin;
use rusqlite::Connection;
use tokio::sync::{Notify, Semaphore};

use product_pool_api::Cursors;
use product_pool_store::mirror::{self as store, ACCOUNT, COPIED, MirrorFile, RECONCILED, WALKED};
use product_pool_store::permissions::writable;
use product_pool_store::{Pool, StoreError, cursor_key, open};

pub(crate) use lookup::{Context, Lookup};
use write_fault::WriteFault;

/// The number of connections that read the mirror's file.
const READERS: usize = 8;
/// The maximum number of upstream responses to clients that wait to be written into the
/// mirror.
const MAX_PENDING_UPDATES: usize = 16;

/// The mirror.
pub(crate) struct Mirror {
    pub(crate) pool: Pool,
    /// A connection for counting, which may take longer than a request may.
    counts: Mutex<Connection>,
    file: Arc<Mutex<MirrorFile>>,
    cursors: Cursors,
    /// When the last complete walk through the changes began, in milliseconds since 1970; 0
    /// before the first.
    pub(crate) walked: AtomicI64,
    /// The account that the mirror's content was fetched for.
    account: Mutex<String>,
    /// Whether the account has changed since. Another account may see other products, so
    /// nothing in the mirror is certain until the whole list was read again.
    other_account: AtomicBool,
    /// Whether the last walk failed.
    pub(crate) failing: AtomicBool,
    /// Whether the upstream lists more products than the mirror may have.
    pub(crate) full: AtomicBool,
    /// Notified when requests are queued.
    pub(crate) work: Notify,
    write_fault: WriteFault,
    updates: Arc<Semaphore>,
}

/// How far the mirror is behind the upstream.
#[derive(Debug)]
pub(crate) struct Lag {
    /// How long ago the last complete walk through the changes began: no list or record is
    /// older. `None` until the first one is complete; until then, lists come from the
    /// upstream.
    pub(crate) behind: Option<Duration>,
    /// Whether every record has been copied once.
    pub(crate) copied: bool,
    /// The numbers of products and of queued requests.
    pub(crate) counts: store::Counts,
    /// How long ago the last reconciliation with the whole list began.
    pub(crate) reconciled: Option<Duration>,
}

impl Mirror {
    /// Opens the mirror of that upstream, or creates an empty one.
    ///
    /// # Errors
    /// In one line: why the file cannot be used.
    pub(crate) fn open(path: &Path, upstream: &str, account: &str) -> Result<Mirror, String> {
        let failed = |error: StoreError| open_error(path, &error);
        let file = MirrorFile::open(path, upstream, account).map_err(failed)?;
        let reader = open(path, false).map_err(failed)?;
        let key = cursor_key(&reader).map_err(failed)?;
        let walked = store::time(&reader, WALKED).map_err(failed)?;
        let account_of_content = file.property(ACCOUNT).map_err(failed)?.unwrap_or_default();
        let mirror = Mirror {
            pool: Pool::open(path, READERS).map_err(failed)?,
            file: Arc::new(Mutex::new(file)),
            cursors: Cursors::new(&key).map_err(|_| "the mirror's key is unusable".to_owned())?,
            walked: AtomicI64::new(walked.unwrap_or(0)),
            work: Notify::new(),
            write_fault: WriteFault::default(),
            counts: Mutex::new(reader),
            updates: Arc::new(Semaphore::new(MAX_PENDING_UPDATES)),
            account: Mutex::new(account_of_content),
            other_account: AtomicBool::new(false),
            failing: AtomicBool::new(false),
            full: AtomicBool::new(false),
        };
        mirror.set_account(account);
        Ok(mirror)
    }

    /// Sets the account that requests to the upstream are made for.
    pub(crate) fn set_account(&self, account: &str) {
        let account_of_content = self.account.lock();
        self.other_account
            .store(*account_of_content != account, Ordering::Release);
    }

    /// Records that the whole list was read for that account.
    pub(crate) fn set_verified(&self, account: String) {
        *self.account.lock() = account;
        self.other_account.store(false, Ordering::Release);
    }

    /// Whether the content was fetched for another account than the current one.
    pub(crate) fn has_other_account(&self) -> bool {
        self.other_account.load(Ordering::Acquire)
    }

    /// When the last complete walk began, since 1970: lists are complete as of then.
    fn walked(&self) -> Option<Duration> {
        let walked = u64::try_from(self.walked.load(Ordering::Acquire)).ok()?;
        (walked > 0 && !self.has_other_account()).then(|| Duration::from_millis(walked))
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
        self.write_fault.record(written.as_ref().err());
        written
    }

    /// Why the last write failed; `None` if it succeeded.
    pub(crate) fn write_fault(&self) -> Option<String> {
        self.write_fault.current()
    }

    /// Removes products from the mirror until they are fetched again, and queues the requests
    /// for them. Returns the identifiers of all that were given or have one of the GTINs.
    pub(crate) async fn purge(
        &self,
        products: BTreeSet<String>,
        gtins: &[Gtin],
    ) -> Result<BTreeSet<String>, StoreError> {
        let gtins: Vec<String> = gtins.iter().map(Gtin::to_14).collect();
        let purged = self.write(move |file| file.purge(products, &gtins, listed::record_of));
        let purged = purged.await?;
        self.work.notify_one();
        Ok(purged)
    }

    /// How long ago the last complete walk through the changes began; `None` while lists come
    /// from the upstream.
    pub(crate) fn behind(&self, now: Duration) -> Option<Duration> {
        self.walked().map(|walked| now.saturating_sub(walked))
    }

    /// How far the mirror is behind at that time. Reads the file.
    pub(crate) fn lag(&self, now: Duration) -> Result<Lag, StoreError> {
        let connection = self.counts.lock();
        let reconciled = store::time(&connection, RECONCILED)?;
        Ok(Lag {
            behind: self.behind(now),
            copied: store::time(&connection, COPIED)?.is_some(),
            counts: store::counts(&connection)?,
            reconciled: reconciled.map(|at| now.saturating_sub(duration(at))),
        })
    }
}

/// Checks that the mirror of that upstream could be opened or created there.
///
/// # Errors
/// In one line: why not.
pub(crate) fn check(path: &Path, upstream: &str) -> Result<(), String> {
    match open(path, false) {
        Ok(catalogue) => {
            store::ensure_mirror_of(&catalogue, path, upstream)
                .map_err(|e| open_error(path, &e))?;
        }
        Err(StoreError::Missing(_)) => {}
        Err(error) => return Err(open_error(path, &error)),
    }
    writable(path)
}

/// The error message for a mirror's file that cannot be opened, and what to do.
fn open_error(path: &Path, error: &StoreError) -> String {
    match error {
        StoreError::Damaged(_) => format!("{}: {error}", path.display()),
        StoreError::NotACatalogue(_) => format!(
            "{error}; if it was a mirror, it is damaged: delete it with its -wal and -shm, and it is \
             copied again"
        ),
        _ => error.to_string(),
    }
}

/// A time in milliseconds, as it is stored.
pub(crate) fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// A stored time.
pub(crate) fn duration(milliseconds: i64) -> Duration {
    Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0))
}
