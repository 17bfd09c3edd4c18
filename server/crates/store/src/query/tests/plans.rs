//! The cost of a page: the same at any depth, for all orders and filters.

use rusqlite::StatementStatus;

use super::*;

/// Every combination of the API's filters, with every order and direction.
fn queries() -> Vec<ListQuery> {
    let timestamp = Timestamp::parse("2024-07-02 00:00:02").unwrap();
    let times = [
        None,
        Some(ChangedFilter::After(timestamp)),
        Some(ChangedFilter::Before(timestamp)),
        Some(ChangedFilter::During(timestamp)),
    ];
    let mut queries = Vec::new();
    for filters in 0..16u32 {
        let has = |bit: u32| filters & (1 << bit) != 0;
        for changed in times {
            for status in [Status::Any, Status::Published, Status::Archived] {
                for sort in [SortField::Changed, SortField::Name] {
                    for descending in [false, true] {
                        queries.push(ListQuery {
                            sort,
                            descending,
                            manufacturer: has(0).then_some(1),
                            brand: has(1).then_some(11),
                            label: has(2).then_some(1),
                            code: has(3).then(|| "a".to_owned()),
                            changed,
                            status,
                        });
                    }
                }
            }
        }
    }
    queries
}

impl ListQuery {
    /// The column of the rarest filter, as in the names of the indexes.
    fn rarest(&self) -> &'static str {
        match self {
            _ if self.code.is_some() => "code_",
            _ if self.brand.is_some() => "brand_",
            _ if self.manufacturer.is_some() => "manufacturer_",
            _ if self.label.is_some() => "label_",
            _ if self.status != Status::Any => "status_",
            _ => "",
        }
    }
}

fn plan(connection: &Connection, tail: &str, values: &[Value]) -> String {
    let sql = format!("EXPLAIN QUERY PLAN SELECT item FROM product {tail} LIMIT 5");
    let mut statement = connection.prepare(&sql).unwrap();
    let plan = statement
        .query_map(params_from_iter(values), |row| row.get::<_, String>(3))
        .unwrap();
    plan.map(Result::unwrap).collect::<Vec<_>>().join("; ")
}

#[test]
fn every_order_behind_every_filter_comes_from_an_index() {
    let fixture = fixture(&[]);
    for query in queries() {
        for backward in [false, true] {
            for entered in [false, true] {
                let key = match query.sort {
                    SortField::Changed => SortKey::Changed(5),
                    SortField::Name => SortKey::Name("n".into()),
                };
                let position = Position {
                    key,
                    pool_id: "p".into(),
                };
                let from = entered.then_some(&position);
                let (tail, values) = query.tail(Walk::Order, backward, from);
                let plan = plan(&fixture.reader, &tail, &values);
                let order = match query.sort {
                    SortField::Changed => "changed",
                    SortField::Name => "name",
                };
                let index = format!("USING INDEX product_{}{order}", query.rarest());
                // Without a filter or a position, the walk begins at the start of the index.
                let free = query.rarest().is_empty()
                    && !entered
                    && (query.changed.is_none() || query.sort == SortField::Name);
                let walks = if free { "SCAN" } else { "SEARCH" };
                let kept = plan.starts_with(&format!("{walks} product {index}"));
                assert!(kept && !plan.contains(';'), "{query:?}: {plan}");
            }
        }
    }
}

/// If no index has both, only a few rows are sorted.
#[test]
fn names_are_sorted_only_where_few_rows_are_left() {
    let fixture = fixture(&[]);
    for query in queries() {
        if query.sort == SortField::Changed || query.changed.is_none() {
            assert_eq!(query.walk(&fixture.reader).unwrap(), Walk::Order);
            continue;
        }
        let (tail, values) = query.tail(Walk::Time, false, None);
        let plan = plan(&fixture.reader, &tail, &values);
        let index = format!(
            "SEARCH product USING INDEX product_{}changed",
            query.rarest()
        );
        assert!(plan.starts_with(&index), "{query:?}: {plan}");
        assert!(plan.ends_with("USE TEMP B-TREE FOR ORDER BY"), "{plan}");
    }
}

#[test]
fn few_rows_are_sorted_and_many_walked_by_name() {
    let row = |id: u32, second| Row {
        id,
        second,
        name: "apple",
        status: "published",
        manufacturer: 1,
        code: "a",
    };
    let query = ListQuery {
        sort: SortField::Name,
        changed: Some(ChangedFilter::During(
            Timestamp::parse("2024-07-02 00:00:02").unwrap(),
        )),
        ..queries().remove(0)
    };
    for (count, walk) in [
        (0, Walk::Time),
        (MAX_SORTED_ROWS, Walk::Time),
        (MAX_SORTED_ROWS + 1, Walk::Order),
    ] {
        let passing = (0..count).map(|id| row(id, 2));
        let others = (100..120).map(|id| row(id, 1));
        let fixture = fixture(&passing.chain(others).collect::<Vec<_>>());
        assert_eq!(query.walk(&fixture.reader).unwrap(), walk, "{count}");
    }
}

/// The steps of SQLite's virtual machine for a page after a position.
fn steps(connection: &Connection, query: &ListQuery, from: Option<&Position>) -> i32 {
    let walk = query.walk(connection).unwrap();
    let (tail, values) = query.tail(walk, false, from);
    let sql = format!("SELECT pool_id, item FROM product {tail} LIMIT 5");
    let mut statement = connection.prepare(&sql).unwrap();
    let mut rows = statement.query(params_from_iter(&values)).unwrap();
    let mut count = 0;
    while rows.next().unwrap().is_some() {
        count += 1;
    }
    drop(rows);
    assert_eq!(count, 5, "{query:?}");
    statement.get_status(StatementStatus::VmStep)
}

#[test]
fn a_page_costs_the_same_at_any_depth() {
    const NAMES: [&str; 4] = ["apple", "berry", "cherry", "zebra"];
    // There are many rows for each second, and for each name.
    let rows: Vec<Row> = (0..600)
        .map(|id| Row {
            id,
            second: id / 150,
            name: NAMES[id as usize % 4],
            status: if id % 2 == 0 { "published" } else { "archived" },
            manufacturer: 1,
            code: "a",
        })
        .collect();
    let fixture = fixture(&rows);
    for query in queries() {
        // In an order by name the times are checked row by row, so the number of steps is
        // random.
        if query.changed.is_some() && query.sort == SortField::Name {
            continue;
        }
        let whole = expected(&rows, &query);
        let at = |number: usize| {
            let row = rows.iter().find(|row| row.pool_id() == whole[number]);
            let row = row.unwrap();
            Position {
                key: row.key(query.sort),
                pool_id: row.pool_id(),
            }
        };
        let near = steps(&fixture.reader, &query, Some(&at(5)));
        let deep = steps(&fixture.reader, &query, Some(&at(whole.len() - 10)));
        assert!((deep - near).abs() <= 20, "{query:?}: {near} and {deep}");
    }
}
