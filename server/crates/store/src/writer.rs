//! The writer of a catalogue: one transaction, which ends in [`Writer::commit`] or is rolled
//! back.

use std::path::Path;

use rusqlite::Connection;

use crate::record::columns::Columns;
use crate::record::order::version_order;
use crate::{
    CatalogProduct, Image, Label, StoreError, TokenName, catalogs, images, makers, mirror,
    products, schema, sql, tokens,
};

/// Writes to a catalogue in one transaction. Nothing is visible to readers before
/// [`commit`](Writer::commit), and a writer that is dropped or killed leaves no changes.
#[derive(Debug)]
pub struct Writer {
    connection: Connection,
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

    /// Refuses to write to a mirror.
    pub(crate) fn refuse_mirror(&self, path: &Path) -> Result<(), StoreError> {
        mirror::refuse_mirror(&self.connection, path)
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

    /// Stores one version of a product and replaces it if it exists. Lists show the newest
    /// version.
    pub fn put_product(&self, body: &str, columns: &Columns) -> Result<(), StoreError> {
        let sql = "SELECT id, version FROM product WHERE pool_id = ?";
        let known = sql::first(&self.connection, sql, [&columns.pool_id], |row| {
            Ok((row.get(0)?, row.get::<_, String>(1)?))
        })?;
        let id = match known {
            Some((id, version)) if version_order(&columns.version, &version).is_lt() => id,
            known => {
                makers::put_from_product(&self.connection, columns)?;
                let id = products::put(&self.connection, known.map(|(id, _)| id), columns)?;
                products::put_units(&self.connection, id, &columns.units)?;
                id
            }
        };
        products::put_version(&self.connection, id, &columns.version, body)
    }

    /// Stores an image of a product and replaces one with the same id.
    pub fn put_image(&self, image: &Image) -> Result<(), StoreError> {
        images::put(&self.connection, image)
    }

    /// Stores the bytes of a picture under its file name.
    pub fn put_picture(&self, name: &str, mime: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let sql = "INSERT OR IGNORE INTO picture (name, mime, bytes) VALUES (?, ?, ?)";
        sql::run(&self.connection, sql, (name, mime, bytes))
    }

    /// Stores a manufacturer; overrides what product records say of it.
    pub fn put_manufacturer(&self, maker: &makers::Manufacturer) -> Result<(), StoreError> {
        makers::put_manufacturer(&self.connection, maker)
    }

    /// Stores a brand.
    pub fn put_brand(&self, brand: &makers::Brand) -> Result<(), StoreError> {
        makers::put_brand(&self.connection, brand)
    }

    /// Stores a wholesaler's code for a product.
    pub fn put_catalog_product(&self, entry: &CatalogProduct<'_>) -> Result<(), StoreError> {
        catalogs::put(&self.connection, entry)
    }

    /// Stores a wholesaler's label.
    pub fn put_label(&self, wholesaler: i64, label: &Label) -> Result<(), StoreError> {
        catalogs::put_label(&self.connection, wholesaler, label)
    }

    /// The number of images whose product is not in the catalogue.
    pub(crate) fn images_without_product(&self) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM image
                   WHERE NOT EXISTS (SELECT 1 FROM product WHERE product.pool_id = image.pool_id)";
        sql::value(&self.connection, sql, [])
    }

    /// Stores a property of the catalogue as a whole, under a name.
    pub fn set_property(&self, name: &str, value: &str) -> Result<(), StoreError> {
        schema::set_property(&self.connection, name, value)
    }

    /// Copies the tokens of another catalogue, so that they stay valid.
    pub fn copy_tokens(&self, from: &Connection) -> Result<(), StoreError> {
        tokens::copy(from, &self.connection)
    }

    /// Adds the public demo token, for the account of a wholesaler.
    pub fn add_demo_token(&self, wholesaler: u32) -> Result<(), StoreError> {
        tokens::add_demo(&self.connection, wholesaler)
    }

    /// Creates a token and returns it; only its hash is stored. The token of a `wholesaler`
    /// can also read that wholesaler's catalog and labels.
    ///
    /// # Errors
    /// A token with that name exists.
    pub fn add_token(
        &self,
        name: &TokenName,
        wholesaler: Option<u32>,
    ) -> Result<String, StoreError> {
        tokens::add(&self.connection, name, wholesaler)
    }

    /// Removes the token with that name.
    ///
    /// # Errors
    /// No token has that name.
    pub fn revoke_token(&self, name: &str) -> Result<(), StoreError> {
        tokens::revoke(&self.connection, name)
    }
}
