//! The writer thread of the disk cache, which applies many messages in one transaction.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::fault::Fault;
use super::file::CacheFile;
use super::rows::{Totals, put, read_listed, set_meta, write_listed};
use super::{Message, Shared};
use crate::replica::changes::Changed;
use crate::sqlite::begin;
use product_pool_store::record::gtins::gtins_in;

/// The maximum number of messages in one transaction.
const BATCH: usize = 256;
/// The maximum number of messages retried after a failure; beyond it the file is emptied.
const MAX_PENDING: usize = 4096;
/// The back-off after a fault: at first, and at most.
const MIN_BACKOFF: Duration = Duration::from_secs(1);
const MAX_BACKOFF: Duration = Duration::from_secs(60);
/// After this long without a fault, the next one is retried at once.
const STABLE: Duration = Duration::from_secs(60);

/// The SQL condition for rows that are lists of products. `#` comes before the account.
pub(super) const LISTS: &str = "(key >= '/v2/products#' AND key < '/v2/products$')
     OR (key >= '/v2/products?' AND key < '/v2/products@')
     OR (key GLOB '/v2/catalogs/*' AND key NOT GLOB '/v2/catalogs/*/*')";

/// The writer thread. It also opens the file, and opens it again after a fault.
pub(super) struct Writer {
    file: CacheFile,
    /// The writing connection, while the file is in use.
    pub(super) connection: Option<Connection>,
    shared: Arc<Shared>,
    limit: u64,
    /// The messages to write, including those left from failed attempts.
    pub(super) pending: Vec<Message>,
    /// What was last set about the whole.
    meta: BTreeMap<&'static str, String>,
    /// Whether the file is to get the whole list and all of `meta`: it has missed some of it.
    rewrite: bool,
    /// When to try again, after a failure.
    retry_at: Option<Instant>,
    /// How long to wait after the next fault.
    backoff: Duration,
    /// When the file was opened.
    opened_at: Option<Instant>,
}

impl Writer {
    /// Creates a writer and opens the file.
    ///
    /// # Errors
    /// In one line: the path cannot be that of a cache. With any other fault the cache works
    /// without its file until the fault is over.
    pub(super) fn new(file: CacheFile, limit: u64, shared: Arc<Shared>) -> Result<Writer, String> {
        let mut writer = Writer {
            file,
            connection: None,
            shared,
            limit,
            pending: Vec::new(),
            meta: BTreeMap::new(),
            rewrite: false,
            retry_at: None,
            backoff: Duration::ZERO,
            opened_at: None,
        };
        match writer.open() {
            Ok(()) => return Ok(writer),
            Err(Fault::Refused(why)) => return Err(why),
            Err(fault) => writer.close(&fault),
        }
        // Changes are followed from now on; the changes before are not known.
        writer.pending.push(Message::Invalidate(Arc::new(Changed {
            all: true,
            ..Changed::default()
        })));
        writer.shared.progress.send_modify(|now| now.behind = true);
        Ok(writer)
    }

    pub(super) fn run(&mut self, messages: &Receiver<Message>) {
        let mut stop = false;
        while !stop {
            let first = match self.retry_at {
                None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(time) => messages.recv_timeout(time.saturating_duration_since(Instant::now())),
            };
            if matches!(first, Err(RecvTimeoutError::Disconnected)) {
                break;
            }
            let (mut count, mut bytes) = (0, 0);
            for message in first.into_iter().chain(messages.try_iter()).take(BATCH) {
                count += 1;
                match &message {
                    Message::Put(key, entry) => {
                        bytes += entry.size(key);
                    }
                    // Messages sent from now on are applied after it.
                    Message::Clear => self.shared.progress.send_modify(|now| now.clearing = false),
                    Message::SetMeta(name, value) => drop(self.meta.insert(name, value.clone())),
                    Message::RewriteList => self.rewrite = true,
                    Message::ReadError(generation, fault) => self.read_error(*generation, fault),
                    Message::Stop => stop = true,
                    _ => {}
                }
                self.pending.push(message);
            }
            self.flush();
            // The queue no longer holds the bodies: those written are done, and those
            // postponed were turned into removals, which have no body.
            self.shared.queued_bytes.fetch_sub(bytes, Ordering::Relaxed);
            let behind = self.rewrite || !self.pending.is_empty();
            self.shared.progress.send_modify(|now| {
                now.written += count;
                now.behind = behind;
            });
        }
        // SQLite writes its log into the file when the last connection closes.
        *self.shared.reader.lock() = None;
        self.connection = None;
    }

