//! Limits on heads and connections.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use crate::support::{Catalogue, PATIENCE, Server, product, read_to_end, wait_until};

/// A request with that many bytes of headers.
fn head_of_size(bytes: usize) -> Vec<u8> {
    let line = format!("x-filler: {}\r\n", "a".repeat(1000));
    let mut head = b"GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n".to_vec();
    while head.len() < bytes {
        head.extend_from_slice(line.as_bytes());
    }
    head.truncate(bytes);
    head
}

/// Sends bytes that are not a whole request; returns all that the server sends.
fn send_unfinished(server: &Server, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(&server.host).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(bytes).unwrap();
    String::from_utf8(read_to_end(&mut stream)).unwrap()
}

fn catalogue() -> Catalogue {
    Catalogue::with(&[product("a", json!({}))])
}

#[test]
fn an_oversized_head_gets_431_with_the_limit() {
    let catalogue = catalogue();
    let server = Server::start(&catalogue.db, &[]);
    let accepted = [&head_of_size(30_000)[..], b"\r\n\r\n"].concat();
    assert_eq!(server.raw(&accepted).status, 200);
    for bytes in [33 << 10, 400_000] {
        let whole = [&head_of_size(bytes)[..], b"\r\n\r\n"].concat();
        let refused = server.raw(&whole);
        assert_eq!(refused.status, 431, "{bytes}");
        assert_eq!(refused.problem(), "headers_too_large");
        assert!(refused.text().contains("32768 bytes"), "{}", refused.text());
        assert_eq!(refused.header("connection"), Some("close"));
    }
    // It is refused before it is read to its end.
    let refused = send_unfinished(&server, &head_of_size(33 << 10));
    assert!(refused.starts_with("HTTP/1.1 431 "), "{refused}");
    assert!(refused.contains("headers_too_large"), "{refused}");
    // More headers than are accepted, none of them long.
    let many = "x: y\r\n".repeat(101);
    let many = format!("GET /healthz HTTP/1.1\r\nhost: a\r\n{many}\r\n");
    assert_eq!(server.raw(many.as_bytes()).problem(), "headers_too_large");
    // After another request on the same connection.
    let after = [
        b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n",
        &head_of_size(33 << 10)[..],
    ]
    .concat();
    let responses = send_unfinished(&server, &after);
    assert!(responses.starts_with("HTTP/1.1 200 "), "{responses}");
    assert!(responses.contains("HTTP/1.1 431 "), "{responses}");
}

#[test]
fn an_unfinished_head_times_out() {
    let catalogue = catalogue();
    let server = Server::start(&catalogue.db, &["--head-timeout", "1"]);
    // Closed without a response, long before the usual 30 seconds.
    assert_eq!(
        send_unfinished(&server, b"GET /healthz HTTP/1.1\r\nx: "),
        ""
    );
}

/// Connections with unfinished heads, opened one after the other.
fn slow_heads(server: &Server, count: usize) -> Vec<TcpStream> {
    (0..count)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.host).unwrap();
            stream
                .write_all(b"GET /v2/products HTTP/1.1\r\nx: ")
                .unwrap();
            stream
        })
        .collect()
}

