//! Answers kept in a file, so that a gateway that starts again is as quick as
//! before.
//!
//! One thread writes; a reader waits for the messages that were sent before. What cannot
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

mod fault;
mod file;
mod health;
mod recognise;
mod rows;
mod schema;
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

use self::fault::Fault;
use self::file::CacheFile;
pub(super) use self::health::Health;
pub(super) use self::rows::check;
use self::rows::{meta, read};
use self::writer::{Filling, Writer};
use super::changes::Changed;
use super::entry::Entry;
use crate::counters::Kept;

/// Bytes that may wait to be written; what comes beyond is not kept.
const WAITING: usize = 32 << 20;
/// Messages that may wait for the writer. Beyond it the file is emptied, which is
/// one message in place of all.
const QUEUED: u64 = 16_384;
/// Readers at a time: one that reads, and one that is ready to.
const READERS: usize = 2;
/// How long a reader waits for the messages that were sent before to be written.
const WRITTEN: Duration = Duration::from_secs(1);

enum Message {
    Put(Arc<str>, Arc<Entry>),
    /// The same, where the body is probably there already.
    Confirm(Arc<str>, Arc<Entry>),
    Remove(Arc<str>),
    Drop(Arc<Changed>),
    /// Removes what is about products.
    Purge(Arc<Changed>),
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
    sent: u64,
    written: u64,
    /// Whether something could not be written, or never will be.
    behind: bool,
    /// Whether a message is under way by which the file is emptied.
    clearing: bool,
}

impl State {
    /// What the writer receives in place of a message, so that its queue stays
    /// within bounds; `None` for nothing.
    fn bounded(&mut self, message: Message) -> Option<Message> {
        let is_about_rows = matches!(
            message,
            Message::Put(..)
                | Message::Confirm(..)
                | Message::Remove(_)
                | Message::Drop(_)
                | Message::Purge(_)
                | Message::Clear
        );
        if !is_about_rows {
            return Some(message);
        }
        if self.clearing {
            // Nothing will be there for it to change.
            return None;
        }
        if self.sent - self.written < QUEUED {
            return Some(message);
        }
        self.clearing = true;
        Some(Message::Clear)
    }
}

impl Progress {
    /// Waits until all messages that were sent before are written; whether they are.
    async fn wait(&self) -> bool {
        let mut state = self.state.subscribe();
        let sent = state.borrow().sent;
        let written = state.wait_for(|state| state.written >= sent || state.behind);
        match tokio::time::timeout(WRITTEN, written).await {
            Ok(Ok(state)) => !state.behind,
            _ => false,
        }
    }

    /// Waits until all messages that were sent before are written, even if some cannot
    /// be written at first; whether they are.
    async fn written(&self, within: Duration) -> bool {
        let mut state = self.state.subscribe();
        let sent = state.borrow().sent;
        let written = state.wait_for(|state| state.written >= sent && !state.behind);
        matches!(tokio::time::timeout(within, written).await, Ok(Ok(_)))
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
    /// answers would be others, is dropped; what was cached for another account is
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
            self.send(Message::Suspect(generation, fault));
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
                self.shared.health.error("read");
                tracing::warn!("reading the cache: {error}");
                self.suspect(generation, error);
                None
            }
            Err(_) => None,
        }
    }

    /// Keeps an answer, if there is time to.
    pub(crate) fn put(&self, key: Arc<str>, entry: Arc<Entry>) {
        self.store(key, entry, Message::Put);
    }

    /// The same for an answer whose body was kept before and is still the same.
    pub(crate) fn confirm(&self, key: Arc<str>, entry: Arc<Entry>) {
        self.store(key, entry, Message::Confirm);
    }

    fn store(
        &self,
        key: Arc<str>,
        entry: Arc<Entry>,
        message: fn(Arc<str>, Arc<Entry>) -> Message,
    ) {
        let size = entry.size(&key);
        let waiting = &self.shared.waiting;
        if waiting.fetch_add(size, Ordering::Relaxed) + size > WAITING {
            waiting.fetch_sub(size, Ordering::Relaxed);
            // What is there is older than what could not be kept.
            self.send(Message::Remove(key));
        } else if !self.send(message(key, entry)) {
            waiting.fetch_sub(size, Ordering::Relaxed);
        }
    }

    pub(crate) fn remove(&self, key: Arc<str>) {
        self.send(Message::Remove(key));
    }

    /// Marks what is about changed products.
    pub(crate) fn drop_changed(&self, changed: Arc<Changed>) {
        self.send(Message::Drop(changed));
    }

    /// Removes what is about products.
    pub(crate) fn purge(&self, purged: Arc<Changed>) {
        self.send(Message::Purge(purged));
    }

    /// Waits until all that was sent is in the file; whether it is.
    pub(crate) async fn is_written(&self, within: Duration) -> bool {
        self.shared.progress.written(within).await
    }

    /// Notes how far the changes have been followed, after all that was sent
    /// before.
    pub(crate) fn note(&self, checkpoint: String) {
        self.send(Message::Note("checkpoint", checkpoint));
    }

    /// Notes whose answers come from now on.
    pub(crate) fn note_account(&self, account: String) {
        self.send(Message::Note("account", account));
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
        self.send(Message::Stop);
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
    fn send(&self, message: Message) -> bool {
        let mut is_queued = false;
        self.shared.progress.state.send_if_modified(|state| {
            let kind = discriminant(&message);
            let Some(message) = state.bounded(message) else {
                return false;
            };
            is_queued = discriminant(&message) == kind;
            state.sent += 1;
            // It fails once the writer has ended, when nothing is kept any more.
            let has_ended = self.messages.send(message).is_err();
            state.behind |= has_ended;
            has_ended
        });
        is_queued
    }
}

#[cfg(test)]
mod tests;
