//! Tests that compare the index with a search through all products.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// Parses a list item as the client does.
fn listed(item: &Value) -> ListedProduct {
    ListedProduct::from(product_pool::model::Value::parse(&item.to_string()).unwrap())
}

fn item(id: &str, case: &Value, components: &[Value]) -> Value {
    let components: Vec<Value> = components
        .iter()
        .map(|gtin| json!({"internal_gtin": gtin}))
        .collect();
    json!({"pool_id": id, "traded_unit_gtin": case, "components": components})
}

fn read(item: &Value) -> Option<Listing> {
    Listing::of(&listed(item))
}

/// The number that a value means as a GTIN, as a person would read it.
fn number(value: &Value) -> Option<u64> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let others = text.chars().any(|c| !c.is_ascii_digit() && c != ' ');
    let fits = matches!(digits.len(), 7 | 8 | 11..=14);
    let number = digits.parse().ok()?;
    (fits && !others && number > 0).then_some(number)
}

/// Values in the place of a GTIN: one of a few numbers, so that products share them, in one of
/// many forms.
fn gtin() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        1_000_000_u64..1_000_003,
        10_000_000_000..10_000_000_003_u64,
        10_000_000_000_000..10_000_000_000_003_u64
    ];
    let form = number.prop_flat_map(|number| {
        let text = number.to_string();
        let spaced: String = text.chars().flat_map(|digit| [digit, ' ']).collect();
        prop_oneof![
            Just(json!(number)),
            Just(json!(text)),
            Just(json!(format!("{number:08}"))),
            Just(json!(format!("{number:013}"))),
            Just(json!(format!("{number:014}"))),
            Just(json!(spaced)),
        ]
    });
    prop_oneof![
        8 => form,
        1 => prop_oneof![
            Just(json!(null)),
            Just(json!("unknown")),
            Just(json!("0000000000000")),
            Just(json!({"value": "1000001"})),
            Just(json!(["1000001"])),
            Just(json!(true)),
            Just(json!(1.5)),
            Just(json!("x".repeat(1 << 16))),
        ],
    ]
}

/// One of a few products, in some state.
fn product() -> impl Strategy<Value = Value> {
    let gtins = (gtin(), prop::collection::vec(gtin(), 0..4));
    (0..6_u8, gtins, any::<bool>(), 1..4_u8).prop_map(|(id, (case, components), published, day)| {
        let mut item = item(&format!("p{id}"), &case, &components);
        item["status"] = json!(if published { "published" } else { "archived" });
        item["changed_at"] = json!(format!("2024-07-0{day} 10:00:00"));
        item
    })
}

/// The products with a GTIN, best first, by looking at all of them.
fn search(all: &BTreeMap<String, Value>, gtin: u64) -> Vec<String> {
    let mut found: Vec<(bool, bool, std::cmp::Reverse<String>, String)> = Vec::new();
    for (id, item) in all {
        let is = |value: &Value| number(value) == Some(gtin);
        let on_case = is(&item["traded_unit_gtin"]);
        let components = item["components"].as_array().unwrap();
        if on_case || components.iter().any(|it| is(&it["internal_gtin"])) {
            let changed = item["changed_at"].as_str().unwrap().to_owned();
            let archived = item["status"] != "published";
            found.push((!on_case, archived, std::cmp::Reverse(changed), id.clone()));
        }
    }
    found.sort();
    found.truncate(4);
    found.into_iter().map(|(_, _, _, id)| id).collect()
}

fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.unwrap().block_on(work)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_index_agrees_with_a_full_search(
        pages in prop::collection::vec(prop::collection::vec(product(), 0..8), 1..5),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        std::fs::write(&path, "").unwrap();
        let mut all = BTreeMap::new();
        let in_memory = GtinIndex::open(None, false, "one").unwrap();
        for (number, page) in pages.iter().enumerate() {
            // The index in the file is opened again before each page.
            let in_file = GtinIndex::open(Some((&path, 0)), number > 0, "one").unwrap();
            let products: Vec<ListedProduct> = page.iter().map(listed).collect();
            for index in [&in_memory, &in_file] {
                run(index.update(&products));
                run(index.set_walk(&index.current().rows, Walk::default()));
            }
            for item in page {
                all.insert(item["pool_id"].as_str().unwrap().to_owned(), item.clone());
            }
            for begin in [1_000_000, 10_000_000_000, 10_000_000_000_000] {
                for gtin in begin..begin + 3 {
                    let right = search(&all, gtin);
                    for index in [&in_memory, &in_file] {
                        prop_assert_eq!(&run(index.find(gtin)), &right);
                    }
                }
            }
            prop_assert_eq!(in_memory.size(), in_file.size());
            prop_assert_eq!(in_memory.size().products, all.len() as u64);
        }
    }
}

#[test]
fn changed_gtins_are_reported() {
    let index = GtinIndex::open(None, false, "one").unwrap();
    let take = |case: Value, unit: Value| run(index.update(&[listed(&item("a", &case, &[unit]))]));
    let none = Changed::default();
    assert_eq!(take(json!("9520000000016"), json!(null)), none, "it is new");
    assert_eq!(take(json!("9520000000016"), json!(null)), none);
    let changed = take(json!(null), json!("9520000000023"));
    let gtins = ["09520000000016", "09520000000023"].map(str::to_owned);
    assert_eq!(changed.products, ["a".to_owned()].into());
    assert_eq!(changed.gtins, gtins.into());
    assert_eq!(run(index.find(9_520_000_000_016)), [] as [&str; 0]);
}

#[test]
fn unrequestable_items_are_skipped() {
    for wrong in [
        json!(7),
        json!({}),
        json!({"pool_id": ""}),
        json!({"pool_id": {}}),
        json!({"pool_id": "a\nb"}),
        json!({"pool_id": "x".repeat(201)}),
    ] {
        assert_eq!(read(&wrong), None, "{wrong}");
    }
    let many: Vec<Value> = (0..5_000_u64)
        .map(|n| json!(9_520_000_000_000 + n))
        .collect();
    assert_eq!(
        read(&item("a", &json!(null), &many)).unwrap().gtins.len(),
        1000
    );
    for strange in [json!([7]), json!({"a": 1}), json!("x"), json!([[]])] {
        let item = json!({"pool_id": "a", "components": strange, "changed_at": strange});
        assert!(read(&item).unwrap().gtins.is_empty(), "{item}");
    }
}

#[test]
fn an_index_without_a_checkpoint_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    std::fs::write(&path, "").unwrap();
    let product = listed(&item("a", &json!("9520000000016"), &[]));
    let walk = Walk {
        account: "one".to_owned(),
        cursor: Some("next".to_owned()),
        since: Some("gt:2024-07-02".to_owned()),
        reached: Some(7),
        complete: true,
        round: 3,
        ended: Some(8),
    };
    for (followed, state) in [
        (false, IndexState::Building),
        (true, IndexState::Complete),
        (true, IndexState::Complete),
        (false, IndexState::Building),
    ] {
        let index = GtinIndex::open(Some((&path, 0)), followed, "one").unwrap();
        assert_eq!(index.state(), state);
        assert_eq!(index.current().walk == walk, followed);
        assert_eq!(index.size().products, u64::from(followed));
        run(index.update(std::slice::from_ref(&product)));
        run(index.set_walk(&index.current().rows, walk.clone()));
    }
}

