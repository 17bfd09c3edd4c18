//! Building the GTIN index: once, page by page, despite failures and restarts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::pool::{
    Pool, fetch_by_gtin, item, pool_with_gate, resolve, state, wait_for_index, wait_until_resolved,
    with,
};
use crate::gateway::upstream::{Gate, ok, reply};
use crate::gateway::{fetch, gateway_with_token};
use crate::support::wait_until;

/// The GTIN of a unit: a number with its check digit.
fn unit(number: usize) -> String {
    let digits = format!("95200{number:07}");
    let check = product_pool::gtin::check_digit(&digits).unwrap();
    format!("{digits}{check}")
}

/// This many products, all changed in the same second.
fn products(count: usize) -> impl Iterator<Item = Value> {
    (0..count).map(|number| {
        item(
            &format!("p{number:06}"),
            json!(null),
            &[json!(unit(number))],
        )
    })
}

#[test]
fn an_incomplete_index_gives_503_instead_of_404() {
    let gate = Gate::default();
    let pool = pool_with_gate(products(3), 0, &gate);
    let gateway = pool.gateway(&[]);
    let early = fetch_by_gtin(&gateway, &unit(1));
    assert_eq!(
        (early.status, early.problem().as_str()),
        (503, "gtin_index_incomplete")
    );
    assert_eq!(early.header("cache-control"), Some("no-store"));
    assert!(early.header("retry-after").is_some());
    assert_eq!(
        early.header("cache-status"),
        Some("product-pool; fwd=uri-miss; detail=gtin-index-incomplete")
    );
    assert_eq!(
        state(&gateway)["complete"],
        false,
        "the gateway is ready nevertheless"
    );
    gate.open();
    wait_until_resolved(&gateway, &unit(1), "p000001");
    assert_eq!(
        state(&gateway),
        json!({"products": 3, "gtins": 3, "complete": true, "state": "complete"})
    );
    let metrics = gateway.probe("/metrics").text();
    for line in [
        "gtin_index_products 3",
        "gtin_index_gtins 3",
        "gtin_index{state=\"complete\"} 1",
    ] {
        assert!(metrics.contains(line), "{line} in {metrics}");
    }
}

#[test]
fn a_killed_process_resumes_after_its_last_page() {
    let gate = Gate::default();
    let pool = pool_with_gate(products(10_000), 12, &gate);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let options = ["--cache", file.to_str().unwrap()];
    let gateway = pool.gateway(&options);
    wait_until("13 pages are requested", || {
        pool.count_page_requests() >= 13
    });
    // Products on the pages read so far are found already.
    assert_eq!(resolve(&gateway, &unit(7)), "p000007");
    gateway.stop("-KILL");
    gate.open();
    let gateway = pool.gateway(&options);
    wait_for_index(&gateway, "complete");
    assert_eq!(
        pool.count_page_requests(),
        21,
        "10,000 products are 20 pages; one was cut off"
    );
    assert_eq!(state(&gateway)["products"], 10_000);
    for number in [0, 5_999, 6_000, 9_999] {
        assert_eq!(resolve(&gateway, &unit(number)), format!("p{number:06}"));
    }
    // After that nothing is requested again, whether the process is stopped or killed.
    for signal in ["-TERM", "-KILL"] {
        let gateway = pool.gateway(&options);
        assert_eq!(state(&gateway)["state"], "complete");
        assert_eq!(resolve(&gateway, &unit(4_321)), "p004321");
        gateway.stop(signal);
    }
    assert_eq!(pool.count_page_requests(), 21);
}

