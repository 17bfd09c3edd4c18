//! Reads from a mirror.

use std::time::Duration;

use rusqlite::{Connection, Row};

use super::write::differs;
use super::{Level, Listed, Rank, Todo};
use crate::{StoreError, property, sql};

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
    /// The time of the newest change, since 1970.
    pub newest: Option<Duration>,
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
    let found = sql::first(connection, &sql, [pool_id], found)?;
    Ok(found.unwrap_or(Found::Unknown))
}

/// Finds a product by GTIN, given in 14 digits, and the unit that has it. A case's GTIN comes
/// before a component's; then published products before others, then the one that changed
/// last, then the first by identifier.
pub fn by_gtin(connection: &Connection, gtin: &str) -> Result<Option<(Level, Found)>, StoreError> {
    let sql = "SELECT level, pool_id FROM mirror_gtin JOIN product ON product.id = product
               WHERE mirror_gtin.gtin = ?
               ORDER BY level, status IS 'published' DESC, changed DESC, pool_id
               LIMIT 1";
    let first = sql::first(connection, sql, [gtin], |row| {
        Ok((Level::of(row.get(0)?), row.get::<_, String>(1)?))
    })?;
    first
        .map(|(level, pool_id)| Ok((level, product(connection, &pool_id)?)))
        .transpose()
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
    let sql = "SELECT status, at, body,
                   EXISTS (SELECT 1 FROM mirror_todo WHERE mirror_todo.target = mirror_answer.target)
               FROM mirror_answer WHERE target = ?";
    sql::first(connection, sql, [target], |row| {
        Ok(StoredResponse {
            status: row.get(0)?,
            at: row.get(1)?,
            body: row.get(2)?,
            pending: row.get(3)?,
        })
    })
}

/// By how many products a page of the list would increase the number of those stored.
#[derive(Debug)]
pub struct Growth {
    /// The number of products stored, those that are gone included.
    pub stored: u64,
    /// How many of the page are not stored.
    pub new: u64,
}

/// By how much that page increases the number of products.
pub fn growth(connection: &Connection, listed: &[Listed]) -> Result<Growth, StoreError> {
    let mut new = 0;
    for item in listed {
        let sql = "SELECT 1 FROM product WHERE pool_id = ?";
        new += u64::from(!sql::any(connection, sql, [&item.columns.pool_id])?);
    }
    let stored = sql::value(connection, "SELECT count(*) FROM mirror_product", [])?;
    Ok(Growth { stored, new })
}

/// The list items that differ from the stored products.
pub fn differing(connection: &Connection, listed: Vec<Listed>) -> Result<Vec<Listed>, StoreError> {
    let mut changed = Vec::new();
    for item in listed {
        if differs(connection, &item)? {
            changed.push(item);
        }
    }
    Ok(changed)
}

/// The queued requests that are due, in order; if there are none, the time at which the next
/// is due.
pub fn due(
    connection: &Connection,
    now: i64,
    limit: usize,
) -> Result<(Vec<Todo>, Option<i64>), StoreError> {
    let sql = "SELECT id, target, pool_id, rank, tries FROM mirror_todo
               WHERE due <= ? ORDER BY rank, due, id LIMIT ?";
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = sql::all(connection, sql, (now, limit), |row| {
        Ok(Todo {
            id: row.get(0)?,
            target: row.get(1)?,
            pool_id: row.get(2)?,
            rank: Rank::of(row.get(3)?),
            tries: row.get(4)?,
        })
    })?;
    let next = match rows.is_empty() {
        true => sql::value(connection, "SELECT min(due) FROM mirror_todo", [])?,
        false => None,
    };
    Ok((rows, next))
}

/// Counts the mirror's products and queued requests.
pub fn counts(connection: &Connection) -> Result<Counts, StoreError> {
    let transaction = connection.unchecked_transaction()?;
    let number = |sql: &str| sql::value(&transaction, sql, []);
    let newest = "SELECT max(changed) FROM product";
    let newest: Option<i64> = sql::value(&transaction, newest, [])?;
    Ok(Counts {
        products: number("SELECT count(*) FROM mirror_product WHERE NOT gone")?,
        records: number("SELECT count(*) FROM mirror_todo WHERE rank = 0")?,
        others: number("SELECT count(*) FROM mirror_todo WHERE rank > 0")?,
        // Without a time that is unknown, which is stored as a negative number.
        newest: newest
            .and_then(|changed| u64::try_from(changed).ok())
            .map(Duration::from_micros),
    })
}

/// A stored time, in milliseconds since 1970.
pub fn time(connection: &Connection, name: &str) -> Result<Option<i64>, StoreError> {
    Ok(property(connection, name)?.and_then(|text| text.parse().ok()))
}
