//! Wholesaler catalogs: products under a wholesaler's own codes, and labels.
//!
//! A code belongs to one version of a product, which need not be the newest. Only seeded
//! catalogues have such codes: the import does not read them.

use rusqlite::Connection;
use rusqlite::types::Value;

use crate::products::{StoredProduct, stored};
use crate::query::ChangedFilter;
use crate::record::columns::Columns;
use crate::sql::{self, Conditions, Slice, text};
use crate::{StoreError, Writer};

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

impl Writer {
    /// Stores a wholesaler's code for a product.
    pub fn put_catalog_product(&self, entry: &CatalogProduct<'_>) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO catalog_product (wholesaler, code, product, version, cataloged, changed,
                                            name_key, manufacturer, brand, label, item)
               SELECT ?, ?, id, ?, ?, ?, ?, ?, ?, ?, ? FROM product WHERE pool_id = ?";
        let columns = entry.columns;
        let row = (
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
        );
        sql::run(&self.connection, sql, row)
    }

    /// Stores a wholesaler's label.
    pub fn put_label(
        &self,
        wholesaler: u32,
        (id, name, code): (u32, &str, &str),
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO label (id, wholesaler, name, code) VALUES (?, ?, ?, ?)";
        sql::run(&self.connection, sql, (id, wholesaler, name, code))
    }
}

/// A slice of a query's items, and the number of all items.
pub fn list(
    c: &Connection,
    query: &CatalogQuery,
    slice: Slice,
) -> Result<(u64, Vec<String>), StoreError> {
    let conditions = query.conditions();
    let column = match query.order {
        CatalogOrder::Cataloged => "cataloged",
        CatalogOrder::Changed => "changed",
        CatalogOrder::Name => "name_key",
        CatalogOrder::Code => "code",
    };
    let direction = if query.descending { "DESC" } else { "ASC" };
    let from = format!("catalog_product WHERE {}", conditions.sql());
    let order = format!("{column} {direction}, code {direction}");
    let list = ["item", &from, &order];
    sql::slice(c, list, conditions.values, slice, text)
}

impl CatalogQuery {
    /// The conditions of all filters.
    fn conditions(&self) -> Conditions {
        let mut conditions = Conditions::default();
        conditions.push("wholesaler = ?", Value::from(self.wholesaler));
        for (condition, id) in [
            ("manufacturer = ?", self.manufacturer),
            ("brand = ?", self.brand),
            ("label = ?", self.label),
        ] {
            if let Some(id) = id {
                conditions.push(condition, Value::from(id));
            }
        }
        for (comparison, time) in bounds(self.changed) {
            conditions.push(format!("changed {comparison} ?"), Value::from(time));
        }
        if self.cataloged.is_some() {
            let within = |column: &str| {
                let bounds = bounds(self.cataloged);
                let bounds = bounds.map(|(comparison, _)| format!("{column} {comparison} ?"));
                bounds.collect::<Vec<_>>().join(" AND ")
            };
            let either = format!("({} OR {})", within("cataloged"), within("changed"));
            conditions.push(either, None);
            let times = bounds(self.cataloged).chain(bounds(self.cataloged));
            conditions
                .values
                .extend(times.map(|(_, time)| Value::from(time)));
        }
        conditions
    }
}

fn bounds(filter: Option<ChangedFilter>) -> impl Iterator<Item = (&'static str, i64)> {
    let bounds = filter.into_iter().flat_map(ChangedFilter::bounds);
    bounds.flatten()
}

/// Finds a product by a wholesaler's code, in the version to which the code belongs.
pub fn find(
    c: &Connection,
    wholesaler: i64,
    code: &str,
) -> Result<Option<StoredProduct>, StoreError> {
    let sql = "SELECT record.body, product.version FROM catalog_product AS entry
               JOIN product ON product.id = entry.product
               JOIN record ON record.product = product.id AND record.version = entry.version
               WHERE entry.wholesaler = ? AND entry.code = ?";
    sql::first(c, sql, (wholesaler, code), stored)
}

/// A label as it is served.
const LABEL: &str = "json_object('id', id, 'name', name, 'code', code)";

/// A slice of a wholesaler's labels by id, as JSON, and the number of all its labels. An account of
/// no wholesaler has none.
pub fn labels(
    c: &Connection,
    wholesaler: Option<i64>,
    slice: Slice,
) -> Result<(u64, Vec<String>), StoreError> {
    let list = [LABEL, "label WHERE wholesaler = ?", "id"];
    sql::slice(c, list, vec![wholesaler.into()], slice, text)
}

/// Finds a wholesaler's label by id and returns it as JSON.
pub fn label(
    c: &Connection,
    wholesaler: Option<i64>,
    id: i64,
) -> Result<Option<String>, StoreError> {
    let sql = format!("SELECT {LABEL} FROM label WHERE wholesaler = ? AND id = ?");
    sql::first(c, &sql, (wholesaler, id), text)
}
