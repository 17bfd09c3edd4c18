//! Opening the cache's tables, and reading rows.

use std::path::Path;
use std::time::Duration;

use axum::body::Bytes;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::MAX_QUEUED_BYTES;
use super::fault::Fault;
use super::recognise::{check_path, may_be_set_aside, not_a_cache};
use super::schema::{APPLICATION_ID, SCHEMA, TABLES};
use crate::entry::{Entry, Validators};
use crate::replica::list::Product;
use crate::sqlite::{BUSY_TIMEOUT, begin, is_empty};
use data_encoding::HEXLOWER;
use product_pool_http::responses::answer::tag;
use product_pool_http::responses::cache_tags::Tags;
use product_pool_store::permissions::create_private;

/// The busy timeout while the file is opened; shorter, because the gateway works without it.
const OPEN_BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// How the settings of a mirror begin; the upstream's address follows.
pub(crate) const MIRROR_OF: &str = "mirror of ";
/// The name of the settings that responses depend on.
const SETTINGS: &str = "settings";

/// The number and size of all rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) entries: u64,
    pub(super) bytes: u64,
}

impl Totals {
    pub(crate) fn read(connection: &Connection) -> Result<Totals, rusqlite::Error> {
        let mut statement = connection.prepare_cached("SELECT entries, bytes FROM total")?;
        statement.query_row([], |row| {
            Ok(Totals {
                entries: row.get(0)?,
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
        is_cache(&connection)
    };
    match work().map_err(Fault::from) {
        Ok(true) => Ok(None),
        Ok(false) => Err(not_a_cache(path)),
        Err(Fault::Damaged(_)) if !may_be_set_aside(path) => Err(not_a_cache(path)),
        Err(Fault::Damaged(why)) => Ok(Some(format!(
            "the cache {place} is damaged and will be renamed: {why}"
        ))),
        Err(fault) => Ok(Some(format!(
            "the cache {place} cannot be used at the moment: {fault}"
        ))),
    }
}

/// What a database is.
pub(crate) enum Content {
    Empty,
    /// A gateway's file, written under these settings.
    Of(String),
    Foreign,
}

/// Reads what a database is.
pub(crate) fn content(connection: &Connection) -> Result<Content, rusqlite::Error> {
    // In this order: another process may create the tables, together with the mark, in
    // between.
    let empty = is_empty(connection)?;
    let marked: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    Ok(match marked {
        APPLICATION_ID if is_empty(connection)? => Content::Empty,
        APPLICATION_ID => Content::Of(meta(connection, SETTINGS)?.unwrap_or_default()),
        0 if empty => Content::Empty,
        _ => Content::Foreign,
    })
}

/// Opens a writing connection to a file and creates the tables if needed; `None` if the file
/// is a database of another kind.
pub(super) fn open_writer(path: &Path, settings: &str) -> Result<Option<Connection>, Fault> {
    create_private(path);
    let connection = Connection::open(path)?;
    connection.busy_timeout(OPEN_BUSY_TIMEOUT)?;
    if !is_cache(&connection)? {
        return Ok(None);
    }
    let work = || {
        prepare(&connection, settings)?;
        connection.busy_timeout(BUSY_TIMEOUT)
    };
    // A cache of this program that cannot be read is damaged.
    work().map_err(|error| match Fault::from(error) {
        Fault::Other(why) => Fault::Damaged(why),
        fault => fault,
    })?;
    Ok(Some(connection))
}

/// Whether a database is a cache, or empty, as opposed to a mirror.
fn is_cache(connection: &Connection) -> Result<bool, rusqlite::Error> {
    Ok(match content(connection)? {
        Content::Empty => true,
        Content::Of(settings) => !settings.starts_with(MIRROR_OF),
        Content::Foreign => false,
    })
}

/// Creates the tables, in place of those for other settings or of another version.
pub(crate) fn prepare(connection: &Connection, settings: &str) -> Result<(), rusqlite::Error> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "journal_size_limit", MAX_QUEUED_BYTES as u64)?;
    // Checked within the transaction: another process may start with the same file.
    let transaction = begin(connection)?;
    let stored = match content(&transaction)? {
        Content::Of(settings) => Some((settings, version(&transaction)?)),
        Content::Empty | Content::Foreign => None,
    };
    let is_same = stored.as_ref() == Some(&(settings.to_owned(), SCHEMA));
    if !is_same {
        if stored.is_some() {
            let file = connection.path().unwrap_or_default();
            tracing::info!("{file} is of another release or other settings, and begins anew");
        }
        transaction.execute_batch(TABLES)?;
        set_meta(&transaction, SETTINGS, settings)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", SCHEMA)?;
    }
    transaction.commit()
}

/// The version of the tables, 0 if there are none.
pub(crate) fn version(connection: &Connection) -> Result<i64, rusqlite::Error> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// What is stored under that name about the whole.
pub(crate) fn meta(connection: &Connection, name: &str) -> Result<Option<String>, rusqlite::Error> {
    connection
        .query_row("SELECT value FROM meta WHERE name = ?", [name], |row| {
            row.get(0)
        })
        .optional()
}

/// Stores something about the whole under a name.
pub(crate) fn set_meta(
    connection: &Connection,
    name: &str,
    value: &str,
) -> Result<(), rusqlite::Error> {
    let mut put = connection.prepare_cached("REPLACE INTO meta VALUES (?, ?)")?;
    put.execute([name, value]).map(drop)
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

pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(0)
}

pub(crate) fn read(connection: &Connection, key: &str) -> Result<Option<Entry>, rusqlite::Error> {
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

/// Writes a row. Of one that stays as long, such as a revalidated entry, SQLite writes only the
/// pages that differ: not those of the body, which would be most of the disk's work.
pub(crate) fn put(
    connection: &Connection,
    key: &str,
    entry: &Entry,
) -> Result<(), rusqlite::Error> {
    let sql = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET status = excluded.status, tag = excluded.tag,
             etag = excluded.etag, modified = excluded.modified, at = excluded.at,
             product = excluded.product, gtin = excluded.gtin, dropped = excluded.dropped,
             size = excluded.size, sum = excluded.sum, body = excluded.body";
    let values = params![
        key,
        entry.status,
        entry.tag,
        entry.validators.etag,
        entry.validators.modified,
        milliseconds(entry.at),
        entry.product,
        entry.gtin,
        entry.invalidated,
        i64::try_from(entry.size(key)).unwrap_or(i64::MAX),
        checksum(key, entry),
        &*entry.body,
    ];
    connection.prepare_cached(sql)?.execute(values).map(drop)
}

/// The GTINs of a product as they are stored.
pub(crate) fn to_blob(gtins: &[u64]) -> Vec<u8> {
    gtins.iter().flat_map(|unit| unit.to_le_bytes()).collect()
}

/// The GTINs that are stored as this blob.
pub(crate) fn from_blob(blob: &[u8]) -> Box<[u64]> {
    let units = blob.as_chunks().0.iter();
    units.map(|bytes| u64::from_le_bytes(*bytes)).collect()
}

/// Reads the listed products.
pub(crate) fn read_listed(
    connection: &Connection,
) -> Result<Vec<(String, Product)>, rusqlite::Error> {
    let sql = "SELECT pool_id, status IS 'published', changed, seen, gtins, version FROM product";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        let product = Product {
            published: row.get(1)?,
            changed: row.get(2)?,
            seen: row.get(3)?,
            gtins: from_blob(row.get_ref(4)?.as_blob()?),
            version: row.get(5)?,
        };
        Ok((row.get(0)?, product))
    })?;
    rows.collect()
}

/// Writes a listed product; `None` removes it.
pub(super) fn write_listed(
    connection: &Connection,
    id: &str,
    product: Option<&Product>,
) -> Result<(), rusqlite::Error> {
    let Some(product) = product else {
        let mut delete = connection.prepare_cached("DELETE FROM product WHERE pool_id = ?")?;
        return delete.execute([id]).map(drop);
    };
    let sql = "REPLACE INTO product (pool_id, version, status, changed, seen, gtins)
               VALUES (?, ?, ?, ?, ?, ?)";
    let status = product.published.then_some("published");
    let row = (
        id,
        &product.version,
        status,
        product.changed,
        product.seen,
        to_blob(&product.gtins),
    );
    connection.prepare_cached(sql)?.execute(row).map(drop)
}
