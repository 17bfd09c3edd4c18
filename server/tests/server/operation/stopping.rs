//! Shutdown.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixDatagram;

use serde_json::json;

use super::OPS;
use crate::gateway::upstream::{Gate, Upstream, ok, reply};
use crate::gateway::{
    cache_status, complete_upstream, fetch, gateway, gateway_with_token, product,
};
use crate::support::{Catalogue, PATIENCE, Server, program, wait_for, wait_until};

const A: &str = "/v2/products/a";

/// Waits until the address refuses connections.
fn wait_until_refused(host: &str) {
    wait_until("connections are refused", || {
        TcpStream::connect(host).is_err()
    });
}

/// Waits until the server reports that it is draining.
fn wait_until_draining(server: &Server) {
    let ready = wait_for("the server drains", || {
        let ready = server.probe("/readyz");
        (ready.status == 503).then_some(ready)
    });
    let reason = &ready.json()["reason"];
    assert_eq!(reason, "the server received a stop signal");
}

#[test]
fn a_hangup_does_not_stop_a_server_without_tls() {
    let server = Server::start(&Catalogue::with(&[]).db, &[]);
    for _ in 0..3 {
        server.signal("-HUP");
        assert_eq!(server.request("GET", "/healthz", &[]).status, 200);
    }
    assert_eq!(server.stop("-TERM").0, Some(0));
}

#[test]
fn a_draining_server_reports_not_ready_and_keeps_serving() {
    let catalogue = Catalogue::with(&[crate::support::product("a", json!({}))]);
    let token = catalogue.token("stopping");
    let mut server = Server::start(
        &catalogue.db,
        &[&OPS[..], &["--drain-delay", "3600"]].concat(),
    );
    server.token = token;
    // An open connection, which gets `Connection: close` with its next response.
    let mut connection = TcpStream::connect(&server.host).unwrap();
    let mut request_again = || {
        let request = format!("GET /nothing HTTP/1.1\r\nhost: {}\r\n\r\n", server.host);
        connection.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        while !text.contains("}]}") {
            let mut buffer = [0; 1024];
            let read = connection.read(&mut buffer).unwrap();
            assert_ne!(read, 0, "{text}");
            text += std::str::from_utf8(&buffer[..read]).unwrap();
        }
        text
    };
    assert!(!request_again().contains("connection: close"));
    assert!(!request_again().contains("connection: close"));
    server.signal("-TERM");
    wait_until_draining(&server);
    assert_eq!(server.probe("/healthz").status, 200);
    assert!(request_again().contains("connection: close"));
    assert_eq!(
        connection.read(&mut [0; 16]).unwrap(),
        0,
        "the connection is closed after the response"
    );
    // New requests are still served.
    assert_eq!(server.get(A).status, 200);
    // A second signal ends the process at once.
    server.signal("-INT");
    let (code, log) = server.wait();
    assert_eq!(code, Some(130), "{log}");
    assert!(log.contains("second signal"), "{log}");
}

#[test]
fn shutdown_finishes_requests_and_writes_the_cache() {
    let gate = Gate::default();
    let closed = gate.clone();
    let upstream = Upstream::new(move |request| {
        closed.wait();
        ok(&product(request.name()), &[])
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cache.db");
    let options = [
        &OPS[..],
        &[
            "--shutdown-timeout",
            "3600",
            "--cache",
            file.to_str().unwrap(),
        ],
    ]
    .concat();
    let server = gateway(&upstream.host, &options);
    let host = server.host.clone();
    let under_way = std::thread::spawn(move || crate::support::request(&host, "GET", A, &[]));
    upstream.wait_for_requests(1);
    server.signal("-TERM");
    wait_until_refused(&server.host);
    // The probes work until the end.
    wait_until_draining(&server);
    gate.open();
    let response = under_way.join().unwrap();
    assert_eq!(
        (response.status, response.json()["data"]["pool_id"].as_str()),
        (200, Some("a"))
    );
    let (code, log) = server.wait();
    assert_eq!(code, Some(0), "{log}");
    assert!(!log.contains("connections were closed"), "{log}");
    upstream.respond_with(|_| reply(500, &[], b""));
    let next = gateway(&upstream.host, &options);
    let cached = fetch(&next, A);
    assert_eq!(
        (cached.status, cache_status(&cached).as_str()),
        (200, "hit")
    );
    assert_eq!(cached.body, response.body);
}

#[test]
fn the_shutdown_timeout_closes_open_connections() {
    let gate = Gate::default();
    let closed = gate.clone();
    let upstream = Upstream::new(move |_| {
        closed.wait();
        Vec::new()
    });
    let server = gateway(&upstream.host, &["--shutdown-timeout", "1"]);
    let mut stuck = TcpStream::connect(&server.host).unwrap();
    write!(stuck, "GET {A} HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    upstream.wait_for_requests(1);
    let (code, log) = server.stop("-TERM");
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("connections were closed before"), "{log}");
    gate.open();
}

#[test]
fn systemd_is_notified() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let next = || {
        let mut text = [0; 200];
        let length = socket.recv(&mut text).unwrap();
        String::from_utf8(text[..length].to_vec()).unwrap()
    };
    let catalogue = Catalogue::with(&[]);
    let mut command = program();
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--db", catalogue.db()])
        .env("NOTIFY_SOCKET", &path);
    let server = Server::spawn(command);
    assert_eq!(next().trim_end(), "READY=1");
    assert_eq!(server.stop("-TERM").0, Some(0));
    assert_eq!(next().trim_end(), "STOPPING=1");
}

#[test]
fn an_idle_gateway_stops_at_once() {
    let upstream = complete_upstream();
    let server = gateway_with_token(&upstream.host, "token", &["--shutdown-timeout", "0"]);
    assert_eq!(fetch(&server, A).status, 200);
    assert_eq!(server.stop("-TERM").0, Some(0));
}
