//! The one who writes: a transaction that ends in [`Writer::commit`] or not at all.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension};

use crate::record::facts::Facts;
use crate::record::order::version_order;
use crate::{
    CatalogProduct, Image, Label, StoreError, TokenName, catalogs, images, makers, mirror,
    products, schema, tokens,
};

/// Writes to a catalogue. Until [`commit`](Writer::commit) nobody sees any of
/// it, and a writer that is dropped, or killed, has written nothing.
#[derive(Debug)]
pub struct Writer {
    connection: Connection,
}

impl Writer {
    /// Opens a catalogue that exists.
    ///
    /// # Errors
    /// No file, no catalogue, or another process that goes on writing.
    pub fn open(path: &Path) -> Result<Writer, StoreError> {
        let connection = schema::open(path, true)?;
        schema::write_ahead(&connection)?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        Ok(Writer { connection })
    }

    /// Opens a catalogue, or makes an empty one.
    ///
    /// # Errors
    /// As [`Writer::open`], and a folder that cannot be written to.
    pub fn open_or_create(path: &Path) -> Result<Writer, StoreError> {
        schema::create_if_missing(path)?;
        Writer::open(path)
    }

    /// Refuses to write to a copy of another service's catalogue.
    pub(crate) fn refuse_mirror(&self, path: &Path) -> Result<(), StoreError> {
        mirror::refuse_mirror(&self.connection, path)
    }

    /// Makes a catalogue in a new file that nobody else knows yet, so that no
    /// journal is needed. [`finish_fresh`](Writer::finish_fresh) ends it.
    pub fn fresh(path: &Path) -> Result<Writer, StoreError> {
        let connection = schema::create(path)?;
        connection.execute_batch("BEGIN")?;
        Ok(Writer { connection })
    }

    /// Makes what was written visible to all, at once.
    ///
    /// # Errors
    /// A full disk.
    pub fn commit(self) -> Result<(), StoreError> {
        Ok(self.connection.execute_batch("COMMIT")?)
    }

    /// Ends a [`fresh`](Writer::fresh) catalogue: indexes, then the mark that
    /// makes it one.
    pub fn finish_fresh(self) -> Result<(), StoreError> {
        schema::finish(&self.connection)?;
        self.connection.execute_batch("COMMIT")?;
        self.connection.pragma_update(None, "journal_mode", "WAL")?;
        self.connection.close().map_err(|(_, error)| error.into())
    }

    /// Stores one version of a product. A version that is there already is
    /// replaced; lists show the newest.
    pub fn put_product(&self, body: &str, facts: &Facts) -> Result<(), StoreError> {
        let known = self
            .connection
            .prepare_cached("SELECT id, version FROM product WHERE pool_id = ?")?
            .query_row([&facts.pool_id], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
            })
            .optional()?;
        let id = match known {
            Some((id, version)) if version_order(&facts.version, &version).is_lt() => id,
            known => {
                makers::learn(&self.connection, facts)?;
                let id = products::put(&self.connection, known.map(|(id, _)| id), facts)?;
                products::put_units(&self.connection, id, &facts.units)?;
                id
            }
        };
        products::put_version(&self.connection, id, &facts.version, body)
    }

    /// Stores an image of a product; one of the same id is replaced.
    pub fn put_image(&self, image: &Image) -> Result<(), StoreError> {
        images::put(&self.connection, image)
    }

    /// Stores the bytes of a picture under its name.
    pub fn put_picture(&self, name: &str, mime: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.connection
            .prepare_cached("INSERT OR IGNORE INTO picture (name, mime, bytes) VALUES (?, ?, ?)")?
            .execute((name, mime, bytes))?;
        Ok(())
    }

    /// Stores what is said of a manufacturer, whatever its products say.
    pub fn put_manufacturer(&self, maker: &makers::Manufacturer) -> Result<(), StoreError> {
        makers::put_manufacturer(&self.connection, maker)
    }

    /// Stores a brand of a manufacturer.
    pub fn put_brand(&self, brand: &makers::Brand) -> Result<(), StoreError> {
        makers::put_brand(&self.connection, brand)
    }

    /// Stores a wholesaler's code of a product.
    pub fn put_catalog_product(&self, entry: &CatalogProduct<'_>) -> Result<(), StoreError> {
        catalogs::put(&self.connection, entry)
    }

    /// Stores a wholesaler's label.
    pub fn put_label(&self, wholesaler: i64, label: &Label) -> Result<(), StoreError> {
        catalogs::put_label(&self.connection, wholesaler, label)
    }

    /// How many images belong to no product that is here.
    pub(crate) fn images_without_product(&self) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM image
                   WHERE NOT EXISTS (SELECT 1 FROM product WHERE product.pool_id = image.pool_id)";
        Ok(self.connection.query_row(sql, [], |row| row.get(0))?)
    }

    /// Notes under a name what is true of the catalogue as a whole.
    pub fn note(&self, name: &str, value: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO meta (name, value) VALUES (?, ?)
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        self.connection.execute(sql, (name, value.as_bytes()))?;
        Ok(())
    }

    /// Copies the tokens of another catalogue, so that who was let in stays so.
    pub fn copy_tokens(&self, from: &Connection) -> Result<(), StoreError> {
        tokens::copy(from, &self.connection)
    }

    /// Adds the token of a demonstration, which everybody knows, as that of a
    /// wholesaler.
    pub fn add_demo_token(&self, wholesaler: u32) -> Result<(), StoreError> {
        tokens::add_demo(&self.connection, wholesaler)
    }

    /// Makes a token and returns it; only its hash is stored. The token of a
    /// `wholesaler` also reads that wholesaler's catalog and labels.
    ///
    /// # Errors
    /// A token of that name exists.
    pub fn add_token(
        &self,
        name: &TokenName,
        wholesaler: Option<u32>,
    ) -> Result<String, StoreError> {
        tokens::add(&self.connection, name, wholesaler)
    }

    /// Removes the token of that name.
    ///
    /// # Errors
    /// No token has that name.
    pub fn revoke_token(&self, name: &str) -> Result<(), StoreError> {
        tokens::revoke(&self.connection, name)
    }
}
