//! Probes and metrics.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::json;

use super::OPS;
use crate::gateway::upstream::{Gate, Upstream, ok, reply};
use crate::gateway::{complete_upstream, fetch, fetch_until, gateway, gateway_with_token, product};
use crate::support::{
    Catalogue, Response, Server, program, request, run, stderr, stdout, wait_for, wait_until,
};

const A: &str = "/v2/products/a";

/// The values of metrics, by name and labels. Every line must be valid.
fn parse_metrics(metrics: &Response) -> BTreeMap<String, f64> {
    assert_eq!(metrics.status, 200);
    assert_eq!(
        metrics.header("content-type"),
        Some("application/openmetrics-text; version=1.0.0; charset=utf-8")
    );
    let text = metrics.text();
    let (body, end) = text.split_at(text.len() - "# EOF\n".len());
    assert_eq!(end, "# EOF\n");
    let mut values = BTreeMap::new();
    for line in body.lines().filter(|line| !line.starts_with("# ")) {
        let (name, number) = line.rsplit_once(' ').unwrap_or_else(|| panic!("{line}"));
        let duplicate = values.insert(name.to_owned(), number.parse().unwrap());
        assert_eq!(duplicate, None, "{name} is listed twice");
    }
    values
}

fn number(server: &Server, name: &str) -> f64 {
    let values = parse_metrics(&server.probe("/metrics"));
    values.get(name).copied().unwrap_or_default()
}

#[test]
fn probes_bypass_rate_limits() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &["--rate", "1", "--burst", "1"]);
    let mut refused = 0;
    for _ in 0..30 {
        let alive = fetch(&gateway, "/healthz");
        assert_eq!(
            (alive.status, alive.json()),
            (200, json!({"status": "alive"}))
        );
        let ready = fetch(&gateway, "/readyz");
        assert_eq!(
            (ready.status, ready.json()),
            (200, json!({"status": "ready"}))
        );
        assert_eq!(ready.header("cache-control"), Some("no-store"));
        refused += usize::from(fetch(&gateway, A).status == 429);
    }
    assert!(refused > 0, "other requests are rate-limited");
    let head = gateway.request("HEAD", "/healthz", &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    let posted = gateway.request("POST", "/readyz", &[("content-length", "0")]);
    assert_eq!(
        (posted.status, posted.problem().as_str()),
        (405, "method_not_allowed")
    );
    assert_ne!(
        fetch(&gateway, "/metrics").status,
        200,
        "only on the operations address"
    );
    assert_ne!(fetch(&gateway, "/healthz/").status, 200);
}

