//! A gateway whose upstream leads back to it.

use std::net::TcpListener;

use super::fetch;
use crate::support::{Server, program};

/// A free address: nothing listens there any more.
fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

fn gateway(listen: &str, upstream: &str) -> Server {
    let mut command = program();
    command
        .args(["serve", "--upstream", &format!("http://{upstream}")])
        .args([
            "--listen",
            listen,
            "--upstream-token-file",
            "none",
            "--pages",
        ])
        .env("NO_PROXY", "127.0.0.1");
    Server::spawn(command)
}

#[test]
fn a_gateway_that_is_its_own_upstream_says_so_at_once() {
    let (one, other) = (free_address(), free_address());
    for (first, second) in [(&one, &one), (&one, &other)] {
        let further = (first != second).then(|| gateway(second, first));
        let gateway = gateway(first, second);
        let looping = fetch(&gateway, "/v2/products/a");
        assert_eq!(looping.problem(), "upstream_loop");
        assert_eq!(looping.status, 508);
        let id = [("x-request-id", "an-id-of-the-client")];
        let looping = gateway.request("GET", "/v2/products/b", &id);
        assert_eq!(looping.status, 508, "{}", looping.text());
        drop(further);
        let (_, log) = gateway.stop("-TERM");
        let remedy = log.matches("--upstream leads back to this gateway").count();
        assert!(remedy <= 1, "{log}");
        if first == second {
            assert_eq!(remedy, 1, "{log}");
        }
    }
}
