//! A mirror before it is complete, and while the upstream fails.

use std::path::Path;

use rusqlite::Connection;
use serde_json::json;

use super::{FaultProxy, MirrorFile, serve_offline};
use crate::gateway::upstream::reply;
use crate::gateway::{TOKEN, cache_status, fetch, fetch_until, gateway_with_token};
use crate::support::{Catalogue, Server, ids, product, run, stderr, wait_for, wait_until};

#[test]
fn a_mirror_never_serves_a_partial_list() {
    let catalogue = Catalogue::seeded(&["--products", "50"]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    // The walk through the changes does not get past the first page.
    proxy.inject(|target, _| {
        let feed = target.contains("limit=500");
        (feed && target.contains("cursor=")).then(|| reply(500, &[], b"{}"))
    });
    let mirror_file = MirrorFile::new();
    let mirror = mirror_file.serve(
        &proxy,
        &["--fresh", "0", "--stale", "0", "--stale-if-error", "0"],
    );
    wait_until("20 records are copied", || {
        mirror_file.count_records() >= 20
    });
    let list = "/v2/products?limit=100";
    // The breaker is open from time to time, because the walk fails.
    let passed = wait_for("the list is that of the upstream", || {
        let response = fetch(&mirror, list);
        if response.status == 200 {
            return Some(response);
        }
        assert_eq!(
            (response.status, response.problem().as_str()),
            (503, "mirror_incomplete")
        );
        None
    });
    assert_eq!(
        ids(&passed.json()).len(),
        50,
        "the response of the upstream"
    );
    assert!(cache_status(&passed).contains("fwd-status=200"));
    // A unit is not reported as missing while it may be in the rest of the list.
    fetch_until(&mirror, "/v2/products/gtin/00000000000017", |response| {
        response.status == 503 && response.problem() == "gtin_index_incomplete"
    });
    proxy.set_offline(true);
    let refused = wait_for("the list is refused", || {
        let response = fetch(&mirror, list);
        (response.status != 200).then_some(response)
    });
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (503, "mirror_incomplete")
    );
    assert!(refused.header("retry-after").is_some());
    // A stored record is served all the same.
    let connection = rusqlite::Connection::open(mirror_file.path()).unwrap();
    let sql = "SELECT product FROM entry WHERE key GLOB '/v2/products/*' LIMIT 1";
    let stored: String = connection.query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(
        fetch(&mirror, &format!("/v2/products/{stored}")).status,
        200
    );
    assert_ne!(
        fetch(&mirror, "/v2/products/nobody").status,
        404,
        "the product may be in the rest of the list"
    );
}

#[test]
fn an_outdated_record_is_served_only_while_the_upstream_fails() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let mirror = mirror_file.serve_synced(&proxy, &["--hide", "none"]);
    // The list shows the change, but the request for the record fails.
    proxy.inject(|target, _| {
        target
            .starts_with("/v2/products/")
            .then(|| reply(500, &[], b"{}"))
    });
    let changed =
        json!({"version": "2", "latest_version": "2", "changed_at": super::seconds_ago(0)});
    catalogue.import(&[product("a", changed)]);
    let queued = "SELECT count(*) FROM todo WHERE rank = 0";
    wait_until("the change is queued", || {
        mirror_file.query_number(queued) == Some(1)
    });
    let stale = fetch(&mirror, "/v2/products/a");
    assert_eq!(
        (stale.status, &stale.json()["data"]["version"]),
        (200, &json!("1"))
    );
    let status = stale.header("cache-status").unwrap();
    assert!(
        status.contains("ttl=-") && status.contains("detail=upstream-"),
        "{status}"
    );
    assert_eq!(stale.header("cache-control"), Some("public, max-age=0"));
    assert_eq!(
        fetch(&mirror, "/v2/products").json()["data"][0]["version"],
        "2"
    );
    proxy.inject(|_, _| None);
    mirror_file.wait_until_synced(false);
    assert_eq!(
        fetch(&mirror, "/v2/products/a").json()["data"]["version"],
        "2"
    );
}

