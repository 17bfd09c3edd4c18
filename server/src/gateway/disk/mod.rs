//! Answers kept in a file, so that a gateway that starts again is as quick as
//! before.
//!
//! One thread writes; whoever reads waits for what was told before. What cannot
//! be written is merely not kept, and until what was dropped is known to be
//! dropped, nothing is read.
//!
//! A file that cannot be used just now is tried again from time to time; until
//! then responses are cached in memory only.

mod file;
mod health;
mod rows;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;

use self::file::{CacheFile, Fault};
pub(super) use self::health::Health;
pub(super) use self::rows::check;
use self::rows::{meta, read};
use self::writer::{Filling, Writer};
use super::changes::Changed;
use super::entry::Entry;
use super::stats::Kept;

/// Bytes that may wait to be written; what comes beyond is not kept.
const WAITING: usize = 32 << 20;
/// How long a reader waits for what was told before to be written.
const WRITTEN: Duration = Duration::from_secs(1);

enum Message {
    Put(Arc<str>, Arc<Entry>),
    Remove(Arc<str>),
    Drop(Arc<Changed>),
    /// Drops all, for nobody knows what should have been dropped.
    Clear,
    Note(&'static str, String),
    /// A reader met a fault in the file that was opened as the one of that number.
    Suspect(u64, Fault),
    Stop,
}

/// How far the writer is.
#[derive(Default)]
struct Progress {
    state: Mutex<State>,
    written: Condvar,
}

#[derive(Default)]
struct State {
    told: u64,
    written: u64,
    /// Whether something could not be written, or never will be.
    behind: bool,
}

impl Progress {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all is written that was told before; whether it is.
    fn wait(&self) -> bool {
        let state = self.state();
        let told = state.told;
        let (state, _) = self
            .written
            .wait_timeout_while(state, WRITTEN, |state| {
                state.written < told && !state.behind
            })
            .unwrap_or_else(PoisonError::into_inner);
        state.written >= told && !state.behind
    }

