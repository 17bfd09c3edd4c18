//! Search in a mirror's copy.

use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};

use super::{FaultProxy, MirrorFile, seconds_ago};
use crate::gateway::{cache_status, fetch, gateway};
use crate::support::{Catalogue, Response, Server, ids, product, request};

fn named(id: &str, name: &str, case: &str, unit: &str) -> Value {
    let general = json!({"manufacturer_product_name": name, "product_name": name});
    let mut product = product(
        id,
        json!({"general": general, "outer": {"traded_unit_gtin": case}}),
    );
    product["components"][0]["inner"]["internal_gtin"] = json!(unit);
    product
}

fn shelf() -> Catalogue {
    Catalogue::with(&[
        named("a", "Crème Brûlée", "9520000000016", "9520000000023"),
        named("b", "Ham Sandwich", "9520000000030", "95200002"),
    ])
}

fn search(server: &Server, query: &str) -> Response {
    fetch(server, &format!("/search?q={query}"))
}

fn found(server: &Server, query: &str) -> Vec<String> {
    ids(&search(server, query).json())
}

#[test]
fn products_are_found_by_words_and_barcodes_as_long_as_they_are_listed() {
    let catalogue = shelf();
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let mirror = mirror_file.serve_synced(
        &proxy,
        &["--allow-origin", "*", "--ops-listen", "127.0.0.1:0"],
    );
    for (query, id) in [
        ("creme+bru", "a"),
        ("ham%20meadow", "b"),
        ("9520000000016", "a"),
        ("09520000000023", "a"),
        ("95200002", "b"),
    ] {
        assert_eq!(found(&mirror, query), [id], "{query}");
    }
    let response = search(&mirror, "meadow&limit=1");
    assert_eq!(response.json()["next"], "1");
    assert_eq!(cache_status(&response), "hit; detail=mirror");
    let header = |name: &str| response.header(name).unwrap_or_default().to_owned();
    assert!(header("cache-control").starts_with("public, max-age="));
    assert_eq!(
        header("surrogate-key"),
        "products",
        "a purge of any product"
    );
    assert_eq!(header("access-control-allow-origin"), "*");
    let known = [("if-none-match", &*header("etag"))];
    assert_eq!(
        mirror
            .request("GET", "/search?q=meadow&limit=1", &known)
            .status,
        304
    );
    // It follows what changes, and what is deleted.
    let mut changed = named("a", "Custard", "9520000000016", "9520000000047");
    changed["version"] = json!("2");
    changed["changed_at"] = json!(seconds_ago(0));
    catalogue.import(&[changed]);
    mirror_file.wait_until_synced(false);
    for (query, ids) in [
        ("custard", &["a"][..]),
        ("creme", &[]),
        ("9520000000047", &["a"]),
        ("9520000000023", &[]),
    ] {
        assert_eq!(found(&mirror, query), ids, "{query}");
    }
    // One that is recalled is in no list until the pool says that it is still there.
    proxy.set_offline(true);
    let purged = request(&mirror.ops, "DELETE", "/purge?product=b", &[]);
    assert_eq!(purged.status, 200, "{}", purged.text());
    assert_eq!(found(&mirror, "ham"), [""; 0]);
    assert_eq!(found(&mirror, "95200002"), [""; 0]);
}

#[test]
fn no_text_is_an_error_and_no_parameter_is_ignored() {
    let catalogue = shelf();
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let mirror = mirror_file.serve_synced(&proxy, &[]);
    for query in [
        "",
        "%00",
        "%FF%FE",
        "%22",
        "ham%22%20OR%20name:*",
        "NEAR(a%20b)",
        "*",
        "-ham",
        "%E2%80%8D",
    ] {
        assert_eq!(search(&mirror, query).status, 200, "{query}");
    }
    for length in [1_000, 7_000] {
        assert_eq!(
            search(&mirror, &"a+".repeat(length / 2)).status,
            200,
            "{length}"
        );
    }
    for query in [
        "/search",
        "/search?q=a&q=b",
        "/search?q=a&limits=3",
        "/search?q=a&limit=0",
        "/search?q=a&cursor=x",
    ] {
        let refused = fetch(&mirror, query);
        assert_eq!(
            (refused.status, &*refused.problem()),
            (400, "invalid_query"),
            "{query}"
        );
    }
    assert_eq!(mirror.request("POST", "/search?q=a", &[]).status, 405);
}

#[test]
fn what_is_withheld_is_neither_found_nor_shown() {
    let catalogue = shelf();
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let mirror = mirror_file.serve_synced(
        &proxy,
        &["--hide", "general.brand_name,general.manufacturer_name"],
    );
    assert_eq!(found(&mirror, "meadow"), [""; 0]);
    let response = search(&mirror, "ham");
    assert_eq!(ids(&response.json()), ["b"]);
    assert!(!response.text().contains("Meadow"), "{}", response.text());
}

#[test]
fn a_copy_of_an_earlier_version_is_searched() {
    let catalogue = shelf();
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    drop(mirror_file.serve_synced(&proxy, &[]));
    let file = Connection::open(mirror_file.path()).unwrap();
    file.execute_batch("DROP TRIGGER product_unlisted; DROP TABLE search")
        .unwrap();
    drop(file);
    proxy.set_offline(true);
    let mirror = mirror_file.serve(&proxy, &[]);
    assert_eq!(found(&mirror, "creme"), ["a"]);
    assert_eq!(found(&mirror, "9520000000023"), ["a"]);
}

#[test]
fn a_gateway_without_a_copy_says_what_search_needs() {
    let catalogue = shelf();
    let server = catalogue.serve();
    let refused = search(&gateway(&server.host, &[]), "ham");
    assert_eq!(
        (refused.status, &*refused.problem()),
        (501, "mirror_required")
    );
    assert!(refused.text().contains("--mirror"));
    let proxy = FaultProxy::new(&server);
    proxy.set_offline(true);
    let refused = search(&MirrorFile::new().serve(&proxy, &[]), "ham");
    assert_eq!(
        (refused.status, &*refused.problem()),
        (503, "mirror_incomplete")
    );
    // With keys, or over a catalogue, it is among the pages that need an option.
    assert_eq!(search(&server, "ham").status, 404);
    let server = Server::start(Path::new(catalogue.db()), &["--pages"]);
    assert_eq!(found(&server, "ham"), ["b"]);
}
