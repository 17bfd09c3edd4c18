//! The writer of a catalogue: one transaction, which ends in [`Writer::commit`] or is rolled
//! back. Each part of the catalogue, such as [`crate::images`], adds its own methods to it.

use std::path::Path;

use rusqlite::Connection;

use crate::{StoreError, schema, sql};

/// Writes to a catalogue in one transaction. Nothing is visible to readers before
/// [`commit`](Writer::commit), and a writer that is dropped or killed leaves no changes.
#[derive(Debug)]
pub struct Writer {
    pub(crate) connection: Connection,
}

impl Writer {
    /// Opens an existing catalogue.
    ///
    /// # Errors
    /// The file is missing or not a catalogue, or another process keeps on writing.
    pub fn open(path: &Path) -> Result<Writer, StoreError> {
        let connection = schema::open(path, true)?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        Ok(Writer { connection })
    }

    /// Opens a catalogue, or creates an empty one.
    ///
    /// # Errors
    /// Those of [`Writer::open`], and a folder that cannot be written to.
    pub fn open_or_create(path: &Path) -> Result<Writer, StoreError> {
        let connection = schema::begin(path)?;
        if schema::is_empty(&connection)? {
            schema::recreate(&connection)?;
            schema::finish(&connection)?;
        } else {
            schema::check_format(&connection, path)?;
        }
        Ok(Writer { connection })
    }

    /// Opens a catalogue of whatever schema, or a file that is empty or missing, so that its
    /// content may be replaced: [`clear`](Writer::clear) begins, and
    /// [`finish`](Writer::finish) ends that.
    ///
    /// # Errors
    /// The file is something else, or cannot be written, or another process keeps on writing.
    pub fn to_replace(path: &Path) -> Result<Writer, StoreError> {
        schema::ensure_wal_mode(path)?;
        let connection = schema::begin(path)?;
        Ok(Writer { connection })
    }

    /// Removes everything but the tokens of a catalogue of this schema, and of these the demo
    /// token.
    pub fn clear(&self) -> Result<(), StoreError> {
        schema::recreate(&self.connection)?;
        self.remove_demo_token()
    }

    /// Completes a catalogue that servers read: creates the indexes of a cleared one, which takes
    /// less time than to keep them up to date meanwhile, and commits.
    pub fn finish(self) -> Result<(), StoreError> {
        schema::finish(&self.connection)?;
        self.connection.execute_batch("COMMIT")?;
        schema::set_wal_mode(&self.connection)
    }

    /// Commits the transaction.
    ///
    /// # Errors
    /// A full disk.
    pub fn commit(self) -> Result<(), StoreError> {
        Ok(self.connection.execute_batch("COMMIT")?)
    }

    /// The property of the catalogue that was stored under that name.
    pub fn property(&self, name: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT CAST(value AS TEXT) FROM meta WHERE name = ?";
        sql::first(&self.connection, sql, [name], |row| row.get(0))
    }

    /// Stores a property of the catalogue as a whole, under a name.
    pub fn set_property(&self, name: &str, value: &str) -> Result<(), StoreError> {
        let sql = "REPLACE INTO meta (name, value) VALUES (?, ?)";
        sql::run(&self.connection, sql, (name, value.as_bytes()))
    }
}