#[test]
fn a_mirror_completes_despite_a_failing_upstream() {
    let catalogue = Catalogue::seeded(&["--products", "50"]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    proxy.inject(|target, number| {
        let list = target.starts_with("/v2/products?");
        // Every fifth request fails, each time in another way.
        (number % 5 == 4).then(|| match number / 5 % 8 {
            0 => reply(500, &[], b"oh no"),
            1 => Vec::new(),
            2 => b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{\"data\":".to_vec(),
            3 => reply(200, &[], b"<html>soon back</html>"),
            4 => reply(429, &[("retry-after", "1")], b"{}"),
            5 if !list => reply(200, &[], br#"{"data":{"pool_id":"somebody else"}}"#),
            6 if !list => reply(200, &[], br#"{"data":[[[["#),
            7 if !list => reply(404, &[], br#"{"errors":[]}"#),
            _ => b"garbage".to_vec(),
        })
    });
    let mirror_file = MirrorFile::new();
    let mirror = mirror_file.serve(&proxy, &["--hide", "none"]);
    let copied = "SELECT (SELECT value ->> 'complete' FROM meta WHERE name = 'walk')
                  AND NOT EXISTS (SELECT 1 FROM todo WHERE rank = 0)";
    wait_until("the pool is copied", || {
        mirror_file.query_number(copied) == Some(1)
    });
    proxy.inject(|_, _| None);
    mirror_file.wait_until_synced(false);
    drop(mirror);
    let products = server.json("/v2/products?limit=500");
    let whole: Vec<_> = products["data"].as_array().unwrap().iter().collect();
    assert_eq!(whole.len(), 50);
    let mirror = serve_offline(&mirror_file, &proxy, &["--hide", "none"]);
    for item in whole {
        let target = format!("/v2/products/{}", item["pool_id"].as_str().unwrap());
        assert_eq!(
            fetch(&mirror, &target).text(),
            server.get(&target).text(),
            "{target}"
        );
    }
    let list = "/v2/products?limit=500";
    assert_eq!(fetch(&mirror, list).text(), server.get(list).text());
}

#[test]
fn a_mirror_file_belongs_to_one_upstream() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    drop(mirror_file.serve(&proxy, &[]));
    let path = mirror_file.path();
    let file = path.to_str().unwrap();
    let records = catalogue.file("records.json", "[]");
    let to = ["serve", "--upstream-token-file", "none", "--upstream"];
    let error_with =
        |option: &str, file: &str| stderr(&run(&[&to[..], &["http://a", option, file]].concat()));
    let own = catalogue.db();
    let cache = mirror_file.folder.path().join("cache.db");
    let cache = cache.to_str().unwrap();
    drop(gateway_with_token(
        &proxy.upstream.host,
        TOKEN,
        &["--cache", cache],
    ));
    for (message, expected) in [
        (stderr(&run(&["serve", "--db", file])), "is not a catalogue"),
        (
            stderr(&run(&["import", records.to_str().unwrap(), "--db", file])),
            "is not a catalogue",
        ),
        (stderr(&run(&["seed", "--db", file])), "is not a catalogue"),
        (
            error_with("--mirror", file),
            "is not the mirror of http://a",
        ),
        (error_with("--mirror", own), "is not the mirror of http://a"),
        (
            error_with("--mirror", cache),
            "is not the mirror of http://a",
        ),
        (error_with("--cache", file), "is not a cache"),
        (error_with("--db", file), "cannot be used with"),
        (
            stderr(&run(&[
                &to[..],
                &["http://a", "--mirror", file, "--cache", cache],
            ]
            .concat())),
            "cannot be used with",
        ),
    ] {
        assert!(
            message.starts_with("error: ") && message.lines().count() == 1,
            "{message}"
        );
        assert!(message.contains(expected), "{message}");
    }
    // None of them changed the file.
    let _mirror = mirror_file.serve_synced(&proxy, &[]);
    assert_eq!(mirror_file.count_records(), 1);
}

#[test]
fn the_copy_of_another_release_is_there_until_it_is_wanted_again() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    drop(mirror_file.serve_synced(&proxy, &[]));
    let path = mirror_file.path();
    let own = mirror_file.query_number("PRAGMA user_version").unwrap();
    let named = |version: i64| path.with_added_extension(format!("v{version}"));
    let set_version = |file: &Path, version: i64| {
        // SQLite's log becomes part of the file when the connection is closed.
        let connection = Connection::open(file).unwrap();
        let set = connection.pragma_update(None, "user_version", version);
        set.unwrap();
    };
    // A newer release has made this one.
    set_version(&path, own + 1);
    let mirror = mirror_file.serve_synced(&proxy, &[]);
    assert_eq!(mirror_file.query_number("PRAGMA user_version"), Some(own));
    assert!(named(own + 1).exists());
    let (_, log) = mirror.stop("-TERM");
    assert_eq!(log.matches("the copy begins anew").count(), 1, "{log}");
    // The newer one is installed again, and then this one, while the pool is down.
    set_version(&path, own);
    std::fs::rename(&path, named(own)).unwrap();
    std::fs::rename(named(own + 1), &path).unwrap();
    let mirror = serve_offline(&mirror_file, &proxy, &[]);
    assert_eq!(fetch(&mirror, "/v2/products/a").status, 200);
    assert!(named(own + 1).exists() && !named(own).exists());
    let (_, log) = mirror.stop("-TERM");
    assert_eq!(log.matches("is used again").count(), 1, "{log}");
}

#[test]
fn a_mirror_file_is_locked_by_one_process() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let mirror = mirror_file.serve_synced(&proxy, &[]);
    let path = mirror_file.path();
    let upstream = format!("http://{}", proxy.upstream.host);
    let error_of_second = || {
        let file = path.to_str().unwrap();
        let options = ["--upstream-token-file", "none", "--listen", "127.0.0.1:0"];
        let mirror = ["serve", "--upstream", &upstream, "--mirror", file];
        stderr(&run(&[&mirror[..], &options].concat()))
    };
    let message = error_of_second();
    assert!(
        message.contains("in use by another process") && message.contains("stop the other"),
        "{message}"
    );
    assert_eq!(fetch(&mirror, "/v2/products/a").status, 200);
    drop(mirror);

    // The error for a damaged file names the remedy, and the remedy works.
    let intact = std::fs::read(&path).unwrap();
    for (from, to) in [(100, 2000), (0, 16)] {
        let mut bytes = intact.clone();
        bytes[from..to].fill(b'x');
        std::fs::write(&path, bytes).unwrap();
        let _ = std::fs::remove_file(path.with_extension("db-wal"));
        let message = error_of_second();
        assert!(
            message.contains("damaged") && message.contains("delete"),
            "{message}"
        );
    }
    std::fs::remove_file(&path).unwrap();
    let mirror = mirror_file.serve_synced(&proxy, &[]);
    assert_eq!(fetch(&mirror, "/v2/products/a").status, 200);
}

#[test]
fn the_mirror_lag_is_reported() {
    let catalogue = Catalogue::with(&[product("a", json!({})), product("b", json!({}))]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    proxy.set_offline(true);
    let mirror_file = MirrorFile::new();
    let mirror = mirror_file.serve(&proxy, &["--ops-listen", "127.0.0.1:0"]);
    let fetch_metrics = || mirror.probe("/metrics").text();
    let has_line = |metrics: &str, line: &str| metrics.lines().any(|found| found == line);
    let metrics = fetch_metrics();
    assert!(
        has_line(&metrics, "product_pool_gtin_index_products 0"),
        "{metrics}"
    );
    assert!(!metrics.contains("follow_lag"));
    let ready = mirror.probe("/readyz").json();
    assert_eq!(
        ready["mirror"],
        json!({"answers_lists": false, "lag_seconds": null})
    );
    proxy.set_offline(false);
    mirror_file.wait_until_synced(false);
    let metrics = fetch_metrics();
    for line in [
        "product_pool_gtin_index_products 2",
        "product_pool_mirror_pending{kind=\"record\"} 0",
        "product_pool_mirror_pending{kind=\"other\"} 0",
    ] {
        assert!(has_line(&metrics, line), "{line} in {metrics}");
    }
    for name in ["follow_lag", "list_age"] {
        let line = format!("product_pool_{name}_seconds ");
        assert!(metrics.contains(&line), "{name}: {metrics}");
    }
    // A complete mirror is ready without the upstream.
    proxy.set_offline(true);
    let ready = mirror.probe("/readyz");
    assert_eq!(
        (ready.status, &ready.json()["mirror"]["answers_lists"]),
        (200, &json!(true))
    );
}

/// A mirror whose upstream's list does not end after the first page.
fn assert_incomplete(mirror_file: &MirrorFile, mirror: &Server) {
    wait_until("20 records are copied", || {
        mirror_file.count_records() >= 20
    });
    let sql = "SELECT value ->> 'complete' FROM meta WHERE name = 'walk'";
    assert_eq!(mirror_file.query_number(sql), Some(0));
    // A unit that is not in the first page may be in the rest.
    fetch_until(mirror, "/v2/products/gtin/00000000000017", |response| {
        assert_ne!(response.status, 404);
        response.problem() == "gtin_index_incomplete"
    });
}

#[test]
fn a_mirror_with_a_repeated_cursor_is_incomplete() {
    let catalogue = Catalogue::seeded(&["--products", "50"]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    proxy.inject(|target, _| {
        let (_, cursor) = target.split_once("cursor=")?;
        let cursor = cursor.split('&').next()?;
        let page = json!({"next": cursor, "data": [{"pool_id": "x"}]});
        Some(reply(200, &[], page.to_string().as_bytes()))
    });
    let mirror_file = MirrorFile::new();
    let mirror = mirror_file.serve(&proxy, &[]);
    assert_incomplete(&mirror_file, &mirror);
}

#[test]
fn a_mirror_has_a_maximum_size() {
    let catalogue = Catalogue::seeded(&["--products", "50"]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let ops = ["--ops-listen", "127.0.0.1:0"];
    let mirror = mirror_file.serve(&proxy, &[&ops[..], &["--max-products", "30"]].concat());
    assert_incomplete(&mirror_file, &mirror);
    let is_full = "\nproduct_pool_gtin_index{state=\"full\"} 1\n";
    wait_until("the index is full", || {
        mirror.probe("/metrics").text().contains(is_full)
    });
    let sql = "SELECT count(*) FROM product";
    assert_eq!(mirror_file.query_number(sql), Some(30));
    // With more room it is completed.
    mirror.stop("-TERM");
    mirror_file.serve_synced(&proxy, &["--max-products", "50"]);
    assert_eq!(mirror_file.count_records(), 50);
}
