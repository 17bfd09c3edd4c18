//! Answers kept in a file, so that a gateway that starts again is as quick as
//! before.
//!
//! One thread writes; a reader waits for what was told before. What cannot
//! be written is merely not kept, and until what was dropped is known to be
//! dropped, nothing is read.
//!
//! Memory is bounded on both sides. The queue of the writer has a limit in bytes
//! and one in messages. Readers take turns before they are given a thread: the
//! allocator keeps memory for each thread, so a hundred threads that wait for the
//! one connection, each with what it read last, took gigabytes.
//!
//! A file that cannot be used just now is tried again from time to time; until
//! then responses are cached in memory only.

mod file;
mod health;
mod rows;
mod writer;

use std::mem::discriminant;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::{Semaphore, watch};

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
/// Messages that may wait for the writer. Beyond it the file is emptied, which is
/// one message in place of all.
const QUEUED: u64 = 16_384;
/// Readers at a time: one that reads, and one that is ready to.
const READERS: usize = 2;
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
    state: watch::Sender<State>,
}

#[derive(Default)]
struct State {
    told: u64,
    written: u64,
    /// Whether something could not be written, or never will be.
    behind: bool,
    /// Whether a message is under way by which the file is emptied.
    clearing: bool,
}

impl State {
    /// What the writer is told in place of a message, so that its queue stays
    /// within bounds; `None` for nothing.
    fn bounded(&mut self, message: Message) -> Option<Message> {
        let is_about_rows = matches!(
            message,
            Message::Put(..) | Message::Remove(_) | Message::Drop(_) | Message::Clear
        );
        if !is_about_rows {
            return Some(message);
        }
        if self.clearing {
            // Nothing will be there for it to change.
            return None;
        }
        if self.told - self.written < QUEUED {
            return Some(message);
        }
        self.clearing = true;
        Some(Message::Clear)
    }
}

impl Progress {
    /// Waits until all is written that was told before; whether it is.
    async fn wait(&self) -> bool {
        let mut state = self.state.subscribe();
        let told = state.borrow().told;
        let written = state.wait_for(|state| state.written >= told || state.behind);
        match tokio::time::timeout(WRITTEN, written).await {
            Ok(Ok(state)) => !state.behind,
            _ => false,
        }
    }

    fn wrote(&self, count: usize, behind: bool) {
        self.state.send_modify(|state| {
            state.written += count as u64;
            state.behind = behind;
        });
    }

    /// Notes that the writer has the message by which the file is emptied: what
    /// comes from now on comes after it.
    fn clears(&self) {
        self.state.send_if_modified(|state| {
            state.clearing = false;
            false
        });
    }
}

/// What readers and the writer share.
#[derive(Clone)]
struct Shared {
    /// `None` while the file cannot be used.
    reader: Arc<Mutex<Option<Connection>>>,
    turns: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    progress: Arc<Progress>,
    filling: Arc<Filling>,
    health: Arc<Health>,
}

impl Default for Shared {
    fn default() -> Shared {
        Shared {
            reader: Arc::default(),
            turns: Arc::new(Semaphore::new(READERS)),
            waiting: Arc::default(),
            progress: Arc::default(),
            filling: Arc::default(),
            health: Arc::default(),
        }
    }
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
        if !self.shared.progress.wait().await {
            return None;
        }
        let turn = self.shared.turns.clone().acquire_owned().await.ok()?;
        let shared = self.shared.clone();
        let read = move || {
            // It ends with the thread's work, whether or not the client still waits.
            let _turn = turn;
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
        let waiting = &self.shared.waiting;
        if waiting.fetch_add(size, Ordering::Relaxed) + size > WAITING {
            waiting.fetch_sub(size, Ordering::Relaxed);
            // What is there is older than what could not be kept.
            self.tell(Message::Remove(key));
        } else if !self.tell(Message::Put(key, entry)) {
            waiting.fetch_sub(size, Ordering::Relaxed);
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

    /// Queues a message for the writer; whether it is that one, and not another in
    /// its place or none.
    fn tell(&self, message: Message) -> bool {
        let mut is_queued = false;
        self.shared.progress.state.send_if_modified(|state| {
            let kind = discriminant(&message);
            let Some(message) = state.bounded(message) else {
                return false;
            };
            is_queued = discriminant(&message) == kind;
            state.told += 1;
            // It fails once the writer has ended, when nothing is kept any more.
            let has_ended = self.messages.send(message).is_err();
            state.behind |= has_ended;
            has_ended
        });
        is_queued
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
        while !disk.shared.progress.wait().await {
            tokio::task::yield_now().await;
        }
        assert!(disk.get(key()).await.unwrap().dropped);
        assert_eq!(disk.noted().as_deref(), Some("after"));
    }

    #[tokio::test]
    async fn the_queue_of_the_writer_is_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let disk = opened(&path, "");
        disk.put(key(), entry());
        assert!(disk.get(key()).await.is_some());
        // Another process holds the file, so that the writer cannot go on.
        let other = Connection::open(&path).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let large = |at: u64| {
            let body = Bytes::from(vec![b'x'; 1 << 20]);
            let at = Duration::from_secs(1_700_000_000 + at);
            (
                format!("/v2/products/{at:?}").into(),
                Arc::new(Entry::new(200, body, at)),
            )
        };
        for number in 0..40 {
            let (key, entry) = large(number);
            disk.put(key, entry);
            assert!(disk.shared.waiting.load(Ordering::Relaxed) <= WAITING);
        }
        for number in 0..QUEUED * 3 {
            disk.remove(format!("/v2/products/gtin/{number}").into());
        }
        disk.put(key(), entry());
        disk.drop_changed(changed());
        disk.note("after".to_owned());
        let queued = {
            let state = disk.shared.progress.state.borrow();
            state.told - state.written
        };
        assert!(queued <= QUEUED + 2, "{queued}");
        other.execute_batch("ROLLBACK").unwrap();
        while !disk.shared.progress.wait().await {
            tokio::task::yield_now().await;
        }
        // All messages about rows became one, after which the file is in use again.
        assert_eq!(disk.kept().entries, 0);
        assert_eq!(disk.noted().as_deref(), Some("after"));
        assert_eq!(disk.shared.waiting.load(Ordering::Relaxed), 0);
        disk.put(key(), entry());
        assert!(disk.get(key()).await.is_some());
    }

    #[test]
    fn readers_wait_for_their_turn_without_a_thread() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .max_blocking_threads(READERS + 1)
            .build()
            .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let disk = Arc::new(opened(&folder.path().join("cache.db"), ""));
        disk.put(key(), entry());
        assert!(runtime.block_on(disk.get(key())).is_some());
        // As if a slow disk held up the one that reads.
        let shared = disk.shared.clone();
        let reading = shared.reader();
        let readers: Vec<_> = (0..50)
            .map(|_| {
                let disk = disk.clone();
                runtime.spawn(async move { disk.get(key()).await })
            })
            .collect();
        runtime.block_on(async {
            while disk.shared.turns.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            // The last thread is free for other work.
            tokio::task::spawn_blocking(|| ()).await.unwrap();
        });
        drop(reading);
        for reader in readers {
            assert!(runtime.block_on(reader).unwrap().is_some());
        }
        assert_eq!(disk.shared.turns.available_permits(), READERS);
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
