//! Wholesaler catalogs: products under a wholesaler's own codes, and labels.
//!
//! A code belongs to one version of a product, which need not be the newest. Only seeded
//! catalogues have such codes: the import does not read them.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params_from_iter};
use serde::Serialize;

use crate::StoreError;
use crate::products::{StoredProduct, stored};
use crate::query::ChangedFilter;
use crate::record::columns::Columns;

/// The column by which a catalog is sorted; the code breaks ties, in the same
/// direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatalogOrder {
    /// When the code was given.
    Cataloged,
    /// When the product last changed.
    Changed,
    /// The manufacturer's name of the product.
    Name,
    /// The code.
    Code,
}

/// A query for a wholesaler's catalog, without the page.
#[derive(Clone, Debug)]
pub struct CatalogQuery {
    /// The id of the wholesaler.
    pub wholesaler: i64,
    /// The column it is sorted by.
    pub order: CatalogOrder,
    /// Whether the largest value comes first.
    pub descending: bool,
    /// Only products of this manufacturer.
    pub manufacturer: Option<i64>,
    /// Only products of this brand.
    pub brand: Option<i64>,
    /// Only products of this label.
    pub label: Option<i64>,
    /// By the time of the last change.
    pub changed: Option<ChangedFilter>,
    /// By the time at which the code was given or the product changed.
    pub cataloged: Option<ChangedFilter>,
}

/// A wholesaler's code for a product, to be stored.
#[derive(Debug)]
pub struct CatalogProduct<'a> {
    /// The id of the wholesaler.
    pub wholesaler: i64,
    /// The code, in any characters.
    pub code: &'a str,
    /// When the code was given, in microseconds since 1970.
    pub cataloged: i64,
    /// The version that has the code.
    pub columns: &'a Columns,
    /// The item as lists show it, as JSON.
    pub item: String,
}

/// A label of a wholesaler, as served.
#[derive(Debug, Serialize)]
pub struct Label {
    /// The id of the label.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its code.
    pub code: String,
}

pub(crate) fn put(connection: &Connection, entry: &CatalogProduct<'_>) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO catalog_product (wholesaler, code, product, version, cataloged, changed,
                                      name_key, manufacturer, brand, label, item)
         SELECT ?, ?, id, ?, ?, ?, ?, ?, ?, ?, ? FROM product WHERE pool_id = ?",
    )?;
    let columns = entry.columns;
    statement.execute((
        entry.wholesaler,
        entry.code,
        &columns.version,
        entry.cataloged,
        columns.changed,
        &columns.name_key,
        columns.manufacturer,
        columns.brand,
        columns.label,
        &entry.item,
        &columns.pool_id,
    ))?;
    Ok(())
}

pub(crate) fn put_label(
    connection: &Connection,
    wholesaler: i64,
    label: &Label,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO label (id, wholesaler, name, code) VALUES (?, ?, ?, ?)";
    connection.execute(sql, (label.id, wholesaler, &label.name, &label.code))?;
    Ok(())
}

/// One page of a query's items, and the number of items on all pages.
pub fn list(
    connection: &Connection,
    query: &CatalogQuery,
    offset: u64,
    limit: u32,
) -> Result<(u64, Vec<String>), StoreError> {
    let (conditions, mut values) = query.conditions();
    let from = format!("FROM catalog_product WHERE {conditions}");
    let count = format!("SELECT count(*) {from}");
    let total = connection
        .prepare_cached(&count)?
        .query_row(params_from_iter(&values), |row| row.get(0))?;
    let column = match query.order {
        CatalogOrder::Cataloged => "cataloged",
        CatalogOrder::Changed => "changed",
        CatalogOrder::Name => "name_key",
        CatalogOrder::Code => "code",
    };
    let direction = if query.descending { "DESC" } else { "ASC" };
    values.push(limit.into());
    values.push(i64::try_from(offset).unwrap_or(i64::MAX).into());
    let sql = format!(
        "SELECT item {from} ORDER BY {column} {direction}, code {direction} LIMIT ? OFFSET ?"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let items = statement.query_map(params_from_iter(&values), |row| row.get(0))?;
    Ok((total, items.collect::<Result<_, _>>()?))
}

impl CatalogQuery {
    /// The conditions of all filters, joined by `AND`, and their values.
    fn conditions(&self) -> (String, Vec<Value>) {
        let mut conditions = vec!["wholesaler = ?".to_owned()];
        let mut values = vec![Value::from(self.wholesaler)];
        for (condition, id) in [
            ("manufacturer = ?", self.manufacturer),
            ("brand = ?", self.brand),
            ("label = ?", self.label),
        ] {
            if let Some(id) = id {
                conditions.push(condition.to_owned());
                values.push(id.into());
            }
        }
        let mut within = |column: &str, filter: ChangedFilter| {
            let bounds = filter.bounds().into_iter().flatten();
            let compared = bounds.map(|(comparison, time)| {
                values.push(time.into());
                format!("{column} {comparison} ?")
            });
            compared.collect::<Vec<_>>().join(" AND ")
        };
        if let Some(filter) = self.changed {
            conditions.push(within("changed", filter));
        }
        if let Some(filter) = self.cataloged {
            let (cataloged, changed) = (within("cataloged", filter), within("changed", filter));
            conditions.push(format!("({cataloged} OR {changed})"));
        }
        (conditions.join(" AND "), values)
    }
}

/// Finds a product by a wholesaler's code, in the version to which the code belongs.
pub fn find(
    connection: &Connection,
    wholesaler: i64,
    code: &str,
) -> Result<Option<StoredProduct>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT record.body, product.version FROM catalog_product AS entry
         JOIN product ON product.id = entry.product
         JOIN record ON record.product = product.id AND record.version = entry.version
         WHERE entry.wholesaler = ? AND entry.code = ?",
    )?;
    Ok(statement.query_row((wholesaler, code), stored).optional()?)
}

/// One page of a wholesaler's labels by id, and the number of all its labels.
pub fn labels(
    connection: &Connection,
    wholesaler: i64,
    offset: u64,
    limit: u32,
) -> Result<(u64, Vec<Label>), StoreError> {
    let total = connection
        .prepare_cached("SELECT count(*) FROM label WHERE wholesaler = ?")?
        .query_row([wholesaler], |row| row.get(0))?;
    let mut statement = connection.prepare_cached(
        "SELECT id, name, code FROM label WHERE wholesaler = ? ORDER BY id LIMIT ? OFFSET ?",
    )?;
    let rows = statement.query_map((wholesaler, limit, offset), label_of)?;
    Ok((total, rows.collect::<Result<_, _>>()?))
}

/// Finds a wholesaler's label by id.
pub fn label(
    connection: &Connection,
    wholesaler: i64,
    id: i64,
) -> Result<Option<Label>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT id, name, code FROM label WHERE wholesaler = ? AND id = ?")?;
    Ok(statement.query_row((wholesaler, id), label_of).optional()?)
}

fn label_of(row: &rusqlite::Row<'_>) -> rusqlite::Result<Label> {
    Ok(Label {
        id: row.get(0)?,
        name: row.get(1)?,
        code: row.get(2)?,
    })
}
