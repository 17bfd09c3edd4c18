//! Manufacturers and brands, from the seed or from product records.

use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;

use crate::StoreError;
use crate::record::columns::Columns;

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
pub(super) fn put_from_product(
    connection: &Connection,
    columns: &Columns,
) -> Result<(), StoreError> {
    let Some(manufacturer) = columns.manufacturer.filter(|id| *id > 0) else {
        return Ok(());
    };
    let mut statement = connection.prepare_cached(
        "INSERT INTO manufacturer (id, name, address) VALUES (?1, coalesce(?2, ''), ?3)
         ON CONFLICT (id) DO UPDATE SET
             name = coalesce(?2, name), address = coalesce(?3, address)",
    )?;
    statement.execute((
        manufacturer,
        &columns.manufacturer_name,
        &columns.manufacturer_address,
    ))?;
    let Some(brand) = columns.brand.filter(|id| *id > 0) else {
        return Ok(());
    };
    let mut statement = connection.prepare_cached(
        "INSERT INTO brand (manufacturer, id, name) VALUES (?1, ?2, coalesce(?3, ''))
         ON CONFLICT (manufacturer, id) DO UPDATE SET name = coalesce(?3, name)",
    )?;
    statement.execute((manufacturer, brand, &columns.brand_name))?;
    Ok(())
}

pub(super) fn put_manufacturer(c: &Connection, maker: &Manufacturer) -> Result<(), StoreError> {
    let sql = "INSERT INTO manufacturer (id, name, address) VALUES (?, ?, ?)
               ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address";
    c.execute(sql, (maker.id, &maker.name, &maker.address))?;
    Ok(())
}

pub(super) fn put_brand(connection: &Connection, brand: &Brand) -> Result<(), StoreError> {
    let sql = "INSERT INTO brand (manufacturer, id, name) VALUES (?, ?, ?)
               ON CONFLICT (manufacturer, id) DO UPDATE SET name = excluded.name";
    connection.execute(sql, (brand.manufacturer, brand.id, &brand.name))?;
    Ok(())
}

/// One page of the manufacturers by id, and their number.
pub fn manufacturers(
    connection: &Connection,
    offset: u64,
    limit: u32,
) -> Result<(u64, Vec<Manufacturer>), StoreError> {
    let total = connection
        .prepare_cached("SELECT count(*) FROM manufacturer")?
        .query_row([], |row| row.get(0))?;
    let mut statement = connection.prepare_cached(
        "SELECT id, name, address FROM manufacturer ORDER BY id LIMIT ? OFFSET ?",
    )?;
    let rows = statement.query_map((limit, offset), |row| {
        Ok(Manufacturer {
            id: row.get(0)?,
            name: row.get(1)?,
            address: row.get(2)?,
        })
    })?;
    Ok((total, rows.collect::<Result<_, _>>()?))
}

/// Finds a manufacturer by id.
pub fn manufacturer(connection: &Connection, id: i64) -> Result<Option<Manufacturer>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT id, name, address FROM manufacturer WHERE id = ?")?;
    let found = statement.query_row([id], |row| {
        Ok(Manufacturer {
            id: row.get(0)?,
            name: row.get(1)?,
            address: row.get(2)?,
        })
    });
    Ok(found.optional()?)
}

/// One page of a manufacturer's brands by id, and their number.
pub fn brands(
    connection: &Connection,
    manufacturer: i64,
    offset: u64,
    limit: u32,
) -> Result<(u64, Vec<Brand>), StoreError> {
    let total = connection
        .prepare_cached("SELECT count(*) FROM brand WHERE manufacturer = ?")?
        .query_row([manufacturer], |row| row.get(0))?;
    let mut statement = connection.prepare_cached(
        "SELECT id, name FROM brand WHERE manufacturer = ? ORDER BY id LIMIT ? OFFSET ?",
    )?;
    let rows = statement.query_map((manufacturer, limit, offset), |row| {
        Ok(Brand {
            id: row.get(0)?,
            name: row.get(1)?,
            manufacturer,
        })
    })?;
    Ok((total, rows.collect::<Result<_, _>>()?))
}

/// Finds a brand by its id and its manufacturer's.
pub fn brand(
    connection: &Connection,
    manufacturer: i64,
    id: i64,
) -> Result<Option<Brand>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT name FROM brand WHERE manufacturer = ? AND id = ?")?;
    let found = statement.query_row((manufacturer, id), |row| {
        Ok(Brand {
            id,
            name: row.get(0)?,
            manufacturer,
        })
    });
    Ok(found.optional()?)
}
