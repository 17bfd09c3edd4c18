//! The log: what is logged for each request, and what never is.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::Stdio;

use serde_json::{Value, json};

use super::OPS;
use crate::gateway::upstream::{Gate, Upstream, ok, reply};
use crate::gateway::{TOKEN, fetch, gateway, product};
use crate::support::{Catalogue, Server, program, request, wait_until};

/// The lines of a JSON log.
fn lines(log: &str) -> Vec<Value> {
    let parsed = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")));
    parsed.collect()
}

/// The request id of a line.
fn id(line: &Value) -> Option<&str> {
    line["span"]["request_id"].as_str()
}

/// The lines of the access log.
fn access_log_lines(log: &str) -> Vec<Value> {
    let mut lines = lines(log);
    lines.retain(|line| line["message"] == "answered");
    lines
}

#[test]
fn every_log_line_of_a_request_has_its_request_id() {
    let upstream = Upstream::new(|request| match request.name() {
        "broken" => reply(500, &[], b""),
        name => ok(&product(name), &[]),
    });
    let gateway = gateway(&upstream.host, &["--log-format", "json"]);
    let request_id = |target: &str, name: &str| {
        let response = gateway.request("GET", target, &[("x-request-id", name)]);
        response.header("x-request-id").unwrap().to_owned()
    };
    assert_eq!(
        request_id("/v2/products/broken", "from-a.proxy_1:2"),
        "from-a.proxy_1:2"
    );
    assert_eq!(
        request_id("/v2/products/a?output=raw", "refused-1"),
        "refused-1"
    );
    assert_eq!(request_id("/v2/products/a", "first"), "first");
    assert_eq!(request_id("/v2/products/a", "second"), "second");
    let long = "x".repeat(129);
    let mut generated = Vec::new();
    for hostile in ["a b", "a\"b", "é", "a;b", "{}", &long] {
        generated.push(request_id("/v2/products/a", hostile));
        assert_eq!(generated.last().unwrap().len(), 32, "{hostile}");
    }
    let repeated = [("x-request-id", "one"), ("x-request-id", "two")];
    let response = gateway.request("GET", "/nothing", &repeated);
    generated.push(response.header("x-request-id").unwrap().to_owned());
    generated.sort();
    generated.dedup();
    assert_eq!(generated.len(), 7, "every id is unique");
    let to_upstream: Vec<_> = upstream
        .requests()
        .iter()
        .map(|request| request.header("x-request-id").map(str::to_owned))
        .collect();
    let forwarded = ["from-a.proxy_1:2", "first"].map(|name| Some(name.to_owned()));
    assert_eq!(to_upstream, forwarded);
    let (code, log) = gateway.stop("-TERM");
    assert_eq!(code, Some(0));
    let warned: Vec<_> = lines(&log)
        .into_iter()
        .filter(|line| line["level"] == "WARN" && line.get("span").is_some())
        .collect();
    assert_eq!(warned.len(), 1, "{log}");
    assert_eq!(id(&warned[0]), Some("from-a.proxy_1:2"), "{log}");
    let access_log_lines = access_log_lines(&log);
    let ids: Vec<_> = access_log_lines.iter().filter_map(id).collect();
    assert_eq!(
        ids[..4],
        ["from-a.proxy_1:2", "refused-1", "first", "second"]
    );
    assert_eq!(ids.len(), 11);
    for name in &generated {
        assert!(ids.contains(&name.as_str()), "{name}");
    }
    let cache: Vec<_> = access_log_lines
        .iter()
        .map(|line| line["cache"].as_str().unwrap())
        .collect();
    assert_eq!(cache[..4], ["failed", "-", "miss", "hit"]);
    let first = &access_log_lines[2];
    for (field, value) in [
        ("method", json!("GET")),
        ("route", json!("/v2/products/{product}")),
        ("path", json!("/v2/products/a")),
        ("status", json!(200)),
    ] {
        assert_eq!(first[field], value, "{first}");
    }
    assert!(first["bytes"].as_u64().unwrap() > 10, "{first}");
    assert!(first["duration_ms"].as_f64().unwrap() > 0.0, "{first}");
    assert!(!log.contains("output=raw"), "no query: {log}");
}

#[test]
fn the_length_of_a_file_is_logged() {
    let catalogue = Catalogue::with(&[]);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let served = format!("/file={file}");
    let server = Server::start(&catalogue.db, &["--static", &served]);
    assert_eq!(server.request("GET", "/file", &[]).status, 200);
    let (_, log) = server.stop("-TERM");
    let length = std::fs::metadata(file).unwrap().len();
    assert!(log.contains(&format!(" bytes={length} ")), "{log}");
}

