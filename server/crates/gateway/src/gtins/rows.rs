//! The tables of the index of GTINs: in the cache's file, or in memory without one.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use super::Size;
use super::listing::Listing;
use crate::changes::Changed;
use crate::disk::ensure_cache;
use crate::sqlite::{BUSY_TIMEOUT, begin, is_empty};
use product_pool_store::mirror::Level;

/// The version of the tables; increases whenever they, or what is written into them, change.
const VERSION: i64 = 2;
/// The maximum number of products tried for one GTIN.
const MAX_CANDIDATES: i64 = 4;

const TABLES: &str = "
    DROP TABLE IF EXISTS gtin_walk;
    DROP TABLE IF EXISTS gtin_product;
    DROP TABLE IF EXISTS gtin_unit;
    -- One row: how far the whole list was read.
    CREATE TABLE gtin_walk (
        version INTEGER NOT NULL,
        account TEXT NOT NULL,
        cursor TEXT,
        since TEXT,
        reached INTEGER,
        complete INTEGER NOT NULL,
        round INTEGER NOT NULL,
        ended INTEGER
    ) STRICT;
    CREATE TABLE gtin_product (
        id INTEGER PRIMARY KEY,
        pool_id TEXT NOT NULL UNIQUE,
        published INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        -- The last round through the list that showed it.
        seen INTEGER NOT NULL
    ) STRICT;
    -- Level 0 is the case, 1 a component.
    CREATE TABLE gtin_unit (
        gtin INTEGER NOT NULL,
        product INTEGER NOT NULL,
        level INTEGER NOT NULL,
        PRIMARY KEY (gtin, product, level)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX gtin_unit_product ON gtin_unit (product);
";

/// The state of the walk through the whole list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Walk {
    /// The identifier of the account that the walk is for.
    pub(crate) account: String,
    /// The cursor of the next page.
    pub(crate) cursor: Option<String>,
    /// The filter by date that the walk began with. If the upstream no longer accepts the
    /// cursor, the walk starts again from this date.
    pub(crate) since: Option<String>,
    /// The newest change seen so far, in microseconds since 1970.
    pub(crate) reached: Option<i64>,
    /// Whether this walk or one before, for the same account, has reached the end.
    pub(crate) complete: bool,
    /// The number of this walk.
    pub(crate) round: i64,
    /// When it reached the end, in microseconds since 1970.
    pub(crate) ended: Option<i64>,
}

impl Walk {
    /// This walk if it is for that account, else a new one.
    pub(crate) fn of(self, account: &str) -> Walk {
        if self.account == account {
            return self;
        }
        Walk {
            account: account.to_owned(),
            complete: false,
            ..self.again()
        }
    }

    /// The next walk through the whole list.
    pub(crate) fn again(self) -> Walk {
        Walk {
            account: self.account,
            complete: self.complete,
            round: self.round + 1,
            ..Walk::default()
        }
    }
}

/// The result of writing products.
#[derive(Default)]
pub(crate) struct Written {
    /// The products that were stored with other GTINs, and these GTINs.
    pub(crate) changed: Changed,
    /// The size of the index.
    pub(crate) size: Size,
    /// Whether some products were left out, because they exceed the limit.
    pub(crate) exceeded: bool,
}

/// The rows of the index.
pub(crate) struct Rows {
    /// The reading connection, used while the other writes; in memory, one connection does
    /// both.
    reader: Arc<Mutex<Connection>>,
    writer: Arc<Mutex<Connection>>,
}