    /// Writes the pending messages if the file can be used now.
    fn flush(&mut self) {
        if self.connection.is_some() && self.file.was_replaced() {
            self.close(&Fault::Removed);
        }
        let due = self.retry_at.is_none_or(|time| time <= Instant::now());
        if self.connection.is_none()
            && due
            && let Err(fault) = self.open()
        {
            self.close(&fault);
        }
        if self.connection.is_none() {
            self.postpone();
            return;
        }
        let healthy = self.retry_at.is_none();
        let written = self.write().map_err(Fault::from);
        if written.is_err() {
            self.shared.health.error("write");
        }
        match written {
            Ok(()) => {
                let is_entry = |message: &Message| matches!(message, Message::Put(..));
                let stored = self.pending.iter().any(is_entry);
                self.pending.clear();
                self.rewrite = false;
                self.retry_at = None;
                if self.shared.health.recovered(stored) {
                    tracing::info!("the cache {} is in use", self.file.path.display());
                }
            }
            // The next attempt may succeed.
            Err(Fault::Locked(why) | Fault::Other(why)) => {
                if healthy {
                    tracing::warn!("cannot write the cache: {why}");
                }
                self.postpone();
                self.retry_at = Some(Instant::now() + MIN_BACKOFF);
            }
            Err(fault) => {
                self.postpone();
                self.close(&fault);
            }
        }
    }

    /// Opens the file for reading and writing.
    fn open(&mut self) -> Result<(), Fault> {
        let opened = self.file.open()?;
        self.connection = Some(opened.writer);
        self.opened_at = Some(Instant::now());
        self.retry_at = None;
        *self.shared.totals.lock() = opened.totals;
        self.shared.health.opened();
        *self.shared.reader.lock() = Some(opened.reader);
        Ok(())
    }

    /// Closes the file until it can be used again.
    fn close(&mut self, fault: &Fault) {
        if let Fault::Damaged(why) = fault {
            self.file.damaged(why);
        }
        *self.shared.reader.lock() = None;
        self.connection = None;
        *self.shared.totals.lock() = Totals::default();
        self.rewrite = true;
        if self
            .opened_at
            .take()
            .is_some_and(|since| since.elapsed() > STABLE)
        {
            self.backoff = Duration::ZERO;
        }
        self.retry_at = Some(Instant::now() + self.backoff);
        self.backoff = (self.backoff * 2).clamp(MIN_BACKOFF, MAX_BACKOFF);
        if self.shared.health.failed(fault) {
            tracing::warn!(
                "the cache {} cannot be used at the moment ({}): responses are cached in memory only",
                self.file.path.display(),
                fault
            );
        }
    }

    /// Closes the file after a reader's error, if it is still the file that the reader used.
    fn read_error(&mut self, generation: u64, fault: &Fault) {
        if self.connection.is_some() && generation == self.shared.health.generation() {
            self.close(fault);
        }
    }

    /// Keeps for the next attempt the messages that must not be lost: removals and marks. An
    /// entry that could not be stored becomes the removal of its key, and what is about the whole
    /// is written again from memory.
    pub(super) fn postpone(&mut self) {
        for message in &mut self.pending {
            if let Message::Put(key, _) = message {
                *message = Message::Remove(key.clone());
            }
        }
        // They are in memory anyway.
        let is_kept = |message: &Message| {
            let is_of_the_whole = matches!(message, Message::SetMeta(..) | Message::Listed(_));
            !is_of_the_whole
        };
        let count = self.pending.len();
        self.pending.retain(is_kept);
        self.rewrite |= self.pending.len() < count;
        if self.pending.len() > MAX_PENDING {
            self.pending = vec![Message::Clear];
        }
    }

