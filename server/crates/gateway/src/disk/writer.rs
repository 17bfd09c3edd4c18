//! The writer thread of the disk cache, which applies many messages in one transaction.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::fault::Fault;
use super::file::CacheFile;
use super::rows::{Taken, milliseconds, sum};
use super::{Message, Shared};
use crate::changes::Changed;
use crate::entry::Entry;
use product_pool_http::cache_tags::gtins_in;

/// The maximum number of messages in one transaction.
const BATCH: usize = 256;
/// The maximum number of messages retried after a failure; beyond it the file is emptied.
const OWED: usize = 4096;
/// The back-off after a fault: at first, and at most.
const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(60);
/// After this long without a fault, the next one is retried at once.
const CALM: Duration = Duration::from_secs(60);

/// The SQL condition for rows that are lists of products.
pub(super) const LISTS: &str =
    "key = '/v2/products' OR (key >= '/v2/products?' AND key < '/v2/products@')
     OR (key GLOB '/v2/catalogs/*' AND key NOT GLOB '/v2/catalogs/*/*')";

/// The number and size of all rows, for metrics and reports.
#[derive(Debug, Default)]
pub(super) struct Filling {
    pub(super) entries: AtomicU64,
    pub(super) bytes: AtomicU64,
}

impl Filling {
    pub(super) fn tell(&self, taken: Taken) {
        let number = |number: i64| u64::try_from(number).unwrap_or_default();
        self.entries.store(number(taken.rows), Ordering::Relaxed);
        self.bytes.store(number(taken.bytes), Ordering::Relaxed);
    }
}

/// The writer thread. It also opens the file, and opens it again after a fault.
pub(super) struct Writer {
    file: CacheFile,
    connection: Option<Connection>,
    shared: Shared,
    limit: i64,
    /// The number and size of all rows; `None` if they must be counted first.
    total: Option<Taken>,
    /// The messages to write, including those left from failed attempts.
    owed: Vec<Message>,
    /// When to try again, after a failure.
    again: Option<Instant>,
    /// How long to wait after the next fault.
    wait: Duration,
    /// When the file was opened.
    since: Option<Instant>,
}

impl Writer {
    /// Creates a writer and opens the file.
    ///
    /// # Errors
    /// In one line: the path cannot be that of a cache. With any other fault the cache works
    /// without its file until the fault is over.
    pub(super) fn new(file: CacheFile, limit: u64, shared: Shared) -> Result<Writer, String> {
        let mut writer = Writer {
            file,
            connection: None,
            shared,
            limit: i64::try_from(limit).unwrap_or(i64::MAX),
            total: None,
            owed: Vec::new(),
            again: None,
            wait: Duration::ZERO,
            since: None,
        };
        match writer.attach() {
            Ok(()) => return Ok(writer),
            Err(Fault::Refused(why)) => return Err(why),
            Err(fault) => writer.detach(&fault),
        }
        // Changes are followed from now on; the changes before are not known.
        writer.owed.push(Message::Drop(Arc::new(Changed {
            all: true,
            ..Changed::default()
        })));
        writer.shared.progress.wrote(0, true);
        Ok(writer)
    }

    /// The writing connection, while the file is in use.
    #[cfg(test)]
    pub(super) fn connection(&self) -> Option<&Connection> {
        self.connection.as_ref()
    }

    pub(super) fn run(&mut self, messages: &Receiver<Message>) {
        let mut stop = false;
        while !stop {
            let first = match self.again {
                None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(again) => {
                    messages.recv_timeout(again.saturating_duration_since(Instant::now()))
                }
            };
            if matches!(first, Err(RecvTimeoutError::Disconnected)) {
                break;
            }
            let (mut count, mut taken) = (0, 0);
            for message in first.into_iter().chain(messages.try_iter()).take(BATCH) {
                count += 1;
                match &message {
                    Message::Put(key, entry) | Message::Confirm(key, entry) => {
                        taken += entry.size(key);
                    }
                    Message::Clear => self.shared.progress.clears(),
                    Message::Note("account", account) => self.file.account.clone_from(account),
                    Message::Suspect(generation, fault) => self.suspect(*generation, fault),
                    Message::Stop => stop = true,
                    _ => {}
                }
                self.owed.push(message);
            }
            self.settle();
            // The queue no longer holds the bodies: those written are done, and those
            // postponed were turned into removals, which have no body.
            self.shared.waiting.fetch_sub(taken, Ordering::Relaxed);
            self.shared.progress.wrote(count, !self.owed.is_empty());
        }
        // SQLite writes its log into the file when the last connection closes.
        *self.shared.reader() = None;
        self.connection = None;
    }

