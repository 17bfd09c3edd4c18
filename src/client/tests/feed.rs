//! Tests of the change feed with a simulated service.

use super::flow::{Service, answer, client, now, service};
use super::*;
use crate::client::time::set_clock;
use crate::model::ListedProduct;
use futures_util::TryStreamExt as _;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// The simulated list of products: pages by cursor, sorted by time.
#[derive(Default)]
pub(super) struct Pool {
    pub(super) products: BTreeMap<String, (String, u32, &'static str)>,
    pub(super) page: usize,
}

impl Pool {
    pub(super) fn list(&self, url: &str) -> Result<TransportResponse, TransportError> {
        let query = url.split_once('?').map_or("", |(_, query)| query);
        let parameter = |name: &str| {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs
                .into_iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value.to_owned())
        };
        let after = parameter("cursor");
        let from = parameter("filter%5Bchanged_at%5D");
        let from = from.map(|from| from.replace("gt%3A", ""));
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

pub(super) fn summary(product: &ListedProduct) -> (String, String, String) {
    let data = product.data();
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    (
        text(data.pool_id().get()),
        text(data.version().get()),
        text(data.status().get()),
    )
}

pub(super) fn second(number: u32) -> String {
    format!(
        "2024-07-{:02} {:02}:{:02}:{:02}",
        1 + number / 86400,
        number / 3600 % 24,
        number / 60 % 60,
        number % 60
    )
}

/// Events between two steps of a feed.
#[derive(Clone, Debug)]
enum Event {
    /// A product is written some seconds after the last write (0: the same
    /// second), or with a slightly earlier time.
    Write {
        product: u8,
        later: u32,
        behind: u32,
    },
    /// A product is archived without a new version.
    Archive { product: u8, later: u32 },
    /// The reader takes this many changes from the feed.
    Read(u8),
    /// The reader crashes and resumes from its stored checkpoint.
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

/// A service of which every fifth request fails.
fn failing_service(list: Arc<Mutex<Pool>>) -> Service {
    let calls = AtomicU32::new(0);
    service(move |url, _| {
        calls.store(calls.load(Relaxed) + 1, Relaxed);
        if calls.load(Relaxed).is_multiple_of(5) {
            answer(500, "")
        } else {
            list.lock().unwrap().list(url)
        }
    })
}

/// Plays the events on a pool and a feed, then reads the feed to its end: it
/// must have reported the newest state of every product, and nothing twice.
fn play(events: Vec<Event>, page: usize) {
    let list = Arc::new(Mutex::new(Pool {
        page,
        ..Pool::default()
    }));
    let pool = failing_service(Arc::clone(&list));
    let client = client(&pool).with_retry_policy(|policy| policy.max_retries = 0);
    let mut changes = client.changes(Checkpoint::beginning());
    let mut given: Vec<(String, String, String)> = Vec::new();
    let mut clock = 0;
    set_clock(clock);
    let mut read = |changes: &mut Changes<Service>, most: u32| {
        for _ in 0..most {
            match now(changes.try_next()) {
                Ok(Some(product)) => given.push(summary(&product)),
                Ok(None) => {
                    changes.restart();
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
                set_clock(clock);
                let mut list = list.lock().unwrap();
                let row = list.products.entry(format!("p{product}")).or_default();
                // Time never goes backwards for a product.
                let at = second(clock.saturating_sub(behind)).max(row.0.clone());
                *row = (at, row.1 + 1, "published");
            }
            Event::Archive { product, later } => {
                clock += later;
                set_clock(clock);
                let mut list = list.lock().unwrap();
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
    check(&given, &list.lock().unwrap());
}

/// Checks that the newest state of every product was given, and nothing twice.
fn check(given: &[(String, String, String)], list: &Pool) {
    let mut once = given.to_vec();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), given.len(), "twice: {given:?}");
    for (id, (_, version, status)) in &list.products {
        let newest = (id.clone(), version.to_string(), (*status).to_owned());
        assert!(given.contains(&newest), "missed {newest:?} of {given:?}",);
    }
}

/// A regression test: a new walk used the newest time of the previous walk as
/// its own, and settled rows that had not been listed yet.
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
        // A walk is past p1 when that is written late; it ends with p2.
        Read(2),
        write(1, 599, 599),
        write(2, 1000, 0),
        Read(1),
        Read(1),
        // The next walk reaches p0: its second request fails.
        Read(1),
        Crash,
    ];
    play(events, 1);
}

#[test]
fn records_that_hardly_say_who_they_are_are_not_lost() {
    let list = Arc::new(Mutex::new(
        r#"{"status": "published", "changed_at": "2024-07-01 10:00:00"},
           {"status": "published", "changed_at": "2024-07-01 10:00:00"},
           {"pool_id": "p", "changed_at": "2024-07-01 10:00:00"}"#
            .to_owned(),
    ));
    let served = Arc::clone(&list);
    let pool = service(move |_, _| {
        answer(
            200,
            &format!(r#"{{"next": null, "data": [{}]}}"#, served.lock().unwrap()),
        )
    });
    let mut changes = client(&pool).changes(Checkpoint::beginning());
    let count = |changes: &mut Changes<Service>| {
        let all = std::iter::from_fn(|| now(changes.try_next()).unwrap());
        let count = all.count();
        changes.restart();
        count
    };
    assert_eq!(count(&mut changes), 3, "two without an id are two");
    // For the one without a version, another time is another change.
    *list.lock().unwrap() = r#"{"pool_id": "p", "changed_at": "2024-07-01 10:05:00"}"#.to_owned();
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
    assert_eq!(summary(&now(changes.try_next()).unwrap().unwrap()).0, "new");
    assert_eq!(now(changes.try_next()).unwrap(), None);
    assert!(pool.made.lock().unwrap()[0].contains("filter%5Bchanged_at%5D=gt%3A2024-10-11"));
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
