//! Manufacturers and brands, from the seed or from product records.

use rusqlite::{Connection, Row};
use serde::Serialize;

use crate::StoreError;
use crate::record::columns::Columns;
use crate::sql::{self, Slice};

/// A manufacturer, as served.
#[derive(Debug, Serialize)]
pub struct Manufacturer {
    /// The id of the manufacturer.
    pub id: i64,
    /// The name of the manufacturer.
    pub name: String,
    /// The postal address.
    pub address: Option<String>,
}

/// A brand, as served.
#[derive(Debug, Serialize)]
pub struct Brand {
    /// The id of the brand.
    pub id: i64,
    /// The name of the brand.
    pub name: String,
    /// The id of the manufacturer.
    pub manufacturer: i64,
}

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

pub(super) fn put_manufacturer(c: &Connection, maker: &Manufacturer) -> Result<(), StoreError> {
    let sql = "INSERT INTO manufacturer (id, name, address) VALUES (?, ?, ?)
               ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address";
    sql::run(c, sql, (maker.id, &maker.name, &maker.address))
}

pub(super) fn put_brand(c: &Connection, brand: &Brand) -> Result<(), StoreError> {
    let sql = "INSERT INTO brand (manufacturer, id, name) VALUES (?, ?, ?)
               ON CONFLICT (manufacturer, id) DO UPDATE SET name = excluded.name";
    sql::run(c, sql, (brand.manufacturer, brand.id, &brand.name))
}

const MANUFACTURER: &str = "id, name, address";

fn manufacturer_of(row: &Row<'_>) -> rusqlite::Result<Manufacturer> {
    Ok(Manufacturer {
        id: row.get(0)?,
        name: row.get(1)?,
        address: row.get(2)?,
    })
}

const BRAND: &str = "id, name, manufacturer";

fn brand_of(row: &Row<'_>) -> rusqlite::Result<Brand> {
    Ok(Brand {
        id: row.get(0)?,
        name: row.get(1)?,
        manufacturer: row.get(2)?,
    })
}

/// A slice of the manufacturers by id, and their number.
pub fn manufacturers(c: &Connection, slice: Slice) -> Result<(u64, Vec<Manufacturer>), StoreError> {
    let list = [MANUFACTURER, "manufacturer", "id"];
    sql::slice(c, list, Vec::new(), slice, manufacturer_of)
}

/// Finds a manufacturer by id.
pub fn manufacturer(c: &Connection, id: i64) -> Result<Option<Manufacturer>, StoreError> {
    let sql = format!("SELECT {MANUFACTURER} FROM manufacturer WHERE id = ?");
    sql::first(c, &sql, [id], manufacturer_of)
}

/// A slice of a manufacturer's brands by id, and their number.
pub fn brands(
    c: &Connection,
    manufacturer: i64,
    slice: Slice,
) -> Result<(u64, Vec<Brand>), StoreError> {
    let list = [BRAND, "brand WHERE manufacturer = ?", "id"];
    sql::slice(c, list, vec![manufacturer.into()], slice, brand_of)
}

/// Finds a brand by its id and its manufacturer's.
pub fn brand(c: &Connection, manufacturer: i64, id: i64) -> Result<Option<Brand>, StoreError> {
    let sql = format!("SELECT {BRAND} FROM brand WHERE manufacturer = ? AND id = ?");
    sql::first(c, &sql, (manufacturer, id), brand_of)
}