#[test]
fn the_cache_and_the_index_share_a_file() {
    let pool = Pool::with(products(5_000));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let gateway = pool.gateway(&["--cache", file.to_str().unwrap()]);
    // Both products are written at the same time.
    let mut number = 0;
    while state(&gateway)["state"] != "complete" || number < 200 {
        let target = format!("/v2/products/p{:06}", number % 5_000);
        assert_eq!(fetch(&gateway, &target).status, 200);
        number += 1;
    }
    let (code, log) = gateway.stop("-TERM");
    assert_eq!(code, Some(0));
    let mut warnings = log.lines().filter(|line| line.contains("WARN"));
    // Constants are changed for the tests, of which the log warns.
    assert!(
        warnings.all(|line| line.contains("_TEST_CONSTANTS")),
        "{log}"
    );
    let connection = rusqlite::Connection::open(&file).unwrap();
    let count = |table: &str| -> usize {
        let sql = format!("SELECT count(*) FROM {table}");
        connection.query_row(&sql, [], |row| row.get(0)).unwrap()
    };
    assert_eq!(count("product"), 5_000);
    assert_eq!(count("entry"), number.min(5_000));
}

/// The number of products in a file's index, once it is complete.
fn indexed_products(file: &std::path::Path) -> Option<usize> {
    let connection = rusqlite::Connection::open(file).unwrap();
    // Includes how far the changes were followed, without which the index is built again.
    let sql =
        "SELECT count(*) FROM product JOIN meta AS walk ON walk.name = 'walk' AND walk.value ->> 'complete'
               AND walk.value ->> 'followed' HAVING count(*) > 0";
    connection.query_row(sql, [], |row| row.get(0)).ok()
}

#[test]
fn the_index_is_copied_into_a_recreated_cache_file() {
    let pool = Pool::with(products(1_200));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let options = ["--cache", file.to_str().unwrap()];
    let gateway = pool.gateway(&options);
    wait_for_index(&gateway, "complete");
    assert_eq!(pool.count_page_requests(), 3);
    for ending in ["", "-wal", "-shm"] {
        let at = |name: &str| folder.path().join(format!("{name}{ending}"));
        std::fs::rename(at("cache.db"), at("renamed.db")).unwrap();
    }
    wait_until("the new file has the index", || {
        assert_eq!(fetch(&gateway, "/v2/products/p000001").status, 200);
        assert_eq!(resolve(&gateway, &unit(7)), "p000007", "always available");
        file.exists() && indexed_products(&file) == Some(1_200)
    });
    assert_eq!(gateway.stop("-TERM").0, Some(0));
    let gateway = pool.gateway(&options);
    assert_eq!(state(&gateway)["state"], "complete");
    assert_eq!(pool.count_page_requests(), 3, "the list is not read again");
}

#[test]
fn a_damaged_index_is_rebuilt_in_a_new_file() {
    let pool = Pool::with(products(1_200));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let options = ["--cache", file.to_str().unwrap()];
    let gateway = pool.gateway(&options);
    wait_for_index(&gateway, "complete");
    assert_eq!(gateway.stop("-TERM").0, Some(0));
    let gateway = pool.gateway(&options);
    let mut damaged = std::fs::read(&file).unwrap();
    for page in damaged.chunks_mut(4096).skip(1) {
        page[..600].fill(0xff);
    }
    // Overwrites the same file, instead of replacing it by another.
    std::fs::write(&file, damaged).unwrap();
    let _ = resolve(&gateway, &unit(7));
    wait_until_resolved(&gateway, &unit(7), "p000007");
    wait_for_index(&gateway, "complete");
    wait_until("the new file has the index", || {
        indexed_products(&file) == Some(1_200)
    });
    let (code, log) = gateway.stop("-TERM");
    assert_eq!(code, Some(0), "{log}");
    let requests_before = pool.count_page_requests();
    let gateway = pool.gateway(&options);
    assert_eq!(state(&gateway)["state"], "complete");
    assert_eq!(pool.count_page_requests(), requests_before);
}

#[test]
fn changes_during_downtime_are_read_at_the_next_start() {
    let pool = Pool::with(products(2));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let options = ["--cache", file.to_str().unwrap()];
    let gateway = pool.gateway(&options);
    wait_for_index(&gateway, "complete");
    gateway.stop("-KILL");
    // Changes are followed from where the last process ended, however long ago it was.
    let changed = item("p000001", json!(null), &[json!(unit(9))]);
    let at: String = rusqlite::Connection::open_in_memory()
        .unwrap()
        .query_row("SELECT datetime('now')", [], |row| row.get(0))
        .unwrap();
    pool.put(with(changed, json!({"changed_at": at})));
    let gateway = pool.gateway(&options);
    wait_until_resolved(&gateway, &unit(9), "p000001");
    assert_eq!(pool.count_page_requests(), 1);
}

