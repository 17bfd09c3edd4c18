//! Cached statements, each in one call.

use rusqlite::types::{FromSql, Value};
use rusqlite::{Connection, OptionalExtension, Params, Row, params_from_iter};

use crate::StoreError;

/// Executes a statement.
pub fn run(c: &Connection, sql: &str, values: impl Params) -> Result<(), StoreError> {
    c.prepare_cached(sql)?.execute(values)?;
    Ok(())
}

/// Whether a query has any row.
pub fn any(c: &Connection, sql: &str, values: impl Params) -> Result<bool, StoreError> {
    Ok(c.prepare_cached(sql)?.exists(values)?)
}

/// The value of a query that has one row and column.
pub fn value<T: FromSql>(c: &Connection, sql: &str, values: impl Params) -> Result<T, StoreError> {
    Ok(c.prepare_cached(sql)?.query_row(values, |row| row.get(0))?)
}

/// The first row of a query, if it has any.
pub fn first<T>(
    c: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    Ok(c.prepare_cached(sql)?.query_row(values, read).optional()?)
}

/// All rows of a query.
pub fn all<T>(
    c: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = c.prepare_cached(sql)?;
    let rows = statement.query_map(values, read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Reads a row of one text, such as a record in JSON.
pub(crate) fn text(row: &Row<'_>) -> rusqlite::Result<String> {
    row.get(0)
}

/// The conditions of a `WHERE` clause, with their values.
#[derive(Default)]
pub(crate) struct Conditions {
    conditions: Vec<String>,
    pub(crate) values: Vec<Value>,
}

impl Conditions {
    /// Adds a condition, with its value if it has one.
    pub(crate) fn push(&mut self, condition: impl Into<String>, value: impl Into<Option<Value>>) {
        self.conditions.push(condition.into());
        self.values.extend(value.into());
    }

    /// All conditions, joined by `AND`.
    pub(crate) fn sql(&self) -> String {
        self.conditions.join(" AND ")
    }
}

/// A slice of a numbered list: the rows from `offset` on, at most `limit` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The number of rows before the slice.
    pub offset: u64,
    /// The largest number of rows in the slice.
    pub limit: u32,
}

/// The slice of a list, and the number of all its rows. `from` is the table with the conditions
/// of all filters, whose values are `values`.
pub(crate) fn slice<T>(
    c: &Connection,
    [columns, from, order]: [&str; 3],
    mut values: Vec<Value>,
    slice: Slice,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<(u64, Vec<T>), StoreError> {
    let count = format!("SELECT count(*) FROM {from}");
    let total = value(c, &count, params_from_iter(&values))?;
    let sql = format!("SELECT {columns} FROM {from} ORDER BY {order} LIMIT ? OFFSET ?");
    values.push(slice.limit.into());
    values.push(i64::try_from(slice.offset).unwrap_or(i64::MAX).into());
    Ok((total, all(c, &sql, params_from_iter(values), read)?))
}
