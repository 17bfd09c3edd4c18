//! Lists of products: filters, orders, and pages entered at any place.
//!
//! A page is found by the place it starts behind (the sort value and the
//! `pool_id` of a row), not by counting rows. So a page costs the same at any
//! depth, and rows that come or go elsewhere neither repeat nor hide any.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use super::StoreError;
use crate::record::moment::{Moment, UNKNOWN};

/// What a list can be sorted by; `pool_id` breaks ties, in the same direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SortField {
    Changed,
    Name,
}

/// Products changed within, after or before a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangedFilter {
    /// Within the day, second or microsecond that was named.
    During(Moment),
    /// Later than its first instant.
    After(Moment),
    /// Earlier than its first instant.
    Before(Moment),
}

/// Products of one state, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Any,
    Published,
    Archived,
}

/// A query for a list of products, without where its page starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListQuery {
    pub(crate) sort: SortField,
    pub(crate) descending: bool,
    pub(crate) manufacturer: Option<i64>,
    pub(crate) brand: Option<i64>,
    pub(crate) label: Option<i64>,
    pub(crate) code: Option<String>,
    pub(crate) changed: Option<ChangedFilter>,
    pub(crate) status: Status,
}

/// The value a row is sorted by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SortKey {
    Changed(i64),
    Name(String),
}

/// A row's place in the order of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) key: SortKey,
    pub(crate) pool_id: String,
}

/// Where a page starts: behind a place, or at the end one comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The page lies before the place, not after it.
    pub(crate) backward: bool,
    pub(crate) place: Option<Place>,
}

/// A page of list items, as JSON texts.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) items: Vec<String>,
    pub(crate) next: Option<Cursor>,
    pub(crate) previous: Option<Cursor>,
    /// How many products the query has on all its pages, if that was asked.
    pub(crate) count: Option<u64>,
}

/// One page of a query.
pub(crate) fn list(
    connection: &Connection,
    query: &ListQuery,
    cursor: Option<&Cursor>,
    limit: usize,
    count: bool,
) -> Result<Page, StoreError> {
    // One transaction, so that the page, its neighbours and the count agree.
    let transaction = connection.unchecked_transaction()?;
    let backward = cursor.is_some_and(|cursor| cursor.backward);
    let from = cursor.and_then(|cursor| cursor.place.as_ref());
    let mut rows = query.rows(&transaction, backward, from, limit + 1)?;
    let ahead = rows.len() > limit;
    rows.truncate(limit);
    // Who came with no cursor stands at the beginning; who came with one may
    // find that what he came from is gone.
    let behind = cursor.is_some()
        && query.any(
            &transaction,
            !backward,
            rows.first().map(|(place, _)| place),
        )?;
    if backward {
        rows.reverse();
    }
    let (before, after) = if backward {
        (ahead, behind)
    } else {
        (behind, ahead)
    };
    let place = |row: Option<&(Place, String)>| row.map(|(place, _)| place.clone());
    let page = Page {
        previous: before.then(|| Cursor {
            backward: true,
            place: place(rows.first()),
        }),
        next: after.then(|| Cursor {
            backward: false,
            place: place(rows.last()),
        }),
        count: if count {
            Some(query.count(&transaction)?)
        } else {
            None
        },
        items: rows.into_iter().map(|(_, item)| item).collect(),
    };
    transaction.commit()?;
    Ok(page)
}

