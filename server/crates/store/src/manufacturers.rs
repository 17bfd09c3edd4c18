//! Manufacturers and brands, from the seed or from product records.

use rusqlite::Connection;

use crate::record::columns::Columns;
use crate::sql::{self, Slice, text};
use crate::{StoreError, Writer};

/// Stores the manufacturer and the brand that a product names. Id 0 stands for none.
pub(super) fn put_from_product(c: &Connection, columns: &Columns) -> Result<(), StoreError> {
    let Some(manufacturer) = columns.manufacturer.filter(|id| *id > 0) else {
        return Ok(());
    };
    let sql = "INSERT INTO manufacturer (id, name, address) VALUES (?1, coalesce(?2, ''), ?3)
               ON CONFLICT (id) DO UPDATE SET
                   name = coalesce(?2, name), address = coalesce(?3, address)";
    let (name, address) = (&columns.manufacturer_name, &columns.manufacturer_address);
    sql::run(c, sql, (manufacturer, name, address))?;
    let Some(brand) = columns.brand.filter(|id| *id > 0) else {
        return Ok(());
    };
    let sql = "INSERT INTO brand (manufacturer, id, name) VALUES (?1, ?2, coalesce(?3, ''))
               ON CONFLICT (manufacturer, id) DO UPDATE SET name = coalesce(?3, name)";
    sql::run(c, sql, (manufacturer, brand, &columns.brand_name))
}

impl Writer {
    /// Stores a manufacturer; overrides what product records say of it.
    pub fn put_manufacturer(&self, id: u32, name: &str, address: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO manufacturer (id, name, address) VALUES (?, ?, ?)
                   ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address";
        sql::run(&self.connection, sql, (id, name, address))
    }

    /// Stores a brand of a manufacturer.
    pub fn put_brand(&self, manufacturer: u32, id: u32, name: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO brand (manufacturer, id, name) VALUES (?, ?, ?)
                   ON CONFLICT (manufacturer, id) DO UPDATE SET name = excluded.name";
        sql::run(&self.connection, sql, (manufacturer, id, name))
    }
}

/// A manufacturer as it is served.
const MANUFACTURER: &str = "json_object('id', id, 'name', name, 'address', address)";
/// A brand as it is served.
const BRAND: &str = "json_object('id', id, 'name', name, 'manufacturer', manufacturer)";

/// A slice of the manufacturers by id, as JSON, and their number.
pub fn manufacturers(c: &Connection, slice: Slice) -> Result<(u64, Vec<String>), StoreError> {
    let list = [MANUFACTURER, "manufacturer", "id"];
    sql::slice(c, list, Vec::new(), slice, text)
}

/// Finds a manufacturer by id and returns it as JSON.
pub fn manufacturer(c: &Connection, id: i64) -> Result<Option<String>, StoreError> {
    let sql = format!("SELECT {MANUFACTURER} FROM manufacturer WHERE id = ?");
    sql::first(c, &sql, [id], text)
}

/// A slice of a manufacturer's brands by id, as JSON, and their number.
pub fn brands(
    c: &Connection,
    manufacturer: i64,
    slice: Slice,
) -> Result<(u64, Vec<String>), StoreError> {
    let list = [BRAND, "brand WHERE manufacturer = ?", "id"];
    sql::slice(c, list, vec![manufacturer.into()], slice, text)
}

/// Finds a brand by its id and its manufacturer's, and returns it as JSON.
pub fn brand(c: &Connection, manufacturer: i64, id: i64) -> Result<Option<String>, StoreError> {
    let sql = format!("SELECT {BRAND} FROM brand WHERE manufacturer = ? AND id = ?");
    sql::first(c, &sql, (manufacturer, id), text)
}
