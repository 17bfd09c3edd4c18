//! Lists of products: filters, orders, and pages entered at any place.
//!
//! A page is found by the place it starts behind (the sort value and the
//! `pool_id` of a row), not by counting rows. So a page costs the same at any
//! depth, and rows that come or go elsewhere neither repeat nor hide any.
//!
//! Which index a query walks is decided here and not by SQLite, which knows
//! nothing of what is common and what is rare: a `+` before a column keeps its
//! indexes from being used. The rarest filter and the order lead, all other
//! filters are looked up row by row.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use crate::StoreError;
use crate::record::moment::{Moment, UNKNOWN};

/// As many rows as are read and sorted for one page, where no index has both
/// the filter and the order.
const FEW: u32 = if cfg!(test) { 3 } else { 5_000 };

/// What a list can be sorted by; `pool_id` breaks ties, in the same direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortField {
    /// By the time of the last change.
    Changed,
    /// By name.
    Name,
}

/// Products changed within, after or before a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangedFilter {
    /// Within the day, minute, second or microsecond that was named.
    During(Moment),
    /// From the first instant of that day or minute on, or later than that second
    /// or microsecond began.
    After(Moment),
    /// Earlier than its first instant.
    Before(Moment),
}

impl ChangedFilter {
    /// The least and the most that a time may be, each with how it is compared.
    pub(super) fn bounds(self) -> [Option<(&'static str, i64)>; 2] {
        match self {
            ChangedFilter::During(moment) => [Some((">=", moment.start)), Some(("<", moment.end))],
            ChangedFilter::After(moment) if moment.is_coarse() => {
                [Some((">=", moment.start)), None]
            }
            ChangedFilter::After(moment) => [Some((">", moment.start)), None],
            // A time that cannot be read is not before another.
            ChangedFilter::Before(moment) => [Some((">", UNKNOWN)), Some(("<", moment.start))],
        }
    }
}

/// Products of one state, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Products of every status.
    Any,
    /// Published products.
    Published,
    /// Archived products.
    Archived,
}

/// A query for a list of products, without where its page starts.
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

/// The value a row is sorted by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// When the product was changed, in microseconds since 1970.
    Changed(i64),
    /// The product's name, without case and accents.
    Name(String),
}

/// A row's place in the order of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The sort key of the row.
    pub key: SortKey,
    /// The product of the row, which orders rows with equal keys.
    pub pool_id: String,
}

/// Where a page starts: behind a place, or at the end one comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The page lies before the place, not after it.
    pub backward: bool,
    /// The row at which the page begins; `None` for the first or the last page.
    pub place: Option<Place>,
}

/// A page of list items, as JSON texts.
#[derive(Debug)]
pub struct Page {
    /// The list items of the page, as JSON.
    pub items: Vec<String>,
    /// Where the next page begins, if there is one.
    pub next: Option<Cursor>,
    /// Where the previous page begins, if there is one.
    pub previous: Option<Cursor>,
    /// How many products the query has on all its pages, if that was asked.
    pub count: Option<u64>,
}