    fn write(&mut self) -> Result<(), rusqlite::Error> {
        let Some(connection) = &self.connection else {
            return Ok(());
        };
        let transaction = begin(connection)?;
        if self.rewrite {
            // Only what differs: a disk that was full may have no room for all of it.
            let stored = read_listed(&transaction)?;
            let differing = self.shared.list.lock().differing(stored);
            write_list(&transaction, &self.shared, &differing)?;
            for (name, value) in &self.meta {
                set_meta(&transaction, name, value)?;
            }
        }
        for message in &self.pending {
            apply(&transaction, &self.shared, message)?;
        }
        let mut totals = Totals::read(&transaction)?;
        if totals.bytes > self.limit {
            // More than is needed, so that not every new entry evicts others.
            evict_oldest(&transaction, totals.bytes - self.limit + self.limit / 10)?;
            totals = Totals::read(&transaction)?;
        }
        transaction.commit()?;
        *self.shared.totals.lock() = totals;
        Ok(())
    }
}

/// Writes listed products as they are in memory.
fn write_list(
    connection: &Connection,
    shared: &Shared,
    ids: &[Arc<str>],
) -> Result<(), rusqlite::Error> {
    for id in ids {
        // Not locked while it is written, which may wait for the disk.
        let product = shared.list.lock().get(id);
        write_listed(connection, id, product.as_ref())?;
    }
    Ok(())
}

/// Applies a message.
fn apply(
    connection: &Connection,
    shared: &Shared,
    message: &Message,
) -> Result<(), rusqlite::Error> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        let mut statement = connection.prepare_cached(sql)?;
        statement.execute(values).map(drop)
    };
    match message {
        Message::Put(key, entry) => put(connection, key, entry),
        Message::Remove(key) => execute("DELETE FROM entry WHERE key = ?", &[key]),
        Message::Invalidate(changed) if changed.all => execute("UPDATE entry SET dropped = 1", &[]),
        Message::Invalidate(changed) => {
            for product in &changed.products {
                execute("UPDATE entry SET dropped = 1 WHERE product = ?", &[product])?;
            }
            for gtin in &changed.gtins {
                execute("UPDATE entry SET dropped = 1 WHERE gtin = ?", &[gtin])?;
            }
            execute(&format!("UPDATE entry SET dropped = 1 WHERE {LISTS}"), &[])
        }
        Message::Purge(purged) => purge(connection, purged),
        Message::Clear => execute("DELETE FROM entry", &[]),
        Message::SetMeta(name, value) => set_meta(connection, name, value),
        Message::Listed(ids) => write_list(connection, shared, ids),
        Message::RewriteList | Message::ReadError(..) | Message::Stop => Ok(()),
    }
}

/// Removes the entries about these products, and those about products whose records have one
/// of the GTINs.
fn purge(connection: &Connection, purged: &Changed) -> Result<(), rusqlite::Error> {
    let mut products = purged.products.clone();
    if !purged.gtins.is_empty() {
        let sql = "SELECT product, gtin, body FROM entry WHERE product IS NOT NULL";
        let mut records = connection.prepare(sql)?;
        let mut rows = records.query([])?;
        while let Some(row) = rows.next()? {
            let gtin: Option<String> = row.get(1)?;
            let body = row.get_ref(2)?.as_blob().unwrap_or_default();
            let units = gtins_in(std::str::from_utf8(body).unwrap_or_default());
            if gtin
                .iter()
                .chain(&units)
                .any(|gtin| purged.gtins.contains(gtin))
            {
                products.insert(row.get(0)?);
            }
        }
    }
    for gtin in &purged.gtins {
        let mut delete = connection.prepare_cached("DELETE FROM entry WHERE gtin = ?")?;
        delete.execute([gtin])?;
    }
    for product in &products {
        let mut delete = connection.prepare_cached("DELETE FROM entry WHERE product = ?")?;
        delete.execute([product])?;
    }
    let sql = format!("DELETE FROM entry WHERE {LISTS}");
    connection.execute(&sql, []).map(drop)
}

/// Evicts the oldest entries until that many bytes are free.
fn evict_oldest(connection: &Connection, bytes: u64) -> Result<(), rusqlite::Error> {
    let sql = "DELETE FROM entry WHERE rowid IN (
             SELECT rowid FROM (
                 SELECT rowid, sum(size) OVER (ORDER BY at, size, rowid) - size AS older FROM entry
             ) WHERE older < ?)";
    connection.prepare_cached(sql)?.execute([bytes]).map(drop)
}
