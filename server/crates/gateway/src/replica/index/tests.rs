//! Tests that compare the index with a search through all products.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::body::Body;
use crate::replica::list::{Product, items};

/// The page of a list that shows these items.
fn page(items: &[Value]) -> Body {
    json!({"data": items}).to_string().into()
}

/// Adds a page of the whole list to the index.
async fn update(index: &GtinIndex, page: &Body) -> Result<Changed, StoreError> {
    update_with(index, page, false).await
}

/// Adds a page of the changes or of the whole list; returns what is to be invalidated.
async fn update_with(
    index: &GtinIndex,
    page: &Body,
    of_changes: bool,
) -> Result<Changed, StoreError> {
    let (items, skipped) = items(page).unwrap();
    let mut invalidated = Changed::default();
    let count = index
        .update(items, skipped, of_changes, |changed| invalidated = changed)
        .await?;
    assert_eq!(count, invalidated.products.len());
    Ok(invalidated)
}

fn item(id: &str, case: &Value, components: &[Value]) -> Value {
    let components: Vec<Value> = components
        .iter()
        .map(|gtin| json!({"internal_gtin": gtin}))
        .collect();
    json!({"pool_id": id, "traded_unit_gtin": case, "components": components})
}

fn read(item: &Value) -> Option<Product> {
    let (mut items, _) = items(&page(std::slice::from_ref(item))).unwrap();
    items.pop().map(|item| item.product)
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
        if on_case
            || components
                .iter()
                .any(|component| is(&component["internal_gtin"]))
        {
            let changed = item["changed_at"].as_str().unwrap().to_owned();
            let archived = item["status"] != "published";
            found.push((!on_case, archived, std::cmp::Reverse(changed), id.clone()));
        }
    }
    found.sort();
    found.into_iter().map(|(_, _, _, id)| id).collect()
}

fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    runtime.unwrap().block_on(work)
}

/// A walk of a process that has followed the changes.
fn followed() -> Walk {
    Walk {
        account: "one".to_owned(),
        followed: Some(7),
        ..Walk::default()
    }
}

fn in_memory() -> GtinIndex {
    GtinIndex::open(Store::Memory, "one", u64::MAX).unwrap()
}

/// The cache's file at that path, and the index that it stores.
fn on_disk(path: &Path) -> (Arc<Disk>, GtinIndex) {
    let disk = Arc::new(Disk::open(path, "", 1 << 20).unwrap());
    let index = GtinIndex::open(Store::Cache(disk.clone()), "one", u64::MAX).unwrap();
    (disk, index)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_index_agrees_with_a_full_search(
        pages in prop::collection::vec(prop::collection::vec(product(), 0..8), 1..5),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache.db");
        let mut all = BTreeMap::new();
        let memory = in_memory();
        for page in &pages {
            // The index in the file is opened again before each page.
            let (disk, in_file) = on_disk(&path);
            for index in [&memory, &in_file] {
                run(update(index, &self::page(page))).unwrap();
                run(index.set_walk(followed())).unwrap();
            }
            for item in page {
                all.insert(item["pool_id"].as_str().unwrap().to_owned(), item.clone());
            }
            for begin in [1_000_000, 10_000_000_000, 10_000_000_000_000] {
                for gtin in begin..begin + 3 {
                    let right = search(&all, gtin);
                    for index in [&memory, &in_file] {
                        prop_assert_eq!(&index.find(gtin), &right);
                    }
                }
            }
            prop_assert_eq!(memory.size(), in_file.size());
            prop_assert_eq!(memory.size().products, all.len() as u64);
            disk.close();
        }
    }
}

#[test]
fn changed_gtins_are_reported() {
    let index = in_memory();
    let take = |case: Value, unit: Value| {
        run(update(&index, &page(&[item("a", &case, &[unit])]))).unwrap()
    };
    let none = Changed::default();
    assert_eq!(take(json!("9520000000016"), json!(null)), none, "it is new");
    assert_eq!(take(json!("9520000000016"), json!(null)), none);
    let changed = take(json!(null), json!("9520000000023"));
    let gtins = ["09520000000016", "09520000000023"].map(str::to_owned);
    assert_eq!(changed.products, ["a".to_owned()].into());
    assert_eq!(changed.gtins, gtins.into());
    assert_eq!(index.find(9_520_000_000_016), [] as [&str; 0]);
}

#[test]
fn a_product_may_be_on_a_page_twice() {
    let index = GtinIndex::open(Store::Memory, "one", 1).unwrap();
    let of = |id, gtins: &[Value]| item(id, &json!(null), gtins);
    let [first, second] = [json!("9520000000016"), json!("9520000000023")];
    let twice = [
        of("a", &[first.clone(), second]),
        of("a", &[]),
        of("a", &[first]),
        of("b", &[]),
    ];
    run(update(&index, &page(&twice[..3]))).unwrap();
    run(update(&index, &page(&twice))).unwrap();
    let size = Size {
        products: 1,
        gtins: 1,
    };
    assert_eq!((index.size(), index.take_exceeded()), (size, true));
    assert_eq!(index.find(9_520_000_000_016), ["a"]);
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
fn an_index_that_was_not_followed_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    let product = page(&[item("a", &json!("9520000000016"), &[])]);
    let walk = Walk {
        account: "one".to_owned(),
        cursor: Some("next".to_owned()),
        since: Some("gt:2024-07-02".to_owned()),
        read: 12,
        skipped: 0,
        reached: Some(7),
        complete: true,
        round: 3,
        began: 5,
        ended: Some(8),
        followed: Some(9),
        passed: Some(10),
        walked: Some(4),
    };
    let not_followed = Walk {
        followed: None,
        ..walk.clone()
    };
    for (is_continued, left) in [
        (false, &walk),
        (true, &walk),
        (true, &not_followed),
        (false, &not_followed),
    ] {
        let (disk, index) = on_disk(&path);
        let state = match is_continued {
            true => IndexState::Complete,
            false => IndexState::Building,
        };
        assert_eq!(index.state(), state);
        assert_eq!(index.walk() == walk, is_continued);
        assert_eq!(index.size().products, u64::from(is_continued));
        run(update(&index, &product)).unwrap();
        run(index.set_walk(left.clone())).unwrap();
        disk.close();
    }
    // Nothing is left of an index that was not continued.
    let (disk, index) = on_disk(&path);
    run(index.set_walk(followed())).unwrap();
    disk.close();
    let (_, index) = on_disk(&path);
    assert_eq!(index.size().products, 0);
}

