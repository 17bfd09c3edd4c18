//! The disk cache: responses stored in a SQLite file, so that the cache survives a restart.
//!
//! One thread writes. A reader waits until the messages that were sent before are written. An
//! entry that cannot be written is not cached; while a deletion or a mark is still unwritten,
//! nothing is read.
//!
//! Memory is bounded on both sides. The queue of the writer has a limit in bytes and one in
//! messages. A reader needs a permit before it gets a thread: the allocator keeps memory for
//! each thread, so a hundred threads that waited for the one connection, each with the body it
//! read last, took gigabytes.
//!
//! A file that cannot be used at the moment is retried periodically; until it works, responses
//! are cached in memory only. The listed products are in memory in any case: once the file works
//! again, it gets all of them.

mod fault;
pub(super) mod file;
mod health;
mod recognise;
pub(crate) mod rows;
pub(super) mod schema;
mod writer;

use std::mem::discriminant;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::{Semaphore, watch};

use self::fault::Fault;
use self::file::CacheFile;
pub(crate) use self::health::Health;
pub(crate) use self::rows::check;
use self::rows::{Totals, meta, read, read_listed};
use self::writer::Writer;
use super::changes::Changed;
use crate::counters::Usage;
use crate::entry::Entry;
use crate::replica::list::{List, StoredList};

/// The maximum number of bytes queued for writing; entries beyond it are not stored.
const MAX_QUEUED_BYTES: usize = 32 << 20;
/// The maximum number of messages queued for the writer. Beyond it the file is emptied, which
/// takes one message in place of all others.
const MAX_QUEUED_MESSAGES: u64 = 16_384;
/// The number of concurrent readers: one that reads, and one that is ready to.
const READERS: usize = 2;
/// How long a reader waits until the messages that were sent before are written.
const WRITE_TIMEOUT: Duration = Duration::from_secs(1);
/// The name of what the file says about the whole: how far the list and the changes were read.
pub(super) const WALK: &str = "walk";

/// What the writer is to do.
pub(super) enum Message {
    Put(Arc<str>, Arc<Entry>),
    Remove(Arc<str>),
    /// Marks the entries about changed products as invalidated.
    Invalidate(Arc<Changed>),
    /// Removes the entries about these products.
    Purge(Arc<Changed>),
    /// Removes all entries, because the messages that named the affected ones are lost.
    Clear,
    /// Stores something about the whole under a name.
    SetMeta(&'static str, String),
    /// Writes these listed products as they are in memory.
    Listed(Vec<Arc<str>>),
    /// Writes all listed products, in place of those in the file.
    RewriteList,
    /// A reader got an error from the file of this generation.
    ReadError(u64, Fault),
    Stop,
}

/// The progress of the writer.
#[derive(Default)]
struct Progress {
    /// The number of messages sent, and of those among them that were handled.
    sent: u64,
    written: u64,
    /// Whether some messages could not be written, or never will be.
    behind: bool,
    /// Whether a message that empties the file is queued.
    clearing: bool,
}

impl Progress {
    /// The message to queue in place of this one, so that the queue stays bounded; `None` if
    /// there is nothing to queue.
    fn admit(&mut self, message: Message) -> Option<Message> {
        let is_of_an_entry = matches!(
            message,
            Message::Put(..)
                | Message::Remove(_)
                | Message::Invalidate(_)
                | Message::Purge(_)
                | Message::Clear
        );
        if !is_of_an_entry {
            return Some(message);
        }
        if self.clearing {
            // The file will be empty, so there is no row to change.
            return None;
        }
        if self.sent - self.written < MAX_QUEUED_MESSAGES {
            return Some(message);
        }
        self.clearing = true;
        Some(Message::Clear)
    }
}

/// State shared by the readers and the writer.
#[derive(Default)]
struct Shared {
    /// `None` while the file cannot be used.
    reader: Mutex<Option<Connection>>,
    queued_bytes: AtomicUsize,
    progress: watch::Sender<Progress>,
    /// The number and size of all rows, for metrics and reports.
    totals: Mutex<Totals>,
    /// The listed products, which the file stores.
    list: Arc<Mutex<List>>,
    health: Health,
}

impl Shared {
    /// Waits until all messages that were sent before are written. Returns false if they are
    /// not in time, or if writing fails and is not `retried`.
    async fn written(&self, within: Duration, retried: bool) -> bool {
        let mut progress = self.progress.subscribe();
        let sent = progress.borrow().sent;
        let ended = progress.wait_for(|now| match now.behind {
            true => !retried,
            false => now.written >= sent,
        });
        let ended = tokio::time::timeout(within, ended).await;
        matches!(ended, Ok(Ok(now)) if !now.behind)
    }
}

/// The disk cache.
pub(crate) struct Disk {
    messages: Sender<Message>,
    shared: Arc<Shared>,
    readers: Arc<Semaphore>,
    limit: u64,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Disk {
    /// Opens a file, or creates it. If the file was written under other settings, which would
    /// give other responses, its entries are deleted. A damaged file is renamed; a file that
    /// cannot be used for another reason is retried later.
    ///
    /// # Errors
    /// In one line: the path is not that of a cache.
    pub(crate) fn open(path: &Path, settings: &str, limit: u64) -> Result<Disk, String> {
        let (messages, receiver) = channel();
        let shared = Arc::<Shared>::default();
        let file = CacheFile::new(path, settings);
        let mut writer = Writer::new(file, limit, shared.clone())?;
        let writer = std::thread::Builder::new()
            .name("cache".to_owned())
            .spawn(move || writer.run(&receiver))
            .map_err(|error| format!("cannot start the cache's thread: {error}"))?;
        Ok(Disk {
            messages,
            shared,
            readers: Arc::new(Semaphore::new(READERS)),
            limit,
            writer: Mutex::new(Some(writer)),
        })
    }

    /// The health of the file: whether it is in use.
    pub(crate) fn health(&self) -> &Health {
        &self.shared.health
    }

    /// The number and size of the entries in the file, and the limit.
    pub(crate) fn usage(&self) -> Usage {
        let Totals { entries, bytes } = *self.shared.totals.lock();
        Usage {
            entries,
            bytes,
            limit: self.limit,
        }
    }

    /// Reads the entry of a key.
    pub(crate) async fn get(&self, key: Arc<str>) -> Option<Entry> {
        if !self.shared.written(WRITE_TIMEOUT, false).await {
            return None;
        }
        let permit = self.readers.clone().acquire_owned().await.ok()?;
        let shared = self.shared.clone();
        let read = move || {
            // The permit is held until the read ends, even if the client has disconnected.
            let _permit = permit;
            let connection = shared.reader.lock();
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
                tracing::warn!("cannot read the cache: {error}");
                let fault = Fault::from(error);
                if matches!(fault, Fault::Damaged(_) | Fault::Failing(_)) {
                    self.send(Message::ReadError(generation, fault));
                }
                None
            }
            Err(_) => None,
        }
    }