impl Rows {
    /// An empty index in memory.
    pub(super) fn in_memory() -> Result<Rows, rusqlite::Error> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(TABLES)?;
        let connection = Arc::new(Mutex::new(connection));
        Ok(Rows {
            reader: connection.clone(),
            writer: connection,
        })
    }

    /// The index in that file, empty if the file has none or `keep` is false.
    pub(super) fn in_file(path: &Path, keep: bool) -> Result<Rows, rusqlite::Error> {
        let rows = Rows::open(path)?;
        let writer = rows.writer.lock();
        if !keep || version(&writer)? != Some(VERSION) {
            let transaction = begin(&writer)?;
            transaction.execute_batch(TABLES)?;
            transaction.commit()?;
        }
        drop(writer);
        Ok(rows)
    }

    /// Connections to a file that exists. Both have read it: SQLite opens the files beside it, by
    /// their names, at the first read, and the names may be those of another file's later.
    pub(super) fn open(path: &Path) -> Result<Rows, rusqlite::Error> {
        let open = || -> Result<Connection, rusqlite::Error> {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            // The cache sets the journal mode of the file; this pragma is set for each
            // connection.
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            is_empty(&connection)?;
            Ok(connection)
        };
        let (reader, writer) = (open()?, open()?);
        reader.pragma_update(None, "query_only", true)?;
        Ok(Rows {
            reader: Arc::new(Mutex::new(reader)),
            writer: Arc::new(Mutex::new(writer)),
        })
    }

    /// The stored state of the walk, and the size of the index.
    pub(super) fn load(&self) -> Result<(Walk, Size), rusqlite::Error> {
        let connection = self.reader.lock();
        let sql = "SELECT account, cursor, since, reached, complete, round, ended FROM gtin_walk";
        let walk = connection.query_row(sql, [], read_walk).optional()?;
        Ok((walk.unwrap_or_default(), size(&connection)?))
    }

    /// Stores the state of the walk.
    pub(super) fn set_walk(&self, walk: &Walk) -> Result<(), rusqlite::Error> {
        let connection = self.writer.lock();
        let transaction = begin(&connection)?;
        transaction.execute("DELETE FROM gtin_walk", [])?;
        transaction.execute(
            "INSERT INTO gtin_walk VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                VERSION,
                walk.account,
                walk.cursor,
                walk.since,
                walk.reached,
                walk.complete,
                walk.round,
                walk.ended
            ],
        )?;
        transaction.commit()
    }

    /// The products with that GTIN, best first.
    pub(super) fn find(&self, gtin: u64) -> Result<Vec<String>, rusqlite::Error> {
        let connection = self.reader.lock();
        let mut statement = connection.prepare_cached(
            "SELECT pool_id FROM gtin_unit JOIN gtin_product ON id = product
             WHERE gtin = ?
             GROUP BY id
             ORDER BY min(level), published DESC, changed DESC, pool_id
             LIMIT ?",
        )?;
        let found = statement.query_map(params![gtin, MAX_CANDIDATES], |row| row.get(0))?;
        found.collect()
    }

    /// Replaces all rows of a cache's file by those of another index, which may be in the same
    /// file.
    pub(super) fn replace(&self, other: &Rows) -> Result<(), rusqlite::Error> {
        let from = other.reader.lock();
        let to = self.writer.lock();
        ensure_cache(&to)?;
        let transaction = begin(&to)?;
        transaction.execute_batch(TABLES)?;
        for table in ["gtin_product", "gtin_unit", "gtin_walk"] {
            let mut select = from.prepare(&format!("SELECT * FROM {table}"))?;
            let places = vec!["?"; select.column_count()];
            let insert = format!("INSERT INTO {table} VALUES ({})", places.join(", "));
            let mut insert = transaction.prepare(&insert)?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                for column in 0..places.len() {
                    insert.raw_bind_parameter(column + 1, row.get::<_, Value>(column)?)?;
                }
                insert.raw_execute()?;
            }
        }
        transaction.commit()
    }

    /// Removes the products that neither this round nor the one before has listed: a list may
    /// lack some for a while, and later show them as unchanged. Returns the size of the index.
    pub(super) fn end_round(&self, round: i64) -> Result<Size, rusqlite::Error> {
        let connection = self.writer.lock();
        let transaction = begin(&connection)?;
        let units = "DELETE FROM gtin_unit
                     WHERE product IN (SELECT id FROM gtin_product WHERE seen < ?)";
        for sql in [units, "DELETE FROM gtin_product WHERE seen < ?"] {
            transaction.execute(sql, [round - 1])?;
        }
        let size = size(&transaction)?;
        transaction.commit()?;
        Ok(size)
    }

    /// Writes products as a round lists them, while they are within the limit.
    pub(super) fn put(
        &self,
        listings: &[Listing],
        round: i64,
        limit: Size,
    ) -> Result<Written, rusqlite::Error> {
        let connection = self.writer.lock();
        let transaction = begin(&connection)?;
        let mut written = Written {
            size: size(&transaction)?,
            ..Written::default()
        };
        for listing in listings {
            put(&transaction, listing, round, limit, &mut written)?;
        }
        transaction.commit()?;
        Ok(written)
    }
}

