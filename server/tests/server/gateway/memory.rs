//! How much memory long responses take.

use super::upstream::{Upstream, reply};
use super::{fetch, gateway};
use crate::support::Server;

/// The longest record that is accepted, of as many tiny values as it can have.
fn long(name: &str) -> String {
    let head = format!(r#"{{"data":{{"pool_id":"{name}","x":[1"#);
    let count = ((16 << 20) - head.len() - 3) / 2;
    head + &",1".repeat(count) + "]}}"
}

/// The most memory that the process has had so far, in megabytes.
fn peak(server: &Server) -> u64 {
    let status = format!("/proc/{}/status", server.child.id());
    let status = std::fs::read_to_string(status).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: u64 = line.unwrap().trim_end_matches("kB").trim().parse().unwrap();
    kilobytes / 1000
}

#[test]
fn a_record_takes_little_more_memory_than_its_length() {
    let upstream = Upstream::new(|request| {
        let headers = [("content-type", "application/json")];
        reply(200, &headers, long(request.name()).as_bytes())
    });
    let gateway = gateway(&upstream.host, &[]);
    assert_eq!(fetch(&gateway, "/v2/products/a").status, 200);
    let peak = peak(&gateway);
    assert!(peak < 150, "it takes {peak} MB");
}

#[test]
fn long_records_and_their_cards_take_less_memory_than_the_recipes_allow() {
    let upstream = Upstream::new(|request| {
        let headers = [("content-type", "application/json")];
        reply(200, &headers, long(request.name()).as_bytes())
    });
    let gateway = gateway(&upstream.host, &[]);
    let targets = [
        "/v2/products/a",
        "/card/b",
        "/drawn/c",
        "/card/c",
        "/p/id/a",
    ];
    let statuses = std::thread::scope(|scope| {
        let all = targets.map(|target| scope.spawn(|| fetch(&gateway, target).status));
        all.map(|one| one.join().unwrap())
    });
    // A record as long as that is served, but never drawn.
    assert!(
        statuses[1..].iter().all(|status| *status >= 400),
        "{statuses:?}"
    );
    let peak = peak(&gateway);
    assert!(peak < 400, "it takes {peak} MB");
}
