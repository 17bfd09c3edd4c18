//! What a mirror serves after a change of token, and after the upstream has withdrawn a product.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, mpsc};

use serde_json::json;

use super::{FaultProxy, MirrorFile, delete, serve_offline};
use crate::gateway::upstream::{ok, reply};
use crate::gateway::{TOKEN, cache_status, fetch, fetch_until, gateway_with_options};
use crate::support::{Catalogue, Server, ids, product, request};

const OTHER: &str = "another-token-0123456789-abcdefgh";

/// Whether the mirror has nothing for its account.
fn assert_serves_nothing(mirror: &Server) {
    let list = fetch(mirror, "/v2/products");
    assert_eq!(
        (list.status, list.problem().as_str()),
        (503, "mirror_incomplete")
    );
    for target in ["/v2/products/a", "/v2/products/b", "/v2/images/a"] {
        let response = fetch(mirror, target);
        assert!(response.status >= 502, "{target}: {}", response.text());
    }
}

#[test]
fn a_mirror_serves_another_account_nothing_of_the_first() {
    let catalogue = Catalogue::with(&[product("a", json!({})), product("b", json!({}))]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    drop(mirror_file.serve_synced(&proxy, &[]));
    proxy.set_offline(true);
    let options = ["--mirror-reconcile", "0"];
    let mirror = mirror_file.serve_as(OTHER, &proxy, &options);
    assert_serves_nothing(&mirror);
    // Nor while the upstream does not accept the token, which costs no copy.
    proxy.inject(|_, _| Some(reply(401, &[], br#"{"message":"Unauthenticated."}"#)));
    proxy.set_offline(false);
    let sent = proxy.upstream.count();
    proxy.upstream.wait_for_requests(sent + 2);
    assert_serves_nothing(&mirror);
    drop(mirror);
    let mirror = serve_offline(&mirror_file, &proxy, &options);
    assert_eq!(fetch(&mirror, "/v2/products/a").status, 200);
    drop(mirror);
    // The other account sees less: of one product nothing is served.
    proxy.inject(|target, _| {
        let hidden = target.starts_with("/v2/products/b") || target.starts_with("/v2/images/b");
        hidden.then(|| reply(403, &[], br#"{"message":"no"}"#))
    });
    delete(&catalogue, "b");
    proxy.set_offline(false);
    let mirror = mirror_file.serve_as(OTHER, &proxy, &options);
    fetch_until(&mirror, "/v2/products", |list| {
        assert_eq!(
            (list.status, ids(&list.json())),
            (200, vec!["a".to_owned()])
        );
        cache_status(list) == "hit; detail=mirror"
    });
    mirror_file.wait_until_synced(false);
    proxy.set_offline(true);
    assert_eq!(fetch(&mirror, "/v2/products/a").status, 200);
    assert_ne!(fetch(&mirror, "/v2/products/b").status, 200);
    let sql = "SELECT count(*) FROM entry WHERE product = 'b'";
    assert_eq!(mirror_file.query_number(sql), Some(0));
}

#[test]
fn a_token_that_changes_while_the_mirror_runs_begins_the_copy_anew() {
    let catalogue = Catalogue::with(&[product("a", json!({})), product("b", json!({}))]);
    let server = catalogue.serve();
    let proxy = FaultProxy::new(&server);
    let mirror_file = MirrorFile::new();
    let (path, token) = (mirror_file.path(), catalogue.file("token", TOKEN));
    let options = ["--follow", "1", "--mirror", path.to_str().unwrap()];
    let file = ["--upstream-token-file", token.to_str().unwrap()];
    let mirror = gateway_with_options(&proxy.upstream.host, &[&options[..], &file].concat());
    mirror_file.wait_until_synced(false);
    assert_eq!(fetch(&mirror, "/v2/products/a").status, 200);
    // The old token is rejected once; with the new one nothing succeeds at first.
    catalogue.file("token", OTHER);
    let sent = proxy.upstream.count();
    let is_first = AtomicBool::new(true);
    proxy.inject(move |_, _| {
        Some(match is_first.swap(false, Ordering::SeqCst) {
            true => reply(401, &[], br#"{"message":"Unauthenticated."}"#),
            false => Vec::new(),
        })
    });
    proxy.upstream.wait_for_requests(sent + 2);
    assert_serves_nothing(&mirror);
    proxy.inject(|_, _| None);
    fetch_until(&mirror, "/v2/products", |list| {
        cache_status(list) == "hit; detail=mirror"
    });
    mirror_file.wait_until_synced(false);
    proxy.set_offline(true);
    assert_eq!(fetch(&mirror, "/v2/products/a").status, 200);
}

#[test]
fn a_token_that_was_not_accepted_costs_no_copy() {
    static GATEWAY: OnceLock<String> = OnceLock::new();
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let server = catalogue.serve();
    let mirror_file = MirrorFile::new();
    let proxy = FaultProxy::new(&server);
    drop(mirror_file.serve_synced(&proxy, &[]));
    let token = catalogue.file("token", OTHER);
    let renewed = token.clone();
    let (is_first, is_accepted) = (AtomicBool::new(true), AtomicBool::new(false));
    let (sender, later_requests) = mpsc::channel();
    // It accepts the token once, and meanwhile the file gets another one, which is read because of
    // a client's request.
    proxy.upstream.respond_with(move |received| {
        let is_probe = received.target.ends_with("limit=1");
        if !is_probe || !is_first.swap(false, Ordering::SeqCst) {
            if is_accepted.load(Ordering::SeqCst) {
                let _ = sender.send(());
            }
            return reply(401, &[], br#"{"message":"Unauthenticated."}"#);
        }
        std::fs::write(&renewed, "a-wrong-token-0123456789-abcdefghi").unwrap();
        assert_eq!(
            request(GATEWAY.wait(), "GET", "/v2/products/b", &[]).status,
            502
        );
        is_accepted.store(true, Ordering::SeqCst);
        ok(&json!({"next": null, "data": []}), &[])
    });
    let path = mirror_file.path();
    let options = ["--follow", "1", "--mirror", path.to_str().unwrap()];
    let file = ["--upstream-token-file", token.to_str().unwrap()];
    let mirror = gateway_with_options(&proxy.upstream.host, &[&options[..], &file].concat());
    GATEWAY.set(mirror.host.clone()).unwrap();
    // What follows on the accepted request has been done once there is another one.
    later_requests.recv().unwrap();
    drop(mirror);
    let sql = "SELECT count(*) FROM entry WHERE product = 'a'";
    assert!(mirror_file.query_number(sql) > Some(0));
}

#[test]
fn what_the_upstream_withdraws_is_not_served_from_the_copy() {
    for status in [402, 403, 404, 410, 451] {
        let catalogue = Catalogue::with(&[product("a", json!({})), product("b", json!({}))]);
        let server = catalogue.serve();
        let proxy = FaultProxy::new(&server);
        let mirror_file = MirrorFile::new();
        let options = ["--fresh", "0", "--stale", "0", "--missing", "0"];
        let mirror = mirror_file.serve_synced(&proxy, &options);
        proxy.inject(move |target, _| {
            let is_record = target.starts_with("/v2/products/a");
            is_record.then(|| reply(status, &[], br#"{"message":"no"}"#))
        });
        assert_eq!(fetch(&mirror, "/v2/products/a").status, status);
        proxy.set_offline(true);
        for (target, expected) in [("/v2/products/a", false), ("/v2/products/b", true)] {
            let is_served = fetch(&mirror, target).status == 200;
            assert_eq!(is_served, expected, "{status} {target}");
        }
    }
}