impl ListQuery {
    /// The rows behind a place, in walking order.
    fn rows(
        &self,
        connection: &Connection,
        backward: bool,
        from: Option<&Place>,
        limit: usize,
    ) -> Result<Vec<(Place, String)>, StoreError> {
        let key = self.key_column();
        let (tail, mut values) = self.behind(backward, from);
        values.push(i64::try_from(limit).unwrap_or(i64::MAX).into());
        let sql = format!("SELECT {key}, pool_id, item FROM product {tail} LIMIT ?");
        let mut statement = connection.prepare_cached(&sql)?;
        let rows = statement.query_map(params_from_iter(&values), |row| {
            let key = match self.sort {
                SortField::Changed => SortKey::Changed(row.get(0)?),
                SortField::Name => SortKey::Name(row.get(0)?),
            };
            Ok((
                Place {
                    key,
                    pool_id: row.get(1)?,
                },
                row.get(2)?,
            ))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Whether there is any row behind a place.
    fn any(
        &self,
        connection: &Connection,
        backward: bool,
        from: Option<&Place>,
    ) -> Result<bool, StoreError> {
        let (tail, values) = self.behind(backward, from);
        let sql = format!("SELECT 1 FROM product {tail} LIMIT 1");
        let mut statement = connection.prepare_cached(&sql)?;
        Ok(statement
            .query_row(params_from_iter(&values), |_| Ok(()))
            .optional()?
            .is_some())
    }

    fn count(&self, connection: &Connection) -> Result<u64, StoreError> {
        let (conditions, values) = self.conditions();
        let sql = format!(
            "SELECT count(*) FROM product WHERE {}",
            conditions.join(" AND ")
        );
        let mut statement = connection.prepare_cached(&sql)?;
        Ok(statement.query_row(params_from_iter(&values), |row| row.get(0))?)
    }

    /// `WHERE … ORDER BY …` for the rows behind a place.
    fn behind(&self, backward: bool, from: Option<&Place>) -> (String, Vec<Value>) {
        let (mut conditions, mut values) = self.conditions();
        let key = self.key_column();
        let descending = self.descending != backward;
        let (compare, direction) = if descending {
            ("<", "DESC")
        } else {
            (">", "ASC")
        };
        if let Some(place) = from {
            conditions.push(format!("({key}, pool_id) {compare} (?, ?)"));
            values.push(match &place.key {
                SortKey::Changed(changed) => Value::from(*changed),
                SortKey::Name(name) => Value::from(name.clone()),
            });
            values.push(Value::from(place.pool_id.clone()));
        }
        let conditions = conditions.join(" AND ");
        let tail = format!("WHERE {conditions} ORDER BY {key} {direction}, pool_id {direction}");
        (tail, values)
    }

    fn key_column(&self) -> &'static str {
        match self.sort {
            SortField::Changed => "changed",
            SortField::Name => "name_key",
        }
    }

    fn conditions(&self) -> (Vec<String>, Vec<Value>) {
        let mut conditions = Vec::new();
        let mut values = Vec::new();
        let mut add = |condition: &str, value: Option<Value>| {
            conditions.push(condition.to_owned());
            values.extend(value);
        };
        let equal = [
            ("manufacturer = ?", self.manufacturer),
            ("brand = ?", self.brand),
            ("label = ?", self.label),
        ];
        for (condition, id) in equal {
            if let Some(id) = id {
                add(condition, Some(id.into()));
            }
        }
        if let Some(code) = &self.code {
            add("code = ?", Some(code.clone().into()));
        }
        match self.changed {
            None => {}
            Some(ChangedFilter::During(moment)) => {
                add("changed >= ?", Some(moment.start.into()));
                add("changed < ?", Some(moment.end.into()));
            }
            Some(ChangedFilter::After(moment)) => add("changed > ?", Some(moment.start.into())),
            Some(ChangedFilter::Before(moment)) => {
                // A time nobody can read is not before another.
                add("changed > ?", Some(UNKNOWN.into()));
                add("changed < ?", Some(moment.start.into()));
            }
        }
        match self.status {
            // Nearly all rows: the plus keeps this from being used as an index,
            // which would cost the order.
            Status::Any => add("+status IN ('published', 'archived')", None),
            Status::Published => add("status = 'published'", None),
            Status::Archived => add("status = 'archived'", None),
        }
        (conditions, values)
    }
}

#[cfg(test)]
mod tests;
