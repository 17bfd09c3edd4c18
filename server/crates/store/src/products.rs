//! Products: storing their versions, and look-ups by identifier, version or GTIN.

use rusqlite::{Connection, Row};

use crate::record::columns::Columns;
use crate::record::order::version_order;
use crate::{StoreError, Writer, manufacturers, search, sql};

/// A stored version of a product.
#[derive(Debug)]
pub struct StoredProduct {
    /// The record as it was imported.
    pub body: String,
    /// The newest version in the catalogue.
    pub latest: String,
}

/// The result of a look-up.
#[derive(Debug)]
pub enum Found {
    /// The requested version of the product.
    Product(StoredProduct),
    /// The product exists, but not in that version.
    NoSuchVersion,
    /// The catalogue has no version of that product.
    NoSuchProduct,
}

impl Writer {
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
                manufacturers::put_from_product(&self.connection, columns)?;
                let id = put(&self.connection, known.map(|(id, _)| id), columns)?;
                put_units(&self.connection, id, &columns.units)?;
                id
            }
        };
        put_version(&self.connection, id, &columns.version, body)
    }
}

/// Writes the row of a product that lists read; returns its id.
pub(super) fn put(
    connection: &Connection,
    id: Option<i64>,
    columns: &Columns,
) -> Result<i64, StoreError> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO product (id, pool_id, version, changed, name_key, status,
                              manufacturer, brand, label, code, gtin, item)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (pool_id) DO UPDATE SET
             version = excluded.version, changed = excluded.changed,
             name_key = excluded.name_key, status = excluded.status,
             manufacturer = excluded.manufacturer, brand = excluded.brand,
             label = excluded.label, code = excluded.code,
             gtin = excluded.gtin, item = excluded.item
         RETURNING id",
    )?;
    let row = (
        id,
        &columns.pool_id,
        &columns.version,
        columns.changed,
        &columns.name_key,
        &columns.status,
        columns.manufacturer,
        columns.brand,
        columns.label,
        &columns.code,
        &columns.gtin,
        &columns.item,
    );
    let id = statement.query_row(row, |row| row.get(0))?;
    search::index(
        connection,
        id,
        columns,
        columns.gtin.iter().chain(&columns.units),
    )?;
    Ok(id)
}

/// Replaces the GTINs of a product's consumer units.
fn put_units(connection: &Connection, id: i64, units: &[String]) -> Result<(), StoreError> {
    sql::run(connection, "DELETE FROM unit_gtin WHERE product = ?", [id])?;
    let sql = "INSERT INTO unit_gtin (product, gtin) VALUES (?, ?)";
    let mut units = units.iter();
    units.try_for_each(|gtin| sql::run(connection, sql, (id, gtin)))
}

/// Stores the record of one version of a product.
pub(super) fn put_version(
    connection: &Connection,
    id: i64,
    version: &str,
    body: &str,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO record (product, version, body) VALUES (?, ?, ?)
               ON CONFLICT (product, version) DO UPDATE SET body = excluded.body";
    sql::run(connection, sql, (id, version, body))
}

/// Finds a product by identifier, in its newest version or the requested one.
pub fn find(
    connection: &Connection,
    pool_id: &str,
    version: Option<&str>,
) -> Result<Found, StoreError> {
    let sql = "SELECT record.body, product.version FROM product
               JOIN record ON record.product = product.id
                          AND record.version = coalesce(?2, product.version)
               WHERE product.pool_id = ?1";
    Ok(
        match sql::first(connection, sql, (pool_id, version), stored)? {
            Some(product) => Found::Product(product),
            None if exists(connection, pool_id)? => Found::NoSuchVersion,
            None => Found::NoSuchProduct,
        },
    )
}

/// If several products have a GTIN: published ones first, then the one that changed last, then
/// the first by identifier.
const PRECEDENCE: &str =
    "ORDER BY product.status IS 'published' DESC, product.changed DESC, product.pool_id LIMIT 1";

/// Finds a product by its outer GTIN in 14 digits.
pub fn find_by_gtin(c: &Connection, gtin: &str) -> Result<Option<StoredProduct>, StoreError> {
    find_where(c, "product.gtin = ?", gtin)
}

/// Finds a product by the GTIN of a consumer unit, in 14 digits.
pub fn find_by_unit(c: &Connection, gtin: &str) -> Result<Option<StoredProduct>, StoreError> {
    let condition = "product.id IN (SELECT product FROM unit_gtin WHERE gtin = ?)";
    find_where(c, condition, gtin)
}

fn find_where(
    c: &Connection,
    condition: &str,
    gtin: &str,
) -> Result<Option<StoredProduct>, StoreError> {
    let sql = format!(
        "SELECT record.body, product.version FROM product
         JOIN record ON record.product = product.id AND record.version = product.version
         WHERE {condition} {PRECEDENCE}"
    );
    sql::first(c, &sql, [gtin], stored)
}

/// Whether the catalogue has a product with that identifier.
pub fn exists(connection: &Connection, pool_id: &str) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM product WHERE pool_id = ?";
    sql::any(connection, sql, [pool_id])
}

pub(super) fn stored(row: &Row<'_>) -> rusqlite::Result<StoredProduct> {
    Ok(StoredProduct {
        body: row.get(0)?,
        latest: row.get(1)?,
    })
}
