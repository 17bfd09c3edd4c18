//! Opening the cache's tables, and reading rows.

use std::path::Path;
use std::time::Duration;

use axum::body::Bytes;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use sha2::{Digest, Sha256};

use super::MAX_QUEUED_BYTES;
use super::fault::Fault;
use super::recognise::{check_path, may_be_a_cache, not_a_cache};
use super::schema::{APPLICATION_ID, SCHEMA, TABLES};
use crate::entry::{Entry, Validators};
use crate::sqlite::{BUSY_TIMEOUT, begin, is_empty};
use data_encoding::HEXLOWER;
use product_pool_http::answer::tag;
use product_pool_http::cache_tags::Tags;
use product_pool_store::permissions::create_private;

/// The busy timeout while the file is opened; shorter, because the gateway works without it.
const OPEN_BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// The number and size of all rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) rows: i64,
    pub(super) bytes: i64,
}

impl Totals {
    pub(super) fn read(connection: &Connection) -> Result<Totals, rusqlite::Error> {
        let mut statement = connection.prepare_cached("SELECT entries, bytes FROM total")?;
        statement.query_row([], |row| {
            Ok(Totals {
                rows: row.get(0)?,
                bytes: row.get(1)?,
            })
        })
    }
}

/// Checks whether a file can be used as a cache, without changing its content. Returns a
/// warning if the gateway would start without it, or with a new one.
///
/// # Errors
/// In one line: why not.
pub(crate) fn check(path: &Path) -> Result<Option<String>, String> {
    product_pool_store::permissions::writable(path)?;
    check_path(path)?;
    if !path.exists() {
        return Ok(None);
    }
    let place = path.display();
    let work = || -> Result<bool, rusqlite::Error> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(OPEN_BUSY_TIMEOUT)?;
        is_ours(&connection)
    };
    match work().map_err(Fault::from) {
        Ok(true) => Ok(None),
        Ok(false) => Err(not_a_cache(path)),
        Err(Fault::Damaged(_)) if !may_be_a_cache(path) => Err(not_a_cache(path)),
        Err(Fault::Damaged(why)) => Ok(Some(format!(
            "the cache {place} is damaged and will be renamed: {why}"
        ))),
        Err(fault) => Ok(Some(format!(
            "the cache {place} cannot be used at the moment: {fault}"
        ))),
    }
}

/// Whether a database is a cache, or empty.
fn is_ours(connection: &Connection) -> Result<bool, rusqlite::Error> {
    // In this order: another process may create the tables, together with the mark, in
    // between.
    let empty = is_empty(connection)?;
    let marked: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    Ok(marked == APPLICATION_ID || (marked == 0 && empty))
}

/// Returns an error unless the database is a cache.
pub(crate) fn ensure_cache(connection: &Connection) -> Result<(), rusqlite::Error> {
    let sql = "SELECT 1 FROM pragma_application_id WHERE application_id = ?";
    connection.query_row(sql, [APPLICATION_ID], |_| Ok(()))
}

/// Opens a writing connection to a file and creates the tables if needed; `None` if the file
/// is a database of another kind.
pub(super) fn open_writer(
    path: &Path,
    settings: &str,
    account: &str,
) -> Result<Option<Connection>, Fault> {
    create_private(path);
    let connection = Connection::open(path)?;
    connection.busy_timeout(OPEN_BUSY_TIMEOUT)?;
    if !is_ours(&connection)? {
        return Ok(None);
    }
    // A cache of this program that cannot be read is damaged.
    let as_damaged = |error| match Fault::from(error) {
        Fault::Other(why) => Fault::Damaged(why),
        fault => fault,
    };
    prepare(&connection, settings, account).map_err(as_damaged)?;
    Ok(Some(connection))
}

/// Creates the tables, unless they exist for the same settings, and marks the entries of
/// another account as invalidated.
fn prepare(connection: &Connection, settings: &str, account: &str) -> Result<(), rusqlite::Error> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "journal_size_limit", MAX_QUEUED_BYTES as u64)?;
    // Checked within the transaction: another process may start with the same file.
    let transaction = begin(connection)?;
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let same = version == SCHEMA
        && !is_empty(&transaction)?
        && meta(&transaction, "settings")?.as_deref() == Some(settings);
    if !same {
        transaction.execute_batch(TABLES)?;
        transaction.execute("INSERT INTO meta VALUES ('settings', ?)", [settings])?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", SCHEMA)?;
    }
    if meta(&transaction, "account")?.as_deref() != Some(account) {
        transaction.execute("UPDATE entry SET dropped = 1", [])?;
        transaction.execute("REPLACE INTO meta VALUES ('account', ?)", [account])?;
    }
    transaction.commit()?;
    connection.busy_timeout(BUSY_TIMEOUT)
}

pub(super) fn meta(connection: &Connection, name: &str) -> Result<Option<String>, rusqlite::Error> {
    connection
        .query_row("SELECT value FROM meta WHERE name = ?", [name], |row| {
            row.get(0)
        })
        .optional()
}

/// The checksum that binds a row's columns to each other and to its key. It does not cover
/// `dropped`, which changes.
pub(super) fn checksum(key: &str, entry: &Entry) -> String {
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
        // The length, so that no two sequences of texts hash alike.
        let length = text.map_or(u64::MAX, |text| text.len() as u64);
        hash.update(length.to_le_bytes());
        hash.update(text.unwrap_or_default());
    }
    HEXLOWER.encode(&hash.finalize()[..16])
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
                tags: Tags::default(),
                invalidated: row.get(7)?,
                unchecked: false,
                body: Bytes::from(row.get::<_, Vec<u8>>(8)?),
            };
            Ok((entry, row.get::<_, String>(9)?))
        })
        .optional()?;
    // Corruption that SQLite does not notice must not lead to a wrong response.
    Ok(found
        .filter(|(entry, stored)| tag(&entry.body) == entry.tag && checksum(key, entry) == *stored)
        .map(|(entry, _)| entry))
}
