//! Thousands of hostile requests: each is refused, no response contains a secret, and other
//! clients are served meanwhile and afterwards.

use std::io::Write;
use std::net::TcpStream;

use super::Attack;
use serde_json::json;

use crate::gateway::gateway_with_token;
use crate::support::{Catalogue, Server, product};

/// A secret in files that are not served.
const SECRET: &str = "canary-5f1c-in-a-file";

/// The number of requests by default, and of those that run with `cargo xtask test --all`.
const REQUESTS: u64 = 1_000;
const MANY: u64 = 100_000;

/// A catalogue beside static files, and files that are not served.
fn catalogue() -> (Catalogue, Vec<String>) {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    catalogue.file("secret.txt", SECRET);
    catalogue.file("token", SECRET);
    catalogue.file(".env", SECRET);
    let pkg = catalogue.folder.path().join("pkg");
    std::fs::create_dir_all(pkg.join("dist")).unwrap();
    std::fs::write(pkg.join("card.js"), "export {}").unwrap();
    std::fs::write(pkg.join(".env"), SECRET).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(catalogue.folder.path(), pkg.join("link")).unwrap();
    let mount = format!("/pkg={}", pkg.display());
    let options = ["--static", &mount, "--pages"];
    (catalogue, options.map(str::to_owned).to_vec())
}

/// Attacks a server, while other clients hold slow connections.
fn attack(server: &Server, requests: u64, header: Option<String>, secrets: &[&str]) {
    let target = "/v2/products/a";
    let slow: Vec<TcpStream> = (0..100)
        .map(|number| {
            let mut stream = TcpStream::connect(&server.host).unwrap();
            if number % 2 == 0 {
                stream
                    .write_all(b"GET /v2/products/a HTTP/1.1\r\nx: ")
                    .unwrap();
            }
            stream
        })
        .collect();
    let bearer = server.request("GET", target, &[]).status == 401;
    let fetch = |server: &Server| match bearer {
        true => server.get(target),
        false => server.request("GET", target, &[]),
    };
    let before = fetch(server);
    assert_eq!(before.status, 200, "{}", before.text());
    let attack = Attack {
        address: server.host.clone(),
        seed: 20_261_121,
        requests,
        at_once: 32,
        header,
        treasure: target.to_owned(),
        secrets: secrets.iter().map(|secret| (*secret).to_owned()).collect(),
    };
    let outcome = attack.run();
    assert_eq!(outcome.failed, 0, "\n{outcome}");
    // Most requests were parsed and got an error response.
    assert!(outcome.answered() > requests / 2, "\n{outcome}");
    drop(slow);
    let after = fetch(server);
    assert_eq!((after.status, after.body), (200, before.body));
}

#[test]
fn a_catalogue_withstands_hostile_requests() {
    attack_catalogue(REQUESTS);
}

#[test]
fn a_gateway_withstands_hostile_requests() {
    attack_gateway(REQUESTS);
}

#[test]
#[ignore = "takes minutes, and rarely fails where the thousand pass"]
fn a_hundred_thousand_hostile_requests_each_are_refused() {
    attack_catalogue(MANY);
    attack_gateway(MANY);
}

fn attack_catalogue(requests: u64) {
    let (catalogue, options) = catalogue();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let token = catalogue.token("tests");
    let mut server = Server::start(&catalogue.db, &options);
    server.token = token.clone();
    let header = format!("authorization: Bearer {token}");
    let secrets = [SECRET, &token, "SQLite format 3", "root:x:0:0"];
    attack(&server, requests, Some(header), &secrets);
    let (code, log) = server.stop("-TERM");
    assert_eq!(code, Some(0));
    for forbidden in ["panic", "ERROR", &token] {
        assert!(!log.contains(forbidden), "{log}");
    }
}

fn attack_gateway(requests: u64) {
    let (catalogue, options) = catalogue();
    let upstream = catalogue.serve();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let token = upstream.token.clone();
    let gateway = gateway_with_token(&upstream.host, &token, &options);
    let secrets = [SECRET, &token, "SQLite format 3", "root:x:0:0"];
    attack(&gateway, requests, None, &secrets);
    let (code, log) = gateway.stop("-TERM");
    assert_eq!(code, Some(0));
    for forbidden in ["panic", "ERROR", &token] {
        assert!(!log.contains(forbidden), "{log}");
    }
    drop(catalogue);
}
