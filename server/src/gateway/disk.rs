//! Answers kept in a file, so that a gateway that starts again is as quick as
//! before.
//!
//! One thread writes, many changes in one transaction. What cannot be written
//! is merely not kept.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::body::Bytes;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::cache::Changed;
use super::entry::{Entry, Validators};
use crate::http::answer::tag;

/// Marks a SQLite file as a cache of this program: "PPgw".
const APPLICATION_ID: i64 = 0x5050_6777;
/// Counts up whenever the tables change.
const SCHEMA: i64 = 1;
/// Bytes that may wait to be written; what comes beyond is not kept.
const WAITING: usize = 32 << 20;
/// Changes in one transaction.
const BATCH: usize = 256;

const TABLES: &str = "
    DROP TABLE IF EXISTS entry;
    DROP TABLE IF EXISTS meta;
    CREATE TABLE meta (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entry (
        key TEXT PRIMARY KEY,
        status INTEGER NOT NULL,
        tag TEXT NOT NULL,
        etag TEXT,
        modified TEXT,
        at INTEGER NOT NULL,
        product TEXT,
        gtin TEXT,
        dropped INTEGER NOT NULL,
        size INTEGER NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX entry_at ON entry (at, size);
    CREATE INDEX entry_product ON entry (product) WHERE product IS NOT NULL;
    CREATE INDEX entry_gtin ON entry (gtin) WHERE gtin IS NOT NULL;
";

enum Message {
    Put(Arc<str>, Arc<Entry>),
    Remove(Arc<str>),
    Drop(Arc<Changed>),
    Note(String),
    Stop,
}

/// The file.
pub(crate) struct Disk {
    reader: Arc<Mutex<Connection>>,
    messages: Sender<Message>,
    waiting: Arc<AtomicUsize>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Disk {
    /// Opens a file or makes it. What was kept under other settings, by which
    /// answers would be others, is dropped.
    ///
    /// # Errors
    /// In one line: why it cannot be used.
    pub(crate) fn open(path: &Path, settings: &str, limit: u64) -> Result<Disk, String> {
        let place = path.display();
        let wrong = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => not_a_cache(path),
            _ => format!("cannot use the cache {place}: {error}"),
        };
        let writer = prepared(path, settings)?;
        let reader = Connection::open(path).map_err(wrong)?;
        reader.busy_timeout(PATIENCE).map_err(wrong)?;
        reader
            .pragma_update(None, "query_only", true)
            .map_err(wrong)?;
        let (messages, receiver) = channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let written = waiting.clone();
        let writer = std::thread::Builder::new()
            .name("cache".to_owned())
            .spawn(move || write(&writer, &receiver, &written, limit))
            .map_err(|error| format!("cannot start: {error}"))?;
        Ok(Disk {
            reader: Arc::new(Mutex::new(reader)),
            messages,
            waiting,
            writer: Mutex::new(Some(writer)),
        })
    }

    /// What is kept under that key.
    pub(crate) async fn get(&self, key: Arc<str>) -> Option<Entry> {
        let reader = self.reader.clone();
        let read = move || {
            let connection = reader.lock().unwrap_or_else(PoisonError::into_inner);
            read(&connection, &key)
        };
        match tokio::task::spawn_blocking(read).await {
            Ok(Ok(entry)) => entry,
            Ok(Err(error)) => {
                tracing::warn!("reading the cache: {error}");
                None
            }
            Err(_) => None,
        }
    }

    /// Keeps an answer, if there is time to.
    pub(crate) fn put(&self, key: Arc<str>, entry: Arc<Entry>) {
        let size = entry.size(&key);
        if self.waiting.fetch_add(size, Ordering::Relaxed) + size > WAITING {
            self.waiting.fetch_sub(size, Ordering::Relaxed);
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
        self.tell(Message::Note(checkpoint));
    }

    /// How far the changes have been followed.
    pub(crate) fn noted(&self) -> Option<String> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        meta(&reader, "checkpoint").ok().flatten()
    }

    /// When the oldest answer is from.
    pub(crate) fn oldest(&self) -> Option<Duration> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest: Option<u64> = reader
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
        // It fails once the writer has ended, when nothing is kept any more.
        let _ = self.messages.send(message);
    }
}

/// How long to wait for another process that uses the file.
const PATIENCE: Duration = Duration::from_secs(5);

fn not_a_cache(path: &Path) -> String {
    format!("{} is not a cache of this program", path.display())
}

/// Whether a file can be used as a cache, without changing what is in it.
///
/// # Errors
/// In one line: why not.
pub(crate) fn check(path: &Path) -> Result<(), String> {
    crate::check::writable(path)?;
    if !path.exists() {
        return Ok(());
    }
    let place = path.display();
    let work = || -> Result<bool, rusqlite::Error> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(PATIENCE)?;
        is_ours(&connection)
    };
    match work() {
        Ok(true) => Ok(()),
        Ok(false) => Err(not_a_cache(path)),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) => {
            Err(not_a_cache(path))
        }
        Err(error) => Err(format!("cannot use the cache {place}: {error}")),
    }
}

/// Whether a database is a cache, or nothing yet.
fn is_ours(connection: &Connection) -> Result<bool, rusqlite::Error> {
    let marked: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    Ok(marked == APPLICATION_ID || (marked == 0 && is_empty(connection)?))
}

fn is_empty(connection: &Connection) -> Result<bool, rusqlite::Error> {
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)";
    connection.query_row(sql, [], |row| row.get(0))
}

