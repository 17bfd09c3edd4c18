//! The schema of a catalogue, and opening its file.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};

use crate::permissions::create_private;
use crate::search::SEARCH_INDEX;
use crate::{StoreError, sql};

/// The application id of a catalogue's SQLite file: "PPol".
const APPLICATION_ID: i64 = 0x5050_6f6c;
/// The version of the schema. It increases whenever the tables change, or the values derived
/// for them.
pub const SCHEMA: i64 = 6;
/// The number of prepared statements that a connection caches: more than there are.
const STATEMENT_CACHE: usize = 128;

/// How long a writer waits for another.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// The interval between retries where SQLite does not wait by itself.
const RETRY_INTERVAL: Duration = Duration::from_millis(10);

const TABLES: &str = "
    CREATE TABLE meta (
        name TEXT PRIMARY KEY,
        value BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE IF NOT EXISTS token (
        hash BLOB PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,
        wholesaler INTEGER,
        -- The day of its last use, as far as that is recorded.
        used TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE manufacturer (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        address TEXT
    ) STRICT;

    CREATE TABLE brand (
        manufacturer INTEGER NOT NULL,
        id INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (manufacturer, id)
    ) STRICT, WITHOUT ROWID;

    -- One row per product: the columns of its newest version that lists need.
    CREATE TABLE product (
        id INTEGER PRIMARY KEY,
        pool_id TEXT NOT NULL UNIQUE,
        version TEXT NOT NULL,
        changed INTEGER NOT NULL,
        name_key TEXT NOT NULL,
        status TEXT,
        manufacturer INTEGER,
        brand INTEGER,
        label INTEGER,
        code TEXT,
        gtin TEXT,
        item TEXT NOT NULL
    ) STRICT;

    -- The GTINs of a product's consumer units, which lead pages to it.
    CREATE TABLE unit_gtin (
        product INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
        gtin TEXT NOT NULL,
        PRIMARY KEY (product, gtin)
    ) STRICT, WITHOUT ROWID;

    -- One row per version: the record unchanged.
    CREATE TABLE record (
        product INTEGER NOT NULL REFERENCES product,
        version TEXT NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (product, version)
    ) STRICT;

    CREATE TABLE image (
        id INTEGER PRIMARY KEY,
        pool_id TEXT NOT NULL,
        image_id TEXT NOT NULL,
        wholesaler INTEGER,
        type INTEGER,
        feature INTEGER NOT NULL,
        created INTEGER NOT NULL,
        record TEXT NOT NULL,
        -- Whether the addresses in the record are names of pictures.
        local INTEGER NOT NULL,
        UNIQUE (pool_id, image_id)
    ) STRICT;

    -- One row per code that a wholesaler gave to a version of a product. A catalog has a
    -- few hundred of them, so that its pages need no index beside the key.
    CREATE TABLE catalog_product (
        wholesaler INTEGER NOT NULL,
        code TEXT NOT NULL,
        product INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
        version TEXT NOT NULL,
        cataloged INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        name_key TEXT NOT NULL,
        manufacturer INTEGER,
        brand INTEGER,
        label INTEGER,
        item TEXT NOT NULL,
        PRIMARY KEY (wholesaler, code)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE label (
        id INTEGER PRIMARY KEY,
        wholesaler INTEGER NOT NULL,
        name TEXT NOT NULL,
        code TEXT NOT NULL
    ) STRICT;

    CREATE TABLE picture (
        name TEXT PRIMARY KEY,
        mime TEXT NOT NULL,
        bytes BLOB NOT NULL
    ) STRICT;
";

/// An index for each combination of filter and order, so that a page costs the same at any
/// depth. All end in `pool_id`, which breaks ties and lets a cursor start anywhere.
pub const LIST_INDEXES: &str = "
    CREATE INDEX IF NOT EXISTS product_changed ON product (changed, pool_id);
    CREATE INDEX IF NOT EXISTS product_name ON product (name_key, pool_id);
    CREATE INDEX IF NOT EXISTS product_status_changed ON product (status, changed, pool_id);
    CREATE INDEX IF NOT EXISTS product_status_name ON product (status, name_key, pool_id);
    CREATE INDEX IF NOT EXISTS product_manufacturer_changed ON product (manufacturer, changed, pool_id);
    CREATE INDEX IF NOT EXISTS product_manufacturer_name ON product (manufacturer, name_key, pool_id);
    CREATE INDEX IF NOT EXISTS product_brand_changed ON product (brand, changed, pool_id);
    CREATE INDEX IF NOT EXISTS product_brand_name ON product (brand, name_key, pool_id);
    CREATE INDEX IF NOT EXISTS product_label_changed ON product (label, changed, pool_id);
    CREATE INDEX IF NOT EXISTS product_label_name ON product (label, name_key, pool_id);
    CREATE INDEX IF NOT EXISTS product_code_changed ON product (code, changed, pool_id);
    CREATE INDEX IF NOT EXISTS product_code_name ON product (code, name_key, pool_id);
";

/// The indexes for look-ups by GTIN.
const GTIN_INDEXES: &str = "
    CREATE INDEX IF NOT EXISTS product_gtin ON product (gtin) WHERE gtin IS NOT NULL;
    CREATE INDEX IF NOT EXISTS unit_gtin_gtin ON unit_gtin (gtin);
";

/// Opens a catalogue, for writing if `write` is set.
pub fn open(path: &Path, write: bool) -> Result<Connection, StoreError> {
    if !path.exists() {
        return Err(StoreError::Missing(path.to_owned()));
    }
    if !path.is_file() {
        return Err(StoreError::NotACatalogue(path.to_owned()));
    }
    // Reading a file in WAL mode needs its shared memory, hence write access to the file;
    // `query_only` keeps readers from writing.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    check_format(&connection, path)?;
    configure(&connection)?;
    if !write {
        connection.pragma_update(None, "query_only", true)?;
    }
    Ok(connection)
}

/// Begins to write to a catalogue of whatever schema, or to a file that is empty or does not
/// exist yet. A process that is killed before it commits leaves the file as it was.
pub(super) fn begin(path: &Path) -> Result<Connection, StoreError> {
    create_private(path);
    let connection = Connection::open(path).map_err(|error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::CannotOpen) => {
            StoreError::Io(path.to_owned(), std::io::Error::other("cannot be written"))
        }
        _ => error.into(),
    })?;
    let configured = configure(&connection);
    match configured.and_then(|()| Ok(connection.execute_batch("BEGIN IMMEDIATE")?)) {
        Err(StoreError::Sqlite(error))
            if error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) =>
        {
            return Err(StoreError::NotACatalogue(path.to_owned()));
        }
        begun => begun?,
    }
    if !is_empty(&connection)? {
        match check_format(&connection, path) {
            Ok(()) | Err(StoreError::OtherSchema(..)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(connection)
}

/// Whether a file has no tables.
pub(super) fn is_empty(c: &Connection) -> Result<bool, StoreError> {
    sql::value(c, "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)", [])
}

/// Creates the tables anew, without indexes: those of a catalogue go, apart from its tokens.
/// [`finish`] creates the indexes.
pub(super) fn recreate(connection: &Connection) -> Result<(), StoreError> {
    let version: i64 = sql::value(connection, "PRAGMA user_version", [])?;
    // Tables that refer to others go before those.
    // Those in which the index of texts keeps its lists go with it.
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'search_*'
               AND NOT (name = 'token' AND ?) ORDER BY rowid DESC";
    let tables: Vec<String> = sql::all(connection, sql, [version == SCHEMA], sql::text)?;
    for table in tables {
        connection.execute_batch(&format!("DROP TABLE {table}"))?;
    }
    connection.execute_batch(TABLES)?;
    connection.execute_batch(SEARCH_INDEX)?;
    let mut key = [0u8; 32];
    getrandom::fill(&mut key).map_err(|_| StoreError::NoRandomness)?;
    connection.execute("INSERT INTO meta VALUES ('cursor_key', ?)", [key])?;
    Ok(())
}

/// Creates the indexes and then marks the file as a catalogue.
pub(super) fn finish(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch(LIST_INDEXES)?;
    connection.execute_batch(GTIN_INDEXES)?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", SCHEMA)?;
    Ok(())
}

/// Sets WAL mode, in which readers are not blocked by a writer. The mode is stored in the
/// file; with `synchronous` at NORMAL it survives a killed process.
pub(super) fn set_wal_mode(connection: &Connection) -> Result<(), StoreError> {
    let deadline = Instant::now() + BUSY_TIMEOUT;
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            // While SQLite changes the mode it does not wait for other connections, whatever
            // the time-out: two processes that open a new file at once would fail.
            Err(error)
                if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
                    && Instant::now() < deadline =>
            {
                std::thread::sleep(RETRY_INTERVAL);
            }
            result => return Ok(result?),
        }
    }
}

/// Prepares an existing catalogue for a long transaction, meanwhile others read: one of tokens
/// alone is not in WAL mode, so that a gateway needs no permission to write it.
pub(super) fn ensure_wal_mode(path: &Path) -> Result<(), StoreError> {
    // Whatever is wrong with the file is reported when the transaction begins.
    open(path, true).map_or(Ok(()), |connection| set_wal_mode(&connection))
}

/// Sets how a connection waits and what it caches.
pub fn configure(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE);
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "cache_size", -16_000)?;
    Ok(())
}

pub(super) fn check_format(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    match number("application_id") {
        Ok(APPLICATION_ID) => match number("user_version")? {
            SCHEMA => Ok(()),
            other => Err(StoreError::OtherSchema(path.to_owned(), other)),
        },
        Ok(_) => Err(StoreError::NotACatalogue(path.to_owned())),
        Err(error) => match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => {
                Err(StoreError::NotACatalogue(path.to_owned()))
            }
            _ => Err(error.into()),
        },
    }
}

/// The key with which this catalogue's cursors are signed.
pub fn cursor_key(connection: &Connection) -> Result<Vec<u8>, StoreError> {
    let sql = "SELECT value FROM meta WHERE name = 'cursor_key'";
    sql::value(connection, sql, [])
}
