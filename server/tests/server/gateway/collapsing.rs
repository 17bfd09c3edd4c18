//! Requests of several clients that are one request to the upstream.

use super::upstream::{Gate, ok};
use super::{complete_upstream, gateway, product};
use crate::support::wait_until;

/// A client whose connections to the upstream are all in use asks for products: they are there for
/// others, who ask for the same, at once, and with one request for each.
#[test]
fn a_client_at_its_limit_does_not_hold_back_others_that_want_the_same() {
    const HANGING: usize = 3;
    const WANTED: usize = 8;
    let upstream = complete_upstream();
    let gate = Gate::default();
    let closed = gate.clone();
    upstream.respond_with(move |request| {
        if request.name().starts_with("hanging") {
            closed.wait();
        }
        ok(&product(request.name()), &[])
    });
    let options = [
        "--upstream-connections",
        "4",
        "--trusted-proxy",
        "127.0.0.1",
        "--ops-listen",
        "127.0.0.1:0",
    ];
    let gateway = gateway(&upstream.host, &options);
    let status = |client: &str, name: &str| {
        let forwarded = [("x-forwarded-for", client)];
        let path = format!("/v2/products/{name}");
        gateway.request("GET", &path, &forwarded).status
    };
    std::thread::scope(|scope| {
        let ask = |name: String| scope.spawn(move || assert_eq!(status("203.0.113.5", &name), 200));
        for number in 0..HANGING {
            ask(format!("hanging{number}"));
        }
        upstream.wait_for_requests(HANGING);
        for number in 0..WANTED {
            ask(format!("wanted{number}"));
        }
        let all = HANGING + WANTED;
        let line = format!("\nproduct_pool_http_requests_in_flight {all}\n");
        wait_until("all requests have arrived", || {
            gateway.probe("/metrics").text().contains(&line)
        });
        assert_eq!(upstream.count(), HANGING);
        for number in 0..WANTED {
            assert_eq!(status("203.0.113.6", &format!("wanted{number}")), 200);
        }
        assert_eq!(upstream.count(), all);
        gate.open();
    });
    assert_eq!(upstream.count(), HANGING + WANTED);
}
