//! Limits on heads and connections.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use crate::support::{Catalogue, Server, product};

/// A request with that many bytes of headers.
fn large(bytes: usize) -> Vec<u8> {
    let line = format!("x-filler: {}\r\n", "a".repeat(1000));
    let mut head = b"GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n".to_vec();
    while head.len() < bytes {
        head.extend_from_slice(line.as_bytes());
    }
    head.truncate(bytes);
    head
}

/// Sends bytes that are not a whole request; everything that comes back.
fn unfinished(server: &Server, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(&server.host).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream.write_all(bytes).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn catalogue() -> Catalogue {
    Catalogue::of(&[product("a", json!({}))])
}

#[test]
fn a_head_that_is_too_large_is_431_with_the_reason() {
    let catalogue = catalogue();
    let server = Server::start(&catalogue.db, &[]);
    let fits = [&large(30_000)[..], b"\r\n\r\n"].concat();
    assert_eq!(server.raw(&fits).status, 200);
    for bytes in [33 << 10, 400_000] {
        let whole = [&large(bytes)[..], b"\r\n\r\n"].concat();
        let refused = server.raw(&whole);
        assert_eq!(refused.status, 431, "{bytes}");
        assert_eq!(refused.problem(), "headers_too_large");
        assert!(refused.text().contains("32768 bytes"), "{}", refused.text());
        assert_eq!(refused.header("connection"), Some("close"));
    }
    // It is not read to its end before it is refused.
    let refused = unfinished(&server, &large(33 << 10));
    assert!(refused.starts_with("HTTP/1.1 431 "), "{refused}");
    assert!(refused.contains("headers_too_large"), "{refused}");
    // More headers than are accepted, none of them long.
    let many = "x: y\r\n".repeat(101);
    let many = format!("GET /healthz HTTP/1.1\r\nhost: a\r\n{many}\r\n");
    assert_eq!(server.raw(many.as_bytes()).problem(), "headers_too_large");
    // After a request that was answered on the same connection.
    let after = [
        b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n",
        &large(33 << 10)[..],
    ]
    .concat();
    let answers = unfinished(&server, &after);
    assert!(answers.starts_with("HTTP/1.1 200 "), "{answers}");
    assert!(answers.contains("HTTP/1.1 431 "), "{answers}");
}

#[test]
fn the_limit_of_heads_is_an_option() {
    let catalogue = catalogue();
    let server = Server::start(&catalogue.db, &["--head-limit", "8K"]);
    let head = |bytes| [&large(bytes)[..], b"\r\n\r\n"].concat();
    assert_eq!(server.raw(&head(8_000)).status, 200);
    assert_eq!(server.raw(&head(9_000)).status, 431);
    let server = Server::start(&catalogue.db, &["--head-limit", "128K"]);
    assert_eq!(server.raw(&head(90_000)).status, 200);
}

#[test]
fn a_head_that_does_not_come_is_waited_for_as_long_as_the_option_says() {
    let catalogue = catalogue();
    let server = Server::start(&catalogue.db, &["--head-timeout", "1"]);
    // Closed without a response, long before the usual 30 seconds.
    assert_eq!(unfinished(&server, b"GET /healthz HTTP/1.1\r\nx: "), "");
}
