//! A full copy of the upstream: followed by its changes, asked in its place.
//!
//! ```text
//! changes ─▶ feed ─▶ listed products, GTINs, what is to be asked for ─▶ copy
//!                      └──────────── one SQLite file ───────────────┘    │
//! requests ─▶ lookup ◀─────┘                     records, images, makers ◀┘
//! ```
//!
//! What holds throughout:
//! - what is written is written with how far it goes, in one transaction, so
//!   that a process killed anywhere goes on where it was;
//! - records stand as the upstream gave them, and lose hidden fields on the way
//!   out only;
//! - a list is the whole list or none: until the changes were walked to their
//!   end once, lists are the upstream's;
//! - a record that has changed since is given out only where the upstream fails;
//! - nothing goes because it is not listed: the upstream is asked for it, and
//!   must say that it is not there.

pub(crate) mod listed;
mod lookup;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use product_pool::gtin::Gtin;
use rusqlite::Connection;
use tokio::sync::{Notify, Semaphore};

use product_pool_api::Cursors;
use product_pool_store::mirror::{self as store, ACCOUNT, COPIED, MirrorFile, RECONCILED, WALKED};
use product_pool_store::permissions::writable;
use product_pool_store::{Pool, StoreError, cursor_key, open};

pub(crate) use lookup::{Context, Look};

/// Connections that read the copy.
const READERS: usize = 8;
/// Answers on their way to clients that may wait to be written here too.
const NOTICED: usize = 16;

/// The copy.
pub(crate) struct Mirror {
    pub(crate) pool: Pool,
    /// For counting, which may take longer than an answer may.
    counts: Mutex<Connection>,
    file: Arc<Mutex<MirrorFile>>,
    cursors: Cursors,
    /// When the last complete walk through the changes began, in milliseconds
    /// since 1970; 0 before the first.
    pub(crate) walked: AtomicI64,
    /// The mark of the account that was told what is here.
    account: Mutex<String>,
    /// Another account asks now, which may be told other things: nothing here is
    /// sure until the whole list was gone through again.
    doubtful: AtomicBool,
    /// The last walk did not come to its end.
    pub(crate) failing: AtomicBool,
    /// Told when there is something to be asked for.
    pub(crate) work: Notify,
    noticed: Arc<Semaphore>,
}

/// How far the copy is behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lag {
    /// How long ago the last walk through the changes began that came to its
    /// end: no list or record is older. `None` until the first one has: lists
    /// are the upstream's until then.
    pub(crate) behind: Option<Duration>,
    /// Whether every record has been here.
    pub(crate) copied: bool,
    /// Products that are listed.
    pub(crate) products: u64,
    /// Records that are new or have changed and are to be asked for.
    pub(crate) records: u64,
    /// Images, manufacturers and brands that are to be asked for.
    pub(crate) others: u64,
    /// When the newest change was, since 1970.
    pub(crate) newest: Option<Duration>,
    /// How long ago the last round through the whole list began.
    pub(crate) reconciled: Option<Duration>,
}

impl Mirror {
    /// Opens the copy of that upstream, or makes an empty one.
    ///
    /// # Errors
    /// In one line: why the file cannot be used.
    pub(crate) fn open(path: &Path, upstream: &str, account: &str) -> Result<Mirror, String> {
        let words = |error: StoreError| words(path, &error);
        let file = MirrorFile::open(path, upstream, account).map_err(words)?;
        let reader = open(path, false).map_err(words)?;
        let key = cursor_key(&reader).map_err(words)?;
        let walked = store::time(&reader, WALKED).map_err(words)?;
        let told = file.noted(ACCOUNT).map_err(words)?.unwrap_or_default();
        let mirror = Mirror {
            pool: Pool::open(path, READERS).map_err(words)?,
            file: Arc::new(Mutex::new(file)),
            cursors: Cursors::new(&key).map_err(|_| "the mirror's key is unusable".to_owned())?,
            walked: AtomicI64::new(walked.unwrap_or(0)),
            work: Notify::new(),
            counts: Mutex::new(reader),
            noticed: Arc::new(Semaphore::new(NOTICED)),
            account: Mutex::new(told),
            doubtful: AtomicBool::new(false),
            failing: AtomicBool::new(false),
        };
        mirror.meet(account);
        Ok(mirror)
    }

