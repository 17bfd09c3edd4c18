//! Pages compared with a model: the whole list, filtered and sorted in memory.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::record::columns::Columns;
use crate::record::order::name_key;
use crate::{Writer, open};

/// A product of a test, with few distinct values, so that ties are common.
#[derive(Clone, Debug)]
struct Row {
    id: u32,
    second: u32,
    name: &'static str,
    status: &'static str,
    manufacturer: i64,
    code: &'static str,
}

impl Row {
    fn pool_id(&self) -> String {
        format!("p{}", self.id)
    }

    /// Seconds of the day; the last one stands for a time that cannot be parsed.
    fn changed(&self) -> String {
        match self.second {
            4 => "lately".to_owned(),
            0 => "2024-07-02".to_owned(),
            second => format!("2024-07-02 00:00:0{second}"),
        }
    }

    fn key(&self, field: SortField) -> SortKey {
        match field {
            SortField::Changed => {
                SortKey::Changed(Timestamp::parse(&self.changed()).map_or(UNKNOWN, |m| m.start))
            }
            SortField::Name => SortKey::Name(name_key(self.name)),
        }
    }

    fn put(&self, writer: &Writer) {
        let record = json!({
            "pool_id": self.pool_id(), "version": "1", "status": self.status,
            "changed_at": self.changed(),
            "general": {"manufacturer": self.manufacturer, "brand": self.manufacturer + 10, "label": self.manufacturer,
                        "manufacturer_product_name": self.name, "manufacturer_product_code": self.code},
        });
        writer
            .put_product(&record.to_string(), &Columns::read(&record).unwrap())
            .unwrap();
    }
}

fn row() -> impl Strategy<Value = Row> {
    let names = prop::sample::select(vec!["", "apple", "Apple", "ÄPPLE", "zebra"]);
    let states = prop::sample::select(vec!["published", "archived", "draft"]);
    let codes = prop::sample::select(vec!["a", "!@£ppp"]);
    (0..40u32, 0..5u32, names, states, 1..3i64, codes).prop_map(
        |(id, second, name, status, manufacturer, code)| Row {
            id,
            second,
            name,
            status,
            manufacturer,
            code,
        },
    )
}

fn query() -> impl Strategy<Value = ListQuery> {
    let sort = prop::sample::select(vec![SortField::Changed, SortField::Name]);
    let status = prop::sample::select(vec![Status::Any, Status::Published, Status::Archived]);
    let id = || prop::option::weighted(0.2, 1..3i64);
    let code = prop::option::weighted(0.2, Just("!@£ppp".to_owned()));
    let timestamps = prop::sample::select(vec![
        "2024-07-02",
        "2024-07-03",
        "2024-07-02 00:00",
        "2024-07-02 00:01",
        "2024-07-02 00:00:00",
        "2024-07-02 00:00:02",
        "2024-07-02 00:00:02.5",
    ]);
    let comparisons = prop::sample::select(vec![
        ChangedFilter::During as fn(Timestamp) -> ChangedFilter,
        ChangedFilter::After,
        ChangedFilter::Before,
    ]);
    let changed = (comparisons, timestamps)
        .prop_map(|(comparison, timestamp)| comparison(Timestamp::parse(timestamp).unwrap()));
    let changed = prop::option::weighted(0.3, changed);
    (sort, any::<bool>(), id(), id(), id(), code, changed, status).prop_map(
        |(sort, descending, manufacturer, brand, label, code, changed, status)| ListQuery {
            sort,
            descending,
            manufacturer,
            brand: brand.map(|id| id + 10),
            label,
            code,
            changed,
            status,
        },
    )
}

/// The expected list, computed in the simplest way.
fn expected(rows: &[Row], query: &ListQuery) -> Vec<String> {
    let order = |key: SortKey| match key {
        SortKey::Changed(changed) => (changed, String::new()),
        SortKey::Name(name) => (0, name),
    };
    let mut kept: Vec<&Row> = rows
        .iter()
        .filter(|row| match query.status {
            Status::Any => row.status != "draft",
            Status::Published => row.status == "published",
            Status::Archived => row.status == "archived",
        })
        .filter(|row| query.manufacturer.is_none_or(|id| id == row.manufacturer))
        .filter(|row| query.brand.is_none_or(|id| id == row.manufacturer + 10))
        .filter(|row| query.label.is_none_or(|id| id == row.manufacturer))
        .filter(|row| query.code.as_deref().is_none_or(|code| code == row.code))
        .filter(|row| {
            let (Some(changed), Some(at)) = (query.changed, Timestamp::parse(&row.changed()))
            else {
                return query.changed.is_none();
            };
            let day_or_minute =
                |timestamp: Timestamp| timestamp.end - timestamp.start >= 60_000_000;
            match changed {
                ChangedFilter::During(timestamp) => {
                    timestamp.start <= at.start && at.start < timestamp.end
                }
                ChangedFilter::After(timestamp) if day_or_minute(timestamp) => {
                    at.start >= timestamp.start
                }
                ChangedFilter::After(timestamp) => at.start > timestamp.start,
                ChangedFilter::Before(timestamp) => at.start < timestamp.start,
            }
        })
        .collect();
    kept.sort_by_key(|row| (order(row.key(query.sort)), row.pool_id()));
    if query.descending {
        kept.reverse();
    }
    kept.into_iter().map(Row::pool_id).collect()
}

struct Fixture {
    _folder: tempfile::TempDir,
    path: std::path::PathBuf,
    reader: Connection,
}