/// What the index that is walked goes by, behind the rarest filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walk {
    /// The order asked for.
    Order,
    /// The time of the change, of which few rows are left to be sorted by name.
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
    // One transaction, so that the page, its neighbours and the count agree.
    let transaction = connection.unchecked_transaction()?;
    let backward = cursor.is_some_and(|cursor| cursor.backward);
    let from = cursor.and_then(|cursor| cursor.place.as_ref());
    let walk = query.walk(&transaction)?;
    let mut rows = query.rows(&transaction, walk, backward, from, limit + 1)?;
    let ahead = rows.len() > limit;
    rows.truncate(limit);
    // Who came with no cursor stands at the beginning; who came with one may
    // find that what he came from is gone.
    let behind = cursor.is_some()
        && query.any(
            &transaction,
            walk,
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
    /// Chooses the index. A filter by time and an order by name have none in
    /// common: where few rows pass the filter they are sorted, and where many do
    /// the next ones by name are soon found among all.
    fn walk(&self, connection: &Connection) -> Result<Walk, StoreError> {
        if self.sort == SortField::Changed || self.changed.is_none() {
            return Ok(Walk::Order);
        }
        let leading = self.equalities().into_iter().take(1);
        let (conditions, values) = leading.chain(self.times(false, None)).unzip_into();
        let sql = format!(
            "SELECT count(*) FROM (SELECT 1 FROM product WHERE {} LIMIT {})",
            conditions.join(" AND "),
            FEW + 1
        );
        let mut statement = connection.prepare_cached(&sql)?;
        let passing: u32 = statement.query_row(params_from_iter(&values), |row| row.get(0))?;
        Ok(match passing {
            0..=FEW => Walk::Time,
            _ => Walk::Order,
        })
    }

    /// The rows behind a place, in walking order.
    fn rows(
        &self,
        connection: &Connection,
        walk: Walk,
        backward: bool,
        from: Option<&Place>,
        limit: usize,
    ) -> Result<Vec<(Place, String)>, StoreError> {
        let key = self.key_column();
        let (tail, mut values) = self.behind(walk, backward, from);
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
        walk: Walk,
        backward: bool,
        from: Option<&Place>,
    ) -> Result<bool, StoreError> {
        let (tail, values) = self.behind(walk, backward, from);
        let sql = format!("SELECT 1 FROM product {tail} LIMIT 1");
        let mut statement = connection.prepare_cached(&sql)?;
        Ok(statement
            .query_row(params_from_iter(&values), |_| Ok(()))
            .optional()?
            .is_some())
    }

    fn count(&self, connection: &Connection) -> Result<u64, StoreError> {
        let (conditions, values) = self.conditions(Walk::Time, None).unzip_into();
        let sql = format!(
            "SELECT count(*) FROM product WHERE {}",
            conditions.join(" AND ")
        );
        let mut statement = connection.prepare_cached(&sql)?;
        Ok(statement.query_row(params_from_iter(&values), |row| row.get(0))?)
    }

    /// `WHERE … ORDER BY …` for the rows behind a place.
    fn behind(&self, walk: Walk, backward: bool, from: Option<&Place>) -> (String, Vec<Value>) {
        let descending = self.descending != backward;
        let (compare, direction) = if descending {
            ("<", "DESC")
        } else {
            (">", "ASC")
        };
        let entered = from.map(|_| descending);
        let (mut conditions, mut values) = self.conditions(walk, entered).unzip_into();
        let key = match walk {
            Walk::Order => self.key_column().to_owned(),
            Walk::Time => format!("+{}", self.key_column()),
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

    /// All filters. `entered` is the direction in which a place is walked from.
    fn conditions(
        &self,
        walk: Walk,
        entered: Option<bool>,
    ) -> impl Iterator<Item = (String, Option<Value>)> {
        let any = (self.status == Status::Any)
            // Nearly all rows pass.
            .then(|| ("+status IN ('published', 'archived')".to_owned(), None));
        let unordered = walk == Walk::Order && self.sort == SortField::Name;
        let equalities = self.equalities().into_iter().enumerate();
        equalities
            .map(|(number, (condition, value))| match number {
                0 => (condition, value),
                _ => (format!("+{condition}"), value),
            })
            .chain(self.times(unordered, entered))
            .chain(any)
    }

    /// The filters that name one value, the rarest first.
    fn equalities(&self) -> Vec<(String, Option<Value>)> {
        let code = self.code.clone().map(Value::from);
        let id = |id: Option<i64>| id.map(Value::from);
        let named = [
            ("code = ?", code),
            ("brand = ?", id(self.brand)),
            ("manufacturer = ?", id(self.manufacturer)),
            ("label = ?", id(self.label)),
        ];
        let named = named
            .into_iter()
            .filter(|(_, value)| value.is_some())
            .map(|(condition, value)| (condition.to_owned(), value));
        let status = match self.status {
            Status::Any => None,
            Status::Published => Some("status = 'published'"),
            Status::Archived => Some("status = 'archived'"),
        };
        let status = status.map(|condition| (condition.to_owned(), None));
        named.chain(status).collect()
    }

    /// The filter by time. Where the index is `unordered` by it, it is looked up
    /// row by row. So is a bound that lies before the place where the walk is
    /// entered: SQLite could begin there, and read all rows in between.
    fn times(
        &self,
        unordered: bool,
        entered: Option<bool>,
    ) -> impl Iterator<Item = (String, Option<Value>)> {
        let entered = entered.filter(|_| self.sort == SortField::Changed);
        let [least, most] = self.changed.map_or([None; 2], ChangedFilter::bounds);
        let bounds = [
            (least, entered == Some(false)),
            (most, entered == Some(true)),
        ];
        bounds.into_iter().filter_map(move |(bound, passed)| {
            let (comparison, time) = bound?;
            let plus = if unordered || passed { "+" } else { "" };
            Some((format!("{plus}changed {comparison} ?"), Some(time.into())))
        })
    }
}

/// Conditions and their values, apart.
trait Conditions: Iterator<Item = (String, Option<Value>)> + Sized {
    fn unzip_into(self) -> (Vec<String>, Vec<Value>) {
        let (mut conditions, mut values) = (Vec::new(), Vec::new());
        for (condition, value) in self {
            conditions.push(condition);
            values.extend(value);
        }
        (conditions, values)
    }
}

impl<I: Iterator<Item = (String, Option<Value>)>> Conditions for I {}

#[cfg(test)]
mod tests;