    /// Takes note of the account that asks the upstream.
    pub(crate) fn meet(&self, account: &str) {
        let told = self.account.lock().unwrap_or_else(PoisonError::into_inner);
        self.doubtful.store(*told != account, Ordering::Release);
    }

    /// Takes note that the whole list was gone through for that account.
    pub(crate) fn confirm(&self, account: String) {
        *self.account.lock().unwrap_or_else(PoisonError::into_inner) = account;
        self.doubtful.store(false, Ordering::Release);
    }

    /// Whether it was told to another account than asks now.
    pub(crate) fn is_doubtful(&self) -> bool {
        self.doubtful.load(Ordering::Acquire)
    }

    /// When the last complete walk began, since 1970: lists are whole as of then.
    fn walked(&self) -> Option<Duration> {
        let walked = u64::try_from(self.walked.load(Ordering::Acquire)).ok()?;
        (walked > 0 && !self.is_doubtful()).then(|| Duration::from_millis(walked))
    }

    /// Writes, on a thread that may wait for the disk.
    pub(crate) async fn write<T, F>(&self, write: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut MirrorFile) -> Result<T, StoreError> + Send + 'static,
    {
        let file = self.file.clone();
        let written = tokio::task::spawn_blocking(move || {
            write(&mut file.lock().unwrap_or_else(PoisonError::into_inner))
        });
        written.await.unwrap_or(Err(StoreError::Busy))
    }

    /// Removes products from the copy until they were asked for anew, and has them asked
    /// for. Returns the identifiers of all that were given or have one of the GTINs.
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

    /// How long ago the last walk through the changes began that came to its
    /// end; `None` while lists are the upstream's.
    pub(crate) fn behind(&self, now: Duration) -> Option<Duration> {
        self.walked().map(|walked| now.saturating_sub(walked))
    }

    /// How far it is behind at that time. Reads the file.
    pub(crate) fn lag(&self, now: Duration) -> Result<Lag, StoreError> {
        let connection = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = store::counts(&connection)?;
        let reconciled = store::time(&connection, RECONCILED)?;
        let newest = counts.newest.and_then(|micros| u64::try_from(micros).ok());
        Ok(Lag {
            behind: self.behind(now),
            copied: store::time(&connection, COPIED)?.is_some(),
            products: counts.products,
            records: counts.behind,
            others: counts.waiting,
            newest: newest.map(Duration::from_micros),
            reconciled: reconciled.map(|at| now.saturating_sub(duration(at))),
        })
    }
}

/// Whether the copy of that upstream could be opened or made there.
///
/// # Errors
/// In one line: why not.
pub(crate) fn check(path: &Path, upstream: &str) -> Result<(), String> {
    match open(path, false) {
        Ok(catalogue) => store::suits(&catalogue, path, upstream).map_err(|e| words(path, &e))?,
        Err(StoreError::Missing(_)) => {}
        Err(error) => return Err(words(path, &error)),
    }
    writable(path)
}

/// Why a mirror's file cannot be opened, and what to do.
fn words(path: &Path, error: &StoreError) -> String {
    match error {
        StoreError::Damaged(_) => format!("{}: {error}", path.display()),
        StoreError::NotACatalogue(_) => format!(
            "{error}; if it was a mirror, it is damaged: delete it with its -wal and -shm, and it is \
             copied again"
        ),
        _ => error.to_string(),
    }
}

/// A time as it is stored.
pub(crate) fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// A stored time.
pub(crate) fn duration(milliseconds: i64) -> Duration {
    Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0))
}
