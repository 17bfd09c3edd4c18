//! The writer of a catalogue: one transaction, which ends in [`Writer::commit`] or is rolled
//! back. Each part of the catalogue, such as [`crate::images`], adds its own methods to it.

use std::path::Path;

use rusqlite::Connection;

use crate::{StoreError, schema};

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
        schema::set_wal_mode(&connection)?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        Ok(Writer { connection })
    }

    /// Opens a catalogue, or creates an empty one.
    ///
    /// # Errors
    /// Those of [`Writer::open`], and a folder that cannot be written to.
    pub fn open_or_create(path: &Path) -> Result<Writer, StoreError> {
        schema::create_if_missing(path)?;
        Writer::open(path)
    }

    /// Creates a catalogue in a new file that no other process has open, so it needs no
    /// journal. [`finish_fresh`](Writer::finish_fresh) completes it.
    pub fn fresh(path: &Path) -> Result<Writer, StoreError> {
        let connection = schema::create(path)?;
        connection.execute_batch("BEGIN")?;
        Ok(Writer { connection })
    }

    /// Commits the transaction.
    ///
    /// # Errors
    /// A full disk.
    pub fn commit(self) -> Result<(), StoreError> {
        Ok(self.connection.execute_batch("COMMIT")?)
    }

    /// Completes a [`fresh`](Writer::fresh) catalogue: creates the indexes, then marks the
    /// file as a catalogue.
    pub fn finish_fresh(self) -> Result<(), StoreError> {
        schema::finish(&self.connection)?;
        self.connection.execute_batch("COMMIT")?;
        self.connection.pragma_update(None, "journal_mode", "WAL")?;
        self.connection.close().map_err(|(_, error)| error.into())
    }

    /// Stores a property of the catalogue as a whole, under a name.
    pub fn set_property(&self, name: &str, value: &str) -> Result<(), StoreError> {
        schema::set_property(&self.connection, name, value)
    }
}
