//! Restarts without downtime: the socket stays open while processes come and go.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;

use crate::support::{Catalogue, PATIENCE, Server, product, stderr, wait_until};

/// The program with its standard input as the socket that systemd passes.
fn with_socket(stdin: Stdio, count: usize, db: &str) -> Command {
    let mut command = Command::new("sh");
    let script =
        format!("exec 3<&0 0</dev/null; LISTEN_FDS={count} LISTEN_PID=$$ exec \"$0\" \"$@\"");
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_product-pool-server")])
        .args(["serve", "--db", db, "--listen", "127.0.0.1:1"])
        .stdin(stdin);
    command
}

fn start_on(socket: &TcpListener, db: &str) -> Server {
    let socket: OwnedFd = socket.try_clone().unwrap().into();
    Server::spawn(with_socket(socket.into(), 1, db))
}

/// Sends requests in a loop, on one connection as long as it stays open or on a new one each
/// time. Anything but a complete response is a failure.
fn send_requests(host: &str, token: &str, keep: bool, responses: &AtomicUsize, stop: &AtomicBool) {
    let mut open: Option<BufReader<TcpStream>> = None;
    while !stop.load(Ordering::SeqCst) {
        let mut stream = open
            .take()
            .unwrap_or_else(|| BufReader::new(TcpStream::connect(host).unwrap()));
        // So that a failure is reported and not waited for.
        stream.get_ref().set_read_timeout(Some(PATIENCE)).unwrap();
        let connection = if keep { "keep-alive" } else { "close" };
        write!(
            stream.get_mut(),
            "GET /v2/products/a HTTP/1.1\r\nhost: x\r\nconnection: {connection}\r\n\
             authorization: Bearer {token}\r\n\r\n"
        )
        .unwrap();
        let (mut first, mut length, mut close) = (String::new(), 0, false);
        stream.read_line(&mut first).unwrap();
        assert_eq!(first, "HTTP/1.1 200 OK\r\n");
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).unwrap();
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                break;
            };
            match name {
                "content-length" => length = value.parse().unwrap(),
                "connection" => close = value == "close",
                _ => {}
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).unwrap();
        assert!(body.starts_with(b"{\"data\":{") && body.ends_with(b"}"));
        responses.fetch_add(1, Ordering::SeqCst);
        // Steady, and not as fast as the processor allows, which other tests need too.
        std::thread::sleep(Duration::from_millis(2));
        if keep && !close {
            open = Some(stream);
        }
    }
}

#[test]
fn no_request_is_lost_during_restarts() {
    let catalogue = Catalogue::with(&[product("a", json!({}))]);
    let token = catalogue.token("hammer");
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = socket.local_addr().unwrap().to_string();
    let (counts, stop) = ([const { AtomicUsize::new(0) }; 4], AtomicBool::new(false));
    let first = start_on(&socket, catalogue.db());
    assert_eq!(first.host, host, "the socket overrides --listen");
    std::thread::scope(|scope| {
        let clients: Vec<_> = counts
            .iter()
            .enumerate()
            .map(|(number, count)| {
                let (host, token, stop) = (&host, &token, &stop);
                scope.spawn(move || send_requests(host, token, number % 2 == 0, count, stop))
            })
            .collect();
        // Waits until each client has that many more responses, or one has failed.
        let wait_for_responses = || {
            let before = counts.each_ref().map(|count| count.load(Ordering::SeqCst));
            for (count, before) in counts.iter().zip(before) {
                wait_until("50 more responses", || {
                    count.load(Ordering::SeqCst) >= before + 50
                        || clients.iter().any(|client| client.is_finished())
                });
            }
        };
        wait_for_responses();
        // One after the other: connections made in between wait in the socket's queue.
        assert_eq!(first.stop("-TERM").0, Some(0));
        let second = start_on(&socket, catalogue.db());
        wait_for_responses();
        // The next process starts before the last has ended.
        let third = start_on(&socket, catalogue.db());
        assert_eq!(second.stop("-TERM").0, Some(0));
        wait_for_responses();
        stop.store(true, Ordering::SeqCst);
        for client in clients {
            client.join().unwrap();
        }
        assert_eq!(third.stop("-TERM").0, Some(0));
    });
}

#[test]
fn an_unusable_socket_is_reported_in_one_line() {
    let catalogue = Catalogue::with(&[]);
    for (count, expected) in [(1, "cannot be used"), (2, "systemd passed 2 sockets")] {
        let output = with_socket(Stdio::null(), count, catalogue.db())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let message = stderr(&output);
        assert!(
            message.contains(expected) && message.lines().count() == 1,
            "{message}"
        );
    }
}
