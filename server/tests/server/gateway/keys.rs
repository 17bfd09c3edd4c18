//! The gateway's API keys: authentication and life cycle.

use std::path::Path;

use serde_json::json;

use super::upstream::Upstream;
use super::{complete_upstream, fetch, gateway};
use crate::support::{Response, Server, program, run, stderr, stdout, wait_until};

fn key(arguments: &[&str], file: &Path) -> std::process::Output {
    let file = file.to_str().unwrap();
    run(&[&["token"], arguments, &["--db", file]].concat())
}

/// Creates a key and returns its value.
fn create_key(name: &str, file: &Path) -> String {
    let output = key(&["add", name], file);
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output).trim_end().to_owned()
}

fn gateway_with_keys(upstream: &Upstream, file: &Path, options: &[&str]) -> Server {
    let require = ["--keys", file.to_str().unwrap()];
    gateway(&upstream.host, &[&require, options].concat())
}

fn fetch_with_key(gateway: &Server, target: &str, key: &str) -> Response {
    let bearer = format!("Bearer {key}");
    gateway.request("GET", target, &[("authorization", &bearer)])
}

#[test]
fn requests_without_a_valid_key_get_401() {
    let upstream = complete_upstream();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.db");
    let shop = create_key("shop", &file);
    std::fs::write(folder.path().join("index.html"), "a shop").unwrap();
    let mount = format!("/={}", folder.path().join("index.html").display());
    let origin = ("origin", "https://shop.example");
    let gateway = gateway_with_keys(
        &upstream,
        &file,
        &["--static", &mount, "--allow-origin", origin.1],
    );
    let bearer = format!("Bearer {shop}");
    let token = format!("Bearer {}", super::TOKEN);
    for target in [
        "/v2/products/a",
        "/v2/products",
        "/v2/nope",
        "/v2",
        "/v2/products/..",
        "/v2/products?limit=x",
    ] {
        for headers in [
            vec![],
            vec![("authorization", "Bearer nope")],
            vec![("authorization", token.as_str())],
            vec![("authorization", shop.as_str())],
            vec![("x-api-key", shop.as_str())],
            vec![
                ("authorization", bearer.as_str()),
                ("authorization", bearer.as_str()),
            ],
        ] {
            for method in ["GET", "POST"] {
                let headers = [&headers[..], &[origin]].concat();
                let response = gateway.request(method, target, &headers);
                assert_eq!(response.status, 401, "{method} {target} {headers:?}");
                assert_eq!(response.json(), json!({"message": "Unauthenticated."}));
                assert_eq!(response.header("www-authenticate"), Some("Bearer"));
                // A page whose origin is not allowed sees a network failure.
                let allowed = response.header("access-control-allow-origin");
                assert_eq!(allowed, Some(origin.1));
            }
        }
    }
    assert_eq!(upstream.count(), 0);
    for _ in 0..2 {
        let response = fetch_with_key(&gateway, "/v2/products/a", &shop);
        assert_eq!(response.status, 200, "{}", response.text());
        let control = response.header("cache-control").unwrap();
        assert!(control.starts_with("private, max-age="), "{control}");
        let vary: Vec<_> = response
            .headers
            .iter()
            .filter(|(name, _)| name == "vary")
            .collect();
        assert!(
            vary.iter()
                .any(|(_, value)| value.contains("authorization")),
            "{vary:?}"
        );
    }
    assert_eq!(fetch_with_key(&gateway, "/v2/nope", &shop).status, 404);
    // Paths that never need a key.
    assert_eq!(fetch(&gateway, "/").text(), "a shop");
    // The upstream receives the gateway's token, and the client's key nowhere.
    let requests = upstream.requests().clone();
    assert_eq!(requests.len(), 1);
    let expected = format!("Bearer {}", super::TOKEN);
    assert_eq!(requests[0].header("authorization"), Some(expected.as_str()));
    assert!(!format!("{requests:?}").contains(&shop));
    let (_, log) = gateway.stop("-TERM");
    assert!(log.contains("admitted by the key shop"), "{log}");
    assert!(!log.contains(&shop) && !log.contains("Bearer"), "{log}");
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let value = shop.as_bytes();
        assert!(!bytes.windows(value.len()).any(|window| window == value));
    }
}

