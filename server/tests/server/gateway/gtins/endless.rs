//! A pool whose list of products does not end.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::pool::item;
use crate::gateway::gateway;
use crate::gateway::upstream::{Upstream, ok};

/// How many products there are, all of them on each page.
const PRODUCTS: usize = 250;
/// How many pages have twice as many products, and those of a page more.
const PAGES: usize = (2 * PRODUCTS + 500) / PRODUCTS + 1;

#[test]
fn a_list_without_end_is_not_read_for_ever() {
    let count = AtomicUsize::new(0);
    let upstream = Upstream::new(move |_| {
        let items = (0..PRODUCTS).map(|number| item(&number.to_string(), json!(null), &[]));
        let items: Vec<Value> = items.collect();
        let cursor = count.fetch_add(1, Ordering::SeqCst).to_string();
        ok(&json!({"next": cursor, "data": items}), &[])
    });
    let gateway = gateway(&upstream.host, &["--follow", "1"]);
    // That of the changes, and the whole list.
    gateway.wait_for_log_lines("has no end", 2);
    let (_, log) = gateway.stop("-TERM");
    assert_eq!(upstream.count(), 2 * PAGES, "{log}");
    assert!(log.contains("1250 items so far, and 250 products"), "{log}");
}

#[test]
fn a_list_with_many_items_that_cannot_be_requested_has_an_end() {
    // More of them than a list of that many products could have.
    let upstream = Upstream::new(move |request| {
        let page = (0..5).find(|page| request.target.contains(&format!("cursor={page}&")));
        let skipped = vec![item("", json!(null), &[]); PRODUCTS];
        ok(
            &match page.map_or(0, |page| page + 1) {
                5 => json!({"next": null, "data": [item("a", json!(null), &[])]}),
                next => json!({"next": next.to_string(), "data": skipped}),
            },
            &[],
        )
    });
    let gateway = gateway(&upstream.host, &["--follow", "1"]);
    gateway.wait_for_log("the index of GTINs is complete");
    let (_, log) = gateway.stop("-TERM");
    assert!(!log.contains("has no end"), "{log}");
}
