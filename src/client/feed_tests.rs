//! Lists, changes and the index over a made-up service.

#![allow(clippy::unwrap_used)]

use super::flow_tests::{Service, all, answer, client, next, now, service};
use super::*;
use crate::model::ListedProduct;
use proptest::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A list of products as the service has it: pages by cursor, sorted by time.
#[derive(Default)]
struct Pool {
    products: BTreeMap<String, (String, u32, &'static str)>,
    page: usize,
}

impl Pool {
    fn list(&self, url: &str) -> Result<Answer, Failure> {
        let query = url.split_once('?').map_or("", |(_, query)| query);
        let parameter = |name: &str| {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs
                .into_iter()
                .find(|(it, _)| *it == name)
                .map(|(_, it)| it.to_owned())
        };
        let after = parameter("cursor");
        let from = parameter("filter%5Bchanged_at%5D");
        let from = from.map(|it| it.replace("gt%3A", ""));
        let mut rows: Vec<_> = self
            .products
            .iter()
            .map(|(id, (at, version, status))| (format!("{at}|{id}"), id, at, version, status))
            .filter(|row| from.as_ref().is_none_or(|from| row.2 > from))
            .collect();
        rows.sort();
        let hex = |text: &str| {
            text.bytes()
                .map(|byte| format!("{byte:02x}"))
                .collect::<String>()
        };
        let rest: Vec<_> = rows
            .iter()
            .filter(|row| after.as_ref().is_none_or(|after| hex(&row.0) > *after))
            .collect();
        let page = &rest[..rest.len().min(self.page)];
        let next = match page.last() {
            Some(last) if page.len() < rest.len() => format!("{:?}", hex(&last.0)),
            _ => "null".to_owned(),
        };
        let data: Vec<String> = page
            .iter()
            .map(|(_, id, at, version, status)| {
                format!(
                    r#"{{"pool_id": "{id}", "changed_at": "{at}", "version": "{version}", "status": "{status}"}}"#
                )
            })
            .collect();
        let body = format!(
            r#"{{"next": {next}, "previous": null, "data": [{}]}}"#,
            data.join(",")
        );
        answer(200, &body)
    }
}

fn told(product: &ListedProduct) -> (String, String, String) {
    let data = product.data();
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    (
        text(data.pool_id().get()),
        text(data.version().get()),
        text(data.status().get()),
    )
}

fn second(number: u32) -> String {
    format!(
        "2024-07-{:02} {:02}:{:02}:{:02}",
        1 + number / 86400,
        number / 3600 % 24,
        number / 60 % 60,
        number % 60
    )
}

#[test]
fn a_walk_takes_every_page_and_fetches_ahead() {
    let mut list = Pool {
        page: 2,
        ..Pool::default()
    };
    for number in 0..5 {
        list.products
            .insert(format!("p{number}"), (second(number), 1, "published"));
    }
    let pool = service(move |url, _| list.list(url));
    let client = client(&pool);
    let mut walk = client.products(&ListProducts::default());
    let first = now(next(&mut walk)).unwrap().unwrap();
    assert_eq!(told(&first).0, "p0");
    assert!(pool.made.borrow()[0].ends_with("?limit=500"));
    now(next(&mut walk)).unwrap().unwrap();
    let asked = pool.made.borrow().len();
    assert_eq!(asked, 2, "the second page comes while the first is taken");
    assert_eq!(all(walk).len(), 3);
    assert_eq!(pool.made.borrow().len(), 3);
}

#[test]
fn a_walk_ends_with_an_error_and_in_no_circle() {
    let pool = service(|url, _| {
        if url.contains("cursor") {
            answer(400, "")
        } else {
            answer(200, r#"{"next": "x", "data": [{"pool_id": "a"}]}"#)
        }
    });
    let items = all(client(&pool).products(&ListProducts::default()));
    assert!(matches!(items.as_slice(), [Ok(_), Err(_)]));

    let circle = service(|_, _| answer(200, r#"{"next": "x", "data": [{"pool_id": "a"}]}"#));
    assert_eq!(
        all(client(&circle).products(&ListProducts::default())).len(),
        2
    );
    let empty = service(|_, _| answer(200, r#"{"next": "x", "data": []}"#));
    assert_eq!(
        all(client(&empty).products(&ListProducts::default())).len(),
        0
    );
}

#[test]
fn numbered_lists_walk_too() {
    let pool = service(|url, _| {
        let page = url.rsplit_once("page=").map_or("1", |(_, page)| page);
        answer(
            200,
            &format!(
                r#"{{"page": {page}, "per page": 1, "pages": 3, "data": [{{"id": {page}}}]}}"#
            ),
        )
    });
    let client = client(&pool);
    let ids = |items: Vec<Result<Value, Error>>| {
        let ids = items
            .into_iter()
            .map(|item| item.unwrap().get("id").unwrap().to_json());
        ids.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ids(all(client.manufacturers())), "1 2 3");
    assert_eq!(ids(all(client.brands(7))), "1 2 3");
    let second = ListImages {
        page: Some(2),
        ..ListImages::default()
    };
    assert_eq!(ids(all(client.images("a", &second))), "2 3");
    let bare = service(|_, _| answer(200, r#"[{"id": 4}]"#));
    assert_eq!(ids(all(self::client(&bare).manufacturers())), "4");
    // A service that knows no pages leads in no circle.
    let stuck = service(|_, _| answer(200, r#"{"page": 1, "pages": 3, "data": [{"id": 4}]}"#));
    let client = self::client(&stuck);
    assert_eq!(ids(all(client.manufacturers())), "4 4");
    assert_eq!(ids(all(client.brands(7))), "4 4");
    assert_eq!(ids(all(client.images("a", &ListImages::default()))), "4 4");
}

/// What happens to the pool between two steps of a feed.
#[derive(Clone, Debug)]
enum Event {
    /// A product is written, some seconds after the last write (0: the same
    /// second), or with a time a little behind it.
    Write {
        product: u8,
        later: u32,
        behind: u32,
    },
    /// A product is archived without a new version.
    Archive { product: u8, later: u32 },
    /// The feed is asked for so many changes.
    Read(u8),
    /// The reader crashes and goes on from its checkpoint's text.
    Crash,
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        5 => (any::<u8>(), prop_oneof![Just(0u32), 0..40_000u32], 0..600u32)
            .prop_map(|(product, later, behind)| Event::Write { product: product % 12, later, behind }),
        1 => (any::<u8>(), 0..3u32).prop_map(|(product, later)| Event::Archive { product: product % 12, later }),
        4 => (0..9u8).prop_map(Event::Read),
        1 => Just(Event::Crash),
    ];
    proptest::collection::vec(event, 1..80)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn a_feed_misses_nothing_and_repeats_nothing(events in events(), page in 1usize..5) {
        play(events, page);
    }
}

/// Lets these happen to a pool and a feed, then reads the feed to its end: it
/// must have given the newest state of every product, and nothing twice.
fn play(events: Vec<Event>, page: usize) {
    let list = Rc::new(RefCell::new(Pool {
        page,
        ..Pool::default()
    }));
    let (served, calls) = (Rc::clone(&list), Cell::new(0u32));
    let pool = service(move |url, _| {
        // Every fifth request fails for good.
        calls.set(calls.get() + 1);
        if calls.get() % 5 == 0 {
            answer(500, "")
        } else {
            served.borrow().list(url)
        }
    });
    let client = client(&pool).with(|it| it.max_retries = 0);
    let mut changes = client.changes(Checkpoint::beginning());
    let mut given: Vec<(String, String, String)> = Vec::new();
    let mut clock = 0;
    let mut read = |changes: &mut Changes<Service>, most: u32| {
        for _ in 0..most {
            match now(changes.next()) {
                Ok(Some(product)) => given.push(told(&product)),
                Ok(None) => {
                    changes.again();
                    return true;
                }
                Err(_) => {}
            }
        }
        false
    };
    for event in events {
        match event {
            Event::Write {
                product,
                later,
                behind,
            } => {
                clock += later;
                pool.seconds.set(u64::from(clock));
                let mut list = list.borrow_mut();
                let row = list.products.entry(format!("p{product}")).or_default();
                // Time never runs backwards for one product.
                let at = second(clock.saturating_sub(behind)).max(row.0.clone());
                *row = (at, row.1 + 1, "published");
            }
            Event::Archive { product, later } => {
                clock += later;
                pool.seconds.set(u64::from(clock));
                let mut list = list.borrow_mut();
                let row = list.products.get_mut(&format!("p{product}"));
                if let Some(row) = row.filter(|row| row.2 != "archived") {
                    *row = (second(clock).max(row.0.clone()), row.1, "archived");
                }
            }
            Event::Read(most) => {
                read(&mut changes, u32::from(most));
            }
            Event::Crash => {
                let text = changes.checkpoint().to_string();
                changes = client.changes(text.parse().unwrap());
            }
        }
    }
    // To the end, and once more over the overlap.
    let mut ends = 0;
    for _ in 0..1000 {
        if read(&mut changes, 1000) {
            ends += 1;
        }
        if ends == 2 {
            break;
        }
    }
    assert_eq!(ends, 2);
    let mut once = given.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), given.len(), "twice: {given:?}");
    for (id, (_, version, status)) in &list.borrow().products {
        let newest = (id.clone(), version.to_string(), (*status).to_owned());
        assert!(given.contains(&newest), "missed {newest:?} of {given:?}",);
    }
}

/// A walk that had only begun took the newest time of the walk before it for
/// what itself had listed, and settled rows that nobody had seen yet.
#[test]
fn a_walk_that_has_only_begun_settles_nothing() {
    use Event::{Crash, Read, Write};
    let write = |product, later, behind| Write {
        product,
        later,
        behind,
    };
    let events = vec![
        write(0, 0, 0),
        write(1, 0, 0),
        write(2, 0, 0),
        // A walk stands behind p1 when that is written late; it ends with p2.
        Read(2),
        write(1, 599, 599),
        write(2, 1000, 0),
        Read(1),
        Read(1),
        // The next comes as far as p0: its second request fails.
        Read(1),
        Crash,
    ];
    play(events, 1);
}

#[test]
fn records_that_hardly_say_who_they_are_are_not_lost() {
    let list = Rc::new(RefCell::new(
        r#"{"status": "published", "changed_at": "2024-07-01 10:00:00"},
           {"status": "published", "changed_at": "2024-07-01 10:00:00"},
           {"pool_id": "p", "changed_at": "2024-07-01 10:00:00"}"#
            .to_owned(),
    ));
    let served = Rc::clone(&list);
    let pool = service(move |_, _| {
        answer(
            200,
            &format!(r#"{{"next": null, "data": [{}]}}"#, served.borrow()),
        )
    });
    pool.seconds.set(1_800_000_000);
    let mut changes = client(&pool).changes(Checkpoint::beginning());
    let count = |changes: &mut Changes<Service>| {
        let all = std::iter::from_fn(|| now(changes.next()).unwrap());
        let count = all.count();
        changes.again();
        count
    };
    assert_eq!(count(&mut changes), 3, "two without an id are two");
    // Of the one without a version, another time is another change.
    *list.borrow_mut() = r#"{"pool_id": "p", "changed_at": "2024-07-01 10:05:00"}"#.to_owned();
    assert_eq!(count(&mut changes), 1);
    assert_eq!(count(&mut changes), 0);
}

#[test]
fn a_feed_may_begin_at_a_time() {
    let mut list = Pool {
        page: 10,
        ..Pool::default()
    };
    for (id, at) in [
        ("old", "2024-10-11 23:59:59"),
        ("new", "2024-10-12 00:00:00"),
    ] {
        list.products
            .insert(id.to_owned(), (at.to_owned(), 1, "published"));
    }
    let pool = service(move |url, _| list.list(url));
    let mut changes = client(&pool).changes(Checkpoint::since("2024-10-12").unwrap());
    assert_eq!(told(&now(changes.next()).unwrap().unwrap()).0, "new");
    assert_eq!(now(changes.next()).unwrap(), None);
    assert!(pool.made.borrow()[0].contains("filter%5Bchanged_at%5D=gt%3A2024-10-11"));
    assert!(Checkpoint::since("last week").is_err());
    for text in [
        "",
        "[]",
        "{}",
        r#"["changes-1",null,null,[]]"#,
        r#"["changes-2","x",[]]"#,
    ] {
        assert!(text.parse::<Checkpoint>().is_err(), "{text}");
    }
}

#[test]
fn an_index_leads_from_a_units_gtin_to_its_product() {
    let list = r#"{"next": null, "data": [{"pool_id": "p1", "version": "1", "changed_at": "2024-10-12 10:00:00",
        "traded_unit_gtin": "19520123456785", "components": [
            {"component_uuid": "u1", "internal_gtin": "not given"},
            {"component_uuid": "u2", "internal_gtin": "9520123456788"}]}]}"#;
    let gone = Rc::new(Cell::new(false));
    let is_gone = Rc::clone(&gone);
    let pool = service(move |url, _| {
        if url.contains("/products?") {
            answer(200, list)
        } else if url.ends_with("/products/p1") || url.ends_with("/19520123456785") {
            // The list may be older than the product.
            let unit = if is_gone.get() { "" } else { "09520123456788" };
            answer(
                200,
                &format!(
                    r#"{{"data": {{"pool_id": "p1", "components": [null,
                {{"inner": {{"internal_gtin": "{unit}"}}}}]}}}}"#
                ),
            )
        } else {
            answer(404, "")
        }
    });
    let client = client(&pool);
    let mut index = GtinIndex::new();
    now(index.refresh(&client)).unwrap();
    assert_eq!(index.len(), 2);
    let again: GtinIndex = index.to_string().parse().unwrap();
    assert_eq!(again, index);
    let unit = "(01)09520123456788";
    let found = now(client.find_by_gtin(unit, Some(&index))).unwrap();
    assert_eq!(found.component, Some(1));
    let case = now(client.find_by_gtin("1 9520123-45678-5", None)).unwrap();
    assert_eq!(case.component, None);
    assert!(
        now(client.find_by_gtin(unit, None))
            .unwrap_err()
            .is_not_found()
    );
    let error = now(client.find_by_gtin("no scan", Some(&index))).unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidArgument);
    gone.set(true);
    assert!(
        now(client.find_by_gtin(unit, Some(&index)))
            .unwrap_err()
            .is_not_found()
    );

    // A product that loses a GTIN is no longer found by it.
    let changed = r#"{"pool_id": "p1", "traded_unit_gtin": "19520123456785"}"#;
    index.update(&ListedProduct::from(Value::parse(changed).unwrap()));
    assert_eq!(index.len(), 1);
    assert!("[]".parse::<GtinIndex>().is_err());
}