/// Whether the server has closed a connection.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream
        .set_read_timeout(Some(Duration::from_millis(1)))
        .unwrap();
    match stream.read(&mut [0; 100]) {
        Ok(count) => count == 0,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

#[test]
fn slow_heads_do_not_block_other_clients() {
    let catalogue = catalogue();
    let options = ["--connections", "40", "--ops-listen", "127.0.0.1:0"];
    let mut server = Server::start(&catalogue.db, &options);
    server.token = catalogue.token("tests");
    let mut slow = slow_heads(&server, 200);
    for _ in 0..50 {
        assert_eq!(server.get("/v2/products/a").status, 200);
    }
    assert_eq!(server.probe("/healthz").status, 200);
    // The oldest were closed, and the newest are still open.
    let closed: Vec<bool> = slow.iter_mut().map(is_closed).collect();
    assert!(closed[..160].iter().all(|closed| *closed), "{closed:?}");
    let metrics = server.probe("/metrics").text();
    let number = |name: &str| {
        let line = metrics.lines().find(|line| line.starts_with(name));
        let value = line.and_then(|line| line.rsplit(' ').next()).unwrap_or("");
        value.parse::<f64>().unwrap_or(-1.0)
    };
    assert_eq!(number("product_pool_connections_limit "), 40.0);
    assert!(number("product_pool_connections ") <= 40.0, "{metrics}");
    let full = number("product_pool_connections_closed_total{reason=\"full\"} ");
    assert!(full >= 160.0, "{metrics}");
    #[cfg(target_os = "linux")]
    {
        assert!(number("process_open_fds ") > 40.0, "{metrics}");
        assert!(number("process_max_fds ") >= number("process_open_fds "));
    }
}

/// As many connections as a server accepts by default.
#[test]
#[ignore = "takes seconds, and rarely fails where its neighbours pass"]
fn a_thousand_slow_heads_do_not_block_probes() {
    let catalogue = catalogue();
    let mut server = Server::start(&catalogue.db, &["--ops-listen", "127.0.0.1:0"]);
    server.token = catalogue.token("tests");
    // Clients on this machine are not limited to a quarter of the connections.
    let slow = slow_heads(&server, 1100);
    for _ in 0..20 {
        assert_eq!(server.probe("/healthz").status, 200);
        assert_eq!(server.probe("/readyz").status, 200);
        assert_eq!(server.get("/v2/products/a").status, 200);
    }
    let metrics = server.probe("/metrics").text();
    assert!(
        metrics.contains("product_pool_connections_limit 1024\n"),
        "{metrics}"
    );
    drop(slow);
}

#[test]
#[cfg(target_os = "linux")]
fn running_out_of_file_descriptors_is_logged_and_counted() {
    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
    let catalogue = catalogue();
    let server = Server::start(&catalogue.db, &["--ops-listen", "127.0.0.1:0"]);
    let process = Pid::from_child(&server.child);
    let set_limit = |current| prlimit(Some(process), Resource::Nofile, current).unwrap();
    let folder = format!("/proc/{}/fd", server.child.id());
    let count_open = || std::fs::read_dir(&folder).unwrap().count() as u64;
    let limit = count_open() + 4;
    // Leaves few file descriptors, as if the rest of the system had used the others.
    let before = set_limit(Rlimit {
        current: Some(limit),
        maximum: getrlimit(Resource::Nofile).maximum,
    });
    let idle: Vec<_> = (0..20)
        .map(|_| TcpStream::connect(&server.host).unwrap())
        .collect();
    wait_until("no file descriptor is left", || count_open() >= limit);
    // The next connection cannot be accepted now.
    server.wait_for_log("cannot accept connections");
    set_limit(before);
    drop(idle);
    assert_eq!(server.request("GET", "/v2/products", &[]).status, 401);
    let metrics = server.probe("/metrics").text();
    let counted = "product_pool_connections_not_accepted_total{reason=\"too_many_open_files\"} ";
    assert!(metrics.contains(counted), "{metrics}");
    let (_, log) = server.stop("-TERM");
    let warnings = log.lines().filter(|line| line.contains("WARN"));
    let warnings: Vec<_> = warnings
        .filter(|line| line.contains("cannot accept connections"))
        .collect();
    assert_eq!(warnings.len(), 1, "one line for all failures: {log}");
}

/// A command with soft and hard limits of open files.
#[cfg(target_os = "linux")]
fn start_with_file_limit(soft: u32, hard: u32, catalogue: &Catalogue, options: &[&str]) -> Server {
    let program = env!("CARGO_BIN_EXE_product-pool-server");
    let mut command = std::process::Command::new("sh");
    let script = format!("ulimit -Sn {soft} && ulimit -Hn {hard} && exec \"$@\"");
    command
        .args([
            "-c",
            &script,
            "sh",
            program,
            "serve",
            "--db",
            catalogue.db(),
        ])
        .args(["--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"])
        .args(options);
    Server::spawn(command)
}

/// The allocator requests huge pages, of which a busy gateway frees few.
#[test]
#[cfg(target_os = "linux")]
fn a_server_uses_no_transparent_huge_pages() {
    let catalogue = catalogue();
    let server = Server::start(&catalogue.db, &[]);
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("THP_enabled:"));
    // Older kernels have no such line.
    assert!(line.is_none_or(|line| line.ends_with('0')), "{line:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn the_soft_limit_of_open_files_is_raised() {
    let catalogue = catalogue();
    let server = start_with_file_limit(64, 4096, &catalogue, &["--connections", "300"]);
    let idle: Vec<_> = (0..250)
        .map(|_| TcpStream::connect(&server.host).unwrap())
        .collect();
    assert_eq!(server.request("GET", "/v2/products", &[]).status, 401);
    assert_eq!(server.probe("/healthz").status, 200);
    drop(idle);
    let (_, log) = server.stop("-TERM");
    assert!(!log.contains("limit of open files"), "{log}");
}

#[test]
#[cfg(target_os = "linux")]
fn probes_are_served_when_file_descriptors_run_out() {
    let catalogue = catalogue();
    let server = start_with_file_limit(400, 400, &catalogue, &[]);
    let slow = slow_heads(&server, 600);
    for _ in 0..20 {
        assert_eq!(server.probe("/healthz").status, 200);
        assert_eq!(server.request("GET", "/v2/products", &[]).status, 401);
    }
    drop(slow);
    let (_, log) = server.stop("-TERM");
    assert!(
        log.contains("the limit of open files allows 40 connections only"),
        "{log}"
    );
}