#[test]
fn a_failing_file_is_replaced_by_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    std::fs::write(&path, "").unwrap();
    let product = listed(&item("a", &json!("9520000000016"), &[]));
    for harm in [
        "DROP TABLE gtin_unit",
        "DROP TABLE gtin_product",
        "DROP TABLE gtin_walk",
    ] {
        let index = GtinIndex::open(Some((&path, 0)), false, "one").unwrap();
        run(index.update(std::slice::from_ref(&product)));
        let complete = Walk {
            complete: true,
            ..Walk::default()
        };
        run(index.set_walk(&index.current().rows, complete.clone()));
        assert!(index.is_in_file() && index.state() == IndexState::Complete);
        let other = rusqlite::Connection::open(&path).unwrap();
        other.execute_batch(harm).unwrap();
        // A walk in progress over the rows in the file is lost with them.
        let rows = index.current().rows;
        run(index.find(9_520_000_000_016));
        run(index.set_walk(&rows, complete));
        assert!(!index.is_in_file(), "{harm}");
        assert_eq!(index.state(), IndexState::Building, "{harm}");
        run(index.update(std::slice::from_ref(&product)));
        assert_eq!(run(index.find(9_520_000_000_016)), ["a"]);
    }
    // A folder, and a file of another kind.
    let text = folder.path().join("text");
    std::fs::write(&text, "no database".repeat(100)).unwrap();
    for path in [folder.path(), &text] {
        let index = GtinIndex::open(Some((path, 0)), true, "one").unwrap();
        assert!(!index.is_in_file());
    }
}

#[test]
fn a_product_with_three_gtins_takes_200_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    std::fs::write(&path, "").unwrap();
    let index = GtinIndex::open(Some((&path, 0)), false, "one").unwrap();
    for page in 0..20_u64 {
        let products = (page * 500..page * 500 + 500).map(|n| {
            let gtin = |of: u64| json!(format!("{:014}", 9_520_000_000_000 + 3 * n + of));
            let id = format!("{:032x}", n * 77_777);
            listed(&item(&id, &gtin(0), &[gtin(1), gtin(2)]))
        });
        run(index.update(&products.collect::<Vec<_>>()));
    }
    let whole = Size {
        products: 10_000,
        gtins: 30_000,
    };
    assert_eq!(index.size(), whole);
    assert_eq!(run(index.find(9_520_000_029_999)).len(), 1);
    // SQLite writes its log into the file when the last connection closes.
    drop(index);
    let bytes = path.metadata().unwrap().len();
    assert!(bytes < 10_000 * 250, "{bytes}");
}

#[tokio::test]
async fn the_index_stays_when_its_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    let disk = Disk::open(&path, "", "one", 1 << 20).unwrap();
    // In memory, then in the file, and in the same file of another generation.
    let index = GtinIndex::open(None, false, "one").unwrap();
    let product = listed(&item("a", &json!("9520000000016"), &[]));
    index.update(std::slice::from_ref(&product)).await;
    for generation in [None, Some(disk.health().generation()), Some(0)] {
        index.current.lock().generation = generation;
        let is_moved = index.move_to(&disk).await;
        assert_eq!(is_moved, generation != Some(disk.health().generation()));
        assert!(index.is_in_file());
        assert_eq!(index.find(9_520_000_000_016).await, ["a"]);
    }
    // A file that is not a cache is left alone.
    disk.close();
    let (generation, other) = (index.current().generation, folder.path().join("other.db"));
    let rows = rusqlite::Connection::open(&other).unwrap();
    rows.execute_batch("CREATE TABLE mine (a)").unwrap();
    let opened = Rows::open(&other).unwrap();
    assert!(opened.replace(&index.current().rows).is_err());
    assert_eq!(index.current().generation, generation);
    assert!(Rows::open(&folder.path().join("none.db")).is_err());
}

#[test]
fn a_product_that_two_rounds_did_not_list_leaves_the_index() {
    let index = GtinIndex::open(None, false, "one").unwrap();
    let rows = index.current().rows;
    let product = |id, gtin: &str| listed(&item(id, &json!(gtin), &[]));
    let products = [product("a", "9520000000016"), product("b", "9520000000023")];
    for (listed, kept) in [(&products[..], 2), (&products[1..], 2), (&products[1..], 1)] {
        let walk = index.current().walk.again();
        run(index.set_walk(&rows, walk.clone()));
        run(index.update(listed));
        run(index.end_round(&rows, walk.round));
        let size = Size {
            products: kept,
            gtins: kept,
        };
        assert_eq!(index.size(), size);
        assert_eq!(run(index.find(9_520_000_000_016)).len() as u64, kept - 1);
        assert_eq!(run(index.find(9_520_000_000_023)), ["b"]);
    }
}