    fn wrote(&self, count: usize, behind: bool) {
        let mut state = self.state();
        state.written += count as u64;
        state.behind = behind;
        self.written.notify_all();
    }
}

/// What readers and the writer share.
#[derive(Clone, Default)]
struct Shared {
    /// `None` while the file cannot be used.
    reader: Arc<Mutex<Option<Connection>>>,
    waiting: Arc<AtomicUsize>,
    progress: Arc<Progress>,
    filling: Arc<Filling>,
    health: Arc<Health>,
}

impl Shared {
    fn reader(&self) -> MutexGuard<'_, Option<Connection>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The file.
pub(crate) struct Disk {
    messages: Sender<Message>,
    shared: Shared,
    limit: u64,
    path: PathBuf,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Disk {
    /// Opens a file or makes it. What was kept under other settings, by which
    /// answers would be others, is dropped; what another account was told is
    /// asked for anew. A file that is damaged is renamed; one that cannot be
    /// used for another reason is tried again later.
    ///
    /// # Errors
    /// In one line: the path is not that of a cache.
    pub(crate) fn open(
        path: &Path,
        settings: &str,
        account: &str,
        limit: u64,
    ) -> Result<Disk, String> {
        let (messages, receiver) = channel();
        let shared = Shared::default();
        let file = CacheFile::new(path, settings, account);
        let mut writer = Writer::new(file, limit, shared.clone())?;
        let writer = std::thread::Builder::new()
            .name("cache".to_owned())
            .spawn(move || writer.run(&receiver))
            .map_err(|error| format!("cannot start: {error}"))?;
        Ok(Disk {
            messages,
            shared,
            limit,
            path: path.to_owned(),
            writer: Mutex::new(Some(writer)),
        })
    }

    /// Whether the file is in use.
    pub(crate) fn health(&self) -> &Health {
        &self.shared.health
    }

    /// The file's path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file again, renamed if it is damaged, where that error in the
    /// file of that generation means that it may be.
    pub(crate) fn suspect(&self, generation: u64, error: rusqlite::Error) {
        let fault = Fault::from(error);
        if matches!(fault, Fault::Damaged(_) | Fault::Failing(_)) {
            self.tell(Message::Suspect(generation, fault));
        }
    }

    /// How much is kept.
    pub(crate) fn kept(&self) -> Kept {
        Kept {
            entries: self.shared.filling.entries.load(Ordering::Relaxed),
            bytes: self.shared.filling.bytes.load(Ordering::Relaxed),
            limit: self.limit,
        }
    }

    /// What is kept under that key.
    pub(crate) async fn get(&self, key: Arc<str>) -> Option<Entry> {
        let shared = self.shared.clone();
        let read = move || {
            if !shared.progress.wait() {
                return Ok(None);
            }
            let connection = shared.reader();
            let generation = shared.health.generation();
            let entry = connection.as_ref().map(|connection| read(connection, &key));
            entry
                .transpose()
                .map_err(|error| (generation, error))
                .map(Option::flatten)
        };
        match tokio::task::spawn_blocking(read).await {
            Ok(Ok(entry)) => entry,
            Ok(Err((generation, error))) => {
                tracing::warn!("reading the cache: {error}");
                self.suspect(generation, error);
                None
            }
            Err(_) => None,
        }
    }

    /// Keeps an answer, if there is time to.
    pub(crate) fn put(&self, key: Arc<str>, entry: Arc<Entry>) {
        let size = entry.size(&key);
        if self.shared.waiting.fetch_add(size, Ordering::Relaxed) + size > WAITING {
            self.shared.waiting.fetch_sub(size, Ordering::Relaxed);
            // What is there is older than what could not be kept.
            self.tell(Message::Remove(key));
        } else {
            self.tell(Message::Put(key, entry));
        }
    }

    pub(crate) fn remove(&self, key: Arc<str>) {
        self.tell(Message::Remove(key));
    }

    /// Marks what is about changed products.
    pub(crate) fn drop_changed(&self, changed: Arc<Changed>) {
        self.tell(Message::Drop(changed));
    }

    /// Notes how far the changes have been followed, after all that was told
    /// before.
    pub(crate) fn note(&self, checkpoint: String) {
        self.tell(Message::Note("checkpoint", checkpoint));
    }

    /// Notes whose answers come from now on.
    pub(crate) fn note_account(&self, account: String) {
        self.tell(Message::Note("account", account));
    }

    /// How far the changes have been followed.
    pub(crate) fn noted(&self) -> Option<String> {
        let reader = self.shared.reader();
        meta(reader.as_ref()?, "checkpoint").ok().flatten()
    }

    /// When the oldest answer is from.
    pub(crate) fn oldest(&self) -> Option<Duration> {
        let reader = self.shared.reader();
        let oldest: Option<u64> = reader
            .as_ref()?
            .query_row("SELECT min(at) FROM entry", [], |row| row.get(0))
            .ok()?;
        oldest.map(Duration::from_millis)
    }

    /// Writes what waits, and ends.
    pub(crate) fn close(&self) {
        self.tell(Message::Stop);
        let writer = self
            .writer
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
    }

    fn tell(&self, message: Message) {
        let mut state = self.shared.progress.state();
        state.told += 1;
        // It fails once the writer has ended, when nothing is kept any more.
        state.behind |= self.messages.send(message).is_err();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use axum::body::Bytes;
    use std::collections::HashSet;

    fn key() -> Arc<str> {
        "/v2/products/a".into()
    }

    fn entry() -> Arc<Entry> {
        let at = Duration::from_secs(1_700_000_000);
        Arc::new(Entry {
            product: Some("a".into()),
            ..Entry::new(200, Bytes::from_static(b"{}"), at)
        })
    }

    fn opened(path: &Path, account: &str) -> Disk {
        Disk::open(path, "", account, 1 << 20).unwrap()
    }

    fn changed() -> Arc<Changed> {
        Arc::new(Changed {
            products: HashSet::from(["a".to_owned()]),
            ..Changed::default()
        })
    }

    #[tokio::test]
    async fn what_was_told_before_is_known_to_whoever_reads() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let disk = opened(&path, "");
        for _ in 0..20 {
            disk.put(key(), entry());
            assert!(!disk.get(key()).await.unwrap().dropped);
            disk.drop_changed(changed());
            assert!(disk.get(key()).await.unwrap().dropped);
            disk.remove(key());
            assert_eq!(disk.get(key()).await, None);
        }
    }

    #[tokio::test]
    async fn a_failure_to_write_forgets_no_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let disk = opened(&path, "");
        disk.put(key(), entry());
        assert!(disk.get(key()).await.is_some());
        let other = Connection::open(&path).unwrap();
        let fail = "CREATE TRIGGER fail BEFORE UPDATE ON entry
                    BEGIN SELECT raise(ABORT, 'on purpose'); END";
        other.execute_batch(fail).unwrap();
        disk.drop_changed(changed());
        disk.note("after".to_owned());
        // What may have changed is not shown, nor is the change held for settled.
        assert_eq!(disk.get(key()).await, None);
        assert_eq!(disk.noted(), None);
        other.execute_batch("DROP TRIGGER fail").unwrap();
        disk.remove("another".into());
        while !disk.shared.progress.wait() {
            std::thread::yield_now();
        }
        assert!(disk.get(key()).await.unwrap().dropped);
        assert_eq!(disk.noted().as_deref(), Some("after"));
    }