    /// Writes the pending messages if the file can be used now.
    fn settle(&mut self) {
        if self.connection.is_some() && self.file.is_gone() {
            self.detach(&Fault::Removed);
        }
        let due = self.again.is_none_or(|again| again <= Instant::now());
        if self.connection.is_none()
            && due
            && let Err(fault) = self.attach()
        {
            self.detach(&fault);
        }
        if self.connection.is_none() {
            self.put_off();
            return;
        }
        let healthy = self.again.is_none();
        let written = self.write().map_err(Fault::from);
        if written.is_err() {
            self.shared.health.error("write");
        }
        match written {
            Ok(()) => {
                self.owed.clear();
                self.again = None;
                if self.shared.health.works() {
                    tracing::info!("the cache {} is in use", self.file.path.display());
                }
            }
            // The next attempt may succeed.
            Err(Fault::Locked(why) | Fault::Other(why)) => {
                if healthy {
                    tracing::warn!("writing the cache: {why}");
                }
                self.put_off();
                self.again = Some(Instant::now() + FIRST);
            }
            Err(fault) => {
                self.put_off();
                self.detach(&fault);
            }
        }
    }

    /// Opens the file for reading and writing.
    fn attach(&mut self) -> Result<(), Fault> {
        let opened = self.file.open()?;
        self.connection = Some(opened.writer);
        self.total = Some(opened.total);
        self.since = Some(Instant::now());
        self.again = None;
        self.shared.filling.tell(opened.total);
        self.shared.health.opened();
        *self.shared.reader() = Some(opened.reader);
        Ok(())
    }

    /// Closes the file until it can be used again.
    fn detach(&mut self, fault: &Fault) {
        if let Fault::Damaged(why) = fault {
            self.file.damaged(why);
        }
        *self.shared.reader() = None;
        self.connection = None;
        self.total = None;
        self.shared.filling.tell(Taken::default());
        if self
            .since
            .take()
            .is_some_and(|since| since.elapsed() > CALM)
        {
            self.wait = Duration::ZERO;
        }
        self.again = Some(Instant::now() + self.wait);
        self.wait = (self.wait * 2).clamp(FIRST, LONGEST);
        if self.shared.health.failed(fault) {
            tracing::warn!(
                "the cache {} cannot be used just now ({}): responses are cached in memory only",
                self.file.path.display(),
                fault.detail()
            );
        }
    }

    /// Closes the file after a reader's error, if it is still the file that the reader used.
    fn suspect(&mut self, generation: u64, fault: &Fault) {
        if self.connection.is_some() && generation == self.shared.health.generation() {
            self.detach(fault);
        }
    }

    /// Keeps for the next attempt the messages that must not be lost: removals and marks. An
    /// entry that could not be stored becomes the removal of its key.
    fn put_off(&mut self) {
        self.total = None;
        for message in &mut self.owed {
            if let Message::Put(key, _) | Message::Confirm(key, _) = message {
                *message = Message::Remove(key.clone());
            }
        }
        if self.owed.len() > OWED {
            self.owed = vec![Message::Clear];
        }
    }

    fn write(&mut self) -> Result<(), rusqlite::Error> {
        let Some(connection) = &self.connection else {
            return Ok(());
        };
        // Locks the file at once, not at the first change: the index of GTINs may write in
        // between, and the transaction would fail.
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        let mut total = match self.total {
            Some(total) => total,
            None => Taken::counted(&transaction)?,
        };
        for message in &self.owed {
            total += apply(&transaction, message)?;
        }
        if total.bytes > self.limit {
            let wanted = total.bytes - self.limit + self.limit / 10;
            total += make_room(&transaction, wanted)?.less();
        }
        transaction.commit()?;
        self.shared.filling.tell(total);
        self.total = Some(total);
        Ok(())
    }
}

