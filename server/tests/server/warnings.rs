//! Warnings of `--check-config` and at start: settings that work but are not advisable.

use std::path::Path;
use std::process::Command;

use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use serde_json::json;

use crate::support::{Catalogue, Server, product, program, run, set_mode, stderr};

const TOKEN: &str = "upstream-token-0123456789-abcdefghij";

/// The warnings of a check without errors.
fn warnings(mut command: Command) -> Vec<String> {
    let output = command.arg("--check-config").output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stderr(&output);
    let lines = text.lines().map(|line| line.strip_prefix("warning: "));
    lines.map(|line| line.unwrap().to_owned()).collect()
}

fn gateway(token: &str, options: &[&str]) -> Command {
    let mut command = program();
    command
        .args(["serve", "--upstream", "http://127.0.0.1:9"])
        .args(options)
        .env("PRODUCT_POOL_UPSTREAM_TOKEN", token);
    command
}

/// Options with a certificate that is valid in those years, and its key.
fn tls(catalogue: &Catalogue, from: i32, until: i32) -> [String; 4] {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.not_before = date_time_ymd(from, 1, 1);
    params.not_after = date_time_ymd(until, 1, 1);
    let pem = params.self_signed(&key).unwrap().pem();
    let certificate = catalogue.file("cert.pem", pem);
    let key = catalogue.file("key.pem", key.serialize_pem());
    let path = |path: &Path| path.display().to_string();
    [
        "--tls-cert".to_owned(),
        path(&certificate),
        "--tls-key".to_owned(),
        path(&key),
    ]
}

#[test]
fn a_certificate_outside_its_validity_is_reported() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    for (from, until, reason) in [
        (2001, 2002, Some("expired on 2002-01-01 00:00 UTC")),
        (2190, 2191, Some("is not valid before 2190-01-01 00:00 UTC")),
        (2001, 2191, None),
    ] {
        let tls = tls(&catalogue, from, until);
        let mut command = program();
        command.args(["serve", "--db", catalogue.db()]).args(&tls);
        let found = warnings(command);
        let place = format!("the certificate in {}", tls[1]);
        let expected = reason.map(|reason| format!("{place} {reason}"));
        assert_eq!(found, Vec::from_iter(expected.clone()));
        let options: Vec<&str> = tls.iter().map(String::as_str).collect();
        let (_, log) = Server::start(&catalogue.db, &options).stop("-TERM");
        match expected {
            Some(line) => assert!(log.contains(&line), "{log}"),
            None => assert!(!log.contains(&place), "{log}"),
        }
    }
}

#[cfg(unix)]
#[test]
fn files_that_everyone_can_read_are_reported() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let token = catalogue.file("token", TOKEN);
    let cache = catalogue.folder.path().join("cache.db");
    let keys = catalogue.folder.path().join("keys.db");
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let (token, cache, keys) = (path(&token), path(&cache), path(&keys));
    let added = run(&["token", "add", "till", "--db", &keys]);
    assert!(added.status.success(), "{}", stderr(&added));
    let serve = || {
        let mut command = program();
        command
            .args(["serve", "--upstream", "http://127.0.0.1:9"])
            .args(["--upstream-token-file", &token, "--cache", &cache])
            .args(["--keys", &keys, "--listen", "127.0.0.1:0"]);
        command
    };
    // Only the owner can read the files that the server creates.
    drop(Server::spawn(serve()));
    assert_eq!(warnings(serve()), Vec::<String>::new());
    for file in [&cache, &keys, &path(&catalogue.db)] {
        use std::os::unix::fs::PermissionsExt;
        let mode = Path::new(file).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    for file in [&token, &cache, &keys] {
        set_mode(Path::new(file), 0o644);
    }
    let found = warnings(serve());
    for (what, file) in [
        ("the upstream's token in", &token),
        ("the cache", &cache),
        ("the keys in", &keys),
    ] {
        let line =
            format!("{what} {file} can be read by every user of this machine; chmod o-r {file}");
        assert!(found.contains(&line), "{found:?}");
    }
    let (_, log) = Server::spawn(serve()).stop("-TERM");
    assert!(log.contains("can be read by every user"), "{log}");
    let tls = tls(&catalogue, 2001, 2191);
    set_mode(Path::new(&tls[3]), 0o644);
    set_mode(&catalogue.db, 0o644);
    let mut command = program();
    command.args(["serve", "--db", catalogue.db()]).args(&tls);
    let found = warnings(command);
    assert!(found[0].starts_with("the TLS key "), "{found:?}");
    assert!(found[1].starts_with("the database "), "{found:?}");
}

/// A seeded catalogue that replaces another keeps its permissions: another user may serve it.
#[cfg(unix)]
#[test]
fn a_new_catalogue_has_the_permissions_of_the_old_one() {
    use std::os::unix::fs::PermissionsExt;
    let catalogue = Catalogue::absent();
    for mode in [0o600, 0o640] {
        let seeded = run(&["seed", "--products", "3", "--db", catalogue.db()]);
        assert!(seeded.status.success(), "{}", stderr(&seeded));
        let found = catalogue.db.metadata().unwrap().permissions().mode();
        assert_eq!(found & 0o777, mode);
        set_mode(&catalogue.db, 0o640);
    }
}

#[test]
fn a_token_too_short_to_be_redacted_is_reported() {
    let found = warnings(gateway("short", &[]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("the upstream's token is too short"),
        "{found:?}"
    );
    assert!(!found[0].contains("\"short\""), "{found:?}");
    assert_eq!(warnings(gateway(TOKEN, &[])), Vec::<String>::new());
}

#[test]
fn probes_that_other_machines_can_reach_are_reported() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    for (address, is_open) in [
        ("127.0.0.1:0", false),
        ("localhost:0", false),
        ("[::1]:0", false),
        ("0.0.0.0:0", true),
    ] {
        let options = ["--ops-listen", address];
        let line = format!("--ops-listen {address} is not a loopback address");
        let found = warnings(gateway(TOKEN, &options));
        assert_eq!(found.len(), usize::from(is_open), "{found:?}");
        assert!(
            found.iter().all(|warning| warning.starts_with(&line)),
            "{found:?}"
        );
        if address != "[::1]:0" {
            let (_, log) = Server::start(&catalogue.db, &options).stop("-TERM");
            assert_eq!(log.contains(&line), is_open, "{log}");
        }
    }
}

#[test]
fn a_misspelt_hidden_field_is_an_error() {
    for fields in [
        "other.manufacturer_coments",
        "components,other.manufacturer_coments",
    ] {
        let output = gateway(TOKEN, &["--hide", fields]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let text = stderr(&output);
        assert!(
            text.contains("is not a field of a product; did you mean other.manufacturer_comments?"),
            "{text}"
        );
    }
}