#[test]
fn changes_are_what_is_new_or_differs() {
    let index = in_memory();
    let take = |of_changes: bool, changes: Value| {
        let mut item = item("a", &json!("9520000000016"), &[]);
        item["changed_at"] = json!("2024-07-02 10:00:00");
        for (name, value) in changes.as_object().unwrap() {
            item[name] = value.clone();
        }
        let changed = run(update_with(&index, &page(&[item]), of_changes)).unwrap();
        changed.products.contains("a")
    };
    assert!(
        !take(false, json!({})),
        "the whole list has it for the first time"
    );
    assert!(!take(true, json!({})));
    for change in [
        json!({"version": "2"}),
        json!({"version": "2", "status": "published"}),
        json!({"changed_at": "2024-07-02 10:00:01"}),
    ] {
        assert!(take(true, change.clone()), "{change}");
        assert!(!take(true, change.clone()), "{change}");
        assert!(take(false, json!({})), "{change}");
    }
    let other = page(&[item("b", &json!(null), &[])]);
    let changed = run(update_with(&index, &other, true)).unwrap();
    assert!(changed.products.contains("b"), "it is new");
}

#[test]
fn what_was_not_invalidated_has_still_changed_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    let [before, after] = ["1", "2"].map(|version| {
        let mut item = item("a", &json!("9520000000016"), &[]);
        item["version"] = json!(version);
        page(&[item])
    });
    let (disk, index) = on_disk(&path);
    run(update(&index, &before)).unwrap();
    run(index.set_walk(followed())).unwrap();
    let (items, skipped) = items(&after).unwrap();
    let ends = |_| panic!("the process ends");
    let update = || run(index.update(items, skipped, true, ends));
    assert!(catch_unwind(AssertUnwindSafe(update)).is_err());
    run(disk.catch_up());
    drop((disk, index));
    let (_disk, index) = on_disk(&path);
    let changed = run(update_with(&index, &after, true)).unwrap();
    assert!(changed.products.contains("a"));
}

#[tokio::test]
async fn the_whole_index_is_written_after_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    let [first, second] = ["a", "b"].map(|id| page(&[item(id, &json!("9520000000016"), &[])]));
    let (disk, index) = on_disk(&path);
    update(&index, &first).await.unwrap();
    index.set_walk(followed()).await.unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    let harm = "DELETE FROM product; DELETE FROM meta WHERE name = 'walk';
                CREATE TRIGGER fail BEFORE INSERT ON product
                BEGIN SELECT raise(ABORT, 'on purpose'); END";
    other.execute_batch(harm).unwrap();
    update(&index, &second).await.unwrap();
    disk.catch_up().await;
    assert_eq!(index.find(9_520_000_000_016), ["a", "b"]);
    other.execute_batch("DROP TRIGGER fail").unwrap();
    disk.close();
    let (_, index) = on_disk(&path);
    assert_eq!(index.find(9_520_000_000_016), ["a", "b"]);
}

#[test]
fn a_product_with_three_gtins_takes_200_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache.db");
    let (disk, index) = on_disk(&path);
    for number in 0..20_u64 {
        let products = (number * 500..number * 500 + 500).map(|n| {
            let gtin = |of: u64| json!(format!("{:014}", 9_520_000_000_000 + 3 * n + of));
            let id = format!("{:032x}", n * 77_777);
            item(&id, &gtin(0), &[gtin(1), gtin(2)])
        });
        run(update(&index, &page(&products.collect::<Vec<_>>()))).unwrap();
    }
    let whole = Size {
        products: 10_000,
        gtins: 30_000,
    };
    assert_eq!(index.size(), whole);
    assert_eq!(index.find(9_520_000_029_999).len(), 1);
    // SQLite writes its log into the file when the last connection closes.
    disk.close();
    let bytes = path.metadata().unwrap().len();
    assert!(bytes < 10_000 * 200, "{bytes}");
}

#[test]
fn a_product_that_two_rounds_did_not_list_leaves_the_index() {
    let index = in_memory();
    let product = |id, gtin: &str| item(id, &json!(gtin), &[]);
    let products = [product("a", "9520000000016"), product("b", "9520000000023")];
    for (listed, kept) in [(&products[..], 2), (&products[1..], 2), (&products[1..], 1)] {
        run(index.set_walk(index.walk().again())).unwrap();
        run(update(&index, &page(listed))).unwrap();
        index.list.lock().remove_unseen();
        let size = Size {
            products: kept,
            gtins: kept,
        };
        assert_eq!(index.size(), size);
        assert_eq!(index.find(9_520_000_000_016).len() as u64, kept - 1);
        assert_eq!(index.find(9_520_000_000_023), ["b"]);
    }
}