/// Applies a message. Returns the change in number and size of rows.
fn apply(connection: &Connection, message: &Message) -> Result<Taken, rusqlite::Error> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        let mut statement = connection.prepare_cached(sql)?;
        statement.execute(values).map(|_| Taken::default())
    };
    match message {
        Message::Put(key, entry) => put(connection, key, entry),
        Message::Confirm(key, entry) => match confirm(connection, key, entry)? {
            true => Ok(Taken::default()),
            false => put(connection, key, entry),
        },
        Message::Remove(key) => {
            let before = taken(connection, key)?;
            execute("DELETE FROM entry WHERE key = ?", &[key])?;
            Ok(before.less())
        }
        Message::Drop(changed) if changed.all => execute("UPDATE entry SET dropped = 1", &[]),
        Message::Drop(changed) => {
            for product in &changed.products {
                execute("UPDATE entry SET dropped = 1 WHERE product = ?", &[product])?;
            }
            for gtin in &changed.gtins {
                execute("UPDATE entry SET dropped = 1 WHERE gtin = ?", &[gtin])?;
            }
            execute(&format!("UPDATE entry SET dropped = 1 WHERE {LISTS}"), &[])
        }
        Message::Purge(purged) => {
            let before = Taken::counted(connection)?;
            purge(connection, purged)?;
            let mut change = Taken::counted(connection)?;
            change += before.less();
            Ok(change)
        }
        Message::Clear => {
            let before = Taken::counted(connection)?;
            execute("DELETE FROM entry", &[])?;
            Ok(before.less())
        }
        Message::Note(name, value) => execute("REPLACE INTO meta VALUES (?, ?)", &[name, value]),
        Message::Suspect(..) | Message::Stop => Ok(Taken::default()),
    }
}

/// The size of the row of that key.
fn taken(connection: &Connection, key: &str) -> Result<Taken, rusqlite::Error> {
    let mut statement = connection.prepare_cached("SELECT size FROM entry WHERE key = ?")?;
    let size = statement.query_row([key], |row| row.get(0)).optional()?;
    Ok(size.map_or(Taken::default(), |bytes| Taken { rows: 1, bytes }))
}

/// Writes a row. Returns the change in number and size of rows.
fn put(connection: &Connection, key: &str, entry: &Entry) -> Result<Taken, rusqlite::Error> {
    let mut more = taken(connection, key)?.less();
    let size = i64::try_from(entry.size(key)).unwrap_or(i64::MAX);
    connection
        .prepare_cached("REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?
        .execute(params![
            key,
            entry.status,
            entry.tag,
            entry.validators.etag,
            entry.validators.modified,
            milliseconds(entry.at),
            entry.product,
            entry.gtin,
            entry.dropped,
            size,
            sum(key, entry),
            &*entry.body,
        ])?;
    more += Taken {
        rows: 1,
        bytes: size,
    };
    Ok(more)
}

/// Updates the metadata of a row whose body is unchanged. Returns whether there is such a row.
/// The body is not written again, as that would be most of the disk's work.
fn confirm(connection: &Connection, key: &str, entry: &Entry) -> Result<bool, rusqlite::Error> {
    let size = i64::try_from(entry.size(key)).unwrap_or(i64::MAX);
    let rows = connection
        .prepare_cached(
            "UPDATE entry SET etag = ?, modified = ?, at = ?, product = ?, gtin = ?, dropped = ?,
                 sum = ?
             WHERE key = ? AND tag = ? AND status = ? AND size = ?",
        )?
        .execute(params![
            entry.validators.etag,
            entry.validators.modified,
            milliseconds(entry.at),
            entry.product,
            entry.gtin,
            entry.dropped,
            sum(key, entry),
            key,
            entry.tag,
            entry.status,
            size,
        ])?;
    Ok(rows == 1)
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
            let units = gtins_in(row.get_ref(2)?.as_blob().unwrap_or_default());
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

/// Evicts the oldest entries until that many bytes are free. Returns what they took. The
/// caller wants more than it needs, so that not every new entry evicts others.
fn make_room(connection: &Connection, wanted: i64) -> Result<Taken, rusqlite::Error> {
    let mut oldest = connection.prepare_cached("SELECT rowid, size FROM entry ORDER BY at")?;
    let mut going = Vec::new();
    let mut freed = Taken::default();
    let mut rows = oldest.query([])?;
    while freed.bytes < wanted
        && let Some(row) = rows.next()?
    {
        going.push(row.get::<_, i64>(0)?);
        freed += Taken {
            rows: 1,
            bytes: row.get(1)?,
        };
    }
    drop(rows);
    let mut delete = connection.prepare_cached("DELETE FROM entry WHERE rowid = ?")?;
    for row in going {
        delete.execute([row])?;
    }
    Ok(freed)
}