/// A connection that writes, to a file with the tables in it.
fn prepared(path: &Path, settings: &str) -> Result<Connection, String> {
    let place = path.display();
    let work = || -> Result<Option<Connection>, rusqlite::Error> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        let number =
            |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let is_empty = is_empty(&connection)?;
        if !is_ours(&connection)? {
            return Ok(None);
        }
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let same = number("user_version")? == SCHEMA
            && !is_empty
            && meta(&connection, "settings")?.as_deref() == Some(settings);
        if !same {
            connection.execute_batch("BEGIN IMMEDIATE")?;
            connection.execute_batch(TABLES)?;
            connection.execute("INSERT INTO meta VALUES ('settings', ?)", [settings])?;
            connection.pragma_update(None, "application_id", APPLICATION_ID)?;
            connection.pragma_update(None, "user_version", SCHEMA)?;
            connection.execute_batch("COMMIT")?;
        }
        Ok(Some(connection))
    };
    match work() {
        Ok(Some(connection)) => Ok(connection),
        Ok(None) => Err(not_a_cache(path)),
        Err(error) => Err(match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => not_a_cache(path),
            Some(rusqlite::ErrorCode::CannotOpen) => format!("the cache {place} cannot be written"),
            _ => format!("cannot use the cache {place}: {error}"),
        }),
    }
}

fn meta(connection: &Connection, name: &str) -> Result<Option<String>, rusqlite::Error> {
    connection
        .query_row("SELECT value FROM meta WHERE name = ?", [name], |row| {
            row.get(0)
        })
        .optional()
}

fn read(connection: &Connection, key: &str) -> Result<Option<Entry>, rusqlite::Error> {
    let mut statement = connection.prepare_cached(
        "SELECT status, tag, etag, modified, at, product, gtin, dropped, body
         FROM entry WHERE key = ?",
    )?;
    let entry = statement
        .query_row([key], |row| {
            Ok(Entry {
                status: row.get(0)?,
                tag: row.get(1)?,
                validators: Validators {
                    etag: row.get(2)?,
                    modified: row.get(3)?,
                },
                at: Duration::from_millis(row.get(4)?),
                product: row.get(5)?,
                gtin: row.get(6)?,
                dropped: row.get(7)?,
                body: Bytes::from(row.get::<_, Vec<u8>>(8)?),
            })
        })
        .optional()?;
    // A file that rots must not make a wrong answer.
    Ok(entry.filter(|entry| tag(&entry.body) == entry.tag))
}

/// The thread that writes.
fn write(connection: &Connection, messages: &Receiver<Message>, waiting: &AtomicUsize, limit: u64) {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut healthy = true;
    while let Ok(first) = messages.recv() {
        let mut stop = false;
        let work = || -> Result<(), rusqlite::Error> {
            let transaction = connection.unchecked_transaction()?;
            for message in std::iter::once(first)
                .chain(std::iter::from_fn(|| messages.try_recv().ok()))
                .take(BATCH)
            {
                if let Message::Put(key, entry) = &message {
                    waiting.fetch_sub(entry.size(key), Ordering::Relaxed);
                }
                stop |= matches!(message, Message::Stop);
                apply(&transaction, message)?;
                if stop {
                    break;
                }
            }
            make_room(&transaction, limit)?;
            transaction.commit()
        };
        match work() {
            Ok(()) => healthy = true,
            Err(error) if healthy => {
                tracing::warn!("writing the cache: {error}");
                healthy = false;
            }
            Err(_) => {}
        }
        if stop {
            return;
        }
    }
}

fn apply(connection: &Connection, message: Message) -> Result<(), rusqlite::Error> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        connection.prepare_cached(sql)?.execute(values).map(drop)
    };
    match message {
        Message::Put(key, entry) => execute(
            "REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                key,
                entry.status,
                entry.tag,
                entry.validators.etag,
                entry.validators.modified,
                u64::try_from(entry.at.as_millis()).unwrap_or(0),
                entry.product,
                entry.gtin,
                entry.dropped,
                entry.size(&key),
                &*entry.body,
            ],
        ),
        Message::Remove(key) => execute("DELETE FROM entry WHERE key = ?", &[&key]),
        Message::Drop(changed) => {
            for product in &changed.products {
                execute("UPDATE entry SET dropped = 1 WHERE product = ?", &[product])?;
            }
            for gtin in &changed.gtins {
                execute("UPDATE entry SET dropped = 1 WHERE gtin = ?", &[gtin])?;
            }
            execute(
                "UPDATE entry SET dropped = 1
                 WHERE key = '/v2/products' OR (key >= '/v2/products?' AND key < '/v2/products@')",
                &[],
            )
        }
        Message::Note(checkpoint) => {
            execute("REPLACE INTO meta VALUES ('checkpoint', ?)", &[&checkpoint])
        }
        Message::Stop => Ok(()),
    }
}

/// Drops the oldest answers until the rest fits.
fn make_room(connection: &Connection, limit: i64) -> Result<(), rusqlite::Error> {
    let mut sum = connection.prepare_cached("SELECT ifnull(sum(size), 0) FROM entry")?;
    let mut total: i64 = sum.query_row([], |row| row.get(0))?;
    if total <= limit {
        return Ok(());
    }
    let mut oldest = connection.prepare_cached("SELECT rowid, size FROM entry ORDER BY at")?;
    let mut going = Vec::new();
    let mut rows = oldest.query([])?;
    // A tenth more than needed, so that this is not done for every answer.
    while let Some(row) = rows.next()?
        && total > limit - limit / 10
    {
        going.push(row.get::<_, i64>(0)?);
        total -= row.get::<_, i64>(1)?;
    }
    drop(rows);
    let mut delete = connection.prepare_cached("DELETE FROM entry WHERE rowid = ?")?;
    for row in going {
        delete.execute([row])?;
    }
    Ok(())
}
