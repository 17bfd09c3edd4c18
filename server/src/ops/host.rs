//! Which names a request may give the operations address.
//!
//! A page in an operator's browser may point its own name at any address that the browser can
//! reach (DNS rebinding), and then reads what is there as its own. Such a request has the page's
//! name in `Host`, which must be one in public DNS.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use product_pool_http::responses::problem::Problem;

/// The ends of names that nobody can register: reserved, or used within private networks only.
const PRIVATE: [&str; 7] = [
    ".local",
    ".localhost",
    ".internal",
    ".home.arpa",
    ".lan",
    ".svc",
    ".consul",
];

/// Refuses requests under a name that may belong to anyone. `own` is the address of
/// `--ops-listen`, whose name is the server's.
pub(super) async fn require_private_host(
    State(own): State<Arc<str>>,
    request: Request,
    next: Next,
) -> Response {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let is_allowed = |host: &str| is_private(host) || name(host).eq_ignore_ascii_case(name(&own));
    if hosts.all(|host| host.to_str().is_ok_and(is_allowed)) {
        return next.run(request).await;
    }
    let detail = "here the Host of a request is an IP address, the name in --ops-listen, or one \
                  without a dot or of a private network (such as .local or .internal), because \
                  a page can point any other name at this address";
    Problem::new(
        StatusCode::FORBIDDEN,
        "invalid_host",
        "Invalid host",
        detail,
    )
    .into_response()
}

/// Whether a `Host` cannot be the name of a page on the internet.
fn is_private(host: &str) -> bool {
    let name = name(host).to_ascii_lowercase();
    let name = name.strip_suffix('.').unwrap_or(&name);
    let ipv6 = name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    match ipv6 {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => {
            name.parse::<Ipv4Addr>().is_ok()
                || !name.contains('.')
                || PRIVATE.iter().any(|end| name.ends_with(end))
        }
    }
}

/// The name or address in `HOST:PORT`.
fn name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_all_private_names() {
        let text = include_str!("../../../docs/operation.md");
        let (_, text) = text
            .split_once("The `Host` of a request to")
            .unwrap_or_default();
        let (text, _) = text.split_once("any other is 403").unwrap_or_default();
        let listed = text.split('`').filter(|word| word.starts_with('.'));
        assert!(listed.eq(PRIVATE), "{text}");
    }

    #[test]
    fn names_that_anyone_can_register_are_not_private() {
        for host in [
            "127.0.0.1:9090",
            "10.1.2.3",
            "[::1]:9090",
            "[fd00::1]",
            "localhost:9090",
            "gateway:9090",
            "Gateway.",
            "gateway.shop.svc:9090",
            "gateway.shop.svc.cluster.local.:9090",
            "ip-10-0-0-1.eu-west-1.compute.internal",
            "HOST.DOCKER.INTERNAL",
            "gateway.home.arpa",
            "",
        ] {
            assert!(is_private(host), "{host}");
        }
        for host in [
            "attacker.example:9090",
            "attacker.example.",
            "127.0.0.1.attacker.example",
            "localhost.attacker.example:9090",
            "127.0.0.1:9090.attacker.example",
            "attacker.example:9090:9090",
            "internal.example",
            "1.2.3.4.5",
            "4.3.2.1.in-addr.arpa",
            "[attacker.example]",
            "attacker.notlocal",
        ] {
            assert!(!is_private(host), "{host}");
        }
    }
}