#[test]
fn keys_can_be_created_and_revoked_while_the_gateway_runs() {
    let upstream = complete_upstream();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.db");
    let first = create_key("first", &file);
    assert!(first.len() > 40, "too short to be hard to guess");
    let gateway = gateway_with_keys(&upstream, &file, &[]);
    let status = |key: &str| fetch_with_key(&gateway, "/v2/products/a", key).status;
    let wait_for_status = |key: &str, expected: u16| {
        let what = format!("the key gets {expected}");
        wait_until(&what, || status(key) == expected);
    };
    assert_eq!(status(&first), 200);
    let second = create_key("second", &file);
    wait_for_status(&second, 200);
    assert!(key(&["revoke", "first"], &file).status.success());
    wait_for_status(&first, 401);
    assert_eq!(status(&second), 200);
    // The list shows the day of the last use, and nothing more precise.
    let listed = || stdout(&key(&["list"], &file));
    wait_until("the use of a key is listed", || listed().contains("(used "));
    let lines = listed();
    assert_eq!(lines.lines().count(), 1, "{lines}");
    let parts: Vec<&str> = lines.trim_end().split("  ").collect();
    assert_eq!(
        (parts[0].len(), parts[1], parts[2].len()),
        (19, "second", "(used 2026-01-31)".len())
    );
    assert!(!lines.contains(&second));
    // Without the file all keys are refused; everything else continues.
    std::fs::rename(&file, folder.path().join("away")).unwrap();
    wait_for_status(&second, 503);
    let response = fetch_with_key(&gateway, "/v2/products/a", &second);
    assert_eq!(response.problem(), "keys_unavailable");
    assert!(response.header("retry-after").is_some());
    assert_eq!(fetch(&gateway, "/v2/products/a").status, 401);
    std::fs::rename(folder.path().join("away"), &file).unwrap();
    wait_for_status(&second, 200);
    // The same name, but another key.
    assert_ne!(create_key("first", &file), first);
    wait_for_status(&second, 200);
    assert_eq!(status(&first), 401);
}

#[test]
fn guessing_keys_is_rate_limited_too() {
    let upstream = complete_upstream();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.db");
    create_key("shop", &file);
    let gateway = gateway_with_keys(&upstream, &file, &["--rate", "1", "--burst", "5"]);
    // Without a refusal, a hundred requests would take at least 95 seconds.
    let guess = |n: u32| fetch_with_key(&gateway, "/v2/products/a", &format!("guess-{n}")).status;
    let responses: Vec<u16> = (0..100).map(guess).collect();
    assert!(
        responses.iter().all(|status| [401, 429].contains(status)),
        "{responses:?}"
    );
    assert_eq!(responses[0], 401);
    assert!(responses.contains(&429));
}

#[test]
fn mistakes_with_keys_are_reported_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.db");
    let text = folder.path().join("text");
    std::fs::write(&text, "no database at all. ".repeat(100)).unwrap();
    let other = folder.path().join("other.db");
    let connection = rusqlite::Connection::open(&other).unwrap();
    connection.execute_batch("CREATE TABLE t (a)").unwrap();
    drop(connection);
    create_key("shop", &file);
    let absent = folder.path().join("absent.db");
    for (arguments, file, expected) in [
        (
            &["add", "shop"][..],
            &file,
            "a token named \"shop\" exists already; revoke it first",
        ),
        (&["add", "a b"], &file, "1 to 64 characters without spaces"),
        (
            &["revoke", "nobody"],
            &file,
            "there is no token named \"nobody\"",
        ),
        (&["list"], &absent, "`token add` create one"),
        (&["revoke", "shop"], &absent, "`token add` create one"),
        (&["list"], &text, "is not a catalogue"),
        (&["add", "x"], &text, "is not a catalogue"),
        (&["add", "x"], &other, "is not a catalogue"),
        (
            &["add", "x"],
            &Path::new("/nowhere/keys.db").to_owned(),
            "/nowhere/keys.db",
        ),
    ] {
        let output = key(arguments, file);
        let message = stderr(&output);
        assert!(!output.status.success() && stdout(&output).is_empty());
        assert!(
            message.starts_with("error: ") && message.lines().count() == 1,
            "{message}"
        );
        assert!(message.contains(expected), "{expected}: {message}");
    }
    assert!(!absent.exists());
    // A file without keys is not an error, but hardly intended, so there is a warning.
    assert!(key(&["revoke", "shop"], &file).status.success());
    let output = program()
        .args(["serve", "--upstream", "http://192.0.2.1", "--check-config"])
        .args(["--keys", file.to_str().unwrap()])
        .env("PRODUCT_POOL_UPSTREAM_TOKEN", super::TOKEN)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(
        stderr(&output),
        "warning: the upstream's token is sent unencrypted: http://192.0.2.1 is not https\n\
         warning: the file of --keys has no token, so all clients are refused; `token add` \
         creates one\n"
    );
    crate::support::set_mode(&text, 0o600);
    for file in [&absent, &text] {
        for check in [&[][..], &["--check-config"]] {
            let output = program()
                .args([
                    "serve",
                    "--upstream",
                    "http://127.0.0.1:9",
                    "--upstream-token-file",
                    "none",
                ])
                .args(["--listen", "127.0.0.1:0", "--keys", file.to_str().unwrap()])
                .args(check)
                .output()
                .unwrap();
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{message}");
            assert_eq!(message.lines().count(), 1, "{message}");
            assert!(message.contains("--keys: "), "{message}");
        }
    }
}

#[test]
fn a_gateway_can_authenticate_to_another_with_a_key() {
    let upstream = complete_upstream();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.db");
    let key = create_key("far", &file);
    let inner = gateway_with_keys(&upstream, &file, &[]);
    let outer = super::gateway_with_token(&inner.host, &key, &[]);
    assert_eq!(fetch(&outer, "/v2/products/a").status, 200);
    let refused = super::gateway_with_token(&inner.host, "nobody-knows-this-token", &[]);
    assert_eq!(
        fetch(&refused, "/v2/products/a").problem(),
        "upstream_refused"
    );
}
