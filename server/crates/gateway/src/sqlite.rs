//! What the gateway's SQLite files have in common: the cache, the index of GTINs and the keys.

use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// How long to wait while another connection or process writes.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Begins a transaction that locks the file at once, not at the first change: another
/// connection might write in between, and the transaction would fail.
pub(crate) fn begin(connection: &Connection) -> Result<Transaction<'_>, rusqlite::Error> {
    Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
}

/// Whether the file has no tables.
pub(crate) fn is_empty(connection: &Connection) -> Result<bool, rusqlite::Error> {
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)";
    connection.query_row(sql, [], |row| row.get(0))
}