fn fixture(rows: &[Row]) -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.db");
    let writer = Writer::open_or_create(&path).unwrap();
    rows.iter().for_each(|row| row.put(&writer));
    writer.commit().unwrap();
    let reader = open(&path, false).unwrap();
    Fixture {
        _folder: folder,
        path,
        reader,
    }
}

fn ids(page: &Page) -> Vec<String> {
    let id = |item: &String| {
        serde_json::from_str::<serde_json::Value>(item).unwrap()["pool_id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    page.items.iter().map(id).collect()
}

/// All pages after a cursor, in walking order.
fn walk(
    c: &Connection,
    query: &ListQuery,
    limit: usize,
    mut cursor: Option<Cursor>,
) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    loop {
        let backward = cursor.as_ref().is_some_and(|cursor| cursor.backward);
        let page = list(c, query, cursor.as_ref(), limit, false).unwrap();
        pages.push(ids(&page));
        assert!(pages.len() < 100, "the pages have no end");
        cursor = if backward { page.previous } else { page.next };
        if cursor.is_none() {
            return pages;
        }
    }
}

/// Of the rows with one pool id, the last one counts, as in the catalogue.
fn distinct(rows: Vec<Row>) -> Vec<Row> {
    let mut kept: Vec<Row> = Vec::new();
    for row in rows {
        kept.retain(|other| other.id != row.id);
        kept.push(row);
    }
    kept
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn pages_make_up_the_list_forward_and_back(
        rows in prop::collection::vec(row(), 0..40),
        query in query(),
        limit in 1..9usize,
    ) {
        let rows = distinct(rows);
        let whole = expected(&rows, &query);
        let fixture = fixture(&rows);
        let pages = walk(&fixture.reader, &query, limit, None);
        prop_assert_eq!(&pages.concat(), &whole);
        prop_assert!(pages.iter().rev().skip(1).all(|page| page.len() == limit));
        let first = list(&fixture.reader, &query, None, limit, true).unwrap();
        prop_assert_eq!(first.count, Some(whole.len() as u64));
        prop_assert_eq!(first.previous, None);
        // Back from the very end: the same rows, in reverse.
        let end = Cursor { backward: true, position: None };
        let mut back = walk(&fixture.reader, &query, limit, Some(end));
        back.reverse();
        prop_assert_eq!(&back.concat(), &whole);
        // From each page, one step back leads to the page before it.
        let mut cursor = None;
        let mut before: Option<Vec<String>> = None;
        loop {
            let page = list(&fixture.reader, &query, cursor.as_ref(), limit, false).unwrap();
            prop_assert_eq!(page.previous.is_some(), before.is_some());
            if let Some(previous) = &page.previous {
                let earlier = list(&fixture.reader, &query, Some(previous), limit, false).unwrap();
                prop_assert_eq!(Some(&ids(&earlier)), before.as_ref());
                prop_assert!(earlier.next.is_some());
            }
            prop_assert!(before != Some(ids(&page)), "the pages have no end");
            before = Some(ids(&page));
            cursor = page.next;
            if cursor.is_none() { break }
        }
    }

    #[test]
    fn rows_inserted_while_paging_neither_hide_nor_repeat_others(
        rows in prop::collection::vec(row(), 1..30),
        more in prop::collection::vec(row(), 1..30),
        query in query(),
        limit in 1..5usize,
    ) {
        let rows = distinct(rows);
        let later: Vec<Row> = distinct(more).into_iter()
            .map(|row| Row { id: row.id + 100, ..row }).collect();
        let whole = expected(&rows, &query);
        let fixture = fixture(&rows);
        let mut seen = Vec::new();
        let mut coming = later.iter();
        let mut cursor = None;
        loop {
            let page = list(&fixture.reader, &query, cursor.as_ref(), limit, false).unwrap();
            seen.extend(ids(&page));
            prop_assert!(seen.len() < 100, "the pages have no end");
            cursor = page.next;
            let Some(_) = &cursor else { break };
            if let Some(row) = coming.next() {
                let writer = Writer::open(&fixture.path).unwrap();
                row.put(&writer);
                writer.commit().unwrap();
            }
        }
        let old: Vec<String> = seen.iter().filter(|id| whole.contains(id)).cloned().collect();
        prop_assert_eq!(old, whole, "all old rows, once each, in order");
        let mut unique = seen.clone();
        unique.sort();
        unique.dedup();
        prop_assert_eq!(unique.len(), seen.len(), "no row twice");
    }
}

#[test]
fn an_empty_page_links_to_the_previous_one() {
    let row = |id, name| Row {
        id,
        second: 1,
        name,
        status: "published",
        manufacturer: 1,
        code: "a",
    };
    let fixture = fixture(&[row(1, "a"), row(2, "b")]);
    let query = ListQuery {
        sort: SortField::Name,
        descending: false,
        manufacturer: None,
        brand: None,
        label: None,
        code: None,
        changed: None,
        status: Status::Published,
    };
    let first = list(&fixture.reader, &query, None, 1, false).unwrap();
    let writer = Writer::open(&fixture.path).unwrap();
    Row {
        status: "archived",
        ..row(2, "b")
    }
    .put(&writer);
    writer.commit().unwrap();
    let second = list(&fixture.reader, &query, first.next.as_ref(), 1, false).unwrap();
    assert_eq!((ids(&second), second.next), (vec![], None));
    let back = list(&fixture.reader, &query, second.previous.as_ref(), 1, false).unwrap();
    assert_eq!(ids(&back), ["p1"]);
}

mod plans;
