//! Reads from a mirror.

use rusqlite::{Connection, OptionalExtension, Row};

use super::write::differs;
use super::{Level, Listed, Rank, Todo};
use crate::{StoreError, property};

/// A stored record.
#[derive(Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// The id of the product.
    pub pool_id: String,
    /// The version of the record.
    pub version: String,
    /// The record as the service sent it.
    pub body: String,
    /// When it was requested, in milliseconds since 1970.
    pub fetched: i64,
    /// Whether it has changed since and a request for it is pending.
    pub pending: bool,
}

/// The state of a product in the mirror.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// Its record is stored.
    Stored(StoredRecord),
    /// It is listed, but its record is not stored yet.
    Listed(String),
    /// The service had it once.
    Gone,
    /// The service has never listed it.
    Unknown,
}

/// A stored response.
#[derive(Debug, PartialEq, Eq)]
pub struct StoredResponse {
    pub status: u16,
    pub at: i64,
    pub body: String,
    pub pending: bool,
}

/// The size of the mirror and of its queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of listed products.
    pub products: u64,
    /// The number of records to be requested.
    pub records: u64,
    /// The number of other requests in the queue.
    pub others: u64,
    /// The time of the newest change, in microseconds since 1970.
    pub newest: Option<i64>,
}

const PRODUCT: &str = "
    SELECT pool_id, product.version, body, fetched, gone,
           EXISTS (SELECT 1 FROM mirror_todo
                   WHERE mirror_todo.pool_id = product.pool_id AND rank = 0)
    FROM product
    JOIN mirror_product ON mirror_product.product = product.id
    LEFT JOIN record ON record.product = product.id AND record.version = product.version";

/// Finds a product by identifier.
pub fn product(connection: &Connection, pool_id: &str) -> Result<Found, StoreError> {
    let sql = format!("{PRODUCT} WHERE pool_id = ?");
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_row([pool_id], found).optional()?;
    Ok(found.unwrap_or(Found::Unknown))
}

/// Finds a product by GTIN, given in 14 digits, and the unit that has it. A case's GTIN comes
/// before a component's; then published products before others, then the one that changed
/// last, then the first by identifier.
pub fn by_gtin(connection: &Connection, gtin: &str) -> Result<Option<(Level, Found)>, StoreError> {
    let first = connection
        .prepare_cached(
            "SELECT level, pool_id FROM mirror_gtin JOIN product ON product.id = product
             WHERE mirror_gtin.gtin = ?
             ORDER BY level, status IS 'published' DESC, changed DESC, pool_id
             LIMIT 1",
        )?
        .query_row([gtin], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
        })
        .optional()?;
    let Some((level, pool_id)) = first else {
        return Ok(None);
    };
    Ok(Some((Level::of(level), product(connection, &pool_id)?)))
}

fn found(row: &Row<'_>) -> rusqlite::Result<Found> {
    let body: Option<String> = row.get(2)?;
    let fetched: Option<i64> = row.get(3)?;
    if row.get(4)? {
        return Ok(Found::Gone);
    }
    Ok(match (body, fetched) {
        (Some(body), Some(fetched)) => Found::Stored(StoredRecord {
            pool_id: row.get(0)?,
            version: row.get(1)?,
            body,
            fetched,
            pending: row.get(5)?,
        }),
        _ => Found::Listed(row.get(0)?),
    })
}

/// The stored response to a request.
pub fn answer(connection: &Connection, target: &str) -> Result<Option<StoredResponse>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT status, at, body,
                EXISTS (SELECT 1 FROM mirror_todo WHERE mirror_todo.target = mirror_answer.target)
         FROM mirror_answer WHERE target = ?",
    )?;
    let answered = statement.query_row([target], |row| {
        Ok(StoredResponse {
            status: row.get(0)?,
            at: row.get(1)?,
            body: row.get(2)?,
            pending: row.get(3)?,
        })
    });
    Ok(answered.optional()?)
}

/// The list items that differ from the stored products.
pub fn differing(connection: &Connection, listed: Vec<Listed>) -> Result<Vec<Listed>, StoreError> {
    let mut kept = Vec::new();
    for item in listed {
        if differs(connection, &item)? {
            kept.push(item);
        }
    }
    Ok(kept)
}

/// The queued requests that are due, in order; if there are none, the time at which the next
/// is due.
pub fn due(
    connection: &Connection,
    now: i64,
    limit: usize,
) -> Result<(Vec<Todo>, Option<i64>), StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, target, pool_id, rank, tries FROM mirror_todo
         WHERE due <= ? ORDER BY rank, due, id LIMIT ?",
    )?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = statement.query_map((now, limit), |row| {
        Ok(Todo {
            id: row.get(0)?,
            target: row.get(1)?,
            pool_id: row.get(2)?,
            rank: Rank::of(row.get(3)?),
            tries: row.get(4)?,
        })
    })?;
    let rows: Vec<Todo> = rows.collect::<Result<_, _>>()?;
    let next = match rows.is_empty() {
        true => connection
            .prepare_cached("SELECT min(due) FROM mirror_todo")?
            .query_row([], |row| row.get(0))?,
        false => None,
    };
    Ok((rows, next))
}

/// Counts the mirror's products and queued requests.
pub fn counts(connection: &Connection) -> Result<Counts, StoreError> {
    let transaction = connection.unchecked_transaction()?;
    let number = |sql: &str| -> Result<u64, StoreError> {
        Ok(transaction
            .prepare_cached(sql)?
            .query_row([], |row| row.get(0))?)
    };
    Ok(Counts {
        products: number("SELECT count(*) FROM mirror_product WHERE NOT gone")?,
        records: number("SELECT count(*) FROM mirror_todo WHERE rank = 0")?,
        others: number("SELECT count(*) FROM mirror_todo WHERE rank > 0")?,
        newest: transaction
            .prepare_cached("SELECT max(changed) FROM product")?
            .query_row([], |row| row.get::<_, Option<i64>>(0))?
            .filter(|changed| *changed != crate::record::timestamp::UNKNOWN),
    })
}

/// A stored time, in milliseconds since 1970.
pub fn time(connection: &Connection, name: &str) -> Result<Option<i64>, StoreError> {
    Ok(property(connection, name)?.and_then(|text| text.parse().ok()))
}
