//! The tables in `data/`: foods, kits, facts, manufacturers and countries.

use serde::Deserialize;

/// Reads a table of `data/`.
///
/// # Panics
///
/// If the table is not valid; a test reads each.
pub(crate) fn read<T: Deserialize<'static>>(table: &'static str) -> T {
    serde_json::from_str(table).unwrap_or_else(|error| panic!("a table in data/: {error}"))
}