#[test]
fn an_expired_cursor_does_not_restart_the_whole_list() {
    let days = products(2_000).enumerate().map(|(number, item)| {
        let day = format!(
            "2024-{:02}-{:02} 10:00:00",
            1 + number / 280,
            1 + number / 10 % 28
        );
        with(item, json!({"changed_at": day}))
    });
    let pool = Pool::with_filter(days, |request, bytes| {
        let expired =
            request.target.contains("cursor=1000") && !request.target.contains("changed_at%5D");
        match expired {
            true => reply(400, &[], br#"{"errors":[{"code":"invalid_cursor"}]}"#),
            false => bytes,
        }
    });
    let gateway = pool.gateway(&[]);
    wait_for_index(&gateway, "complete");
    assert_eq!(state(&gateway)["products"], 2_000);
    assert_eq!(pool.count_page_requests(), 3);
    assert_eq!(resolve(&gateway, &unit(1_999)), "p001999");
}

#[test]
fn the_index_is_rebuilt_for_another_account() {
    let pool = Pool::with(products(700));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let options = ["--cache", file.to_str().unwrap()];
    let gateway = pool.gateway(&options);
    wait_for_index(&gateway, "complete");
    assert_eq!(pool.count_page_requests(), 2);
    gateway.stop("-TERM");
    let options = [
        &["--follow", "1", "--ops-listen", "127.0.0.1:0"],
        &options[..],
    ]
    .concat();
    let gateway = gateway_with_token(
        &pool.upstream.host,
        "another-token-0123456789-abcdefg",
        &options,
    );
    wait_for_index(&gateway, "complete");
    assert_eq!(pool.count_page_requests(), 4, "the whole list, once more");
    assert_eq!(resolve(&gateway, &unit(699)), "p000699");
}

#[test]
fn without_upstream_lists_the_index_is_unavailable() {
    for refusal in [403, 404, 422] {
        let pool = Pool::with_filter(products(1), move |request, bytes| {
            match request.target.starts_with("/v2/products?") {
                true => reply(refusal, &[], br#"{"errors":[]}"#),
                false => bytes,
            }
        });
        let gateway = pool.gateway(&[]);
        wait_for_index(&gateway, "unavailable");
        assert_eq!(
            resolve(&gateway, &unit(0)),
            "not_here",
            "the upstream's own response"
        );
        assert_eq!(
            fetch(&gateway, "/readyz").status,
            404,
            "only on the operations address"
        );
        assert_eq!(gateway.probe("/readyz").status, 200);
    }
}

#[test]
fn retry_after_of_a_list_is_respected() {
    let pool = Pool::with_filter(products(3), |request, bytes| {
        match request.target.contains("limit=500") {
            true => reply(503, &[("retry-after", "60")], b"{}"),
            false => bytes,
        }
    });
    let gateway = pool.gateway(&[]);
    wait_until("a page is requested", || pool.count_page_requests() >= 1);
    std::thread::sleep(std::time::Duration::from_millis(2_500));
    assert_eq!(pool.count_page_requests(), 1);
    // Everything else works meanwhile.
    assert_eq!(fetch(&gateway, "/v2/products/p000001").status, 200);
    assert_eq!(resolve(&gateway, &unit(1)), "gtin_index_incomplete");
}

#[test]
fn invalid_list_items_are_tolerated() {
    let long = "9".repeat(1 << 20);
    let mut items: Vec<Value> = [
        json!("9520000000016"),
        json!({"value": "9520000000016"}),
        json!([9_520_000_000_016_u64]),
        json!(true),
        json!(-1.5e300),
        json!(long),
        json!(""),
        json!("00000000000000"),
        json!("٩٥٢٠٠٠٠٠٠٠٠١٦"),
    ]
    .into_iter()
    .enumerate()
    .map(|(number, gtin)| item(&format!("h{number}"), gtin.clone(), &[gtin]))
    .collect();
    items.extend([
        json!(7),
        json!(null),
        json!({}),
        json!({"pool_id": 7, "components": {"internal_gtin": "9520000000023"}}),
        json!({"pool_id": "x".repeat(300), "components": [{"internal_gtin": "9520000000023"}]}),
        json!({"pool_id": "../gtin/1", "components": [{"internal_gtin": "9520000000030"}]}),
        json!({"pool_id": "z", "changed_at": {}, "components": [7, null, [], {}]}),
        with(
            item("last", json!(null), &[json!("9520000000047")]),
            json!({"changed_at": "9999"}),
        ),
    ]);
    let pool = Pool::with(items);
    let gateway = pool.gateway(&[]);
    wait_for_index(&gateway, "complete");
    for (gtin, id) in [
        ("9520000000016", "h0"),
        ("9520000000023", "gtin_not_found"),
        ("9520000000030", "gtin_not_found"),
        ("9520000000047", "last"),
    ] {
        assert_eq!(resolve(&gateway, gtin), id, "{gtin}");
    }
}

#[test]
fn a_repeated_cursor_does_not_complete_the_index() {
    let is_mended = Arc::new(AtomicBool::new(false));
    let mended = is_mended.clone();
    let pool = Pool::with_filter(products(1_000), move |request, bytes| {
        let is_last = request.target.contains("cursor=500") && !mended.load(Ordering::SeqCst);
        match is_last {
            true => ok(&json!({"next": "500", "data": [{"pool_id": "x"}]}), &[]),
            false => bytes,
        }
    });
    let gateway = pool.gateway(&[]);
    wait_until("the last page is requested twice", || {
        pool.count_requests(|target| target.contains("cursor=500")) >= 2
    });
    assert_eq!(state(&gateway)["state"], "building");
    assert_eq!(resolve(&gateway, &unit(1)), "p000001");
    assert_eq!(resolve(&gateway, &unit(700)), "gtin_index_incomplete");
    is_mended.store(true, Ordering::SeqCst);
    wait_until_resolved(&gateway, &unit(700), "p000700");
}

#[test]
fn an_empty_page_ends_the_list_only_if_it_leads_nowhere_else() {
    let pool = Pool::with_filter(products(701), |request, bytes| {
        let empty = |next: &str| ok(&json!({"next": next, "data": []}), &[]);
        match &request.target {
            target if target.contains("cursor=500") => empty("1000"),
            target if target.contains("cursor=1000") => {
                let last = json!([products(701).last()]);
                ok(&json!({"next": "1500", "data": last}), &[])
            }
            target if target.contains("cursor=1500") => empty("1500"),
            _ => bytes,
        }
    });
    let gateway = pool.gateway(&[]);
    wait_for_index(&gateway, "complete");
    assert_eq!(resolve(&gateway, &unit(700)), "p000700");
    assert_eq!(resolve(&gateway, &unit(600)), "gtin_not_found");
}

#[test]
fn the_index_has_a_maximum_size() {
    let pool = Pool::with(products(1_500));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let options = ["--cache", file.to_str().unwrap(), "--max-products", "700"];
    for _ in 0..2 {
        let gateway = pool.gateway(&options);
        wait_for_index(&gateway, "full");
        assert_eq!(state(&gateway)["products"], 700);
        assert_eq!(resolve(&gateway, &unit(699)), "p000699");
        let beyond = fetch_by_gtin(&gateway, &unit(700));
        assert_eq!(
            (beyond.status, beyond.problem().as_str()),
            (503, "gtin_index_incomplete")
        );
        assert_eq!(beyond.header("retry-after"), Some("300"));
        let metrics = gateway.probe("/metrics").text();
        assert!(
            metrics.contains("gtin_index{state=\"full\"} 1"),
            "{metrics}"
        );
        gateway.stop("-TERM");
    }
    // With more room the rest is read.
    let gateway = pool.gateway(&["--cache", file.to_str().unwrap()]);
    wait_for_index(&gateway, "complete");
    assert_eq!(resolve(&gateway, &unit(1_499)), "p001499");
}