#[test]
fn probes_move_to_the_ops_address() {
    let catalogue = Catalogue::with(&[crate::support::product("a", json!({}))]);
    let server = Server::start(&catalogue.db, &OPS);
    for target in ["/healthz", "/readyz", "/metrics"] {
        assert_eq!(fetch(&server, target).problem(), "not_found");
        assert_eq!(server.probe(target).status, 200);
        assert_eq!(
            server.probe(target).header("cache-control"),
            Some("no-store")
        );
    }
    for target in ["/", "/v2/products", "/metrics/x"] {
        assert_eq!(server.probe(target).problem(), "not_found");
    }
    let output = run(&[
        "serve",
        "--db",
        catalogue.db(),
        "--listen",
        "127.0.0.1:0",
        "--ops-listen",
        &server.ops,
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("choose another with --ops-listen"));
}

#[test]
fn a_catalogue_that_cannot_be_read_is_not_ready() {
    let catalogue = Catalogue::with(&[]);
    let server = Server::start(&catalogue.db, &OPS);
    let connection = rusqlite::Connection::open(&catalogue.db).unwrap();
    for _ in 0..2 {
        assert_eq!(server.probe("/readyz").json(), json!({"status": "ready"}));
        connection
            .execute_batch("ALTER TABLE product RENAME TO gone")
            .unwrap();
        let failing = server.probe("/readyz");
        assert_eq!(failing.status, 503);
        assert_eq!(
            failing.json(),
            json!({"status": "failing", "reason": "the catalogue cannot be read"})
        );
        assert_eq!(server.probe("/healthz").status, 200);
        connection
            .execute_batch("ALTER TABLE gone RENAME TO product")
            .unwrap();
    }
}

#[test]
fn a_gateway_is_ready_while_it_can_serve_something() {
    let upstream = complete_upstream();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let options = [&OPS[..], &["--fresh", "0", "--stale", "0"]].concat();
    let state = |server: &Server| {
        let ready = server.probe("/readyz");
        let body = ready.json();
        let entries = |place: &str| body["cache"][place]["entries"].as_u64();
        let breaker = body["breaker"].as_str().unwrap().to_owned();
        (ready.status, breaker, entries("memory"), entries("disk"))
    };
    let fail = |server: &Server| {
        for n in 0..6 {
            fetch(server, &format!("/v2/products/never-{n}"));
        }
        while state(server).1 == "closed" {
            fetch(server, "/v2/products/never");
        }
    };
    // A target without a stored response, while the upstream fails.
    upstream.respond_with(|_| reply(500, &[], b""));
    let empty = gateway(&upstream.host, &options);
    assert_eq!(state(&empty), (200, "closed".to_owned(), Some(0), None));
    fail(&empty);
    // The breaker lets a request pass from time to time, and it fails.
    let refused = wait_for("the gateway is not ready", || {
        fetch(&empty, "/v2/products/never");
        let ready = empty.probe("/readyz");
        (ready.status == 503).then(|| ready.json())
    });
    assert_eq!(refused["status"], "failing");
    assert_eq!(refused["breaker"], "open");
    let reason = "the upstream fails, and nothing is cached or mirrored";
    assert_eq!(refused["reason"], reason);
    // A gateway with entries in memory, then one with entries on disk.
    upstream.respond_with(|request| ok(&product(request.name()), &[]));
    let options = [&options[..], &["--cache", file.to_str().unwrap()]].concat();
    let filled = gateway(&upstream.host, &options);
    assert_eq!(fetch(&filled, A).status, 200);
    upstream.respond_with(|_| reply(500, &[], b""));
    fail(&filled);
    let (status, breaker, memory, _) = state(&filled);
    assert_eq!((status, memory), (200, Some(1)));
    assert_ne!(breaker, "closed");
    assert_eq!(filled.stop("-TERM").0, Some(0));
    let again = gateway(&upstream.host, &options);
    assert_eq!(state(&again), (200, "closed".to_owned(), Some(0), Some(1)));
    fail(&again);
    let (status, _, _, disk) = state(&again);
    assert_eq!((status, disk), (200, Some(1)));
}

#[test]
fn a_starting_server_is_alive_but_not_ready() {
    let upstream = complete_upstream();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mirror.db");
    let lock = rusqlite::Connection::open(&file).unwrap();
    lock.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let mut child = program()
        .args(["serve", "--upstream", &format!("http://{}", upstream.host)])
        .args(["--listen", "127.0.0.1:0", "--upstream-token-file", "none"])
        .args(["--mirror", file.to_str().unwrap()])
        .args(OPS)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = BufReader::new(child.stderr.take().unwrap());
    let mut lines = log.lines().map_while(Result::ok);
    let line = lines
        .find(|line| line.contains("probes and metrics on"))
        .unwrap();
    let ops = line.split("http://").nth(1).unwrap();
    let starting = request(ops, "GET", "/readyz", &[]);
    assert_eq!(starting.status, 503);
    assert_eq!(starting.json()["status"], "starting");
    assert_eq!(request(ops, "GET", "/healthz", &[]).status, 200);
    assert_eq!(request(ops, "GET", "/metrics", &[]).status, 200);
    lock.execute_batch("ROLLBACK").unwrap();
    wait_until("the gateway is ready", || {
        request(ops, "GET", "/readyz", &[]).status == 200
    });
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn requests_are_counted_by_outcome() {
    let gate = Gate::default();
    let closed = gate.clone();
    let upstream = Upstream::new(move |request| match request.name() {
        "missing" => reply(404, &[], br#"{"errors":[]}"#),
        "broken" => reply(500, &[], b""),
        "invalid" => reply(200, &[], b"<html>"),
        "refused" => reply(403, &[], br#"{"errors":[]}"#),
        "same" if request.header("if-none-match").is_some() => reply(304, &[], b""),
        "same" => ok(&product("same"), &[("etag", "\"x\""), ("age", "100000")]),
        "slow" => {
            closed.wait();
            ok(&product("slow"), &[])
        }
        name => ok(&product(name), &[]),
    });
    let gateway = gateway(&upstream.host, &OPS);
    let count = |name: &str| number(&gateway, &format!("product_pool_{name}"));
    let cache = |outcome: &str| count(&format!("cache_requests_total{{outcome=\"{outcome}\"}}"));
    let upstream_requests =
        |outcome: &str| count(&format!("upstream_requests_total{{outcome=\"{outcome}\"}}"));
    for name in [
        "a", "a", "a", "missing", "missing", "broken", "invalid", "refused", "same", "same",
    ] {
        fetch(&gateway, &format!("/v2/products/{name}"));
    }
    for (outcome, expected) in [
        ("hit", 2.0),
        ("miss", 3.0),
        ("negative", 1.0),
        ("failed", 2.0),
        ("refused", 1.0),
        ("revalidated", 1.0),
        ("coalesced", 0.0),
    ] {
        assert_eq!(cache(outcome), expected, "{outcome}");
    }
    for (outcome, expected) in [("answered", 5.0), ("status", 1.0), ("invalid", 1.0)] {
        assert_eq!(upstream_requests(outcome), expected, "{outcome}");
    }
    assert_eq!(count("upstream_request_duration_seconds_count"), 7.0);
    let route = "route=\"/v2/products/{product}\"";
    let requests = |class: &str| {
        count(&format!(
            "http_requests_total{{{route},method=\"GET\",status=\"{class}\"}}"
        ))
    };
    assert_eq!(
        (requests("2xx"), requests("4xx"), requests("5xx")),
        (5.0, 3.0, 2.0)
    );
    assert_eq!(
        count(&format!("http_request_duration_seconds_count{{{route}}}")),
        10.0
    );
    // Two clients that wait for the same response, and are counted.
    std::thread::scope(|scope| {
        let waiting = [(); 2].map(|()| scope.spawn(|| fetch(&gateway, "/v2/products/slow")));
        wait_until("two requests wait", || {
            count("http_requests_in_flight") >= 2.0
        });
        assert_eq!(count("upstream_requests_in_flight"), 1.0);
        gate.open();
        assert!(
            waiting
                .into_iter()
                .all(|client| client.join().unwrap().status == 200)
        );
    });
    assert_eq!(cache("coalesced"), 1.0);
    assert_eq!(count("http_requests_in_flight"), 0.0);
    assert_eq!(count("upstream_requests_in_flight"), 0.0);
    // The entries: four products, and one negative entry.
    assert_eq!(count("cache_entries{place=\"memory\"}"), 4.0);
    let size = count("cache_size_bytes{place=\"memory\"}");
    assert!(size > 4.0 * 100.0 && size < 10_000.0, "{size}");
    assert_eq!(
        count("cache_limit_bytes{place=\"memory\"}"),
        f64::from(64 << 20)
    );
    assert_eq!(count("upstream_breaker{state=\"closed\"}"), 1.0);
    assert_eq!(count("upstream_breaker{state=\"open\"}"), 0.0);
    let build = format!(
        "product_pool_build_info{{version=\"{}\"}}",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(number(&gateway, &build), 1.0);
    assert!(number(&gateway, "process_start_time_seconds") > 1.7e9);
}

#[test]
fn the_breaker_and_rate_limited_requests_are_counted() {
    let upstream = Upstream::new(|_| reply(500, &[], b""));
    let options = [&OPS[..], &["--rate", "5", "--burst", "1"]].concat();
    let gateway = gateway(&upstream.host, &options);
    let mut refused = 0.0;
    let mut breaker_open = 0.0;
    for name in 0.. {
        if breaker_open > 0.0 && refused > 0.0 {
            break;
        }
        match fetch(&gateway, &format!("/v2/products/{name}")).status {
            429 => refused += 1.0,
            503 => breaker_open += 1.0,
            status => assert_eq!(status, 502),
        }
    }
    let count = |name: &str| number(&gateway, &format!("product_pool_{name}"));
    assert_eq!(count("rate_limited_requests_total"), refused);
    assert_eq!(
        count("upstream_requests_total{outcome=\"breaker_open\"}"),
        breaker_open
    );
    assert_eq!(count("upstream_breaker{state=\"closed\"}"), 0.0);
}

#[test]
fn the_lag_of_following_changes_is_reported() {
    let catalogue = Catalogue::with(&[crate::support::product("a", json!({}))]);
    let server = catalogue.serve();
    let lag = |gateway: &Server| {
        let values = parse_metrics(&gateway.probe("/metrics"));
        values.get("product_pool_follow_lag_seconds").copied()
    };
    let follow = [&OPS[..], &["--follow", "1"]].concat();
    let gateway = gateway_with_token(&server.host, &server.token, &follow);
    wait_until("a lag is reported", || lag(&gateway).is_some());
    let not_following = gateway_with_token(&server.host, &server.token, &OPS);
    assert_eq!(fetch(&not_following, A).status, 200);
    assert_eq!(lag(&not_following), None);
}

#[test]
fn clients_cannot_create_metric_series() {
    let catalogue = Catalogue::with(&[crate::support::product("a", json!({}))]);
    let server = Server::start(&catalogue.db, &[&OPS[..], &["--pages"]].concat());
    let send_requests = |round: usize| {
        for n in 0..60 {
            let name = format!("{round}-{n}");
            let headers = [
                ("x-request-id", name.as_str()),
                ("user-agent", &name),
                ("host", &name),
            ];
            for target in [
                format!("/v2/products/{name}?x={name}"),
                format!("/v2/products/gtin/{n}"),
                format!("/{name}"),
                format!("/p/{name}"),
                format!("/v2/{name}/../{name}"),
            ] {
                server.request("GET", &target, &headers);
            }
            server.request(&format!("M{n}"), "/v2/products", &headers);
        }
    };
    let series = || -> BTreeSet<String> {
        parse_metrics(&server.probe("/metrics"))
            .into_keys()
            .collect()
    };
    send_requests(0);
    let before = series();
    send_requests(1);
    assert_eq!(series(), before);
    assert!(before.len() < 400, "{}", before.len());
    assert!(before.iter().any(|name| name.contains("method=\"other\"")));
    assert!(!before.iter().any(|name| name.contains("0-7")));
}

#[test]
fn the_health_command_checks_a_server() {
    let upstream = complete_upstream();
    let gateway = gateway(&upstream.host, &OPS);
    let health = |url: &str| run(&["health", url]);
    let alive = health(&format!("http://{}/healthz", gateway.ops));
    assert_eq!(
        (alive.status.code(), stdout(&alive).as_str()),
        (Some(0), "{\"status\":\"alive\"}\n")
    );
    let missing = health(&format!("http://{}/nothing", gateway.ops));
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        stderr(&missing).starts_with("error: the server responded with 404: "),
        "{}",
        stderr(&missing)
    );
    let unreachable = health("http://127.0.0.1:9/healthz");
    assert_eq!(unreachable.status.code(), Some(1));
    let invalid = health("nonsense");
    for output in [missing, unreachable, invalid] {
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    }
    fetch_until(&gateway, A, |response| response.status == 200);
}