#[test]
fn hostile_paths_are_escaped_in_the_log() {
    let catalogue = Catalogue::with(&[]);
    let server = Server::start(&catalogue.db, &[]);
    for target in ["/\u{202e}é\"x=y", "/%0aINFO%20forged", &"/a".repeat(2000)] {
        assert_eq!(server.request("GET", target, &[]).status, 404, "{target}");
    }
    let (_, log) = server.stop("-TERM");
    let lines: Vec<_> = log
        .lines()
        .filter(|line| line.contains("answered"))
        .collect();
    assert_eq!(lines.len(), 3, "{log}");
    assert!(log.is_ascii(), "{log}");
    assert!(lines.iter().all(|line| line.len() < 500), "{log}");
    assert!(lines.iter().all(|line| line.contains("route=\"other\"")));
}

#[test]
fn the_access_log_identifies_clients_only_if_enabled() {
    let upstream = Upstream::new(|request| ok(&product(request.name()), &[]));
    let hostile = "\"; \u{202e}forged=1 ".to_owned() + &"x".repeat(5000);
    let log_of_two_requests = |options: &[&str]| {
        let trusted = ["--trusted-proxy", "127.0.0.1"];
        let gateway = gateway(&upstream.host, &[options, &trusted].concat());
        let forwarded = ("x-forwarded-for", "6.6.6.6, 203.0.113.7");
        let agent = ("user-agent", "till/7 (\"x\")");
        gateway.request("GET", "/v2/products/a", &[forwarded, agent]);
        gateway.request("GET", "/v2/products/b?x=y", &[("user-agent", &hostile)]);
        gateway.stop("-TERM").1
    };
    let in_full = |format| {
        // Whatever the level of the log is.
        let access = ["--access-log", "full", "--log", "error"];
        log_of_two_requests(&[&access[..], &["--log-format", format]].concat())
    };
    for log in ["text", "json"].map(in_full) {
        assert_eq!(log.lines().count(), 2, "{log}");
        assert!(log.is_ascii() && !log.contains("x=y"), "{log}");
        assert!(log.lines().all(|line| line.len() < 700), "{log}");
    }
    let log = in_full("json");
    let access_log_lines = access_log_lines(&log);
    assert_eq!(access_log_lines[0]["client"], "203.0.113.7");
    assert_eq!(access_log_lines[0]["agent"], "till/7 (\"x\")");
    assert!(id(&access_log_lines[0]).is_some());
    assert_eq!(access_log_lines[1]["client"], "127.0.0.1");
    let agent = access_log_lines[1]["agent"].as_str().unwrap();
    assert!(agent.starts_with("\"; %E2%80%AEforged=1 xxx"), "{agent}");
    let log = in_full("text");
    assert!(
        log.contains("client=\"203.0.113.7\" method=\"GET\""),
        "{log}"
    );

    // By default no client is identified.
    let log = log_of_two_requests(&["--log", "info"]);
    assert_eq!(log.matches("answered").count(), 2, "{log}");
    assert!(
        !log.contains("203.0.113.7") && !log.contains("till"),
        "{log}"
    );
    let log = log_of_two_requests(&["--access-log", "off", "--log", "debug"]);
    assert!(!log.contains("answered"), "{log}");
}

#[test]
fn a_client_that_disconnects_is_logged() {
    let gate = Gate::default();
    let closed = gate.clone();
    let upstream = Upstream::new(move |request| {
        closed.wait();
        ok(&product(request.name()), &[])
    });
    let options = [&OPS[..], &["--log-format", "json"]].concat();
    let gateway = gateway(&upstream.host, &options);
    let mut stream = TcpStream::connect(&gateway.host).unwrap();
    stream
        .write_all(b"GET /v2/products/a HTTP/1.1\r\nhost: x\r\nx-request-id: gone\r\n\r\n")
        .unwrap();
    upstream.wait_for_requests(1);
    drop(stream);
    let cancelled = "status=\"cancelled\"} 1";
    wait_until("the request is counted as cancelled", || {
        gateway.probe("/metrics").text().contains(cancelled)
    });
    // Concurrent requests for the same target share one response.
    let waiting = std::thread::spawn({
        let host = gateway.host.clone();
        move || crate::support::request(&host, "GET", "/v2/products/a", &[])
    });
    gate.open();
    assert_eq!(waiting.join().unwrap().status, 200);
    let (_, log) = gateway.stop("-TERM");
    let access_log_lines = access_log_lines(&log);
    let gone = access_log_lines
        .iter()
        .find(|line| id(line) == Some("gone"));
    assert_eq!(gone.unwrap()["status"], 499, "{log}");
}