    /// A writer whose connection has that setting, until it opens the file again.
    fn limited(path: &Path, setting: &str, value: i64) -> (Writer, Shared) {
        let shared = Shared::default();
        let file = CacheFile::new(path, "", "");
        let writer = Writer::new(file, 1 << 20, shared.clone()).unwrap();
        let connection = writer.connection().unwrap();
        connection.pragma_update(None, setting, value).unwrap();
        (writer, shared)
    }

    #[test]
    fn a_file_that_cannot_be_written_is_left_for_a_while() {
        for (setting, value, cause) in [
            ("max_page_count", 1, "full"),
            ("query_only", 1, "read_only"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let (mut writer, shared) = limited(&folder.path().join("cache.db"), setting, value);
            let (messages, receiver) = channel();
            let body = Bytes::from(vec![b'x'; 50_000]);
            let large = Arc::new(Entry::new(200, body, Duration::from_secs(1_700_000_000)));
            messages.send(Message::Put(key(), large)).unwrap();
            let generation = shared.health.generation();
            let (health, reader) = (shared.health.clone(), shared.clone());
            let running = std::thread::spawn(move || writer.run(&receiver));
            // It is opened again at once, without the setting.
            while health.generation() == generation || health.away().is_some() {
                std::thread::yield_now();
            }
            let mut faults = String::new();
            prometheus_client::encoding::text::encode(&mut faults, &{
                let mut registry = prometheus_client::registry::Registry::default();
                registry.register("faults", "", health.faults.clone());
                registry
            })
            .unwrap();
            assert!(
                faults.contains(&format!("cause=\"{cause}\"}} 1")),
                "{faults}"
            );
            messages.send(Message::Put(key(), entry())).unwrap();
            messages
                .send(Message::Note("checkpoint", "later".to_owned()))
                .unwrap();
            while reader
                .reader()
                .as_ref()
                .and_then(|it| meta(it, "checkpoint").unwrap())
                .is_none()
            {
                std::thread::yield_now();
            }
            let kept = read(reader.reader().as_ref().unwrap(), &key()).unwrap();
            assert_eq!(kept.as_ref(), Some(&*entry()));
            messages.send(Message::Stop).unwrap();
            running.join().unwrap();
        }
    }

    #[tokio::test]
    async fn a_fault_of_an_earlier_file_says_nothing_of_this_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let disk = opened(&path, "");
        disk.put(key(), entry());
        let earlier = disk.health().generation() - 1;
        disk.tell(Message::Suspect(earlier, Fault::Damaged("once".to_owned())));
        assert!(disk.get(key()).await.is_some());
        let now = disk.health().generation();
        disk.tell(Message::Suspect(now, Fault::Damaged("now".to_owned())));
        assert!(disk.get(key()).await.is_none());
        while disk.health().generation() == now {
            std::thread::yield_now();
        }
        disk.put(key(), entry());
        assert!(disk.get(key()).await.is_some());
        let names = std::fs::read_dir(folder.path()).unwrap();
        let names = names.map(|name| name.unwrap().file_name().into_string().unwrap());
        let mut broken = names.filter(|name| name.starts_with("cache.db.broken-"));
        assert!(broken.next().is_some());
    }

    #[tokio::test]
    async fn each_part_of_a_row_belongs_to_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let disk = opened(&path, "");
        let other = Connection::open(&path).unwrap();
        for (rot, key) in [
            ("key = '/v2/products/b'", "/v2/products/b"),
            ("status = 404", "/v2/products/a"),
            ("at = at + 1", "/v2/products/a"),
            ("etag = 'x'", "/v2/products/a"),
            ("product = 'b'", "/v2/products/a"),
            ("product = NULL, gtin = 'a'", "/v2/products/a"),
            ("body = x'7b7d7d'", "/v2/products/a"),
        ] {
            disk.put(self::key(), entry());
            assert!(disk.get(self::key()).await.is_some());
            let rotten = other.execute(&format!("UPDATE entry SET {rot}"), []);
            assert_eq!(rotten.unwrap(), 1);
            assert_eq!(disk.get(key.into()).await, None, "{rot}");
            disk.remove(key.into());
            assert_eq!(disk.get(key.into()).await, None);
        }
    }

    #[tokio::test]
    async fn what_another_account_was_told_is_asked_for_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        for (account, dropped) in [("one", false), ("one", false), ("two", true), ("two", true)] {
            let disk = opened(&path, account);
            if account == "one" {
                disk.put(key(), entry());
            }
            let kept = disk.get(key()).await.unwrap();
            assert_eq!(kept.dropped, dropped, "{account}");
            disk.close();
        }
    }
}
