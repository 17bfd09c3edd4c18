//! What an account was sent is served to that account only.

use serde_json::json;

use super::upstream::{RecordedRequest, Upstream, ok, reply};
use super::{fetch, gateway_with_options, gateway_with_token};
use crate::support::Response;

const FIRST: &str = "first-token-0123456789-abcdefghijk";
const SECOND: &str = "second-token-0123456789-abcdefghij";

/// Requests whose responses may depend on the account.
const TARGETS: [&str; 10] = [
    "/v2/catalogs/501",
    "/v2/catalogs/501/0964",
    "/v2/labels",
    "/v2/labels/7",
    "/v2/products",
    "/v2/products/a",
    "/v2/products/a?version=1",
    "/v2/products/gtin/9520000000016",
    "/v2/images/a",
    "/v2/manufacturers/3",
];

fn has_token(request: &RecordedRequest, token: &str) -> bool {
    request.header("authorization") == Some(&format!("Bearer {token}"))
}

/// A response that names the token's account, and has the same entity tag for every account.
fn of_account(request: &RecordedRequest) -> Vec<u8> {
    let account = match has_token(request, FIRST) {
        true => "the first account's",
        false => "the second account's",
    };
    let is_one = ["501/", "labels/", "products/", "manufacturers/"];
    let data = match is_one.iter().any(|path| request.target.contains(path)) {
        true => json!({
            "pool_id": "a",
            "name": account,
            "outer": {"traded_unit_gtin": "9520000000016"},
        }),
        false => json!([{"pool_id": "a", "name": account}]),
    };
    let body = json!({"page": 1, "pages": 1, "per page": 1, "total": 1, "data": data});
    ok(&body, &[("etag", "\"1\"")])
}

fn is_of(response: &Response, account: &str) -> bool {
    response.status == 200 && response.text().contains(account)
}

#[test]
fn a_cache_file_serves_each_account_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache.db");
    let options = [
        "--cache",
        cache.to_str().unwrap(),
        "--fresh",
        "0",
        "--stale",
        "0",
    ];
    let upstream = Upstream::new(of_account);
    let fill = gateway_with_token(&upstream.host, FIRST, &options);
    for target in TARGETS {
        assert!(is_of(&fetch(&fill, target), "first"), "{target}");
    }
    assert_eq!(fill.stop("-TERM").0, Some(0));
    upstream.respond_with(|_| reply(500, &[], b""));
    let other = gateway_with_token(&upstream.host, SECOND, &options);
    for target in TARGETS {
        let response = fetch(&other, target);
        assert!(response.status >= 502, "{target}: {}", response.text());
    }
    assert_eq!(other.stop("-TERM").0, Some(0));
    // They are still there for the account that they belong to.
    let again = gateway_with_token(&upstream.host, FIRST, &options);
    for target in TARGETS {
        let response = fetch(&again, target);
        assert!(is_of(&response, "first"), "{target}");
        assert!(response.header("x-product-pool-stale").is_some());
    }
}

/// A gateway that has served everything to the first account, whose token is no longer accepted
/// and has been replaced in its file.
fn after_a_change_of_token(upstream: &Upstream, test: impl Fn(&dyn Fn(&str) -> Response)) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, FIRST).unwrap();
    let options = [
        "--upstream-token-file",
        file.to_str().unwrap(),
        "--fresh",
        "0",
        "--stale",
        "0",
    ];
    let gateway = gateway_with_options(&upstream.host, &options);
    for target in TARGETS {
        assert!(is_of(&fetch(&gateway, target), "first"), "{target}");
    }
    std::fs::write(&file, SECOND).unwrap();
    test(&|target| fetch(&gateway, target));
}

#[test]
fn a_failure_after_a_change_of_token_reveals_nothing() {
    let upstream = Upstream::new(of_account);
    after_a_change_of_token(&upstream, |fetch| {
        upstream.respond_with(|request| match has_token(request, FIRST) {
            true => reply(401, &[], br#"{"message": "Unauthenticated."}"#),
            false => reply(500, &[], b""),
        });
        for target in TARGETS {
            let response = fetch(target);
            assert!(response.status >= 502, "{target}: {}", response.text());
        }
    });
}

#[test]
fn a_304_confirms_nothing_of_another_account() {
    let upstream = Upstream::new(of_account);
    after_a_change_of_token(&upstream, |fetch| {
        upstream.respond_with(|request| {
            if has_token(request, FIRST) {
                return reply(401, &[], br#"{"message": "Unauthenticated."}"#);
            }
            match request.header("if-none-match") {
                Some(_) => reply(304, &[], b""),
                None => of_account(request),
            }
        });
        for target in TARGETS {
            let response = fetch(target);
            assert!(is_of(&response, "second"), "{target}: {}", response.text());
        }
    });
}

#[test]
fn what_the_upstream_withdraws_is_not_served_again() {
    for status in [402, 403, 404, 410, 451] {
        let upstream = Upstream::new(of_account);
        let options = ["--fresh", "0", "--stale", "0", "--missing", "0"];
        let gateway = gateway_with_token(&upstream.host, FIRST, &options);
        let targets = ["/v2/products/a", "/v2/products/gtin/9520000000016"];
        for target in targets {
            assert_eq!(fetch(&gateway, target).status, 200);
        }
        upstream.respond_with(move |_| reply(status, &[], br#"{"message": "no"}"#));
        assert_eq!(fetch(&gateway, targets[0]).status, status);
        upstream.respond_with(|_| reply(500, &[], b""));
        for target in targets {
            assert_eq!(fetch(&gateway, target).status, 502, "{status} {target}");
        }
    }
}