#[test]
fn the_log_level_and_the_access_log_are_configurable() {
    let catalogue = Catalogue::with(&[]);
    let log = |options: &[&str]| {
        let server = Server::start(&catalogue.db, options);
        fetch(&server, "/v2/products");
        server.stop("-TERM").1
    };
    assert!(log(&["--log", "info"]).contains("answered"));
    let without_access_log = log(&["--log", "info", "--access-log", "off"]);
    assert!(
        without_access_log.contains("stopping") && !without_access_log.contains("answered"),
        "{without_access_log}"
    );
    assert_eq!(log(&["--log", "warn"]), "");
    let mut command = crate::support::program();
    command
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--log-format",
            "json",
            "--db",
        ])
        .args([&catalogue.db])
        .args(["--log", "info"])
        .env("PRODUCT_POOL_LOG", "error");
    let server = Server::spawn(command);
    fetch(&server, "/v2/products");
    let (_, log) = server.stop("-TERM");
    assert_eq!(
        access_log_lines(&log).len(),
        1,
        "an option overrides the environment variable"
    );
}

#[test]
fn the_token_is_never_logged() {
    // An upstream that repeats the token wherever it can, and fails in every way.
    let upstream = Upstream::new(|request| {
        let authorization = request.header("authorization").unwrap_or("none").to_owned();
        let token = authorization.trim_start_matches("Bearer ").to_owned();
        match request.name() {
            "body" => ok(&json!({"data": {"pool_id": token}}), &[]),
            "text" => reply(
                200,
                &[("content-type", "text/plain")],
                authorization.as_bytes(),
            ),
            "status" => format!("HTTP/1.1 500 {token}\r\ncontent-length: 0\r\n\r\n").into_bytes(),
            "head" => format!("HTTP/1.1 {token}\r\n\r\n").into_bytes(),
            "header" => format!("HTTP/1.1 200 OK\r\n{token}\r\n\r\n").into_bytes(),
            "length" => reply(200, &[("content-length", &token)], b"{}"),
            "encoding" => reply(
                200,
                &[("content-encoding", "gzip")],
                authorization.as_bytes(),
            ),
            "moved" => reply(
                302,
                &[("location", &format!("http://x:{token}@y/{token}"))],
                b"",
            ),
            "refused" => reply(403, &[], authorization.as_bytes()),
            "unknown" => reply(
                401,
                &[("www-authenticate", &authorization)],
                authorization.as_bytes(),
            ),
            "busy" => reply(429, &[("retry-after", &token)], authorization.as_bytes()),
            "nothing" => Vec::new(),
            "other" => ok(&product("another"), &[]),
            name => ok(&product(name), &[("etag", &format!("\"{token}\""))]),
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let common = ["--log", "trace", "--fresh", "0", "--stale", "0"];
    let cached = ["--follow", "1", "--cache", file.to_str().unwrap()];
    let names = [
        "body", "text", "status", "head", "fine", "header", "length", "encoding", "moved", "fine",
        "refused", "unknown", "nothing", "fine", "body", "text", "status", "head", "busy",
    ];
    for format in ["text", "json"] {
        let options = [&common[..], &cached, &["--log-format", format]].concat();
        let gateway = gateway(&upstream.host, &options);
        for name in names {
            // Nothing that a page sends of its own is in the log either.
            let headers = [
                ("authorization", "Bearer of-a-page"),
                ("x-api-key", "of-a-shop"),
            ];
            gateway.request("GET", &format!("/v2/products/{name}?output=flat"), &headers);
            gateway.request("GET", &format!("/v2/products/{name}"), &headers);
            gateway.request("GET", "/v2/products/other?version=of-a-query", &headers);
            gateway.request(
                "GET",
                "/v2/products?filter[manufacturer_product_code]=of-a-query",
                &headers,
            );
        }
        let (code, log) = gateway.stop("-TERM");
        assert_eq!(code, Some(0));
        assert!(log.matches("the upstream ").count() >= 8, "{log}");
        assert!(log.matches("answered").count() > 3 * names.len(), "{log}");
        for secret in [TOKEN, "of-a-page", "of-a-shop", "of-a-query"] {
            assert!(!log.contains(secret), "{secret}: {log}");
        }
    }
    let cache = std::fs::read(&file).unwrap();
    let token = TOKEN.as_bytes();
    assert!(!cache.windows(token.len()).any(|bytes| bytes == token));
}

/// A log collector that stops reading does not stop the server.
#[test]
#[ignore = "takes seconds, and rarely fails where its neighbours pass"]
fn a_log_that_is_not_read_blocks_no_request() {
    let catalogue = Catalogue::with(&[]);
    let mut server = program()
        .args(["serve", "--listen", "127.0.0.1:0", "--db", catalogue.db()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    let mut stdout = BufReader::new(server.stdout.take().unwrap());
    stdout.read_line(&mut address).unwrap();
    let host = address.trim().strip_prefix("http://").unwrap();
    // Together about ten times as long as what a pipe holds.
    for _ in 0..4000 {
        assert_eq!(request(host, "GET", "/v2/products", &[]).status, 401);
    }
    let id = server.id().to_string();
    let kill = std::process::Command::new("kill").arg(&id).status();
    assert!(kill.unwrap().success());
    assert!(server.wait().unwrap().success());
}
