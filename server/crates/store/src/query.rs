//! Lists of products: filters, sort orders and keyset pagination.
//!
//! A page starts after a position (the sort key and the `pool_id` of a row), not at a row number.
//! So a page costs the same at any depth, and rows that are added or removed elsewhere neither
//! repeat nor hide others.
//!
//! The index that a query uses is chosen here and not by SQLite, which does not know which
//! values are common and which are rare: a `+` before a column keeps its indexes from being
//! used. The index covers the rarest filter and the order; all other filters are checked row
//! by row.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::record::timestamp::{Timestamp, UNKNOWN};
use crate::sql::{self, Conditions};

/// The largest number of rows that are read and sorted for one page if no index covers both
/// the filter and the order.
const MAX_SORTED_ROWS: u32 = if cfg!(test) { 3 } else { 5_000 };

/// The sort column of a list; `pool_id` breaks ties, in the same direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortField {
    /// By the time of the last change.
    Changed,
    /// By name.
    Name,
}

/// A filter on the time of the last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangedFilter {
    /// Within the named day, minute, second or microsecond.
    During(Timestamp),
    /// For a day or a minute, from its first instant on; for a second or a microsecond, later
    /// than its first instant.
    After(Timestamp),
    /// Earlier than the first instant of the named period.
    Before(Timestamp),
}

impl ChangedFilter {
    /// The lower and the upper bound of the time, each with its comparison operator.
    pub(super) fn bounds(self) -> [Option<(&'static str, i64)>; 2] {
        match self {
            ChangedFilter::During(timestamp) => {
                [Some((">=", timestamp.start)), Some(("<", timestamp.end))]
            }
            ChangedFilter::After(timestamp) if timestamp.is_coarse() => {
                [Some((">=", timestamp.start)), None]
            }
            ChangedFilter::After(timestamp) => [Some((">", timestamp.start)), None],
            // A time that cannot be parsed is not before any other.
            ChangedFilter::Before(timestamp) => {
                [Some((">", UNKNOWN)), Some(("<", timestamp.start))]
            }
        }
    }
}

/// A filter on the status of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Products of every status.
    Any,
    /// Published products.
    Published,
    /// Archived products.
    Archived,
}

/// A query for a list of products, without the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// The column that the list is sorted by.
    pub sort: SortField,
    /// Whether the order is descending.
    pub descending: bool,
    /// Products of this manufacturer only.
    pub manufacturer: Option<i64>,
    /// Products of this brand only.
    pub brand: Option<i64>,
    /// Products with this label only.
    pub label: Option<i64>,
    /// Products with this product code only.
    pub code: Option<String>,
    /// Products changed in this period only.
    pub changed: Option<ChangedFilter>,
    /// Products of this status only.
    pub status: Status,
}

/// The sort key of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SortKey {
    /// When the product was changed, in microseconds since 1970.
    Changed(i64),
    /// The product's name, without case and accents.
    Name(String),
}

/// The position of a row in a query's order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The sort key of the row.
    pub key: SortKey,
    /// The product of the row, which orders rows with equal keys.
    pub pool_id: String,
}

/// The start of a page: after or before a position, or one end of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// The page lies before the position, not after it.
    pub backward: bool,
    /// The row at which the page begins; `None` for the first or the last page.
    pub position: Option<Position>,
}

/// A page of list items, as JSON.
#[derive(Debug)]
pub struct Page {
    /// The list items of the page, as JSON.
    pub items: Vec<String>,
    /// Where the next page begins, if there is one.
    pub next: Option<Cursor>,
    /// Where the previous page begins, if there is one.
    pub previous: Option<Cursor>,
    /// The number of products on all pages, if it was requested.
    pub count: Option<u64>,
}

/// The order of the index that a query walks, after the rarest filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walk {
    /// The requested order.
    Order,
    /// The time of the last change; the few rows that match are then sorted by name.
    Time,
}

/// One page of a query.
pub fn list(
    connection: &Connection,
    query: &ListQuery,
    cursor: Option<&Cursor>,
    limit: usize,
    count: bool,
) -> Result<Page, StoreError> {
    // One transaction, so that the page, its cursors and the count are consistent.
    let transaction = connection.unchecked_transaction()?;
    let backward = cursor.is_some_and(|cursor| cursor.backward);
    let from = cursor.and_then(|cursor| cursor.position.as_ref());
    let walk = query.walk(&transaction)?;
    let mut rows = query.rows(&transaction, walk, backward, from, limit + 1)?;
    let ahead = rows.len() > limit;
    rows.truncate(limit);
    // Without a cursor the page is the first one. With one, the rows before the page may have
    // been removed since, so this looks for one.
    let first = rows.first().map(|(position, _)| position);
    let behind = || query.rows(&transaction, walk, !backward, first, 1);
    let behind = cursor.is_some() && !behind()?.is_empty();
    if backward {
        rows.reverse();
    }
    let (before, after) = if backward {
        (ahead, behind)
    } else {
        (behind, ahead)
    };
    let position = |row: Option<&(Position, String)>| row.map(|(position, _)| position.clone());
    let page = Page {
        previous: before.then(|| Cursor {
            backward: true,
            position: position(rows.first()),
        }),
        next: after.then(|| Cursor {
            backward: false,
            position: position(rows.last()),
        }),
        count: count.then(|| query.count(&transaction)).transpose()?,
        items: rows.into_iter().map(|(_, item)| item).collect(),
    };
    transaction.commit()?;
    Ok(page)
}