    /// Queues an entry to be stored, unless the queue is full.
    pub(crate) fn put(&self, key: Arc<str>, entry: Arc<Entry>) {
        let size = entry.size(&key);
        let queued_bytes = &self.shared.queued_bytes;
        // The writer subtracts it again.
        if queued_bytes.fetch_add(size, Ordering::Relaxed) + size > MAX_QUEUED_BYTES {
            queued_bytes.fetch_sub(size, Ordering::Relaxed);
            // The stored entry is older than the one that could not be queued.
            self.send(Message::Remove(key));
        } else if !self.send(Message::Put(key, entry)) {
            queued_bytes.fetch_sub(size, Ordering::Relaxed);
        }
    }

    /// Waits until all messages are written to the file. Returns whether they are.
    pub(crate) async fn is_written(&self, within: Duration) -> bool {
        self.shared.written(within, true).await
    }

    /// The listed products.
    pub(crate) fn list(&self) -> &Arc<Mutex<List>> {
        &self.shared.list
    }

    /// The stored walk and listed products.
    pub(crate) fn stored_list(&self) -> Option<StoredList> {
        let reader = self.shared.reader.lock();
        let reader = reader.as_ref()?;
        Some((meta(reader, WALK).ok()?, read_listed(reader).ok()?))
    }

    /// Waits until all messages are written, unless writing fails.
    pub(crate) async fn catch_up(&self) {
        self.shared.written(WRITE_TIMEOUT, false).await;
    }

    /// Writes the queued messages and stops the writer.
    pub(crate) fn close(&self) {
        self.send(Message::Stop);
        let writer = self.writer.lock().take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
    }

    /// Queues a message for the writer. Returns whether this message was queued, as opposed to
    /// another in its place, or none.
    pub(super) fn send(&self, message: Message) -> bool {
        let mut is_queued = false;
        self.shared.progress.send_if_modified(|progress| {
            let kind = discriminant(&message);
            let Some(message) = progress.admit(message) else {
                return false;
            };
            is_queued = discriminant(&message) == kind;
            progress.sent += 1;
            // This fails once the writer has stopped; nothing is stored after that.
            let has_ended = self.messages.send(message).is_err();
            progress.behind |= has_ended;
            has_ended
        });
        is_queued
    }
}

#[cfg(test)]
mod tests;
