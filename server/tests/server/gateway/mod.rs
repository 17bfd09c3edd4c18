//! The server as a gateway, in front of a mock upstream or of the server itself.

mod accounts;
mod breaker;
mod cache_file;
mod caching;
mod collapsing;
mod container;
mod failures;
mod following;
mod forwarding;
mod gtins;
mod keys;
mod kubernetes;
mod loops;
#[cfg(target_os = "linux")]
mod memory;
mod nginx;
mod proxies;
mod purging;
mod quota;
mod recipe;
mod stale;
mod systemd;
pub(crate) mod upstream;
mod varnish;

use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Response, Server, program, wait_until};
use upstream::Upstream;

/// The upstream's token, which must never reach anyone else.
pub(crate) const TOKEN: &str = "upstream-token-0123456789-abcdefghij";

/// Starts a gateway with that token.
pub(crate) fn gateway(upstream: &str, options: &[&str]) -> Server {
    gateway_with_token(upstream, TOKEN, options)
}

pub(crate) fn gateway_with_token(upstream: &str, token: &str, options: &[&str]) -> Server {
    let mut command = gateway_command(upstream, options);
    command.env("PRODUCT_POOL_UPSTREAM_TOKEN", token);
    Server::spawn(command)
}

/// Starts a gateway whose token, if it has one, is set by the options.
pub(crate) fn gateway_with_options(upstream: &str, options: &[&str]) -> Server {
    Server::spawn(gateway_command(upstream, options))
}

fn gateway_command(upstream: &str, options: &[&str]) -> Command {
    let mut command = program();
    command
        .args(["serve", "--upstream", &format!("http://{upstream}")])
        .args(["--listen", "127.0.0.1:0"])
        .args(options);
    // Off by default in tests: following changes, whose requests would be counted, and rate
    // limits. And a public address, for cards as HTML, and time for an upstream on a busy machine.
    for (option, default) in [
        ("--follow", "0"),
        ("--rate", "0"),
        ("--base-url", "https://shop.example"),
        ("--upstream-timeout", "300"),
    ] {
        if !options.contains(&option) {
            command.args([option, default]);
        }
    }
    command
}

/// A GET request as a page sends it, without a token.
pub(crate) fn fetch(gateway: &Server, target: &str) -> Response {
    gateway.request("GET", target, &[])
}

/// Repeats the request until the response is as expected.
pub(crate) fn fetch_until(gateway: &Server, target: &str, matches: impl Fn(&Response) -> bool) {
    let expected = format!("another response to {target}");
    wait_until(&expected, || matches(&fetch(gateway, target)));
}

/// The cache's status header, without the parts that depend on the clock.
pub(crate) fn cache_status(response: &Response) -> String {
    let status = response.header("cache-status").unwrap_or("none");
    let parts = status.split("; ").filter(|part| !part.starts_with("ttl="));
    parts.skip(1).collect::<Vec<_>>().join("; ")
}

/// The body of a response with a product.
pub(crate) fn product(pool_id: &str) -> Value {
    json!({"data": {
        "pool_id": pool_id,
        "other": {"manufacturer_comments": "bought cheaply", "more": 1},
    }})
}

/// An upstream that has every product, and lists none.
pub(crate) fn complete_upstream() -> Upstream {
    Upstream::new(|request| match request.name() {
        "products" => upstream::ok(&json!({"data": []}), &[]),
        name => upstream::ok(&product(name), &[]),
    })
}