impl ListQuery {
    /// Chooses the index. No index covers both a filter by time and an order by name: if few
    /// rows match the filter they are sorted; if many do, a walk by name soon finds enough of
    /// them.
    fn walk(&self, c: &Connection) -> Result<Walk, StoreError> {
        if self.sort == SortField::Changed || self.changed.is_none() {
            return Ok(Walk::Order);
        }
        let mut conditions = Conditions::default();
        if let Some((condition, value)) = self.equalities().into_iter().next() {
            conditions.push(condition, value);
        }
        self.push_times(&mut conditions, false, None);
        let sql = format!(
            "SELECT count(*) FROM (SELECT 1 FROM product WHERE {} LIMIT {})",
            conditions.sql(),
            MAX_SORTED_ROWS + 1
        );
        let matching: u32 = sql::value(c, &sql, params_from_iter(conditions.values))?;
        Ok(match matching {
            0..=MAX_SORTED_ROWS => Walk::Time,
            _ => Walk::Order,
        })
    }

    /// The rows after a position, in the direction of the walk.
    fn rows(
        &self,
        c: &Connection,
        walk: Walk,
        backward: bool,
        from: Option<&Position>,
        limit: usize,
    ) -> Result<Vec<(Position, String)>, StoreError> {
        let key = self.key_column();
        let (tail, mut values) = self.tail(walk, backward, from);
        values.push(i64::try_from(limit).unwrap_or(i64::MAX).into());
        let sql = format!("SELECT {key}, pool_id, item FROM product {tail} LIMIT ?");
        sql::all(c, &sql, params_from_iter(values), |row| {
            let key = match self.sort {
                SortField::Changed => SortKey::Changed(row.get(0)?),
                SortField::Name => SortKey::Name(row.get(0)?),
            };
            let pool_id = row.get(1)?;
            Ok((Position { key, pool_id }, row.get(2)?))
        })
    }

    fn count(&self, c: &Connection) -> Result<u64, StoreError> {
        let conditions = self.conditions(Walk::Time, None);
        let sql = format!("SELECT count(*) FROM product WHERE {}", conditions.sql());
        sql::value(c, &sql, params_from_iter(conditions.values))
    }

    /// The `WHERE … ORDER BY …` clause for the rows after a position.
    fn tail(&self, walk: Walk, backward: bool, from: Option<&Position>) -> (String, Vec<Value>) {
        let descending = self.descending != backward;
        let (compare, direction) = match descending {
            true => ("<", "DESC"),
            false => (">", "ASC"),
        };
        let mut conditions = self.conditions(walk, from.map(|_| descending));
        let key = match walk {
            Walk::Order => self.key_column().to_owned(),
            Walk::Time => format!("+{}", self.key_column()),
        };
        if let Some(position) = from {
            let value = match &position.key {
                SortKey::Changed(changed) => Value::from(*changed),
                SortKey::Name(name) => Value::from(name.clone()),
            };
            conditions.push(format!("({key}, pool_id) {compare} (?, ?)"), value);
            conditions.values.push(position.pool_id.clone().into());
        }
        let filters = conditions.sql();
        let tail = format!("WHERE {filters} ORDER BY {key} {direction}, pool_id {direction}");
        (tail, conditions.values)
    }

    fn key_column(&self) -> &'static str {
        match self.sort {
            SortField::Changed => "changed",
            SortField::Name => "name_key",
        }
    }

    /// The conditions of all filters. `entered` is the direction of a walk that starts at a
    /// position.
    fn conditions(&self, walk: Walk, entered: Option<bool>) -> Conditions {
        let mut conditions = Conditions::default();
        for (number, (condition, value)) in self.equalities().into_iter().enumerate() {
            match number {
                0 => conditions.push(condition, value),
                _ => conditions.push(format!("+{condition}"), value),
            }
        }
        let unordered = walk == Walk::Order && self.sort == SortField::Name;
        self.push_times(&mut conditions, unordered, entered);
        if self.status == Status::Any {
            // Nearly all rows match, so an index would not help.
            conditions.push("+status IN ('published', 'archived')", None);
        }
        conditions
    }

    /// The filters by a single value, the rarest first.
    fn equalities(&self) -> Vec<(&'static str, Option<Value>)> {
        let mut filters = vec![
            ("code = ?", self.code.clone().map(Value::from)),
            ("brand = ?", self.brand.map(Value::from)),
            ("manufacturer = ?", self.manufacturer.map(Value::from)),
            ("label = ?", self.label.map(Value::from)),
        ];
        filters.retain(|(_, value)| value.is_some());
        match self.status {
            Status::Any => {}
            Status::Published => filters.push(("status = 'published'", None)),
            Status::Archived => filters.push(("status = 'archived'", None)),
        }
        filters
    }

    /// Adds the filter by time. It is checked row by row if the index is not sorted by time
    /// (`unordered`). So is the bound that the walk's starting position has passed already:
    /// otherwise SQLite might start at that bound and read all rows up to the position.
    fn push_times(&self, conditions: &mut Conditions, unordered: bool, entered: Option<bool>) {
        let entered = entered.filter(|_| self.sort == SortField::Changed);
        let [least, most] = self.changed.map_or([None; 2], ChangedFilter::bounds);
        let bounds = [
            (least, entered == Some(false)),
            (most, entered == Some(true)),
        ];
        for (bound, passed) in bounds {
            if let Some((comparison, time)) = bound {
                let plus = if unordered || passed { "+" } else { "" };
                conditions.push(format!("{plus}changed {comparison} ?"), Value::from(time));
            }
        }
    }
}

#[cfg(test)]
mod tests;
