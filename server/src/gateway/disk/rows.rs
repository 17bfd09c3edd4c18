//! The file's tables, and how a row is read.

use std::path::Path;
use std::time::Duration;

use axum::body::Bytes;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use sha2::{Digest, Sha256};

use super::WAITING;
use crate::gateway::entry::{Entry, Validators};
use crate::hex;
use crate::http::answer::tag;

/// Marks a SQLite file as a cache of this program: "PPgw".
const APPLICATION_ID: i64 = 0x5050_6777;
/// Counts up whenever the tables change.
const SCHEMA: i64 = 2;

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
        sum TEXT NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX entry_at ON entry (at, size);
    CREATE INDEX entry_product ON entry (product) WHERE product IS NOT NULL;
    CREATE INDEX entry_gtin ON entry (gtin) WHERE gtin IS NOT NULL;
";

/// How long to wait for another process that uses the file.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn not_a_cache(path: &Path) -> String {
    format!("{} is not a cache of this program", path.display())
}

/// Whether a file can be used as a cache, without changing what is in it.
///
/// # Errors
/// In one line: why not.
pub(in crate::gateway) fn check(path: &Path) -> Result<(), String> {
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
pub(super) fn prepared(path: &Path, settings: &str, account: &str) -> Result<Connection, String> {
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
        connection.pragma_update(None, "journal_size_limit", WAITING as u64)?;
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
        if meta(&connection, "account")?.as_deref() != Some(account) {
            let transaction = connection.unchecked_transaction()?;
            transaction.execute("UPDATE entry SET dropped = 1", [])?;
            transaction.execute("REPLACE INTO meta VALUES ('account', ?)", [account])?;
            transaction.commit()?;
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

pub(super) fn meta(connection: &Connection, name: &str) -> Result<Option<String>, rusqlite::Error> {
    connection
        .query_row("SELECT value FROM meta WHERE name = ?", [name], |row| {
            row.get(0)
        })
        .optional()
}

/// What binds a row's parts to each other and to its key. Whether it was dropped
/// is no part of it, for that changes.
pub(super) fn sum(key: &str, entry: &Entry) -> String {
    let mut hash = Sha256::new();
    let number = [u64::from(entry.status), milliseconds(entry.at)];
    hash.update(number.map(u64::to_le_bytes).concat());
    let texts = [
        Some(key),
        Some(&*entry.tag),
        entry.validators.etag.as_deref(),
        entry.validators.modified.as_deref(),
        entry.product.as_deref(),
        entry.gtin.as_deref(),
    ];
    for text in texts {
        // The length, so that no text can run into the next.
        let length = text.map_or(u64::MAX, |text| text.len() as u64);
        hash.update(length.to_le_bytes());
        hash.update(text.unwrap_or_default());
    }
    hex(&hash.finalize()[..16])
}

pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(0)
}

pub(super) fn read(connection: &Connection, key: &str) -> Result<Option<Entry>, rusqlite::Error> {
    let mut statement = connection.prepare_cached(
        "SELECT status, tag, etag, modified, at, product, gtin, dropped, body, sum
         FROM entry WHERE key = ?",
    )?;
    let found = statement
        .query_row([key], |row| {
            let entry = Entry {
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
                unchecked: false,
                body: Bytes::from(row.get::<_, Vec<u8>>(8)?),
            };
            Ok((entry, row.get::<_, String>(9)?))
        })
        .optional()?;
    // A file that rots must not make a wrong answer.
    Ok(found
        .filter(|(entry, told)| tag(&entry.body) == entry.tag && sum(key, entry) == *told)
        .map(|(entry, _)| entry))
}