/// The version of the tables in a file; `None` if there are none, or no walk was stored yet.
fn version(connection: &Connection) -> Result<Option<i64>, rusqlite::Error> {
    let exists = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'gtin_walk')";
    if !connection.query_row(exists, [], |row| row.get(0))? {
        return Ok(None);
    }
    let sql = "SELECT version FROM gtin_walk";
    connection.query_row(sql, [], |row| row.get(0)).optional()
}

fn read_walk(row: &Row<'_>) -> Result<Walk, rusqlite::Error> {
    Ok(Walk {
        account: row.get(0)?,
        cursor: row.get(1)?,
        since: row.get(2)?,
        reached: row.get(3)?,
        complete: row.get(4)?,
        round: row.get(5)?,
        ended: row.get(6)?,
    })
}

fn size(connection: &Connection) -> Result<Size, rusqlite::Error> {
    let number = |sql: &str| {
        let mut statement = connection.prepare_cached(sql)?;
        statement.query_row([], |row| row.get(0))
    };
    Ok(Size {
        products: number("SELECT count(*) FROM gtin_product")?,
        gtins: number("SELECT count(*) FROM gtin_unit")?,
    })
}

/// Writes a product, unless it is stored unchanged or would exceed the limit.
fn put(
    connection: &Connection,
    listing: &Listing,
    round: i64,
    limit: Size,
    written: &mut Written,
) -> Result<(), rusqlite::Error> {
    let known = connection
        .prepare_cached("SELECT id, published, changed, seen FROM gtin_product WHERE pool_id = ?")?
        .query_row([&listing.pool_id], |row| {
            Ok((row.get(0)?, (row.get(1)?, row.get(2)?, row.get(3)?)))
        })
        .optional()?;
    let before = match known {
        Some((id, _)) => gtins(connection, id)?,
        None => BTreeSet::new(),
    };
    let count = |gtins: &BTreeSet<_>| gtins.len() as u64;
    let size = Size {
        products: written.size.products + u64::from(known.is_none()),
        gtins: written.size.gtins - count(&before) + count(&listing.gtins),
    };
    let grows = known.is_none() || listing.gtins.len() > before.len();
    if grows && (size.products > limit.products || size.gtins > limit.gtins) {
        written.exceeded = true;
        return Ok(());
    }
    written.size = size;
    let id: i64 = match known {
        Some((id, state)) if state == (listing.published, listing.changed, round) => id,
        Some((id, _)) => {
            connection
                .prepare_cached(
                    "UPDATE gtin_product SET published = ?, changed = ?, seen = ? WHERE id = ?",
                )?
                .execute(params![listing.published, listing.changed, round, id])?;
            id
        }
        None => {
            connection
                .prepare_cached("INSERT INTO gtin_product VALUES (NULL, ?, ?, ?, ?)")?
                .execute(params![
                    listing.pool_id,
                    listing.published,
                    listing.changed,
                    round
                ])?;
            connection.last_insert_rowid()
        }
    };
    if before == listing.gtins {
        return Ok(());
    }
    connection
        .prepare_cached("DELETE FROM gtin_unit WHERE product = ?")?
        .execute([id])?;
    let mut insert = connection.prepare_cached("INSERT INTO gtin_unit VALUES (?, ?, ?)")?;
    for (gtin, level) in &listing.gtins {
        insert.execute(params![gtin, id, *level as i64])?;
    }
    if known.is_some() {
        let differing = before.symmetric_difference(&listing.gtins);
        let changed = &mut written.changed;
        changed.products.insert(listing.pool_id.clone());
        changed
            .gtins
            .extend(differing.map(|(gtin, _)| format!("{gtin:014}")));
    }
    Ok(())
}

fn gtins(connection: &Connection, id: i64) -> Result<BTreeSet<(u64, Level)>, rusqlite::Error> {
    let mut statement =
        connection.prepare_cached("SELECT gtin, level FROM gtin_unit WHERE product = ?")?;
    let rows = statement.query_map([id], |row| Ok((row.get(0)?, Level::of(row.get(1)?))))?;
    rows.collect()
}
